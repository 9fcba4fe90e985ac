"""Clipped matches of word or character n-grams (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def ngram_matches(hypothesis, h_offsets, references, r_offsets, streams, order):
    """Count the n-grams of each hypothesis that its references have, none more often than they do.

    An n-gram is looked up as the number of its first n - 1 symbols and the last one, so equal
    n-grams are exactly equal. Of several references the one with most copies counts.

    Args:
        hypothesis, references: int32, symbols of all segments.
        h_offsets: int64 (segments + 1,), where each hypothesis begins.
        r_offsets: int64 (segments * streams + 1,), the same of references; those of a segment
            follow each other.
        streams: references of a segment.
        order: the longest n-grams.

    Returns:
        int64 (segments, order).
    """
    segments = len(h_offsets) - 1
    longest, widest = 0, 0
    for k in range(segments):
        longest = max(longest, h_offsets[k + 1] - h_offsets[k])
        widest = max(widest, r_offsets[(k + 1) * streams] - r_offsets[k * streams])
    room = 16
    while room < 2 * longest:
        room *= 2
    mask = np.uint64(room - 1)
    keys, numbers = np.empty(room, np.int64), np.empty(room, np.int64)
    filled = np.zeros(room, np.int64)  # in which pass the slot was filled last
    h_numbers, r_numbers = np.empty(longest, np.int64), np.empty(widest, np.int64)
    h_counts, r_counts = np.empty(longest, np.int64), np.empty(longest, np.int64)
    most = np.empty(longest, np.int64)
    out = np.zeros((segments, order), np.int64)
    passes = 0
    for k in range(segments):
        begin, length = h_offsets[k], h_offsets[k + 1] - h_offsets[k]
        r_begin = r_offsets[k * streams]
        h_numbers[:length] = 0
        r_numbers[: r_offsets[(k + 1) * streams] - r_begin] = 0
        for n in range(order):
            passes += 1
            known = 0
            for i in range(length - n):
                key = h_numbers[i] << 32 | np.int64(hypothesis[begin + i + n])
                slot = _slot(key, keys, filled, passes, mask)
                if filled[slot] != passes:
                    filled[slot], keys[slot], numbers[slot] = passes, key, known
                    h_counts[known] = most[known] = 0
                    known += 1
                h_numbers[i] = numbers[slot]
                h_counts[h_numbers[i]] += 1
            for stream in range(k * streams, (k + 1) * streams):
                r_counts[:known] = 0
                for i in range(r_offsets[stream], r_offsets[stream + 1] - n):
                    prefix = r_numbers[i - r_begin]
                    if prefix < 0:
                        continue  # the hypothesis lacks even its beginning
                    key = prefix << 32 | np.int64(references[i + n])
                    slot = _slot(key, keys, filled, passes, mask)
                    if filled[slot] == passes:
                        r_numbers[i - r_begin] = numbers[slot]
                        r_counts[numbers[slot]] += 1
                    else:
                        r_numbers[i - r_begin] = -1
                for number in range(known):
                    most[number] = max(most[number], r_counts[number])
            for number in range(known):
                out[k, n] += min(h_counts[number], most[number])
    return out


@njit(cache=True, nogil=True)
def _slot(key, keys, filled, passes, mask):
    """The slot of a key, or the free one where it would go."""
    mixed = np.uint64(key) * np.uint64(0x9E3779B97F4A7C15)
    slot = (mixed >> np.uint64(32)) & mask
    while filled[slot] == passes and keys[slot] != key:
        slot = (slot + np.uint64(1)) & mask
    return slot
