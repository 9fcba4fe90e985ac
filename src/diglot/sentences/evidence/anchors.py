"""Anchor chains: rare tokens common to both texts that show where the diagonal runs.

Reference: Simard and Plamondon (1996) for isolated cognates as anchors; the chain is a longest
increasing subsequence.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Postings, Seeds

MAX_SHIFT = 0.3
"""Largest difference of relative positions of an anchor's two ends."""
WINDOW = 11
MAX_OFFSET = 10


def anchor_chain(
    source: Postings, target: Postings, seeds: Seeds, n: int, m: int
) -> NDArray[np.int64]:
    """Points (source sentence, target sentence) of a monotone chain of anchors.

    A key is a candidate when it occurs in the same number of sentences on both sides, at most
    ``3 + n / 5000``. Points that stray from their neighbours are dropped.

    Returns:
        int64 (points, 2), strictly increasing on both sides.
    """
    rows = np.flatnonzero(seeds.identical >= 0)
    columns = seeds.identical[rows]
    count_s = source.distinct_first[rows + 1] - source.distinct_first[rows]
    count_t = target.distinct_first[columns + 1] - target.distinct_first[columns]
    limit = 3 + n // 5000
    chosen = (count_s == count_t) & (count_s > 0) & (count_s <= limit)
    rows, columns, counts = rows[chosen], columns[chosen], count_s[chosen]
    points = np.stack(
        [
            source.distinct_sentence[_ranges(source.distinct_first[rows], counts)],
            target.distinct_sentence[_ranges(target.distinct_first[columns], counts)],
        ],
        axis=1,
    ).astype(np.int64)
    near = np.abs(points[:, 0] / max(n, 1) - points[:, 1] / max(m, 1)) < MAX_SHIFT
    return without_strays(longest_increasing(points[near]))


def longest_increasing(points: NDArray[np.int64]) -> NDArray[np.int64]:
    """Longest chain of points that increases strictly on both sides (patience search)."""
    if not len(points):
        return points.reshape(0, 2)
    points = np.unique(points, axis=0)
    points = points[np.lexsort((-points[:, 1], points[:, 0]))]
    tails = np.empty(len(points), np.int64)
    tail_at = np.empty(len(points), np.int64)
    before = np.full(len(points), -1, np.int64)
    size = 0
    for index, value in enumerate(points[:, 1].tolist()):
        place = int(np.searchsorted(tails[:size], value))
        tails[place] = value
        tail_at[place] = index
        before[index] = tail_at[place - 1] if place else -1
        size = max(size, place + 1)
    chain = []
    index = int(tail_at[size - 1])
    while index >= 0:
        chain.append(index)
        index = int(before[index])
    return points[chain[::-1]]


def without_strays(chain: NDArray[np.int64]) -> NDArray[np.int64]:
    """Drop points whose offset differs by more than 10 from the median of 11 neighbours."""
    if len(chain) < WINDOW:
        return chain
    offset = chain[:, 1] - chain[:, 0]
    padded = np.pad(offset, WINDOW // 2, mode="edge")
    medians = np.median(np.lib.stride_tricks.sliding_window_view(padded, WINDOW), axis=1)
    kept: NDArray[np.int64] = chain[np.abs(offset - medians) <= MAX_OFFSET]
    return kept


def _ranges(starts: NDArray[np.int64], counts: NDArray[np.int64]) -> NDArray[np.int64]:
    """Concatenate the ranges starts[k] .. starts[k] + counts[k]."""
    total = int(counts.sum())
    offsets = np.concatenate(([0], np.cumsum(counts)[:-1])) if len(counts) else counts
    ranges: NDArray[np.int64] = np.arange(total) - np.repeat(offsets - starts, counts)
    return ranges
