"""Looking word pairs up in a model (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def find_pairs(rows, columns, source, target):
    """Place of every word pair in the rows of a model, -1 for unknown ones, shape (pairs,), int64.

    Args:
        rows, columns: of the model, target words ascending within a row.
        source, target: shape (pairs,), word numbers of the model, negative for unknown words.
    """
    result = np.full(len(source), -1, np.int64)
    for p in range(len(source)):
        e, f = source[p], target[p]
        if e < 0 or f < 0 or e >= len(rows) - 1:
            continue
        low, high = rows[e], rows[e + 1]
        while low < high:
            middle = (low + high) // 2
            if columns[middle] < f:
                low = middle + 1
            else:
                high = middle
        if low < rows[e + 1] and columns[low] == f:
            result[p] = low
    return result
