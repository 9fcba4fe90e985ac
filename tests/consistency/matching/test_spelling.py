"""Spellings that count as one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.consistency.matching.spelling import folded, seen_ranges, surface, without_unseen


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
    assert folded(one, language) == folded(other, language)


def test_turkish_keeps_two_letters_apart():
    assert folded("ILIK", "tr") != folded("ilik", "tr")


def test_accents_and_case_of_the_surface_stay():
    assert surface("Été") == "Été"
    assert folded("pâte") != folded("pate")


@given(st.text(max_size=10))
def test_folding_again_changes_nothing(text):
    assert folded(folded(text)) == folded(text)


@given(st.text(alphabet="ab \u00ad\u200b\ufeff", max_size=12))
def test_ranges_hold_what_is_seen(text):
    ranges = seen_ranges(text)
    if ranges is None:
        assert without_unseen(text) == text
    else:
        assert "".join(text[begin:end] for begin, end in ranges) == without_unseen(text)
