"""What translates a term in one sentence, and which translations compete."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

from diglot.report.build.usage import choices, is_same_word, linked_words, rivals, tally
from diglot.text.kernels.terms import NONE, WORDS, translations

TEXT = "Le contrat de prêt lie la banque, selon le prêteur."
TOKENS = ["Le", "contrat", "de", "prêt", "lie", "la", "banque", ",", "selon", "le", "prêteur", "."]
LOAN, BANK, CONTRACT = [0, 1, 4, 0], [1, 6, 7, 0], [2, 1, 2, 1]


def translated(linked, marks=(LOAN, CONTRACT, BANK), partners=()):
    """Translate a term of one word with these links in a sentence with these terms."""
    (code,) = translations(
        np.array([[0, 0, 1, 0]], np.int32),
        np.array([0, 1]),
        np.array(marks, np.int32).reshape(-1, 4),
        np.array([0, len(marks)]),
        np.array([0, len(linked)]),
        np.zeros(len(linked), np.int32),
        np.array(linked, np.int32),
        np.array([0, len(partners)]),
        np.array(sorted(partners), np.int32),
        len(TOKENS),
    ).tolist()
    return {NONE: None, WORDS: linked_words(linked, TEXT, TOKENS)}.get(code, code)


def test_the_term_that_the_links_cover_is_the_translation():
    assert translated([1, 3]) == 0
    assert translated([6]) == 1


def test_of_two_terms_the_one_covered_best_wins():
    assert translated([1]) == 2


def test_a_known_partner_is_preferred():
    assert translated([1, 3], partners={2}) == 2


def test_linked_words_that_make_no_term_are_the_translation():
    assert translated([4], marks=()) == "lie"
    assert translated([1, 3], marks=()) == "contrat de prêt"


def test_words_far_apart_are_joined_by_dots():
    assert translated([1, 6], marks=()) == "contrat … banque"


def test_punctuation_translates_nothing():
    assert translated([7], marks=()) is None


def test_links_to_half_a_sentence_are_no_translation():
    assert translated([0, 1, 2, 3, 4, 5, 6, 8, 9], marks=()) is None


def test_without_links_a_known_translation_in_the_sentence_is_taken():
    assert translated([], partners={1}) == 1
    assert translated([]) is None


def test_forms_of_a_word_are_one_choice():
    counted = tally(Counter(["contrat", "Contrat", "contrats", "convention", None]))
    found = choices(counted, [])
    assert [(choice.forms, choice.total) for choice in found] == [
        ((("contrat", 2), ("contrats", 1)), 3),
        ((("convention", 1),), 1),
    ]


def test_terms_and_words_of_one_stem_are_one_choice():
    found = choices({0: 3, "locataires": 1}, ["locataire"])
    assert found[0].forms == ((0, 3), ("locataires", 1))


def test_words_that_are_a_part_of_the_translation_do_not_compete():
    found = choices({"lavage des mains": 8, "mains": 3, "se laver les mains": 2}, [])
    assert [choice.total for choice in found] == [11, 2]


def test_a_known_translation_is_no_mere_part_of_another_one():
    texts = ["contrat de prêt", "contrat"]
    assert [choice.total for choice in choices({0: 8, 1: 3}, texts, {0, 1})] == [8, 3]
    assert [choice.total for choice in choices({0: 8, 1: 3}, texts, {0})] == [11]


@pytest.mark.parametrize(
    ("counts", "number"),
    [({"a": 9, "b": 1}, 1), ({"a": 8, "b": 2}, 2), ({"a": 97, "b": 3}, 1), ({}, 0), ({"a": 1}, 0)],
)
def test_a_rival_was_seen_twice_and_in_one_place_of_ten(counts, number):
    assert rivals(choices(counts, [])) == number


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("contrat", "Contrats"),
        ("taux de transfert", "taux du transfert"),
        ("l’agrément", "agrément"),
        ("договор", "договора"),
    ],
)
def test_endings_and_short_words_make_no_difference(one, other):
    assert is_same_word(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [("contrat", "convention"), ("contrat", "contrat de prêt"), ("bail", "bain"), ("合同", "合约")],
)
def test_other_words_are_others(one, other):
    assert not is_same_word(one, other)
