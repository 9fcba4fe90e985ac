"""How words of terms match, against the whole matrix of their likeness."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.kernels import cover as kernel
from tests.terms.kernels.lists import Terms, pairs_of, random_lists, sparse
from tests.twins import load_twin

TWIN = load_twin("diglot.terms.kernels.cover")
SEEDS = st.integers(0, 999)


def mean_best(block: np.ndarray, weights: np.ndarray, axis: int) -> float:
    return float((weights * block.max(axis)).sum() / weights.sum())


def assigned(block: np.ndarray) -> tuple[list[float], list[set[int]]]:
    """Likeness of words matched one to one, the likest first, and the words without a match."""
    taken: list[float] = []
    free = [set(range(size)) for size in block.shape]
    while best := max(
        ((block[a, b], -a, -b) for a in free[0] for b in free[1] if block[a, b] > 0), default=None
    ):
        taken.append(float(best[0]))
        free[0].remove(-best[1])
        free[1].remove(-best[2])
    return taken, free


@given(SEEDS)
def test_a_cell_is_found_where_it_is(seed: int) -> None:
    lists = random_lists(seed)
    for (row, column), value in np.ndenumerate(lists.dense):
        at = TWIN.find_cell(lists.words.offsets, lists.words.columns, row, column)
        assert (lists.words.best[at] if at >= 0 else 0.0) == value


@given(SEEDS)
def test_cover_is_the_mean_of_the_best_matches(seed: int) -> None:
    lists = random_lists(seed, least=0)
    pairs = pairs_of()
    found = kernel.mutual_cover(*pairs, lists.source, lists.target, lists.words)
    for one, other, row in zip(*pairs, found, strict=True):
        block = lists.block(one, other)
        expected = [
            block.max(axis, initial=0.0).sum(dtype=float) / max(1, size)
            for axis, size in ((1, block.shape[0]), (0, block.shape[1]))
        ]
        assert row.tolist() == pytest.approx(expected)


CELLS = st.integers(1, 3).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=width, max_size=width),
        min_size=1,
        max_size=3,
    )
)


@given(CELLS)
def test_assignment_takes_the_likest_words_first(cells: list[list[float]]) -> None:
    matrix = np.array(cells, np.float32)
    sides = [
        Terms(np.arange(size, dtype=np.int32), np.array([0, size], np.int64), np.ones(size))
        for size in matrix.shape
    ]
    zero = np.zeros(1, np.int32)
    product, matched, left = kernel.assign_words(zero, zero, *sides, sparse(matrix))
    taken, free = assigned(matrix)
    assert matched[0] == len(taken)
    assert product[0] == pytest.approx(np.prod(taken))
    assert left[0].tolist() == [max(each, default=-1) for each in free]


@given(SEEDS)
def test_assignments_are_those_of_the_twin(seed: int) -> None:
    lists = random_lists(seed, least=0)
    arguments = (*pairs_of(), lists.source, lists.target, lists.words)
    for one, other in zip(
        kernel.assign_words(*arguments), TWIN.assign_words(*arguments), strict=True
    ):
        np.testing.assert_array_equal(one, other, strict=True)


@given(SEEDS)
@pytest.mark.slow
def test_figures_of_matches_are_those_of_the_matrix(seed: int) -> None:
    lists = random_lists(seed)
    pairs = pairs_of()
    table = kernel.match_words(*pairs, lists.source, lists.target, lists.words)
    for one, other, row in zip(*pairs, table, strict=True):
        block = lists.block(one, other).astype(float)
        rare = (
            lists.source.rarity[lists.source.words(one)],
            lists.target.rarity[lists.target.words(other)],
        )
        x, y = mean_best(block, rare[0], 1), mean_best(block, rare[1], 0)
        even = block.max(1).mean(), block.max(0).mean()
        expected = [
            x, y, *even, even[0] / 2, even[1] / 2, even[0] / 3, even[1] / 3,
            block[-1, 0], block[0, 0], block[0, -1], block[-1, -1],
            sum(assigned(block)[0]) / max(block.shape),
            (1 - x) * rare[0].sum(), (1 - y) * rare[1].sum(),
            min(block.max(1).min(), block.max(0).min()),
        ]  # fmt: skip
        assert row == pytest.approx(expected, rel=1e-5, abs=1e-7)


def test_words_beyond_the_sixteenth_do_not_count() -> None:
    long = Terms(np.arange(20, dtype=np.int32), np.array([0, 20], np.int64), np.ones(20))
    words = sparse(np.eye(20, dtype=np.float32))
    zero = np.zeros(1, np.int32)
    row = kernel.match_words(zero, zero, long, long, words)[0]
    assert row[0] == row[1] == row[12] == row[15] == 1.0
    only_last = sparse(np.diag([0.0] * 19 + [1.0]).astype(np.float32))
    assert kernel.match_words(zero, zero, long, long, only_last)[0, :13].tolist() == [0.0] * 13
