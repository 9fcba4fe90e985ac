"""Maps that weigh directions by what two languages share."""

from __future__ import annotations

import numpy as np

from diglot.learning.mapping import procrustes, reweighted_maps, unit_rows


def pairs(count: int) -> np.ndarray:
    return np.stack([np.arange(count), np.arange(count)], axis=1)


def test_a_rotation_is_found_again() -> None:
    random = np.random.default_rng(1)
    source = random.standard_normal((200, 12), dtype=np.float32)
    turn = np.linalg.qr(random.standard_normal((12, 12)))[0].astype(np.float32)
    first, second = reweighted_maps(source, source @ turn, pairs(200))
    one, other = unit_rows(source @ first), unit_rows((source @ turn @ second).astype(np.float32))
    np.testing.assert_allclose(one, other, atol=1e-3)


def test_directions_that_one_side_lacks_weigh_little() -> None:
    random = np.random.default_rng(2)
    shared = random.standard_normal((400, 8))
    sides = [
        np.concatenate([shared, 2 * random.standard_normal((400, 8))], axis=1).astype(np.float32)
        for _ in range(2)
    ]
    first, second = reweighted_maps(sides[0], sides[1], pairs(300))
    turn = procrustes(sides[0][:300], sides[1][:300])
    weighed = right(sides[0] @ first, sides[1] @ second)
    assert weighed > right(sides[0] @ turn, sides[1]) + 0.2


def right(one: np.ndarray, other: np.ndarray) -> float:
    """Share of the last hundred words whose nearest is their translation."""
    cosines = unit_rows(one[300:]) @ unit_rows(other[300:]).T
    return float((cosines.argmax(axis=1) == np.arange(100)).mean())


def test_fewer_seeds_than_dimensions_blow_nothing_up() -> None:
    random = np.random.default_rng(3)
    source = random.standard_normal((50, 20), dtype=np.float32)
    first, second = reweighted_maps(source, source.copy(), pairs(5))
    assert np.isfinite(first).all()
    assert np.isfinite(second).all()
    assert np.linalg.norm(source @ first) <= 10 * np.linalg.norm(source)
