"""What a search takes for the same, and the way back to the text."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.text.spelling import fold, to_latin, words_to_latin

# Case that changes the length, both compositions, Hangul in parts, marks without a base.
HARD = "aAéE\u0301İßΣςσ’'\u00a0 \u202f\u0301\u0323x\u1100\u1161\u11a8한\ufb01中𠮷\0كֶאّـه\u0654"
TEXTS = st.text(alphabet=st.sampled_from(HARD) | st.characters(), max_size=30)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("ÉTÉ", "été"),
        ("e\u0301te\u0301", "été"),
        ("L’eau", "l'eau"),
        ("30\u00a0%", "30 %"),
        ("ΟΔΟΣ", "οδος"),
        ("ΟΔΟΣ ΜΟΥ", "οδοσ μου"),
        ("İ", "i\u0307"),
        ("كِتَابــي", "کتابی"),
        ("الإدارة", "الاداره"),
        ("مدير\u064b\u0651ا", "مديرا"),
        ("កុំ\u200bព្យូទ័រ", "កុំព្យូទ័រ"),
        ("חוֹזֶה צה״ל", 'חוזה צה"ל'),
        ("\u1112\u1161\u11ab", "한"),
    ],
)
def test_spellings_of_the_same_are_folded_to_the_same(one: str, other: str) -> None:
    assert fold(one).text == fold(other).text


def test_other_accents_stay_apart() -> None:
    assert fold("peche").text != fold("pêche").text


@given(TEXTS)
def test_every_range_leads_back_to_characters_that_fold_to_it(text: str) -> None:
    folded = fold(text)
    end = 0
    for at in range(len(folded.text)):
        begin, stop = folded.original(at, at + 1)
        assert 0 <= begin < stop <= len(text)
        assert begin <= end or begin == end
        assert folded.text[at] in fold(text[begin:stop]).text
        end = stop
    if folded.text:
        assert folded.original(0, len(folded.text)) == (0, len(text))


@given(TEXTS)
def test_folded_text_is_composed_and_can_be_written(text: str) -> None:
    folded = fold(text).text
    folded.encode()
    assert "\0" not in folded
    if fold(text).begins is None:
        assert unicodedata.is_normalized("NFC", folded)


def test_plain_text_needs_no_map() -> None:
    assert fold("Les Élèves").begins is None
    assert fold("Les E\u0301le\u0300ves").begins is not None


@pytest.mark.parametrize(
    ("text", "latin"),
    [("straße", "strasse"), ("Élan", "elan"), ("Москва", "moskva"), ("ABC", "abc")],
)
def test_any_script_has_small_latin_letters(text: str, latin: str) -> None:
    assert to_latin(text) == latin


@given(st.lists(st.text()))
def test_many_words_become_latin_as_each_does(words: list[str]) -> None:
    assert words_to_latin(words) == [to_latin(word) for word in words]
