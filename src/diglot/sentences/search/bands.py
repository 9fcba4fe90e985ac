"""Link types with their prior probabilities, search bands, the best path and posteriors in them.

Windows bound the memory of long texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.values import Path

# Prior probabilities of the types before anything is known of the texts; each further sentence of
# the longer side halves that of a merge not named here.
_START = {
    (1, 1): 0.75,
    (1, 2): 0.08,
    (2, 2): 0.012,
    (1, 3): 0.015,
    (2, 3): 0.004,
    (3, 3): 0.001,
    (1, 4): 0.005,
    (2, 4): 0.001,
    (1, 5): 0.002,
}
_NULL = 0.006
_NULL_RUN = {2: 0.002, 3: 0.001, 4: 0.0005, 5: 5e-5, 10: 5e-5}
_PSEUDO_COUNT = 20.0


class Shapes(NamedTuple):
    """Link types by the numbers of their sentences.

    Attributes:
        longest: most sentences on one side.
        widest_a: int64 (longest + 1,), most source sentences beside so many target ones.
        widest_b: int64 (longest + 1,), most target sentences beside so many source ones.
        type_of: int64 (a + 1, b + 1), number of the type; -1: none, or a side is empty.
        classes: int64 (types,), number of the class feature.
    """

    longest: int
    widest_a: NDArray[np.int64]
    widest_b: NDArray[np.int64]
    type_of: NDArray[np.int64]
    classes: NDArray[np.int64]


_CLASSES = {(1, 1): 0, (1, 2): 2, (2, 2): 3, (1, 3): 4, (2, 3): 5, (1, 4): 6, (3, 3): 7}
_NULL_CLASS, _LONGER_CLASS = 1, 8


@dataclass(frozen=True, eq=False)
class Types:
    """Link types in the order in which ties are broken.

    Attributes:
        source, target: int64 (types,), numbers of sentences on each side.
        log_prior: float64 (types,).
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    log_prior: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.source)

    @cached_property
    def shapes(self) -> Shapes:
        """What the search looks up by the numbers of sentences."""
        return _shapes(self)

    def reestimate(self, counts: NDArray[np.int64]) -> Types:
        """Types with priors smoothed towards the start: (count + 20 start) / (N + 20)."""
        start = np.array([_start_prior(pair) for pair in _pairs(self)])
        prior = (counts + _PSEUDO_COUNT * start) / (counts.sum() + _PSEUDO_COUNT)
        return Types(self.source, self.target, np.log(prior))


def _shapes(types: Types) -> Shapes:
    longest = int(max(types.source.max(), types.target.max()))
    widest_a, widest_b = np.zeros((2, longest + 1), np.int64)
    np.maximum.at(widest_a, types.target, types.source)
    np.maximum.at(widest_b, types.source, types.target)
    type_of = np.full((types.source.max() + 1, types.target.max() + 1), -1)
    merges = np.flatnonzero((types.source > 0) & (types.target > 0))
    type_of[types.source[merges], types.target[merges]] = merges
    classes = [
        _CLASSES.get((min(pair), max(pair)), _LONGER_CLASS) if all(pair) else _NULL_CLASS
        for pair in _pairs(types)
    ]
    return Shapes(longest, widest_a, widest_b, type_of, np.array(classes))


def tilt(types: Types, n: int, m: int) -> Types:
    """Types whose links have n : m sentences on average, as near to the given priors as can be.

    Where one side has twice the sentences, 1-2 is the rule and not the exception. The priors of
    links with two sides are multiplied by exp(t (b n - a m)), the least change that does it; those
    of sentences without counterpart stay.
    """
    both = (types.source > 0) & (types.target > 0)
    excess = (types.target * n - types.source * m)[both] / max(n + m, 1)
    start = types.log_prior[both]
    low, high = -20.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        tilted = start + middle * excess
        weight = np.exp(tilted - tilted.max())
        if weight @ excess > 0:
            high = middle
        else:
            low = middle
    log_prior = types.log_prior.copy()
    log_prior[both] = tilted + np.log(np.exp(start).sum() / np.exp(tilted).sum())
    return Types(types.source, types.target, log_prior)


