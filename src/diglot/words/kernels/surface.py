"""What the forms of two words say: common letters, prefix classes and base measures (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.text.kernels.spelling import mark_letters, masked_subsequence

SHORTEST, LONGEST = 3, 60


@njit(cache=True, nogil=True)
def similarities(first, last, rows, columns, letters_s, offsets_s, letters_t, offsets_t):
    """Similarity of the skeletons of the word pairs of some source words, shape (pairs,), float32.

    Identical skeletons have 1; others the cube of 2 LCS / (both lengths), if they begin with the
    same letter, have 3 to 60 letters, the shorter at least half of the longer, and at least half
    of their letters in common.

    Args:
        first, last: half-open range of source words.
        rows, columns: distinct word pairs by source word, see `PairIndex`.
        letters_s, offsets_s: uint8 skeletons of the source words, ragged.
        letters_t, offsets_t: the same for the target words.
    """
    begin = rows[first]
    result = np.zeros(rows[last] - begin, np.float32)
    masks = np.zeros(256, np.uint64)
    for e in range(first, last):
        a0 = offsets_s[e]
        n = offsets_s[e + 1] - a0
        usable = SHORTEST <= n <= LONGEST
        if usable:
            mark_letters(letters_s[a0 : a0 + n], masks)
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
                    result[p - begin] = 1
                    continue
            if not usable or m < SHORTEST or m > LONGEST or 2 * min(n, m) < max(n, m):
                continue
            ratio = 2 * masked_subsequence(masks, n, letters_t[b0 : b0 + m]) / (n + m)
            if ratio >= 0.5:
                result[p - begin] = ratio**3
        if usable:
            for a in range(n):
                masks[letters_s[a0 + a]] = 0
    return result


@njit(cache=True, nogil=True)
def shapes(first, last, rows, columns, length_s, length_t, frequency_s, frequency_t, result):
    """How well lengths and frequencies of the words of each pair agree.

    Args:
        first, last: half-open range of source words.
        rows, columns: see `PairIndex`.
        length_s, length_t: lengths of the words, 1 on average.
        frequency_s, frequency_t: numbers of tokens.
        result: shape (pairs,), float32, written.

    Returns:
        float: sum of the agreement of the frequencies, whose mean over all pairs is to be 1.
    """
    total = 0.0
    for e in range(first, last):
        for p in range(rows[e], rows[e + 1]):
            f = columns[p]
            one, other = frequency_s[e], frequency_t[f]
            ratio = np.sqrt(min(one, other) / max(one, other))
            total += ratio
            gap = abs(np.log((1 + length_s[e]) / (1 + length_t[f])))
            result[p] = 1.5 * np.exp(-0.5 * gap) * ratio
    return total


@njit(cache=True, nogil=True)
def by_class(class_s, classes_s):
    """Source words by class, int64 (words,); where each class begins, int64 (classes + 1,)."""
    begins = np.zeros(classes_s + 1, np.int64)
    for e in range(len(class_s)):
        begins[class_s[e] + 1] += 1
    for c in range(classes_s):
        begins[c + 1] += begins[c]
    fill = begins[:-1].copy()
    members = np.empty(len(class_s), np.int64)
    for e in range(len(class_s)):
        members[fill[class_s[e]]] = e
        fill[class_s[e]] += 1
    return members, begins


@njit(cache=True, nogil=True)
def class_pairs(rows, columns, members, begins, class_t, classes_t):
    """Number the pairs of classes that occur: by source class, then as they occur.

    Args:
        rows, columns: distinct word pairs by source word.
        members, begins: see `by_class`.
        class_t: class of every target word.
        classes_t: number of their classes.

    Returns:
        shape (pairs,), int32, number of the class pair; shape (source classes + 1,), int64, the
        first number of each source class.
    """
    result = np.empty(len(columns), np.int32)
    first = np.zeros(len(begins), np.int64)
    stamp = np.full(classes_t, -1, np.int64)
    number = np.empty(classes_t, np.int32)
    used = 0
    for group in range(len(begins) - 1):
        for k in range(begins[group], begins[group + 1]):
            e = members[k]
            for p in range(rows[e], rows[e + 1]):
                c = class_t[columns[p]]
                if stamp[c] != group:
                    stamp[c] = group
                    number[c] = used
                    used += 1
                result[p] = number[c]
        first[group + 1] = used
    return result, first


@njit(cache=True, nogil=True)
def begin(first, last, shape, flat, base):
    """Begin the base measures of some word pairs: what lengths and frequencies say."""
    for p in range(first, last):
        base[p] = shape[p] * flat


@njit(cache=True, nogil=True)
def add(places, values, base):
    """Add values to the base measures of some word pairs."""
    for x in range(len(places)):
        base[places[x]] += values[x]


@njit(cache=True, nogil=True)
def total(columns, counts, class_t, totals):
    """Add the links of all pairs to the totals of their target words' classes."""
    for p in range(len(columns)):
        if counts[p] > 0:
            totals[class_t[columns[p]]] += counts[p]


@njit(cache=True, nogil=True)
def back_off(
    first, last, rows, columns, counts, base, direction, members, begins, class_t, share, numbers,
    class_counts, class_totals, strength,
):  # fmt: skip
    """Add to the base measure of each pair what the classes of its words promise.

    That is the share of the output word's class among the links of the input word's class, times
    the output word's share of its class. The pair's own count is left out, so that no pair
    confirms itself.

    Args:
        first, last: half-open range of source classes whose words' pairs are visited.
        rows, columns: distinct word pairs by source word.
        counts: float32 (pairs,), links of each distinct word pair.
        base: float32 (pairs,); grows.
        direction: 0 if the source words are the input, 1 if the target words are.
        members, begins: see `by_class`.
        class_t: class of every target word.
        share: share of every output word in its class.
        numbers, class_counts: see `class_pairs`, counts of class pairs to start from; empty for
            none.
        class_totals: float32 (input classes,): forward counts to start from, backward of all
            links, see `total`.
        strength: pseudo-count of all outputs of an input word.
    """
    sums = np.zeros(class_t.max() + 1, np.float32)
    stamp = np.full(len(sums) if len(class_counts) else 0, np.int32(-1))
    for group in range(first, last):
        whole = np.float32(0) if direction else class_totals[group]
        pairs = 0
        if len(class_counts):
            number = numbers[group]
            for k in range(begins[group], begins[group + 1]):
                e = members[k]
                for p in range(rows[e], rows[e + 1]):
                    c = class_t[columns[p]]
                    if stamp[c] != group:
                        stamp[c] = group
                        sums[c] = class_counts[number]
                        number += 1
        for k in range(begins[group], begins[group + 1]):
            e = members[k]
            pairs += rows[e + 1] - rows[e]
            for p in range(rows[e], rows[e + 1]):
                sums[class_t[columns[p]]] += counts[p]
                whole += counts[p]
        for k in range(begins[group], begins[group + 1]):
            e = members[k]
            for p in range(rows[e], rows[e + 1]):
                f = columns[p]
                c = class_t[f]
                own = counts[p]
                others = sums[c] - own
                if others > 1e-6:
                    total = (class_totals[c] if direction else whole) - own + 1
                    output = e if direction else f
                    base[p] += strength * others / total * share[output]
        if pairs > len(sums) // 4:
            sums[:] = 0
        else:
            for k in range(begins[group], begins[group + 1]):
                e = members[k]
                for p in range(rows[e], rows[e + 1]):
                    sums[class_t[columns[p]]] = 0
