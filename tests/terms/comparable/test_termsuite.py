"""Word-for-word translation with one word by its contexts."""

from __future__ import annotations

from itertools import permutations

import pytest

from diglot.terms.comparable import METHODS, Resources, Side
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.terms.comparable.termsuite import termsuite

PAIRS = (
    ("wind", "vent"),
    ("turns", "tourne"),
    ("rotor", "rotor"),
    ("price", "prix"),
    ("today", "demain"),
)
ENGLISH = [
    ["shaft", "turns", "rotor"],
    ["shaft", "rotor", "turns"],
    ["power", "price", "today"],
    ["power", "today", "price"],
]
FRENCH = [
    ["arbre", "tourne", "rotor"],
    ["arbre", "rotor", "tourne"],
    ["courant", "prix", "demain"],
    ["courant", "demain", "prix"],
]


def resources(*, texts: bool = True) -> Resources:
    return Resources(
        Side("en", sentences=ENGLISH if texts else None),
        Side("fr", sentences=FRENCH if texts else None),
        dictionary_from_pairs(PAIRS, languages=("en", "fr")),
    )


def scores(
    source: list[str], target: list[str], *, texts: bool = True, **options: float
) -> dict[tuple[str, str], float]:
    pairs = termsuite(source, target, resources(texts=texts), **options)  # type: ignore[arg-type]
    return {(pair.source, pair.target): pair.score or 0.0 for pair in pairs}


def test_words_are_translated_in_any_order() -> None:
    found = scores(["wind rotor"], ["rotor vent", "vent"], texts=False)
    assert found == {("wind rotor", "rotor vent"): pytest.approx(1)}


def test_compounds_are_cut() -> None:
    known = dictionary_from_pairs([("wind", "wind"), ("mill", "mühle")], languages=("en", "de"))
    pairs = termsuite(
        ["wind mill"], ["windmühle", "wind"], Resources(Side("en"), Side("de"), known)
    )
    assert [(pair.source, pair.target) for pair in pairs] == [("wind mill", "windmühle")]


def test_one_word_may_be_translated_by_its_contexts() -> None:
    targets = ["arbre du vent", "courant du vent"]
    assert not scores(["wind shaft"], targets, texts=False)
    found = scores(["wind shaft"], targets)
    assert set(found) == {("wind shaft", "arbre du vent")}


def test_contexts_are_not_asked_where_the_dictionary_answers() -> None:
    found = scores(["wind rotor"], ["vent rotor", "vent arbre"])
    assert set(found) == {("wind rotor", "vent rotor")}


def test_two_words_are_never_translated_by_contexts() -> None:
    assert not scores(["power shaft"], ["courant arbre"])


def test_single_words_by_contexts() -> None:
    found = scores(["shaft", "power"], ["arbre", "courant"])
    assert found["shaft", "arbre"] > found.get(("shaft", "courant"), 0)
    assert found["power", "courant"] > found.get(("power", "arbre"), 0)


def test_the_scores_of_a_source_are_shares() -> None:
    alone = scores(["wind"], ["vent"], texts=False)
    two = scores(["wind"], ["vent", "vents"], texts=False)
    assert alone["wind", "vent"] == pytest.approx(1)
    assert two["wind", "vent"] == pytest.approx(1 / (1 + 0.9))


def test_special_words_can_be_preferred() -> None:
    source, target = ["price"], ["prix", "prixs"]
    plain, weighted = (scores(source, target, specificity=power) for power in (0.0, 1.0))
    assert weighted["price", "prix"] != pytest.approx(plain["price", "prix"])


def test_no_more_targets_than_wanted() -> None:
    assert len(scores(["shaft"], ["arbre", "tourne", "rotor", "prix"], best=1)) <= 1


def test_by_name() -> None:
    assert METHODS["termsuite"] is termsuite


def test_orders_of_words_do_not_matter() -> None:
    target = [" ".join(order) for order in permutations(["vent", "rotor", "prix"])]
    found = scores(["wind rotor price"], target, texts=False)
    assert len(found) == 6
    assert len({round(score, 12) for score in found.values()}) == 1
