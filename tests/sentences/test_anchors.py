"""Hard anchors found by a pattern of the user's."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.sentences.anchors import compile_anchor, find_anchors

CHAPTER = compile_anchor(r"^(?:Chapter|Chapitre) (\d+)")


def test_marks_that_agree_in_the_group_are_paired() -> None:
    source = ["Title", "Chapter 1", "One.", "Chapter 2", "Two."]
    target = ["Chapitre 1", "Un.", "Encore un.", "Chapitre 2", "Deux."]
    assert find_anchors(source, target, CHAPTER) == (((1, 0), (3, 3)), ())


def test_marks_without_counterpart_are_ignored_with_a_note() -> None:
    anchors, notes = find_anchors(["Chapter 1", "Chapter 2"], ["Chapitre 2"], CHAPTER)
    assert anchors == ((1, 0),)
    assert notes == ("1 of 2 anchors have no counterpart in order and were ignored",)


def test_marks_that_cross_are_ignored_with_a_note() -> None:
    source = ["Chapter 1", "Chapter 2", "Chapter 3"]
    target = ["Chapitre 3", "Chapitre 1", "Chapitre 2"]
    anchors, notes = find_anchors(source, target, CHAPTER)
    assert anchors == ((0, 1), (1, 2))
    assert notes[0].startswith("1 of 3")


def test_equal_marks_are_paired_in_order_if_they_are_equally_many() -> None:
    stars = compile_anchor(r"^\* \* \*$")
    assert find_anchors(["* * *", "a", "* * *"], ["* * *", "* * *"], stars)[0] == ((0, 0), (2, 1))
    assert find_anchors(["* * *", "a"], ["* * *", "* * *"], stars)[0] == ()


def test_a_pattern_that_finds_nothing_says_so() -> None:
    assert find_anchors(["a"], ["b"], CHAPTER) == ((), ("no segment matches --anchor",))


def test_a_broken_pattern_is_a_config_error() -> None:
    with pytest.raises(ConfigError, match="not a regular expression"):
        compile_anchor("(")


def test_an_exponential_pattern_is_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diglot.sentences.anchors._SECONDS", 0.05)
    with pytest.raises(ConfigError, match="too long"):
        find_anchors(["a" * 5000 + "!"], [], compile_anchor(r"^((a|a)+)+b?$"))
