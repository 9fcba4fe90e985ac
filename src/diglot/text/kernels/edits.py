"""Edit distance, longest common subsequence, and beginnings of words (compiled)."""

from __future__ import annotations

import cython
import numpy as np

LONGEST = 64
"""Letters that one machine word has bits for."""
WHOLE = 1 << 30
"""More letters than a word has."""

ONE = cython.declare(cython.ulonglong, 1)
ALL = cython.declare(cython.ulonglong, 0xFFFFFFFFFFFFFFFF)
PAIRS = cython.declare(cython.ulonglong, 0x5555555555555555)
FOURS = cython.declare(cython.ulonglong, 0x3333333333333333)
EIGHTS = cython.declare(cython.ulonglong, 0x0F0F0F0F0F0F0F0F)
SUM = cython.declare(cython.ulonglong, 0x0101010101010101)
BITS = cython.declare(cython.Py_ssize_t, LONGEST)
SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)


def mark_letters(letters, start, stop, masks):
    """Set the bits of the positions of each letter of a word of at most 64 letters.

    Args:
        letters: uint8; the word is ``letters[start:stop]``.
        start, stop: its place.
        masks: uint64 (256,), all zero; `clear_letters` makes it so again.
    """
    for k in range(start, stop):
        masks[letters[k]] |= ONE << cython.cast(cython.ulonglong, k - start)


def clear_letters(letters, start, stop, masks):
    """Take back what `mark_letters` did."""
    for k in range(start, stop):
        masks[letters[k]] = 0


@cython.overflowcheck(False)
def count_bits(bits):
    """Bits of a machine word that are set."""
    bits -= (bits >> 1) & PAIRS
    bits = (bits & FOURS) + ((bits >> 2) & FOURS)
    return (((bits + (bits >> 4)) & EIGHTS) * SUM) >> 56


@cython.overflowcheck(False)
def masked_subsequence(masks, length, other, start, stop):
    """Length of the longest common subsequence.

    Args:
        masks: uint64 (256,), see `mark_letters`, of the one word.
        length: letters of the one word, at most 64.
        other: uint8; the other word is ``other[start:stop]``.
        start, stop: its place.

    Reference:
        Hyyrö (2004), Bit-parallel LCS-length computation revisited, figure 4.
    """
    v: cython.ulonglong = ALL
    for k in range(start, stop):
        u: cython.ulonglong = v & masks[other[k]]
        v = (v + u) | (v - u)
    if length < BITS:
        v |= ALL << cython.cast(cython.ulonglong, length)
    return count_bits(~v)


@cython.overflowcheck(False)
def masked_edits(masks, length, other, start, stop):
    """Levenshtein distance; arguments as for `masked_subsequence`.

    Reference:
        Myers (1999), A fast bit-vector algorithm; in the form of Hyyrö (2003).
    """
    if length == 0:
        return stop - start
    plus: cython.ulonglong = ALL
    minus: cython.ulonglong = 0
    last: cython.ulonglong = ONE << cython.cast(cython.ulonglong, length - 1)
    distance: cython.longlong = length
    for k in range(start, stop):
        equal: cython.ulonglong = masks[other[k]]
        vertical: cython.ulonglong = equal | minus
        horizontal: cython.ulonglong = (((equal & plus) + plus) ^ plus) | equal
        up: cython.ulonglong = minus | ~(horizontal | plus)
        down: cython.ulonglong = plus & horizontal
        distance += (up & last) != 0
        distance -= (down & last) != 0
        up = (up << 1) | ONE
        down = down << 1
        plus = down | ~(vertical | up)
        minus = up & vertical
    return distance


def edit_distance(one, other, row):
    """Levenshtein distance of two arrays of any characters and any length.

    Args:
        one, other: integers.
        row: int32, more numbers than ``other`` has; written.
    """
    for j in range(len(other) + 1):
        row[j] = j
    for i in range(len(one)):
        before: cython.int = row[0]
        last: cython.int = i + 1
        row[0] = last
        for j in range(len(other)):
            cost: cython.int = before + (one[i] != other[j])
            before = row[j + 1]
            last = min(cost, before + 1, last + 1)
            row[j + 1] = last
    return row[len(other)]


def common_letters(one, other, row):
    """Length of the longest common subsequence; arguments as for `edit_distance`."""
    row[: len(other) + 1] = 0
    for i in range(len(one)):
        diagonal: cython.int = 0
        for j in range(len(other)):
            above = row[j + 1]
            if one[i] == other[j]:
                row[j + 1] = diagonal + 1
            elif row[j] > above:
                row[j + 1] = row[j]
            diagonal = above
    return row[len(other)]


