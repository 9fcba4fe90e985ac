"""Sentence pairs of one shape side by side, for loops over several pairs at a time (compiled).

A batch holds `lanes` pairs with the same numbers of words. Its arrays are flat, lanes innermost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLOOR = np.float32(1e-9)
"""Added to every probability, so that a word without any likely counterpart has posteriors."""

LANES = 16
"""Most pairs in a batch."""

CELLS = 16384
"""Most cells in a batch of several pairs, so that its arrays stay in the cache."""


class Text(NamedTuple):
    """A corpus and its index, see ``Corpus`` and ``PairIndex``."""

    source: NDArray[np.int32]
    source_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offsets: NDArray[np.int64]
    rows: NDArray[np.int64]
    cells: NDArray[np.unsignedinteger]
    cell_offsets: NDArray[np.int64]
    unknown: np.unsignedinteger


class Parameters(NamedTuple):
    """What the passes read.

    Attributes:
        links: float32 (distinct pairs + 1, 2), p(target | source word), p(source | target word);
            the last row is that of all word pairs without a number.
        null_s: float32 (source words,), p(source word | NULL).
        null_t: float32 (target words,).
        jumps_t: float32 (2 * CLIP + 1,), jumps between source positions from one target word to
            the next.
        jumps_s: the same of the other direction.
    """

    links: NDArray[np.float32]
    null_s: NDArray[np.float32]
    null_t: NDArray[np.float32]
    jumps_t: NDArray[np.float32]
    jumps_s: NDArray[np.float32]


@njit(cache=True, nogil=True)
def by_shape(source_offsets, target_offsets):
    """Batches of pairs with the same numbers of words; pairs without words are in none.

    Returns:
        (order, firsts): int64 pair numbers; batch q is ``order[firsts[q]:firsts[q + 1]]``.
    """
    shapes = np.empty(len(source_offsets) - 1, np.int64)
    pairs = np.empty(len(source_offsets) - 1, np.int64)
    used = 0
    for k in range(len(source_offsets) - 1):
        n = source_offsets[k + 1] - source_offsets[k]
        m = target_offsets[k + 1] - target_offsets[k]
        if n and m:
            shapes[used] = n << 32 | m
            pairs[used] = k
            used += 1
    rank = np.argsort(shapes[:used], kind="mergesort")
    order = pairs[rank]
    shapes = shapes[rank]
    firsts = np.empty(used + 1, np.int64)
    batches = 0
    x = 0
    while x < used:
        firsts[batches] = x
        batches += 1
        most = max(1, min(LANES, CELLS // ((shapes[x] >> 32) * (shapes[x] & 0xFFFFFFFF))))
        stop = x + 1
        while stop < used and stop - x < most and shapes[stop] == shapes[x]:
            stop += 1
        x = stop
    firsts[batches] = used
    return order, firsts[: batches + 1].copy()


@njit(cache=True, nogil=True)
def largest(first, last, order, firsts, source_offsets, target_offsets):
    """Most cells and most words of a side in any of some batches, lanes counted."""
    cells, words = 0, 0
    for q in range(first, last):
        k = order[firsts[q]]
        n = source_offsets[k + 1] - source_offsets[k]
        m = target_offsets[k + 1] - target_offsets[k]
        lanes = firsts[q + 1] - firsts[q]
        cells = max(cells, n * m * lanes)
        words = max(words, max(n, m) * lanes)
    return cells, words


@njit(cache=True, nogil=True)
def number(pairs, n, m, text, unknown, numbers):
    """Write the numbers of the word pairs of a batch's cells.

    Args:
        pairs: numbers of the sentence pairs; each has n source and m target words.
        n, m: numbers of words.
        text: see ``Text``.
        unknown: what to write for word pairs without a number.
        numbers: uint32, at [i, j, lane], flat.
    """
    lanes = len(pairs)
    for x in range(lanes):
        k = pairs[x]
        y = x
        cell = text.cell_offsets[k]
        for i in range(n):
            # Words that are new have no row, and only unknown pairs.
            word = min(np.int64(text.source[text.source_offsets[k] + i]), len(text.rows) - 1)
            row = text.rows[word]
            for _ in range(m):
                rank = text.cells[cell]
                numbers[y] = unknown if rank == text.unknown else row + np.int64(rank)
                cell += 1
                y += lanes


@njit(cache=True, nogil=True)
def gather(pairs, n, m, text, parameters, numbers, to_t, to_s, empty_t, empty_s):
    """Write the emissions of a batch in both directions.

    Args:
        pairs: numbers of the pairs; each has n source and m target words.
        n, m: numbers of words.
        text: see ``Text``.
        parameters: see ``Parameters``.
        numbers: see `number`.
        to_t, empty_t: float32, p(target word | source word) at [j, i, lane] and p(target word |
            NULL) at [j, lane], flat, written.
        to_s, empty_s: the same of the other direction, at [i, j, lane] and [i, lane].
    """
    lanes = len(pairs)
    for x in range(lanes):
        k = pairs[x]
        for i in range(n):
            word = text.source[text.source_offsets[k] + i]
            empty_s[i * lanes + x] = parameters.null_s[word] + FLOOR
        for j in range(m):
            word = text.target[text.target_offsets[k] + j]
            empty_t[j * lanes + x] = parameters.null_t[word] + FLOOR
    links = parameters.links
    for i in range(n):
        for j in range(m):
            t = (j * n + i) * lanes
            s = (i * m + j) * lanes
            for x in range(lanes):
                p = numbers[s + x]
                to_t[t + x] = links[p, 0] + FLOOR
                to_s[s + x] = links[p, 1] + FLOOR
