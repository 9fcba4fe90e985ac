"""Finding equal sentence pairs (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def _hash(words, first, last, value):
    """Mix the words into a hash value (FNV-1a on whole words)."""
    for x in range(first, last):
        value = (value ^ np.uint64(words[x])) * np.uint64(0x100000001B3)
        value ^= value >> np.uint64(29)
    return value


@njit(cache=True, nogil=True)
def _same(words, offsets, one, other):
    size = offsets[one + 1] - offsets[one]
    if size != offsets[other + 1] - offsets[other]:
        return False
    x = 0
    while x < size and words[offsets[one] + x] == words[offsets[other] + x]:
        x += 1
    return x == size


@njit(cache=True, nogil=True)
def first_of(source, source_offsets, target, target_offsets):
    """First pair with the same words on both sides as each pair, shape (pairs,), int64."""
    pairs = len(source_offsets) - 1
    size = 16
    while size < 2 * pairs:
        size *= 2
    table = np.full(size, -1, np.int64)
    result = np.empty(pairs, np.int64)
    for k in range(pairs):
        value = np.uint64(0xCBF29CE484222325)
        value = _hash(source, source_offsets[k], source_offsets[k + 1], value)
        value = _hash(target, target_offsets[k], target_offsets[k + 1], ~value)
        slot = np.int64(value & np.uint64(size - 1))
        while table[slot] >= 0:
            other = table[slot]
            if _same(source, source_offsets, k, other) and _same(target, target_offsets, k, other):
                break
            slot = (slot + 1) & (size - 1)
        if table[slot] < 0:
            table[slot] = k
        result[k] = table[slot]
    return result


@njit(cache=True, nogil=True)
def taken(words, offsets, kept):
    """Ragged words of some sentences: their words and offsets."""
    new = np.zeros(len(kept) + 1, np.int64)
    for x in range(len(kept)):
        new[x + 1] = new[x] + offsets[kept[x] + 1] - offsets[kept[x]]
    result = np.empty(new[-1], words.dtype)
    for x in range(len(kept)):
        result[new[x] : new[x + 1]] = words[offsets[kept[x]] : offsets[kept[x] + 1]]
    return result, new
