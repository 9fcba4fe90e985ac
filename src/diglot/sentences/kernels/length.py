"""Block scores of the length-based classics (compiled)."""

from __future__ import annotations

from math import erfc, lgamma

import numpy as np
from numba import njit

NEVER = -1e30


@njit(cache=True, nogil=True)
def log_two_sided_tail(delta):
    """log(2 (1 - Phi(|delta|))) = log erfc(|delta| / sqrt 2), without underflow."""
    x = abs(delta) / np.sqrt(2.0)
    if x < 20.0:
        return np.log(erfc(x))
    return -x * x - np.log(x * np.sqrt(np.pi)) + np.log1p(-0.5 / (x * x))


@njit(cache=True, nogil=True)
def gale_church_scores(
    row_begin, row_end, lo, hi, first, type_a, type_b, log_prior, chars_s, chars_t, ratio, variance
):
    """Minus the cost of every block that ends in rows row_begin <= i < row_end.

    ``chars_*`` are prefix sums of characters. Returns float32 (cells, types).
    """
    origin = first[row_begin]
    scores = np.full((first[row_end] - origin, len(type_a)), np.float32(NEVER))
    for i in range(row_begin, row_end):
        for j in range(lo[i], hi[i] + 1):
            for k in range(len(type_a)):
                si = i - type_a[k]
                tj = j - type_b[k]
                if si < 0 or tj < lo[si] or tj > hi[si]:
                    continue
                ls = chars_s[i] - chars_s[si]
                lt = chars_t[j] - chars_t[tj]
                # Half the expected plus half the found target length: with a ratio far from 1 the
                # mean of the paper, in source characters, would be far too strict.
                mean = 0.5 * (ratio * ls + lt)
                delta = (lt - ratio * ls) / np.sqrt(variance * mean + 1e-9)
                scores[first[i] + j - lo[i] - origin, k] = log_prior[k] + log_two_sided_tail(delta)
    return scores


@njit(cache=True, nogil=True)
def moore_scores(
    row_begin,
    row_end,
    lo,
    hi,
    first,
    type_a,
    type_b,
    log_prior,
    words_s,
    words_t,
    log_length_t,
    ratio,
    row0,
    begin,
    pair_first,
    to_target,
):
    """Log-likelihood ratio of blocks by Poisson word counts and, if given, by model 1.

    Args:
        words_s, words_t: prefix sums of words.
        log_length_t: float64, log probability of a target sentence of that many words.
        to_target: float32 (runs, pairs, 2), see ``pair_evidence``; no pairs in the first pass.

    Returns:
        float32 (cells, types), relative to sentences without counterparts.
    """
    origin = first[row_begin]
    scores = np.full((first[row_end] - origin, len(type_a)), np.float32(NEVER))
    for i in range(row_begin, row_end):
        for j in range(lo[i], hi[i] + 1):
            for k in range(len(type_a)):
                a = type_a[k]
                b = type_b[k]
                si = i - a
                tj = j - b
                if si < 0 or tj < lo[si] or tj > hi[si]:
                    continue
                value = log_prior[k]
                if a > 0 and b > 0:
                    expected = ratio * (words_s[i] - words_s[si]) + 1e-3
                    found = words_t[j] - words_t[tj]
                    value += found * np.log(expected) - expected - lgamma(found + 1.0)
                    for t in range(tj, j):
                        value -= log_length_t[int(words_t[t + 1] - words_t[t])]
                    if to_target.shape[1] > 0:
                        last = pair_first[i - 1 - row0] - begin[i - 1]
                        for t in range(tj, j):
                            value += to_target[a, last + t, 0]
                scores[first[i] + j - lo[i] - origin, k] = value
    return scores
