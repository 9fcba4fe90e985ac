from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.text.lemmas import Lemmatiser, has_lemmas, lemma, read_lemma_table


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
    assert lemma(word, language) == expected


def test_a_language_without_lemmas_keeps_words_and_says_so_once() -> None:
    said: list[str] = []
    chinese = Lemmatiser("zh", notice=said.append)
    assert chinese.lemma("北京") == "北京"
    assert chinese.lemma("ABC") == "abc"
    assert chinese.method == "identity"
    assert len(said) == 1
    assert "Chinese" in said[0]
    assert not has_lemmas("zh")
    assert has_lemmas("fr")


def test_the_users_table_wins() -> None:
    table = read_lemma_table("# mine\nData\tdatum\n\nwent\twend\n")
    mine = Lemmatiser("en", table=table)
    assert mine.lemma("DATA") == "datum"
    assert mine.lemma("went") == "wend"
    assert mine.lemma("houses") == "house"


def test_a_bad_table_names_the_line() -> None:
    with pytest.raises(ConfigError, match="line 2"):
        read_lemma_table("a\tb\nbroken\n")


def test_an_unknown_language_is_refused() -> None:
    with pytest.raises(ConfigError, match="unknown language"):
        Lemmatiser("klingon")
