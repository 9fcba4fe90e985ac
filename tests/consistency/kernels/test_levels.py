"""How near a word of a text is to a word of a term."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rapidfuzz.distance import Levenshtein

from diglot.consistency.kernels import levels as kernel
from diglot.consistency.matching.encoding import Forms
from diglot.consistency.matching.words import Words, strip_marks

SAME, CASE, LEMMA, STEM, FAMILY, SPELLING, FAR = 0, 1, 2, 3, 4, 5, 9


def level(term_word: str, text_word: str, language: str | None = None) -> int:
    forms = Forms(language)
    numbers = [forms.number(word) for word in (term_word, text_word)]
    found: int = kernel.level(*numbers, kernel.Tables(Words(forms, frozenset()).tables()))
    return found


def by_letters(one: str, other: str) -> int:
    """The rules in plain Python."""
    shorter, longer = sorted((len(one), len(other)))
    if not shorter or one[0] != other[0]:
        return FAR
    digits = ["".join(c for c in word if c in "0123456789") for word in (one, other)]
    prefix = next((n for n in range(shorter) if one[n] != other[n]), shorter)
    if digits[0] != digits[1]:
        rest = max(one, other, key=len)[prefix:].removeprefix("-")
        goes_on = 3 <= prefix == shorter < longer and len(rest) > 1 and rest[:2].isdigit()
        return FAMILY if not all(digits) and goes_on else FAR
    if prefix >= 3 and (
        (prefix == shorter and longer - shorter <= 3) or prefix >= max(4, round(0.6 * longer))
    ):
        return STEM
    if prefix >= 5 and prefix >= 0.5 * longer:
        return FAMILY
    if shorter >= 5 and prefix >= 4 and prefix >= shorter - 2 and prefix >= 0.45 * longer:
        return FAMILY
    allowed = 1 if longer < 9 else 2
    if shorter >= 5 and Levenshtein.distance(one, other) <= allowed:
        return SPELLING
    return FAR


@pytest.mark.slow
@pytest.mark.parametrize(
    ("term_word", "text_word", "language", "expected"),
    [
        ("virus", "virus", "fr", SAME),
        ("Virus", "virus", "fr", CASE),
        ("symptômes", "symptôme", "fr", LEMMA),
        ("infección", "infeccion", "es", LEMMA),
        ("covid-19", "COVID19", "es", LEMMA),
        ("transmisión", "transmisible", "es", STEM),
        ("vírico", "víricamente", "es", FAMILY),
        ("respirador", "resparador", "es", SPELLING),
        ("muestra", "hisopo", "es", FAR),
    ],
)
def test_words_have_the_level_that_their_spelling_and_lemma_give(
    term_word: str, text_word: str, language: str, expected: int
) -> None:
    assert level(term_word, text_word, language) == expected


@pytest.mark.parametrize(
    ("term_word", "text_word", "expected"),
    [
        ("Windows10", "Windows11", FAR),
        ("H1N1", "H5N1", FAR),
        ("SARS-CoV", "SARS-CoV-2", FAR),
        ("SARS-CoV", "SARS-CoV-2-Ausbruch", FAR),
        ("SARS-CoV", "SARS-CoV-2'nin", FAR),
        ("シート", "シート1枚", FAMILY),
        ("COVID", "COVID-19", FAMILY),
        ("MERS", "MERS-CoV", FAR),
    ],
)
def test_another_number_is_another_thing_and_a_missing_year_something_to_look_at(
    term_word: str, text_word: str, expected: int
) -> None:
    assert level(term_word, text_word) == expected


words = st.text("abcd1-", min_size=1, max_size=12)


@given(words, words)
def test_the_compiled_rules_equal_the_plain_ones(one: str, other: str) -> None:
    expected = by_letters(one, other)
    if strip_marks(one) == strip_marks(other):
        expected = SAME if one == other else LEMMA
    assert level(one, other) == expected


@given(words, words)
def test_levels_are_the_same_both_ways(one: str, other: str) -> None:
    assert level(one, other) == level(other, one)
