"""Compiled maximisation against its plain twin: one phenomenon a test."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.words.kernels import maximisation as kernel
from tests.twins import load_twin

twin = load_twin("diglot.words.kernels.maximisation")


def test_a_text_may_have_more_source_words_than_target_words() -> None:
    # As plain Python, so that numpy checks every index.
    rows, columns = np.array([0, 0, 1, 2, 4]), np.array([1, 1, 0, 1], np.int32)
    counts = np.array([1, 2, 3, 4], np.float32)
    links = np.array([0.5, 0.5, 1, 1, 0], np.float32)
    twin.inform(0, 4, rows, columns, counts, False, links, np.array([8.0, 10.0]), True)
    assert links.tolist() == np.array([0.15, 0.25, 0.5, 0.5, 0], np.float32).tolist()


@given(st.integers(0, 10_000), st.booleans(), st.booleans())
def test_probabilities_and_sums_equal_the_twins(seed: int, bare: bool, backward: bool) -> None:
    generator = np.random.default_rng(seed)
    sources, targets = generator.integers(1, 7, 2)
    lengths = generator.integers(0, targets + 1, sources)
    rows = np.concatenate([[0], np.cumsum(lengths)])
    columns = np.concatenate(
        [np.sort(generator.choice(targets, length, replace=False)) for length in lengths]
    ).astype(np.int32)
    counts = generator.random(len(columns)).astype(np.float32)
    base = np.append(generator.random(len(columns)), 0).astype(np.float32)
    totals = generator.random(targets if backward else sources) + 1
    results = []
    for module in (kernel, twin):
        links, sums = base.copy(), totals.copy()
        module.sum_columns(columns, counts, sums[:targets] if backward else np.zeros(targets))
        module.inform(0, sources, rows, columns, counts, bare, links, sums, backward)
        results.append((links, sums))
    np.testing.assert_allclose(results[0][0], results[1][0], rtol=1e-6)
    np.testing.assert_allclose(results[0][1], results[1][1], rtol=1e-6)
