"""Whether a text holds a form, from the strictest level on."""

from __future__ import annotations

from diglot.annotate.layers.forms import form_found


def test_levels_from_letter_for_letter_to_lemmas() -> None:
    assert form_found("la maison", ["maison"], "fr") == "exact"
    assert form_found("La Maison", ["maison"], "fr") == "case"
    assert form_found("les maisons", ["maison"], "fr") == "lemma"
    assert form_found("le toit", ["maison"], "fr") is None


def test_a_part_of_a_word_is_no_form() -> None:
    assert form_found("le charbon", ["char"], None) is None


def test_scripts_without_spaces_hold_forms_anywhere() -> None:
    assert form_found("红色的房子", ["房子"], "zh") == "exact"


def test_an_unknown_language_has_no_lemmas_but_the_words() -> None:
    assert form_found("Zwei Häuser", ["häuser"], None) == "case"
    assert form_found("zwei Häuser", ["Haus"], "qqq") is None


def test_an_empty_form_is_nowhere() -> None:
    assert form_found("text", [""], "en") is None
