"""Whether a metric separates right from wrong: the rank test against pairs counted by hand."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.statistics.ranks import separation


def by_pairs(values, answers):
    """The share of pairs in which the right one is higher, a tie counting half."""
    right = [value for value, said in zip(values, answers, strict=True) if said]
    wrong = [value for value, said in zip(values, answers, strict=True) if not said]
    won = sum((a > b) + (a == b) / 2 for a in right for b in wrong)
    return won / (len(right) * len(wrong))


def test_classes_apart_have_an_auc_of_one():
    found = separation([0.9, 0.8, 0.1, 0.2], [True, True, False, False])
    assert found.auc == 1.0
    assert (found.right, found.wrong) == (2, 2)
    assert (found.median_right, found.median_wrong) == pytest.approx((0.85, 0.15))
    # Of the six ways to choose two of four, two are as extreme.
    assert found.p == pytest.approx(1 / 3)


def test_alike_classes_have_an_auc_of_one_half():
    found = separation([1, 2, 1, 2], [True, True, False, False])
    assert found.auc == 0.5
    assert found.p == pytest.approx(1.0)


def test_one_figure_for_all_tells_nothing():
    assert separation([0.0] * 5, [True, False, True, False, False]).p == 1.0
    assert separation([0.0] * 5, [True, False, True, False, False]).auc == 0.5


@pytest.mark.parametrize("answers", [[True, True], [False, False]])
def test_one_class_alone_has_no_auc(answers):
    found = separation([1.0, 2.0], answers)
    assert math.isnan(found.auc)
    assert math.isnan(found.p)


def test_nothing_has_no_figures():
    found = separation([], [])
    assert (found.right, found.wrong) == (0, 0)
    assert math.isnan(found.median_right)


def test_what_cannot_be_compared_is_refused():
    with pytest.raises(InputError, match="one answer for every value"):
        separation([1.0], [])
    with pytest.raises(InputError, match="needs numbers"):
        separation([math.nan, 1.0], [True, False])


@given(st.lists(st.tuples(st.integers(0, 60), st.booleans()), min_size=2, max_size=30))
def test_the_auc_is_the_share_of_pairs_and_its_chance_that_of_a_library(items):
    from scipy import stats

    values, answers = [float(value) for value, _ in items], [said for _, said in items]
    found = separation(values, answers)
    if any(answers) and not all(answers):
        assert found.auc == pytest.approx(by_pairs(values, answers))
        classes = (
            [float(value) for value, said in items if said is kind] for kind in (True, False)
        )
        chance = 1.0 if len(set(values)) == 1 else stats.mannwhitneyu(*classes).pvalue
        assert found.p == pytest.approx(chance)
        opposite = separation(values, [not said for said in answers])
        assert opposite.auc == pytest.approx(1 - found.auc)
        assert opposite.p == pytest.approx(found.p)
