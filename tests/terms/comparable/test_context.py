"""Context vectors, against counting in plain loops."""

from __future__ import annotations

from collections import Counter
from itertools import chain

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError
from diglot.terms.association_measures import MEASURES
from diglot.terms.comparable import METHODS, Resources, Side, align_lists
from diglot.terms.comparable import context as contexts
from diglot.terms.comparable.context import WEIGHTS, Texts, context_scores
from diglot.terms.comparable.dictionary import Dictionary, dictionary_from_pairs
from diglot.terms.comparable.sparse import Sparse, nearest_rows
from diglot.text.lemmas import Lemmatiser

WORDS = ["wind", "blade", "speed", "the", "of", "power"]
CONTENT = {"wind", "blade", "speed", "power"}
SENTENCES = st.lists(st.lists(st.sampled_from(WORDS), max_size=7), max_size=5)
TERMS = st.lists(
    st.lists(st.sampled_from([*WORDS, "absent"]), min_size=1, max_size=3), min_size=1, max_size=4
)


def encode(sentences: list[list[str]], language: str) -> Texts:
    return contexts.encode_texts(sentences, Lemmatiser(language))


def dense(matrix: Sparse, width: int) -> np.ndarray:
    found = np.zeros((len(matrix.offsets) - 1, width))
    found[matrix.rows(), matrix.columns] = matrix.values
    return found


def counted(sentences: list[list[str]], term: list[str], window: int) -> tuple[int, Counter[str]]:
    times, around = 0, Counter[str]()
    for words in sentences:
        for at in range(len(words)):
            if words[at : at + len(term)] == term:
                times += 1
                left = [word for word in words[:at] if word in CONTENT]
                right = [word for word in words[at + len(term) :] if word in CONTENT]
                around.update(left[-window:] + right[:window])
    return times, around


@pytest.mark.slow
@given(SENTENCES, TERMS, st.integers(1, 3), st.sampled_from(["llr", "pmi"]))
def test_vectors_are_what_plain_loops_count(
    sentences: list[list[str]], terms: list[list[str]], window: int, weight: str
) -> None:
    texts = encode(sentences, "en")
    found = contexts.count_contexts(texts, terms, window=window, weight=weight)
    matrix = dense(found.vectors, len(texts.lemmas))
    frequency = Counter(chain.from_iterable(sentences))
    total = max(1, 2 * window * sum(frequency[word] for word in CONTENT))
    for number, term in enumerate(terms):
        times, around = counted(sentences, term, window)
        assert found.counts[number] == times
        for word, both in around.items():
            table = (
                np.array([float(both)]),
                np.array([float(max(both, around.total()))]),
                np.array([float(max(both, 2 * window * frequency[word]))]),
                float(total),
            )
            value = WEIGHTS[weight](*table)[0]
            assert matrix[number, texts.lemmas[word]] == pytest.approx(max(0.0, value))
        assert set(np.flatnonzero(matrix[number])) <= {texts.lemmas[word] for word in around}


@pytest.mark.parametrize("capacity", [1, 7])
def test_blocks_change_nothing(monkeypatch: pytest.MonkeyPatch, capacity: int) -> None:
    texts = encode([["wind", "blade", "wind", "speed"] * 3, ["power", "wind"]], "en")
    terms = [["wind"], ["blade", "wind"]]
    whole = contexts.count_contexts(texts, terms).vectors
    monkeypatch.setattr(contexts, "CAPACITY", capacity)
    parts = contexts.count_contexts(texts, terms).vectors
    np.testing.assert_array_equal(whole.columns, parts.columns)
    np.testing.assert_array_equal(whole.values, parts.values)


def test_forms_of_a_word_are_one_column() -> None:
    texts = encode([["wind", "blade"], ["wind", "blades"]], "en")
    assert len(texts.lemmas) == 2
    found = contexts.count_contexts(texts, [["wind"], ["blades"]])
    assert found.counts.tolist() == [2, 1]
    assert found.vectors.offsets.tolist() == [0, 1, 2]


def test_the_vector_does_not_depend_on_other_terms() -> None:
    texts = encode([["wind", "blade", "speed"], ["power", "wind"]], "en")
    alone = contexts.count_contexts(texts, [["wind"]]).vectors
    among = contexts.count_contexts(texts, [["speed"], ["wind"]]).vectors
    np.testing.assert_array_equal(dense(alone, 4)[0], dense(among, 4)[1])


def test_known_weights() -> None:
    table = (np.array([8.0]), np.array([10.0]), np.array([20.0]), 100.0)
    assert WEIGHTS["llr"](*table) == MEASURES["llr"](*table)
    assert WEIGHTS["pmi"](*table) == pytest.approx(np.log(4))
    assert WEIGHTS["mi"](*table) == pytest.approx(8 * np.log(4))
    assert WEIGHTS["log-llr"](*table) == pytest.approx(np.log1p(MEASURES["llr"](*table)))


