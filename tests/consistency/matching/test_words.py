"""What stands in the tables of words."""

from __future__ import annotations

import pytest

from diglot.consistency.matching.words import strip_marks


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
