"""Probabilities of word links against gold and against labels."""

from __future__ import annotations

import math

import numpy as np
import pytest

from diglot.errors import InputError
from diglot.evaluate.alignments.confidence import (
    LABELS,
    against_gold,
    against_labels,
    pair_confidence,
    unanimous_links,
)
from diglot.model import LabelledLink
from tests.evaluate.alignments.word_strategies import links


def scored(*pairs: dict[tuple[int, int], float]):
    return links([list(pair) for pair in pairs], scores=pairs)


def label(pair: int, source: int, target: int, name: str) -> LabelledLink:
    return LabelledLink(pair, (source,), (target,), name)


def test_a_possible_link_is_right_once_and_wrong_once():
    found = scored({(0, 0): 0.9, (0, 1): 0.6, (1, 1): 0.2})
    gold = links([[(0, 0)]], possible=[[(0, 1)]])
    result = against_gold(found, gold)
    assert (result["possible"].links, result["possible"].wrong) == (3, 1)
    assert result["sure"].wrong == 2
    assert result["sure"].auc == 1
    assert result["possible"].ece == pytest.approx((0.1 + 0.4 + 0.2) / 3, abs=1e-6)


def test_each_label_has_its_mean_and_its_rank_below_sure():
    found = scored({(0, 0): 0.9, (1, 1): 0.7, (2, 2): 0.7, (3, 3): 0.1}, {(0, 0): 0.5, (1, 1): 0.8})
    labels = [
        *(label(1, 0, 0, "sure"), label(1, 1, 1, "sure"), label(1, 2, 2, "contextual")),
        *(label(1, 3, 3, "wrong"), label(2, 0, 0, "partial"), label(2, 1, 1, "partial")),
    ]
    result = against_labels(found, labels)
    rows = {row.label: row for row in result.labels}
    assert tuple(rows) == LABELS
    assert [row.links for row in result.labels] == [2, 1, 2, 1]
    assert rows["sure"].mean == pytest.approx(0.8)
    assert rows["sure"].auc is None
    assert rows["contextual"].auc == 0.75  # one pair ranked rightly, one tied
    assert rows["partial"].auc == 0.75  # .8 lies above .7
    assert rows["wrong"].auc == 1
    assert (result.possible.wrong, result.sure.wrong) == (1, 4)
    assert result.missing == 0


def test_a_labelled_link_that_is_not_predicted_has_probability_zero():
    found = scored({(0, 0): 0.9}, {})
    labels = [label(1, 0, 0, "sure"), label(2, 7, 9, "wrong"), label(1, 5, 0, "sure")]
    result = against_labels(found, labels)
    assert (result.links, result.missing) == (3, 2)
    rows = {row.label: row for row in result.labels}
    assert rows["wrong"].mean == 0
    assert rows["sure"].mean == pytest.approx(0.45)
    assert rows["partial"].mean is None
    assert rows["partial"].auc is None


def test_a_base_of_zero_names_the_first_pair_0():
    found = scored({(0, 0): 0.9})
    assert against_labels(found, [label(0, 0, 0, "sure")], base=0).missing == 0
    with pytest.raises(InputError, match="pair 0 has labels"):
        against_labels(found, [label(0, 0, 0, "sure")])
    with pytest.raises(InputError, match="pair 2 has labels, but the 1 pairs"):
        against_labels(found, [label(2, 0, 0, "sure")])


def test_only_links_whose_labels_are_all_the_same_count():
    first = [
        *(label(1, 0, 0, "sure"), label(1, 1, 1, "wrong"), label(1, 2, 2, "sure")),
        *(label(1, 3, 3, "odd"), LabelledLink(1, (4, 5), (4,), "sure")),
        *(LabelledLink(1, (), (6,), "wrong"), label(2, 0, 0, "partial")),
    ]
    second = [*first[:1], label(1, 1, 1, "sure"), *first[2:6]]
    agreed = (first[0], first[2], first[6])  # the last was left out by the second annotator
    assert unanimous_links([first, second]) == agreed
    assert unanimous_links([first]) == (*first[:3], first[6])
    assert unanimous_links([]) == ()


def test_probabilities_are_needed():
    with pytest.raises(InputError, match="no probabilities"):
        against_gold(links([[(0, 0)]]), links([[]]))
    with pytest.raises(InputError, match="no probabilities"):
        against_labels(links([[(0, 0)]]), [])
    with pytest.raises(InputError, match="no probabilities"):
        pair_confidence(links([[(0, 0)]]), np.array([1]), np.array([1]))


def test_a_pair_is_as_good_as_the_best_links_of_its_words():
    found = scored({(0, 0): 1.0, (1, 0): 0.4, (1, 1): 0.25}, {}, {})
    result = pair_confidence(found, np.array([2, 1, 0]), np.array([2, 0, 0]))
    logs = [math.log(p) for p in (1, 0.4, 1, 0.25)]
    assert result.mean_log[0] == pytest.approx(sum(logs) / 4)
    assert result.mean_log[1] == pytest.approx(math.log(0.001))
    assert result.mean_log[2] == 0
    assert result.uncovered.tolist() == [0.5, 1, 0]


def test_links_beyond_the_words_are_refused():
    with pytest.raises(InputError, match="pair 1"):
        pair_confidence(scored({(2, 0): 1.0}), np.array([2]), np.array([2]))
    with pytest.raises(InputError, match="2 source sentences"):
        pair_confidence(scored({(0, 0): 1.0}), np.array([2, 2]), np.array([2]))
