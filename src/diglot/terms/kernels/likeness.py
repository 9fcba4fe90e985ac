"""Likeness of many spellings at once, by bits (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

LONGEST = 64
ZERO, ONE = np.uint64(0), np.uint64(1)


@njit(cache=True, nogil=True)
def subsequence(masks, length, other):
    """Longest common subsequence.

    Args:
        masks: uint64 (256,), for every letter the bits of its positions in the one word.
        length: letters of the one word, at most 64.
        other: uint8, letters of the other word.

    Reference:
        Hyyrö (2004), Bit-parallel LCS-length computation revisited, figure 4.
    """
    v = ~ZERO
    for letter in other:
        u = v & masks[letter]
        v = (v + u) | (v - u)
    common = 0
    for k in range(length):
        common += (v >> np.uint64(k)) & ONE == ZERO
    return common


@njit(cache=True, nogil=True)
def edits(masks, length, other):
    """Levenshtein distance; arguments as for ``subsequence``.

    Reference:
        Myers (1999), A fast bit-vector algorithm; in the form of Hyyrö (2003).
    """
    if length == 0:
        return len(other)
    plus, minus = ~ZERO, ZERO
    last = ONE << np.uint64(length - 1)
    distance = length
    for letter in other:
        equal = masks[letter]
        vertical = equal | minus
        horizontal = (((equal & plus) + plus) ^ plus) | equal
        up = minus | ~(horizontal | plus)
        down = plus & horizontal
        distance += (up & last) != ZERO
        distance -= (down & last) != ZERO
        up = (up << ONE) | ONE
        down = down << ONE
        plus = down | ~(vertical | up)
        minus = up & vertical
    return distance


@njit(cache=True, nogil=True)
def _letters_of(word):
    """Set of letters as bits, several letters sharing one."""
    found = ZERO
    for letter in word:
        found |= ONE << np.uint64(letter & 63)
    return found


@njit(cache=True, nogil=True)
def _count(bits):
    bits -= (bits >> ONE) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def alike(one, one_offsets, other, other_offsets, by_edits, least, room):
    """Find the pairs of words whose likeness reaches a bound; letters beyond 64 do not count.

    Args:
        one: uint8, letters of all words; ``one_offsets`` int64 says where each begins.
        other: the same of the other side, with ``other_offsets``.
        by_edits: 1 - Levenshtein / longer instead of longest common subsequence / longer.
        least: bound.
        room: pairs there is room for at first.

    Returns:
        lines int64, columns int64, likeness float64, ascending by line, then column.
    """
    lines, columns = np.empty(room, np.int64), np.empty(room, np.int64)
    shares = np.empty(room, np.float64)
    used = 0
    masks = np.zeros(256, np.uint64)
    sets = np.empty(len(other_offsets) - 1, np.uint64)
    for j in range(len(sets)):
        sets[j] = _letters_of(other[other_offsets[j] : other_offsets[j + 1]][:LONGEST])
    for i in range(len(one_offsets) - 1):
        word = one[one_offsets[i] : one_offsets[i + 1]][:LONGEST]
        n = len(word)
        if n == 0:
            continue
        for k in range(n):
            masks[word[k]] |= ONE << np.uint64(k)
        mine = _letters_of(word)
        for j in range(len(sets)):
            m = min(LONGEST, other_offsets[j + 1] - other_offsets[j])
            longer = max(n, m)
            # Letters that only the one has are not common, whatever the order.
            if min(n, m) < least * longer or m == 0:
                continue
            if n - _count(mine & ~sets[j]) < least * longer:
                continue
            if m - _count(sets[j] & ~mine) < least * longer:
                continue
            candidate = other[other_offsets[j] : other_offsets[j] + m]
            if by_edits:
                share = 1.0 - edits(masks, n, candidate) / longer
            else:
                share = subsequence(masks, n, candidate) / longer
            if share < least:
                continue
            if used == len(lines):
                lines, columns = _wider(lines), _wider(columns)
                shares = _wider(shares)
            lines[used], columns[used], shares[used] = i, j, share
            used += 1
        for letter in word:
            masks[letter] = ZERO
    return lines[:used], columns[:used], shares[:used]


@njit(cache=True, nogil=True)
def alike_of_pairs(one, one_offsets, other, other_offsets, lines, columns, by_edits):
    """Likeness of given pairs; arguments as for ``alike``.

    Returns:
        float64 (pairs,); 0 where a word is empty.
    """
    shares = np.zeros(len(lines))
    masks = np.zeros(256, np.uint64)
    for p in range(len(lines)):
        i, j = lines[p], columns[p]
        word = one[one_offsets[i] : one_offsets[i + 1]][:LONGEST]
        candidate = other[other_offsets[j] : other_offsets[j + 1]][:LONGEST]
        if len(word) == 0 or len(candidate) == 0:
            continue
        for k in range(len(word)):
            masks[word[k]] |= ONE << np.uint64(k)
        longer = max(len(word), len(candidate))
        if by_edits:
            shares[p] = 1.0 - edits(masks, len(word), candidate) / longer
        else:
            shares[p] = subsequence(masks, len(word), candidate) / longer
        for letter in word:
            masks[letter] = ZERO
    return shares


@njit(cache=True, nogil=True)
def _wider(values):
    wide = np.empty(2 * len(values) + 1, values.dtype)
    wide[: len(values)] = values
    return wide
