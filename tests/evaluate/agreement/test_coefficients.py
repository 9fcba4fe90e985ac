"""Coefficients of agreement against a plain twin, a published package and worked examples."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import InputError
from diglot.evaluate.agreement import (
    MISSING,
    coefficients,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    raw_agreement,
)
from tests.evaluate.agreement import twin as twin

A, B = np.array([0, 0, 1, 1]), np.array([0, 1, 1, 1])


def coded(items):
    return np.array([[MISSING if value is None else value for value in row] for row in items])


def same(found: float, expected: float | None) -> bool:
    return math.isnan(found) if expected is None else found == pytest.approx(expected, abs=1e-9)


def test_the_worked_example_of_two_raters_and_four_items():
    codes = np.column_stack([A, B])
    assert raw_agreement(codes) == 0.75
    assert cohen_kappa(A, B) == 0.5
    assert fleiss_kappa(codes) == pytest.approx(0.466667, abs=1e-6)
    assert krippendorff_alpha(codes) == pytest.approx(0.533333, abs=1e-6)


N = None
# Values of the package krippendorff 0.9.0, nominal, computed beside ours.
PUBLISHED = {
    "worked example": ([[1, 1, 2, 2], [1, 2, 2, 2]], 0.5333333333333334),
    "one more item with one value": ([[1, 1, 2, 2, 1], [1, 2, 2, 2, N]], 0.5333333333333334),
    "three raters with gaps": (
        [
            [N, N, N, N, N, 3, 4, 1, 2, 1, 1, 3, 3, N, 3],
            [1, N, 2, 1, 3, 3, 4, 3, N, N, N, N, N, N, N],
            [N, N, 2, 1, 3, 4, 4, N, 2, 1, 1, 3, 3, N, 4],
        ],
        0.691358024691358,
    ),
    "four raters with gaps": (
        [
            [1, 2, 3, 3, 2, 1, 4, 1, 2, N, N, N],
            [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, N, 3],
            [N, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, N],
            [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, N],
        ],
        0.743421052631579,
    ),
    "opposite labels": ([[1, 2, 1, 2], [2, 1, 2, 1]], -0.75),
}


@pytest.mark.parametrize("name", PUBLISHED)
def test_alpha_equals_a_published_package_to_four_digits(name: str):
    raters, expected = PUBLISHED[name]
    items = list(zip(*raters, strict=True))
    assert krippendorff_alpha(coded(items)) == pytest.approx(expected, abs=5e-5)


def test_an_item_with_one_value_changes_alpha_by_nothing():
    alone = np.vstack([np.column_stack([A, B]), [[1, MISSING]]])
    assert krippendorff_alpha(alone) == krippendorff_alpha(np.column_stack([A, B]))


@pytest.mark.parametrize(
    "codes",
    [
        np.zeros((4, 2), int),
        np.full((3, 2), MISSING),
        np.array([[0, MISSING], [MISSING, 1]]),
        np.zeros((0, 2), int),
        np.zeros((3, 1), int),
    ],
    ids=["one label", "nothing", "nothing shared", "no items", "one annotator"],
)
def test_where_chance_agrees_always_nothing_is_defined(codes):
    assert math.isnan(fleiss_kappa(codes))
    assert math.isnan(krippendorff_alpha(codes))
    if codes.shape[1] == 2:
        assert math.isnan(cohen_kappa(codes[:, 0], codes[:, 1]))


def test_one_label_each_but_not_the_same_is_defined():
    assert cohen_kappa(np.zeros(3, int), np.ones(3, int)) == 0


values = st.one_of(st.none(), st.integers(0, 3))
matrices = st.integers(1, 4).flatmap(
    lambda raters: st.lists(st.tuples(*[values] * raters), min_size=1, max_size=12)
)


@given(matrices)
def test_all_coefficients_equal_the_plain_twin(items):
    codes = coded(items)
    assert same(raw_agreement(codes), twin.raw(items))
    assert same(fleiss_kappa(codes), twin.fleiss(items))
    assert same(krippendorff_alpha(codes), twin.alpha(items))
    columns = list(zip(*items, strict=True))
    for one in range(len(columns)):
        for other in range(one):
            found = cohen_kappa(codes[:, one], codes[:, other])
            assert same(found, twin.cohen(columns[one], columns[other]))


@given(matrices, st.integers(0, 3))
def test_a_label_against_the_rest_is_the_same_as_relabelled_items(items, label):
    two = [[None if value is None else int(value != label) for value in row] for row in items]
    tables = coefficients.coincidences(coded(items), 4).sum(axis=0)
    found = coefficients.alpha(coefficients.collapse_labels(tables, label))
    assert same(float(found), twin.alpha(two))


@pytest.mark.parametrize("codes", [np.array([[0, -2]]), np.array([0, 1]), np.array([[0.0, 1.0]])])
def test_what_is_no_matrix_of_labels_is_refused(codes):
    with pytest.raises(InputError):
        krippendorff_alpha(codes)


def test_a_code_beyond_the_labels_is_refused():
    with pytest.raises(InputError, match="a code is 3, but there are 2 labels"):
        coefficients.coincidences(np.array([[0, 3]]), 2)


def test_annotators_of_different_items_are_refused():
    with pytest.raises(InputError, match="one label each"):
        cohen_kappa(A, B[:3])
