"""How well two terms match word by word (compiled)."""

from __future__ import annotations

import cython
import numpy as np

WIDEST = 16
"""Words of a term that `match_words` compares."""
COLUMNS = 16
"""Figures that it gives of a pair."""

WIDE = cython.declare(cython.Py_ssize_t, WIDEST)


def find_cell(offsets, columns, row, column):
    """Find a cell of a sparse matrix.

    Args:
        offsets: int64 (rows + 1,), where the rows begin.
        columns: int32 (cells,), ascending in every row.
        row, column: the cell.

    Returns:
        Its place in ``columns``; -1 if it has none.
    """
    low, high = offsets[row], offsets[row + 1]
    while low < high:
        middle = (low + high) >> 1
        if columns[middle] < column:
            low = middle + 1
        else:
            high = middle
    return low if low < offsets[row + 1] and columns[low] == column else -1


def mutual_cover(
    lines: cython.const_int[::1], others: cython.const_int[::1], source, target, words
):
    """Mean over the words of either side of the best match on the other side.

    Args:
        lines: int32 (pairs,), numbers of source terms.
        others: int32 (pairs,), numbers of target terms.
        source: `TermList`.
        target: `TermList`.
        words: `WordSimilarity`.

    Returns:
        float64 (pairs, 2).
    """
    tokens: cython.const_int[::1] = source.tokens
    offsets: cython.const_longlong[::1] = source.offsets
    target_tokens: cython.const_int[::1] = target.tokens
    target_offsets: cython.const_longlong[::1] = target.offsets
    rows: cython.const_longlong[::1] = words.offsets
    columns: cython.const_int[::1] = words.columns
    values: cython.const_float[::1] = words.best
    found: cython.double[:, ::1] = np.zeros((len(lines), 2))
    best: cython.float[::1] = np.empty(np.diff(target.offsets).max(initial=0), np.float32)
    p: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            start, stop = target_offsets[others[p]], target_offsets[others[p] + 1]
            best[: stop - start] = 0.0
            for a in range(offsets[lines[p]], offsets[lines[p] + 1]):
                largest: cython.float = 0.0
                for b in range(start, stop):
                    at = find_cell(rows, columns, tokens[a], target_tokens[b])
                    if at >= 0:
                        largest = max(largest, values[at])
                        best[b - start] = max(best[b - start], values[at])
                found[p, 0] += largest
            for b in range(stop - start):
                found[p, 1] += best[b]
            found[p, 0] /= max(1, offsets[lines[p] + 1] - offsets[lines[p]])
            found[p, 1] /= max(1, stop - start)
    return np.asarray(found)


