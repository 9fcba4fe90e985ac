"""Terms as means of word vectors: mapped, and composed of translations (CMWEP)."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.learning.word_vectors import train_vectors
from diglot.model import TermPair, WordVectors
from diglot.terms.comparable import METHODS, Resources, Side, align_lists
from diglot.terms.comparable.mapped import cmwep, mapped_vectors
from tests.terms.comparable.spaces import PAIRS, resources

ENGLISH = [pair[0] for pair in PAIRS]
FRENCH = [pair[1] for pair in PAIRS]


def best(pairs: list[TermPair]) -> dict[str, str]:
    found: dict[str, TermPair] = {}
    for pair in pairs:
        if pair.source not in found or (pair.score or 0) > (found[pair.source].score or 0):
            found[pair.source] = pair
    return {source: pair.target for source, pair in found.items()}


@pytest.mark.parametrize("options", [{}, {"retrieval": "ratio"}, {"rounds": 3}, {"strings": True}])
def test_words_find_their_translations(options: dict[str, object]) -> None:
    found = best(mapped_vectors(ENGLISH, FRENCH, resources(), **options))  # type: ignore[arg-type]
    assert found == dict(PAIRS)


def test_words_outside_the_dictionary_are_found_too() -> None:
    found = best(mapped_vectors(ENGLISH, FRENCH, resources(known=11)))
    assert found["noise"] == "bruit"
    assert found["site"] == "lieu"


def test_a_term_is_the_mean_of_its_words() -> None:
    targets = ["vitesse du vent", "pale du vent", "énergie"]
    assert (
        best(mapped_vectors(["wind speed"], targets, resources()))["wind speed"]
        == "vitesse du vent"
    )


def test_terms_without_vectors_have_no_pairs() -> None:
    found = mapped_vectors(["wind", "unknown"], ["vent", "inconnu"], resources())
    assert {(pair.source, pair.target) for pair in found} == {("wind", "vent")}


def test_lemmas_stand_in_for_forms() -> None:
    assert best(mapped_vectors(["blades"], FRENCH, resources()))["blades"] == "pale"


def test_no_more_targets_than_wanted() -> None:
    assert len(mapped_vectors(["wind"], FRENCH, resources(), best=2)) == 2
    assert len(mapped_vectors(["wind"], FRENCH, resources(), best=2, strings=True)) == 2


def test_spelling_decides_between_near_targets() -> None:
    near = np.array([[1, 0.2], [1, 0.1], [-2, -0.3]], np.float32)
    known = Resources(
        Side("en", vectors=WordVectors(("blade", "rotor", "x"), near)),
        Side("fr", vectors=WordVectors(("rotor", "pale", "x"), near)),
    )
    assert best(mapped_vectors(["rotor"], ["rotor", "pale"], known))["rotor"] == "pale"
    assert (
        best(mapped_vectors(["rotor"], ["rotor", "pale"], known, strings=True))["rotor"] == "rotor"
    )


def test_few_words_to_learn_from_are_an_error() -> None:
    with pytest.raises(ConfigError, match="there are 3, at least 10"):
        mapped_vectors(ENGLISH, FRENCH, resources(known=3))


def test_without_a_dictionary_spaces_must_have_one_width() -> None:
    known = resources(known=0)
    other = Resources(
        Side("en", vectors=WordVectors(("wind",), np.ones((1, 3), np.float32))), known.target
    )
    with pytest.raises(ConfigError, match="there are 0, at least 10"):
        mapped_vectors(["wind"], FRENCH, other)


@pytest.mark.parametrize("method", ["mapped", "cmwep"])
def test_neither_vectors_nor_texts(method: str) -> None:
    with pytest.raises(ConfigError, match=f"{method} needs vectors of the target language"):
        align_lists(["wind"], ["vent"], resources=Resources(Side("en"), Side("fr")), method=method)
    assert method in METHODS


def test_cmwep_translates_word_by_word() -> None:
    found = best(cmwep(["wind speed"], ["vitesse du vent", "pale", "bruit"], resources()))
    assert found["wind speed"] == "vitesse du vent"


def test_cmwep_works_without_source_vectors() -> None:
    found = cmwep(["wind speed", "unknown"], ["vitesse du vent"], resources(source=False))
    assert [(pair.source, pair.target) for pair in found] == [("wind speed", "vitesse du vent")]
    assert found[0].score == pytest.approx(1, abs=1e-4)


def test_cmwep_maps_words_that_the_dictionary_lacks() -> None:
    found = best(cmwep(["wind noise"], ["vent pale", "vent bruit"], resources(known=11)))
    assert found["wind noise"] == "vent bruit"


def test_cmwep_takes_off_for_words_too_many() -> None:
    known = resources(source=False)
    pairs = {pair.target: pair.score for pair in cmwep(["wind"], ["vent", "vent vent"], known)}
    assert pairs["vent"] == pytest.approx((pairs["vent vent"] or 0) + 0.1)


def test_cmwep_prefers_frequent_targets() -> None:
    known = resources(source=False, frequencies={"vent": 99})
    pairs = {pair.target: pair.score or 0 for pair in cmwep(["wind"], ["vent", "vents"], known)}
    assert pairs["vent"] - pairs["vents"] == pytest.approx(0.02 * np.log(100))


def test_training_without_gensim_names_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim", None)
    monkeypatch.setitem(sys.modules, "gensim.models", None)
    with pytest.raises(ConfigError, match=r"diglot\[vectors\]"):
        train_vectors([["wind"]])


def test_unknown_kinds_of_vectors_are_listed() -> None:
    with pytest.raises(ConfigError, match="'glove'; available: fasttext, word2vec"):
        train_vectors([], kind="glove")


@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize("kind", ["fasttext", "word2vec"])
def test_training_twice_gives_the_same_vectors(kind: str) -> None:
    pytest.importorskip("gensim")
    texts = [["wind", "speed", "blade"], ["power", "plant"]] * 20
    one, other = (train_vectors(texts, kind=kind, dimensions=10) for _ in range(2))
    assert set(one.words) == {"wind", "speed", "blade", "power", "plant"}
    np.testing.assert_array_equal(one.matrix, other.matrix)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_texts_too_short_to_train_on() -> None:
    pytest.importorskip("gensim")
    with pytest.raises(ConfigError, match="no word of the texts comes 3 times"):
        train_vectors([["wind"], []])
