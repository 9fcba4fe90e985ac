"""Block scores of the length-based classics (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import erfc, lgamma, log, log1p, sqrt

NEVER = -1e30
ROOT_OF_TWO = cython.declare(cython.double, np.sqrt(2.0))
ROOT_OF_PI = cython.declare(cython.double, np.sqrt(np.pi))


@cython.ccall
@cython.nogil
def log_two_sided_tail(delta: cython.double) -> cython.double:
    """log(2 (1 - Phi(|delta|))) = log erfc(|delta| / sqrt 2), without underflow."""
    x: cython.double = abs(delta) / ROOT_OF_TWO
    if x < 20.0:
        return log(erfc(x))
    return -x * x - log(x * ROOT_OF_PI) + log1p(-0.5 / (x * x))


def gale_church_scores(
    row_begin: cython.Py_ssize_t,
    row_end: cython.Py_ssize_t,
    band,
    types,
    chars_s: cython.const_double[::1],
    chars_t: cython.const_double[::1],
    ratio: cython.double,
    variance: cython.double,
):
    """Minus the cost of every block that ends in rows row_begin <= i < row_end.

    Args:
        row_begin, row_end: rows of cells.
        band, types: see ``Band`` and ``Types``.
        chars_s, chars_t: float64, prefix sums of characters.
        ratio, variance: length model.

    Returns:
        float32 (cells, types); -1e30 where a block begins outside the band.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = types.source
    type_b: cython.const_longlong[::1] = types.target
    log_prior: cython.const_double[::1] = types.log_prior
    origin = first[row_begin]
    scores: cython.float[:, ::1] = np.full(
        (first[row_end] - origin, len(type_a)), NEVER, np.float32
    )
    j: cython.Py_ssize_t
    with cython.nogil:
        for i in range(row_begin, row_end):
            for j in range(lo[i], hi[i] + 1):
                for k in range(len(type_a)):
                    si = i - type_a[k]
                    tj = j - type_b[k]
                    if si < 0 or tj < lo[si] or tj > hi[si]:
                        continue
                    ls = chars_s[i] - chars_s[si]
                    lt = chars_t[j] - chars_t[tj]
                    # Half the expected plus half the found target length: with a ratio far from 1
                    # the mean of the paper, in source characters, would be far too strict.
                    mean = 0.5 * (ratio * ls + lt)
                    delta = (lt - ratio * ls) / sqrt(variance * mean + 1e-9)
                    cell = first[i] + j - lo[i] - origin
                    scores[cell, k] = log_prior[k] + log_two_sided_tail(delta)
    return np.asarray(scores)


def moore_scores(
    row_begin: cython.Py_ssize_t,
    row_end: cython.Py_ssize_t,
    band,
    types,
    counts=None,
    reach=None,
):
    """Log-likelihood ratio of blocks, by Poisson word counts and by model 1, where given.

    Args:
        row_begin, row_end: rows of cells.
        band, types: see ``Band`` and ``Types``.
        counts: prefix sums of words of both sides, the log probability of a target sentence of so
            many words, each float64, and target words for a source word; None: lengths say nothing.
        reach: evidence of words, see ``Reach``; None: words say nothing.

    Returns:
        float32 (cells, types), relative to sentences without counterparts.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = types.source
    type_b: cython.const_longlong[::1] = types.target
    log_prior: cython.const_double[::1] = types.log_prior
    counted: cython.bint = counts is not None
    nothing = np.zeros(0)
    words_s: cython.const_double[::1] = counts[0] if counted else nothing
    words_t: cython.const_double[::1] = counts[1] if counted else nothing
    log_length_t: cython.const_double[::1] = counts[2] if counted else nothing
    ratio: cython.double = counts[3] if counted else 1.0
    lexical: cython.bint = reach is not None
    row0: cython.Py_ssize_t = reach.row0 if lexical else 0
    begin: cython.const_longlong[::1] = reach.begin if lexical else lo
    pair_first: cython.const_longlong[::1] = reach.pair_first if lexical else lo
    to_target: cython.const_float[:, :, ::1] = (
        reach.to_target if lexical else np.empty((0, 0, 2), np.float32)
    )
    origin = first[row_begin]
    scores: cython.float[:, ::1] = np.full(
        (first[row_end] - origin, len(type_a)), NEVER, np.float32
    )
    j: cython.Py_ssize_t
    t: cython.Py_ssize_t
    most: cython.longlong = 0
    longest: cython.Py_ssize_t = 0
    for k in range(len(type_b)):
        most = max(most, type_b[k])
    for j in range(1, len(words_t)):
        longest = max(
            longest, cython.cast(cython.Py_ssize_t, words_t[j] - words_t[max(0, j - most)])
        )
    # Logarithms of what a row expects, by type, and of factorials: few, for many cells.
    expected: cython.double[::1] = np.empty(len(type_a))
    log_expected: cython.double[::1] = np.empty(len(type_a))
    log_factorial: cython.double[::1] = np.empty(longest + 1)
    with cython.nogil:
        for k in range(longest + 1):
            log_factorial[k] = lgamma(k + 1.0)
        for i in range(row_begin, row_end):
            for k in range(len(type_a)):
                if counted and type_a[k] <= i:
                    expected[k] = ratio * (words_s[i] - words_s[i - type_a[k]]) + 1e-3
                    log_expected[k] = log(expected[k])
            for j in range(lo[i], hi[i] + 1):
                for k in range(len(type_a)):
                    a, b = type_a[k], type_b[k]
                    si, tj = i - a, j - b
                    if si < 0 or tj < lo[si] or tj > hi[si]:
                        continue
                    value: cython.double = log_prior[k]
                    if a > 0 and b > 0:
                        if counted:
                            found = words_t[j] - words_t[tj]
                            value += (
                                found * log_expected[k]
                                - expected[k]
                                - log_factorial[cython.cast(cython.Py_ssize_t, found)]
                            )
                            for t in range(tj, j):
                                length = cython.cast(cython.Py_ssize_t, words_t[t + 1] - words_t[t])
                                value -= log_length_t[length]
                        if lexical:
                            place = pair_first[i - 1 - row0] - begin[i - 1]
                            for t in range(tj, j):
                                value += to_target[a, place + t, 0]
                    scores[first[i] + j - lo[i] - origin, k] = value
    return np.asarray(scores)
