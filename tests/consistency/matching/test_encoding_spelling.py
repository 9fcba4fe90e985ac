"""Spellings that count as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.matching.encoding import (
    fold_word,
    strip_invisible,
    surface_form,
    visible_ranges,
)


@pytest.mark.parametrize(
    ("one", "other", "language"),
    [
        ("Straße", "STRASSE", "de"),
        ("IŞIK", "ışık", "tr"),
        ("İstanbul", "istanbul", "tr"),
        ("İstanbul", "istanbul", "en"),
        ("ΛΌΓΟΣ", "λόγος", "el"),
        ("ＣＯＶＩＤ", "covid", "ja"),
        ("ﾜｸﾁﾝ", "ワクチン", "ja"),
        ("É", "e\u0301", "fr"),
        ("aujourd’hui", "Aujourd'hui", "fr"),
        ("10\u202f000", "10 000", "fr"),
    ],
)
def test_spellings_that_are_one(one, other, language):
    assert fold_word(one, language) == fold_word(other, language)


def test_turkish_keeps_two_letters_apart():
    assert fold_word("ILIK", "tr") != fold_word("ilik", "tr")


def test_accents_and_case_of_the_surface_stay():
    assert surface_form("Été") == "Été"
    assert fold_word("pâte") != fold_word("pate")


@given(st.text(max_size=10))
def test_folding_again_changes_nothing(text):
    assert fold_word(fold_word(text)) == fold_word(text)


@given(st.text(alphabet="ab \u00ad\u200b\ufeff", max_size=12))
def test_ranges_hold_what_is_seen(text):
    ranges = visible_ranges(text)
    if ranges is None:
        assert strip_invisible(text) == text
    else:
        assert "".join(text[begin:end] for begin, end in ranges) == strip_invisible(text)
