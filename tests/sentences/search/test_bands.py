"""Bands never lose a path."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.kernels import search as kernel
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.search import bands
from diglot.sentences.search.bands import Band
from diglot.sentences.values import Path
from tests.sentences import corpora, covers

TYPES = link_types(null_runs=(2, 3, 4, 5))


def check(band: Band, n: int, m: int) -> None:
    """Both corners, borders that never go back, rows that touch, cells counted."""
    assert len(band.lo) == len(band.hi) == n + 1
    assert band.lo[0] == 0
    assert band.hi[-1] == m
    assert (band.lo >= 0).all()
    assert (band.hi <= m).all()
    assert (band.lo <= band.hi).all()
    assert (np.diff(band.lo) >= 0).all()
    assert (np.diff(band.hi) >= 0).all()
    assert (band.lo[1:] <= band.hi[:-1]).all()
    assert band.first.tolist() == np.cumsum([0, *(band.hi - band.lo + 1)]).tolist()
    assert band.cells == (band.hi - band.lo + 1).sum()


@given(banded=covers.bands(12), seed=st.integers(0, 1000))
@settings(max_examples=30)
def test_whatever_is_asked_for_is_closed_to_a_band_with_a_path(
    banded: tuple[Band, int], seed: int
) -> None:
    band, m = banded
    n = len(band.lo) - 1
    check(band, n, m)
    types = link_types(1, 2)
    scores = covers.random_scores(seed, band, types)
    found = kernel.viterbi(
        scores, band.lo, band.hi, band.first, types.source, types.target, 0, False
    )
    assert types.source[found[2]].sum() == n
    assert types.target[found[2]].sum() == m


@given(data=st.data())
@settings(max_examples=30)
def test_closing_a_band_only_ever_widens_it(data: st.DataObject) -> None:
    n, m = data.draw(st.integers(0, 8)), data.draw(st.integers(0, 8))
    column = st.integers(0, m)
    lo = np.array(data.draw(st.lists(column, min_size=n + 1, max_size=n + 1)))
    hi = np.array(data.draw(st.lists(column, min_size=n + 1, max_size=n + 1)))
    band = bands.close_band(lo.copy(), hi.copy(), m)
    assert (band.lo <= lo).all()
    assert (band.hi >= hi).all()


@st.composite
def paths(draw: st.DrawFn, types: Types = TYPES) -> tuple[Path, int, int]:
    kinds = np.array(draw(st.lists(st.integers(0, len(types) - 1), min_size=1, max_size=40)))
    i, j = np.cumsum(types.source[kinds]), np.cumsum(types.target[kinds])
    return Path(i, j, kinds), int(i[-1]), int(j[-1])


@given(path=paths(), half_width=st.integers(1, 10))
@settings(max_examples=30)
def test_a_band_near_a_path_holds_it_with_room_on_both_sides(
    path: tuple[Path, int, int], half_width: int
) -> None:
    around, n, m = path
    band = bands.band_near_path(around, TYPES, n, m, half_width)
    check(band, n, m)
    for i, j in bands.corners(around):
        assert band.lo[i] <= max(0, j - half_width)
        assert band.hi[i] >= min(m, j + half_width)


def test_irregular_links_widen_the_band_round_them() -> None:
    kinds = np.zeros(200, np.int64)
    null = [k for k in range(len(TYPES)) if (TYPES.source[k], TYPES.target[k]) == (0, 1)][0]  # noqa: RUF015 the only one
    kinds[100:104] = null
    path = Path(np.cumsum(TYPES.source[kinds]), np.cumsum(TYPES.target[kinds]), kinds)
    band = bands.band_near_path(path, TYPES, int(path.ends_i[-1]), int(path.ends_j[-1]), 4)
    width = band.hi - band.lo
    assert width[100] >= 2 * (4 + 12)
    assert width[20] == width[180] == 2 * 4
    assert width.max() <= 2 * (4 + 22) + 4


@given(path=paths(), pad=st.integers(0, 5), seed=st.integers(0, 1000))
def test_a_band_of_likely_cells_holds_them_and_the_path(
    path: tuple[Path, int, int], pad: int, seed: int
) -> None:
    around, n, m = path
    before = bands.band_near_path(around, TYPES, n, m, 3)
    passing = np.random.default_rng(seed).choice(
        [0.0, 0.5], p=[0.97, 0.03], size=before.cells
    ).astype(np.float32)  # fmt: skip
    band = bands.likely_band(before, passing, around, m, 1e-3, pad)
    check(band, n, m)
    held = [tuple(corner) for corner in bands.corners(around)]
    for i in range(n + 1):
        held.extend(
            (i, j)
            for j in range(before.lo[i], before.hi[i] + 1)
            if passing[covers.cell(before, i, j)] > 0
        )
    for i, j in held:
        assert band.lo[i] <= max(0, j - pad)
        assert band.hi[i] >= min(m, j + pad)


def test_unlikely_cells_are_left_out() -> None:
    n = 60
    path = Path(np.arange(1, n + 1), np.arange(1, n + 1), np.zeros(n, np.int64))
    before = bands.band_near_path(path, TYPES, n, n, 20)
    passing = np.full(before.cells, 1e-9, np.float32)
    band = bands.likely_band(before, passing, path, n, 1e-5, 2)
    # The path alone, joined over two rows and padded by two: four cells on either side.
    assert (band.hi - band.lo).max() == 8


@st.composite
def chains(draw: st.DrawFn) -> tuple[np.ndarray, int, int]:
    n, m = draw(st.integers(0, 30)), draw(st.integers(0, 30))
    rows = sorted(draw(st.sets(st.integers(0, n), max_size=5)))
    columns = sorted(draw(st.sets(st.integers(0, m), max_size=5)))
    size = min(len(rows), len(columns))
    points = np.stack([np.array(rows[:size], np.int64), np.array(columns[:size], np.int64)], axis=1)
    return points, n, m


@given(chain=chains(), half_width=st.floats(0, 40))
@settings(max_examples=40)
def test_a_band_between_points_holds_them_with_room_on_both_sides(
    chain: tuple[np.ndarray, int, int], half_width: float
) -> None:
    points, n, m = chain
    band = bands.band_between(points, n, m, half_width)
    check(band, n, m)
    for i, j in points:
        assert band.lo[i] <= max(0, j - half_width)
        assert band.hi[i] >= min(m, j + half_width)


def test_without_points_the_band_follows_the_diagonal() -> None:
    band = bands.band_between(np.zeros((0, 2), np.int64), 40, 100, 5)
    assert band.lo[[10, 20, 30]].tolist() == [20, 45, 70]
    assert band.hi[[10, 20, 30]].tolist() == [30, 55, 80]


def test_where_something_is_missing_the_band_holds_it_missing_first_or_last() -> None:
    points = np.array(
        [[row, row] for row in range(5, 105, 5)] + [[row, row + 60] for row in range(140, 240, 5)]
    )
    band = bands.band_between(points, 240, 300, 3)
    for gone_before in (100, 120, 139):
        path = [(row, row if row < gone_before else row + 60) for row in range(100, 141)]
        assert all(band.lo[i] <= j <= band.hi[i] for i, j in path)
    assert (band.hi - band.lo)[[50, 200]].tolist() == [6, 6]


def test_the_share_of_corners_at_the_border_is_counted() -> None:
    band = corpora.diagonal(100, 100, 10)
    ends = np.arange(1, 101)
    straight = Path(ends, ends, np.zeros(100, np.int64))
    assert bands.border_share(band, straight, 3, 100) == 0.0
    drifting = Path(ends, np.minimum(ends + 9, 100), np.zeros(100, np.int64))
    low = Path(ends, np.maximum(ends - 9, 0), np.zeros(100, np.int64))
    for path in (drifting, low):
        share = bands.border_share(band, path, 3, 100)
        assert share == pytest.approx(0.8, abs=0.1)
    # The borders of the text itself are no borders of the band.
    assert bands.border_share(covers.full_band(100, 100), drifting, 3, 100) == 0.0
