"""What stands in a translation as in its source: code, names, and what was not translated."""

from __future__ import annotations

import pytest

from diglot.consistency.judging.copies import settle_copies
from diglot.model.findings import LEVELS
from tests.consistency.translations import checker, concept, judged

OWN = checker(concept("search", "buscar"), concept("Shift", "Desplazar"))


def levels(*texts):
    links = {n: {0: 0, 1: 1, 2: 2, 3: 3} for n in range(len(texts))}
    done, _ = judged(OWN, texts, links)
    return [LEVELS[level] for level in settle_copies(done, OWN.terms, OWN.entries).level.tolist()]


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ("call =search(A1) now", "llame =search(A1) ya"),
        ("press Shift+F5 now ok", "pulse Shift+F5 ya ok"),
        ("the function SEARCH here", "la función SEARCH aquí"),
    ],
)
def test_code_that_stands_as_it_is_holds_no_term(source, target):
    assert levels((source, target)) == []


def test_a_word_that_was_not_translated_is_refused():
    assert levels(("we search it here", "nosotros search esto aquí")) == ["none"]
    assert levels(("press the Shift here", "pulse el Shift aquí")) == ["none"]


def test_a_term_with_a_capital_inside_a_name_is_a_name():
    assert levels(("the Google Search team", "el Google Search equipo")) == ["alternative"]


def test_a_name_is_what_half_of_the_occurrences_keep():
    texts = [(f"press the Shift {n}", f"pulse el Shift {n}") for n in range(3)]
    assert levels(*texts) == ["alternative"] * 3
