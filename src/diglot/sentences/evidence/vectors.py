"""Sentence vectors as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.evidence.anchors import drop_strays, longest_increasing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders.vectors import TextVectors
    from diglot.sentences.search.bands import Types
    from diglot.sentences.values import Pair, Path, Reach


# Vectors of any encoder can be given, so nothing is assumed of their scale: the similarities of
# the current 1-1 links and of their neighbours show what a high similarity is.
#
# Reference: Thompson and Koehn (2019) for block vectors as sums; the self-calibration is ours.

ROWS, RUNS = 128, 256
"""Sentences whose cosines are computed at once, and whose runs are encoded at once."""
CHUNK = 1024
WHOLE = 10_000
CONVINCING = 0.35
"""Share of sentences that the chain must hold; one of random vectors holds 2 / root n."""
MORE_ROWS, MORE_COLUMNS = 3, 2
"""How much further the band of the next round may reach: what was likely there, two rows and one
column round it, and the border of its own."""
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
        source, target = (side.vectors for side in pair.vectors)
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


class RunCosines:
    """Cosines of runs of sentences of two texts, kept from round to round.

    They are kept at the pairs of the last sentences of both runs, for more pairs than were asked
    for, because the band of the next round may reach a little further.
    """

    def __init__(self, source: TextVectors, target: TextVectors) -> None:
        self._sides = source, target
        self._begin, self._end = np.full(len(source), len(target)), np.zeros(len(source), np.int64)
        self._first = np.zeros(len(source) + 1, np.int64)
        self._kept: dict[tuple[int, int], NDArray[np.float32]] = {}

    def of(
        self, types: Types, reach: Reach, longest: Sequence[int] | None = None
    ) -> NDArray[np.float32]:
        """Return cosines float32 (types, pairs).

        Runs that begin before the texts, types without one side, and those with more than
        ``longest`` sentences of a side have the cosine 0.
        """
        most = longest or (types.source.max(), types.target.max())
        wanted = {
            (a, b): kind
            for kind, (a, b) in enumerate(
                zip(types.source.tolist(), types.target.tolist(), strict=True)
            )
            if 0 < a <= most[0] and 0 < b <= most[1]
        }
        rows = slice(reach.row0, reach.row1)
        begin, sizes = reach.begin[rows], np.diff(reach.pair_first)
        if (begin < self._begin[rows]).any() or (reach.end[rows] > self._end[rows]).any():
            self._widen(reach.begin, reach.end)
        self._compute([pair for pair in wanted if pair not in self._kept])
        place = np.arange(reach.pair_first[-1]) + np.repeat(
            self._first[:-1][rows] + begin - self._begin[rows] - reach.pair_first[:-1], sizes
        )
        cosines = np.zeros((len(types), len(place)), np.float32)
        for pair, kind in wanted.items():
            np.take(self._kept[pair], place, out=cosines[kind])
        return cosines

    def _widen(self, begin: NDArray[np.int64], end: NDArray[np.int64]) -> None:
        """Keep all pairs of rows in [begin, end), and more; what was computed is forgotten."""
        before, behind = begin[:1].repeat(MORE_ROWS), end[-1:].repeat(MORE_ROWS)
        begin = np.concatenate((before, begin[:-MORE_ROWS]))[: len(begin)] - MORE_COLUMNS
        end = np.concatenate((end[MORE_ROWS:], behind))[-len(end) :] + MORE_COLUMNS
        self._begin = np.maximum(np.minimum(begin, self._begin), 0)
        self._end = np.minimum(np.maximum(end, self._end), len(self._sides[1]))
        np.cumsum(self._end - self._begin, out=self._first[1:])
        self._kept.clear()

    def _compute(self, missing: Sequence[tuple[int, int]]) -> None:
        """Compute the cosines of runs of so many sentences of both sides."""
        if not missing:
            return
        lengths = [sorted({pair[side] for pair in missing}) for side in (0, 1)]
        for pair in missing:
            self._kept[pair] = np.empty(self._first[-1], np.float32)
        for begin in range(0, len(self._begin), RUNS):
            end = min(len(self._begin), begin + RUNS)
            low, high = int(self._begin[begin]), int(self._end[end - 1])
            ours = _runs_to(self._sides[0], lengths[0], begin, end)
            theirs = _runs_to(self._sides[1], lengths[1], low, high)
            for top in range(begin, end, ROWS):
                rows = np.arange(top, min(end, top + ROWS))
                left, right = int(self._begin[rows[0]]), int(self._end[rows[-1]])
                part = slice(self._first[rows[0]], self._first[rows[-1] + 1])
                row = np.repeat(rows, (self._end - self._begin)[rows])
                column = np.arange(part.start, part.stop) - (self._first[:-1] - self._begin)[row]
                place = (row - top) * (right - left) + column - left
                for a, b in missing:
                    one, other = ours[a][rows - begin], theirs[b][left - low : right - low]
                    np.take(one @ other.T, place, out=self._kept[a, b][part])


def _runs_to(
    vectors: TextVectors, lengths: Sequence[int], begin: int, end: int
) -> dict[int, NDArray[np.float32]]:
    """Vectors of the runs that end with sentences begin <= i < end; zeros where there is none."""
    first = max(0, begin - max(lengths) + 1)
    found = {}
    for length, runs in zip(lengths, vectors[first:end].runs(lengths), strict=True):
        found[length] = np.zeros((end - begin, vectors.vectors.shape[1]), np.float32)
        known = min(end - begin, len(runs))
        found[length][end - begin - known :] = runs[len(runs) - known :]
    return found