@cython.cfunc
@cython.nogil
def _take(
    values: cython.const_float[:, ::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    free: cython.uchar[::1],
    free_there: cython.uchar[::1],
) -> cython.float:
    """Match the likest of the words that are free; return their likeness, 0 if none are alike."""
    best: cython.float = 0.0
    one: cython.Py_ssize_t = -1
    other: cython.Py_ssize_t = -1
    for a in range(n):
        if free[a]:
            for b in range(m):
                if free_there[b] and values[a, b] > best:
                    best, one, other = values[a, b], a, b
    if one >= 0:
        free[one] = 0
        free_there[other] = 0
    return best


def assign_words(
    lines: cython.const_int[::1], others: cython.const_int[::1], source, target, words
):
    """Match the words of two terms one to one, the likest first.

    Args:
        lines, others, source, target, words: see `mutual_cover`.

    Returns:
        Product of the likeness of matched words, float64 (pairs,); number of matched words, int64
        (pairs,); the last source word and the last target word without a match, int64 (pairs, 2),
        -1 where there is none.
    """
    tokens: cython.const_int[::1] = source.tokens
    offsets: cython.const_longlong[::1] = source.offsets
    target_tokens: cython.const_int[::1] = target.tokens
    target_offsets: cython.const_longlong[::1] = target.offsets
    rows: cython.const_longlong[::1] = words.offsets
    columns: cython.const_int[::1] = words.columns
    values: cython.const_float[::1] = words.best
    product: cython.double[::1] = np.ones(len(lines))
    matched: cython.longlong[::1] = np.zeros(len(lines), np.int64)
    left: cython.longlong[:, ::1] = np.full((len(lines), 2), -1, np.int64)
    widest = [np.diff(each.offsets).max(initial=0) for each in (source, target)]
    cells: cython.float[:, ::1] = np.empty(widest, np.float32)
    free: cython.uchar[::1] = np.empty(widest[0], np.uint8)
    free_there: cython.uchar[::1] = np.empty(widest[1], np.uint8)
    p: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            begin, start = offsets[lines[p]], target_offsets[others[p]]
            n, m = offsets[lines[p] + 1] - begin, target_offsets[others[p] + 1] - start
            for a in range(n):
                for b in range(m):
                    at = find_cell(rows, columns, tokens[begin + a], target_tokens[start + b])
                    cells[a, b] = values[at] if at >= 0 else 0.0
            free[:n] = 1
            free_there[:m] = 1
            best = _take(cells, n, m, free, free_there)
            while best > 0.0:
                product[p] *= best
                matched[p] += 1
                best = _take(cells, n, m, free, free_there)
            for a in range(n):
                if free[a]:
                    left[p, 0] = tokens[begin + a]
            for b in range(m):
                if free_there[b]:
                    left[p, 1] = target_tokens[start + b]
    return np.asarray(product), np.asarray(matched), np.asarray(left)


@cython.cfunc
@cython.nogil
def _mean_best(
    values: cython.const_float[:, ::1],
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    weights: cython.const_double[::1],
    target_weights: cython.const_double[::1],
    out: cython.double[:, ::1],
    pair: cython.Py_ssize_t,
    column: cython.Py_ssize_t,
) -> cython.void:
    """Write the weighted means of the best value of every line and of every column."""
    total: cython.double = 0.0
    weight: cython.double = 0.0
    best: cython.float
    for a in range(n):
        best = 0.0
        for b in range(m):
            best = max(best, values[a, b])
        total += weights[a] * best
        weight += weights[a]
    out[pair, column] = total / weight
    total = weight = 0.0
    for b in range(m):
        best = 0.0
        for a in range(n):
            best = max(best, values[a, b])
        total += target_weights[b] * best
        weight += target_weights[b]
    out[pair, column + 1] = total / weight


def match_words(lines: cython.const_int[::1], others: cython.const_int[::1], source, target, words):
    """Compare the words of terms, of each the first `WIDEST`.

    Args:
        lines: int32 (pairs,), numbers of source terms; ascending.
        others, source, target, words: see `mutual_cover`; no term is empty.

    Returns:
        float64 (pairs, COLUMNS): coverage of the source and of the target by rarity, the same
        with equal weights, by dictionary only, by spelling only; likeness of (last, first),
        (first, first), (first, last) and (last, last) words; sum of a one-to-one assignment
        divided by the larger number of words; rarity that is not covered on either side; least
        best likeness of a word on either side.
    """
    tokens: cython.const_int[::1] = source.tokens
    offsets: cython.const_longlong[::1] = source.offsets
    rarity: cython.const_double[::1] = source.rarity
    target_tokens: cython.const_int[::1] = target.tokens
    target_offsets: cython.const_longlong[::1] = target.offsets
    target_rarity: cython.const_double[::1] = target.rarity
    rows: cython.const_longlong[::1] = words.offsets
    columns: cython.const_int[::1] = words.columns
    values: cython.const_float[::1] = words.best
    dictionary: cython.const_float[::1] = words.dictionary
    cognate: cython.const_float[::1] = words.cognate
    found: cython.double[:, ::1] = np.zeros((len(lines), COLUMNS))
    # Where the cells of the words of one source term are, by word and target word.
    cells: cython.longlong[:, ::1] = np.full((WIDEST, len(target.rarity)), -1, np.int64)
    best: cython.float[:, ::1] = np.empty((WIDEST, WIDEST), np.float32)
    listed: cython.float[:, ::1] = np.empty((WIDEST, WIDEST), np.float32)
    alike: cython.float[:, ::1] = np.empty((WIDEST, WIDEST), np.float32)
    even: cython.double[::1] = np.ones(WIDEST)
    rare: cython.double[::1] = np.empty(WIDEST)
    target_rare: cython.double[::1] = np.empty(WIDEST)
    free: cython.uchar[::1] = np.empty(WIDEST, np.uint8)
    free_there: cython.uchar[::1] = np.empty(WIDEST, np.uint8)
    filled: cython.Py_ssize_t = -1
    total: cython.double
    least: cython.float
    largest: cython.float
    p: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    with cython.nogil:
        for p in range(len(lines)):
            i, j = lines[p], others[p]
            if i != filled:
                if filled >= 0:
                    _scatter(cells, tokens, offsets, filled, rows, columns, False)
                _scatter(cells, tokens, offsets, i, rows, columns, True)
                filled = i
            begin, start = offsets[i], target_offsets[j]
            n = min(WIDE, offsets[i + 1] - begin)
            m = min(WIDE, target_offsets[j + 1] - start)
            for a in range(n):
                rare[a] = rarity[tokens[begin + a]]
                for b in range(m):
                    at = cells[a, target_tokens[start + b]]
                    best[a, b] = values[at] if at >= 0 else 0.0
                    listed[a, b] = dictionary[at] if at >= 0 else 0.0
                    alike[a, b] = cognate[at] if at >= 0 else 0.0
            for b in range(m):
                target_rare[b] = target_rarity[target_tokens[start + b]]
            _mean_best(best, n, m, rare, target_rare, found, p, 0)
            _mean_best(best, n, m, even, even, found, p, 2)
            _mean_best(listed, n, m, even, even, found, p, 4)
            _mean_best(alike, n, m, even, even, found, p, 6)
            found[p, 8], found[p, 9] = best[n - 1, 0], best[0, 0]
            found[p, 10], found[p, 11] = best[0, m - 1], best[n - 1, m - 1]
            free[:n] = 1
            free_there[:m] = 1
            largest = _take(best, n, m, free, free_there)
            while largest > 0.0:
                found[p, 12] += largest
                largest = _take(best, n, m, free, free_there)
            found[p, 12] /= max(n, m)
            total = 0.0
            for a in range(n):
                total += rare[a]
            found[p, 13] = (1 - found[p, 0]) * total
            total = 0.0
            for b in range(m):
                total += target_rare[b]
            found[p, 14] = (1 - found[p, 1]) * total
            least = 1.0
            for a in range(n):
                largest = 0.0
                for b in range(m):
                    largest = max(largest, best[a, b])
                least = min(least, largest)
            for b in range(m):
                largest = 0.0
                for a in range(n):
                    largest = max(largest, best[a, b])
                least = min(least, largest)
            found[p, 15] = least
    return np.asarray(found)


@cython.cfunc
@cython.nogil
def _scatter(
    cells: cython.longlong[:, ::1],
    tokens: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    term: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    fill: cython.bint,
) -> cython.void:
    """Write for every word of a term where its cells are, or clear that."""
    begin = offsets[term]
    for a in range(min(WIDE, offsets[term + 1] - begin)):
        word = tokens[begin + a]
        for at in range(rows[word], rows[word + 1]):
            cells[a, columns[at]] = at if fill else -1