def link_types(max_merge: int = 6, max_total: int = 7, *, null_runs: Sequence[int] = ()) -> Types:
    """Types with at most ``max_merge`` sentences on a side and ``max_total`` on both together.

    Args:
        max_merge: limit for one side of a link with two sides; the other has three at most.
        max_total: limit for both sides together.
        null_runs: numbers of sentences without counterpart that may be one block, so that a
            passage left out costs less than as many single omissions.
    """
    kept = [(1, 1), (1, 0), (0, 1)]
    for total in range(3, max_total + 1):
        for few in range(1, min(3, total // 2) + 1):
            if total - few <= max_merge:
                kept += dict.fromkeys([(few, total - few), (total - few, few)])
    kept += [pair for count in null_runs for pair in ((count, 0), (0, count))]
    source, target = np.array(kept, np.int64).T
    return Types(
        np.ascontiguousarray(source),
        np.ascontiguousarray(target),
        np.log([_start_prior(pair) for pair in kept]),
    )


def _start_prior(pair: tuple[int, int]) -> float:
    few, many = sorted(pair)
    if not few:
        return _NULL if many == 1 else _NULL_RUN[many]
    return _START.get((few, many)) or _start_prior((few, many - 1)) / 2


def counts(paths: Sequence[Path], old: Types, new: Types) -> NDArray[np.int64]:
    """How often each type of ``new`` occurs in paths over the types ``old``.

    A run of sentences without counterpart is one event: a chapter that is missing makes no other
    sentence less likely to have one.
    """
    place = {pair: k for k, pair in enumerate(_pairs(new))}
    total = np.zeros(len(new), np.int64)
    for path in paths:
        a, b = old.source[path.kinds], old.target[path.kinds]
        goes_on = np.zeros(len(a), bool)
        for side in (a, b):
            goes_on[1:] |= (side[1:] == 0) & (side[:-1] == 0)
        found = np.bincount(path.kinds[~goes_on], minlength=len(old))
        for (left, right), count in zip(_pairs(old), found.tolist(), strict=True):
            pair = (left, right) if left and right else (min(left, 1), min(right, 1))
            if pair in place:
                total[place[pair]] += count
    return total


def _pairs(types: Types) -> list[tuple[int, int]]:
    return list(zip(types.source.tolist(), types.target.tolist(), strict=True))


# Search bands: which cells (i, j) an alignment path may pass.
#
# A band is a pair of arrays ``lo``, ``hi`` over rows 0..n, both non-decreasing, with (0, 0) and
# (n, m) inside; it is always wide enough for a path to exist.

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Cells lo[i] <= j <= hi[i] of row i; ``first[i]`` counts the cells before row i."""

    lo: Ints
    hi: Ints
    first: Ints

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(self.first[-1])


def close_band(lo: Ints, hi: Ints, m: int) -> Band:
    """Make borders monotone, connected and inside 0..m, with both corners in the band."""
    lo = np.minimum(np.maximum(lo, 0), m)
    hi = np.minimum(np.maximum(hi, 0), m)
    lo[0] = 0
    hi[-1] = m
    # A path needs lo[i + 1] <= hi[i] + 1 at least; borders only ever widen here.
    lo = np.minimum.accumulate(lo[::-1])[::-1]
    hi = np.maximum.accumulate(hi)
    lo[1:] = np.minimum(lo[1:], hi[:-1])
    first = np.zeros(len(lo) + 1, np.int64)
    np.cumsum(hi - lo + 1, out=first[1:])
    return Band(np.ascontiguousarray(lo), np.ascontiguousarray(hi), first)


@lru_cache(1024)  # most sections of pages are short, and of few sizes
def whole_band(n: int, m: int) -> Band:
    """Band of all cells."""
    return Band(np.zeros(n + 1, np.int64), np.full(n + 1, m), np.arange(n + 2) * (m + 1))


def band_between(points: NDArray[np.int64], n: int, m: int, half_width: float) -> Band:
    """Band that holds every plausible path through points (rows ascending) and both corners.

    Between two points something may be missing on one side, and it is not known where: the band
    spans from what comes out when it is missing first to what comes out when it is missing last.
    """
    if half_width >= max(n, m):
        return whole_band(n, m)
    rows = np.concatenate(([0], points[:, 0], [n])).astype(np.float64)
    columns = np.concatenate(([0], points[:, 1], [m])).astype(np.float64)
    slope = m / max(n, 1)
    if len(points) > 1:
        steps = np.diff(points, axis=0)
        slope = float(np.median(steps[:, 1] / np.maximum(steps[:, 0], 1)))
    row = np.arange(n + 1, dtype=np.float64)
    part = np.clip(np.searchsorted(rows, row, side="right") - 1, 0, len(rows) - 2)
    begin, end = columns[part], columns[part + 1]
    late = np.clip(begin + slope * (row - rows[part]), begin, end)
    early = np.clip(end - slope * (rows[part + 1] - row), begin, end)
    lo = np.floor(np.minimum(late, early) - half_width).astype(np.int64)
    hi = np.ceil(np.maximum(late, early) + half_width).astype(np.int64)
    return close_band(lo, hi, m)


def corners(path: Path) -> NDArray[np.int64]:
    """Cells (i, j) between the blocks of a path, the start included, int64 (blocks + 1, 2)."""
    cells = np.zeros((len(path.kinds) + 1, 2), np.int64)
    cells[1:, 0], cells[1:, 1] = path.ends_i, path.ends_j
    return cells


def band_near_path(
    path: Path, types: Types, n: int, m: int, half_width: int, most: float = 22.0
) -> Band:
    """Band round a path, wider where its links are irregular.

    Within 21 rows a null or a large block adds 3 and a 1-2 or 2-1 adds 1, at most ``most`` in all.
    """
    if half_width >= max(n, m):
        return whole_band(n, m)
    width: float | NDArray[np.float64] = half_width
    if most:
        a, b = types.source[path.kinds], types.target[path.kinds]
        one_one = (a == 1) & (b == 1)
        simple = (a + b == 3) & (a > 0) & (b > 0)
        row_cost = np.zeros(n + 1)
        np.add.at(row_cost, path.ends_i, np.where(one_one, 0.0, np.where(simple, 1.0, 3.0)))
        sums = np.concatenate(([0.0], np.cumsum(row_cost)))
        rows = np.arange(n + 1)
        irregular = sums[np.minimum(rows + 11, n + 1)] - sums[np.maximum(rows - 10, 0)]
        width = half_width + np.minimum(irregular, most)
    points = corners(path)
    lo, hi = _extent(points, n)
    return close_band((lo - width).astype(np.int64), np.ceil(hi + width).astype(np.int64), m)


def likely_band(
    band: Band, passing: NDArray[np.float32], path: Path, m: int, least: float, pad: int
) -> Band:
    """Band of the cells with posterior above ``least`` or on the path, joined and padded."""
    n = len(band.lo) - 1
    row_of = np.repeat(np.arange(n + 1), np.diff(band.first))
    column = np.arange(band.cells) - band.first[row_of] + band.lo[row_of]
    likely = passing > least
    low, high = _extent(corners(path), n)
    lo, hi = low.astype(np.int64), high.astype(np.int64)
    np.minimum.at(lo, row_of[likely], column[likely])
    np.maximum.at(hi, row_of[likely], column[likely])
    joined_lo, joined_hi = lo.copy(), hi.copy()
    for shift in (1, 2):
        joined_lo[shift:] = np.minimum(joined_lo[shift:], lo[:-shift])
        joined_lo[:-shift] = np.minimum(joined_lo[:-shift], lo[shift:])
        joined_hi[shift:] = np.maximum(joined_hi[shift:], hi[:-shift])
        joined_hi[:-shift] = np.maximum(joined_hi[:-shift], hi[shift:])
    return close_band(joined_lo - pad, joined_hi + pad, m)


def border_share(band: Band, path: Path, margin: int, m: int) -> float:
    """Share of the path's corners that lie within ``margin`` cells of a border of the band."""
    if not band.lo.any() and band.hi[0] == m:
        return 0.0
    points = corners(path)
    i, j = points[:, 0], points[:, 1]
    low = (j - band.lo[i] < margin) & (band.lo[i] > 0)
    high = (band.hi[i] - j < margin) & (band.hi[i] < m)
    return float(np.mean(low | high))


def _extent(points: NDArray[np.int64], n: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Smallest and largest column of the path in each row, interpolated where it jumps a row."""
    line = np.interp(np.arange(n + 1), points[:, 0], points[:, 1])
    lo, hi = line.copy(), line.copy()
    np.minimum.at(lo, points[:, 0], points[:, 1])
    np.maximum.at(hi, points[:, 0], points[:, 1])
    return lo, hi


WINDOW = 8192
"""Rows searched at once."""
OVERLAP = 256
"""Rows at the end of a window that are searched again in the next one."""

BlockScores = Callable[[int, int], NDArray[np.float32]]
"""``scores(row_begin, row_end)`` gives the scores of all blocks that end in these rows,
float32 (cells of the rows, types)."""


@dataclass(frozen=True, slots=True, eq=False)
class SearchResult:
    """Result of a search.

    Attributes:
        path: the best path.
        posterior: float64 (blocks,), probability of each of its blocks.
        lonely_source, lonely_target: float64 (n,) and (m,), probability of every sentence of having
            no counterpart.
        passing: float32 (cells,), probability that the path passes each cell of the band.
    """

    path: Path
    posterior: NDArray[np.float64]
    lonely_source: NDArray[np.float64]
    lonely_target: NDArray[np.float64]
    passing: NDArray[np.float32]


def search(
    scores: BlockScores, band: Band, types: Types, *, inverse_temperature: float = 1.0
) -> SearchResult:
    """Best path through a band and the posteriors of its blocks.

    A text longer than one window is searched window by window; each is committed up to a cell that
    nearly every path passes, so the result does not depend on where the windows end.

    Args:
        scores: gives block scores by rows.
        band: the cells that may be passed.
        types: link types.
        inverse_temperature: factor on the scores for the posteriors; the path does not change.
    """
    from diglot.sentences.kernels import search as kernel

    n = len(band.lo) - 1
    passing = np.zeros(band.cells, np.float32)
    lonely_source, lonely_target = np.zeros(n), np.zeros(int(band.hi[-1]))
    parts: list[Path] = []
    posteriors: list[NDArray[np.float64]] = []
    row, column = 0, 0
    while True:
        last = n if n - row <= WINDOW + OVERLAP else row + WINDOW + OVERLAP
        lo, hi = band.lo[row : last + 1], band.hi[row : last + 1]
        first = band.first[row : last + 2] - band.first[row]
        block_scores = scores(row, last + 1)
        arguments = (block_scores, lo, hi, first, types.source, types.target, column)
        ends_i, ends_j, kinds = kernel.viterbi(*arguments, last < n)
        blocks, cells, _ = kernel.forward_backward(*arguments, inverse_temperature, last < n)
        probability = kernel.block_posteriors(blocks, lo, first, ends_i, ends_j, kinds)
        committed = len(kinds)
        if last < n:
            committed = _stable(cells, lo, first, ends_i, ends_j, last - row - OVERLAP)
        parts.append(Path(ends_i[:committed] + row, ends_j[:committed], kinds[:committed]))
        posteriors.append(probability[:committed])
        alone_s, alone_t = kernel.lonely(blocks, lo, hi, first, types.source, types.target)
        # What the next window repeats, it overwrites.
        lonely_source[row : row + len(alone_s)] = alone_s
        lonely_target[column : int(hi[-1])] = alone_t[column - int(lo[0]) :]
        passing[band.first[row] : band.first[row] + len(cells)] = cells
        if last == n:
            break
        row, column = int(parts[-1].ends_i[-1]), int(parts[-1].ends_j[-1])
    path = Path(
        np.concatenate([part.ends_i for part in parts]),
        np.concatenate([part.ends_j for part in parts]),
        np.concatenate([part.kinds for part in parts]),
    )
    posterior = np.concatenate(posteriors)
    return SearchResult(path, posterior, lonely_source, lonely_target, passing)


def _stable(
    cells: NDArray[np.float32],
    lo: NDArray[np.int64],
    first: NDArray[np.int64],
    ends_i: NDArray[np.int64],
    ends_j: NDArray[np.int64],
    limit: int,
) -> int:
    """Number of blocks to commit: up to the surest corner of the last rows before ``limit``."""
    inside = int(np.searchsorted(ends_i, limit, side="right"))
    begin = int(np.searchsorted(ends_i, limit - OVERLAP, side="left"))
    i, j = ends_i[begin:inside], ends_j[begin:inside]
    certainty = cells[first[i] + j - lo[i]]
    surest = np.flatnonzero(certainty >= certainty.max() - 1e-3)[-1]
    return begin + int(surest) + 1
