"""Every method on lists that nobody would write: an answer that holds together, no warning."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.model import WordVectors
from diglot.terms.comparable import METHODS, Resources, Side, align_lists
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.terms.comparable.learned import train_learner
from tests.terms.comparable.spaces import PAIRS
from tests.terms.comparable.test_learned import GOLD, KNOWN, SOURCE, TARGET

ODD = {
    "punctuation": ["…", "-", "'", "l'", "%", "( )"],
    "digits": ["2", "2.5 kW", "1-2", "COVID-19", "H1N1"],
    "long": ["wind " * 60, "w" * 500, " ".join(f"word{k}" for k in range(40))],
    "scripts": ["ветер", "风力发电", "ریاح", "άνεμος", "🌬", "i̇stanbul", "ﬁne"],
    "function words": ["the", "of the", "de la", "a"],
    "repeats": ["wind wind", "wind wind wind", "vent vent"],
    "spaces": ["  wind ", "wind\u00a0farm", "wind\tspeed", ""],
    "one": ["wind"],
    "none": [],
}
SUFFICED = [
    name for name in METHODS if name not in ("smt", "ijs-2", "ijs-3") and "cuni" not in name
]
"""Methods that need no parallel text, encoder or words that both languages have."""
TEXTS = [
    [[PAIRS[k - 1][side], little, PAIRS[k][side]] for k in range(len(PAIRS))] * 3
    for side, little in enumerate(("of", "de"))
]


@pytest.fixture(scope="module")
def given() -> Resources:
    vectors = [
        WordVectors(
            [pair[side] for pair in PAIRS],
            np.random.default_rng(3).normal(size=(len(PAIRS), 5)).astype(np.float32),
        )
        for side in (0, 1)
    ]
    sides = [
        Side(
            language,
            frequencies={"vent": 3},
            sentences=TEXTS[number],
            vectors=vectors[number],
        )
        for number, language in enumerate(("en", "fr"))
    ]
    return Resources(sides[0], sides[1], dictionary_from_pairs(PAIRS, languages=("en", "fr")))


@pytest.fixture(scope="module")
def rankers() -> dict[str, object]:
    return {
        method: train_learner(SOURCE, TARGET, GOLD, KNOWN, method=method, learner="linear-svm")
        for method in ("ijs", "ijs-1", "mixture")
    }


@pytest.mark.slow
@pytest.mark.parametrize("method", SUFFICED)
@pytest.mark.parametrize("kind", ODD)
def test_odd_terms(given: Resources, rankers: dict[str, object], method: str, kind: str) -> None:
    known = replace(given, ranker=rankers.get(method))  # type: ignore[arg-type]
    odd = ODD[kind]
    for source, target in ((odd, odd), (odd, ["vent", "pale"]), (["wind", "blade"], odd)):
        pairs = align_lists(source, target, resources=known, method=method)
        terms = {term.strip() for term in source}, {term.strip() for term in target}
        assert len({(pair.source, pair.target) for pair in pairs}) == len(pairs)
        for pair in pairs:
            assert pair.source in terms[0]
            assert pair.target in terms[1]
            assert pair.score is not None
            assert np.isfinite(pair.score)


@pytest.mark.parametrize("method", SUFFICED)
def test_the_order_of_the_lists_does_not_show(
    given: Resources, rankers: dict[str, object], method: str
) -> None:
    known = replace(given, ranker=rankers.get(method))  # type: ignore[arg-type]
    source = [pair[0] for pair in PAIRS] + ["wind speed", "tower noise"]
    target = [pair[1] for pair in PAIRS] + ["vitesse vent", "bruit mât"]
    one = align_lists(source, target, resources=known, method=method)
    assert one
    assert align_lists(source[::-1], target[::-1], resources=known, method=method) == one
