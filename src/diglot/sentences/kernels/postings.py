"""Finding sentences: inverted indices of one side, and nearest neighbours by cosines (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def index_tokens(
    tokens: cython.const_int[::1], offsets: cython.const_longlong[::1], keys: cython.Py_ssize_t
):
    """The sentences that hold a key.

    Args:
        tokens: int32 (tokens,), keys of ragged sentences.
        offsets: int64 (n + 1,), sentence ``i`` is ``tokens[offsets[i]:offsets[i + 1]]``.
        keys: number of keys.

    Returns:
        (first, sentence), see ``Postings``.
    """
    first: cython.longlong[::1] = np.zeros(keys + 1, np.int64)
    fill: cython.longlong[::1] = np.zeros(keys + 1, np.int64)
    sentence: cython.int[::1] = np.empty(len(tokens), np.int32)
    last_seen: cython.int[::1] = np.full(keys, -1, np.int32)
    x: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                if last_seen[tokens[x]] != i:
                    last_seen[tokens[x]] = i
                    first[tokens[x] + 1] += 1
        for k in range(keys):
            last_seen[k] = -1
            first[k + 1] += first[k]
            fill[k + 1] = first[k + 1]
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                key = tokens[x]
                if last_seen[key] != i:
                    last_seen[key] = i
                    sentence[fill[key]] = i
                    fill[key] += 1
    return np.asarray(first), np.array(sentence[: first[keys]])


def distinct_tokens(
    tokens: cython.const_int[::1], offsets: cython.const_longlong[::1], keys: cython.Py_ssize_t
):
    """Distinct keys of every sentence in order of first occurrence: (keys, offsets), ragged."""
    distinct: cython.int[::1] = np.empty(len(tokens), np.int32)
    distinct_offsets: cython.longlong[::1] = np.zeros(len(offsets), np.int64)
    last_seen: cython.int[::1] = np.full(keys, -1, np.int32)
    used: cython.Py_ssize_t = 0
    x: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                key = tokens[x]
                if last_seen[key] != i:
                    last_seen[key] = i
                    distinct[used] = key
                    used += 1
            distinct_offsets[i + 1] = used
    return np.array(distinct[:used]), np.asarray(distinct_offsets)


def sentence_sums(
    values: cython.const_double[::1],
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    begins: cython.const_longlong[::1],
):
    """Running sums over sentences of a value by key, float64 (n + 1,).

    Args:
        values: float64 (keys,).
        tokens, offsets: see ``Side``.
        begins: int64, ascending, where the sums begin anew, and what is beyond all of them.
    """
    sums: cython.double[::1] = np.zeros(len(offsets))
    total: cython.double = 0.0
    text: cython.Py_ssize_t = 0
    x: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                total += values[tokens[x]]
            if i + 1 == begins[text + 1]:
                text += 1
                total = 0.0
            sums[i + 1] = total
    return np.asarray(sums)


def running_sums(values: cython.const_double[:, ::1], begins: cython.const_longlong[::1]):
    """Running sums of rows of values, float64 (rows, n + 1), see ``sentence_sums``."""
    sums: cython.double[:, ::1] = np.zeros((values.shape[0], values.shape[1] + 1))
    total: cython.double
    text: cython.Py_ssize_t
    row: cython.Py_ssize_t
    i: cython.Py_ssize_t
    with cython.nogil:
        for row in range(values.shape[0]):
            total = 0.0
            text = 0
            for i in range(values.shape[1]):
                total += values[row, i]
                if i + 1 == begins[text + 1]:
                    text += 1
                    total = 0.0
                sums[row, i + 1] = total
    return np.asarray(sums)


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
    # The least that counts, side by side: nearly all cosines are compared with it and no more.
    lows: cython.float[::1] = np.array(column_cosines[column : column + cosines.shape[1], last])
    with cython.nogil:
        for r in range(cosines.shape[0]):
            least: cython.float = row_cosines[row + r, last]
            for c in range(cosines.shape[1]):
                value: cython.float = cosines[r, c]
                if value > least:
                    k: cython.Py_ssize_t = last
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
