"""Variants: one rule a test."""

from __future__ import annotations

import pytest

from diglot.terms.extraction.variants import (
    Form,
    differ_in_number,
    find_relations,
    letters,
    share_stem,
    without_prefix,
)
from diglot.text.function_words import function_words
from diglot.text.lemmas import Lemmatiser


def forms(language: str, *terms: str) -> list[Form]:
    function = function_words(language)
    found = []
    for number, term in enumerate(terms):
        words = tuple(term.replace("'", "' ").split())
        lemmas = tuple(map(Lemmatiser(language).lemma, words))
        content = tuple(word not in function for word in words)
        # The first ones are more frequent.
        found.append(Form(number, words, lemmas, content, 100 - number))
    return found


def kind(language: str, one: str, other: str, *others: str) -> str | None:
    found = find_relations(forms(language, one, other, *others), language)
    return next((each.kind for each in found if {each.base, each.variant} == {0, 1}), None)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "one", "other", "expected"),
    [
        ("en", "wind turbine", "wind turbines", "number"),
        ("fr", "canal artificiel", "canaux artificiels", "number"),
        ("es", "luz azul", "luces azules", "number"),
        ("it", "pala eolica", "pale eoliche", "number"),
        ("nl", "windmolen", "windmolens", "number"),
        ("fr", "machine multsource", "machines multsources", "number"),
        ("en", "measure", "measured", "inflection"),
        ("en", "rotor blade", "rotor-blade", "graphical"),
        ("en", "streamtube", "stream tube", "graphical"),
        ("fr", "énergie éolienne", "energie eolienne", "graphical"),
        ("en", "acceleration limit", "aceleration limit", "spelling"),
        ("en", "electric generator", "electrical generator", "derivation"),
        ("en", "linear model", "non-linear model", "prefixation"),
        ("en", "stability", "instability", "prefixation"),
        ("fr", "angle de calage", "angle du calage", "link"),
        ("en", "power production", "production of power", "permutation"),
        ("en", "wind turbine", "wind power turbine", "insertion"),
        ("en", "wind turbine", "offshore wind turbine", "expansion"),
        ("en", "wind turbine", "rotor blade", None),
        ("fr", "puissance active", "puissance réactive", "prefixation"),
        ("fr", "machine synchrone", "machine asynchrone", None),
        ("en", "blood pressure", "pressure blood", None),
        ("en", "phase 1 study arm", "phase 2 study arm", None),
    ],
)
def test_kinds_of_variants(language: str, one: str, other: str, expected: str | None) -> None:
    assert kind(language, one, other) == expected


def test_coordination_needs_both_terms() -> None:
    both = "onshore and offshore wind"
    assert kind("en", "onshore wind", both, "offshore wind") == "coordination"
    assert kind("en", "onshore wind", both) != "coordination"


def test_coordination_behind_the_head() -> None:
    both = "énergie éolienne et solaire"
    assert kind("fr", "énergie solaire", both, "énergie éolienne") == "coordination"


def test_the_more_frequent_form_is_the_base() -> None:
    (relation,) = find_relations(forms("en", "rotor blades", "rotor blade"), "en")
    assert (relation.base, relation.variant) == (0, 1)


def test_two_forms_have_one_kind() -> None:
    found = find_relations(forms("en", "wind turbine", "wind turbines", "wind-turbine"), "en")
    pairs = [frozenset((each.base, each.variant)) for each in found]
    assert len(pairs) == len(set(pairs))


def test_symbols_are_no_spellings_of_each_other() -> None:
    assert kind("en", "a'", "a.") is None


@pytest.mark.parametrize(
    ("language", "one", "other"),
    [
        ("en", "axis", "axes"),
        ("en", "body", "bodies"),
        ("nl", "man", "mannen"),
        ("nl", "taak", "taken"),
        ("de", "Vater", "Väter"),
        ("pt", "avião", "aviões"),
    ],
)
def test_singular_and_plural(language: str, one: str, other: str) -> None:
    assert differ_in_number(one, other, language)
    assert differ_in_number(other, one, language)


def test_what_does_not_differ_in_number() -> None:
    assert not differ_in_number("wind", "window", "en")
    assert not differ_in_number("wind", "winds", "fi")


def test_letters_and_prefixes() -> None:
    assert letters("Gros-œuvre d'État") == "grosœuvredetat"
    assert without_prefix("non-linear") == ["linear"]
    assert without_prefix("reality") == ["ality"]
    assert without_prefix("unit") == []
    assert share_stem("electric", "electrical")
    assert not share_stem("electric", "elegance")
