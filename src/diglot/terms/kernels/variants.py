"""Edit distances between many strings."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def distance(one, other):
    """Return the Levenshtein distance of two int32 arrays of characters."""
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
def near(codes, lengths, ratio):
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
            if distance(codes[a, : lengths[a]], codes[b, : lengths[b]]) <= allowed:
                found.append((a, b))
    pairs = np.empty((len(found), 2), np.int64)
    for k in range(len(found)):
        pairs[k, 0] = found[k][0]
        pairs[k, 1] = found[k][1]
    return pairs
