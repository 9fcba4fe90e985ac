"""Words around the occurrences of terms, and the nearest rows of sparse matrices (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count_occurrences(tokens, offsets, first, terms, term_tokens, term_offsets, counts):
    """Count how often each term stands in the texts.

    Args:
        tokens: int32, word numbers of the texts.
        offsets: int64 (sentences + 1,).
        first: int64 (words + 1,), where the terms begin in ``terms`` that begin with a word.
        terms: int64, numbers of terms by first word.
        term_tokens, term_offsets: word numbers of the terms, int32, and where each begins, int64.
        counts: int64 (terms,), written.
    """
    for s in range(len(offsets) - 1):
        for at in range(offsets[s], offsets[s + 1]):
            for k in range(first[tokens[at]], first[tokens[at] + 1]):
                term = terms[k]
                counts[term] += _stands(
                    tokens,
                    at,
                    offsets[s + 1],
                    term_tokens,
                    term_offsets[term],
                    term_offsets[term + 1],
                )


@njit(cache=True, nogil=True)
def _stands(tokens, at, end, term_tokens, begin, stop):
    if at + stop - begin > end:
        return False
    for k in range(begin, stop):
        if tokens[at + k - begin] != term_tokens[k]:
            return False
    return True


@njit(cache=True, nogil=True)
def find_neighbours(
    sentence, tokens, offsets, content, first, terms, term_tokens, term_offsets, window, keys
):
    """Write term and neighbour of all occurrences, as one number, from a sentence on.

    Args:
        sentence: number of the first sentence to look at.
        tokens, offsets: the texts.
        content: uint8 (words,), 1 for content words: only they are neighbours, and counted.
        first, terms, term_tokens, term_offsets: see ``occurrences``.
        window: content words on each side, within the sentence.
        keys: int64, written: term * words + neighbour.

    Returns:
        The sentence where the room ended, and the number of keys written.
    """
    filled = 0
    words = len(content)
    while sentence < len(offsets) - 1:
        begin, end = offsets[sentence], offsets[sentence + 1]
        before = filled
        for at in range(begin, end):
            for k in range(first[tokens[at]], first[tokens[at] + 1]):
                term = terms[k]
                start, stop = term_offsets[term], term_offsets[term + 1]
                if not _stands(tokens, at, end, term_tokens, start, stop):
                    continue
                if filled + 2 * window > len(keys):
                    return sentence, before
                seen = 0
                left = at - 1
                while left >= begin and seen < window:
                    if content[tokens[left]]:
                        keys[filled] = term * words + tokens[left]
                        filled += 1
                        seen += 1
                    left -= 1
                seen = 0
                right = at + stop - start
                while right < end and seen < window:
                    if content[tokens[right]]:
                        keys[filled] = term * words + tokens[right]
                        filled += 1
                        seen += 1
                    right += 1
        sentence += 1
    return sentence, filled


@njit(cache=True, nogil=True)
def nearest_rows(offsets, columns, values, by_column, rows, cells, count, best):
    """Find the rows of one sparse matrix with the largest products with the rows of another.

    Args:
        offsets, columns, values: the one matrix, row after row.
        by_column: int64 (columns + 1,), where the cells of each column begin in the other.
        rows, cells: row and value of these cells, row ascending in a column.
        count: rows of the other matrix.
        best: rows to find at most; of equal products the first.

    Returns:
        lines int64, rows int64, products float64, ascending by line, then row.
    """
    room = 1024
    lines, found = np.empty(room, np.int64), np.empty(room, np.int64)
    products = np.empty(room)
    used = 0
    sums = np.zeros(count)
    touched = np.empty(count, np.int64)
    seen = np.zeros(count, np.uint8)
    for i in range(len(offsets) - 1):
        n = 0
        for k in range(offsets[i], offsets[i + 1]):
            for c in range(by_column[columns[k]], by_column[columns[k] + 1]):
                row = rows[c]
                if not seen[row]:
                    seen[row] = 1
                    touched[n] = row
                    n += 1
                sums[row] += values[k] * cells[c]
        here = np.sort(touched[:n])
        order = np.argsort(-sums[here], kind="mergesort")[:best]
        chosen = np.sort(here[order])
        if used + len(chosen) > room:
            room = max(2 * room, used + len(chosen))
            lines, found, products = (
                _wider(lines, room),
                _wider(found, room),
                _wider(products, room),
            )
        for row in chosen:
            lines[used], found[used], products[used] = i, row, sums[row]
            used += 1
        for row in here:
            sums[row] = 0.0
            seen[row] = 0
    return lines[:used], found[:used], products[:used]


@njit(cache=True, nogil=True)
def _wider(values, room):
    wide = np.empty(room, values.dtype)
    wide[: len(values)] = values
    return wide


@njit(cache=True, nogil=True)
def row_products(offsets, columns, values, other_offsets, other_columns, other_values, lines, rows):
    """Products of given rows of two sparse matrices, float64 (pairs,)."""
    found = np.zeros(len(lines))
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
    return found
