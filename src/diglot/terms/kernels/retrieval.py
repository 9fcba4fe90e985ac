"""Candidates by inverted index and their likeness word by word (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

WIDEST = 16


@njit(cache=True, nogil=True)
def make_postings(tokens, offsets, words):
    """Terms that hold each word: (offsets int64 (words + 1,), terms int32), each term once."""
    first = np.zeros(words + 1, np.int64)
    last = np.full(words, -1)
    for i in range(len(offsets) - 1):
        for x in range(offsets[i], offsets[i + 1]):
            if last[tokens[x]] != i:
                last[tokens[x]] = i
                first[tokens[x] + 1] += 1
    for word in range(words):
        first[word + 1] += first[word]
    terms = np.empty(first[words], np.int32)
    fill = first[:-1].copy()
    last[:] = -1
    for i in range(len(offsets) - 1):
        for x in range(offsets[i], offsets[i + 1]):
            word = tokens[x]
            if last[word] != i:
                last[word] = i
                terms[fill[word]] = i
                fill[word] += 1
    return first, terms


@njit(cache=True, nogil=True)
def coverage(rows, words, target_words, source_rarity, target_rarity):
    """Weighted share of the words of both sides that the other side covers.

    Args:
        rows: float32 (source words, target vocabulary), likeness of every word of the term.
        words: int32, word numbers of the source term, one a row.
        target_words: int32, word numbers of the target term.
        source_rarity: float64, weight of every source word.
        target_rarity: float64.

    Returns:
        (source side, target side).
    """
    x = weight = 0.0
    for k in range(len(words)):
        best = np.float32(0)
        for word in target_words:
            best = max(best, rows[k, word])
        x += source_rarity[words[k]] * best
        weight += source_rarity[words[k]]
    x /= weight
    y = weight = 0.0
    for word in target_words:
        best = np.float32(0)
        for k in range(len(words)):
            best = max(best, rows[k, word])
        y += target_rarity[word] * best
        weight += target_rarity[word]
    return x, y / weight


@njit(cache=True, nogil=True)
def retrieve_terms(
    tokens, offsets, target_tokens, target_offsets,
    posting_offsets, posting_terms,
    row_offsets, columns, values,
    source_rarity, target_rarity, least, best,
):  # fmt: skip
    """The target terms that come closest to every source term.

    Args:
        tokens, offsets: words of the source terms.
        target_tokens, target_offsets: of the target terms.
        posting_offsets, posting_terms: see ``postings``, of the target.
        row_offsets, columns, values: likeness of words, row after row of source words.
        source_rarity, target_rarity: float64, weights of words.
        least: smallest mean of both coverages.
        best: candidates of a source term at most.

    Returns:
        (source int32, target int32, coverage of the source float64, of the target), ascending by
        source, then target.
    """
    terms, target_terms = len(offsets) - 1, len(target_offsets) - 1
    room = 1024
    one, other = np.empty(room, np.int32), np.empty(room, np.int32)
    xs, ys = np.empty(room), np.empty(room)
    used = 0
    rows = np.zeros((WIDEST, len(target_rarity)), np.float32)
    seen = np.full(target_terms, -1)
    touched = np.empty(target_terms, np.int32)
    means = np.empty(target_terms)
    x_here, y_here = np.empty(target_terms), np.empty(target_terms)
    for i in range(terms):
        words = tokens[offsets[i] : offsets[i + 1]][:WIDEST]
        count = 0
        for k in range(len(words)):
            for at in range(row_offsets[words[k]], row_offsets[words[k] + 1]):
                rows[k, columns[at]] = values[at]
        for k in range(len(words)):
            for at in range(row_offsets[words[k]], row_offsets[words[k] + 1]):
                word = columns[at]
                for p in range(posting_offsets[word], posting_offsets[word + 1]):
                    j = posting_terms[p]
                    if seen[j] == i:
                        continue
                    seen[j] = i
                    x, y = coverage(
                        rows[: len(words)], words,
                        target_tokens[target_offsets[j] : target_offsets[j + 1]],
                        source_rarity, target_rarity,
                    )  # fmt: skip
                    if (x + y) / 2 >= least:
                        touched[count] = j
                        means[count] = (x + y) / 2
                        x_here[count], y_here[count] = x, y
                        count += 1
        for k in range(len(words)):
            for at in range(row_offsets[words[k]], row_offsets[words[k] + 1]):
                rows[k, columns[at]] = 0
        # Ties fall to the target that comes first in the list, which is sorted.
        order = np.argsort(touched[:count])
        if count > best:
            ranked = np.argsort(-means[:count][order], kind="mergesort")[:best]
            order = order[np.sort(ranked)]
        if used + len(order) > room:
            room = max(2 * room, used + len(order))
            one, other = _wider(one, room), _wider(other, room)
            xs, ys = _wider(xs, room), _wider(ys, room)
        for at in order:
            one[used], other[used] = i, touched[at]
            xs[used], ys[used] = x_here[at], y_here[at]
            used += 1
    return one[:used], other[:used], xs[:used], ys[:used]


@njit(cache=True, nogil=True)
def _wider(values, room):
    wide = np.empty(room, values.dtype)
    wide[: len(values)] = values
    return wide
