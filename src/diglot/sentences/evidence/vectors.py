"""Anchor chains of rare tokens, and sentence vectors as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.search.bands import Types
    from diglot.sentences.values import Pair, Path, Postings, Seeds


# Anchor chains: rare tokens common to both texts that show where the diagonal runs.
#
# Reference: Simard and Plamondon (1996) for isolated cognates as anchors; the chain is a longest
# increasing subsequence.

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
    return drop_strays(longest_increasing(points[near]))


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


def drop_strays(chain: NDArray[np.int64]) -> NDArray[np.int64]:
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
    return np.arange(total) - np.repeat(offsets - starts, counts)


# Vectors of any encoder can be given, so nothing is assumed of their scale: the similarities of
# the current 1-1 links and of their neighbours show what a high similarity is.
#
# Reference: Thompson and Koehn (2019) for block vectors as sums; the self-calibration is ours.

REACH = 6
CHUNK = 1024
WHOLE = 10_000
CONVINCING = 0.35
"""Share of sentences that the chain must hold; one of random vectors holds 2 / root n."""
_NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
_STEEPEST = 60.0
LEAST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Calibration:
    """Log-odds of a link are ``slope * (cosine - middle)``."""

    middle: float = 0.5
    slope: float = 0.0


def calibrate(pairs: Sequence[Pair], paths: Sequence[Path], types: Types) -> Calibration:
    """Fit two normal distributions of one width: linked sentences, and their neighbours.

    What is linked is said by ``Pair.nearest`` where the vectors convince by themselves, else by
    the 1-1 links of the current paths.
    """
    linked: list[NDArray[np.float32]] = []
    unlinked: list[NDArray[np.float32]] = []
    for pair, path in zip(pairs, paths, strict=True):
        if pair.vectors is None:
            continue
        source, target = pair.vectors
        i, j = pair.nearest[:, 0], pair.nearest[:, 1]
        if not len(pair.nearest):
            single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
            i, j = path.ends_i[single] - 1, path.ends_j[single] - 1
        linked.append(np.einsum("ld,ld->l", source[i], target[j]))
        for step in _NEIGHBOURS:
            inside = (j + step >= 0) & (j + step < len(target))
            unlinked.append(np.einsum("ld,ld->l", source[i[inside]], target[j[inside] + step]))
    if sum(map(len, linked)) < LEAST_PAIRS:
        return Calibration()
    yes, no = np.concatenate(linked), np.concatenate(unlinked)
    # Medians and quartiles: some of the links are wrong.
    high, low = float(np.median(yes)), float(np.median(no))
    width = max(
        float(np.subtract(*np.percentile(yes, [75, 25]))) / 1.349,
        float(np.subtract(*np.percentile(no, [75, 25]))) / 1.349,
        1e-3,
    )
    slope = max(0.0, (high - low) / width**2)
    return Calibration((high + low) / 2, min(slope, _STEEPEST))


def nearest_chain(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.int64]:
    """Chain of sentence pairs that are each other's nearest, int64 (points, 2), increasing.

    Texts of more than ``WHOLE`` sentences are compared near the diagonal only. A chain that leaves
    most sentences out is chance, and no chain at all.
    """
    n, m = len(source), len(target)
    best_target = np.full(n, -1, np.int64)
    best_source = np.full(m, -1, np.int64)
    nearest = np.full(m, -np.inf, np.float32)
    for begin in range(0, n, CHUNK):
        end = min(n, begin + CHUNK)
        low, high = 0, m
        if m > WHOLE:
            low = max(0, begin * m // n - WHOLE // 2)
            high = min(m, end * m // n + WHOLE // 2)
        cosines = source[begin:end] @ target[low:high].T
        best_target[begin:end] = low + cosines.argmax(axis=1)
        rows = cosines.argmax(axis=0)
        values = cosines[rows, np.arange(high - low)]
        better = values > nearest[low:high]
        nearest[low:high][better] = values[better]
        best_source[low:high][better] = begin + rows[better]
    mutual = best_source[best_target] == np.arange(n)
    points = np.stack([np.flatnonzero(mutual), best_target[mutual]], axis=1)
    chain = drop_strays(longest_increasing(points))
    return chain if len(chain) >= CONVINCING * min(n, m) else chain[:0]


def grams(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Inner products of every sentence with itself and the next five, float32 (n, 6)."""
    result = np.zeros((len(vectors), REACH), np.float32)
    for step in range(min(REACH, len(vectors))):
        ahead = vectors[step:]
        result[: len(ahead), step] = np.einsum("nd,nd->n", vectors[: len(ahead)], ahead)
    return result
