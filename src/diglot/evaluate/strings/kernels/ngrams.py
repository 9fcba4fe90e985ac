"""Clipped matches of word or character n-grams (compiled)."""

from __future__ import annotations

import cython
import numpy as np

ONE = cython.declare(cython.ulonglong, 1)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


def ngram_matches(
    hypothesis: cython.const_int[::1],
    h_offsets: cython.const_longlong[::1],
    references: cython.const_int[::1],
    r_offsets: cython.const_longlong[::1],
    streams: cython.Py_ssize_t,
    order: cython.Py_ssize_t,
):
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
    longest: cython.longlong = np.diff(h_offsets).max(initial=0)
    widest: cython.longlong = np.diff(r_offsets[::streams]).max(initial=0)
    capacity: cython.ulonglong = 16
    while capacity < 2 * longest:
        capacity *= 2
    mask = capacity - 1
    # Key, number, and in which pass the slot was filled.
    slots: cython.longlong[:, ::1] = np.zeros((capacity, 3), np.int64)
    h_numbers: cython.longlong[::1] = np.empty(longest, np.int64)
    r_numbers: cython.longlong[::1] = np.empty(widest, np.int64)
    h_counts: cython.longlong[::1] = np.empty(longest, np.int64)
    r_counts: cython.longlong[::1] = np.empty(longest, np.int64)
    most: cython.longlong[::1] = np.empty(longest, np.int64)
    out: cython.longlong[:, ::1] = np.zeros((segments, order), np.int64)
    passes: cython.longlong = 0
    i: cython.Py_ssize_t
    with cython.nogil:
        for k in range(segments):
            begin, length = h_offsets[k], h_offsets[k + 1] - h_offsets[k]
            r_begin = r_offsets[k * streams]
            h_numbers[:length] = 0
            r_numbers[: r_offsets[(k + 1) * streams] - r_begin] = 0
            for n in range(order):
                passes += 1
                known = 0
                for i in range(length - n):
                    key = h_numbers[i] << 32 | hypothesis[begin + i + n]
                    slot = find_slot(key, slots, passes, mask)
                    if slots[slot, 2] != passes:
                        slots[slot, 0] = key
                        slots[slot, 1] = known
                        slots[slot, 2] = passes
                        h_counts[known] = most[known] = 0
                        known += 1
                    h_numbers[i] = slots[slot, 1]
                    h_counts[h_numbers[i]] += 1
                for stream in range(k * streams, (k + 1) * streams):
                    r_counts[:known] = 0
                    for i in range(r_offsets[stream], r_offsets[stream + 1] - n):
                        prefix = r_numbers[i - r_begin]
                        if prefix < 0:
                            continue  # the hypothesis lacks even its beginning
                        key = prefix << 32 | references[i + n]
                        slot = find_slot(key, slots, passes, mask)
                        if slots[slot, 2] == passes:
                            r_numbers[i - r_begin] = slots[slot, 1]
                            r_counts[slots[slot, 1]] += 1
                        else:
                            r_numbers[i - r_begin] = -1
                    for i in range(known):
                        most[i] = max(most[i], r_counts[i])
                for i in range(known):
                    out[k, n] += min(h_counts[i], most[i])
    return np.asarray(out)


@cython.cfunc
@cython.inline
@cython.nogil
@cython.overflowcheck(False)
def find_slot(
    key: cython.longlong,
    slots: cython.longlong[:, ::1],
    passes: cython.longlong,
    mask: cython.ulonglong,
) -> cython.ulonglong:
    """The slot of a key, or the free one where it would go."""
    slot = ((cython.cast(cython.ulonglong, key) * GOLDEN) >> 32) & mask
    while slots[slot, 2] == passes and slots[slot, 0] != key:
        slot = (slot + ONE) & mask
    return slot
