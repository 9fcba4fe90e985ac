"""Probabilities from counts against their definitions, where numpy checks every index."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.kernels import maximisation as kernel
from tests.twins import load_twin

TWIN = load_twin(kernel.__name__)


def index(
    generator: np.random.Generator, sizes: tuple[int, int]
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Some pairs of source words and target words: rows, columns, and the source words."""
    there = generator.random(sizes) < 0.5
    source, target = np.nonzero(there)
    rows = np.concatenate(([0], np.cumsum(there.sum(1))))
    return rows, target.astype(np.int32), source


def shares(values: np.ndarray, of: np.ndarray, more: np.ndarray) -> np.ndarray:
    """Values divided by the sums of their groups and what these have besides."""
    sums = (more + np.bincount(of, values, len(more)))[of]
    return np.divide(values, sums, where=sums > 0, out=np.zeros(len(values)))


SIZES = st.tuples(st.integers(1, 9), st.integers(1, 9))


@given(st.integers(0, 10**6), SIZES, st.integers(1, 2))
def test_probabilities_are_shares_of_counts(seed: int, sizes: tuple[int, int], width: int) -> None:
    generator = np.random.default_rng(seed)
    rows, columns, source = index(generator, sizes)
    counts = generator.integers(0, 3, (len(columns), width)).astype(np.float32)
    for module in (kernel, TWIN):
        links = np.full((len(columns) + 1, 2), np.nan, np.float32)
        module.maximise(rows, columns, sizes[1], counts, links)
        forward = shares(counts[:, 0], source, np.zeros(sizes[0]))
        backward = shares(counts[:, -1], columns, np.zeros(sizes[1]))
        expected = np.vstack((np.stack((forward, backward), 1), [0, 0]))
        np.testing.assert_allclose(links, expected, rtol=1e-6)


@given(st.integers(0, 10**6), SIZES, st.booleans(), st.booleans(), st.integers(0, 9))
def test_probabilities_are_shares_of_counts_and_base_measures(
    seed: int, sizes: tuple[int, int], bare: bool, backward: bool, cut: int
) -> None:
    # There may be fewer input words than source words, and the other way round.
    generator = np.random.default_rng(seed)
    rows, columns, source = index(generator, sizes)
    base, counts = generator.random((2, len(columns))).astype(np.float32)
    masses = generator.random(sizes[backward])
    of = columns if backward else source
    values = base if bare else counts + base
    expected = values / (masses + np.bincount(of, base if bare else counts, len(masses)))[of]
    for module in (kernel, TWIN):
        links, totals = np.stack((base, base), 1), masses.copy()
        given = base if bare else counts
        if backward:
            module.sum_columns(columns, given, totals)
        cuts = [0, min(cut, sizes[0]), sizes[0]]
        for first, last in ((cuts[0], cuts[1]), (cuts[1], cuts[2])):
            module.inform(first, last, rows, columns, counts, bare, links[:, 1], totals, backward)
        np.testing.assert_allclose(links[:, 1], expected, rtol=1e-5)
        np.testing.assert_array_equal(links[:, 0], base)
