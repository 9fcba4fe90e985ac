"""Dynamic programmes over a band of cells (compiled).

A cell (i, j) means that i source and j target sentences are done. Row i of the band holds the
cells lo[i] <= j <= hi[i]; ``first[i]`` is the flat position of cell (i, lo[i]).
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import exp, log, log1p

NEVER = -1e30
UNREACHED = cython.declare(cython.double, NEVER)


def viterbi(
    scores: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    free_end: cython.bint,
):
    """Best path through scored blocks.

    Args:
        scores: float32 (cells, types), score of the block of that type that ends in the cell.
        lo, hi: int64 (rows,), band.
        first: int64 (rows + 1,), flat position of each row.
        type_a, type_b: int64 (types,).
        start: column of the cell in row 0 where the path begins.
        free_end: end in the best cell of the last row instead of its last cell.

    Returns:
        (ends_i, ends_j, kinds): the blocks in order, or empty arrays when no path exists.
    """
    rows = len(lo)
    types = len(type_a)
    cells = first[rows]
    best: cython.double[::1] = np.full(cells, UNREACHED)
    back: cython.schar[::1] = np.full(cells, -1, np.int8)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        best[start - lo[0]] = 0.0
        for i in range(rows):
            for j in range(lo[i], hi[i] + 1):
                cell = first[i] + j - lo[i]
                for k in range(types):
                    pi = i - type_a[k]
                    pj = j - type_b[k]
                    if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                        continue
                    value = best[first[pi] + pj - lo[pi]] + scores[cell, k]
                    if value > best[cell]:
                        best[cell] = value
                        back[cell] = k
        i = rows - 1
        j = hi[i]
        if free_end:
            for candidate in range(lo[i], hi[i] + 1):
                if best[first[i] + candidate - lo[i]] > best[first[i] + j - lo[i]]:
                    j = candidate
    return trace(back, lo, first, type_a, type_b, start, i, j)


def trace(
    back: cython.const_schar[::1],
    lo: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    i: cython.longlong,
    j: cython.longlong,
):
    """Follow back-pointers from (i, j) to (0, start); see ``viterbi``."""
    count = i + j - start + 1
    blocks = np.empty((3, count), np.int64)
    ends: cython.longlong[:, ::1] = blocks
    used: cython.Py_ssize_t = 0
    with cython.nogil:
        while i > 0 or j > start:
            k = back[first[i] + j - lo[i]]
            if k < 0:
                used = 0
                break
            ends[0, used] = i
            ends[1, used] = j
            ends[2, used] = k
            used += 1
            i -= type_a[k]
            j -= type_b[k]
    return tuple(np.ascontiguousarray(blocks[:, :used][:, ::-1]))


def forward_backward(
    scores: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    inverse_temperature: cython.double,
    free_end: cython.bint,
):
    """Posterior probabilities of blocks and of cells.

    Args: as ``viterbi``; scores are multiplied by ``inverse_temperature``.

    Returns:
        (blocks, cells, log_z): float32 (cells, types) posterior of each block, float32 (cells,)
        posterior that the path passes the cell, and the log partition function.
    """
    rows = len(lo)
    cells = first[rows]
    types = len(type_a)
    alpha: cython.double[::1] = np.full(cells, UNREACHED)
    beta: cython.double[::1] = np.full(cells, UNREACHED)
    values: cython.double[::1] = np.empty(types)
    blocks: cython.float[:, ::1] = np.zeros((cells, types), np.float32)
    passes: cython.float[::1] = np.zeros(cells, np.float32)
    log_z: cython.double
    high: cython.double
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        origin = start - lo[0]
        alpha[origin] = 0.0
        for i in range(rows):
            for j in range(lo[i], hi[i] + 1):
                cell = first[i] + j - lo[i]
                top = alpha[cell]
                for k in range(types):
                    values[k] = UNREACHED
                    pi = i - type_a[k]
                    pj = j - type_b[k]
                    if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                        continue
                    before = alpha[first[pi] + pj - lo[pi]]
                    if before > UNREACHED:
                        values[k] = before + inverse_temperature * scores[cell, k]
                        top = max(top, values[k])
                if top <= UNREACHED or cell == origin:
                    continue
                total = 0.0
                for k in range(types):
                    if values[k] > top - 40.0:
                        total += exp(values[k] - top)
                alpha[cell] = top + log(total)
        last = rows - 1
        if free_end:
            top = UNREACHED
            for cell in range(first[last], first[rows]):
                beta[cell] = 0.0
                top = max(top, alpha[cell])
            total = 0.0
            for cell in range(first[last], first[rows]):
                total += exp(alpha[cell] - top)
            log_z = top + log(total)
        else:
            beta[cells - 1] = 0.0
            log_z = alpha[cells - 1]
        # Backward as scatter: beta[pred] is complete once all cells after it have been visited.
        for i in range(last, -1, -1):
            for j in range(hi[i], lo[i] - 1, -1):
                cell = first[i] + j - lo[i]
                after = beta[cell]
                if after <= UNREACHED or alpha[cell] <= UNREACHED:
                    continue
                passes[cell] = exp(min(0.0, alpha[cell] + after - log_z))
                for k in range(types):
                    pi = i - type_a[k]
                    pj = j - type_b[k]
                    if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                        continue
                    place = first[pi] + pj - lo[pi]
                    if alpha[place] <= UNREACHED:
                        continue
                    value = inverse_temperature * scores[cell, k] + after
                    log_posterior = alpha[place] + value - log_z
                    if log_posterior > -40.0:
                        blocks[cell, k] = exp(min(0.0, log_posterior))
                    high = max(beta[place], value)
                    low = min(beta[place], value)
                    if low > high - 40.0:
                        high += log1p(exp(low - high))
                    beta[place] = high
    return np.asarray(blocks), np.asarray(passes), log_z


def block_posteriors(
    posteriors: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    ends_i: cython.const_longlong[::1],
    ends_j: cython.const_longlong[::1],
    kinds: cython.const_longlong[::1],
):
    """Posterior of each block of a path, float64 (blocks,)."""
    out: cython.double[::1] = np.empty(len(kinds))
    for b in range(len(kinds)):
        i = ends_i[b]
        out[b] = posteriors[first[i] + ends_j[b] - lo[i], kinds[b]]
    return np.asarray(out)


def lonely(
    posteriors: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
):
    """Probability of every sentence of having no counterpart, whatever block says so.

    Returns:
        (source, target): float64 (rows - 1,), and float64 (hi[-1] - lo[0],) counted from lo[0].
    """
    rows = len(lo)
    source: cython.double[::1] = np.zeros(rows - 1)
    target: cython.double[::1] = np.zeros(hi[rows - 1] - lo[0])
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(type_a)):
            if type_a[k] > 0 and type_b[k] > 0:
                continue
            for i in range(rows):
                for j in range(lo[i], hi[i] + 1):
                    value = posteriors[first[i] + j - lo[i], k]
                    if value > 0.0:
                        for s in range(i - type_a[k], i):
                            source[s] += value
                        for t in range(j - type_b[k], j):
                            target[t - lo[0]] += value
    return np.asarray(source), np.asarray(target)
