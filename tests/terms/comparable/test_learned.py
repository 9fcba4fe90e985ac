"""Rankers learnt from validated pairs, and the candidates they judge."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.terms.comparable import METHODS, Resources, Side, align_lists
from diglot.terms.comparable.compositional import encode_lists, written_list
from diglot.terms.comparable.dictionary import Dictionary, dictionary_from_pairs
from diglot.terms.comparable.learned import (
    FAMILIES,
    LEARNERS,
    MIXTURE,
    by_letters,
    compare_candidates,
    train_learner,
)
from tests.terms.comparable.spaces import PAIRS, resources

WORDS = dictionary_from_pairs(PAIRS, languages=("en", "fr"))
KNOWN = Resources(Side("en"), Side("fr"), WORDS)
GOLD = [
    (f"{one} {other}", f"{autre} {un}")
    for one, un in PAIRS
    for other, autre in PAIRS
    if one < other
]
SOURCE = sorted({one for one, _ in GOLD})
TARGET = sorted(
    {other for _, other in GOLD} | {f"{other} faux" for _, other in PAIRS} | {"autre chose"}
)


@pytest.fixture(scope="module", params=["ijs", "mixture"])
def method(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.mark.slow
@pytest.mark.parametrize("learner", LEARNERS)
def test_what_is_learnt_ranks_new_terms(method: str, learner: str) -> None:
    half = [pair for number, pair in enumerate(GOLD) if number % 2]
    sources = sorted({one for one, _ in half})
    judge = train_learner(sources, TARGET, half, KNOWN, method=method, learner=learner)
    rest = sorted({one for one, _ in GOLD} - set(sources))
    pairs = align_lists(rest, TARGET, resources=replace(KNOWN, ranker=judge), method=method)
    best = {}
    for pair in pairs:
        best.setdefault(pair.source, pair.target)
    right = sum(best[source] == dict(GOLD)[source] for source in rest)
    assert right >= 0.8 * len(rest)
    assert all(0 <= (pair.probability or 0) <= 1 for pair in pairs)


def test_the_same_examples_give_the_same_ranker() -> None:
    one, other = (
        train_learner(SOURCE, TARGET, GOLD, KNOWN, learner="svm").to_dict() for _ in range(2)
    )
    assert one == other


def test_a_method_without_ranker(method: str) -> None:
    with pytest.raises(ConfigError, match=f"the method {method} needs a ranker"):
        align_lists(["wind"], ["vent"], resources=KNOWN, method=method)
    assert method in METHODS


def test_a_ranker_of_another_method() -> None:
    judge = train_learner(SOURCE, TARGET, GOLD, KNOWN, method="ijs", learner="linear-svm")
    with pytest.raises(ConfigError, match="not trained for the method mixture"):
        align_lists(["wind"], ["vent"], resources=replace(KNOWN, ranker=judge), method="combined")


def test_too_few_pairs_to_learn_from() -> None:
    with pytest.raises(ConfigError, match="too few"):
        train_learner(SOURCE, TARGET, GOLD[:3], KNOWN)


@pytest.mark.parametrize("names", [{"method": "mapped"}, {"learner": "forest"}])
def test_unknown_names_are_listed(names: dict[str, str]) -> None:
    with pytest.raises(ConfigError, match="available: "):
        train_learner(SOURCE, TARGET, GOLD, KNOWN, **names)  # type: ignore[arg-type]


def test_candidates_are_far_fewer_than_all_pairs() -> None:
    found = compare_candidates(SOURCE, TARGET, KNOWN)
    assert len(found.source) < len(SOURCE) * len(TARGET) / 2
    keys = set(zip(found.source.tolist(), found.target.tolist(), strict=True))
    assert len(keys) == len(found.source)
    for one, other in GOLD:
        assert (SOURCE.index(one), TARGET.index(other)) in keys
    assert found.features.shape == (len(keys), len(MIXTURE))


def test_letters_find_what_no_dictionary_knows() -> None:
    nothing = Resources(Side("en"), Side("fr"), Dictionary())
    source, target = map(
        written_list, encode_lists(["hydrogenerator"], ["turbohydrogenes", "vent", "pale"], nothing)
    )
    found = by_letters(source, target, best=2)
    assert found.target.tolist() == [0]
    pairs = compare_candidates(["hydrogenerator"], ["turbohydrogenes", "vent", "pale"], nothing)
    assert pairs.target.tolist() == [0]


def test_vectors_bring_candidates_and_a_cosine() -> None:
    space = replace(
        resources(), dictionary=dictionary_from_pairs(PAIRS[:11], languages=("en", "fr"))
    )
    without = compare_candidates(["noise"], ["bruit", "lieu"], replace(space, source=Side("en")))
    found = compare_candidates(["noise"], ["bruit", "lieu"], space)
    assert not len(without.source)
    assert found.target.tolist() == [0, 1]
    cosine = found.features[:, MIXTURE.index("cosine")]
    assert cosine[0] > cosine[1]
    assert not np.isnan(found.features[:, FAMILIES.index("near_share_source")]).any()


def test_empty_candidates() -> None:
    nothing = Resources(Side("en"), Side("fr"), Dictionary())
    judge = train_learner(SOURCE, TARGET, GOLD, KNOWN, learner="linear-svm")
    found = align_lists(
        ["xyz"], ["abc"], resources=replace(nothing, ranker=judge), method="combined"
    )
    assert found == ()
