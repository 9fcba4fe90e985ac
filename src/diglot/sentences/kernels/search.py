"""Dynamic programmes over a band of cells (compiled).

A cell (i, j) means that i source and j target sentences are done. Row i of the band holds the
cells lo[i] <= j <= hi[i]; ``first[i]`` is the flat position of cell (i, lo[i]).

Short texts stand below each other in one band, see ``Band``: each is searched by itself, but what a
call costs is paid once.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import exp, log

NEVER = -1e30
UNREACHED = cython.declare(cython.double, NEVER)
NEGLIGIBLE = cython.declare(cython.double, 40.0)  # a probability below exp(-40) is none


@cython.cfunc
@cython.inline
@cython.nogil
def enter_row(
    ways: cython.longlong[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    top: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
) -> cython.void:
    """Find once for a row where blocks that end there may begin.

    Args:
        ways: int64 (types, 3): the columns between which a block of the type may end, and what
            leads from the column of its end to the cell where it begins; written.
        lo, hi, first, type_a, type_b: see ``viterbi``.
        top: first row of its text.
        i: row.
    """
    for k in range(len(type_a)):
        row = i - type_a[k]
        if row < top:
            ways[k, 0], ways[k, 1] = 0, -1
        else:
            ways[k, 0], ways[k, 1] = lo[row] + type_b[k], hi[row] + type_b[k]
            ways[k, 2] = first[row] - lo[row] - type_b[k]


def viterbi(
    scores: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    free_end: cython.bint,
    tops=None,
):
    """Best path through scored blocks.

    Args:
        scores: float32 (cells, types), score of the block of that type that ends in the cell.
        lo, hi: int64 (rows,), band.
        first: int64 (rows + 1,), flat position of each row.
        type_a, type_b: int64 (types,).
        start: column of the cell in row 0 where the path begins.
        free_end: end in the best cell of the last row instead of its last cell.
        tops: int64 (texts + 1,), first row of each text and one past the last; one when None.

    Returns:
        (ends_i, ends_j, kinds): the blocks in order; none of a text through which no path exists.
    """
    rows = len(lo)
    first_rows: cython.const_longlong[::1] = np.array([0, rows]) if tops is None else tops
    types = len(type_a)
    cells = first[rows]
    best: cython.double[::1] = np.full(cells, UNREACHED)
    back: cython.schar[::1] = np.full(cells, -1, np.int8)
    ways: cython.longlong[:, ::1] = np.empty((types, 3), np.int64)
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    text: cython.Py_ssize_t
    with cython.nogil:
        best[start - lo[0]] = 0.0
        for text in range(1, len(first_rows) - 1):
            best[first[first_rows[text]]] = 0.0
        text = 0
        for i in range(rows):
            if i == first_rows[text + 1]:
                text += 1
            enter_row(ways, lo, hi, first, type_a, type_b, first_rows[text], i)
            for j in range(lo[i], hi[i] + 1):
                cell = first[i] + j - lo[i]
                highest: cython.double = best[cell]
                kind: cython.schar = -1
                for k in range(types):
                    if ways[k, 0] <= j <= ways[k, 1]:
                        value: cython.double = best[ways[k, 2] + j] + scores[cell, k]
                        if value > highest:
                            highest = value
                            kind = k
                best[cell] = highest
                back[cell] = kind
        i = rows - 1
        j = hi[i]
        if free_end:
            for candidate in range(lo[i], hi[i] + 1):
                if best[first[i] + candidate - lo[i]] > best[first[i] + j - lo[i]]:
                    j = candidate
    return trace(back, lo, first, type_a, type_b, start, i, j, first_rows, hi)


def trace(
    back: cython.const_schar[::1],
    lo: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    i: cython.longlong,
    j: cython.longlong,
    tops=None,
    hi: cython.const_longlong[::1] = None,
):
    """Follow back-pointers from (i, j) to (0, start), text by text; see ``viterbi``."""
    count = i + j - start + 1
    blocks = np.empty((3, count), np.int64)
    ends: cython.longlong[:, ::1] = blocks
    first_rows: cython.const_longlong[::1] = np.array([0, i + 1]) if tops is None else tops
    used: cython.Py_ssize_t = 0
    before: cython.Py_ssize_t
    text: cython.Py_ssize_t
    with cython.nogil:
        for text in range(len(first_rows) - 2, -1, -1):
            before = used
            top = first_rows[text]
            if text < len(first_rows) - 2:
                i = first_rows[text + 1] - 1
                j = hi[i]
            left = lo[top] if text > 0 else start
            while i > top or j > left:
                k = back[first[i] + j - lo[i]]
                if k < 0:
                    used = before
                    break
                ends[0, used] = i
                ends[1, used] = j
                ends[2, used] = k
                used += 1
                i -= type_a[k]
                j -= type_b[k]
    return tuple(np.ascontiguousarray(blocks[:, :used][:, ::-1]))


@cython.cfunc
@cython.inline
@cython.nogil
def weigh(
    weights: cython.double[:, ::1],
    scores: cython.const_float[:, ::1],
    alpha: cython.const_double[::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    top: cython.Py_ssize_t,
    i: cython.Py_ssize_t,
    k: cython.Py_ssize_t,
    factor: cython.double,
) -> cython.void:
    """Put the log weights of all paths that end in the cells of a row with a block of a type.

    Args:
        weights: float64 (cells of the row, types), column ``k`` is written.
        scores, lo, hi, first, factor: see ``forward_backward``.
        alpha: float64 (cells,), log weights of all paths to a cell.
        a, b: sentences of the type ``k``.
        top: first row of its text.
        i: row.
    """
    x: cython.Py_ssize_t
    row = i - a
    begin, end = hi[i] - lo[i] + 1, hi[i] - lo[i] + 1
    if row >= top:
        begin = min(max(lo[row] + b - lo[i], 0), begin)
        end = max(min(hi[row] + b - lo[i] + 1, end), begin)
        at = first[row] - lo[row] - b + lo[i]
        for x in range(begin, end):
            weights[x, k] = alpha[at + x] + factor * scores[first[i] + x, k]
    for x in range(begin):
        weights[x, k] = UNREACHED
    for x in range(end, hi[i] - lo[i] + 1):
        weights[x, k] = UNREACHED


@cython.cfunc
@cython.inline
@cython.nogil
def choose(
    weights: cython.const_double[:, ::1],
    kinds: cython.longlong[::1],
    x: cython.Py_ssize_t,
    least: cython.double,
) -> cython.Py_ssize_t:
    """Number the types whose weight in a row exceeds something; whether it does cannot be foreseen.

    Returns:
        how many of ``kinds`` are written.
    """
    count: cython.Py_ssize_t = 0
    for k in range(weights.shape[1]):
        kinds[count] = k
        count += weights[x, k] > least
    return count


def forward_backward(
    scores: cython.const_float[:, ::1],
    lo: cython.const_longlong[::1],
    hi: cython.const_longlong[::1],
    first: cython.const_longlong[::1],
    type_a: cython.const_longlong[::1],
    type_b: cython.const_longlong[::1],
    start: cython.longlong,
    factor: cython.double,
    free_end: cython.bint,
    tops=None,
):
    """Posterior probabilities of blocks and of cells.

    Args: as ``viterbi``; scores are multiplied by ``factor``.

    Returns:
        (blocks, cells, log_z): float32 (cells, types) posterior of each block, float32 (cells,)
        posterior that the path passes the cell, and the log partition function of the last text.
    """
    rows = len(lo)
    first_rows: cython.const_longlong[::1] = np.array([0, rows]) if tops is None else tops
    cells = first[rows]
    types = len(type_a)
    alpha: cython.double[::1] = np.full(cells, UNREACHED)
    through: cython.double[::1] = np.zeros(cells)
    weights: cython.double[:, ::1] = np.empty((np.max(np.subtract(hi, lo)) + 1, types))
    within: cython.const_longlong[::1] = np.flatnonzero(np.equal(type_a, 0))
    kinds: cython.longlong[::1] = np.empty(types + 1, np.int64)
    begins: cython.longlong[::1] = np.empty(types, np.int64)
    blocks: cython.float[:, ::1] = np.zeros((cells, types), np.float32)
    log_z: cython.double = 0.0
    x: cython.Py_ssize_t
    with cython.nogil:
        least: cython.double = exp(-NEGLIGIBLE)
        for text in range(len(first_rows) - 1):
            top, last = first_rows[text], first_rows[text + 1] - 1
            origin = first[top] + (start - lo[0] if text == 0 else 0)
            alpha[origin] = 0.0
            for i in range(top, last + 1):
                for c in range(len(type_a)):
                    weigh(
                        weights,
                        scores,
                        alpha,
                        lo,
                        hi,
                        first,
                        type_a[c],
                        type_b[c],
                        top,
                        i,
                        c,
                        factor,
                    )
                for x in range(hi[i] - lo[i] + 1):
                    cell: cython.Py_ssize_t = first[i] + x
                    if cell == origin:
                        continue
                    most: cython.double = UNREACHED
                    for c in range(len(within)):
                        k: cython.Py_ssize_t = within[c]
                        if x >= type_b[k]:
                            weights[x, k] = alpha[cell - type_b[k]] + factor * scores[cell, k]
                    for k in range(types):
                        most = max(most, weights[x, k])
                    if most <= UNREACHED:
                        continue
                    total: cython.double = 0.0
                    count: cython.Py_ssize_t = choose(weights, kinds, x, most - NEGLIGIBLE)
                    for c in range(count):
                        total += exp(weights[x, kinds[c]] - most)
                    alpha[cell] = most + log(total)
            end = first[last + 1]
            log_z = alpha[end - 1]
            if free_end:
                most = UNREACHED
                for cell in range(first[last], end):
                    most = max(most, alpha[cell])
                total = 0.0
                for cell in range(first[last], end):
                    total += exp(alpha[cell] - most)
                log_z = most + log(total)
                for cell in range(first[last], end):
                    through[cell] = exp(alpha[cell] - log_z)
            elif log_z > UNREACHED:
                through[end - 1] = 1.0
            # What passes a cell came by the blocks that end there, each with its share of the
            # cell's weight. A cell is complete once all cells after it have been visited.
            for i in range(last, top - 1, -1):
                for c in range(len(type_a)):
                    if i - top >= type_a[c]:
                        row = i - type_a[c]
                        begins[c] = first[row] - lo[row] + lo[i] - type_b[c]
                    weigh(
                        weights,
                        scores,
                        alpha,
                        lo,
                        hi,
                        first,
                        type_a[c],
                        type_b[c],
                        top,
                        i,
                        c,
                        factor,
                    )
                for x in range(hi[i] - lo[i], -1, -1):
                    cell = first[i] + x
                    if through[cell] < least or cell == origin:
                        continue
                    total = 0.0
                    count = choose(weights, kinds, x, alpha[cell] - NEGLIGIBLE)
                    for c in range(count):
                        k = kinds[c]
                        weights[x, k] = exp(weights[x, k] - alpha[cell])
                        total += weights[x, k]
                    total = through[cell] / total
                    for c in range(count):
                        k = kinds[c]
                        value: cython.double = total * weights[x, k]
                        through[begins[k] + x] += value
                        blocks[cell, k] = value if value > least else 0.0
    return np.asarray(blocks), np.asarray(through, np.float32), log_z


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
