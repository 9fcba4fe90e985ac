"""How well candidates match word by word (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

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
def match(
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
