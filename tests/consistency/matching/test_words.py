"""What stands in the tables of words."""

from __future__ import annotations

import pytest

from diglot.consistency.matching.words import strip_marks


@pytest.mark.parametrize("word", ["é", "-", "a-b", "Ångström", "‑", "ß", "日本"])
def test_no_word_becomes_nothing_without_accents_and_hyphens(word: str) -> None:
    assert strip_marks(word)
