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


@njit(cache=True, nogil=True)
def assign(lines, columns_of, one, other, words):
    """Match the words of two terms one to one, the likest first.

    Args:
        lines, columns_of, one, other, words: see ``covers``.

    Returns:
        Product of the likeness of matched words, float64 (pairs,); number of matched words, int64
        (pairs,); the last source word and the last target word without a match, int64 (pairs, 2),
        -1 where there is none.
    """
    tokens, offsets = one
    target_tokens, target_offsets = other
    row_offsets, columns, values = words
    product = np.ones(len(lines))
    matched = np.zeros(len(lines), np.int64)
    left = np.full((len(lines), 2), -1, np.int64)
    for p in range(len(lines)):
        here = tokens[offsets[lines[p]] : offsets[lines[p] + 1]]
        there = target_tokens[target_offsets[columns_of[p]] : target_offsets[columns_of[p] + 1]]
        cells = np.empty((len(here), len(there)))
        for a in range(len(here)):
            for b in range(len(there)):
                cells[a, b] = likeness(row_offsets, columns, values, here[a], there[b])
        free = np.ones(len(here), np.bool_)
        free_there = np.ones(len(there), np.bool_)
        while True:
            best, x, y = 0.0, -1, -1
            for a in range(len(here)):
                for b in range(len(there)):
                    if free[a] and free_there[b] and cells[a, b] > best:
                        best, x, y = cells[a, b], a, b
            if x < 0:
                break
            free[x], free_there[y] = False, False
            product[p] *= best
            matched[p] += 1
        for a in range(len(here)):
            if free[a]:
                left[p, 0] = here[a]
        for b in range(len(there)):
            if free_there[b]:
                left[p, 1] = there[b]
    return product, matched, left
