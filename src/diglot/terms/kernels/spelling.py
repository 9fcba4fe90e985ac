"""Pairs of words and terms that are spelled alike, of all that a list has (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.text.kernels.edits import (
    clear_letters,
    count_bits,
    edit_distance,
    mark_letters,
    masked_edits,
    masked_subsequence,
)
from cython.cimports.libc.math import ceil

from diglot.text.kernels.edits import LONGEST

MOST = cython.declare(cython.Py_ssize_t, LONGEST)
ONE = cython.declare(cython.ulonglong, 1)


@cython.cfunc
@cython.nogil
@cython.overflowcheck(False)
def _letters_of(
    letters: cython.const_uchar[::1], start: cython.Py_ssize_t, stop: cython.Py_ssize_t
) -> cython.ulonglong:
    """Set of letters as bits, several letters sharing one."""
    found: cython.ulonglong = 0
    for k in range(start, stop):
        found |= ONE << cython.cast(cython.ulonglong, letters[k] & 63)
    return found


@cython.cfunc
def _describe(
    letters: cython.const_uchar[::1],
    offsets: cython.const_longlong[::1],
    sizes: cython.int[::1],
    sets: cython.ulonglong[::1],
) -> cython.void:
    """Write how many letters of words count, and which they are."""
    for j in range(len(sizes)):
        sizes[j] = min(MOST, offsets[j + 1] - offsets[j])
        sets[j] = _letters_of(letters, offsets[j], offsets[j] + sizes[j])


@cython.cfunc
@cython.nogil
@cython.inline
def _are_close(
    n: cython.int,
    mine: cython.ulonglong,
    m: cython.int,
    theirs: cython.ulonglong,
    needed: cython.int,
) -> cython.bint:
    """Whether so many letters may be common: those that only the one has are not."""
    return (
        n >= needed
        and m >= needed
        and n - count_bits(mine & ~theirs) >= needed
        and m - count_bits(theirs & ~mine) >= needed
    )


@cython.cfunc
@cython.nogil
def _count_bigrams(
    one: cython.const_uchar[::1],
    a: cython.Py_ssize_t,
    a_end: cython.Py_ssize_t,
    other: cython.const_uchar[::1],
    b: cython.Py_ssize_t,
    b_end: cython.Py_ssize_t,
) -> cython.longlong:
    """Count the pairs of neighbouring letters of a word that another word has, too."""
    found: cython.longlong = 0
    for k in range(a, a_end - 1):
        for m in range(b, b_end - 1):
            if one[k] == other[m] and one[k + 1] == other[m + 1]:
                found += 1
                break
    return found


def cognate_words(
    one,
    other,
    one_hard,
    other_hard,
    first: cython.const_longlong[::1],
    least: cython.double,
    weights: cython.const_double[::1],
):
    """Pairs of words of one first letter that share many letters in one order.

    Args:
        one: uint8, letters of the words; int64, where each begins. Letters beyond 64 do not count.
        other: the same of the other side, sorted by first letter.
        one_hard, other_hard: the consonants of the same.
        first: int64 (257,), number of the first word of ``other`` for every first letter.
        least: smallest share: common letters over those of the longer word.
        weights: float64 (5,), of the shares that make up the likeness: of common letters in one
            order, of letters common at the beginning, at the end, of common pairs of neighbouring
            letters, of common consonants in one order.

    Returns:
        (lines int32, columns int32, likeness float64), ascending by line, then column.
    """
    letters: cython.const_uchar[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    others: cython.const_uchar[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    hard: cython.const_uchar[::1] = one_hard[0]
    hard_offsets: cython.const_longlong[::1] = one_hard[1]
    other_hards: cython.const_uchar[::1] = other_hard[0]
    other_hard_offsets: cython.const_longlong[::1] = other_hard[1]
    masks: cython.ulonglong[::1] = np.zeros(256, np.uint64)
    hard_masks: cython.ulonglong[::1] = np.zeros(256, np.uint64)
    capacity: cython.Py_ssize_t = 1024
    used: cython.Py_ssize_t = 0
    lines: cython.int[::1] = np.empty(capacity, np.int32)
    columns: cython.int[::1] = np.empty(capacity, np.int32)
    likeness: cython.double[::1] = np.empty(capacity)
    needed: cython.int[::1] = np.empty(LONGEST + 1, np.int32)
    sizes: cython.int[::1] = np.empty(len(other_offsets) - 1, np.int32)
    sets: cython.ulonglong[::1] = np.empty(len(other_offsets) - 1, np.uint64)
    _describe(others, other_offsets, sizes, sets)
    common: cython.double
    j: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            a, c = offsets[i], hard_offsets[i]
            n, n_hard = min(MOST, offsets[i + 1] - a), min(MOST, hard_offsets[i + 1] - c)
            if n == 0:
                continue
            mine = _letters_of(letters, a, a + n)
            for m in range(MOST + 1):
                needed[m] = cython.cast(cython.int, ceil(least * max(n, m)))
            mark_letters(letters, a, a + n, masks)
            mark_letters(hard, c, c + n_hard, hard_masks)
            for j in range(first[letters[a]], first[letters[a] + 1]):
                m = sizes[j]
                if not _are_close(n, mine, m, sets[j], needed[m]):
                    continue
                b, d = other_offsets[j], other_hard_offsets[j]
                longer: cython.double = max(n, m)
                share: cython.double = masked_subsequence(masks, n, others, b, b + m) / longer
                if share < least:
                    continue
                m_hard = min(MOST, other_hard_offsets[j + 1] - d)
                common = masked_subsequence(hard_masks, n_hard, other_hards, d, d + m_hard)
                common = common / max(n_hard, m_hard) if n_hard or m_hard else 1.0
                begin: cython.Py_ssize_t = 0
                while begin < min(n, m) and letters[a + begin] == others[b + begin]:
                    begin += 1
                end: cython.Py_ssize_t = 0
                if begin == n and n == m:
                    end = n
                while (
                    end < min(n, m) - begin and letters[a + n - 1 - end] == others[b + m - 1 - end]
                ):
                    end += 1
                bigrams: cython.double = _count_bigrams(letters, a, a + n, others, b, b + m)
                bigrams += _count_bigrams(others, b, b + m, letters, a, a + n)
                if used == capacity:
                    with cython.gil:
                        capacity *= 2
                        lines, columns = np.resize(lines, capacity), np.resize(columns, capacity)
                        likeness = np.resize(likeness, capacity)
                lines[used], columns[used] = i, j
                likeness[used] = (
                    weights[0] * share
                    + weights[1] * begin / longer
                    + weights[2] * end / longer
                    + weights[3] * (bigrams / (n + m - 2) if n + m > 2 else 0.0)
                    + weights[4] * common
                )
                used += 1
            clear_letters(letters, a, a + n, masks)
            clear_letters(hard, c, c + n_hard, hard_masks)
    return np.asarray(lines)[:used], np.asarray(columns)[:used], np.asarray(likeness)[:used]


def similar_spellings(one, other, by_edits: cython.bint, least: cython.double):
    """Find the pairs of words whose likeness reaches a bound; letters beyond 64 do not count.

    Args:
        one: uint8, letters of the words; int64, where each begins.
        other: the same of the other side.
        by_edits: 1 - Levenshtein / longer instead of longest common subsequence / longer.
        least: bound.

    Returns:
        lines int64, columns int64, likeness float64, ascending by line, then column.
    """
    letters: cython.const_uchar[::1] = one[0]
    offsets: cython.const_longlong[::1] = one[1]
    others: cython.const_uchar[::1] = other[0]
    other_offsets: cython.const_longlong[::1] = other[1]
    masks: cython.ulonglong[::1] = np.zeros(256, np.uint64)
    needed: cython.int[::1] = np.empty(LONGEST + 1, np.int32)
    sizes: cython.int[::1] = np.empty(len(other_offsets) - 1, np.int32)
    sets: cython.ulonglong[::1] = np.empty(len(other_offsets) - 1, np.uint64)
    _describe(others, other_offsets, sizes, sets)
    capacity: cython.Py_ssize_t = 1024
    used: cython.Py_ssize_t = 0
    lines: cython.longlong[::1] = np.empty(capacity, np.int64)
    columns: cython.longlong[::1] = np.empty(capacity, np.int64)
    shares: cython.double[::1] = np.empty(capacity)
    with cython.nogil:
        for i in range(len(offsets) - 1):
            a = offsets[i]
            n = min(MOST, offsets[i + 1] - a)
            if n == 0:
                continue
            mark_letters(letters, a, a + n, masks)
            mine = _letters_of(letters, a, a + n)
            for m in range(MOST + 1):
                needed[m] = cython.cast(cython.int, ceil(least * max(n, m)))
            for j in range(len(sets)):
                m = sizes[j]
                if m == 0 or not _are_close(n, mine, m, sets[j], needed[m]):
                    continue
                b = other_offsets[j]
                longer: cython.double = max(n, m)
                if by_edits:
                    share: cython.double = 1.0 - masked_edits(masks, n, others, b, b + m) / longer
                else:
                    share = masked_subsequence(masks, n, others, b, b + m) / longer
                if share < least:
                    continue
                if used == capacity:
                    with cython.gil:
                        capacity *= 2
                        lines, columns = np.resize(lines, capacity), np.resize(columns, capacity)
                        shares = np.resize(shares, capacity)
                lines[used], columns[used], shares[used] = i, j, share
                used += 1
            clear_letters(letters, a, a + n, masks)
    return np.asarray(lines)[:used], np.asarray(columns)[:used], np.asarray(shares)[:used]


def near_strings(
    codes: cython.const_int[:, ::1], lengths: cython.const_longlong[::1], ratio: cython.double
):
    """Find the pairs of strings whose distance is small for their length.

    Args:
        codes: int32 (strings, longest), characters.
        lengths: int64 (strings,).
        ratio: least 1 - distance / longer length.

    Returns:
        int64 (pairs, 2), row numbers, the smaller one first.
    """
    capacity: cython.Py_ssize_t = 64
    used: cython.Py_ssize_t = 0
    pairs: cython.longlong[:, ::1] = np.empty((capacity, 2), np.int64)
    row: cython.int[::1] = np.empty(codes.shape[1] + 1, np.int32)
    with cython.nogil:
        for a in range(codes.shape[0]):
            one: cython.const_int[::1] = codes[a, : lengths[a]]
            for b in range(a + 1, codes.shape[0]):
                longer = max(lengths[a], lengths[b])
                allowed: cython.double = longer * (1 - ratio) + 1e-9
                if longer - min(lengths[a], lengths[b]) > allowed:
                    continue
                if edit_distance(one, codes[b, : lengths[b]], row) > allowed:
                    continue
                if used == capacity:
                    with cython.gil:
                        capacity *= 2
                        pairs = np.resize(pairs, (capacity, 2))
                pairs[used, 0], pairs[used, 1] = a, b
                used += 1
    return np.asarray(pairs)[:used]
