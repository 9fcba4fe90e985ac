"""Best path and posteriors over a band, in windows that bound the memory of long texts."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.values import Path

if TYPE_CHECKING:
    from diglot.sentences.search.bands import Band, Types

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
