"""Texts of test sets as numbers of tokens."""

from __future__ import annotations

import pytest

from diglot.errors import InputError
from diglot.evaluate.terminology.texts import Vocabulary, encode_set, token_spans
from diglot.model.terms import AnnotatedSegment, AnnotatedSet, TermMark
from diglot.text.tokens import tokenise
from tests.evaluate.terminology.marked_texts import encoded, marked


def spans(text: str, *marks: TermMark, cut=None):
    segment = AnnotatedSegment("1", text, text, marks)
    gold = encode_set(AnnotatedSet((segment,)), tokenise=cut, source_tokenise=cut)
    return [(term.source, term.target) for term in gold.segments[0].terms]


def test_a_range_of_characters_becomes_the_range_of_its_tokens():
    mark = TermMark("1", "b c", ("b c",), (2, 5), (2, 5))
    assert spans("a b c d", mark) == [((1, 3), (1, 3))]


def test_blanks_at_the_ends_of_a_range_belong_to_no_token():
    mark = TermMark("1", "b", ("b",), (1, 4), (1, 4))
    assert spans("a b c", mark) == [((1, 2), (1, 2))]


def test_a_term_inside_a_token_has_that_token():
    mark = TermMark("1", "hôpital", ("hôpital",), (5, 12), (5, 12))
    assert spans("à l' l'hôpital", mark) == [((2, 3), (2, 3))]
    assert spans("de l'hôpital", mark, cut=lambda text: tokenise(text, "fr")) == [((2, 3), (2, 3))]


def test_a_term_without_a_place_has_no_surface():
    gold = encode_set(
        AnnotatedSet((AnnotatedSegment("1", "a", "b", (TermMark("1", "a", ("x", "x y")),)),))
    )
    [term] = gold.segments[0].terms
    assert term.surface is None
    assert [len(each) for each in term.alternatives] == [2, 1]
    assert (gold.terms, gold.located_terms) == (1, 0)


def test_a_term_without_a_translation_is_an_error_that_names_its_segment():
    segment = AnnotatedSegment("s7", "a", "b", (TermMark("1", "fever", (" ",)),))
    with pytest.raises(InputError, match="'fever' of segment s7 has no translation"):
        encode_set(AnnotatedSet((segment,)))


def test_another_number_of_hypotheses_than_of_segments_is_an_error():
    with pytest.raises(InputError, match="has 2 segments, the test set 1"):
        encoded(marked("a")).hypothesis(["a", "b"])


def test_equal_tokens_have_equal_numbers_and_lemmas_are_asked_for_once():
    asked: list[str] = []
    vocabulary = Vocabulary(lambda word: asked.append(word) or word.lower())
    tokens = vocabulary.encode(["A", "a", "A"])
    assert tokens[0] == tokens[2] != tokens[1]
    assert len(set(vocabulary.lemmas(tokens))) == 1
    assert asked == ["A", "a"]
    assert [vocabulary.word(token) for token in tokens] == ["A", "a", "A"]


def test_white_space_of_any_kind_ends_a_token():
    text = "a\u00a0b \t c\x1cd"
    assert [text[slice(*span)] for span in token_spans(text, None)] == text.split()
