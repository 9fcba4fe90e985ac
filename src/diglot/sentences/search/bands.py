"""Search bands, the best path and posteriors in them.

Windows bound the memory of long texts.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.link_types import Types
from diglot.sentences.values import Pair, Path

# Search bands: which cells (i, j) an alignment path may pass.
#
# A band is a pair of arrays ``lo``, ``hi`` over rows 0..n, both non-decreasing, with (0, 0) and
# (n, m) inside; it is always wide enough for a path to exist.
#
# Sections of pages are short, and what a call costs is more than what it does for one of them. So
# many are searched at once: their bands stand below each other in one, each row and column behind
# those of the section before, as `join_pairs` puts their sentences.

Ints = NDArray[np.int64]


@dataclass(frozen=True, slots=True, eq=False)
class Band:
    """Cells lo[i] <= j <= hi[i] of row i; ``first[i]`` counts the cells before row i.

    ``texts`` holds the first row of each text in the band, and one past the last row.
    """

    lo: Ints
    hi: Ints
    first: Ints
    texts: Ints

    @property
    def cells(self) -> int:
        """Number of cells."""
        return int(self.first[-1])


def close_band(lo: Ints, hi: Ints, m: int) -> Band:
    """Make borders monotone, connected and inside 0..m, with both corners in the band."""
    return _close_bands(lo, hi, np.array([0, len(lo)]), np.array([0, m + 1]))


def _close_bands(lo: Ints, hi: Ints, rows: Ints, columns: Ints) -> Band:
    """Do that for texts below each other, by the first row and column of each."""
    sizes = rows[1:] - rows[:-1]
    left, right = np.repeat(columns[:-1], sizes), np.repeat(columns[1:] - 1, sizes)
    lo = np.minimum(np.maximum(lo, left), right)
    hi = np.minimum(np.maximum(hi, left), right)
    tops = rows[:-1]
    lo[tops] = columns[:-1]
    hi[rows[1:] - 1] = columns[1:] - 1
    # A path needs lo[i + 1] <= hi[i] + 1 at least; borders only ever widen here.
    lo = np.minimum.accumulate(lo[::-1])[::-1]
    hi = np.maximum.accumulate(hi)
    lo[1:] = np.minimum(lo[1:], hi[:-1])
    lo[tops] = columns[:-1]
    return Band(np.ascontiguousarray(lo), np.ascontiguousarray(hi), _offsets(hi - lo + 1), rows)


def join_bands(parts: Sequence[Band]) -> Band:
    """Put the bands of texts below each other."""
    if len(parts) == 1:
        return parts[0]
    rows = np.array([len(part.lo) for part in parts])
    columns = np.array([part.hi[-1] + 1 for part in parts])
    left = np.repeat(np.cumsum(columns) - columns, rows)
    lo = np.concatenate([part.lo for part in parts]) + left
    hi = np.concatenate([part.hi for part in parts]) + left
    return Band(lo, hi, _offsets(hi - lo + 1), _offsets(rows))


def _offsets(sizes: Ints) -> Ints:
    offsets = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=offsets[1:])
    return offsets


@lru_cache(1024)  # most sections of pages are short, and of few sizes
def whole_band(n: int, m: int) -> Band:
    """Band of all cells."""
    rows = np.arange(n + 2)
    return Band(np.zeros(n + 1, np.int64), np.full(n + 1, m), rows * (m + 1), rows[[0, -1]])


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


def band_near_path(path: Path, types: Types, n: int, m: int, half_width: int) -> Band:
    """Band round a path, wider where its links are irregular.

    Within 21 rows a null or a large block adds 3 and a 1-2 or 2-1 adds 1, at most 22 in all.
    """
    if half_width >= max(n, m):
        return whole_band(n, m)
    a, b = types.source[path.kinds], types.target[path.kinds]
    one_one = (a == 1) & (b == 1)
    simple = (a + b == 3) & (a > 0) & (b > 0)
    row_cost = np.zeros(n + 1)
    np.add.at(row_cost, path.ends_i, np.where(one_one, 0.0, np.where(simple, 1.0, 3.0)))
    sums = np.concatenate(([0.0], np.cumsum(row_cost)))
    rows = np.arange(n + 1)
    irregular = sums[np.minimum(rows + 11, n + 1)] - sums[np.maximum(rows - 10, 0)]
    width = half_width + np.minimum(irregular, 22.0)
    points = corners(path)
    lo, hi = _extent(points, n)
    return close_band((lo - width).astype(np.int64), np.ceil(hi + width).astype(np.int64), m)


def bands_beside_paths(path: Path, rows: Ints, columns: Ints) -> Band:
    """Band of the cells that are one column at most from a path through texts below each other.

    Args:
        path: through all of them.
        rows: int64 (texts + 1,), the first row of each, and one past the last.
        columns: the same of columns.
    """
    places = np.searchsorted(path.ends_i, rows[:-1])
    points = np.stack(
        [
            np.insert(path.ends_i, places, rows[:-1]),
            np.insert(path.ends_j, places, columns[:-1]),
        ],
        1,
    )
    lo, hi = _extent(points, int(rows[-1]) - 1)
    return _close_bands((lo - 1).astype(np.int64), np.ceil(hi + 1).astype(np.int64), rows, columns)


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


ALONE = 0.5
"""Probability of having no counterpart from which on it speaks for a path."""
WRONG = 0.1
"""Probability of a link from which on it does; else two doubtful links beat one that joins them."""
SURER = 1.3
"""Factor on the scores for the probabilities of links on such a path. The twins among the texts
that weights are trained on teach more doubt than texts need: by 1, 1.15, 1.3 and 1.4 the error of
calibration was .036, .031, .027 and .030; whichever set is left out, 1.25 or 1.3 is best."""
_NEVER = -1e29
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
    scores: BlockScores,
    band: Band,
    types: Types,
    *,
    inverse_temperature: float = 1.0,
    most_right: bool = False,
) -> SearchResult:
    """Best path through a band and the posteriors of its blocks.

    A text longer than one window is searched window by window; each is committed up to a cell that
    nearly every path passes, so the result does not depend on where the windows end. Texts that
    stand below each other are no longer than one window together.

    Args:
        scores: gives block scores by rows.
        band: the cells that may be passed.
        types: link types.
        inverse_temperature: factor on the scores for the posteriors; the path does not change.
        most_right: take the path with the most links that are expected to be right, instead of the
            one most likely as a whole; its probabilities are made by ``SURER``.
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
        texts = band.texts if len(band.texts) > 2 else None
        ends_i, ends_j, kinds = kernel.viterbi(*arguments, last < n, texts)
        blocks, cells, _ = kernel.forward_backward(*arguments, inverse_temperature, last < n, texts)
        alone_s, alone_t = kernel.lonely(blocks, lo, hi, first, types.source, types.target)
        if most_right:
            values = _expected_right(blocks, block_scores, lo, first, types, (alone_s, alone_t))
            found = kernel.viterbi(values, *arguments[1:], last < n, texts)
            ends_i, ends_j, kinds = found
            del values, blocks
            blocks, cells, _ = kernel.forward_backward(*arguments, SURER, last < n, texts)
            alone_s, alone_t = kernel.lonely(blocks, lo, hi, first, types.source, types.target)
        probability = kernel.block_posteriors(blocks, lo, first, ends_i, ends_j, kinds)
        committed = len(kinds)
        if last < n:
            committed = _stable(cells, lo, first, ends_i, ends_j, last - row - OVERLAP)
        parts.append(Path(ends_i[:committed] + row, ends_j[:committed], kinds[:committed]))
        posteriors.append(probability[:committed])
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


