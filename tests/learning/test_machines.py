"""Support vectors kept as arrays: the same decisions as the library's, and calibrated."""

from __future__ import annotations

import json

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning import machines
from diglot.learning.machines import KERNELS, Machine, train_machine

NAMES = ("a", "b", "c")


def examples(count: int = 120, seed: int = 0) -> tuple[np.ndarray, np.ndarray]:
    """Rows whose direction, not length, tells the label, some of them wrong."""
    random = np.random.default_rng(seed)
    rows = random.normal(size=(count, 3))
    labels = rows[:, 0] > rows[:, 1]
    labels[random.random(count) < 0.1] ^= True
    return rows, labels


@pytest.mark.slow
@pytest.mark.parametrize("kernel", KERNELS)
def test_decisions_are_those_of_the_library(kernel: str) -> None:
    from sklearn.svm import SVC, LinearSVC

    rows, labels = examples()
    found = train_machine(rows, labels, names=NAMES, kernel=kernel)
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    library = (
        SVC(C=10, gamma="scale").fit(unit, labels)
        if kernel == "rbf"
        else LinearSVC(C=10, dual="auto", random_state=0, max_iter=20_000).fit(unit, labels)
    )
    np.testing.assert_allclose(found.decisions(rows), library.decision_function(unit), atol=1e-8)


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.slow
def test_what_is_learnt_holds_for_new_rows(kernel: str) -> None:
    found = train_machine(*examples(), names=NAMES, kernel=kernel)
    rows, labels = examples(400, seed=1)
    probability = found.probabilities(rows)
    assert ((probability > 0.5) == labels).mean() > 0.8
    # Calibrated: as many right ones as promised.
    assert probability.mean() == pytest.approx(labels.mean(), abs=0.1)


def test_lengths_of_rows_do_not_matter() -> None:
    rows, labels = examples()
    found = train_machine(rows, labels, names=NAMES)
    np.testing.assert_allclose(found.log_odds(rows * 7), found.log_odds(rows))


def test_unknown_figures_count_nothing() -> None:
    rows, labels = examples()
    found = train_machine(rows, labels, names=NAMES)
    with_gap, with_zero = rows.copy(), rows.copy()
    with_gap[:, 2], with_zero[:, 2] = np.nan, 0.0
    np.testing.assert_array_equal(found.decisions(with_gap), found.decisions(with_zero))


def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    rows, labels = examples()
    found = train_machine(rows, labels, names=NAMES)
    whole = found.decisions(rows)
    monkeypatch.setattr(machines, "BLOCK", 7)
    np.testing.assert_allclose(found.decisions(rows), whole)


def test_too_many_examples_are_drawn_from(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(machines, "LARGEST", 60)
    found = train_machine(*examples(), names=NAMES)
    assert len(found.vectors) <= 60


def test_the_same_seed_gives_the_same_machine() -> None:
    one, other = (train_machine(*examples(), names=NAMES, seed=3).to_dict() for _ in range(2))
    assert one == other


@pytest.mark.parametrize("kernel", KERNELS)
def test_there_and_back_through_json(kernel: str) -> None:
    rows, labels = examples()
    found = train_machine(rows, labels, names=NAMES, kernel=kernel, notes="toys")
    again = Machine.from_dict(json.loads(json.dumps(found.to_dict())))
    assert again.notes == "toys"
    np.testing.assert_array_equal(again.log_odds(rows), found.log_odds(rows))


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"format": "diglot ranker 1"}, "no machine of this version"),
        ({"weights": [1.0]}, "do not hold together"),
        ({"weights": [[1.0]]}, "do not hold together"),
        ({"gamma": -1}, "do not hold together"),
        ({"slope": float("nan")}, "do not hold together"),
        ({"vectors": "x"}, "damaged machine"),
        ({"intercept": None}, "damaged machine"),
    ],
)
def test_damaged_machines_are_refused(change: dict[str, object], words: str) -> None:
    data = train_machine(*examples(), names=NAMES).to_dict() | change
    with pytest.raises(ConfigError, match=words):
        Machine.from_dict(data)


def test_missing_parts_are_named() -> None:
    data = train_machine(*examples(), names=NAMES).to_dict()
    del data["offset"]
    with pytest.raises(ConfigError, match="offset"):
        Machine.from_dict(data)


def test_rows_of_another_width_are_refused() -> None:
    found = train_machine(*examples(), names=NAMES)
    with pytest.raises(ConfigError, match="trained on 3 features, not on 2"):
        found.decisions(np.zeros((4, 2)))


def test_too_few_examples() -> None:
    rows, _ = examples()
    with pytest.raises(ConfigError, match="4 examples are too few"):
        train_machine(rows[:50], np.arange(50) < 4, names=NAMES)


def test_unknown_kernels_are_listed() -> None:
    with pytest.raises(ConfigError, match="'poly'; available: rbf, linear"):
        train_machine(*examples(), names=NAMES, kernel="poly")
