"""What an inverted index finds, against the full product."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.comparable.sparse import Sparse, row_starts
from diglot.terms.kernels import retrieval as kernel
from tests.terms.kernels.lists import TARGET, Lists, Terms, random_lists, sparse
from tests.twins import load_twin

TWIN = load_twin("diglot.terms.kernels.retrieval")
SEEDS = st.integers(0, 999)


def covers(lists: Lists, least: float) -> dict[tuple[int, int], tuple[float, float]]:
    """Coverage of both sides of every pair that is covered well enough."""
    found = {}
    for one in range(len(lists.source.offsets) - 1):
        for other in range(len(lists.target.offsets) - 1):
            block = lists.block(one, other)
            if block.any():
                x, y = (
                    float(np.average(block.max(axis), weights=side.rarity[side.words(term)]))
                    for axis, side, term in ((1, lists.source, one), (0, lists.target, other))
                )
                if (x + y) / 2 >= least:
                    found[one, other] = x, y
    return found


@given(SEEDS)
def test_postings_are_the_terms_that_hold_a_word(seed: int) -> None:
    terms = random_lists(seed, least=0).target
    offsets, found = kernel.make_postings(terms.tokens, terms.offsets, TARGET)
    expected = [
        [term for term in range(len(terms.offsets) - 1) if word in terms.words(term)]
        for word in range(TARGET)
    ]
    assert [part.tolist() for part in np.split(found, offsets[1:-1])] == expected


@given(SEEDS)
def test_terms_found_are_those_of_the_full_product(seed: int) -> None:
    lists = random_lists(seed, least=0)
    found = kernel.retrieve_terms(lists.source, lists.target, lists.words, 0.3, 100)
    expected = covers(lists, 0.3)
    assert list(zip(*(side.tolist() for side in found[:2]), strict=True)) == sorted(expected)
    for one, other, x, y in zip(*found, strict=True):
        assert (x, y) == pytest.approx(expected[one, other])


@given(SEEDS, st.integers(1, 4))
def test_the_best_of_every_source_stay_and_of_equal_ones_the_first(seed: int, best: int) -> None:
    lists = random_lists(seed)
    everything = kernel.retrieve_terms(lists.source, lists.target, lists.words, 0.1, 100)
    rows = sorted(
        zip(*everything, strict=True), key=lambda row: (row[0], -(row[2] + row[3]), row[1])
    )
    kept = [row for k, row in enumerate(rows) if k < best or rows[k - best][0] != row[0]]
    found = kernel.retrieve_terms(lists.source, lists.target, lists.words, 0.1, best)
    assert list(zip(*found, strict=True)) == sorted(kept)


def test_there_is_room_for_all_that_is_found() -> None:
    terms = Terms(np.zeros(50, np.int32), np.arange(51), np.ones(1))
    words = sparse(np.ones((1, 1), np.float32))
    found = kernel.retrieve_terms(terms, terms, words, 0.3, 100)
    assert [side.tolist() for side in found[:2]] == np.indices((50, 50)).reshape(2, -1).tolist()


def random_matrix(rng: np.random.Generator, rows: int) -> Sparse:
    dense = rng.choice([0.0, 0.5, 1.0], (rows, 6), p=[0.6, 0.2, 0.2])
    at, columns = np.nonzero(dense)
    return Sparse(row_starts(at, rows), columns.copy(), dense[at, columns])


def dense(matrix: Sparse) -> np.ndarray:
    full = np.zeros((len(matrix.offsets) - 1, 6))
    full[matrix.rows(), matrix.columns] = matrix.values
    return full


@given(SEEDS, st.integers(1, 9))
def test_nearest_rows_have_the_largest_products(seed: int, best: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = random_matrix(rng, 4), random_matrix(rng, 8)
    products = dense(one) @ dense(other).T
    expected = [
        (line, row, products[line, row])
        for line in range(4)
        for row in sorted(np.argsort(-products[line], kind="stable")[:best].tolist())
        if products[line, row] > 0
    ]
    found = kernel.nearest_rows(one, other, 6, best)
    assert list(zip(*(each.tolist() for each in found), strict=True)) == expected


def test_there_is_room_for_all_rows() -> None:
    one = Sparse(np.arange(41), np.zeros(40, np.int64), np.ones(40))
    lines, rows, products = kernel.nearest_rows(one, one, 1, 40)
    assert [lines.tolist(), rows.tolist()] == np.indices((40, 40)).reshape(2, -1).tolist()
    assert products.tolist() == [1.0] * 1600


@given(SEEDS)
def test_products_of_rows_are_those_of_the_matrices(seed: int) -> None:
    rng = np.random.default_rng(seed)
    one, other = random_matrix(rng, 4), random_matrix(rng, 8)
    lines, rows = np.indices((4, 8)).reshape(2, -1)
    found = kernel.row_products(one, other, lines.copy(), rows.copy())
    assert found.reshape(4, 8) == pytest.approx(dense(one) @ dense(other).T)


@given(SEEDS)
def test_the_twin_retrieves_the_same(seed: int) -> None:
    lists = random_lists(seed, least=0)
    arguments = (lists.source, lists.target, lists.words, 0.2, 3)
    for one, other in zip(
        kernel.retrieve_terms(*arguments), TWIN.retrieve_terms(*arguments), strict=True
    ):
        np.testing.assert_allclose(one, other, rtol=1e-6)
