"""The scorer: trees, the curve that makes their sum a probability, and how far that holds."""

from __future__ import annotations

import copy
import json
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.lexicons.learned.features import NAMES
from diglot.lexicons.learned.scorer import (
    ReliabilityRow,
    Scorer,
    apply_curve,
    fit_curve,
    reliability_table,
)
from tests.lexicons.stumps import stump

SLOPE = st.floats(0, 20)
PROBABILITIES = st.lists(st.floats(0, 1), min_size=1, max_size=60)


def stored() -> dict[str, Any]:
    """A sound scorer as what JSON can hold."""
    scorer = Scorer(
        stump("near", 0.3),
        (0.9, 1.2, -0.1),
        hidden=(("en", "es", 700), ("es", "fr", 512)),
        table=(ReliabilityRow(0.0, 0.5, 3, 0.2, 1 / 3), ReliabilityRow(0.5, 1.0, 0, 0.0, 0.0)),
        error=0.1 + 0.2,
    )
    found: dict[str, Any] = json.loads(json.dumps(scorer.to_dict()))
    return found


# --- written and read


def test_a_scorer_survives_json_bit_by_bit() -> None:
    data = stored()
    again = Scorer.from_dict(data)
    assert again.to_dict() == data
    assert again.hidden == (("en", "es", 700), ("es", "fr", 512))
    assert again.table[0] == ReliabilityRow(0.0, 0.5, 3, 0.2, 1 / 3)
    features = np.random.default_rng(1).random((50, len(NAMES)))
    features[::7] = np.nan
    twice = Scorer.from_dict(json.loads(json.dumps(again.to_dict())))
    np.testing.assert_array_equal(twice.probabilities(features), again.probabilities(features))
    assert len(set(again.probabilities(features).tolist())) == 2


@pytest.mark.parametrize("data", [None, [], [1], "x", 3, {}, {"format": "diglot ranker 1"}])
def test_what_is_of_another_form_is_told_to_be_trained_again(data: Any) -> None:
    with pytest.raises(ConfigError, match=r"no scorer of this version.*train it again"):
        Scorer.from_dict(data)


@pytest.mark.parametrize("key", sorted(set(stored()) - {"format"}))
def test_a_scorer_without_a_key_is_damaged(key: str) -> None:
    data = stored()
    del data[key]
    with pytest.raises(ConfigError, match=f"damaged scorer: '{key}'"):
        Scorer.from_dict(data)


@pytest.mark.parametrize("key", sorted(set(stored()["ranker"]) - {"notes", "reached"}))
def test_trees_without_a_key_are_damaged(key: str) -> None:
    data = stored()
    del data["ranker"][key]
    with pytest.raises(ConfigError, match="train it again"):
        Scorer.from_dict(data)


@pytest.mark.parametrize("value", [None, 5, True, "123", [[]], [None], ["x"], [["a", "b"]]])
@pytest.mark.parametrize("key", ["curve", "hidden", "table", "ranker"])
def test_a_value_of_another_type_is_damage(key: str, value: Any) -> None:
    with pytest.raises(ConfigError, match="damaged scorer"):
        Scorer.from_dict(stored() | {key: value})


@pytest.mark.parametrize(
    "curve",
    [[1, 1], [1, 1, 1, 1], [float("nan"), 1, 0], [1, float("inf"), 0], [-0.5, 1, 0], [1, -0.5, 0]],
)
def test_a_curve_that_falls_or_is_none_is_damage(curve: list[float]) -> None:
    with pytest.raises(ConfigError, match="damaged scorer"):
        Scorer.from_dict(stored() | {"curve": curve})


@pytest.mark.parametrize("key", ["base", "slope", "offset"])
@pytest.mark.parametrize("value", [float("nan"), float("inf")])
def test_trees_whose_sum_is_no_number_are_damage(key: str, value: float) -> None:
    data = stored()
    data["ranker"][key] = value
    with pytest.raises(ConfigError, match="damaged scorer"):
        Scorer.from_dict(data)


@pytest.mark.parametrize("roots", [0, [[0]], [7], [-1], ["x"], None])
def test_trees_that_begin_nowhere_are_damage(roots: Any) -> None:
    data = stored()
    data["ranker"]["roots"] = roots
    with pytest.raises(ConfigError, match="damaged"):
        Scorer.from_dict(data)


def test_a_scorer_of_other_figures_is_told_to_be_trained_again() -> None:
    data = stored()
    data["ranker"]["names"][3:5] = reversed(data["ranker"]["names"][3:5])
    with pytest.raises(ConfigError, match=r"other features.*train it again"):
        Scorer.from_dict(data)


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=5,
)


@given(st.data())
def test_whatever_stands_in_a_place_is_read_or_refused(data: st.DataObject) -> None:
    content = copy.deepcopy(stored())
    place = content if data.draw(st.booleans()) else content["ranker"]
    key = data.draw(st.sampled_from(sorted(place)))
    place[key] = data.draw(JUNK)
    refused = False
    try:
        found = Scorer.from_dict(content).probabilities(np.zeros((2, len(NAMES))))
    except ConfigError:
        refused = True
    assert refused or ((found >= 0) & (found <= 1)).all()


def test_rows_of_other_figures_are_refused() -> None:
    with pytest.raises(ConfigError, match=f"trained on {len(NAMES)} features, not on 3"):
        Scorer.from_dict(stored()).probabilities(np.zeros((2, 3)))


