"""Candidates by part-of-speech pattern."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError
from diglot.terms.extraction.candidates import (
    candidate_pattern,
    find_candidates,
    kinds_by_tags,
    pattern_candidates,
)
from diglot.terms.extraction.corpus import CONTENT, LINKING, OTHER, encode_corpus
from tests.terms import toy


def kept(language: str, line: str, tags: str, patterns: str | None = None) -> set[str]:
    found = find_candidates(toy.corpus([line], language=language))
    chosen = pattern_candidates(found, [tags.split()], patterns=patterns)
    return {chosen.text(number) for number in range(len(chosen))}


def test_nouns_and_what_belongs_to_them() -> None:
    found = kept("en", "modern wind turbines turn", "ADJ NOUN NOUN VERB")
    assert "modern wind turbines" in found
    assert "turbines turn" not in found
    assert "turn" not in found


def test_french_nouns_stand_first() -> None:
    found = kept("fr", "angle de calage variable", "NOUN ADP NOUN ADJ")
    assert {"angle de calage variable", "calage variable", "variable"} <= found


def test_only_matching_occurrences_count() -> None:
    text = toy.corpus(["the design", "they design"])
    chosen = pattern_candidates(find_candidates(text), [["DET", "NOUN"], ["PRON", "VERB"]])
    assert chosen.frequencies.tolist() == [1]


def test_own_patterns() -> None:
    assert kept("en", "turn blades", "VERB NOUN", "VN") == {"turn blades"}


def test_patterns_of_a_language_without_its_own() -> None:
    assert candidate_pattern("hu") == candidate_pattern(None)


def test_tags_must_be_as_many_as_the_tokens() -> None:
    with pytest.raises(ConfigError, match="1 tags for 2 tokens"):
        kept("en", "wind turbines", "NOUN")


def test_an_expression_that_is_none_is_refused() -> None:
    with pytest.raises(ConfigError, match="no pattern of tags"):
        kept("en", "wind", "NOUN", "(N")


def test_tags_tell_kinds_of_words_where_no_list_does() -> None:
    text = encode_corpus([["it-turbina", "tar-", "riħ", "5"]], language="mt")
    kinds = kinds_by_tags(text, [["NOUN", "ADP", "NOUN", "NUM"]])
    assert kinds.tolist() == [CONTENT, LINKING, CONTENT, OTHER]
