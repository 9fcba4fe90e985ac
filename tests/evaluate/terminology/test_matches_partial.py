"""Partial match: parts of terms, in place and among linked words."""

from __future__ import annotations

from collections import Counter
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.evaluate.terminology.matches import (
    Hit,
    best_share,
    is_elsewhere,
    linked_words,
    positions,
    share_held,
    share_in_place,
)
from diglot.evaluate.terminology.scores import score_terms
from diglot.evaluate.terminology.texts import Vocabulary
from tests.evaluate.terminology.marked_texts import SPANISH, SYSTEMS, encoded, marked, one


@pytest.mark.parametrize(("system", "found"), [*zip(SYSTEMS, (4, 3.5), strict=True)])
def test_half_of_a_nested_term_counts_half_as_in_appendix_a_of_the_paper(system, found):
    gold = encoded(marked(SPANISH))
    scores = score_terms(gold, gold.hypothesis([system])).scores
    assert scores["partial"].values["accuracy"] == found / 4
    assert scores["partial"].values["annotated"] == found / 4


def test_a_copy_of_a_word_counts_only_if_the_text_holds_as_many():
    assert share_held((1, 2, 1), Counter([1, 2, 3])) == pytest.approx(2 / 3)
    assert share_held((1, 2, 1), Counter([1, 2, 1])) == 1


def test_the_best_alternative_counts():
    gold, tokens = one("[1 mal de coeur]", "une cardiopathie", {"1": ["cardiopathie"]})
    assert best_share(gold.segments[0].terms[0], Counter(tokens)) == 1


def test_content_words_weigh_more():
    vocabulary = Vocabulary(is_function_word=lambda word: word == "de")
    gold = encoded(marked("[1 mal de mer]"), vocabulary=vocabulary)
    found = score_terms(gold, gold.hypothesis(["mal à mer"])).scores["partial"].values
    assert found["accuracy"] == pytest.approx(2 / 3)
    assert found["content_words"] == pytest.approx(1.5 / 1.75)


def test_what_stands_in_its_place_loses_nothing_and_what_moved_does():
    where = positions((7, 8, 9, 10))
    assert share_in_place((7, 8), (0, 2), 4, where, 4) == 1
    assert share_in_place((7, 8), (2, 4), 4, where, 4) == pytest.approx(0.5)


@given(
    st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True),
    st.lists(st.integers(0, 9), min_size=1, max_size=4, unique=True),
)
def test_copies_are_assigned_one_to_one_with_the_largest_total(wanted, found):
    wanted, found = sorted(wanted), sorted(found)
    length = total = 10
    # Copies of one word that stand apart; the term is a stretch, so its places are neighbours.
    span = (0, len(wanted))
    where = {1: found}
    best = max(
        sum(
            1 - abs((one + 1) / length - (other + 1) / total)
            for one, other in zip(left, right, strict=True)
        )
        for size in [min(len(wanted), len(found))]
        for left in permutations(range(len(wanted)), size)
        for right in permutations(found, size)
    )
    got = share_in_place((1,) * len(wanted), span, length, where, total)
    assert got == pytest.approx(best / len(wanted))


def test_linked_words_are_those_of_the_source_term():
    assert linked_words([(0, 3), (1, 2), (1, 3), (2, 0)], (0, 2)) == [2, 3]


def test_a_hit_is_elsewhere_if_none_of_its_words_is_linked():
    assert is_elsewhere(Hit("exact", (4, 6)), [0, 1])
    assert not is_elsewhere(Hit("exact", (4, 6)), [5])
    assert not is_elsewhere(Hit("exact", (4, 6)), [])


def test_a_term_counts_among_the_words_its_source_is_linked_to_only():
    segment = marked("[1 toux] sèche", source="dry cough")
    [mark] = segment.terms
    mark = type(mark)(mark.id, "cough", mark.alternatives, (4, 9), mark.target_span)
    gold = encoded(type(segment)("1", "dry cough", segment.reference, (mark,)))
    hypothesis = gold.hypothesis(["une grippe , toux"])
    right = score_terms(gold, hypothesis, links=[[(1, 3)]])
    assert right.scores["aligned_partial"].values == {"accuracy": 1.0, "elsewhere": 0.0}
    wrong = score_terms(gold, hypothesis, links=[[(1, 1)]])
    assert wrong.scores["aligned_partial"].values == {"accuracy": 0.0, "elsewhere": 1.0}
    assert wrong.terms[0].elsewhere