def test_words_share_their_weight_among_translations_by_frequency() -> None:
    source = encode([["speed", "blades", "noise"]], "en")
    target = encode([["vitesse"] * 3 + ["allure", "pale"]], "fr")
    dictionary = dictionary_from_pairs(
        [("speed", "vitesse"), ("speed", "allure"), ("speed", "absent"), ("blade", "pale")],
        languages=("en", "fr"),
    )
    vectors = Sparse(np.array([0, 3]), np.arange(3), np.array([8.0, 2.0, 5.0]))
    found = contexts.translate_contexts(vectors, source, target, dictionary)
    # "blades" has the translation of its lemma.
    assert dense(found, 3).tolist() == [[6.0, 2.0, 2.0]]


ROWS = st.lists(st.lists(st.sampled_from([0, 0, 1, 2]), min_size=3, max_size=3), max_size=5)


def sparse(rows: list[list[int]]) -> Sparse:
    matrix = np.array(rows, np.float64).reshape(-1, 3)
    at = np.nonzero(matrix)
    return Sparse(
        np.searchsorted(at[0], np.arange(len(matrix) + 1)).astype(np.int64), at[1], matrix[at]
    )


def unit(rows: list[list[int]]) -> np.ndarray:
    matrix = np.array(rows, np.float64).reshape(-1, 3)
    return matrix / np.maximum(np.linalg.norm(matrix, axis=1, keepdims=True), 1e-12)


@pytest.mark.slow
@given(ROWS, ROWS, st.integers(1, 3))
def test_nearest_rows_are_those_of_the_full_product(
    one: list[list[int]], other: list[list[int]], best: int
) -> None:
    rows, columns, cosines = nearest_rows(sparse(one), sparse(other), 3, best=best)
    full = unit(one) @ unit(other).T
    np.testing.assert_allclose(cosines, full[rows, columns])
    # Equal cosines may differ in the last bit: the values are compared, not the choice.
    for row, values in enumerate(full):
        expected = sorted(values[values > 0], reverse=True)[:best]
        assert sorted(cosines[rows == row], reverse=True) == pytest.approx(expected)


ENGLISH = [
    ["wind", "blade", "turns", "rotor"],
    ["wind", "speed", "turns", "rotor"],
    ["power", "price", "market", "today"],
    ["power", "price", "falls", "today"],
] * 2
FRENCH = [
    ["vent", "pale", "tourne", "rotor"],
    ["vent", "vitesse", "tourne", "rotor"],
    ["puissance", "prix", "marché", "demain"],
    ["puissance", "prix", "tombe", "demain"],
] * 2
KNOWN = dictionary_from_pairs(
    [("turns", "tourne"), ("rotor", "rotor"), ("price", "prix"), ("today", "demain")],
    languages=("en", "fr"),
)


def resources(dictionary: Dictionary = KNOWN) -> Resources:
    return Resources(Side("en", sentences=ENGLISH), Side("fr", sentences=FRENCH), dictionary)


@pytest.mark.parametrize("weight", WEIGHTS)
def test_terms_of_the_same_surroundings_are_found(weight: str) -> None:
    pairs = context_scores(["wind", "power"], ["vent", "puissance"], resources(), weight=weight)
    scores = {(pair.source, pair.target): pair.score or 0 for pair in pairs}
    assert scores["wind", "vent"] > scores.get(("wind", "puissance"), 0)
    assert scores["power", "puissance"] > scores.get(("power", "vent"), 0)


def test_terms_of_several_words_have_surroundings_too() -> None:
    pairs = context_scores(["wind blade"], ["vent pale", "prix"], resources())
    assert [(pair.source, pair.target) for pair in pairs] == [("wind blade", "vent pale")]


def test_rare_terms_are_left_out() -> None:
    assert not context_scores(["wind"], ["vent"], resources(), least=5)


def test_without_a_dictionary_nothing_is_comparable() -> None:
    assert not context_scores(["wind"], ["vent"], resources(Dictionary()))


def test_by_name() -> None:
    assert "context" in METHODS
    (best, *_) = align_lists(
        ["power"], ["vent", "puissance"], resources=resources(), method="context"
    )
    assert best.target == "puissance"


def test_without_texts() -> None:
    with pytest.raises(ConfigError, match="the method context needs texts of the target language"):
        context_scores(["a"], ["b"], Resources(Side("en", sentences=[]), Side("fr")))


def test_empty_texts_give_nothing() -> None:
    empty = Resources(Side("en", sentences=[]), Side("fr", sentences=[[]]), KNOWN)
    assert context_scores(["wind"], ["vent"], empty) == []


def test_unknown_weights_are_listed() -> None:
    with pytest.raises(ConfigError, match="'tf'; available: llr, log-llr, pmi, mi"):
        context_scores(["wind"], ["vent"], resources(), weight="tf")
