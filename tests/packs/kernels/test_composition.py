"""The compiled composition against its plain twin and against products of full matrices."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.packs.kernels import composition
from tests.twins import load_twin

TWIN = load_twin("diglot.packs.kernels.composition")

SIZES = st.integers(1, 5)


@st.composite
def chains(draw: st.DrawFn) -> tuple[np.ndarray, np.ndarray]:
    """Counts of two packs that meet, as full matrices."""
    source, between, target = draw(SIZES), draw(SIZES), draw(SIZES)

    def counts(rows: int, columns: int) -> np.ndarray:
        cells = st.lists(st.integers(0, 4), min_size=rows * columns, max_size=rows * columns)
        return np.array(draw(cells), np.float64).reshape(rows, columns)

    return counts(source, between), counts(between, target)


def probabilities(counts: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    ahead = counts / np.maximum(counts.sum(1, keepdims=True), 1)
    return ahead, counts / np.maximum(counts.sum(0, keepdims=True), 1)


def walk(counts: np.ndarray) -> tuple[np.ndarray, ...]:
    rows, columns = np.nonzero(counts)
    offsets = np.searchsorted(rows, np.arange(len(counts) + 1)).astype(np.int64)
    ahead, back = probabilities(counts)
    return offsets, columns.astype(np.int32), ahead[rows, columns], back[rows, columns]


@given(chains(), st.sampled_from([0.05, 0.3, 1.0]))
def test_pairs_are_those_of_the_full_products(
    chain: tuple[np.ndarray, np.ndarray], least: float
) -> None:
    first, second = chain
    near, far = probabilities(first), probabilities(second)
    ahead, back = near[0] @ far[0], near[1] @ far[1]
    given = walk(first), walk(second), second.shape[1], least
    found = composition.compose_walks(*given)
    for one, other in zip(found, TWIN.compose_walks(*given), strict=True):
        np.testing.assert_array_equal(one, other)
    kept = {}
    for x, y, p, q in zip(*(each.tolist() for each in found), strict=True):
        assert (p, q) == pytest.approx((ahead[x, y], back[x, y]))
        kept[x, y] = max(p, q)
    assert len(kept) == len(found[0])
    assert list(found[0]) == sorted(found[0])
    for x, y in np.ndindex(ahead.shape):
        most = max(ahead[x, y], back[x, y])
        if abs(most - least) > 1e-9:
            assert ((x, y) in kept) == (most > least)
