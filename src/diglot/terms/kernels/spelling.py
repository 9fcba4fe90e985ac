"""Pairs of words and terms that are spelled alike, of all that a list has (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.text.kernels.spelling import (
    LONGEST,
    ONE,
    ZERO,
    count_bits,
    edit_distance,
    mark_letters,
    masked_edits,
    masked_subsequence,
)


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
def cognate_words(
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
        word = one[one_offsets[i] : one_offsets[i + 1]][:LONGEST]
        hard = one_hard[one_hard_offsets[i] : one_hard_offsets[i + 1]][:LONGEST]
        if len(word) == 0:
            continue
        mark_letters(word, masks)
        mark_letters(hard, hard_masks)
        for j in range(first[word[0]], first[word[0] + 1]):
            candidate = other[other_offsets[j] : other_offsets[j + 1]][:LONGEST]
            longer = max(len(word), len(candidate))
            if min(len(word), len(candidate)) < least * longer:
                continue
            share = masked_subsequence(masks, len(word), candidate) / longer
            if share < least:
                continue
            if used == room:
                room *= 2
                lines, columns = _wider(lines, room), _wider(columns, room)
                likeness = _wider(likeness, room)
            hard_candidate = other_hard[other_hard_offsets[j] : other_hard_offsets[j + 1]][:LONGEST]
            longest = max(len(hard), len(hard_candidate))
            common = (
                masked_subsequence(hard_masks, len(hard), hard_candidate) / longest
                if longest
                else 1.0
            )
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


@njit(cache=True, nogil=True)
def _letters_of(word):
    """Set of letters as bits, several letters sharing one."""
    found = ZERO
    for letter in word:
        found |= ONE << np.uint64(letter & 63)
    return found


@njit(cache=True, nogil=True)
def similar_spellings(one, one_offsets, other, other_offsets, by_edits, least, room):
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
        mark_letters(word, masks)
        mine = _letters_of(word)
        for j in range(len(sets)):
            m = min(LONGEST, other_offsets[j + 1] - other_offsets[j])
            longer = max(n, m)
            # Letters that only the one has are not common, whatever the order.
            if min(n, m) < least * longer or m == 0:
                continue
            if n - count_bits(mine & ~sets[j]) < least * longer:
                continue
            if m - count_bits(sets[j] & ~mine) < least * longer:
                continue
            candidate = other[other_offsets[j] : other_offsets[j] + m]
            if by_edits:
                share = 1.0 - masked_edits(masks, n, candidate) / longer
            else:
                share = masked_subsequence(masks, n, candidate) / longer
            if share < least:
                continue
            if used == len(lines):
                room *= 2
                lines, columns = _wider(lines, room), _wider(columns, room)
                shares = _wider(shares, room)
            lines[used], columns[used], shares[used] = i, j, share
            used += 1
        for letter in word:
            masks[letter] = ZERO
    return lines[:used], columns[:used], shares[:used]


@njit(cache=True, nogil=True)
def near_strings(codes, lengths, ratio):
    """Return the pairs of strings whose distance is small for their length.

    Args:
        codes: int32 (strings, longest), characters.
        lengths: int64 (strings,).
        ratio: least 1 - distance / longer length.

    Returns:
        int64 (pairs, 2), row numbers, the smaller one first.
    """
    found = [(0, 0) for _ in range(0)]
    for a in range(len(codes)):
        for b in range(a + 1, len(codes)):
            longer = max(lengths[a], lengths[b])
            allowed = longer * (1 - ratio) + 1e-9
            if abs(lengths[a] - lengths[b]) > allowed:
                continue
            if edit_distance(codes[a, : lengths[a]], codes[b, : lengths[b]]) <= allowed:
                found.append((a, b))
    pairs = np.empty((len(found), 2), np.int64)
    for k in range(len(found)):
        pairs[k, 0] = found[k][0]
        pairs[k, 1] = found[k][1]
    return pairs
