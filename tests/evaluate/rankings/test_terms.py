"""Scores of term extraction."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.rankings import terms
from diglot.evaluate.rankings.average_precision import Ranking
from diglot.evaluate.rankings.ranked_pairs import compose_term, key_of
from diglot.model import Term, TermVariant


def listed(*words):
    return [Term(word) for word in words]


def test_precision_recall_and_average_precision():
    found = terms.score(listed("a", "x", "b"), listed("a", "b", "c", "d"))
    assert found.values["precision"] == pytest.approx(2 / 3)
    assert found.values["recall"] == 0.5
    assert found.values["ap"] == pytest.approx((1 + 2 / 3) / 4)
    assert found.missed == ("c", "d")
    assert found.wrong == ("x",)


def test_a_perfect_list_has_ones():
    found = terms.score(listed("a", "b"), listed("b", "a"))
    assert set(found.values.values()) == {1.0}
    assert found.best_cut.f1 == 1


def test_case_is_no_difference_unless_asked():
    assert terms.score(listed("DNA"), listed("dna")).values["f1"] == 1
    assert terms.score(listed("DNA"), listed("dna"), key=compose_term).values["f1"] == 0


def test_scores_rank_and_equal_scores_are_ties():
    run = [Term("x", score=0.5), Term("a", score=0.5), Term("b", score=0.9)]
    found = terms.score(run, listed("a", "b"))
    assert found.values["ap"] == pytest.approx((1 + 2 / 3) / 2)
    assert found.values["ap_expected"] == pytest.approx((1 + (1 + 2 / 3) / 2) / 2)


def test_groups_of_lemmas_count_once():
    key = key_of("lemma", "en")
    found = terms.score(
        listed("wind turbine", "wind turbines"), listed("wind turbines"), key=key, unit="lemma"
    )
    assert found.predicted == found.gold == 1
    assert found.duplicates == 1
    assert found.values["f1"] == 1


def test_variants_count_where_they_are_asked_for():
    run = [Term("a", variants=(TermVariant("b", "graphical", 1),))]
    assert terms.score(run, listed("a", "b")).values["recall"] == 0.5
    assert terms.score(run, listed("a", "b"), with_variants=True).values["recall"] == 1


def test_the_best_cut_is_that_of_the_highest_f1():
    run = [Term(word, score=float(-rank)) for rank, word in enumerate("axbyzw")]
    cut = terms.score(run, listed("a", "b")).best_cut
    assert (cut.length, cut.threshold) == (3, -2)
    assert cut.f1 == pytest.approx(0.8)


def test_a_cut_is_never_inside_a_tie():
    run = [Term("a", score=1), Term("x", score=1), Term("y", score=0)]
    assert terms.score(run, listed("a")).best_cut.length == 2


@given(st.lists(st.booleans(), min_size=1, max_size=12), st.integers(0, 3))
def test_no_cut_is_better_than_the_best_one(hits, missed):
    gold = max(1, sum(hits) + missed)
    cut = terms.best_cut(Ranking.of(np.array(hits), gold))
    every = [2 * sum(hits[:length]) / (length + gold) for length in range(1, len(hits) + 1)]
    assert cut.f1 == pytest.approx(max(every))


def test_figures_by_number_of_words():
    found = terms.score(listed("a", "b c", "d e"), listed("a", "b c", "f g h i j k"))
    assert [(row.words, row.gold, row.predicted, row.true) for row in found.lengths] == [
        (1, 1, 1, 1),
        (2, 1, 2, 1),
        (5, 1, 0, 0),
    ]


def test_an_empty_list_has_zeros():
    found = terms.score([], listed("a"))
    assert set(found.values.values()) == {0.0}
    assert found.best_cut.length == 0


def test_an_empty_gold_is_refused():
    with pytest.raises(InputError, match="gold holds no term"):
        terms.score(listed("a"), [])


def test_some_scores_are_refused():
    with pytest.raises(InputError, match="1 of 2 terms have no score"):
        terms.score([Term("a", score=1), Term("b")], listed("a"))
