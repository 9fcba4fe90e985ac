"""Rankers: trees grown from examples, kept as arrays, calibrated, written and read."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning.trees import Growth, Ranker, _binned, average_rankers, train_trees

NAMES = tuple("abcdef")


def _examples(count: int = 1500, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, len(NAMES)))
    labels = rows[:, 0] + rows[:, 1] * rows[:, 2] + random.normal(size=count) * 0.5 > 0.8
    rows[random.random(rows.shape) < 0.05] = np.nan
    return rows, labels


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    rows, labels = _examples()
    return train_trees(rows, labels, names=NAMES, growth=Growth(rounds=40))


def test_trees_are_those_that_scikit_learn_grows(ranker: Ranker) -> None:
    from sklearn.ensemble import HistGradientBoostingClassifier

    rows, labels = _examples()
    model = HistGradientBoostingClassifier(
        max_iter=40,
        learning_rate=0.08,
        max_leaf_nodes=15,
        min_samples_leaf=20,
        l2_regularization=2.0,
        early_stopping=False,
        random_state=0,
    ).fit(rows, labels)
    sums = (ranker.log_odds(rows) - ranker.offset) / ranker.slope
    np.testing.assert_allclose(sums, model.decision_function(rows), atol=1e-9)


def test_probabilities_are_calibrated_on_new_rows(ranker: Ranker) -> None:
    rows, labels = _examples(6000, seed=1)
    probabilities = ranker.probabilities(rows)
    for low, high in ((0.0, 0.2), (0.2, 0.5), (0.5, 0.8), (0.8, 1.0)):
        here = (probabilities >= low) & (probabilities < high)
        assert abs(labels[here].mean() - probabilities[here].mean()) < 0.07


def test_a_ranker_survives_json_bit_by_bit(ranker: Ranker) -> None:
    rows, _ = _examples()
    again = Ranker.from_dict(json.loads(json.dumps(ranker.to_dict())))
    np.testing.assert_array_equal(again.log_odds(rows), ranker.log_odds(rows))


def test_too_few_examples_are_refused_with_the_number_needed() -> None:
    rows, _ = _examples(30)
    with pytest.raises(ConfigError, match="at least 10 right"):
        train_trees(rows, np.arange(30) < 3, names=NAMES)


def test_rows_of_other_figures_are_refused(ranker: Ranker) -> None:
    with pytest.raises(ConfigError, match="trained on 6 features, not on 5"):
        ranker.probabilities(np.zeros((2, 5)))


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("format", "diglot ranker 0"),
        ("left", [0]),
        ("roots", [10**6]),
        ("feature", "abc"),
        ("value", None),
        ("slope", "x"),
    ],
)
def test_damaged_rankers_are_refused(ranker: Ranker, name: str, value: object) -> None:
    with pytest.raises(ConfigError, match="train it again"):
        Ranker.from_dict(ranker.to_dict() | {name: value})


def test_a_tree_that_turns_back_is_refused(ranker: Ranker) -> None:
    data = ranker.to_dict()
    inner = next(k for k, feature in enumerate(data["feature"]) if feature >= 0)
    data["left"][inner] = inner
    with pytest.raises(ConfigError, match="do not hold together"):
        Ranker.from_dict(data)


def test_an_averaged_ranker_gives_the_mean_of_the_log_odds() -> None:
    random = np.random.default_rng(3)
    rows = random.random((80, 2))
    rows[::7, 1] = np.nan
    growth = [Growth(rounds=5, leaves=4, least_leaf=3, seed=seed) for seed in (0, 1)]
    labels = [rows[:, 0] > 0.5, rows[:, 0] > 0.3]
    parts = [
        train_trees(rows, label, names=("a", "b"), growth=each, calibrated=False)
        for label, each in zip(labels, growth, strict=True)
    ]
    both = average_rankers(parts)
    expected = np.mean([each.log_odds(rows) for each in parts], axis=0)
    assert np.allclose(both.log_odds(rows), expected)
    assert average_rankers(parts[:1]) is parts[0]


def test_bins_keep_the_order_of_figures() -> None:
    random = np.random.default_rng(5)
    rows = np.stack(
        [random.random(2000), random.integers(0, 9, 2000) / 9, np.full(2000, np.nan)], axis=1
    )
    rows[::5, 0] = np.nan
    codes, borders, unknown = _binned(rows)
    assert codes.shape == (1, 2000, 4)
    assert [len(each) for each in borders] == [254, 8, 0]
    assert unknown.tolist() == [True, False, False]
    assert (codes[0, ::5, 0] == 255).all()
    assert (codes[0, :, 2:] == 0).all()
    known = np.arange(2000) % 5 > 0
    for column in (0, 1):
        for number, border in enumerate(borders[column]):
            below = rows[known, column] <= border
            assert (below == (codes[0, known, column] <= number)).all()
