"""All figures of labels at once: counts, missing values, pairs of annotators, resamples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, InputError
from diglot.evaluate.agreement import (
    LabelMatrix,
    figure_name,
    label_agreement,
    label_matrix,
    with_interval,
)
from tests.evaluate.agreement import twin as twin

ANNA = {"a": "sure", "b": "sure", "c": "wrong", "d": "wrong", "e": "sure"}
BEN = {"a": "sure", "b": "wrong", "c": "wrong", "d": "wrong"}
CARL = {"d": "wrong", "b": "partial"}


def test_two_annotators_of_four_items():
    found = label_agreement(label_matrix({"anna": ANNA, "ben": BEN}, labels=("sure", "wrong")))
    assert found.labels == ("sure", "wrong")
    assert (found.items, found.complete, found.missing) == (5, 4, (0, 1))
    assert found.judgements == {2: 4, 1: 1}
    assert found.distribution.tolist() == [[3, 2], [1, 3]]
    assert found.agreed.tolist() == [1, 2]
    assert found.confusion.tolist() == [[2, 1], [1, 4]]
    (pair,) = found.pairs
    assert (pair.first, pair.second, pair.items) == (0, 1, 4)
    assert pair.confusion.tolist() == [[1, 1], [0, 2]]
    values = found.score.values
    assert values["raw"] == 0.75
    assert values["kappa"] == values[figure_name("kappa", (0, 1))] == 0.5
    assert values["fleiss"] == pytest.approx(0.466667, abs=1e-6)
    assert values["alpha"] == pytest.approx(0.533333, abs=1e-6)
    assert values[figure_name("f", (0, 1), 0)] == pytest.approx(2 / 3)


def test_three_annotators_who_did_not_all_judge_everything():
    found = label_agreement(label_matrix({"anna": ANNA, "ben": BEN, "carl": CARL}))
    assert found.labels == ("sure", "wrong", "partial")
    assert found.judgements == {3: 2, 2: 2, 1: 1}
    assert found.complete == 2
    items = [[each.get(key) for each in (ANNA, BEN, CARL)] for key in "abcde"]
    for name in ("raw", "alpha", "fleiss"):
        assert found.score.values[name] == pytest.approx(getattr(twin, name)(items))
    columns = list(zip(*items, strict=True))
    for pair in found.pairs:
        name = figure_name("kappa", (pair.first, pair.second))
        assert found.score.values[name] == twin.cohen(columns[pair.first], columns[pair.second])


def test_kappa_of_all_is_the_mean_of_those_that_are_defined():
    everything = {"x": {1: "a", 2: "b"}, "y": {1: "a", 2: "b"}, "z": {1: "a"}}
    found = label_agreement(label_matrix(everything)).score.values
    assert math.isnan(found[figure_name("kappa", (0, 2))])
    assert found["kappa"] == 1


def test_annotators_without_common_items_are_no_pair():
    found = label_agreement(label_matrix({"x": {1: "a"}, "y": {2: "a"}}))
    assert found.pairs == ()
    assert all(math.isnan(value) for value in found.score.values.values())


def test_one_label_throughout_is_undefined_never_perfect():
    found = with_interval(
        label_agreement(label_matrix({name: dict.fromkeys(range(10), "a") for name in "xy"})).score
    )
    assert found.values["raw"] == 1
    for name in ("alpha", "fleiss", "kappa"):
        assert math.isnan(found.values[name])
        assert all(map(math.isnan, found.intervals[name]))


def test_the_bootstrap_draws_whole_sentence_pairs():
    judgements = {
        name: {
            (pair, link): "ab"[(pair + (name == "y") * (pair < 2)) % 2]
            for pair in range(12)
            for link in range(50)
        }
        for name in "xy"
    }
    groups = {(pair, link): pair for pair in range(12) for link in range(50)}
    whole = label_agreement(label_matrix(judgements, groups=groups))
    assert whole.groups == 12
    assert len(whole.score.statistics) == 12
    wide = with_interval(whole.score, seed=1).intervals["raw"]
    narrow = with_interval(label_agreement(label_matrix(judgements)).score, seed=1).intervals["raw"]
    assert wide[1] - wide[0] > 3 * (narrow[1] - narrow[0])


def test_the_same_seed_gives_the_same_interval_and_none_are_made_of_no_resamples():
    score = label_agreement(label_matrix({"anna": ANNA, "ben": BEN})).score
    assert with_interval(score, seed=3).intervals == with_interval(score, seed=3).intervals
    assert with_interval(score, resamples=0).intervals == {}
    with pytest.raises(ConfigError):
        with_interval(score, resamples=-1)


@given(st.lists(st.tuples(*[st.integers(-1, 2)] * 3), min_size=1), st.randoms())
def test_order_of_items_and_annotators_does_not_matter(items, chance):
    def figures(rows):
        codes = np.array(rows)
        matrix = LabelMatrix(("x", "y", "z"), ("a", "b", "c"), codes, np.arange(len(rows)))
        values = label_agreement(matrix).score.values
        return [values[name] for name in ("raw", "alpha", "fleiss", "kappa")]

    order = chance.sample(range(3), 3)
    shuffled = [tuple(row[k] for k in order) for row in chance.sample(items, len(items))]
    assert figures(shuffled) == pytest.approx(figures(items), nan_ok=True)


@pytest.mark.parametrize(
    ("codes", "labels"),
    [
        (np.zeros((0, 2), int), ("a",)),
        (np.full((2, 2), -1), ()),
        (np.array([[0, 1]]), ("a",)),
        (np.array([[0], [0]]), ("a",)),
    ],
)
def test_what_is_no_judgement_is_refused(codes, labels):
    with pytest.raises(InputError):
        label_agreement(LabelMatrix(("x", "y"), labels, codes, np.zeros(len(codes), int)))
