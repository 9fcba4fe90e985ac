"""Intervals and tests: what they must find, what they must not, and that they are repeatable."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.alignments.sentences import score
from diglot.evaluate.statistics.aggregate import link_metrics
from diglot.evaluate.statistics.significance import bootstrap, paired_bootstrap
from diglot.model import Link
from diglot.model.score import LABELS
from tests.evaluate.alignments.strategies import cover


def gold_documents(count=4, size=400):
    return [cover([(1, 1)] * size) for _ in range(count)]


def damaged(gold, rate, seed):
    """Shift a share of the links by one target segment."""
    rng = random.Random(seed)
    return [
        [
            Link(link.source, tuple(j + 1 for j in link.target)) if rng.random() < rate else link
            for link in links
        ]
        for links in gold
    ]


def run(gold, rate, seed=1, metric="strict"):
    return score(damaged(gold, rate, seed), gold)[metric]


@pytest.mark.parametrize("unit", ["block", "document"])
def test_the_interval_holds_the_figure_and_has_a_sensible_width(unit):
    result = bootstrap(run(gold_documents(12, 200), 0.1), unit=unit)
    low, high = result.intervals["f1"]
    assert low < result.values["f1"] < high
    assert high - low < 0.06
    assert set(result.intervals) == set(result.values)


def test_the_interval_has_the_width_that_theory_gives_independent_links():
    gold = gold_documents(1, 10_000)
    low, high = bootstrap(run(gold, 0.2), draws=2000).intervals["precision"]
    assert high - low == pytest.approx(2 * 1.96 * (0.2 * 0.8 / 10_000) ** 0.5, rel=0.15)


def test_a_perfect_run_has_no_spread():
    assert bootstrap(run(gold_documents(), 0)).intervals["f1"] == (1, 1)


def test_documents_of_unequal_quality_widen_the_interval_over_documents():
    gold = gold_documents(12, 100)
    mixed = [damaged([links], rate, 3)[0] for links, rate in zip(gold, [0, 0.6] * 6, strict=True)]
    result = score(mixed, gold)["strict"]
    over_blocks = bootstrap(result, unit="block").intervals["f1"]
    over_documents = bootstrap(result, unit="document").intervals["f1"]
    assert over_documents[1] - over_documents[0] > 3 * (over_blocks[1] - over_blocks[0])


@pytest.mark.parametrize("metric", ["strict", "sentence"])
def test_a_clear_difference_is_found(metric):
    gold = gold_documents()
    result = paired_bootstrap(run(gold, 0.2, metric=metric), run(gold, 0.1, 2, metric=metric))
    assert result.difference > 0
    assert result.p < 0.01
    assert result.difference == result.second - result.first
    for part in ("paired-bootstrap", "bootstrap:block", "draws:1000", "seed:0"):
        assert part in str(result.signature)


@pytest.mark.slow
def test_chance_differences_are_rarely_found():
    gold = gold_documents(2, 400)
    found = [
        paired_bootstrap(run(gold, 0.1, seed), run(gold, 0.1, seed + 100), draws=200).p < 0.05
        for seed in range(40)
    ]
    assert sum(found) <= 6


def test_a_run_does_not_differ_from_itself():
    one = run(gold_documents(), 0.1)
    result = paired_bootstrap(one, one)
    assert (result.difference, result.p) == (0, 1)


def test_the_interval_of_a_difference_is_narrower_for_paired_runs():
    gold = gold_documents()
    base = damaged(gold, 0.2, 1)
    better = [
        [right if k % 10 == 0 else link for k, (link, right) in enumerate(zip(a, b, strict=True))]
        for a, b in zip(base, gold, strict=True)
    ]
    first, second = (score(p, gold)["strict"] for p in (base, better))
    result = paired_bootstrap(first, second)
    low, high = result.interval
    assert 0 < low < result.difference < high
    assert high - low < 0.5 * np.subtract(*bootstrap(first).intervals["f1"][::-1])


def test_swapping_the_runs_mirrors_the_comparison():
    gold = gold_documents()
    one, other = run(gold, 0.2), run(gold, 0.15, 2)
    forwards, backwards = paired_bootstrap(one, other), paired_bootstrap(other, one)
    assert forwards.difference == -backwards.difference
    assert forwards.p == backwards.p
    assert forwards.interval == pytest.approx((-backwards.interval[1], -backwards.interval[0]))


def test_the_same_seed_gives_the_same_result_and_another_seed_another():
    gold = gold_documents(2, 150)
    one, other = run(gold, 0.2), run(gold, 0.17, 2)
    assert paired_bootstrap(one, other, seed=3) == paired_bootstrap(one, other, seed=3)
    assert len({paired_bootstrap(one, other, seed=seed).p for seed in range(6)}) > 1
    assert bootstrap(one, seed=3).intervals == bootstrap(one, seed=3).intervals


def test_draws_in_parts_are_the_draws_at_once(monkeypatch):
    one = run(gold_documents(), 0.1)
    at_once = bootstrap(one).intervals
    monkeypatch.setattr("diglot.evaluate.statistics.significance._CHUNK", 1000)
    assert bootstrap(one).intervals == at_once


@given(st.integers(0, 1000))
@settings(max_examples=20)
def test_statistics_alone_give_the_figures(seed):
    result = run(gold_documents(2, 60), 0.3, seed, "lax")
    totals = result.statistics[:, LABELS:].sum(axis=0)
    assert link_metrics(totals, "lax") == dict(result.values)


def test_runs_against_different_gold_are_refused():
    gold = gold_documents(1, 100)
    other = [cover([(2, 1)] * 50)]
    with pytest.raises(InputError, match="same gold"):
        paired_bootstrap(run(gold, 0.1), run(other, 0.1))
    with pytest.raises(InputError, match="same metric"):
        paired_bootstrap(run(gold, 0.1), run(gold, 0.1, metric="lax"))


def test_a_single_draw_is_a_draw():
    low, high = bootstrap(run(gold_documents(1, 250), 0.1), draws=1).intervals["f1"]
    assert low == high


def test_bad_options_are_refused_by_name():
    one = run(gold_documents(1, 50), 0.1)
    with pytest.raises(ConfigError, match="available: block, document"):
        bootstrap(one, unit="chapter")
    for level in (0, 1, 95):
        with pytest.raises(ConfigError, match="level"):
            bootstrap(one, level=level)
    with pytest.raises(ConfigError, match="draws"):
        paired_bootstrap(one, one, draws=0)
    with pytest.raises(ConfigError, match="available: precision"):
        paired_bootstrap(one, one, figure="f2")


def test_a_score_without_rows_has_no_interval_to_give():
    empty = score([], [])["strict"]
    with pytest.raises(InputError, match="no documents"):
        bootstrap(empty)
