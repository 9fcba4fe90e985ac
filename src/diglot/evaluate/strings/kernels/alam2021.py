"""TERm as the published implementation of 2021 computes it (compiled).

The implementation keeps the rows of its edit distance by prefix of the hypothesis and gives the
weights of terms to the first call only. So the row of a prefix is weighted exactly as far as the
prefix is one of the hypothesis before any shift, and unweighted from there on; nothing else of
the cache matters, and none is kept here.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, section 2.2.
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _next_row(before, row, word, reference, cost):
    """Fill the row of a prefix from the row of the prefix without its last word.

    Args:
        before, row: int64 (reference + 2,).
        word: last word of the prefix.
        reference: int64 (reference,), words.
        cost: int64 (reference + 1,), of the words of the reference.
    """
    row[0] = before[0] + 1
    for j in range(1, reference.size + 1):
        # A word is replaced or left out at the cost of the reference's word j - 1, but inserted
        # at that of word j: one too far, as published.
        best = before[j - 1]
        if word != reference[j - 1]:
            best += cost[j - 1]
        if row[j - 1] + cost[j - 1] < best:
            best = row[j - 1] + cost[j - 1]
        if before[j] + cost[j] < best:
            best = before[j] + cost[j]
        row[j] = best


@njit(cache=True, nogil=True)
def _costs_to_go(words, reference, rest):
    """Fill the unweighted distance of every suffix of the words to every one of the reference."""
    n, m = words.size, reference.size
    for j in range(m + 1):
        rest[n, j] = m - j
    for i in range(n - 1, -1, -1):
        rest[i, m] = n - i
        for j in range(m - 1, -1, -1):
            best = rest[i + 1, j + 1] + (words[i] != reference[j])
            best = min(best, rest[i + 1, j] + 1, rest[i, j + 1] + 1)
            rest[i, j] = best


@njit(cache=True, nogil=True)
def _moved(words, start, length, target, out):
    """Fill ``out`` with the words after a block was taken out and put in at ``target``."""
    n = words.size
    target = min(target, n - length)
    at = 0
    for i in range(n):
        if at == target:
            for k in range(length):
                out[at] = words[start + k]
                at += 1
        if not start <= i < start + length:
            out[at] = words[i]
            at += 1
    if at == target:
        for k in range(length):
            out[at] = words[start + k]
            at += 1


@njit(cache=True, nogil=True)
def _greater(first, second):
    """Return True if the first list of words comes after the second."""
    for i in range(first.size):
        if first[i] != second[i]:
            return first[i] > second[i]
    return False


@njit(cache=True, nogil=True)
def _common(first, second):
    """Return the number of words that two lists of one length begin with alike."""
    for i in range(first.size):
        if first[i] != second[i]:
            return i
    return first.size


@njit(cache=True, nogil=True)
def edits(hypothesis, reference, marked):
    """Return shifts plus distance of one pair, the numerator of TERm.

    Args:
        hypothesis: int64 (n,), words; their order is that of the strings, which breaks ties.
        reference: int64 (m,), words.
        marked: bool (m,), what the implementation takes for words of terms.

    Returns:
        The number of edits: weighted before the first shift, unweighted after it.
    """
    n, m = hypothesis.size, reference.size
    plain = np.ones(m + 1, np.int64)
    weighted = plain.copy()
    for j in range(m):
        if marked[j]:
            weighted[j] = 2
    first = np.empty((n + 1, m + 1), np.int64)
    first[0] = np.arange(m + 1)
    for i in range(n):
        _next_row(first[i], first[i + 1], hypothesis[i], reference, weighted)
    words = hypothesis.copy()
    rows = first.copy()
    rest = np.empty((n + 1, m + 1), np.int64)
    moved = np.empty(n, np.int64)
    best = np.empty(n, np.int64)
    two = np.empty((2, m + 1), np.int64)
    shifts = 0
    while True:
        now = rows[n, m]
        if now == 0:
            return shifts
        _costs_to_go(words, reference, rest)
        gain = 0
        for i1 in range(n):
            for i2 in range(m):
                if i1 == i2 or words[i1] != reference[i2]:
                    continue
                length = 1
                while (
                    i1 + length < n
                    and i2 + length < m
                    and words[i1 + length] == reference[i2 + length]
                ):
                    length += 1
                _moved(words, i1, length, i2, moved)
                kept = _common(moved, hypothesis)
                begin = min(i1, i2, n - length)
                end = min(n, max(i1, i2) + length)
                if kept > begin:
                    begin = kept
                    two[0] = first[begin]
                else:
                    two[0] = rows[begin]
                if kept >= end:
                    # Still weighted where the words are as before: no short cut.
                    end = n
                at = 0
                for i in range(begin, end):
                    _next_row(two[at], two[1 - at], moved[i], reference, plain)
                    at = 1 - at
                distance = two[at, m]
                if end < n:
                    distance = two[at, 0] + rest[end, 0]
                    for j in range(1, m + 1):
                        distance = min(distance, two[at, j] + rest[end, j])
                won = now - distance
                if won > gain or (won == gain and gain > 0 and _greater(moved, best)):
                    gain = won
                    best[:] = moved
        if gain <= 0:
            return shifts + now
        shifts += 1
        words[:] = best
        kept = _common(words, hypothesis)
        rows[: kept + 1] = first[: kept + 1]
        for i in range(kept, n):
            _next_row(rows[i], rows[i + 1], words[i], reference, plain)


@njit(cache=True, nogil=True)
def all_edits(hypotheses, hypothesis_offsets, references, reference_offsets, marked):
    """Return the edits of all pairs.

    Args:
        hypotheses: int64 (words,), all hypotheses one after the other.
        hypothesis_offsets: int64 (pairs + 1,), where each begins.
        references: int64 (words,), the same of the references.
        reference_offsets: int64 (pairs + 1,).
        marked: bool (words,), of the references.

    Returns:
        int64 (pairs,).
    """
    pairs = hypothesis_offsets.size - 1
    found = np.empty(pairs, np.int64)
    for i in range(pairs):
        low, high = reference_offsets[i], reference_offsets[i + 1]
        found[i] = edits(
            hypotheses[hypothesis_offsets[i] : hypothesis_offsets[i + 1]],
            references[low:high],
            marked[low:high],
        )
    return found
