"""How well two terms match word by word (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def cell_value(offsets, columns, values, row, column):
    """Value of a cell of a sparse matrix with columns ascending in every row; else 0."""
    low, high = offsets[row], offsets[row + 1]
    while low < high:
        middle = (low + high) // 2
        if columns[middle] < column:
            low = middle + 1
        else:
            high = middle
    if low < offsets[row + 1] and columns[low] == column:
        return np.float64(values[low])
    return 0.0


@njit(cache=True, nogil=True)
def mutual_cover(lines, columns_of, one, other, words):
    """Mean over the words of either side of the best match on the other side.

    Args:
        lines: int (pairs,), numbers of source readings.
        columns_of: int (pairs,), numbers of target readings.
        one: tokens int32 and offsets int64 of the source readings.
        other: the same of the target readings.
        words: offsets, columns and values of the likeness of words.

    Returns:
        float64 (pairs, 2).
    """
    tokens, offsets = one
    target_tokens, target_offsets = other
    row_offsets, columns, values = words
    found = np.zeros((len(lines), 2))
    for p in range(len(lines)):
        here = tokens[offsets[lines[p]] : offsets[lines[p] + 1]]
        there = target_tokens[target_offsets[columns_of[p]] : target_offsets[columns_of[p] + 1]]
        best = np.zeros(len(there))
        for a in here:
            largest = 0.0
            for k in range(len(there)):
                value = cell_value(row_offsets, columns, values, a, there[k])
                largest = max(largest, value)
                best[k] = max(best[k], value)
            found[p, 0] += largest
        found[p, 0] /= max(1, len(here))
        found[p, 1] = best.sum() / max(1, len(there))
    return found


@njit(cache=True, nogil=True)
def assign_words(lines, columns_of, one, other, words):
    """Match the words of two terms one to one, the likest first.

    Args:
        lines, columns_of, one, other, words: see ``covers``.

    Returns:
        Product of the likeness of matched words, float64 (pairs,); number of matched words, int64
        (pairs,); the last source word and the last target word without a match, int64 (pairs, 2),
        -1 where there is none.
    """
    tokens, offsets = one
    target_tokens, target_offsets = other
    row_offsets, columns, values = words
    product = np.ones(len(lines))
    matched = np.zeros(len(lines), np.int64)
    left = np.full((len(lines), 2), -1, np.int64)
    for p in range(len(lines)):
        here = tokens[offsets[lines[p]] : offsets[lines[p] + 1]]
        there = target_tokens[target_offsets[columns_of[p]] : target_offsets[columns_of[p] + 1]]
        cells = np.empty((len(here), len(there)))
        for a in range(len(here)):
            for b in range(len(there)):
                cells[a, b] = cell_value(row_offsets, columns, values, here[a], there[b])
        free = np.ones(len(here), np.bool_)
        free_there = np.ones(len(there), np.bool_)
        while True:
            best, x, y = 0.0, -1, -1
            for a in range(len(here)):
                for b in range(len(there)):
                    if free[a] and free_there[b] and cells[a, b] > best:
                        best, x, y = cells[a, b], a, b
            if x < 0:
                break
            free[x], free_there[y] = False, False
            product[p] *= best
            matched[p] += 1
        for a in range(len(here)):
            if free[a]:
                left[p, 0] = here[a]
        for b in range(len(there)):
            if free_there[b]:
                left[p, 1] = there[b]
    return product, matched, left


# How well candidates match word by word (compiled).

WIDEST = 16
COLUMNS = 16


@njit(cache=True, nogil=True)
def _mean_best(values, lines, columns, source_weights, target_weights):
    """Weighted means of the best value of every line and of every column."""
    x = weight = 0.0
    for k in range(lines):
        best = 0.0
        for m in range(columns):
            best = max(best, values[k, m])
        x += source_weights[k] * best
        weight += source_weights[k]
    x /= weight
    y = weight = 0.0
    for m in range(columns):
        best = 0.0
        for k in range(lines):
            best = max(best, values[k, m])
        y += target_weights[m] * best
        weight += target_weights[m]
    return x, y / weight


@njit(cache=True, nogil=True)
def _assigned(values, lines, columns):
    """Sum of values of a greedy one-to-one assignment, the largest value first."""
    line_free = np.ones(lines, np.bool_)
    column_free = np.ones(columns, np.bool_)
    total = 0.0
    for _ in range(min(lines, columns)):
        best, one, other = 0.0, -1, -1
        for k in range(lines):
            if line_free[k]:
                for m in range(columns):
                    if column_free[m] and values[k, m] > best:
                        best, one, other = values[k, m], k, m
        if one < 0:
            break
        total += best
        line_free[one] = False
        column_free[other] = False
    return total


@njit(cache=True, nogil=True)
def match_words(
    source, target,
    tokens, offsets, target_tokens, target_offsets,
    row_offsets, columns, values, dictionary, cognate,
    source_rarity, target_rarity,
):  # fmt: skip
    """Compare the words of candidates.

    Args:
        source, target: int32 (pairs,), terms; ascending by source.
        tokens, offsets, target_tokens, target_offsets: words of the terms.
        row_offsets, columns: pairs of words that are alike, with three likenesses each:
        values, dictionary, cognate: the best one, by dictionary, by spelling.
        source_rarity, target_rarity: float64, weights of words.

    Returns:
        float64 (pairs, COLUMNS): coverage of the source and of the target by rarity, the same
        with equal weights, by dictionary only, by spelling only; likeness of (last, first),
        (first, first), (first, last) and (last, last) words; sum of a one-to-one assignment;
        rarity that is not covered on either side; least best likeness of a word on either side.
        And that sum divided by the larger number of words.
    """
    found = np.zeros((len(source), COLUMNS))
    rows = np.full((WIDEST, len(target_rarity)), np.int64(-1))
    table = np.zeros((3, WIDEST, WIDEST))
    one, other = np.ones(WIDEST), np.ones(WIDEST)
    rare, target_rare = np.ones(WIDEST), np.ones(WIDEST)
    filled = -1
    for pair in range(len(source)):
        i, j = source[pair], target[pair]
        if i != filled:
            if filled >= 0:
                _scatter(
                    rows, tokens[offsets[filled] : offsets[filled + 1]], row_offsets, columns, False
                )
            _scatter(rows, tokens[offsets[i] : offsets[i + 1]], row_offsets, columns, True)
            filled = i
        words = tokens[offsets[i] : offsets[i + 1]][:WIDEST]
        others = target_tokens[target_offsets[j] : target_offsets[j + 1]][:WIDEST]
        n, m = len(words), len(others)
        for k in range(n):
            rare[k] = source_rarity[words[k]]
            for w in range(m):
                at = rows[k, others[w]]
                table[0, k, w] = values[at] if at >= 0 else 0.0
                table[1, k, w] = dictionary[at] if at >= 0 else 0.0
                table[2, k, w] = cognate[at] if at >= 0 else 0.0
        for w in range(m):
            target_rare[w] = target_rarity[others[w]]
        row = found[pair]
        row[0], row[1] = _mean_best(table[0], n, m, rare, target_rare)
        row[2], row[3] = _mean_best(table[0], n, m, one, other)
        row[4], row[5] = _mean_best(table[1], n, m, one, other)
        row[6], row[7] = _mean_best(table[2], n, m, one, other)
        row[8], row[9] = table[0, n - 1, 0], table[0, 0, 0]
        row[10], row[11] = table[0, 0, m - 1], table[0, n - 1, m - 1]
        row[12] = _assigned(table[0], n, m) / max(n, m)
        row[13] = (1 - row[0]) * rare[:n].sum()
        row[14] = (1 - row[1]) * target_rare[:m].sum()
        least = 1.0
        for k in range(n):
            least = min(least, table[0, k, :m].max())
        for w in range(m):
            least = min(least, table[0, :n, w].max())
        row[15] = least
    return found


@njit(cache=True, nogil=True)
def _scatter(rows, words, row_offsets, columns, fill):
    """Write into every row where its pairs of words stand, or clear it."""
    for k in range(min(len(words), WIDEST)):
        for at in range(row_offsets[words[k]], row_offsets[words[k] + 1]):
            rows[k, columns[at]] = at if fill else -1
