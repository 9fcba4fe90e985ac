"""Brute force over alignments: every monotone cover of a grid, written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

import numpy as np
from hypothesis import strategies as st

from diglot.sentences.link_types import Types, link_types
from diglot.sentences.search.bands import Band, close_band

Block = tuple[int, int, int]
"""(i, j, k): a block of type k that ends in cell (i, j)."""

TYPE_SETS = [
    link_types(null_runs=(2, 3, 4, 5)),
    link_types(3, 4),
    link_types(1, 2),
    link_types(4, 5),
    link_types(6, 7),
]


def covers(band: Band, types: Types, start: int, ends: Sequence[int]) -> list[list[Block]]:
    """All paths from (0, start) to (n, end) whose corners lie in the band."""
    pairs = list(zip(types.source.tolist(), types.target.tolist(), strict=True))
    last = len(band.lo) - 1
    found: list[list[Block]] = []

    def extend(i: int, j: int, path: list[Block]) -> None:
        if i == last and j in ends:
            found.append(path.copy())
        for k, (a, b) in enumerate(pairs):
            x, y = i + a, j + b
            if x <= last and band.lo[x] <= y <= band.hi[x]:
                path.append((x, y, k))
                extend(x, y, path)
                path.pop()

    extend(0, start, [])
    return found


def cell(band: Band, i: int, j: int) -> int:
    """Flat position of a cell."""
    return int(band.first[i] + j - band.lo[i])


Flat = tuple[np.ndarray, np.ndarray, np.ndarray]


def flat(paths: Sequence[Sequence[Block]], band: Band) -> Flat:
    """Cells and types of all blocks of all paths, and where each path begins and ends."""
    blocks = np.array([block for path in paths for block in path], np.int64).reshape(-1, 3)
    cells = band.first[blocks[:, 0]] + blocks[:, 1] - band.lo[blocks[:, 0]]
    return cells, blocks[:, 2], np.array([0, *accumulate(map(len, paths))])


def totals(paths: Flat, scores: np.ndarray) -> np.ndarray:
    """Sum of the scores of each path, float64 (paths,)."""
    cells, kinds, ends = paths
    sums = np.concatenate(([0.0], np.cumsum(scores[cells, kinds].astype(float))))
    return sums[ends[1:]] - sums[ends[:-1]]


def posteriors(
    paths: Sequence[Sequence[Block]], band: Band, types: Types, values: np.ndarray, start: int
) -> tuple[np.ndarray, np.ndarray, float]:
    """Probabilities of blocks and cells and log Z when a path weighs exp(value)."""
    top = values.max()
    log_z = float(top + np.log(np.exp(values - top).sum()))
    blocks = np.zeros((band.cells, len(types)))
    passing = np.zeros(band.cells)
    for path, probability in zip(paths, np.exp(values - log_z), strict=True):
        passing[cell(band, 0, start)] += probability
        for i, j, k in path:
            blocks[cell(band, i, j), k] += probability
            passing[cell(band, i, j)] += probability
    return blocks, passing, log_z


def full_band(n: int, m: int) -> Band:
    """All cells."""
    return close_band(np.zeros(n + 1, np.int64), np.full(n + 1, m, np.int64), m)


@st.composite
def bands(draw: st.DrawFn, most: int = 5) -> tuple[Band, int]:
    """A random band and the number of its columns."""
    n, m = draw(st.integers(0, most)), draw(st.integers(0, most))
    column = st.integers(-1, m + 1)
    lo = draw(st.lists(column, min_size=n + 1, max_size=n + 1))
    hi = draw(st.lists(column, min_size=n + 1, max_size=n + 1))
    return close_band(np.array(lo, np.int64), np.array(hi, np.int64), m), m


def random_scores(seed: int, band: Band, types: Types, spread: float = 3.0) -> np.ndarray:
    """Random scores of all blocks, float32 (cells, types)."""
    return (
        np.random.default_rng(seed).normal(0, spread, (band.cells, len(types))).astype(np.float32)
    )


def blocks_of(ends_i: np.ndarray, ends_j: np.ndarray, kinds: np.ndarray) -> Iterator[Block]:
    """The blocks of a path as the kernel returns it."""
    yield from zip(ends_i.tolist(), ends_j.tolist(), kinds.tolist(), strict=True)
