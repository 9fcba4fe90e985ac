"""What the forms of two words say: common letters, prefix classes and base measures (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.text.kernels.edits import (
    clear_letters,
    mark_letters,
    masked_subsequence,
)
from cython.cimports.libc.math import exp, fabs, log, sqrt

SHORTEST = cython.declare(cython.Py_ssize_t, 3)
LONGEST = cython.declare(cython.Py_ssize_t, 60)


def similarities(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    letters_s: cython.const_uchar[::1],
    offsets_s: cython.const_longlong[::1],
    letters_t: cython.const_uchar[::1],
    offsets_t: cython.const_longlong[::1],
):
    """Similarity of the skeletons of the word pairs of some source words, shape (pairs,), float32.

    Identical skeletons have 1; others the cube of 2 LCS / (both lengths), if they begin with the
    same letter, have 3 to 60 letters, the shorter at least half of the longer, and at least half
    of their letters in common.

    Args:
        first, last: half-open range of source words.
        rows, columns: distinct word pairs by source word, see ``PairIndex``.
        letters_s, offsets_s: uint8 skeletons of the source words, ragged.
        letters_t, offsets_t: the same for the target words.
    """
    begin: cython.Py_ssize_t = rows[first]
    similar: cython.float[::1] = np.zeros(rows[last] - begin, np.float32)
    masks: cython.ulonglong[::1] = np.zeros(256, np.uint64)
    with cython.nogil:
        for e in range(first, last):
            a = offsets_s[e]
            n = offsets_s[e + 1] - a
            if n == 0:
                continue
            usable: cython.bint = SHORTEST <= n <= LONGEST
            if usable:
                mark_letters(letters_s, a, a + n, masks)
            for p in range(rows[e], rows[e + 1]):
                b = offsets_t[columns[p]]
                m = offsets_t[columns[p] + 1] - b
                if m == 0 or letters_s[a] != letters_t[b]:
                    continue
                if n == m:
                    same: cython.Py_ssize_t = 1
                    while same < n and letters_s[a + same] == letters_t[b + same]:
                        same += 1
                    if same == n:
                        similar[p - begin] = 1
                        continue
                if not usable or m < SHORTEST or m > LONGEST or 2 * min(n, m) < max(n, m):
                    continue
                common: cython.double = masked_subsequence(masks, n, letters_t, b, b + m)
                ratio = 2 * common / (n + m)
                if ratio >= 0.5:
                    similar[p - begin] = ratio * ratio * ratio
            if usable:
                clear_letters(letters_s, a, a + n, masks)
    return np.asarray(similar)


def shapes(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    length_s: cython.const_double[::1],
    length_t: cython.const_double[::1],
    frequency_s: cython.const_double[::1],
    frequency_t: cython.const_double[::1],
    agreement: cython.float[::1],
):
    """How well lengths and frequencies of the words of each pair agree.

    Args:
        first, last: half-open range of source words.
        rows, columns: see ``PairIndex``.
        length_s, length_t: lengths of the words, 1 on average.
        frequency_s, frequency_t: numbers of tokens, above 0.
        agreement: shape (pairs,), float32, written.

    Returns:
        float: sum of the agreement of the frequencies, whose mean over all pairs is to be 1.
    """
    total: cython.double = 0.0
    with cython.nogil:
        for e in range(first, last):
            for p in range(rows[e], rows[e + 1]):
                f = columns[p]
                one, other = frequency_s[e], frequency_t[f]
                ratio = sqrt(min(one, other) / max(one, other))
                total += ratio
                gap = fabs(log((1 + length_s[e]) / (1 + length_t[f])))
                agreement[p] = 1.5 * exp(-0.5 * gap) * ratio
    return total


def class_pairs(
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    members: cython.const_longlong[::1],
    begins: cython.const_longlong[::1],
    class_t: cython.const_int[::1],
    classes_t: cython.Py_ssize_t,
):
    """Number the pairs of classes that occur: by source class, then as they occur.

    Args:
        rows, columns: distinct word pairs by source word.
        members, begins: source words by class, see ``Level``.
        class_t: class of every target word.
        classes_t: number of their classes.

    Returns:
        shape (pairs,), int32, number of the class pair; shape (source classes + 1,), int64, the
        first number of each source class.
    """
    numbers: cython.int[::1] = np.empty(len(columns), np.int32)
    first: cython.longlong[::1] = np.zeros(len(begins), np.int64)
    stamp: cython.longlong[::1] = np.full(classes_t, -1, np.int64)
    number: cython.int[::1] = np.empty(classes_t, np.int32)
    used: cython.int = 0
    with cython.nogil:
        for group in range(len(begins) - 1):
            for k in range(begins[group], begins[group + 1]):
                e = members[k]
                for p in range(rows[e], rows[e + 1]):
                    c = class_t[columns[p]]
                    if stamp[c] != group:
                        stamp[c] = group
                        number[c] = used
                        used += 1
                    numbers[p] = number[c]
            first[group + 1] = used
    return np.asarray(numbers), np.asarray(first)


def add_totals(
    columns: cython.const_int[::1],
    counts: cython.const_float[:],
    class_t: cython.const_int[::1],
    totals: cython.float[::1],
):
    """Add the links of all pairs to the totals of their target words' classes."""
    with cython.nogil:
        for p in range(len(columns)):
            if counts[p] > 0:
                totals[class_t[columns[p]]] += counts[p]


def back_off(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    counts: cython.const_float[:],
    base: cython.float[:],
    level,
    direction: cython.int,
    totals: cython.const_float[::1],
    strength: cython.float,
):
    """Add to the base measure of each pair what the classes of its words promise.

    That is the share of the output word's class among the links of the input word's class, times
    the output word's share of its class. The pair's own count is left out, so that no pair
    confirms itself.

    Args:
        first, last: half-open range of source classes whose words' pairs are visited.
        rows, columns: distinct word pairs by source word.
        counts: float32 (pairs,), links of each distinct word pair.
        base: float32 (pairs,); grows.
        level: see ``Level``; its counts are those to start from.
        direction: 0 if the source words are the input, 1 if the target words are.
        totals: float32 (input classes,): forward counts to start from, backward of all links, see
            `add_totals`.
        strength: pseudo-count of all outputs of an input word.
    """
    members: cython.const_longlong[::1] = level.members
    begins: cython.const_longlong[::1] = level.begins
    class_t: cython.const_int[::1] = level.classes[1]
    share: cython.const_float[::1] = level.shares[1 - direction]
    numbers: cython.const_longlong[::1] = level.numbers
    class_counts: cython.const_float[::1] = level.counts[direction]
    sums: cython.float[::1] = np.zeros(len(level.totals[1]), np.float32)
    stamp: cython.int[::1] = np.full(len(sums) if len(class_counts) else 0, -1, np.int32)
    with cython.nogil:
        for group in range(first, last):
            whole: cython.float = 0 if direction else totals[group]
            pairs: cython.longlong = 0
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
                        total: cython.double = (totals[c] if direction else whole) - own
                        output = e if direction else f
                        base[p] += strength * others / (total + 1) * share[output]
            if pairs > len(sums) // 4:
                for c in range(len(sums)):
                    sums[c] = 0
            else:
                for k in range(begins[group], begins[group + 1]):
                    e = members[k]
                    for p in range(rows[e], rows[e + 1]):
                        sums[class_t[columns[p]]] = 0
