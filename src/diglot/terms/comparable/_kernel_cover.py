"""How far the words of two terms match each other (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def likeness(offsets, columns, values, row, column):
    """Value of a cell of a sparse matrix with columns ascending in every row; else 0."""
    low, high = offsets[row], offsets[row + 1]
    while low < high:
        middle = (low + high) // 2
        if columns[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < offsets[row + 1] and columns[low] == column:
        return np.float64(values[low])
    return 0.0


@njit(cache=True, nogil=True)
def covers(lines, columns_of, one, other, words):
    """Mean over the words of either side of the best match on the other side.

    Args:
        lines: int (pairs,), numbers of source readings.
        columns_of: int (pairs,), numbers of target readings.
        one: tokens int32 and offsets int64 of the source readings.
        other: the same of the target readings.
        words: offsets, columns and values of the likeness of words.

    Returns:
        float64 (pairs, 2).
    """
    tokens, offsets = one
    target_tokens, target_offsets = other
    row_offsets, columns, values = words
    found = np.zeros((len(lines), 2))
    for p in range(len(lines)):
        here = tokens[offsets[lines[p]] : offsets[lines[p] + 1]]
        there = target_tokens[target_offsets[columns_of[p]] : target_offsets[columns_of[p] + 1]]
        best = np.zeros(len(there))
        for a in here:
            largest = 0.0
            for k in range(len(there)):
                value = likeness(row_offsets, columns, values, a, there[k])
                largest = max(largest, value)
                best[k] = max(best[k], value)
            found[p, 0] += largest
        found[p, 0] /= max(1, len(here))
        found[p, 1] = best.sum() / max(1, len(there))
    return found
