"""The default methods as a whole, on lists written for the purpose."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.trees import Growth, Ranker
from diglot.terms.comparable import METHODS, Dictionary, Resources, Side, align_lists, most_pairs
from diglot.terms.comparable.comparison import compare_lists
from diglot.terms.comparable.dictionary import dictionary_from_pairs
from diglot.terms.comparable.ranking import (
    NAMES,
    candidate_features,
    ranking_examples,
    shipped_ranker,
    train_ranker,
)

PAIRS = [
    ("wind speed", "vitesse du vent"),
    ("rotor blade", "pale de rotor"),
    ("generator", "générateur"),
    ("blade tips", "extrémités de pale"),
    ("sound level", "niveau sonore"),
    ("protection of the sea", "protection de la mer"),
]
WORDS = [
    ("wind", "vent"),
    ("speed", "vitesse"),
    ("blade", "pale"),
    ("tip", "extrémité"),
    ("level", "niveau"),
    ("sea", "mer"),
]
OTHERS = ["vitesse", "extrémité de pale", "niveau", "mer du nord", "génération"]


def resources(**sides: object) -> Resources:
    return Resources(
        Side("en"), Side("fr", **sides), dictionary_from_pairs(WORDS, languages=("en", "fr"))
    )


def lists() -> tuple[list[str], list[str]]:
    return [one for one, _ in PAIRS], [*(other for _, other in PAIRS), *OTHERS]


@pytest.mark.parametrize("method", ["formula", "ranker"])
def test_translations_come_first(method: str) -> None:
    pairs = align_lists(*lists(), resources=resources(), method=method)
    best = {}
    for pair in pairs:
        best.setdefault(pair.source, pair.target)
    assert best == dict(PAIRS)


@pytest.mark.parametrize("method", ["formula", "ranker"])
def test_order_of_the_lists_does_not_matter(method: str) -> None:
    source, target = lists()
    before = align_lists(source, target, resources=resources(), method=method)
    rng = random.Random(1)
    rng.shuffle(source)
    rng.shuffle(target)
    entries = list(resources().dictionary.entries)
    rng.shuffle(entries)
    turned = Resources(Side("en"), Side("fr"), Dictionary(tuple(entries)))
    assert align_lists(source, target, resources=turned, method=method) == before


def test_plural_prefers_plural() -> None:
    pairs = align_lists(*lists(), resources=resources(), method="formula")
    ranks = {(pair.source, pair.target): k for k, pair in enumerate(pairs)}
    assert ranks["blade tips", "extrémités de pale"] < ranks["blade tips", "extrémité de pale"]


def test_probabilities_fall_with_the_score_of_the_formula() -> None:
    pairs = align_lists(*lists(), resources=resources(), method="formula")
    chances = [pair.probability for pair in pairs]
    assert chances == sorted(chances, reverse=True)
    assert all(0 <= chance <= 1 for chance in chances)


def test_reasons_name_dictionary_cognate_and_competitor() -> None:
    pairs = align_lists(*lists(), resources=resources(), method="formula")
    said = {(pair.source, pair.target): pair.reasons for pair in pairs}
    assert "words in the dictionary" in said["wind speed", "vitesse du vent"]
    assert any(reason.startswith("cognate") for reason in said["generator", "générateur"])
    assert "singular and plural" in said["blade tips", "extrémité de pale"]
    assert "close competitor extrémités de pale" in said["blade tips", "extrémité de pale"]


def test_frequent_targets_win_among_equals() -> None:
    target = ["vitesse de vent", "vitesse du vent"]
    for favourite in target:
        counts = {term: 100 if term == favourite else 2 for term in target}
        found = align_lists(["wind speed"], target, resources=resources(frequencies=counts))
        assert found[0].target == favourite
        assert found[0].target_frequency == 100


def test_a_run_holds_no_more_than_the_ceiling() -> None:
    assert most_pairs(1270, 9712) == 54910
    assert len(align_lists(*lists(), resources=resources(), limit=3)) == 3


def test_empty_lists_give_no_pairs() -> None:
    assert align_lists([], ["vent"], resources=resources()) == ()
    assert align_lists(["wind", " "], [""], resources=resources()) == ()


@pytest.mark.parametrize("method", ["formula", "ranker"])
def test_nothing_in_common_gives_no_pairs(method: str) -> None:
    assert (
        align_lists(["wind"], ["mot"], resources=Resources(Side("en"), Side("fr")), method=method)
        == ()
    )


def test_without_a_dictionary_cognates_are_found() -> None:
    found = align_lists(["energy"], ["énergie"], resources=Resources(Side("en"), Side("fr")))
    assert [(pair.source, pair.target) for pair in found] == [("energy", "énergie")]


def test_unknown_method_lists_the_known() -> None:
    with pytest.raises(ConfigError, match="formula"):
        align_lists(["a"], ["b"], resources=resources(), method="magic")
    assert {"formula", "ranker"} <= set(METHODS)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "target"),
    [("ru", "турбина"), ("es", "turbina"), ("zh", "涡轮机")],
)
def test_other_scripts(language: str, target: str) -> None:
    dictionary = dictionary_from_pairs([("turbine", "涡轮机")], languages=("en", "zh"))
    known = dictionary if language == "zh" else Dictionary()
    found = align_lists(
        ["turbine"], [target], resources=Resources(Side("en"), Side(language), known)
    )
    assert [pair.target for pair in found] == [target]


@pytest.mark.slow
def test_chinese_is_cut_by_the_words_of_the_dictionary() -> None:
    known = dictionary_from_pairs([("wind", "风"), ("energy", "能源")], languages=("en", "zh"))
    target = ["风力能源", "能源政策", "风能源"]
    found = align_lists(["wind energy"], target, resources=Resources(Side("en"), Side("zh"), known))
    assert found[0].target == "风能源"


@pytest.mark.slow
def test_compounds_match_their_parts() -> None:
    known = dictionary_from_pairs(
        [("wind", "wind"), ("speed", "geschwindigkeit"), ("farm", "hof")], languages=("en", "de")
    )
    target = ["windgeschwindigkeit", "geschwindigkeit", "bauernhof"]
    found = align_lists(["wind speed"], target, resources=Resources(Side("en"), Side("de"), known))
    assert found[0].target == "windgeschwindigkeit"


def test_foreign_candidates_are_left_out() -> None:
    source = Side("en", words={"fuel": 50, "cell": 50, "wind": 50})
    target = Side("fr", words={"fuel": 1, "cell": 1, "pile": 60, "combustible": 60, "vent": 50})
    known = dictionary_from_pairs(
        [("fuel", "combustible"), ("cell", "pile")], languages=("en", "fr")
    )
    found = align_lists(
        ["fuel cell"],
        ["fuel cell", "pile à combustible"],
        resources=Resources(source, target, known),
    )
    assert [pair.target for pair in found] == ["pile à combustible"]


def toy(seed: int) -> tuple[list[str], list[str], set[tuple[str, str]], Resources]:
    """Made-up words whose translations are spelt backwards; half of them in the dictionary."""
    rng = random.Random(seed)
    words = ["".join(rng.choices("bcdfglmnprstaeiou", k=7)) for _ in range(60)]
    known = [(word, word[::-1]) for word in words]
    pairs = {
        (" ".join(chosen), " ".join(word[::-1] for word in chosen))
        for chosen in (rng.sample(words, rng.choice((1, 2, 2, 3))) for _ in range(150))
    }
    resources = Resources(
        Side("en"), Side("fr"), dictionary_from_pairs(known, languages=("en", "fr"))
    )
    return [one for one, _ in pairs], [other for _, other in pairs], pairs, resources


@pytest.mark.slow
def test_a_ranker_is_trained_from_pairs_and_used() -> None:
    source, target, gold, known = toy(0)
    grown = train_ranker([ranking_examples(source, target, gold, known)], growth=Growth(rounds=20))
    source, target, gold, known = toy(1)
    used = Resources(known.source, known.target, known.dictionary, grown)
    found = align_lists(source, target, resources=used, method="ranker", limit=100)
    assert sum((pair.source, pair.target) in gold for pair in found) > 95


def test_a_ranker_of_other_figures_is_refused() -> None:
    other = shipped_ranker().to_dict() | {"names": [f"x{k}" for k in range(len(NAMES))]}
    used = Resources(Side("en"), Side("fr"), ranker=Ranker.from_dict(other))
    with pytest.raises(ConfigError, match="another method"):
        align_lists(["wind"], ["vent"], resources=used, method="ranker")


def test_figures_have_their_names_and_no_infinity() -> None:
    table = candidate_features(compare_lists(*lists(), resources()))
    assert table.shape[1] == len(NAMES) == len(set(NAMES))
    assert not np.isinf(table).any()


class Colours:
    """An encoder that knows the meaning of a few words, and nothing of their letters."""

    name = "colours"
    _WORDS = (("gale", "bourrasque"), ("barn", "grange"), ("wind", "vent"))

    def encode(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """Return the meanings of the words that are known, float32 (texts, 4)."""
        table = np.zeros((len(texts), 4), np.float32)
        for row, text in enumerate(texts):
            for column, words in enumerate(self._WORDS):
                table[row, column] = any(word in text for word in words)
            table[row, 3] = 0.2
        unit: NDArray[np.float32] = table / np.linalg.norm(table, axis=1, keepdims=True)
        return unit


def test_vectors_find_what_neither_dictionary_nor_letters_know() -> None:
    lists = ["gale", "barn", "wind"], ["grange", "bourrasque", "vent"]
    known = resources()
    blind = align_lists(*lists, resources=known)
    assert ("gale", "bourrasque") not in {(pair.source, pair.target) for pair in blind}
    seen = align_lists(*lists, resources=replace(known, encoders=(Colours(),)))
    assert {(pair.source, pair.target) for pair in seen[:3]} == {
        ("gale", "bourrasque"), ("barn", "grange"), ("wind", "vent"),
    }  # fmt: skip


def test_a_ranker_without_vectors_leaves_the_encoder_alone() -> None:
    known = replace(resources(), ranker=shipped_ranker())
    with_encoder = replace(known, encoders=(Colours(),))
    assert align_lists(*lists(), resources=with_encoder) == align_lists(*lists(), resources=known)


def test_a_ranker_with_vectors_needs_an_encoder() -> None:
    known = replace(resources(), ranker=shipped_ranker(vectors=True))
    with pytest.raises(ConfigError, match="trained with a sentence encoder"):
        align_lists(*lists(), resources=known)


def test_a_frequent_target_is_no_likelier_where_nothing_rivals_it() -> None:
    one, other = PAIRS[2]
    plain, counted = (
        [pair.score for pair in align_lists([one], [other], resources=known, method="ranker")]
        for known in (resources(), resources(frequencies={other: 5000}))
    )
    assert plain == pytest.approx(counted)
