"""Word-for-word translation with one word by its contexts."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.terms.comparable import METHODS, Resources, Side
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.terms.comparable.termsuite import termsuite
from diglot.terms.kernels.context import row_products
from diglot.terms.kernels.cover import assign_words

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


CELLS = st.integers(1, 3).flatmap(
    lambda width: st.lists(
        st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), min_size=width, max_size=width),
        min_size=1,
        max_size=3,
    )
)


@given(CELLS)
def test_assignment_takes_the_likest_words_first(cells: list[list[float]]) -> None:
    matrix = np.array(cells, np.float32)
    rows, columns = np.nonzero(matrix)
    words = (
        np.searchsorted(rows, np.arange(len(matrix) + 1)).astype(np.int64),
        columns.astype(np.int32),
        matrix[rows, columns],
    )
    sides = [
        (np.arange(size, dtype=np.int32), np.array([0, size], np.int64)) for size in matrix.shape
    ]
    zero = np.zeros(1, np.int64)
    product, matched, left = assign_words(zero, zero, *sides, words)
    expected, free = [], [set(range(size)) for size in matrix.shape]
    while best := max(
        ((matrix[a, b], -a, -b) for a in free[0] for b in free[1] if matrix[a, b] > 0), default=None
    ):
        expected.append(float(best[0]))
        free[0].remove(-best[1])
        free[1].remove(-best[2])
    assert matched[0] == len(expected)
    assert product[0] == pytest.approx(np.prod(expected))
    assert left[0].tolist() == [max(each, default=-1) for each in free]


@given(CELLS, CELLS)
def test_products_of_rows(one: list[list[float]], other: list[list[float]]) -> None:
    width = max(len(one[0]), len(other[0]))
    full = [np.zeros((len(each), width)) for each in (one, other)]
    for matrix, cells in zip(full, (one, other), strict=True):
        matrix[:, : len(cells[0])] = cells
    sides = []
    for matrix in full:
        rows, columns = np.nonzero(matrix)
        offsets = np.searchsorted(rows, np.arange(len(matrix) + 1)).astype(np.int64)
        sides += [offsets, columns.astype(np.int64), matrix[rows, columns]]
    lines, rows = np.indices((len(one), len(other))).reshape(2, -1)
    found = row_products(*sides, lines.astype(np.int64), rows.astype(np.int64))
    assert found == pytest.approx((full[0] @ full[1].T).ravel())


def test_orders_of_words_do_not_matter() -> None:
    target = [" ".join(order) for order in permutations(["vent", "rotor", "prix"])]
    found = scores(["wind rotor price"], target, texts=False)
    assert len(found) == 6
    assert len({round(score, 12) for score in found.values()}) == 1
