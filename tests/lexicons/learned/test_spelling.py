"""Words in plain Latin letters, and how alike they are."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.learned.spelling import Spellings, plain_latin, spelling_likeness, spellings
from diglot.text.spelling import pack_letters
from tests.lexicons.toy import graph_of


@pytest.mark.parametrize(
    ("text", "bare"),
    [
        ("Été", "ete"),
        ("E\u0301te\u0301", "ete"),
        ("ŝipo", "sipo"),
        ("Œuvre", "oeuvre"),
        ("Straße", "strasse"),
        ("d’État", "d'etat"),
        ("Λόγος", "logos"),
        ("щука", "shchuka"),
        ("Ёлка", "elka"),
        ("йод", "iod"),
        ("İstanbul", "istanbul"),
        ("ﬁn", "fin"),
        ("", ""),
    ],
)
def test_a_word_is_written_in_small_latin_letters(text: str, bare: str) -> None:
    assert plain_latin(text) == bare


@given(st.text())
def test_any_text_becomes_small_ascii(text: str) -> None:
    found = plain_latin(text)
    assert found.isascii()
    assert found == found.lower()


@given(st.lists(st.text(st.characters(exclude_characters="\n")), max_size=8))
def test_no_letter_becomes_a_line_break(lines: list[str]) -> None:
    """Words of a language go through line by line: each must come out as if it were alone."""
    assert plain_latin("\n".join(lines)).count("\n") == max(len(lines) - 1, 0)
    assert plain_latin("\n".join(lines)).split("\n") == (
        [plain_latin(line) for line in lines] or [""]
    )


def test_the_words_of_a_language_stand_one_after_the_other() -> None:
    graph = graph_of([("el:λόγος", "en:Word"), ("el:α", "en:naïve"), ("el:α", "en:a")])
    found = spellings(graph, "en")
    first, last = graph.range("en")
    assert found.first == first
    assert found.words == tuple(plain_latin(each) for each in graph.lemmas(np.arange(first, last)))
    assert set(found.words) == {"word", "naive", "a"}
    assert found.letters.tobytes().decode() == "".join(found.words)
    assert found.lengths.tolist() == [len(each) for each in found.words]


def test_words_of_two_scripts_are_compared_in_one() -> None:
    graph = graph_of([("el:λόγος", "en:logos"), ("el:λόγος", "en:logic")])
    source, target = spellings(graph, "el"), spellings(graph, "en")
    one = np.zeros(2, np.int32) + source.first
    other = np.arange(2, dtype=np.int32) + target.first
    likeness, common = spelling_likeness(source, target, one, other)
    assert target.words == ("logic", "logos")
    assert likeness.tolist() == pytest.approx([0.6, 1.0])
    assert common.tolist() == [3, 5]


def test_words_without_letters_are_alike_and_unlike_all_others() -> None:
    side = Spellings(0, ("", "a"), *pack_letters(["", "a"]))
    one = np.zeros(2, np.int32)
    likeness, _ = spelling_likeness(side, side, one, np.arange(2, dtype=np.int32))
    assert likeness.tolist() == [1.0, 0.0]


def test_a_language_without_words_is_an_error() -> None:
    with pytest.raises(ConfigError, match="no dictionary has words of 'fr'"):
        spellings(graph_of([("el:α", "en:a")]), "fr")
