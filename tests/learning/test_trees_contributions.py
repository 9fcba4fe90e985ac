"""What figures add to log-odds: it adds up, goes to the right figure, and survives a file."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning.trees import Growth, Ranker, average_rankers, contributions, train_trees

NAMES = ("told", "noise", "helps")


def _examples(count: int, seed: int) -> tuple[np.ndarray, np.ndarray]:
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, len(NAMES)))
    labels = 2 * rows[:, 0] + rows[:, 2] + random.normal(size=count) * 0.3 > 0
    rows[random.random(rows.shape) < 0.1] = np.nan
    return rows, labels


@pytest.fixture(scope="module")
def ranker() -> Ranker:
    rows, labels = _examples(900, 0)
    return train_trees(rows, labels, names=NAMES, growth=Growth(rounds=20, leaves=6))


def _twin(ranker: Ranker, row: np.ndarray) -> np.ndarray:
    """The contributions of one row, node by node."""
    assert ranker.reached is not None
    reached = ranker.reached

    def expected(node: int) -> float:
        if ranker.feature[node] < 0:
            return float(ranker.value[node])
        sides = (int(ranker.left[node]), int(ranker.right[node]))
        return float(np.average([expected(side) for side in sides], weights=reached[list(sides)]))

    found = np.zeros(len(row))
    for root in ranker.roots.tolist():
        node = root
        while (figure := int(ranker.feature[node])) >= 0:
            left = row[figure] <= ranker.threshold[node]
            if np.isnan(row[figure]):
                left = bool(ranker.missing_left[node])
            below = int((ranker.left if left else ranker.right)[node])
            found[figure] += expected(below) - expected(node)
            node = below
    return found * ranker.slope


def test_contributions_are_those_of_the_plain_walk_down_the_trees(ranker: Ranker) -> None:
    rows, _ = _examples(25, 1)
    found, _ = contributions(ranker, rows)
    np.testing.assert_allclose(found, [_twin(ranker, row) for row in rows], atol=1e-12)


def test_contributions_and_what_is_expected_add_up_to_the_log_odds(ranker: Ranker) -> None:
    rows, _ = _examples(400, 2)
    found, expected = contributions(ranker, rows)
    np.testing.assert_allclose(found.sum(axis=1) + expected, ranker.log_odds(rows), atol=1e-9)


def test_what_is_expected_is_the_mean_of_the_examples(ranker: Ranker) -> None:
    rows, _ = _examples(900, 0)
    found, expected = contributions(ranker, rows)
    assert ranker.log_odds(rows).mean() == pytest.approx(expected, abs=1e-6)
    np.testing.assert_allclose(found.mean(axis=0).sum(), 0, atol=1e-6)


def test_the_figure_that_tells_most_contributes_most(ranker: Ranker) -> None:
    rows, _ = _examples(400, 3)
    size = np.abs(contributions(ranker, rows)[0]).mean(axis=0)
    assert size[0] > size[2] > 3 * size[1]


def test_contributions_survive_json_bit_by_bit(ranker: Ranker) -> None:
    rows, _ = _examples(50, 4)
    again = Ranker.from_dict(json.loads(json.dumps(ranker.to_dict())))
    np.testing.assert_array_equal(contributions(again, rows)[0], contributions(ranker, rows)[0])


def test_an_averaged_ranker_gives_the_mean_of_the_contributions(ranker: Ranker) -> None:
    rows, labels = _examples(300, 5)
    parts = [
        train_trees(rows, labels, names=NAMES, growth=Growth(rounds=rounds), calibrated=False)
        for rounds in (4, 9)
    ]
    found, expected = contributions(average_rankers(parts), rows)
    each = [contributions(part, rows) for part in parts]
    np.testing.assert_allclose(found, np.mean([one for one, _ in each], axis=0), atol=1e-12)
    assert expected == pytest.approx(np.mean([one for _, one in each]))
    old = replace(parts[0], reached=None)
    assert average_rankers([parts[1], old]).reached is None


def test_a_ranker_of_an_earlier_version_ranks_but_does_not_explain(ranker: Ranker) -> None:
    rows, _ = _examples(50, 6)
    data = ranker.to_dict()
    del data["reached"]
    old = Ranker.from_dict(data)
    np.testing.assert_array_equal(old.log_odds(rows), ranker.log_odds(rows))
    assert "reached" not in old.to_dict()
    with pytest.raises(ConfigError, match="cannot explain"):
        contributions(old, rows)


@pytest.mark.parametrize("reached", [[1], "x", None])
def test_damaged_counts_are_refused(ranker: Ranker, reached: object) -> None:
    with pytest.raises(ConfigError, match="train it again"):
        Ranker.from_dict(ranker.to_dict() | {"reached": reached})


def test_nodes_that_no_example_reached_are_refused(ranker: Ranker) -> None:
    data = ranker.to_dict()
    data["reached"][-1] = 0
    with pytest.raises(ConfigError, match="do not hold together"):
        Ranker.from_dict(data)


def test_rows_of_other_figures_are_refused(ranker: Ranker) -> None:
    with pytest.raises(ConfigError, match="trained on 3 features, not on 2"):
        contributions(ranker, np.zeros((1, 2)))
