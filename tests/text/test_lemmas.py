from __future__ import annotations

import lzma

import pytest

from diglot.errors import ConfigError
from diglot.text import lemmas
from diglot.text.lemmas import Lemmatiser


@pytest.mark.parametrize(
    ("word", "language", "expected"),
    [
        ("maisons", "fr", "maison"),
        ("Maisons", "fr-CA", "maison"),
        ("went", "en", "go"),
        ("Häuser", "de", "haus"),
        ("Dienst", "de", "dienst"),
        ("dient", "de", "dienen"),
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


@pytest.mark.parametrize("language", ["gv", "id"])
def test_words_have_the_lemmas_that_simplemma_has(language: str) -> None:
    from simplemma.strategies.dictionaries.dictionary_factory import DEFAULT_DICTIONARY_FACTORY

    theirs = DEFAULT_DICTIONARY_FACTORY.get_dictionary(language)
    ours = lemmas._Dictionaries.get_dictionary(language)
    assert dict(ours) == dict(theirs)
    assert ours.get("xyzzyq") is None


def test_dictionaries_in_another_format_are_read_by_simplemma(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lzma, "decompress", lambda _: b"another format")
    words = lemmas._Dictionaries.get_dictionary.__wrapped__("gv")
    assert words["thieyn"] == "thie"


@pytest.mark.parametrize(("language", "words"), [("fr", ("Il", "il")), ("de", ("Essen", "essen"))])
def test_a_lemma_does_not_depend_on_what_was_asked_before(
    language: str, words: tuple[str, str]
) -> None:
    alone = {word: Lemmatiser(language).lemma(word) for word in words}
    for order in (words, words[::-1]):
        lemmatiser = Lemmatiser(language)
        assert {word: lemmatiser.lemma(word) for word in order} == alone
