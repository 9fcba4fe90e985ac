"""TERm: against a plain twin, against TER where all weights are 1, and by hand."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.strings.ter import ter, weighted_ter
from tests.evaluate.strings.ter_twin import distance, weighted_edits
from tests.evaluate.strings.test_ter import FUZZ

WORDS = st.lists(st.sampled_from("abcd"), max_size=9)
# Sums of these are exact, in the twin, too.
WEIGHTS = st.sampled_from([0, 0.25, 0.5, 1, 1.5, 2, 3])


@st.composite
def weighted_pairs(draw):
    mine, wanted = draw(WORDS), draw(WORDS)
    return mine, wanted, draw(st.lists(WEIGHTS, min_size=len(wanted), max_size=len(wanted)))


@settings(max_examples=60)
@given(weighted_pairs())
def test_costs_are_those_of_the_plain_twin(case):
    mine, wanted, weights = case
    found = weighted_ter([mine], [wanted], [weights])
    assert found.costs.tolist() == [weighted_edits(mine, wanted, weights)]
    assert found.weights.tolist() == [sum(weights)]
    assert found.lengths.tolist() == [len(wanted)]


@settings(max_examples=30)
@given(weighted_pairs())
def test_without_moves_it_is_the_weighted_edit_distance(case):
    mine, wanted, weights = case
    found = weighted_ter([mine], [wanted], [weights], moves=False)
    assert found.costs.tolist() == [distance(mine, wanted, weights)[0]]
    assert found.moves.tolist() == [0]


@settings(max_examples=30)
@given(weighted_pairs())
def test_moves_never_cost_more_than_they_save(case):
    mine, wanted, weights = case
    moved = weighted_ter([mine], [wanted], [weights])
    fixed = weighted_ter([mine], [wanted], [weights], moves=False)
    assert moved.costs <= fixed.costs


@pytest.mark.parametrize("name", FUZZ)
def test_with_weights_of_one_it_is_plain_ter(name):
    number, draw = FUZZ[name]
    rng = random.Random(name)
    hypotheses, references = zip(*(draw(rng) for _ in range(number)), strict=True)
    plain = ter(hypotheses, references)
    for one in (1.0, 1):
        found = weighted_ter(hypotheses, references, [[one] * len(each) for each in references])
        assert (found.costs == plain.edits).all()
        assert (found.moves == plain.moves).all()
    assert found.score == pytest.approx(1 - plain.score / 100)
    assert found.score == found.score_by_weight


@pytest.mark.parametrize(
    ("hypothesis", "cost"),
    [
        ("dry cough and fever", 0),
        ("dry and fever", 2),  # a word of the term is missing
        ("dry cold and fever", 2),  # another word in its place
        ("dry cough or fever", 1),
        ("dry cough and a fever", 1),  # a word too many
        ("and dry cough fever", 1),  # moved as a block: "and" lands on words of weight 1
        ("fever dry cough and", 1),
        ("cough dry and fever", 2),  # moved onto a word of weight 2
    ],
)
def test_words_of_terms_weigh_twice(hypothesis, cost):
    found = weighted_ter([hypothesis], ["dry cough and fever"], [[2, 2, 1, 1]])
    assert found.costs.tolist() == [cost]
    assert found.score == 1 - cost / 4
    assert found.score_by_weight == 1 - cost / 6


def test_the_reference_is_perfect():
    found = weighted_ter(["a b c"], ["a b c"], [[2, 1, 0.333]])
    assert found.score == found.score_by_weight == 1


def test_fractions_are_kept_to_three_decimals():
    assert weighted_ter([""], ["a b"], [[1.1, 2.345]]).costs.tolist() == [3.445]


def test_numpy_weights_and_no_segments_are_fine():
    assert weighted_ter(["a"], ["b"], [np.array([2.0])]).costs.tolist() == [2]
    assert weighted_ter([], [], []).score == 1


def test_capitals_matter_unless_told():
    assert weighted_ter(["A"], ["a"], [[1]]).score == 0
    assert weighted_ter(["A"], ["a"], [[1]], case_sensitive=False).score == 1


def test_weights_that_do_not_fit_are_refused_with_their_segment():
    with pytest.raises(InputError, match="segment 2: 1 weights for 2 words"):
        weighted_ter(["a", "b"], ["a", "b c"], [[1], [1]])


@pytest.mark.parametrize("weight", [-1, float("nan"), float("inf")])
def test_weights_below_zero_or_no_numbers_are_refused(weight):
    with pytest.raises(ConfigError, match="weight"):
        weighted_ter(["a"], ["a"], [[weight]])


def test_costs_too_large_to_count_are_refused():
    with pytest.raises(InputError, match=r"segment 1: .*split the segment"):
        weighted_ter(["a"], ["b"], [[2e9]])
