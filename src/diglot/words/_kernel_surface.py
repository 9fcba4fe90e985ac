"""What the forms of two words say: common letters, prefix classes and base measures (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

SHORTEST, LONGEST = 3, 60


@njit(cache=True, nogil=True)
def similarities(rows, columns, letters_s, offsets_s, letters_t, offsets_t):
    """Similarity of the skeletons of every word pair, shape (pairs,), float32.

    Identical skeletons have 1; others the cube of 2 LCS / (both lengths), if they begin with the
    same letter, have 3 to 60 letters, the shorter at least half of the longer, and at least half
    of their letters in common. The longest common subsequence is found with one machine word for
    all letters of the source word (Hyyrö 2004).

    Args:
        rows, columns: distinct word pairs by source word, see `PairIndex`.
        letters_s, offsets_s: uint8 skeletons of the source words, ragged.
        letters_t, offsets_t: the same for the target words.
    """
    result = np.zeros(len(columns), np.float32)
    masks = np.zeros(256, np.uint64)
    one = np.uint64(1)
    for e in range(len(rows) - 1):
        a0 = offsets_s[e]
        n = offsets_s[e + 1] - a0
        usable = SHORTEST <= n <= LONGEST
        if usable:
            for a in range(n):
                masks[letters_s[a0 + a]] |= one << np.uint64(a)
        for p in range(rows[e], rows[e + 1]):
            b0 = offsets_t[columns[p]]
            m = offsets_t[columns[p] + 1] - b0
            if n == 0 or m == 0 or letters_s[a0] != letters_t[b0]:
                continue
            if n == m:
                same = 1
                while same < n and letters_s[a0 + same] == letters_t[b0 + same]:
                    same += 1
                if same == n:
                    result[p] = 1
                    continue
            if not usable or m < SHORTEST or m > LONGEST or 2 * min(n, m) < max(n, m):
                continue
            rest = ~np.uint64(0)
            for b in range(b0, b0 + m):
                hit = rest & masks[letters_t[b]]
                rest = (rest + hit) | (rest - hit)
            common = 0
            for a in range(n):
                if not (rest >> np.uint64(a)) & one:
                    common += 1
            ratio = 2 * common / (n + m)
            if ratio >= 0.5:
                result[p] = ratio**3
        if usable:
            for a in range(n):
                masks[letters_s[a0 + a]] = 0
    return result


@njit(cache=True, nogil=True)
def shapes(rows, columns, length_s, length_t, frequency_s, frequency_t):
    """How well lengths and frequencies of the words of each pair agree, shape (pairs,), float32.

    Args:
        rows, columns: see `PairIndex`.
        length_s, length_t: lengths of the words, 1 on average.
        frequency_s, frequency_t: numbers of tokens; together they have mean 1 over the pairs.
    """
    result = np.empty(len(columns), np.float32)
    total = 0.0
    for e in range(len(rows) - 1):
        for p in range(rows[e], rows[e + 1]):
            f = columns[p]
            one, other = frequency_s[e], frequency_t[f]
            ratio = np.sqrt(min(one, other) / max(one, other))
            total += ratio
            gap = abs(np.log((1 + length_s[e]) / (1 + length_t[f])))
            result[p] = 1.5 * np.exp(-0.5 * gap) * ratio
    if total > 0:
        result *= np.float32(len(columns) / total)
    return result


@njit(cache=True, nogil=True)
def class_pairs(rows, columns, class_s, class_t, classes_s, classes_t):
    """Number the pairs of classes that occur.

    Args:
        rows, columns: distinct word pairs by source word.
        class_s, class_t: class of every word.
        classes_s, classes_t: numbers of classes.

    Returns:
        shape (pairs,), int32, number of the class pair; and how many there are.
    """
    result = np.empty(len(columns), np.int32)
    words = len(rows) - 1
    first = np.zeros(classes_s + 1, np.int64)
    for e in range(words):
        first[class_s[e] + 1] += 1
    for c in range(classes_s):
        first[c + 1] += first[c]
    order = np.empty(words, np.int64)
    for e in range(words):
        order[first[class_s[e]]] = e
        first[class_s[e]] += 1
    stamp = np.full(classes_t, -1, np.int64)
    number = np.empty(classes_t, np.int32)
    used = 0
    for k in range(words):
        e = order[k]
        for p in range(rows[e], rows[e + 1]):
            c = class_t[columns[p]]
            if stamp[c] != class_s[e]:
                stamp[c] = class_s[e]
                number[c] = used
                used += 1
            result[p] = number[c]
    return result, used


@njit(cache=True, nogil=True)
def row_of(rows):
    """Source word of every distinct pair, shape (pairs,), int32."""
    result = np.empty(rows[-1], np.int32)
    for e in range(len(rows) - 1):
        result[rows[e] : rows[e + 1]] = e
    return result


@njit(cache=True, nogil=True)
def back_off(
    counts, base, inputs, outputs, class_of, share, class_pair, class_counts, class_totals, strength
):
    """Add to the base measure of each pair what the classes of its words promise.

    That is the share of the output word's class among the links of the input word's class, times
    the output word's share of its class. The pair's own count is left out, so that no pair
    confirms itself.

    Args:
        counts: shape (pairs,), links of each distinct word pair.
        base: shape (pairs,); grows.
        inputs, outputs: shape (pairs,), words of each pair.
        class_of: class of every input word.
        share: share of every output word in its class.
        class_pair: shape (pairs,), number of the pair of classes.
        class_counts: shape (class pairs,), counts to start from; changed.
        class_totals: shape (input classes,), the same.
        strength: pseudo-count of all outputs of an input word.
    """
    for p in range(len(counts)):
        c = counts[p]
        if c > 0:
            class_counts[class_pair[p]] += c
            class_totals[class_of[inputs[p]]] += c
    for p in range(len(counts)):
        own = counts[p]
        others = class_counts[class_pair[p]] - own
        if others > 1e-6:
            total = class_totals[class_of[inputs[p]]] - own + 1
            base[p] += strength * others / total * share[outputs[p]]