def _expected_right(
    posteriors: NDArray[np.float32],
    scores: NDArray[np.float32],
    lo: NDArray[np.int64],
    first: NDArray[np.int64],
    types: Types,
    alone: tuple[NDArray[np.float64], NDArray[np.float64]],
) -> NDArray[np.float32]:
    """Return what every block adds to the expected number of right links, float32 (cells, types).

    Wrong links cost a part of what right ones bring, as they do in the F-measure. A sentence
    without counterpart counts by how much more likely that is than not, whatever run it stands in:
    the probabilities of runs are divided among all ways to cut a passage into them.

    Reference:
        Goodman (1996), Parsing algorithms and metrics.
    """
    values = np.where(scores > _NEVER, posteriors - WRONG, scores).astype(np.float32)
    rows = np.repeat(np.arange(len(lo)), np.diff(first))
    columns = np.arange(len(rows)) - first[rows] + lo[rows] - lo[0]
    for side, places, lengths in zip(
        alone, (rows, columns), (types.source, types.target), strict=True
    ):
        sums = np.concatenate([[0.0], np.cumsum(side - ALONE)])
        for kind in np.flatnonzero((lengths > 0) & (types.source * types.target == 0)):
            values[:, kind] = sums[places] - sums[np.maximum(places - lengths[kind], 0)]
    return values


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


