"""Runs of CUNI in BUCC 2022: maps without a dictionary, and what is combined with them."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning.mapping import adversarial_map, refine_map
from diglot.model import WordVectors
from diglot.terms.comparable import Resources, align_lists
from tests.terms.comparable.spaces import DIMENSIONS, PAIRS, resources

SHARED = tuple(f"name{number}" for number in range(12))


def with_shared_words(given: Resources) -> Resources:
    """Add words that both languages have, which lie alike in both spaces."""
    turn = np.linalg.qr(np.random.default_rng(7).normal(size=(DIMENSIONS, DIMENSIONS)))[0]
    base = np.random.default_rng(9).normal(size=(len(SHARED), DIMENSIONS)).astype(np.float32)
    sides = []
    for side, matrix in ((given.source, base @ turn.astype(np.float32)), (given.target, base)):
        assert side.vectors is not None
        words = (*side.vectors.words, *SHARED)
        vectors = WordVectors(words, np.concatenate([side.vectors.matrix, matrix]))
        sides.append(replace(side, vectors=vectors))
    return replace(given, source=sides[0], target=sides[1])


def test_identical_words_begin_a_map_without_a_dictionary() -> None:
    given = with_shared_words(resources(known=0))
    pairs = align_lists(*zip(*PAIRS, strict=True), resources=given, method="cuni-muse")
    assert {(pair.source, pair.target) for pair in pairs} == set(PAIRS)


def test_too_few_identical_words_are_refused() -> None:
    with pytest.raises(ConfigError, match="0 words are the same in both languages"):
        align_lists(["wind"], ["vent"], resources=resources(known=0), method="cuni-muse")


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"start": "adversary"}, "did you mean adversarial"),
        ({"round": 3}, "did you mean rounds"),
        ({"rounds": "3"}, "must be int"),
    ],
)
def test_a_wrong_option_of_a_method_is_refused(settings: dict[str, object], message: str) -> None:
    given = with_shared_words(resources(known=0))
    with pytest.raises(ConfigError, match=message):
        align_lists(["wind"], ["vent"], resources=given, method="cuni-muse", settings=settings)


@pytest.mark.slow
def test_an_adversarial_start_turns_one_space_towards_the_other() -> None:
    random = np.random.default_rng(0)
    # A lopsided cloud: of a round one every turn would do.
    base = random.exponential(size=(400, 3)) * (3.0, 1.85, 0.7)
    source = (base / np.linalg.norm(base, axis=1, keepdims=True)).astype(np.float32)
    source -= source.mean(axis=0)
    source /= np.linalg.norm(source, axis=1, keepdims=True)
    cosine, sine = np.cos(0.4), np.sin(0.4)
    turn = np.array([[cosine, sine, 0], [-sine, cosine, 0], [0, 0, 1]], np.float32)
    target = source @ turn

    def right(weights: np.ndarray) -> float:
        near = (source @ weights @ target.T).argmax(axis=1)
        return float(np.mean(near == np.arange(len(source))))

    start = adversarial_map(source, target, rounds=3, steps=200)
    assert np.allclose(start @ start.T, np.eye(3), atol=1e-5)
    assert right(start) > 10 * right(np.eye(3, dtype=np.float32))
    assert right(refine_map(source, target, start, rounds=5)) > 0.9


def test_the_combined_run_needs_an_encoder() -> None:
    given = with_shared_words(resources(known=0))
    with pytest.raises(ConfigError, match="needs a sentence encoder"):
        align_lists(["wind"], ["vent"], resources=given, method="cuni-combined")