# --- the curve


@given(PROBABILITIES, SLOPE, SLOPE, st.floats(-20, 20))
def test_a_curve_never_falls(given: list[float], one: float, other: float, added: float) -> None:
    found = apply_curve(np.sort(np.array(given)), (one, other, added))
    assert (np.diff(found) >= 0).all()
    assert ((found >= 0) & (found <= 1)).all()


def test_the_plain_curve_changes_nothing() -> None:
    given = np.linspace(0.001, 0.999, 50)
    np.testing.assert_allclose(apply_curve(given, (1.0, 1.0, 0.0)), given, atol=1e-12)


def test_the_curve_is_the_one_of_the_paper() -> None:
    a, b, c = 1.7, 0.6, -0.4
    p = np.array([0.05, 0.3, 0.8])
    expected = 1 / (1 + 1 / (np.exp(c) * p**a / (1 - p) ** b))
    np.testing.assert_allclose(apply_curve(p, (a, b, c)), expected)


@pytest.mark.parametrize("curve", [(1.0, 1.0, 0.0), (0.5, 0.8, -0.7), (1.8, 0.4, 0.5)])
def test_a_known_curve_is_found_again(curve: tuple[float, float, float]) -> None:
    random = np.random.default_rng(3)
    given = random.random(40_000)
    labels = random.random(len(given)) < apply_curve(given, curve)
    found = fit_curve(given, labels, np.ones(len(given)))
    grid = np.linspace(0.01, 0.99, 30)
    np.testing.assert_allclose(apply_curve(grid, found), apply_curve(grid, curve), atol=0.02)


def test_a_pair_of_weight_two_counts_as_two() -> None:
    random = np.random.default_rng(4)
    given = random.random(600)
    labels = random.random(600) < given
    weight = np.where(np.arange(600) < 200, 2.0, 1.0)
    twice = np.concatenate([np.arange(600), np.arange(200)])
    np.testing.assert_allclose(
        fit_curve(given, labels, weight),
        fit_curve(given[twice], labels[twice], np.ones(800)),
        atol=1e-2,
    )


@given(st.integers(0, 10_000), st.floats(-3, 3), st.floats(0.05, 0.95))
def test_what_is_fitted_never_falls(seed: int, slope: float, share: float) -> None:
    random = np.random.default_rng(seed)
    given = random.random(200)
    chance = np.clip(share + slope * (given - 0.5), 0.02, 0.98)
    found = fit_curve(given, random.random(200) < chance, random.random(200) + 0.1)
    assert min(found[:2]) >= 0
    assert (np.diff(apply_curve(np.linspace(0, 1, 50), found)) >= 0).all()


def test_where_the_likelier_are_wrong_all_get_the_same() -> None:
    given = np.linspace(0.01, 0.99, 100)
    found = fit_curve(given, given < 0.25, np.ones(100))
    np.testing.assert_allclose(apply_curve(given, found), 0.25, atol=1e-9)


@pytest.mark.parametrize("label", [True, False])
def test_where_all_are_right_or_all_wrong_the_curve_says_so(label: bool) -> None:
    given = np.linspace(0, 1, 20)
    found = fit_curve(given, np.full(20, label), np.ones(20))
    np.testing.assert_allclose(apply_curve(given, found), float(label), atol=1e-5)


# --- how far probabilities hold


@given(PROBABILITIES, st.integers(1, 30), st.randoms(use_true_random=False))
def test_the_table_counts_every_pair_once(given: list[float], rows: int, random: Any) -> None:
    labels = np.array([random.random() < 0.5 for _ in given])
    table, error = reliability_table(np.array(given), labels, rows)
    assert [each.low for each in table] == [at / rows for at in range(rows)]
    assert sum(each.pairs for each in table) == len(given)
    assert sum(each.pairs * each.observed for each in table) == pytest.approx(labels.sum())
    assert sum(each.pairs * each.predicted for each in table) == pytest.approx(sum(given))
    assert error == pytest.approx(
        sum(each.pairs * abs(each.predicted - each.observed) for each in table) / len(given)
    )
    assert 0 <= error <= 1


def test_a_pair_on_the_border_of_a_row_belongs_to_the_upper_one() -> None:
    table, _ = reliability_table(np.array([0.0, 0.1, 0.5, 1.0]), np.ones(4, np.bool_))
    assert [each.pairs for each in table] == [1, 1, 0, 0, 0, 1, 0, 0, 0, 1]


def test_perfect_probabilities_have_no_error() -> None:
    assert reliability_table(np.array([0.0, 0.0, 1.0]), np.array([False, False, True]))[1] == 0
    shares = np.repeat([0.25, 0.75], 4)
    labels = np.array([1, 0, 0, 0, 1, 1, 1, 0], np.bool_)
    assert reliability_table(shares, labels)[1] == 0


def test_the_error_is_the_mean_distance_of_rows() -> None:
    given, labels = np.array([0.95, 0.95, 0.95, 0.25]), np.array([True, False, False, False])
    expected = (3 * (0.95 - 1 / 3) + 0.25) / 4
    assert reliability_table(given, labels)[1] == pytest.approx(expected)


def test_without_pairs_there_is_no_error() -> None:
    table, error = reliability_table(np.zeros(0), np.zeros(0, np.bool_))
    assert error == 0
    assert all(each.pairs == 0 == each.predicted == each.observed for each in table)
