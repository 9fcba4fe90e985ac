"""The dynamic programmes against brute force over all monotone covers."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.sentences.kernels import search as kernel
from diglot.sentences.link_types import Types, link_types
from diglot.sentences.search.bands import Band
from tests.sentences import corpora, covers
from tests.sentences.covers import Block, full_band, random_scores

SEEDS = st.integers(0, 10**6)
TYPES = st.sampled_from(covers.TYPE_SETS)


def viterbi(
    scores: np.ndarray, band: Band, types: Types, start: int = 0, *, free_end: bool = False
) -> list[Block]:
    found = kernel.viterbi(
        scores, band.lo, band.hi, band.first, types.source, types.target, start, free_end
    )
    return list(covers.blocks_of(*found))


def forward_backward(
    scores: np.ndarray,
    band: Band,
    types: Types,
    start: int = 0,
    inverse_temperature: float = 1.0,
    *,
    free_end: bool = False,
) -> tuple[np.ndarray, np.ndarray, float]:
    result: tuple[np.ndarray, np.ndarray, float] = kernel.forward_backward(
        scores,
        band.lo,
        band.hi,
        band.first,
        types.source,
        types.target,
        start,
        inverse_temperature,
        free_end,
    )
    return result


@pytest.mark.slow
def test_the_best_path_beats_every_cover_of_five_by_five() -> None:
    every = link_types(null_runs=(2, 3, 4, 5))
    small = (every.source + every.target < 6) | (np.minimum(every.source, every.target) < 2)
    small |= (every.source == 3) & (every.target == 3)
    types = Types(every.source[small], every.target[small], every.log_prior[small])
    assert len(types) == 25
    band = full_band(5, 5)
    paths = covers.covers(band, types, 0, [5])
    assert len(paths) == 26_677
    flat = covers.flat(paths, band)
    for seed in range(10):
        scores = random_scores(seed, band, types)
        best = int(covers.totals(flat, scores).argmax())
        assert viterbi(scores, band, types) == paths[best]


@given(banded=covers.bands(), types=TYPES, seed=SEEDS, free_end=st.booleans(), data=st.data())
def test_the_best_path_in_a_band_is_the_best_of_all_covers_in_it(
    banded: tuple[Band, int], types: Types, seed: int, free_end: bool, data: st.DataObject
) -> None:
    band, m = banded
    start = data.draw(st.integers(int(band.lo[0]), int(band.hi[0])))
    ends = range(int(band.lo[-1]), m + 1) if free_end else [m]
    scores = random_scores(seed, band, types)
    paths = covers.covers(band, types, start, ends)
    found = viterbi(scores, band, types, start, free_end=free_end)
    assert found in paths
    totals = covers.totals(covers.flat(paths, band), scores)
    assert totals[paths.index(found)] == pytest.approx(totals.max(), abs=1e-4)


@given(banded=covers.bands(4), types=TYPES, seed=SEEDS, free_end=st.booleans(), data=st.data())
def test_posteriors_are_those_of_enumeration(
    banded: tuple[Band, int], types: Types, seed: int, free_end: bool, data: st.DataObject
) -> None:
    band, m = banded
    start = data.draw(st.integers(int(band.lo[0]), int(band.hi[0])))
    temper = data.draw(st.sampled_from([0.3, 1.0, 2.0]))
    ends = range(int(band.lo[-1]), m + 1) if free_end else [m]
    scores = random_scores(seed, band, types)
    paths = covers.covers(band, types, start, ends)
    expected = covers.posteriors(
        paths, band, types, temper * covers.totals(covers.flat(paths, band), scores), start
    )
    blocks, passing, log_z = forward_backward(scores, band, types, start, temper, free_end=free_end)
    np.testing.assert_allclose(blocks, expected[0], atol=2e-6)
    np.testing.assert_allclose(passing, expected[1], atol=2e-6)
    assert log_z == pytest.approx(expected[2], abs=1e-5)


@given(n=st.integers(1, 40), m=st.integers(1, 40), types=TYPES, seed=SEEDS)
def test_the_posteriors_of_the_blocks_over_a_sentence_sum_to_one(
    n: int, m: int, types: Types, seed: int
) -> None:
    band = corpora.diagonal(n, m, 4.0)
    blocks, passing, _ = forward_backward(random_scores(seed, band, types, 8.0), band, types)
    of_source, of_target = np.zeros(n), np.zeros(m)
    for i in range(n + 1):
        for j in range(band.lo[i], band.hi[i] + 1):
            for k, (a, b) in enumerate(zip(types.source, types.target, strict=True)):
                posterior = blocks[covers.cell(band, i, j), k]
                of_source[i - a : i] += posterior
                of_target[j - b : j] += posterior
    np.testing.assert_allclose(of_source, 1.0, atol=1e-4)
    np.testing.assert_allclose(of_target, 1.0, atol=1e-4)
    assert passing[0] == pytest.approx(1.0, abs=1e-5)
    assert passing[-1] == pytest.approx(1.0, abs=1e-5)


@given(n=st.integers(1, 30), m=st.integers(1, 30), types=TYPES, seed=SEEDS)
def test_a_band_of_all_cells_finds_what_a_wide_band_finds(
    n: int, m: int, types: Types, seed: int
) -> None:
    full = full_band(n, m)
    wide = corpora.diagonal(n, m, float(n + m))
    assert wide.cells == full.cells == (n + 1) * (m + 1)
    scores = random_scores(seed, full, types)
    assert viterbi(scores, wide, types) == viterbi(scores, full, types)


def test_scores_far_apart_neither_overflow_nor_vanish() -> None:
    band, types = full_band(30, 30), link_types(2, 3)
    scores = random_scores(1, band, types, 5000.0)
    blocks, passing, log_z = forward_backward(scores, band, types)
    path = viterbi(scores, band, types)
    best = sum(float(scores[covers.cell(band, i, j), k]) for i, j, k in path)
    assert log_z == pytest.approx(best, rel=1e-6)
    assert np.isfinite(blocks).all()
    assert np.isfinite(passing).all()
    assert [blocks[covers.cell(band, i, j), k] for i, j, k in path] == pytest.approx(
        [1.0] * len(path), abs=1e-3
    )


def test_equal_scores_are_decided_by_the_order_of_the_types() -> None:
    types = link_types(2, 3)
    band = full_band(2, 2)
    path = viterbi(np.zeros((band.cells, len(types)), np.float32), band, types)
    assert [types.source[k] for _, _, k in path] == [1, 1]
    assert [types.target[k] for _, _, k in path] == [1, 1]


def test_following_pointers_stops_where_there_are_none() -> None:
    types = link_types(1, 2)
    band = full_band(2, 2)
    back = np.full(band.cells, -1, np.int8)
    arguments = (band.lo, band.first, types.source, types.target, 0, 2, 2)
    assert [len(part) for part in kernel.trace(back, *arguments)] == [0, 0, 0]
    back[covers.cell(band, 2, 2)] = 0
    assert [len(part) for part in kernel.trace(back, *arguments)] == [0, 0, 0]
    back[covers.cell(band, 1, 1)] = 0
    ends_i, ends_j, kinds = kernel.trace(back, *arguments)
    assert (ends_i.tolist(), ends_j.tolist(), kinds.tolist()) == ([1, 2], [1, 2], [0, 0])


def test_following_pointers_begins_in_the_start_column() -> None:
    types = link_types(1, 2)
    band = full_band(1, 3)
    back = np.full(band.cells, -1, np.int8)
    back[covers.cell(band, 1, 3)] = 0
    found = kernel.trace(back, band.lo, band.first, types.source, types.target, 2, 1, 3)
    assert [part.tolist() for part in found] == [[1], [3], [0]]


def test_types_that_cannot_reach_the_corner_give_no_path() -> None:
    types = link_types(1, 2)
    only_one_one = Types(types.source[:1], types.target[:1], types.log_prior[:1])
    band = full_band(3, 2)
    assert viterbi(np.zeros((band.cells, 1), np.float32), band, only_one_one) == []


def test_block_posteriors_are_looked_up_along_the_path() -> None:
    types, band = link_types(2, 3), full_band(4, 4)
    scores = random_scores(7, band, types)
    blocks, _, _ = forward_backward(scores, band, types)
    path = viterbi(scores, band, types)
    ends_i, ends_j, kinds = (np.array(part) for part in zip(*path, strict=True))
    found = kernel.block_posteriors(blocks, band.lo, band.first, ends_i, ends_j, kinds)
    assert found.tolist() == [blocks[covers.cell(band, i, j), k] for i, j, k in path]
