"""Sums over the sentence pairs of a block, from arrays over a band (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

HOPELESS = 60.0
"""Squared deviations of length beyond which a link of four and more sentences is not considered."""


@njit(cache=True, nogil=True)
def hopeless(expected, found, variance):
    """True when lengths rule a large block out."""
    return (found - expected) ** 2 > HOPELESS * (variance * 0.5 * (expected + found) + 1.0)


@njit(cache=True, nogil=True)
def root(value):
    return np.sqrt(value) if value >= 0.0 else -np.sqrt(-value)


@njit(cache=True, nogil=True)
def block_llr(a, b, i, j, to_target, to_source, begin, pair_first, row0):
    """Lexical log-likelihood ratio of the block of a and b sentences that ends before (i, j)."""
    if a == 0 or b == 0:
        return 0.0
    total = 0.0
    last = pair_first[i - 1 - row0] - begin[i - 1]
    for t in range(j - b, j):
        total += to_target[a, last + t, 0]
    for s in range(i - a, i):
        total += to_source[b, pair_first[s - row0] - begin[s] + j - 1, 0]
    return total


@njit(cache=True, nogil=True)
def pair_llr(s, t, row0, row1, llr, begin, end, pair_first):
    """1-1 log-likelihood ratio of sentences (s, t); 0 outside the band."""
    if s < row0 or s >= row1 or t < begin[s] or t >= end[s]:
        return 0.0
    return llr[pair_first[s - row0] + t - begin[s]]


@njit(cache=True, nogil=True)
def similarity_of(si, i, tj, j, row0, dots, begin, pair_first, gram_s, gram_t):
    """Cosine of the summed vectors of source sentences si..i-1 and target sentences tj..j-1."""
    product = 0.0
    square_s = 0.0
    square_t = 0.0
    for s in range(si, i):
        for t in range(tj, j):
            product += dots[pair_first[s - row0] + t - begin[s]]
        for u in range(s, i):
            square_s += gram_s[s, u - s] * (1.0 if u == s else 2.0)
    for t in range(tj, j):
        for u in range(t, j):
            square_t += gram_t[t, u - t] * (1.0 if u == t else 2.0)
    return product / np.sqrt(square_s * square_t + 1e-12)
