"""Inverted indices of the sentences of one side (compiled)."""

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
    i: cython.Py_ssize_t
    k: cython.Py_ssize_t
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
    i: cython.Py_ssize_t
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
):
    """Running sums over sentences of a value by key, float64 (n + 1,)."""
    sums: cython.double[::1] = np.zeros(len(offsets))
    total: cython.double = 0.0
    i: cython.Py_ssize_t
    x: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                total += values[tokens[x]]
            sums[i + 1] = total
    return np.asarray(sums)
