"""Maps between spaces and nearest neighbours, against their definitions."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning import mapping
from diglot.learning.mapping import (
    RETRIEVALS,
    centre_and_normalise,
    learn_map,
    nearest_targets,
    procrustes,
)


def vectors(rows: int, dimensions: int = 6, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).normal(size=(rows, dimensions)).astype(np.float32)


def rotation(dimensions: int, seed: int = 1) -> np.ndarray:
    return np.linalg.qr(vectors(dimensions, dimensions, seed))[0]


def test_vectors_have_length_one_and_no_common_part() -> None:
    found = centre_and_normalise(vectors(50) + 5)
    np.testing.assert_allclose(np.linalg.norm(found, axis=1), 1, rtol=1e-5)
    assert np.abs(found.mean(axis=0)).max() < 0.1


def test_vectors_of_nothing_stay_finite() -> None:
    assert np.isfinite(centre_and_normalise(np.zeros((2, 3), np.float32))).all()
    assert centre_and_normalise(np.zeros((0, 3), np.float32)).shape == (0, 3)


def test_procrustes_finds_a_rotation() -> None:
    source, turn = vectors(30), rotation(6)
    np.testing.assert_allclose(procrustes(source, source @ turn), turn, atol=1e-5)


def test_the_map_keeps_lengths_even_if_the_pairs_do_not_fit() -> None:
    weights = procrustes(vectors(30), vectors(30, seed=3))
    np.testing.assert_allclose(weights @ weights.T, np.eye(6), atol=1e-5)


def test_spaces_may_have_different_dimensions() -> None:
    weights = procrustes(vectors(30, 6), vectors(30, 4, seed=3))
    assert weights.shape == (6, 4)
    np.testing.assert_allclose(weights.T @ weights, np.eye(4), atol=1e-5)


def brute(source: np.ndarray, target: np.ndarray, retrieval: str, neighbours: int) -> np.ndarray:
    cosines = source.astype(np.float64) @ target.T
    of_source = np.sort(cosines, axis=1)[:, -neighbours:].mean(axis=1)[:, None]
    of_target = np.sort(cosines, axis=0)[-neighbours:].mean(axis=0)
    if retrieval == "csls":
        return 2 * cosines - of_source - of_target
    if retrieval == "ratio":
        return cosines / np.maximum((of_source + of_target) / 2, 5e-4)
    return cosines


@pytest.mark.parametrize("retrieval", RETRIEVALS)
@pytest.mark.parametrize("block", [1, 4, 100])
def test_nearest_is_the_best_of_the_whole_matrix(
    monkeypatch: pytest.MonkeyPatch, retrieval: str, block: int
) -> None:
    monkeypatch.setattr(mapping, "BLOCK", block)
    source, target = mapping.unit_rows(vectors(9) + 1), mapping.unit_rows(vectors(13, seed=4) + 1)
    rows, columns, scores = nearest_targets(
        source, target, best=3, retrieval=retrieval, neighbours=4
    )
    expected = brute(source, target, retrieval, 4)
    for row in range(9):
        best = set(np.argsort(-expected[row])[:3].tolist())
        assert set(columns[rows == row].tolist()) == best
    np.testing.assert_allclose(scores, expected[rows, columns], rtol=1e-4, atol=1e-5)


def test_csls_keeps_a_hub_from_being_everybodys_neighbour() -> None:
    hub = np.array([1.0, 1, 1], np.float32)
    source = mapping.unit_rows(np.eye(3, dtype=np.float32) + 0.8 * hub)
    target = mapping.unit_rows(np.concatenate([np.eye(3, dtype=np.float32) + 0.1, [hub]]))
    by_cosine = nearest_targets(source, target, best=1, retrieval="cosine")[1]
    by_csls = nearest_targets(source, target, best=1, retrieval="csls", neighbours=2)[1]
    assert by_cosine.tolist() == [3, 3, 3]
    assert by_csls.tolist() == [0, 1, 2]


def test_self_learning_mends_a_map_of_few_seeds() -> None:
    source = centre_and_normalise(vectors(60, 8))
    target = source @ rotation(8)
    seeds = np.stack([np.arange(5), np.arange(5)], axis=1)

    def right(rounds: int) -> int:
        weights = learn_map(source, target, seeds, rounds=rounds)
        found = nearest_targets(mapping.unit_rows(source @ weights), target, best=1)[1]
        return int((found == np.arange(60)).sum())

    assert right(0) < 60
    assert right(10) == 60


def test_more_targets_than_wanted_neighbours_are_not_needed() -> None:
    rows, columns, scores = nearest_targets(vectors(2), vectors(1, seed=2), best=5)
    assert (rows.tolist(), columns.tolist()) == ([0, 1], [0, 0])
    assert np.isfinite(scores).all()


def test_nothing_has_no_neighbours() -> None:
    assert not len(nearest_targets(vectors(0), vectors(3), best=2)[0])
    assert not len(nearest_targets(vectors(3), vectors(0), best=2)[0])


def test_unknown_retrievals_are_listed() -> None:
    with pytest.raises(ConfigError, match="'l2'; available: csls, ratio, cosine"):
        nearest_targets(vectors(2), vectors(2), best=1, retrieval="l2")
