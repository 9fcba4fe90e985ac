"""TERm as the published implementation of 2021 computes it (compiled).

The implementation keeps the rows of its edit distance by prefix of the hypothesis and gives the
weights of terms to the first call only. So the row of a prefix is weighted exactly as far as the
prefix is one of the hypothesis before any shift, and unweighted from there on; nothing else of
the cache matters, and none is kept here.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, section 2.2.
"""

from __future__ import annotations

import cython
import numpy as np


def all_edits(
    hypotheses: cython.const_longlong[::1],
    hypothesis_offsets: cython.const_longlong[::1],
    references: cython.const_longlong[::1],
    reference_offsets: cython.const_longlong[::1],
    marked: cython.const_uchar[::1],
):
    """Shifts plus distance of all pairs, the numerators of TERm.

    Args:
        hypotheses: int64 (words,), all hypotheses one after the other; the order of the numbers
            is that of the strings, which breaks ties.
        hypothesis_offsets: int64 (pairs + 1,), where each begins.
        references: int64 (words,), the same of the references.
        reference_offsets: int64 (pairs + 1,).
        marked: bool (words,), what the implementation takes for words of terms.

    Returns:
        int64 (pairs,), edits: weighted before the first shift, unweighted after it.
    """
    out: cython.longlong[::1] = np.empty(len(hypothesis_offsets) - 1, np.int64)
    for i in range(len(out)):
        low, high = reference_offsets[i], reference_offsets[i + 1]
        out[i] = edits(
            hypotheses[hypothesis_offsets[i] : hypothesis_offsets[i + 1]],
            references[low:high],
            marked[low:high],
        )
    return np.asarray(out)


@cython.cfunc
def edits(
    hypothesis: cython.const_longlong[::1],
    reference: cython.const_longlong[::1],
    marked: cython.const_uchar[::1],
) -> cython.longlong:
    """The edits of one pair."""
    n: cython.longlong = len(hypothesis)
    m: cython.longlong = len(reference)
    costs = np.ones((2, m + 1), np.int64)
    costs[1, :m] += marked
    plain: cython.const_longlong[::1] = costs[0]
    weighted: cython.const_longlong[::1] = costs[1]
    # The rows of the hypothesis as it came, those of it as shifted, and two for what is tried.
    rows: cython.longlong[:, ::1] = np.empty((2 * n + 4, m + 1), np.int64)
    shifted, tried = n + 1, 2 * n + 2
    rest: cython.longlong[:, ::1] = np.empty((n + 1, m + 1), np.int64)
    words: cython.longlong[::1] = np.array(hypothesis)
    moved: cython.longlong[::1] = np.empty(n, np.int64)
    best: cython.longlong[::1] = np.empty(n, np.int64)
    shifts: cython.longlong = 0
    i: cython.longlong
    j: cython.longlong
    i1: cython.longlong
    i2: cython.longlong
    with cython.nogil:
        for j in range(m + 1):
            rows[0, j] = j
        for i in range(n):
            fill_row(rows, i, i + 1, hypothesis[i], reference, weighted)
        rows[shifted:tried] = rows[:shifted]
        while True:
            now = rows[shifted + n, m]
            if now == 0:
                return shifts
            fill_rest(words, reference, rest)
            gain: cython.longlong = 0
            for i1 in range(n):
                for i2 in range(m):
                    if i1 == i2 or words[i1] != reference[i2]:
                        continue
                    length: cython.longlong = 1
                    while (
                        i1 + length < n
                        and i2 + length < m
                        and words[i1 + length] == reference[i2 + length]
                    ):
                        length += 1
                    shift(words, i1, length, i2, moved)
                    same = count_common(moved, hypothesis)
                    begin = min(i1, i2, n - length)
                    end = min(n, max(i1, i2) + length)
                    if same >= end:
                        # Still weighted where the words are as before: no short cut.
                        end = n
                    if same > begin:
                        begin = same
                        over = begin
                    else:
                        over = shifted + begin
                    at: cython.longlong = tried
                    for i in range(begin, end):
                        fill_row(rows, over, at, moved[i], reference, plain)
                        over = at
                        at = 2 * tried + 1 - at
                    distance: cython.longlong = rows[over, m]
                    if end < n:
                        distance += rest[end, m]
                        for j in range(m):
                            distance = min(distance, rows[over, j] + rest[end, j])
                    won = now - distance
                    if won > gain or (won == gain and gain > 0 and is_greater(moved, best)):
                        gain = won
                        best[:] = moved
            if gain <= 0:
                return shifts + now
            shifts += 1
            words[:] = best
            same = count_common(words, hypothesis)
            rows[shifted : shifted + same + 1] = rows[: same + 1]
            for i in range(same, n):
                fill_row(rows, shifted + i, shifted + i + 1, words[i], reference, plain)


