"""What stands in the tables of words."""

from __future__ import annotations

import pytest

from diglot.consistency.matching.encoding import Forms
from diglot.consistency.matching.words import Compounds, have_one_root, strip_marks


@pytest.mark.parametrize("word", ["é", "-", "a-b", "Ångström", "‑", "ß", "日本"])
def test_no_word_becomes_nothing_without_accents_and_hyphens(word: str) -> None:
    assert strip_marks(word)


@pytest.mark.parametrize(("one", "other"), [("Ζ", "Z"), ("Х", "X"), ("А1", "A1")])
def test_a_letter_by_itself_is_the_same_sign_in_scripts_that_look_alike(
    one: str, other: str
) -> None:
    assert one != other
    assert strip_marks(one.lower()) == strip_marks(other.lower())


def test_letters_of_words_stay_in_their_script() -> None:
    assert strip_marks("ох") == "ох"


@pytest.mark.parametrize(
    ("language", "term", "form", "found"),
    [
        ("he", "ספק", "שהספק", True),
        ("he", "ספק", "אספק", False),
        ("ar", "كتاب", "وبالكتاب", True),
        ("ar", "رسم", "مرسم", False),
        ("am", "መጣስ", "በመጣስ", True),
    ],
)
def test_a_short_word_is_known_behind_articles_and_prepositions_written_as_one_with_it(
    language: str, term: str, form: str, found: bool
) -> None:
    forms = Forms(language, lemmas=False)
    compounds = Compounds(forms, [term])
    expected = (forms.number(term),) if found else ()
    assert compounds.forms_of(forms.number(form)) == expected


@pytest.mark.parametrize(
    ("one", "other"),
    [("spojeni", "spajanje"), ("elipticnega", "elipsa"), ("itzaleztadurak", "itzaldura")],
)
def test_derived_words_have_one_root(one: str, other: str) -> None:
    assert have_one_root(one, other, compounds=False)
    assert have_one_root(other, one, compounds=False)


@pytest.mark.parametrize(
    ("one", "other"),
    [("prefiks", "predpona"), ("win10", "win11"), ("norabidea", "noranzkoa")],
)
def test_words_that_begin_alike_by_chance_have_no_common_root(one: str, other: str) -> None:
    assert not have_one_root(one, other, compounds=False)


def test_compounds_need_more_in_common_than_their_first_part() -> None:
    assert not have_one_root("textbox", "textfeld", compounds=True)
    assert have_one_root("textbox", "textfeld", compounds=False)


@pytest.mark.parametrize("word", ["\u05d1\u05ea\u05d5", "\u05d4\u05ea\u05d5"])
def test_articles_and_prepositions_may_stand_before_a_word_of_hebrew(word: str) -> None:
    assert have_one_root(word, "\u05ea\u05d5", compounds=False)
