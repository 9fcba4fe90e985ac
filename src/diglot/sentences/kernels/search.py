"""Dynamic programmes over a band of cells (compiled).

A cell (i, j) means that i source and j target sentences are done. Row i of the band holds the
cells lo[i] <= j <= hi[i]; ``first[i]`` is the flat position of cell (i, lo[i]).
"""

from __future__ import annotations

import numpy as np
from numba import njit

NEVER = -1e30


@njit(cache=True, nogil=True)
def viterbi(scores, lo, hi, first, type_a, type_b, start, free_end):
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
    cells = first[rows]
    best = np.full(cells, NEVER)
    back = np.full(cells, np.int8(-1))
    best[start - lo[0]] = 0.0
    for i in range(rows):
        for j in range(lo[i], hi[i] + 1):
            cell = first[i] + j - lo[i]
            for k in range(len(type_a)):
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


@njit(cache=True, nogil=True)
def trace(back, lo, first, type_a, type_b, start, i, j):
    """Follow back-pointers from (i, j) to (0, start); see ``viterbi``."""
    count = i + j - start + 1
    ends_i = np.empty(count, np.int64)
    ends_j = np.empty(count, np.int64)
    kinds = np.empty(count, np.int64)
    used = 0
    while i > 0 or j > start:
        k = back[first[i] + j - lo[i]]
        if k < 0:
            return ends_i[:0].copy(), ends_j[:0].copy(), kinds[:0].copy()
        ends_i[used] = i
        ends_j[used] = j
        kinds[used] = k
        used += 1
        i -= type_a[k]
        j -= type_b[k]
    return ends_i[:used][::-1].copy(), ends_j[:used][::-1].copy(), kinds[:used][::-1].copy()


@njit(cache=True, nogil=True)
def forward_backward(scores, lo, hi, first, type_a, type_b, start, inverse_temperature, free_end):
    """Posterior probabilities of blocks and of cells.

    Args: as ``viterbi``; scores are multiplied by ``inverse_temperature``.

    Returns:
        (blocks, cells, log_z): float32 (cells, types) posterior of each block, float32 (cells,)
        posterior that the path passes the cell, and the log partition function.
    """
    rows = len(lo)
    cells = first[rows]
    types = len(type_a)
    alpha = np.full(cells, NEVER)
    origin = start - lo[0]
    alpha[origin] = 0.0
    values = np.empty(types)
    for i in range(rows):
        for j in range(lo[i], hi[i] + 1):
            cell = first[i] + j - lo[i]
            top = alpha[cell]
            for k in range(types):
                values[k] = NEVER
                pi = i - type_a[k]
                pj = j - type_b[k]
                if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                    continue
                before = alpha[first[pi] + pj - lo[pi]]
                if before > NEVER:
                    values[k] = before + inverse_temperature * scores[cell, k]
                    top = max(top, values[k])
            if top <= NEVER or cell == origin:
                continue
            total = 0.0
            for k in range(types):
                if values[k] > top - 40.0:
                    total += np.exp(values[k] - top)
            alpha[cell] = top + np.log(total)
    beta = np.full(cells, NEVER)
    last = rows - 1
    if free_end:
        top = NEVER
        for cell in range(first[last], first[rows]):
            beta[cell] = 0.0
            top = max(top, alpha[cell])
        total = 0.0
        for cell in range(first[last], first[rows]):
            total += np.exp(alpha[cell] - top)
        log_z = top + np.log(total)
    else:
        beta[cells - 1] = 0.0
        log_z = alpha[cells - 1]
    blocks = np.zeros((cells, types), np.float32)
    passes = np.zeros(cells, np.float32)
    # Backward as scatter: beta[pred] is complete once all cells after it have been visited.
    for i in range(last, -1, -1):
        for j in range(hi[i], lo[i] - 1, -1):
            cell = first[i] + j - lo[i]
            after = beta[cell]
            if after <= NEVER or alpha[cell] <= NEVER:
                continue
            passes[cell] = np.exp(min(0.0, alpha[cell] + after - log_z))
            for k in range(types):
                pi = i - type_a[k]
                pj = j - type_b[k]
                if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                    continue
                before = first[pi] + pj - lo[pi]
                if alpha[before] <= NEVER:
                    continue
                value = inverse_temperature * scores[cell, k] + after
                log_posterior = alpha[before] + value - log_z
                if log_posterior > -40.0:
                    blocks[cell, k] = np.exp(min(0.0, log_posterior))
                high = max(beta[before], value)
                low = min(beta[before], value)
                if low > high - 40.0:
                    high += np.log1p(np.exp(low - high))
                beta[before] = high
    return blocks, passes, log_z


@njit(cache=True, nogil=True)
def block_posteriors(posteriors, lo, first, ends_i, ends_j, kinds):
    """Posterior of each block of a path, float64 (blocks,)."""
    out = np.empty(len(kinds))
    for b in range(len(kinds)):
        i = ends_i[b]
        out[b] = posteriors[first[i] + ends_j[b] - lo[i], kinds[b]]
    return out


@njit(cache=True, nogil=True)
def lonely(posteriors, lo, hi, first, type_a, type_b):
    """Probability of every sentence of having no counterpart, whatever block says so.

    Returns:
        (source, target): float64 (rows - 1,), and float64 (hi[-1] - lo[0],) counted from lo[0].
    """
    rows = len(lo)
    source = np.zeros(rows - 1)
    target = np.zeros(hi[rows - 1] - lo[0])
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
    return source, target