def likeness_of_pairs(
    one: cython.const_uchar[::1],
    one_offsets: cython.const_longlong[::1],
    other: cython.const_uchar[::1],
    other_offsets: cython.const_longlong[::1],
    lines,
    columns,
    by_edits: cython.bint,
    longest: cython.Py_ssize_t,
):
    """Likeness of pairs of words.

    Args:
        one: uint8, letters of all words; ``one_offsets`` int64 says where each begins.
        other: the same of the other side, with ``other_offsets``.
        lines: integers (pairs,), words of the one side.
        columns: integers (pairs,).
        by_edits: 1 - Levenshtein / longer instead of longest common subsequence / longer.
        longest: letters of a word that count.

    Returns:
        float64 (pairs,); 0 where a word is empty.
    """
    ones: cython.const_longlong[::1] = np.ascontiguousarray(lines, np.int64)
    others: cython.const_longlong[::1] = np.ascontiguousarray(columns, np.int64)
    shares: cython.double[::1] = np.zeros(len(ones))
    masks: cython.ulonglong[::1] = np.zeros(256, np.uint64)
    widest: cython.longlong = np.diff(other_offsets).max(initial=0)
    row: cython.int[::1] = np.empty(widest + 1, np.int32)
    p: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(ones)):
            a, b = one_offsets[ones[p]], other_offsets[others[p]]
            a_end = min(one_offsets[ones[p] + 1], a + longest)
            b_end = min(other_offsets[others[p] + 1], b + longest)
            if a == a_end or b == b_end:
                continue
            longer: cython.double = max(a_end - a, b_end - b)
            if a_end - a > BITS:
                if by_edits:
                    shares[p] = 1.0 - edit_distance(one[a:a_end], other[b:b_end], row) / longer
                else:
                    shares[p] = common_letters(one[a:a_end], other[b:b_end], row) / longer
                continue
            mark_letters(one, a, a_end, masks)
            if by_edits:
                shares[p] = 1.0 - masked_edits(masks, a_end - a, other, b, b_end) / longer
            else:
                shares[p] = masked_subsequence(masks, a_end - a, other, b, b_end) / longer
            clear_letters(one, a, a_end, masks)
    return np.asarray(shares)


def common_beginnings(
    source_letters: cython.const_uchar[::1],
    source_starts: cython.const_longlong[::1],
    target_letters: cython.const_uchar[::1],
    target_starts: cython.const_longlong[::1],
    source: cython.const_longlong[::1],
    target: cython.const_longlong[::1],
    longest: cython.longlong,
):
    """Count the letters that pairs of words both begin with.

    Args:
        source_letters: uint8, the letters of all source words.
        source_starts: int64 (words + 1,).
        target_letters: the same of the target words.
        target_starts: the same.
        source: int64 (pairs,), numbers of words.
        target: int64 (pairs,), numbers of words.
        longest: letters of a word that count.

    Returns:
        int32 (pairs,).
    """
    common: cython.int[::1] = np.zeros(len(source), np.int32)
    with cython.nogil:
        for pair in range(len(source)):
            x, y = source_starts[source[pair]], target_starts[target[pair]]
            shorter = min(
                source_starts[source[pair] + 1] - x, target_starts[target[pair] + 1] - y, longest
            )
            begin: cython.int = 0
            while begin < shorter and source_letters[x + begin] == target_letters[y + begin]:
                begin += 1
            common[pair] = begin
    return np.asarray(common)


@cython.overflowcheck(False)
def prefix_hashes(
    letters: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    words: cython.const_longlong[::1],
    cut: cython.longlong,
):
    """Hash words without their last letters.

    Args:
        letters: uint8, the letters of all words.
        starts: int64 (all words + 1,).
        words: int64 (words,), numbers of words that are longer than that.
        cut: letters at the end that do not count.

    Returns:
        uint64 (words,).

    Reference:
        Fowler, Noll and Vo (1991), FNV-1a.
    """
    found: cython.ulonglong[::1] = np.zeros(len(words), np.uint64)
    with cython.nogil:
        for number in range(len(words)):
            word = words[number]
            mixed: cython.ulonglong = SEED
            for place in range(starts[word], starts[word + 1] - cut):
                mixed = (mixed ^ letters[place]) * PRIME
            found[number] = mixed
    return np.asarray(found)