def split_path(path: Path, rows: Ints, columns: Ints) -> list[Path]:
    """Return the paths of texts that stand below each other, see `bands_beside_paths`."""
    if len(rows) == 2:
        return [path]
    cuts = np.searchsorted(path.ends_i, rows)
    sizes = np.diff(cuts)
    ends_i = path.ends_i - np.repeat(rows[:-1], sizes)
    ends_j = path.ends_j - np.repeat(columns[:-1], sizes)
    return [
        Path(ends_i[begin:end], ends_j[begin:end], path.kinds[begin:end])
        for begin, end in pairwise(cuts.tolist())
    ]


def split_result(found: SearchResult, band: Band) -> list[SearchResult]:
    """Return the results of the texts that stand below each other in a band."""
    if len(band.texts) == 2:
        return [found]
    edges = np.append(band.lo[band.texts[:-1]], band.hi[-1] + 1)
    rows, columns = band.texts.tolist(), edges.tolist()
    cells = band.first[band.texts].tolist()
    results, begin = [], 0
    for k, path in enumerate(split_path(found.path, band.texts, edges)):
        end = begin + len(path.kinds)
        results.append(
            SearchResult(
                path,
                found.posterior[begin:end],
                found.lonely_source[rows[k] : rows[k + 1] - 1],
                found.lonely_target[columns[k] : columns[k + 1] - 1],
                found.passing[cells[k] : cells[k + 1]],
            )
        )
        begin = end
    return results


def splice(
    found: SearchResult, parts: Sequence[tuple[int, int, SearchResult]], places: Ints
) -> SearchResult:
    """Return a result some stretches of which were searched again.

    Args:
        found: the result.
        parts: first block of each stretch, one past its last, and what was found there.
        places: the kinds of blocks in the parts, by those of the result.
    """
    path = found.path
    cells = corners(path)
    source, target = found.lonely_source.copy(), found.lonely_target.copy()
    pieces, posteriors, done = [], [], 0
    for begin, end, part in (*parts, (len(path.kinds), len(path.kinds), None)):
        kept = slice(done, begin)
        pieces.append(np.stack([path.ends_i, path.ends_j, places[path.kinds]])[:, kept])
        posteriors.append(found.posterior[kept])
        done = end
        if part:
            (i, j), (last_i, last_j) = cells[[begin, end]].tolist()
            pieces.append(np.stack([part.path.ends_i + i, part.path.ends_j + j, part.path.kinds]))
            posteriors.append(part.posterior)
            source[i:last_i], target[j:last_j] = part.lonely_source, part.lonely_target
    ends_i, ends_j, kinds = np.ascontiguousarray(np.concatenate(pieces, 1))
    return SearchResult(
        Path(ends_i, ends_j, kinds), np.concatenate(posteriors), source, target, found.passing
    )


def join_results(found: Sequence[SearchResult], pairs: Sequence[Pair]) -> SearchResult:
    """Put the results of texts below each other, as `join_bands` puts their bands.

    What is known of single sentences is joined without those between the texts; of the cells
    nothing is.
    """
    if len(found) == 1:
        return found[0]
    paths = [each.path for each in found]
    sizes = [len(path.kinds) for path in paths]
    rows, columns = (
        np.repeat(_offsets(np.array(lengths))[:-1], sizes)
        for lengths in (
            [pair.source.size + 1 for pair in pairs],
            [pair.target.size + 1 for pair in pairs],
        )
    )
    path = Path(
        np.concatenate([path.ends_i for path in paths]) + rows,
        np.concatenate([path.ends_j for path in paths]) + columns,
        np.concatenate([path.kinds for path in paths]),
    )
    return SearchResult(
        path,
        np.concatenate([each.posterior for each in found]),
        np.concatenate([each.lonely_source for each in found]),
        np.concatenate([each.lonely_target for each in found]),
        np.zeros(0, np.float32),
    )
