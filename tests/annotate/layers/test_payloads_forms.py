"""Whether a text holds a form, from the strictest level on."""

from __future__ import annotations

from diglot.annotate.layers.payloads import match_level


def test_levels_from_letter_for_letter_to_lemmas() -> None:
    assert match_level("la maison", ["maison"], "fr") == "exact"
    assert match_level("La Maison", ["maison"], "fr") == "case"
    assert match_level("les maisons", ["maison"], "fr") == "lemma"
    assert match_level("le toit", ["maison"], "fr") is None


def test_a_part_of_a_word_is_no_form() -> None:
    assert match_level("le charbon", ["char"], None) is None


def test_scripts_without_spaces_hold_forms_anywhere() -> None:
    assert match_level("红色的房子", ["房子"], "zh") == "exact"


def test_an_unknown_language_has_no_lemmas_but_the_words() -> None:
    assert match_level("Zwei Häuser", ["häuser"], None) == "case"
    assert match_level("zwei Häuser", ["Haus"], "qqq") is None


def test_an_empty_form_is_nowhere() -> None:
    assert match_level("text", [""], "en") is None