@cython.cfunc
@cython.inline
@cython.nogil
def fill_row(
    rows: cython.longlong[:, ::1],
    over: cython.longlong,
    at: cython.longlong,
    word: cython.longlong,
    reference: cython.const_longlong[::1],
    cost: cython.const_longlong[::1],
) -> cython.void:
    """Fill the row of a prefix from the row of the prefix without its last word.

    Args:
        rows: shape (rows, reference + 1).
        over, at: the rows.
        word: last word of the prefix.
        reference: words.
        cost: shape (reference + 1,), of the words of the reference.
    """
    best: cython.longlong = rows[over, 0] + 1
    rows[at, 0] = best
    for j in range(1, len(reference) + 1):
        # A word is replaced or left out at the cost of the reference's word j - 1, but inserted
        # at that of word j: one too far, as published.
        left = best + cost[j - 1]
        best = rows[over, j - 1]
        if word != reference[j - 1]:
            best += cost[j - 1]
        best = min(best, left, rows[over, j] + cost[j])
        rows[at, j] = best


@cython.cfunc
@cython.nogil
def fill_rest(
    words: cython.const_longlong[::1],
    reference: cython.const_longlong[::1],
    rest: cython.longlong[:, ::1],
) -> cython.void:
    """Fill the unweighted distance of every suffix of the words to every one of the reference."""
    n: cython.longlong = len(words)
    m: cython.longlong = len(reference)
    i: cython.longlong
    j: cython.longlong
    for j in range(m + 1):
        rest[n, j] = m - j
    for i in range(n - 1, -1, -1):
        rest[i, m] = n - i
        for j in range(m - 1, -1, -1):
            best: cython.longlong = rest[i + 1, j + 1] + (words[i] != reference[j])
            rest[i, j] = min(best, rest[i + 1, j] + 1, rest[i, j + 1] + 1)


@cython.cfunc
@cython.inline
@cython.nogil
def shift(
    words: cython.const_longlong[::1],
    start: cython.longlong,
    length: cython.longlong,
    target: cython.longlong,
    out: cython.longlong[::1],
) -> cython.void:
    """Fill ``out`` with the words after a block was taken out and put in at ``target``."""
    n: cython.longlong = len(words)
    target = min(target, n - length)
    i: cython.longlong
    at: cython.longlong = 0
    for i in range(n):
        if not start <= i < start + length:
            out[at if at < target else at + length] = words[i]
            at += 1
    for i in range(length):
        out[target + i] = words[start + i]


@cython.cfunc
@cython.inline
@cython.nogil
def count_common(
    first: cython.const_longlong[::1], second: cython.const_longlong[::1]
) -> cython.longlong:
    """The number of words that two lists of one length begin with alike."""
    for i in range(len(first)):
        if first[i] != second[i]:
            return i
    return len(first)


@cython.cfunc
@cython.inline
@cython.nogil
def is_greater(
    first: cython.const_longlong[::1], second: cython.const_longlong[::1]
) -> cython.bint:
    """Whether the first list of words comes after the second."""
    at = count_common(first, second)
    return at < len(first) and first[at] > second[at]
