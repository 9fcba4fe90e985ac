"""Agreement on what was chosen: links, spans, beads, divisions."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.agreement import (
    bead_agreement,
    cohen_kappa,
    division_agreement,
    link_agreement,
    set_agreement,
    span_agreement,
    with_interval,
)
from diglot.evaluate.alignments.words import score as word_score
from diglot.model import Link
from tests.evaluate.alignments.tree_strategies import divisions, trees
from tests.evaluate.alignments.word_strategies import links


def test_f_of_two_sets_is_what_both_chose_twice_over_all():
    found = set_agreement({"a", "b", "c"}, {"b", "c", "d", "e"})
    assert found.values["f"] == 4 / 7
    assert found.statistics[:, 2:].sum(axis=0).tolist() == [3, 4, 2]


def test_two_empty_sets_are_undefined_and_one_empty_set_is_zero():
    assert math.isnan(set_agreement([], []).values["f"])
    assert set_agreement([], [1]).values["f"] == 0


def test_chosen_things_of_one_sentence_pair_are_one_row():
    groups = {"a": 1, "b": 1, "c": 2}
    assert len(set_agreement("ab", "bc", groups=groups).statistics) == 2


def test_spans_by_words_by_characters_and_exactly():
    found = span_agreement(
        [{0, 1}, {2}, ()], [{1, 2}, {2}, ()], weights=[(1, 5, 3), (2, 2, 2), (9,)]
    ).values
    assert found["f"] == 2 * 2 / (3 + 3)
    assert found["f_weighted"] == 2 * 7 / (8 + 10)
    assert found["identical"] == 2 / 3


def test_spans_without_weights_weigh_one_each():
    found = span_agreement([{0, 1}], [{1}]).values
    assert found["f"] == found["f_weighted"] == 2 / 3


@pytest.mark.parametrize(
    ("one", "other", "weights"),
    [([{1}], [], None), ([{3}], [{0}], [(1, 1)]), ([{-1}], [{0}], None), ([{0}], [{0}], [])],
)
def test_spans_of_other_texts_are_refused(one, other, weights):
    with pytest.raises(InputError):
        span_agreement(one, other, weights=weights)


FIRST = links([[(0, 0)], [(0, 1)]], possible=[[(1, 1)], []])
SECOND = links([[(0, 0), (1, 1)], []], possible=[[(2, 2)], []])
LENGTHS = np.array([3, 2]), np.array([3, 2])


def test_links_of_two_annotators():
    found = link_agreement(FIRST, SECOND, lengths=LENGTHS)
    assert found.confusion.tolist() == [[9, 1, 0], [0, 0, 1], [1, 0, 1]]
    values = found.score.values
    assert values["f_sure"] == 2 * 1 / (2 + 2)
    assert values["f"] == 2 * 2 / (3 + 3)
    assert values["kappa"] == pytest.approx((11 / 13 - 109 / 169) / (1 - 109 / 169))


@pytest.mark.parametrize(("name", "flip"), [("aer_second", False), ("aer_first", True)])
def test_error_rates_are_those_of_word_alignment_with_one_annotator_as_gold(name, flip):
    one, other = (SECOND, FIRST) if flip else (FIRST, SECOND)
    expected = word_score(one, other).values["aer"]
    assert link_agreement(FIRST, SECOND).score.values[name] == pytest.approx(expected)


def test_kappa_over_cells_needs_the_lengths_of_sentences():
    assert math.isnan(link_agreement(FIRST, SECOND).score.values["kappa"])
    with pytest.raises(InputError, match="the sentence has 2 words"):
        link_agreement(FIRST, SECOND, lengths=(np.array([2, 2]), np.array([3, 2])))


cells = st.sets(st.tuples(st.integers(0, 3), st.integers(0, 3)))


@given(st.lists(st.tuples(cells, cells), min_size=1, max_size=4))
def test_kappa_over_cells_is_that_of_every_pair_of_words(pairs):
    one, other = ([sorted(each[side]) for each in pairs] for side in (0, 1))
    lengths = np.full(len(pairs), 4), np.full(len(pairs), 4)
    found = link_agreement(links(one), links(other), lengths=lengths).score.values["kappa"]
    marks = [
        np.array([[int((i, j) in each) for i in range(4) for j in range(4)] for each in side])
        for side in (one, other)
    ]
    expected = cohen_kappa(marks[0].ravel(), marks[1].ravel())
    if not (marks[0] | marks[1]).all():
        assert found == pytest.approx(expected, nan_ok=True)


def bead(source, target):
    return Link(tuple(source), tuple(target))


ONE = (bead([0], [0]), bead([1, 2], [1]), bead([3], [2]))
OTHER = (bead([0], [0]), bead([1], [1]), bead([2], []), bead([3], [2]))


def test_beads_of_two_annotators_at_every_level():
    texts = ["a", "bb", "cccc", "d"], ["a", "bb", "d"]
    found = bead_agreement(ONE, OTHER, texts=texts)
    assert found.beads == (3, 4)
    assert found.scores["beads"].values["f1"] == pytest.approx(2 * 2 / 7)
    assert found.scores["sentences"].values["f1"] == pytest.approx(2 * 3 / 7)
    assert found.scores["characters"].values["f1"] < found.scores["sentences"].values["f1"]
    assert found.boundaries.tolist() == [[4, 0], [1, 0]]
    assert found.scores["boundaries"].values["raw"] == 4 / 5


def test_equal_beads_agree_and_texts_are_not_needed():
    scores = bead_agreement(ONE, ONE).scores
    assert {name: each.values["f1"] for name, each in scores.items() if name != "boundaries"} == {
        "beads": 1,
        "sentences": 1,
    }
    assert scores["boundaries"].values["kappa"] == 1


def test_f_of_beads_is_the_same_both_ways():
    one, other = bead_agreement(ONE, OTHER).scores, bead_agreement(OTHER, ONE).scores
    for name in ("beads", "sentences"):
        assert one[name].values["f1"] == pytest.approx(other[name].values["f1"])


LEFT = [(0, 3, 0, 3, None), (0, 1, 0, 1, 0), (1, 3, 1, 3, 0), (1, 2, 1, 2, 2), (2, 3, 2, 3, 2)]
RIGHT = [(0, 3, 0, 3, None), (0, 2, 0, 2, 0), (2, 3, 2, 3, 0), (0, 1, 0, 1, 1), (1, 2, 1, 2, 1)]
EARLY = LEFT[:3]


def test_trees_that_split_elsewhere():
    found = division_agreement(trees([LEFT]), trees([RIGHT])).values
    assert found == {
        "brackets": 2 * 3 / 8,
        "divided": 0,
        "leaves": 1,
        "links": 1,
        "crossing": 2 / 8,
        "splits": 0,
    }


def test_a_tree_that_stops_early_agrees_where_it_divides():
    found = division_agreement(trees([EARLY]), trees([LEFT])).values
    assert found["brackets"] == 2 * 2 / 6
    assert found["splits"] == 1
    assert found["crossing"] == 0


def test_undivided_pairs_have_nothing_to_agree_on():
    root = [(0, 2, 0, 1, None)]
    assert all(map(math.isnan, division_agreement(trees([root]), trees([root])).values.values()))


def test_pairs_where_one_has_no_tree_do_not_count():
    found = division_agreement(trees([LEFT, LEFT]), trees([LEFT, []]))
    assert found.values["brackets"] == 1
    assert found.statistics[1, 2:].sum() == 0


@given(st.lists(st.tuples(divisions(), divisions()), min_size=1, max_size=3))
def test_agreement_of_trees_is_the_same_both_ways(pairs):
    one, other = trees([each for each, _ in pairs]), trees([each for _, each in pairs])
    found = with_interval(division_agreement(one, other), resamples=5)
    assert found.values == pytest.approx(dict(division_agreement(other, one).values), nan_ok=True)
    itself = division_agreement(one, one).values
    assert all(value == (name != "crossing") or math.isnan(value) for name, value in itself.items())
