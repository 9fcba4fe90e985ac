"""Confidence figures against their definitions written out link by link."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.alignments.confidence import (
    auc,
    auc_error,
    auc_interval,
    brier,
    calibration_error,
    confidence,
    judge_links,
    reliability,
    risk_coverage,
    share_of_errors,
)
from diglot.model import Link

# Tenths meet the edges of the bins, where mistakes live.
probability = st.one_of(st.floats(0, 1), st.integers(0, 10).map(lambda tenth: tenth / 10))
judged = st.lists(st.tuples(probability, st.booleans()), min_size=1, max_size=30)


def arrays(links):
    return np.array([p for p, _ in links]), np.array([right for _, right in links], dtype=bool)


@given(judged)
def test_auc_is_the_share_of_pairs_ranked_rightly(links):
    pairs = [
        1.0 if wrong < right else 0.5 if wrong == right else 0.0
        for (wrong, a), (right, b) in itertools.product(links, links)
        if not a and b
    ]
    expected = sum(pairs) / len(pairs) if pairs else None
    assert auc(*arrays(links)) == (None if expected is None else pytest.approx(expected))


def test_the_error_of_the_auc_is_that_of_the_definition_and_counts_units_once():
    rng = np.random.default_rng(7)
    right = rng.random(300) < 0.6
    scores = np.round(np.clip(rng.normal(0.4 + 0.2 * right, 0.2), 0, 1), 1)
    units = rng.integers(0, 60, 300)
    wins = (scores[right][:, None] > scores[~right]) + 0.5 * (
        scores[right][:, None] == scores[~right]
    )
    area = wins.mean()
    # Obuchowski 1997, with the sums written out.
    rests = np.zeros((2, 60))
    for kind, share, each in ((0, wins.mean(1), units[right]), (1, wins.mean(0), units[~right])):
        for unit, value in zip(each, share, strict=True):
            rests[kind, unit] += (value - area) / len(each)
    held = [len(set(units[right])), len(set(units[~right]))]
    variance = sum(n / (n - 1) * (rest**2).sum() for n, rest in zip(held, rests, strict=True))
    n = len(set(units))
    variance += 2 * n / (n - 1) * (rests[0] * rests[1]).sum()
    assert auc_error(scores, right, units) == pytest.approx(math.sqrt(variance))
    alone = auc_error(scores, right)
    twice = auc_error(*(np.repeat(each, 2) for each in (scores, right, np.arange(300))))
    assert twice == pytest.approx(alone)
    low, high = auc_interval(area, alone)
    assert 0 < low < area < high < 1
    assert auc_interval(1.0, alone) is None
    assert auc_error(scores[:15], right[:15]) is None


@given(judged)
def test_calibration_error_weighs_the_gap_of_every_tenth(links):
    gap = 0.0
    for index in range(10):
        inside = [
            (p, right)
            for p, right in links
            if (index < p * 10 <= index + 1) or (index == 0 and p == 0)
        ]
        if inside:
            gap += abs(sum(p for p, _ in inside) - sum(right for _, right in inside))
    assert calibration_error(*arrays(links)) == pytest.approx(gap / len(links))


@given(judged)
def test_brier_is_the_mean_squared_difference(links):
    assert brier(*arrays(links)) == pytest.approx(
        sum((p - right) ** 2 for p, right in links) / len(links)
    )


@given(judged, st.randoms(use_true_random=False))
def test_order_of_the_links_does_not_matter(links, rng):
    one, other = confidence(*arrays(links)), confidence(*arrays(rng.sample(links, len(links))))
    assert one.ece_mass == pytest.approx(other.ece_mass)
    assert one.found == pytest.approx(other.found)
    assert one.auc == pytest.approx(other.auc) if one.auc is not None else other.auc is None


@given(judged)
def test_bins_hold_every_link_once(links):
    for bins in ("width", "mass"):
        table = reliability(*arrays(links), bins=bins)
        assert sum(row.count for row in table) == len(links)
        for row in table:
            assert row.low - 1e-9 <= row.confidence <= row.high + 1e-9
        assert 0 <= calibration_error(*arrays(links), bins=bins) <= 1


@given(judged, st.sampled_from([0.05, 0.1, 0.2, 0.5]))
def test_errors_found_averages_over_the_orders_of_equal_probabilities(links, share):
    wrong = sum(not right for _, right in links)
    first = math.ceil(share * len(links))
    ranked = sorted(links)
    limit = ranked[first - 1][0]
    level = [right for p, right in links if p == limit]
    below = [right for p, right in links if p < limit]
    expected = sum(not right for right in below)
    expected += (first - len(below)) * sum(not right for right in level) / len(level)
    found = share_of_errors(*arrays(links), share)
    assert found == pytest.approx(expected / wrong if wrong else 0)


def test_perfect_ranking_and_calibration():
    result = confidence(np.array([0.0, 0.0, 1.0, 1.0]), np.array([False, False, True, True]))
    assert (result.links, result.wrong, result.auc) == (4, 2, 1.0)
    assert result.ece == result.ece_mass == result.brier == 0
    assert result.found[0.05] == 0.5


def test_worst_ranking_is_zero_and_no_ranking_one_half():
    assert auc(np.array([0.9, 0.1]), np.array([False, True])) == 0
    assert auc(np.array([0.5, 0.5, 0.5]), np.array([False, True, True])) == 0.5


def test_auc_needs_links_of_both_kinds():
    assert auc(np.array([0.9, 0.1]), np.array([True, True])) is None
    assert auc(np.array([]), np.array([])) is None


def test_sure_but_wrong_shows_in_the_calibration_error():
    assert calibration_error(np.full(10, 0.95), np.zeros(10, dtype=bool)) == pytest.approx(0.95)


def test_equal_mass_bins_of_distinct_probabilities_have_equal_size():
    table = reliability(np.linspace(0.8, 0.99, 40), np.ones(40, dtype=bool), bins="mass")
    assert [row.count for row in table] == [4] * 10


def test_ten_percent_of_ten_links_is_one_link():
    probabilities = np.arange(10) / 10
    right = np.arange(10) > 1
    assert share_of_errors(probabilities, right, 0.10) == 0.5
    assert share_of_errors(probabilities, right, 0.20) == 1
    assert share_of_errors(probabilities, np.ones(10, dtype=bool), 0.20) == 0


def test_judging_follows_the_strict_score_and_splits_nulls():
    predicted = [
        [Link((0,), (0,), 0.9), Link((1, 2), (), 0.4), Link((0,), (0,), 0.1)],
        [Link((0,), (0,), 0.8)],
    ]
    gold = [[Link((0,), (0,)), Link((1,), ())], [Link((0,), (1,))]]
    probabilities, right, blocks = judge_links(predicted, gold)
    assert blocks.tolist() == [0, 0, 0, 1]
    assert probabilities.tolist() == [0.9, 0.4, 0.4, 0.8]
    assert right.tolist() == [True, True, False, False]


def test_links_without_probability_cannot_be_judged():
    with pytest.raises(InputError, match=r"\[1\]:\[0\] has no probability"):
        judge_links([[Link((1,), (0,))]], [[]])
    with pytest.raises(InputError, match="documents"):
        judge_links([[]], [])


@pytest.mark.parametrize("bad", [-0.1, 1.1, float("nan")])
def test_figures_outside_zero_to_one_are_refused(bad):
    with pytest.raises(InputError, match="outside 0 to 1"):
        confidence(np.array([0.5, bad]), np.array([True, False]))


def test_arrays_of_different_length_and_unknown_bins_are_refused():
    with pytest.raises(InputError, match="2 probabilities but 1"):
        brier(np.array([0.5, 0.5]), np.array([True]))
    with pytest.raises(ConfigError, match="available: mass, width"):
        reliability(np.array([0.5]), np.array([True]), bins="height")


def test_no_links_at_all():
    nothing = confidence(np.array([]), np.array([], dtype=bool))
    assert (nothing.links, nothing.wrong, nothing.auc) == (0, 0, None)
    assert (nothing.ece, nothing.ece_mass, nothing.brier) == (0, 0, 0)
    assert nothing.reliability == ()


def test_the_table_names_its_tenths():
    table = reliability(np.array([0.05, 0.1, 0.95]), np.array([False, True, True]))
    bounds = [(row.low, row.high, row.count, row.accuracy) for row in table]
    assert bounds == [(0.0, 0.1, 2, 0.5), (0.9, 1.0, 1, 1.0)]
    assert confidence(np.array([0.5] * 3), np.array([True, True, False])).wrong == 1


def test_the_table_of_equal_mass_names_the_probabilities_it_holds():
    table = reliability(np.array([0.2, 0.4]), np.array([False, True]), bins="mass", count=1)
    assert [(row.low, row.high, row.confidence) for row in table] == [
        (0.2, 0.4, pytest.approx(0.3))
    ]


@given(judged, st.sampled_from([0.3, 0.5, 0.8, 0.95, 1.0]))
def test_risk_is_the_mean_error_over_every_order_of_equal_links(links, share):
    """Ties are broken at random: the expected number of errors among the first links."""
    kept = math.ceil(share * len(links) - 1e-9)
    ordered = sorted((p for p, _ in links), reverse=True)

    def errors(count):
        limit = ordered[count - 1]
        above = [right for p, right in links if p > limit]
        level = [right for p, right in links if p == limit]
        part = (count - len(above)) / len(level)
        return (above.count(False) + part * level.count(False)) / count

    result = risk_coverage(*arrays(links), coverages=[share])
    assert result.errors[share] == pytest.approx(errors(kept))
    everything = [errors(count) for count in range(1, len(links) + 1)]
    assert result.area == pytest.approx(sum(everything) / len(links))
    assert result.curve[-1] == (1.0, pytest.approx(errors(len(links))))


def test_errors_at_the_bottom_cost_nothing_until_they_are_kept():
    result = risk_coverage(np.arange(1, 11) / 10, np.arange(1, 11) > 2)
    assert result.errors == {0.5: 0, 0.8: 0, 0.95: pytest.approx(0.2)}
    assert next(share for share, error in result.curve if error) == 0.85


def test_without_links_there_is_no_risk():
    result = risk_coverage(np.zeros(0), np.zeros(0, dtype=bool))
    assert result.area == 0
    assert set(result.errors.values()) == {0}
