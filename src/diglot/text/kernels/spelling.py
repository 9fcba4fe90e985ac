"""Edit distance and longest common subsequence of words (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

LONGEST = 64
"""Letters that one machine word has bits for."""
WHOLE = 1 << 30
"""More letters than a word has."""
ZERO, ONE = np.uint64(0), np.uint64(1)


@njit(cache=True, nogil=True)
def mark_letters(word, masks):
    """Set the bits of the positions of each letter of a word of at most 64 letters.

    Args:
        word: uint8.
        masks: uint64 (256,), all zero; the caller clears it.
    """
    for k in range(len(word)):
        masks[word[k]] |= ONE << np.uint64(k)


@njit(cache=True, nogil=True)
def count_bits(bits):
    """Bits of a machine word that are set."""
    bits -= (bits >> ONE) & np.uint64(0x5555555555555555)
    bits = (bits & np.uint64(0x3333333333333333)) + (
        (bits >> np.uint64(2)) & np.uint64(0x3333333333333333)
    )
    bits = (bits + (bits >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((bits * np.uint64(0x0101010101010101)) >> np.uint64(56))


@njit(cache=True, nogil=True)
def masked_subsequence(masks, length, other):
    """Length of the longest common subsequence.

    Args:
        masks: uint64 (256,), see `mark_letters`, of the one word.
        length: letters of the one word, at most 64.
        other: uint8, letters of the other word.

    Reference:
        Hyyrö (2004), Bit-parallel LCS-length computation revisited, figure 4.
    """
    v = ~ZERO
    for letter in other:
        u = v & masks[letter]
        v = (v + u) | (v - u)
    if length < LONGEST:
        v |= ~ZERO << np.uint64(length)
    return count_bits(~v)


@njit(cache=True, nogil=True)
def masked_edits(masks, length, other):
    """Levenshtein distance; arguments as for `masked_subsequence`.

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
def edit_distance(one, other):
    """Levenshtein distance of two arrays of any characters and any length."""
    row = np.arange(len(other) + 1)
    for i in range(len(one)):
        before = row[0]
        row[0] = i + 1
        for j in range(len(other)):
            cost = before + (one[i] != other[j])
            before = row[j + 1]
            row[j + 1] = min(cost, before + 1, row[j] + 1)
    return row[len(other)]


@njit(cache=True, nogil=True)
def common_letters(one, other):
    """Length of the longest common subsequence of two arrays of any length."""
    row = np.zeros(len(other) + 1, np.int32)
    for i in range(len(one)):
        diagonal = np.int32(0)
        for j in range(len(other)):
            above = row[j + 1]
            if one[i] == other[j]:
                row[j + 1] = diagonal + 1
            elif row[j] > above:
                row[j + 1] = row[j]
            diagonal = above
    return row[len(other)]


@njit(cache=True, nogil=True)
def likeness_of_pairs(one, one_offsets, other, other_offsets, lines, columns, by_edits, longest):
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
    shares = np.zeros(len(lines))
    masks = np.zeros(256, np.uint64)
    for p in range(len(lines)):
        i, j = lines[p], columns[p]
        word = one[one_offsets[i] : one_offsets[i + 1]][:longest]
        candidate = other[other_offsets[j] : other_offsets[j + 1]][:longest]
        if len(word) == 0 or len(candidate) == 0:
            continue
        longer = max(len(word), len(candidate))
        if len(word) > LONGEST:
            if by_edits:
                shares[p] = 1.0 - edit_distance(word, candidate) / longer
            else:
                shares[p] = common_letters(word, candidate) / longer
            continue
        mark_letters(word, masks)
        if by_edits:
            shares[p] = 1.0 - masked_edits(masks, len(word), candidate) / longer
        else:
            shares[p] = masked_subsequence(masks, len(word), candidate) / longer
        for letter in word:
            masks[letter] = ZERO
    return shares
