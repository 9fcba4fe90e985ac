"""What stands in a translation as in its source: code, names, and what was not translated."""

from __future__ import annotations

import pytest

from diglot.consistency.entries import is_any_phrase
from diglot.consistency.judging.checker import settle_copies
from diglot.consistency.judging.usage import (
    free_modifiers,
    is_misfit,
    read_usage,
)
from diglot.model import Concept, ConceptTerm
from diglot.model.findings import LEVELS
from tests.consistency.translations import checker, concept, judged

OWN = checker(concept("search", "buscar"), concept("Shift", "Desplazar"))


def settled(*texts):
    links = {n: {0: 0, 1: 1, 2: 2, 3: 3} for n in range(len(texts))}
    done, _ = judged(OWN, texts, links)
    return settle_copies(done, OWN.terms, OWN.entries)


def levels(*texts):
    return [LEVELS[level] for level in settled(*texts)[0].level.tolist()]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("call =search(A1) now", "llame =search(A1) ya"),
        ("press Shift+F5 now ok", "pulse Shift+F5 ya ok"),
        ("the function SEARCH here", "la función SEARCH aquí"),
        ("a name [search].txt here ok", "un nombre [search].txt aquí ok"),
    ],
)
def test_code_that_stands_as_it_is_holds_no_term(source, target):
    assert levels((source, target)) == []


def test_a_word_that_was_not_translated_is_refused():
    assert levels(("we search it here", "nosotros search esto aquí")) == ["none"]
    assert levels(("press the Shift here", "pulse el Shift aquí")) == ["none"]


def test_a_term_with_a_capital_is_a_name_where_the_termbase_has_none():
    assert levels(("the big Search team", "el gran Search equipo")) == ["alternative"]


def test_a_term_beside_another_word_that_stays_belongs_to_a_name():
    assert levels(("the Google Search team", "el Google Search equipo")) == []
    assert levels(("the google Search team", "el google Search equipo")) == ["alternative"]


@pytest.mark.parametrize("there", ["Shift", "SHIFT", "Shiftu", "Shift-feladat"])
def test_what_half_of_the_occurrences_keep_is_a_name(there):
    texts = [(f"press the Shift {n}", f"pulse el {there} {n}") for n in range(3)]
    judgements, names = settled(*texts)
    assert len(judgements) == 0
    assert names == [(1, 0), (1, 1), (1, 2)]


def test_other_spellings_of_a_term_say_nothing_of_its_name():
    texts = [(f"press the Shift {n}", f"pulse el Shift {n}") for n in range(3)]
    judgements, names = settled(*texts, *[("they shift it now", "ellos mueven eso ya")] * 5)
    assert len(names) == 3
    assert [LEVELS[level] for level in judgements.level.tolist()] == ["none"] * 5


def test_a_longer_word_is_no_name_with_an_ending():
    texts = [(f"press the Shift {n}", f"pulse el Shiftables {n}") for n in range(3)]
    assert levels(*texts) == ["none"] * 3


@pytest.mark.parametrize(
    ("text", "of", "misfit"),
    [
        ("con trỏ", {}, True),  # beside it, and linked to nothing
        ("con trỏ", {0: 0}, False),  # it translates the article
        ("con trỏ", {3: 0}, False),  # it translates another word
        ("{} trỏ", {}, False),  # another one in each place
    ],
)
def test_a_rendering_that_never_stands_alone_is_a_part_of_one(text, of, misfit):
    own = checker(concept("cursor", "trỏ"))
    texts = [("a cursor is here", text.format(word)) for word in ("uno", "dos", "tres", "cuatro")]
    done, _ = judged(own, texts, {n: {1: 1, **of} for n in range(4)})
    assert is_misfit(done, 0) == misfit


def test_words_that_are_put_to_any_noun_make_no_terms():
    names = [
        *(f"current {n}" for n in "abcdefghij"),
        *(f"text {n}" for n in "abcdefghij"),
        "numeric",
    ]
    texts = [("the current page has text here", "x"), ("a numeric file. Text is text", "x")]
    done, _ = judged(OWN, texts)
    found = free_modifiers(names, done)
    assert found == {"current", "numeric"}
    for term in ("Current page", "numeric", "number of rows", "shared folder", "wraps text"):
        assert is_any_phrase(term, "en", modifiers=found)
    for term in ("text page", "axis of rotation", "speed limit", "bus", "shared"):
        assert not is_any_phrase(term, "en", modifiers=found)


@pytest.mark.parametrize(("reviewed", "verb"), [(True, False), (False, True)])
def test_a_clause_that_nobody_reviewed_is_no_term(reviewed, verb):
    terms = (ConceptTerm("error occurs", "en"), ConceptTerm("error", "es"))
    own = checker(Concept("e", terms, score=None if reviewed else 0.95))
    done, _ = judged(own, [("an error occurs here", "otra cosa")] * 5)
    assert (len(read_usage(done, own.entries).verbs) == 5) == verb
