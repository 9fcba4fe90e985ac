"""The nearest terms, and the nearest rows of sparse matrices, by inverted index (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.learning.kernels.order import greatest_first

WIDEST = 16
"""Words of a source term that count."""

WIDE = cython.declare(cython.Py_ssize_t, WIDEST)


def make_postings(
    tokens: cython.const_int[::1], offsets: cython.const_longlong[::1], words: cython.Py_ssize_t
):
    """Find the terms that hold each word.

    Args:
        tokens, offsets: see `TermList`.
        words: number of words.

    Returns:
        int64 (words + 1,), where the terms of each word begin; int32, the terms, ascending, each
        once for a word.
    """
    first: cython.longlong[::1] = np.zeros(words + 1, np.int64)
    last: cython.int[::1] = np.full(words, -1, np.int32)
    fill: cython.longlong[::1] = np.zeros(words, np.int64)
    terms: cython.int[::1] = np.empty(len(tokens), np.int32)
    i: cython.int
    x: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                word = tokens[x]
                if last[word] != i:
                    last[word] = i
                    first[word + 1] += 1
        for x in range(words):
            last[x] = -1
            fill[x] = first[x]
            first[x + 1] += first[x]
        for i in range(len(offsets) - 1):
            for x in range(offsets[i], offsets[i + 1]):
                word = tokens[x]
                if last[word] != i:
                    last[word] = i
                    terms[fill[word]] = i
                    fill[word] += 1
    return np.asarray(first), np.asarray(terms)[: first[words]]


@cython.cfunc
@cython.nogil
def _mean_best(
    rows: cython.const_float[:, ::1],
    tokens: cython.const_int[::1],
    begin: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    rarity: cython.const_double[::1],
    target_tokens: cython.const_int[::1],
    start: cython.Py_ssize_t,
    stop: cython.Py_ssize_t,
    target_rarity: cython.const_double[::1],
    both: cython.double[::1],
) -> cython.void:
    """Write the weighted share of the words of either side that the other side covers.

    Row k of ``rows`` is the likeness of source word k with every target word.
    """
    total: cython.double = 0.0
    weight: cython.double = 0.0
    for k in range(n):
        best: cython.float = 0.0
        for w in range(start, stop):
            best = max(best, rows[k, target_tokens[w]])
        total += rarity[tokens[begin + k]] * best
        weight += rarity[tokens[begin + k]]
    both[0] = total / weight
    total = weight = 0.0
    for w in range(start, stop):
        word = target_tokens[w]
        best = 0.0
        for k in range(n):
            best = max(best, rows[k, word])
        total += target_rarity[word] * best
        weight += target_rarity[word]
    both[1] = total / weight


def retrieve_terms(source, target, words, least: cython.double, best: cython.Py_ssize_t):
    """The target terms that come closest to every source term.

    Args:
        source: `TermList`.
        target: `TermList`.
        words: `WordSimilarity`.
        least: smallest mean of both coverages.
        best: candidates of a source term at most; of equal ones the first.

    Returns:
        (source int32, target int32, coverage of the source float64, of the target), ascending by
        source, then target.
    """
    tokens: cython.const_int[::1] = source.tokens
    offsets: cython.const_longlong[::1] = source.offsets
    rarity: cython.const_double[::1] = source.rarity
    target_tokens: cython.const_int[::1] = target.tokens
    target_offsets: cython.const_longlong[::1] = target.offsets
    target_rarity: cython.const_double[::1] = target.rarity
    row_offsets: cython.const_longlong[::1] = words.offsets
    columns: cython.const_int[::1] = words.columns
    values: cython.const_float[::1] = words.best
    postings: cython.const_longlong[::1]
    holders: cython.const_int[::1]
    postings, holders = make_postings(target_tokens, target_offsets, len(target_rarity))
    targets = len(target_offsets) - 1
    rows: cython.float[:, ::1] = np.zeros((WIDEST, len(target_rarity)), np.float32)
    seen: cython.int[::1] = np.full(targets, -1, np.int32)
    near: cython.int[::1] = np.empty(targets, np.int32)
    means: cython.double[::1] = np.empty(targets)
    covers: cython.double[:, ::1] = np.empty((targets, 2))
    places: cython.double[::1] = -np.arange(targets, dtype=np.float64)
    both: cython.double[::1] = np.empty(2)
    capacity: cython.Py_ssize_t = 1024
    used: cython.Py_ssize_t = 0
    one: cython.int[::1] = np.empty(capacity, np.int32)
    other: cython.int[::1] = np.empty(capacity, np.int32)
    x: cython.double[::1] = np.empty(capacity)
    y: cython.double[::1] = np.empty(capacity)
    i: cython.int
    k: cython.Py_ssize_t
    at: cython.Py_ssize_t
    p: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            begin = offsets[i]
            n = min(WIDE, offsets[i + 1] - begin)
            for k in range(n):
                word = tokens[begin + k]
                for at in range(row_offsets[word], row_offsets[word + 1]):
                    rows[k, columns[at]] = values[at]
            count: cython.Py_ssize_t = 0
            for k in range(n):
                word = tokens[begin + k]
                for at in range(row_offsets[word], row_offsets[word + 1]):
                    for p in range(postings[columns[at]], postings[columns[at] + 1]):
                        j = holders[p]
                        if seen[j] == i:
                            continue
                        seen[j] = i
                        _mean_best(
                            rows, tokens, begin, n, rarity,
                            target_tokens, target_offsets[j], target_offsets[j + 1],
                            target_rarity, both,
                        )  # fmt: skip
                        means[j] = (both[0] + both[1]) / 2
                        if means[j] >= least:
                            near[count] = j
                            covers[j, 0], covers[j, 1] = both[0], both[1]
                            count += 1
            for k in range(n):
                word = tokens[begin + k]
                for at in range(row_offsets[word], row_offsets[word + 1]):
                    rows[k, columns[at]] = 0.0
            if count > best:
                count = greatest_first(means, count, best, near)
            greatest_first(places, count, count, near)
            if used + count > capacity:
                with cython.gil:
                    capacity = used + max(used, count)
                    one, other = np.resize(one, capacity), np.resize(other, capacity)
                    x, y = np.resize(x, capacity), np.resize(y, capacity)
            for k in range(count):
                j = near[k]
                one[used], other[used] = i, j
                x[used], y[used] = covers[j, 0], covers[j, 1]
                used += 1
    found = np.asarray(one), np.asarray(other), np.asarray(x), np.asarray(y)
    return tuple(each[:used] for each in found)


def nearest_rows(one, other, width: cython.Py_ssize_t, best: cython.Py_ssize_t):
    """Find the rows of one matrix with the largest products with the rows of another.

    Args:
        one: `Sparse`.
        other: `Sparse`.
        width: columns of both.
        best: rows to find at most; of equal products the first.

    Returns:
        lines int64, rows int64, products float64, ascending by line, then row.
    """
    # What numpy.nonzero gives is not contiguous.
    offsets: cython.const_longlong[::1] = np.ascontiguousarray(one.offsets, np.int64)
    columns: cython.const_longlong[::1] = np.ascontiguousarray(one.columns, np.int64)
    values: cython.const_double[::1] = np.ascontiguousarray(one.values, np.float64)
    # The other matrix column after column.
    order = np.argsort(other.columns, kind="stable")
    by_column: cython.const_longlong[::1] = np.searchsorted(
        other.columns[order], np.arange(width + 1)
    )
    rows: cython.const_longlong[::1] = other.rows()[order]
    cells: cython.const_double[::1] = other.values[order]
    count = len(other.offsets) - 1
    sums: cython.double[::1] = np.zeros(count)
    near: cython.int[::1] = np.empty(count, np.int32)
    seen: cython.uchar[::1] = np.zeros(count, np.uint8)
    places: cython.double[::1] = -np.arange(count, dtype=np.float64)
    capacity: cython.Py_ssize_t = 1024
    used: cython.Py_ssize_t = 0
    lines: cython.longlong[::1] = np.empty(capacity, np.int64)
    found: cython.longlong[::1] = np.empty(capacity, np.int64)
    products: cython.double[::1] = np.empty(capacity)
    k: cython.Py_ssize_t
    c: cython.Py_ssize_t
    with cython.nogil:
        for i in range(len(offsets) - 1):
            n: cython.Py_ssize_t = 0
            for k in range(offsets[i], offsets[i + 1]):
                for c in range(by_column[columns[k]], by_column[columns[k] + 1]):
                    row = rows[c]
                    if not seen[row]:
                        seen[row] = 1
                        near[n] = row
                        n += 1
                    sums[row] += values[k] * cells[c]
            chosen = greatest_first(sums, n, best, near) if n > best else n
            greatest_first(places, chosen, chosen, near)
            if used + chosen > capacity:
                with cython.gil:
                    capacity = used + max(used, chosen)
                    lines, found = np.resize(lines, capacity), np.resize(found, capacity)
                    products = np.resize(products, capacity)
            for k in range(chosen):
                lines[used], found[used], products[used] = i, near[k], sums[near[k]]
                used += 1
            for k in range(n):
                sums[near[k]] = 0.0
                seen[near[k]] = 0
    return np.asarray(lines)[:used], np.asarray(found)[:used], np.asarray(products)[:used]


def row_products(one, other, lines: cython.const_longlong[::1], rows: cython.const_longlong[::1]):
    """Products of given rows of two matrices, float64 (pairs,).

    Args:
        one: `Sparse`.
        other: `Sparse`.
        lines, rows: int64 (pairs,), rows of both.
    """
    offsets: cython.const_longlong[::1] = one.offsets
    columns: cython.const_longlong[::1] = one.columns
    values: cython.const_double[::1] = one.values
    other_offsets: cython.const_longlong[::1] = other.offsets
    other_columns: cython.const_longlong[::1] = other.columns
    other_values: cython.const_double[::1] = other.values
    found: cython.double[::1] = np.zeros(len(lines))
    with cython.nogil:
        for p in range(len(lines)):
            a, stop_a = offsets[lines[p]], offsets[lines[p] + 1]
            b, stop_b = other_offsets[rows[p]], other_offsets[rows[p] + 1]
            while a < stop_a and b < stop_b:
                if columns[a] < other_columns[b]:
                    a += 1
                elif columns[a] > other_columns[b]:
                    b += 1
                else:
                    found[p] += values[a] * other_values[b]
                    a += 1
                    b += 1
    return np.asarray(found)
