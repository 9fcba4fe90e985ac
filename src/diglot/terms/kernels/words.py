"""Likeness of two spellings (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def common_letters(one, other):
    """Length of the longest common subsequence of two byte arrays."""
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
def common_letters_of_pairs(one, one_offsets, other, other_offsets, lines, columns):
    """Longest common subsequence of many pairs of strings.

    Args:
        one: uint8, letters of all strings; ``one_offsets`` int64 says where each begins.
        other: the same of the other side, with ``other_offsets``.
        lines: int32 (pairs,), string of the one side.
        columns: int32 (pairs,).

    Returns:
        int32 (pairs,).
    """
    found = np.zeros(len(lines), np.int32)
    for k in range(len(lines)):
        i, j = lines[k], columns[k]
        found[k] = common_letters(
            one[one_offsets[i] : one_offsets[i + 1]], other[other_offsets[j] : other_offsets[j + 1]]
        )
    return found


@njit(cache=True, nogil=True)
def _bits(word, masks):
    """Set for every letter the bits of its positions; the letters are cleared by the caller."""
    for k in range(len(word)):
        masks[word[k]] |= np.uint64(1) << np.uint64(k)


@njit(cache=True, nogil=True)
def _common(masks, length, other):
    """Longest common subsequence by bits, for at most 64 letters.

    Reference: Hyyrö, Bit-parallel LCS-length computation revisited, AWOCA 2004, figure 4.
    """
    v = ~np.uint64(0)
    for k in range(len(other)):
        u = v & masks[other[k]]
        v = (v + u) | (v - u)
    count = 0
    for k in range(length):
        if not (v >> np.uint64(k)) & np.uint64(1):
            count += 1
    return count


@njit(cache=True, nogil=True)
def _shared_bigrams(one, other):
    """Share of the pairs of neighbouring letters that the other word has, too, of both words."""
    pairs = max(0, len(one) - 1) + max(0, len(other) - 1)
    if pairs == 0:
        return 0.0
    found = 0
    for k in range(len(one) - 1):
        for m in range(len(other) - 1):
            if one[k] == other[m] and one[k + 1] == other[m + 1]:
                found += 1
                break
    for m in range(len(other) - 1):
        for k in range(len(one) - 1):
            if one[k] == other[m] and one[k + 1] == other[m + 1]:
                found += 1
                break
    return found / pairs


@njit(cache=True, nogil=True)
def _ends(one, other):
    """Letters that two words share at the beginning, and at the end of what is left, if any."""
    shorter = min(len(one), len(other))
    begin = 0
    while begin < shorter and one[begin] == other[begin]:
        begin += 1
    if begin == len(one) == len(other):
        return begin, begin
    end = 0
    while end < shorter - begin and one[len(one) - 1 - end] == other[len(other) - 1 - end]:
        end += 1
    return begin, end


@njit(cache=True, nogil=True)
def cognates(
    one, one_offsets, other, other_offsets,
    one_hard, one_hard_offsets, other_hard, other_hard_offsets,
    first, least, weights,
):  # fmt: skip
    """Pairs of words of one first letter that share many letters in one order.

    Args:
        one, one_offsets: uint8, letters of the words; int64, where each begins.
        other, other_offsets: the same of the other side, sorted by first letter.
        one_hard, one_hard_offsets, other_hard, other_hard_offsets: the consonants of the same.
        first: int64 (257,), number of the first word of ``other`` for every first letter.
        least: smallest share: common letters over those of the longer word.
        weights: float64 (5,), of the shares that make up the likeness: of common letters in one
            order, of letters common at the beginning, at the end, of common pairs of neighbouring
            letters, of common consonants in one order.

    Returns:
        (lines int32, columns int32, likeness float64), ascending by line, then column.
    """
    room = 1024
    lines, columns = np.empty(room, np.int32), np.empty(room, np.int32)
    likeness = np.empty(room, np.float64)
    used = 0
    masks, hard_masks = np.zeros(256, np.uint64), np.zeros(256, np.uint64)
    for i in range(len(one_offsets) - 1):
        word = one[one_offsets[i] : one_offsets[i + 1]][:64]
        hard = one_hard[one_hard_offsets[i] : one_hard_offsets[i + 1]][:64]
        if len(word) == 0:
            continue
        _bits(word, masks)
        _bits(hard, hard_masks)
        for j in range(first[word[0]], first[word[0] + 1]):
            candidate = other[other_offsets[j] : other_offsets[j + 1]][:64]
            longer = max(len(word), len(candidate))
            if min(len(word), len(candidate)) < least * longer:
                continue
            share = _common(masks, len(word), candidate) / longer
            if share < least:
                continue
            if used == room:
                room *= 2
                lines, columns = _wider(lines, room), _wider(columns, room)
                likeness = _wider(likeness, room)
            hard_candidate = other_hard[other_hard_offsets[j] : other_hard_offsets[j + 1]][:64]
            longest = max(len(hard), len(hard_candidate))
            common = _common(hard_masks, len(hard), hard_candidate) / longest if longest else 1.0
            begin, end = _ends(word, candidate)
            lines[used], columns[used] = i, j
            likeness[used] = (
                weights[0] * share
                + weights[1] * begin / longer
                + weights[2] * end / longer
                + weights[3] * _shared_bigrams(word, candidate)
                + weights[4] * common
            )
            used += 1
        masks[word] = 0
        hard_masks[hard] = 0
    return lines[:used], columns[:used], likeness[:used]


@njit(cache=True, nogil=True)
def _wider(values, room):
    wide = np.empty(room, values.dtype)
    wide[: len(values)] = values
    return wide
