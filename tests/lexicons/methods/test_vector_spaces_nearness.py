"""CSLS of given pairs against its definition."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.learning.mapping import NEIGHBOURS, unit_rows
from diglot.lexicons.methods.vector_spaces import nearness


def vectors(rows: int, seed: int) -> np.ndarray:
    return unit_rows(np.random.default_rng(seed).standard_normal((rows, 6), dtype=np.float32))


def test_csls_is_twice_the_cosine_less_the_means_of_the_nearest() -> None:
    one, other = vectors(40, 1), vectors(30, 2)
    rows, columns = (each.ravel() for each in np.divmod(np.arange(1200), 30))
    cosines = one @ other.T
    near = [np.sort(each, axis=1)[:, -NEIGHBOURS:].mean(axis=1) for each in (cosines, cosines.T)]
    expected = 2 * cosines - near[0][:, None] - near[1]
    np.testing.assert_allclose(nearness(one, other, rows, columns), expected.ravel(), atol=1e-5)


def test_the_cosine_is_had_by_name() -> None:
    one, other = vectors(3, 1), vectors(3, 2)
    found = nearness(one, other, np.array([0, 2]), np.array([1, 1]), retrieval="cosine")
    assert found.tolist() == pytest.approx([float(one[0] @ other[1]), float(one[2] @ other[1])])


def test_words_without_a_vector_are_unknown() -> None:
    one, other = vectors(3, 1), vectors(3, 2)
    one[1] = 0
    found = nearness(one, other, np.array([0, 1]), np.array([0, 0]))
    assert np.isnan(found).tolist() == [False, True]


def test_no_pairs_have_no_measure() -> None:
    none = np.zeros(0, np.int64)
    assert len(nearness(vectors(3, 1), vectors(3, 2), none, none)) == 0
