from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.text.lemmas import Lemmatiser


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("maisons", "fr", "maison"),
        ("Maisons", "fr-CA", "maison"),
        ("went", "en", "go"),
        ("Häuser", "de", "haus"),
        ("porte-fenêtres", "fr", "porte-fenêtre"),
        ("xyzzyq", "en", "xyzzyq"),
        ("", "en", ""),
        ("-", "en", "-"),
        ("3,5", "fr", "3,5"),
    ],
)
def test_lemma(word: str, language: str, expected: str) -> None:
    assert Lemmatiser(language).lemma(word) == expected


def test_a_language_without_lemmas_keeps_words_and_says_so_once() -> None:
    said: list[str] = []
    chinese = Lemmatiser("zh", notice=said.append)
    assert chinese.lemma("北京") == "北京"
    assert chinese.lemma("ABC") == "abc"
    assert chinese.method == "identity"
    assert len(said) == 1
    assert "Chinese" in said[0]


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown language"):
        Lemmatiser("klingon")
