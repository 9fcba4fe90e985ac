"""Nearest neighbours from blocks of cosines (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def keep_nearest(
    cosines: cython.const_float[:, ::1],
    row: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
    row_cosines: cython.float[:, ::1],
    row_places: cython.int[:, ::1],
    column_cosines: cython.float[:, ::1],
    column_places: cython.int[:, ::1],
) -> None:
    """Take what is nearer than the nearest so far into the lists of rows and columns.

    Blocks are given in the order of their rows, and of their columns within the same rows: of equal
    cosines the first one stays.

    Args:
        cosines: float32 (rows, columns), a block.
        row, column: of its first cosine among all.
        row_cosines, row_places: float32 and int32 (all rows, k), descending; changed.
        column_cosines, column_places: the same of the columns.
    """
    last: cython.Py_ssize_t = row_cosines.shape[1] - 1
    r: cython.Py_ssize_t
    c: cython.Py_ssize_t
    k: cython.Py_ssize_t
    value: cython.float
    least: cython.float
    # The least that counts, side by side: nearly all cosines are compared with it and no more.
    lows: cython.float[::1] = np.array(column_cosines[column : column + cosines.shape[1], last])
    with cython.nogil:
        for r in range(cosines.shape[0]):
            least = row_cosines[row + r, last]
            for c in range(cosines.shape[1]):
                value = cosines[r, c]
                if value > least:
                    k = last
                    while k > 0 and row_cosines[row + r, k - 1] < value:
                        row_cosines[row + r, k] = row_cosines[row + r, k - 1]
                        row_places[row + r, k] = row_places[row + r, k - 1]
                        k -= 1
                    row_cosines[row + r, k] = value
                    row_places[row + r, k] = column + c
                    least = row_cosines[row + r, last]
                if value > lows[c]:
                    k = last
                    while k > 0 and column_cosines[column + c, k - 1] < value:
                        column_cosines[column + c, k] = column_cosines[column + c, k - 1]
                        column_places[column + c, k] = column_places[column + c, k - 1]
                        k -= 1
                    column_cosines[column + c, k] = value
                    column_places[column + c, k] = row + r
                    lows[c] = column_cosines[column + c, last]
