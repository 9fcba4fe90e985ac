"""Likeness of spellings, by bits, against the textbook loops."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.terms.comparable.lists import encode_terms
from diglot.terms.comparable.word_similarity import LIKENESS_MEASURES, pair_likeness, similar_words
from tests.text.kernels.test_edits import common


@given(st.text("abcd", min_size=1, max_size=64), st.text("abcd", min_size=1, max_size=64))
def test_up_to_sixty_four_letters_are_compared(one: str, other: str) -> None:
    longer = max(len(one), len(other))
    pair = ([one], [other], np.array([0]), np.array([0]))
    assert pair_likeness(*pair)[0] == pytest.approx(common(one, other) / longer)


def test_endless_words_are_cut() -> None:
    assert pair_likeness(["a" * 500], ["a" * 400], np.array([0]), np.array([0])).tolist() == [1.0]


def test_scripts_are_transliterated() -> None:
    source, target = encode_terms(["generator"], "en"), encode_terms(["генератор"], "ru")
    lines, columns, shares = similar_words(source, target)
    assert (lines.tolist(), columns.tolist(), shares.tolist()) == ([0], [0], [1.0])


def test_accents_and_letters_of_one_sound_do_not_count() -> None:
    source, target = encode_terms(["energy"], "en"), encode_terms(["énergie"], "fr")
    assert similar_words(source, target)[2] == pytest.approx([6 / 7])
    assert pair_likeness(["énergie"], ["energie"], np.array([0]), np.array([0])).tolist() == [1.0]


def test_short_words_are_less_alike() -> None:
    source, target = encode_terms(["gaz"], "en"), encode_terms(["gaz"], "fr")
    assert similar_words(source, target)[2].tolist() == [0.7]


def test_han_is_like_nothing() -> None:
    source, target = encode_terms(["风"], "zh"), encode_terms(["feng"], "en")
    assert not len(similar_words(source, target, least=0.1)[0])


@pytest.mark.parametrize("measure", LIKENESS_MEASURES)
def test_empty_lists(measure: str) -> None:
    empty = encode_terms([], "en")
    assert not len(similar_words(empty, empty, measure=measure)[0])


def test_unknown_measures_are_listed() -> None:
    empty = encode_terms([], "en")
    with pytest.raises(ConfigError, match="'bigrams'; available: common, edits"):
        similar_words(empty, empty, measure="bigrams")
