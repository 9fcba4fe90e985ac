"""Average precision against its definition, and over ties against every order of them."""

from __future__ import annotations

from itertools import permutations, product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.rankings import average_precision as ap
from diglot.evaluate.rankings.average_precision import Ranking
from diglot.evaluate.statistics.significance import draw_weights


def ranking(bits, gold=None, scores=None):
    hits = np.array([bit in (1, "T") for bit in bits], dtype=bool)
    return Ranking.of(
        hits,
        int(hits.sum()) if gold is None else gold,
        None if scores is None else np.array(scores, dtype=float),
    )


def defined(bits, gold):
    """Equation 1 of the shared task, word for word."""
    total = true = 0
    for rank, hit in enumerate(bits, 1):
        true += hit
        total += hit * true / rank
    return total / gold


def orders(groups):
    """Every order of a list of groups, whose members may change places."""
    for each in product(*(list(permutations(group)) for group in groups)):
        yield [bit for group in each for bit in group]


def tied(groups, gold):
    bits = [bit for group in groups for bit in group]
    scores = [-number for number, group in enumerate(groups) for _ in group]
    return ranking(bits, gold, scores)


tie_groups = st.lists(
    st.lists(st.integers(0, 1), min_size=1, max_size=4), min_size=1, max_size=3
).filter(lambda groups: any(map(any, groups)))


def test_the_worked_example():
    example = ranking("FTTT", 4)
    assert ap.uninterpolated_ap(example) == pytest.approx((1 / 2 + 2 / 3 + 3 / 4) / 4)
    assert ap.interpolated_ap(example) == pytest.approx(3 * 0.75 / 4)


def test_a_perfect_list_has_one():
    for figure in (
        ap.uninterpolated_ap,
        ap.interpolated_ap,
        ap.mean_over_ties,
        ap.best_over_ties,
        ap.worst_over_ties,
    ):
        assert figure(ranking("TTTTT")) == 1


def test_an_empty_list_has_zero():
    for figure in (
        ap.uninterpolated_ap,
        ap.interpolated_ap,
        ap.mean_over_ties,
        ap.best_over_ties,
        ap.worst_over_ties,
    ):
        assert figure(ranking("", 3)) == 0


@given(st.lists(st.integers(0, 1), max_size=30), st.integers(0, 5))
def test_uninterpolated_is_its_definition(bits, missed):
    gold = max(1, sum(bits) + missed)
    assert ap.uninterpolated_ap(ranking(bits, gold)) == pytest.approx(defined(bits, gold))


@given(tie_groups, st.integers(0, 3))
def test_the_expected_value_is_the_mean_over_all_orders(groups, missed):
    gold = sum(map(sum, groups)) + missed
    values = [defined(order, gold) for order in orders(groups)]
    found = tied(groups, gold)
    assert ap.mean_over_ties(found) == pytest.approx(np.mean(values))
    assert ap.best_over_ties(found) == pytest.approx(max(values))
    assert ap.worst_over_ties(found) == pytest.approx(min(values))


@given(tie_groups, st.integers(1, 8))
def test_a_cut_through_a_tie_keeps_the_mean(groups, cut):
    gold = sum(map(sum, groups))
    found = tied(groups, gold)
    found = Ranking(found.hits, found.starts, gold, cut)
    values = [defined(order[:cut], gold) for order in orders(groups)]
    assert ap.mean_over_ties(found) == pytest.approx(np.mean(values))


@given(tie_groups, st.integers(1, 8))
def test_expected_hits_are_the_mean_over_all_orders(groups, rank):
    values = [sum(order[:rank]) for order in orders(groups)]
    assert ap.expected_hits(tied(groups, 9), rank) == pytest.approx(np.mean(values))


def test_a_list_of_one_tie_expects_what_chance_gives():
    # Two right among four: the six orders, by hand.
    values = [1, (1 + 2 / 3) / 2, (1 + 2 / 4) / 2, (1 / 2 + 2 / 3) / 2, 0.5, (1 / 3 + 1 / 2) / 2]
    assert ap.mean_over_ties(tied([[1, 1, 0, 0]], 2)) == pytest.approx(np.mean(values))


def test_running_values_end_in_the_whole():
    found = ranking("TFTFFT", 5)
    run = ap.rank_curve(found)
    assert run.ap_min[-1] == pytest.approx(ap.uninterpolated_ap(found))
    assert run.ap_i_min[-1] == pytest.approx(ap.interpolated_ap(found))
    assert run.recall[-1] == pytest.approx(3 / 5)


def test_running_values_of_the_worked_example():
    run = ap.rank_curve(ranking("FTTT", 4))
    assert run.true.tolist() == [0, 1, 2, 3]
    assert run.precision == pytest.approx([0, 1 / 2, 2 / 3, 3 / 4])
    assert run.f1 == pytest.approx([0, 1 / 3, 4 / 7, 3 / 4])
    assert run.ap_min == pytest.approx([0, 0.125, 0.291667, 0.479167], abs=1e-6)
    assert run.ap_max == pytest.approx([0, 0.5, 0.583333, 0.638889], abs=1e-6)
    assert run.ap_i_min == pytest.approx([0, 0.1875, 0.375, 0.5625])
    assert run.ap_i_max == pytest.approx([0, 0.75, 0.75, 0.75])


def test_ap_max_is_the_value_if_gold_ended_here():
    bits = [1, 0, 1, 1, 0, 1]
    run = ap.rank_curve(ranking(bits, 9))
    for rank in range(1, len(bits) + 1):
        assert run.ap_max[rank - 1] == pytest.approx(defined(bits[:rank], sum(bits[:rank])))


def test_ties_of_thousands_are_exact_enough():
    rng = np.random.default_rng(0)
    hits = rng.random(20_000) < 0.03
    found = Ranking(hits, np.array([0]), int(hits.sum()))
    drawn = [
        ap.uninterpolated_ap(Ranking.of(rng.permutation(hits), found.gold)) for _ in range(200)
    ]
    assert ap.mean_over_ties(found) == pytest.approx(np.mean(drawn), rel=0.01)


@given(st.lists(st.integers(0, 1), min_size=10, max_size=14), st.integers(1, 3))
def test_resampled_average_precision_is_that_of_a_list_with_so_many_copies(bits, missed):
    judged = ranking(bits, sum(bits) + missed)
    [weights] = draw_weights(np.zeros(len(bits) + missed, int), 20, np.random.default_rng(3))
    for drawn, own in zip(ap.draw_ap(judged, draws=20, seed=3), weights.astype(int), strict=True):
        copies = [bit for bit, times in zip(bits, own, strict=False) for _ in range(times)]
        gold = sum(copies) + int(own[len(bits) :].sum())
        assert drawn == pytest.approx(defined(copies, gold) if gold else 0.0)


def test_average_precision_of_few_terms_is_not_resampled():
    assert len(ap.draw_ap(ranking("TF", 9))) == 1000
    assert not len(ap.draw_ap(ranking("TF", 8)))
