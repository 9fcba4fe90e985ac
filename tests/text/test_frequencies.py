"""Frequencies of words: the library's and the user's."""

from __future__ import annotations

import zlib
from pathlib import Path

import numpy as np
import pytest

from diglot.errors import RunError
from diglot.text import frequencies
from diglot.text.frequencies import Frequencies, counted_frequencies, general_frequencies


def known(language: str) -> Frequencies:
    found = general_frequencies(language)
    assert found is not None
    return found


def test_frequent_words_are_frequent() -> None:
    english = known("en")
    assert english.of("the") > english.of("turbine") > english.of("qxzqxz")
    assert english.of("The") == english.of("the")


def test_an_unlisted_word_has_the_floor() -> None:
    english = known("en")
    assert english.of("qxzqxz") == english.floor > 0


def test_an_elided_word_is_found_without_its_apostrophe() -> None:
    assert known("fr").of("l’") == known("fr").of("l'") == known("fr").of("l")


def test_a_hyphenated_word_is_rarer_than_its_parts() -> None:
    english = known("en")
    whole = english.of("wind-tunnel")
    assert english.floor < whole < min(english.of("wind"), english.of("tunnel"))


@pytest.mark.parametrize("language", ["hr", "no", "nb", "zh"])
def test_languages_by_other_names(language: str) -> None:
    assert known(language).name == "wordfreq"


@pytest.mark.parametrize("language", ["nb", "lt"])
@pytest.mark.slow
def test_frequencies_are_those_that_wordfreq_gives(language: str) -> None:
    import wordfreq

    theirs = wordfreq.get_frequency_dict(language)
    assert dict(known(language).per_million) == {word: 1e6 * each for word, each in theirs.items()}


@pytest.mark.parametrize("content", [b"no zlib", zlib.compress(b"another format")])
def test_a_damaged_list_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, content: bytes
) -> None:
    (tmp_path / "lt.bands").write_bytes(content)
    monkeypatch.setattr(frequencies, "FOLDER", tmp_path)
    with pytest.raises(RunError, match=r"lt\.bands is damaged"):
        frequencies._table.__wrapped__("lt")


def test_a_language_without_a_list_has_none() -> None:
    assert general_frequencies("mt") is None
    assert general_frequencies(None) is None


def test_the_users_own_text() -> None:
    own = counted_frequencies({"Wind": 2, "wind": 1, "sea": 1})
    assert own is not None
    unit = 1e6 / (4 + 2)
    assert own.of("wind") == pytest.approx(4 * unit)
    assert own.of("land") == pytest.approx(unit)
    assert np.allclose(own.array(["sea", "land"]), [2 * unit, unit])
    assert counted_frequencies({}) is None


def test_german_sharp_s_is_found() -> None:
    german = known("de")
    assert german.of("großen") == german.of("grossen") > 100 * german.floor
