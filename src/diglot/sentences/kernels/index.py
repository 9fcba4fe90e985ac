"""Inverted indices over token arrays, by counting (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def index_tokens(tokens, offsets, keys):
    """Where every key occurs.

    Args:
        tokens: int32 (tokens,), keys of ragged sentences.
        offsets: int64 (n + 1,), sentence ``i`` is ``tokens[offsets[i]:offsets[i + 1]]``.
        keys: number of keys.

    Returns:
        (first, token, sentence_of, distinct_first, distinct_sentence), see ``Postings``.
    """
    first = np.zeros(keys + 1, np.int64)
    distinct_first = np.zeros(keys + 1, np.int64)
    sentence_of = np.empty(len(tokens), np.int32)
    last_seen = np.full(keys, np.int32(-1))
    for i in range(len(offsets) - 1):
        for x in range(offsets[i], offsets[i + 1]):
            key = tokens[x]
            sentence_of[x] = i
            first[key + 1] += 1
            if last_seen[key] != i:
                last_seen[key] = i
                distinct_first[key + 1] += 1
    for key in range(keys):
        first[key + 1] += first[key]
        distinct_first[key + 1] += distinct_first[key]
    token = np.empty(len(tokens), np.int32)
    distinct_sentence = np.empty(distinct_first[keys], np.int32)
    fill = first[:-1].copy()
    distinct_fill = distinct_first[:-1].copy()
    last_seen[:] = -1
    for x in range(len(tokens)):
        key = tokens[x]
        token[fill[key]] = x
        fill[key] += 1
        if last_seen[key] != sentence_of[x]:
            last_seen[key] = sentence_of[x]
            distinct_sentence[distinct_fill[key]] = sentence_of[x]
            distinct_fill[key] += 1
    return first, token, sentence_of, distinct_first, distinct_sentence


@njit(cache=True, nogil=True)
def distinct_tokens(tokens, offsets, keys):
    """Distinct keys of every sentence in order of first occurrence: (keys, offsets), ragged."""
    n = len(offsets) - 1
    distinct = np.empty(len(tokens), np.int32)
    distinct_offsets = np.zeros(n + 1, np.int64)
    last_seen = np.full(keys, np.int32(-1))
    used = 0
    for i in range(n):
        for x in range(offsets[i], offsets[i + 1]):
            key = tokens[x]
            if last_seen[key] != i:
                last_seen[key] = i
                distinct[used] = key
                used += 1
        distinct_offsets[i + 1] = used
    return distinct[:used].copy(), distinct_offsets


@njit(cache=True, nogil=True)
def sentence_sums(values, tokens, offsets):
    """Running sums over sentences of a value by key, float64 (n + 1,)."""
    sums = np.zeros(len(offsets))
    for i in range(len(offsets) - 1):
        total = sums[i]
        for x in range(offsets[i], offsets[i + 1]):
            total += values[tokens[x]]
        sums[i + 1] = total
    return sums
