"""Length costs in the far tail, and the scores of the classic methods."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.sentences.kernels import length as kernel
from diglot.sentences.models.gale_church import PRIORS, prefix_sums, types_of
from diglot.sentences.models.moore import PRIORS as MOORE_PRIORS
from diglot.sentences.search.bands import search
from diglot.sentences.search.blocks import Reach
from diglot.sentences.settings import Settings
from tests.sentences import corpora, covers

TYPES = types_of(PRIORS, Settings())


@given(delta=st.floats(-26 * math.sqrt(2), 26 * math.sqrt(2)))
def test_the_tail_is_that_of_the_error_function(delta: float) -> None:
    expected = math.log(math.erfc(abs(delta) / math.sqrt(2)))
    assert kernel.log_two_sided_tail(delta) == pytest.approx(expected, rel=1e-7, abs=1e-12)


@given(delta=st.floats(29, 1e8))
def test_the_far_tail_lies_between_its_asymptotic_bounds(delta: float) -> None:
    x = delta / math.sqrt(2)
    upper = -x * x - math.log(x * math.sqrt(math.pi))
    lower = upper + math.log1p(-1 / (2 * x * x))
    slack = 1e-12 * abs(upper)
    assert lower - slack <= kernel.log_two_sided_tail(delta) <= upper + slack


def test_the_tail_falls_without_a_step_where_the_formulas_meet() -> None:
    deltas = np.linspace(0, 60, 6001)
    values = np.array([kernel.log_two_sided_tail(delta) for delta in deltas])
    assert values[0] == 0.0
    falls = -np.diff(values)
    assert (falls > 0).all()
    assert np.abs(np.diff(falls)).max() < 2e-2


@given(
    source=st.lists(st.integers(1, 400), max_size=6),
    target=st.lists(st.integers(1, 400), max_size=6),
    ratio=st.floats(0.2, 5),
    half_width=st.floats(1, 8),
)
@settings(max_examples=20)
def test_gale_church_scores_are_prior_and_tail(
    source: list[int], target: list[int], ratio: float, half_width: float
) -> None:
    band = corpora.diagonal(len(source), len(target), half_width)
    scores = kernel.gale_church_scores(
        0, len(source) + 1, band, TYPES, prefix_sums(source), prefix_sums(target), ratio, 6.8
    )
    inside = np.zeros(scores.shape, bool)
    for i, j, k in corpora.blocks(band, TYPES):
        a, b = int(TYPES.source[k]), int(TYPES.target[k])
        ls, lt = sum(source[i - a : i]), sum(target[j - b : j])
        delta = (lt - ratio * ls) / math.sqrt(6.8 * (ratio * ls + lt) / 2)
        tail = math.erfc(abs(delta) / math.sqrt(2))
        inside[covers.cell(band, i, j), k] = True
        if tail > 1e-290:
            assert scores[covers.cell(band, i, j), k] == pytest.approx(
                TYPES.log_prior[k] + math.log(tail), rel=1e-4, abs=1e-4
            )
    assert (scores[~inside] < -1e29).all()
    assert np.isfinite(scores[inside]).all()


@pytest.mark.slow
def test_twenty_thousand_sentences_of_wild_lengths_keep_finite_scores_and_a_path() -> None:
    rng = np.random.default_rng(1)
    size = 20_000
    source, target = (np.exp(rng.uniform(0, 12, size)).astype(int) + 1 for _ in range(2))
    band = corpora.diagonal(size, size, 20)
    sums = prefix_sums(source), prefix_sums(target)

    def scores(begin: int, end: int) -> np.ndarray:
        found: np.ndarray = kernel.gale_church_scores(begin, end, band, TYPES, *sums, 1.0, 6.8)
        return found

    some = scores(9000, 9100)
    assert np.isfinite(some).all()
    assert some[some > -1e29].min() < -10_000
    found = search(scores, band, TYPES)
    path = found.path
    assert TYPES.source[path.kinds].sum() == size
    assert TYPES.target[path.kinds].sum() == size
    assert np.isfinite(found.posterior).all()
    # A path lost in underflow is all 1-1 to its end.
    assert len(np.unique(path.kinds[-200:])) > 2


@given(
    source=st.lists(st.integers(0, 12), min_size=1, max_size=5),
    target=st.lists(st.integers(0, 12), min_size=1, max_size=5),
    ratio=st.floats(0.3, 3),
    seed=st.integers(0, 1000),
    words=st.booleans(),
    lengths=st.booleans(),
)
@settings(max_examples=20)
def test_moore_scores_are_poisson_counts_against_single_sentences(
    source: list[int], target: list[int], ratio: float, seed: int, words: bool, lengths: bool
) -> None:
    types = types_of(MOORE_PRIORS, Settings())
    n, m = len(source), len(target)
    band = covers.full_band(n, m)
    rng = np.random.default_rng(seed)
    log_length = np.log(rng.uniform(0.01, 1, 13))
    lexical = rng.normal(size=(7, n * m, 2)).astype(np.float32)
    every = np.arange(n + 1) * m
    reach = Reach(0, n, np.zeros(n, np.int64), every[1:], every, lexical, lexical, lexical[0, :, 0])
    scores = kernel.moore_scores(
        0, n + 1, band, types,
        (prefix_sums(source), prefix_sums(target), log_length, ratio) if lengths else None,
        reach if words else None,
    )  # fmt: skip
    for i, j, k in corpora.blocks(band, types):
        a, b = int(types.source[k]), int(types.target[k])
        expected = math.log(list(MOORE_PRIORS.values())[k])
        if a and b:
            mean, count = ratio * sum(source[i - a : i]) + 1e-3, sum(target[j - b : j])
            if lengths:
                expected += count * math.log(mean) - mean - math.log(math.factorial(count))
                expected -= sum(log_length[target[t]] for t in range(j - b, j))
            if words:
                expected += sum(float(lexical[a, (i - 1) * m + t, 0]) for t in range(j - b, j))
        assert scores[covers.cell(band, i, j), k] == pytest.approx(expected, rel=1e-4, abs=1e-4)
