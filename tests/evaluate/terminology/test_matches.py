"""Exact match: which terms a hypothesis has."""

from __future__ import annotations

import pytest

from diglot.evaluate.terminology.matches import match_terms
from diglot.evaluate.terminology.texts import Vocabulary
from tests.evaluate.terminology.marked_texts import SPANISH, SYSTEMS, encoded, marked, one

LEMMAS = {"symptômes": "symptôme", "toux": "toux", "fièvres": "fièvre"}


def levels(text, hypothesis, alternatives=None, lemmas=None):
    vocabulary = None if lemmas is None else Vocabulary(lambda word: lemmas.get(word, word))
    gold, tokens = one(text, hypothesis, alternatives, vocabulary=vocabulary)
    hits = match_terms(gold.segments[0], tokens, gold.vocabulary)
    return [hit and hit.level for hit in hits]


@pytest.mark.parametrize(("system", "found"), [*zip(SYSTEMS, (4, 3), strict=True)])
def test_a_term_inside_another_counts_for_both_as_in_table_2_of_the_paper(system, found):
    assert levels(SPANISH, system).count("exact") == found


def test_two_occurrences_of_an_entry_need_two_places():
    assert levels("[1 toux] et [1 toux]", "une toux") == ["exact", None]
    assert levels("[1 toux] et [1 toux]", "toux , toux") == ["exact", "exact"]


def test_occurrences_of_one_entry_share_no_word():
    text = "[1 coeur] et [1 mal de coeur]"
    assert levels(text, "mal de coeur", {"1": ["coeur"]}) == [None, "exact"]


def test_one_occurrence_takes_one_place_however_many_alternatives_it_has():
    assert levels("[1 toux] [1 toux]", "toux tousse", {"1": ["tousse", "toux"]}) == ["exact"] * 2


def test_the_form_of_the_reference_is_looked_for_before_longer_alternatives():
    text = "[1 tension] et [1 tension artérielle]"
    hypothesis = "tension artérielle et tension"
    assert levels(text, hypothesis, {"1": ["tension artérielle"]}) == ["exact", "exact"]


def test_a_longer_form_leaves_a_shorter_one_its_place():
    assert levels("[1 a b] [1 a b a]", "a b a b a") == ["exact", "exact"]
    assert levels("[1 a b] [1 a b a]", "a b a b") == [None, "exact"]


def test_terms_are_no_regular_expressions():
    assert levels("[1 C++] et [2 (PCR)] et [3 U.S.]", "C++ (PCR) UxSx") == ["exact", "exact", None]
    assert levels("[1 a|b]", "a b") == [None]


def test_words_are_matched_whole_and_as_they_are_written():
    assert levels("[1 art]", "start Art art-") == [None]


def test_lemmas_are_compared_on_both_sides():
    assert levels("[1 symptômes]", "un symptôme", lemmas=LEMMAS) == ["lemma"]
    assert levels("[1 symptôme]", "des symptômes", lemmas=LEMMAS) == ["lemma"]


def test_a_place_taken_as_written_is_not_taken_again_by_lemma():
    assert levels("[1 symptômes] [1 symptômes]", "symptômes", lemmas=LEMMAS) == ["exact", None]


def test_without_lemmas_nothing_is_found_by_lemma():
    assert levels("[1 symptômes]", "un symptôme") == [None]


def test_a_hit_says_where_it_stands():
    gold, tokens = one("[1 mal de coeur]", "il a mal de coeur .")
    [hit] = match_terms(gold.segments[0], tokens, gold.vocabulary)
    assert hit.span == (2, 5)


def test_nothing_is_found_in_an_empty_hypothesis():
    gold = encoded(marked("[1 a b]"))
    assert match_terms(gold.segments[0], (), gold.vocabulary) == [None]


@pytest.mark.slow
def test_thousands_of_occurrences_take_a_moment():
    count = 20_000
    found = levels("[1 t] " * count, "t " * (count - 1))
    assert (found.count("exact"), found.count(None)) == (count - 1, 1)
