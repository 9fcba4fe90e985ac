"""Words over linked documents, orthonormalised."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.sparse import csr_array

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.topics import (
    oneta,
    orthonormal_map,
    pivot_documents,
    text_documents,
    tf_idf,
)
from tests.lexicons.methods.test_regression import edges
from tests.lexicons.toy import graph_of, named

BANK = (
    ("en:bank", "es:banco"), ("en:bench", "es:banco"),
    ("es:banco", "fr:banque"), ("es:banco", "fr:banc"),
    ("en:bank", "ca:banca"), ("ca:banca", "fr:banque"),
    ("en:bench", "ca:seient"), ("ca:seient", "fr:banc"),
)  # fmt: skip


def test_every_document_has_length_one() -> None:
    counts = csr_array(np.array([[1, 2, 0], [0, 1, 3], [1, 1, 1]], np.float32))
    weights = tf_idf(counts).toarray()
    np.testing.assert_allclose(np.linalg.norm(weights, axis=0), 1, rtol=1e-6)


def test_words_of_fewer_documents_weigh_more() -> None:
    weights = tf_idf(csr_array(np.array([[1, 0], [1, 1]], np.float32))).toarray()
    assert weights[0, 0] > weights[1, 0]


def test_topics_of_documents_do_not_overlap() -> None:
    random = np.random.default_rng(0)
    weights = tf_idf(csr_array(random.integers(1, 5, (30, 6)).astype(np.float32)))
    topics = (weights @ orthonormal_map(weights, 1e-9)).T @ weights.toarray()
    np.testing.assert_allclose(topics, np.eye(6), atol=1e-4)


def test_pivot_words_are_documents_in_both_languages() -> None:
    graph = graph_of((*BANK, ("en:dog", "es:perro")))
    one, other = pivot_documents(graph, "en", "fr", ("ca", "es"))
    assert one.shape[1] == other.shape[1] == 3
    assert (one.sum(axis=0) > 0).all()


def test_words_in_the_same_documents_score_higher() -> None:
    graph = graph_of(BANK)
    found = named(graph, oneta(graph, "en", "fr", Resources()))
    right = [found["en:bank", "fr:banque"], found["en:bench", "fr:banc"]]
    wrong = [found["en:bank", "fr:banc"], found["en:bench", "fr:banque"]]
    assert min(right) > 0.5 > max(wrong)


def test_the_inverse_parts_documents_that_are_alike() -> None:
    graph = graph_of(BANK)
    plain, apart = (
        named(graph, oneta(graph, "en", "fr", Resources(options={"topics": topics})))
        for topics in (0, 100)
    )
    assert apart["en:bank", "fr:banc"] < plain["en:bank", "fr:banc"]


def test_cosines_are_those_of_dense_matrices() -> None:
    graph = graph_of(edges(words=9))
    one, other = (tf_idf(each) for each in pivot_documents(graph, "en", "fr", ("ca", "eo", "es")))
    sides = [
        each.toarray() @ np.linalg.inv((each.T @ each).toarray() + 0.1 * np.eye(27))
        for each in (one, other)
    ]
    sides = [each / np.linalg.norm(each, axis=1, keepdims=True) for each in sides]
    expected = sides[0] @ sides[1].T
    options = {"border": 0.5}
    pairs = oneta(graph, "en", "fr", Resources(options=options))
    rows, columns = pairs.source - graph.range("en")[0], pairs.target - graph.range("fr")[0]
    np.testing.assert_allclose(pairs.score, np.clip(expected[rows, columns], 0, 1), atol=1e-4)


def texts(times: int = 1) -> dict[str, list[list[str]]]:
    english = [["the", "banks"], ["a", "bench"], ["bank"], ["benches"]] * times
    french = [["les", "banques"], ["un", "banc"], ["banque"], ["bancs"]] * times
    return {"en": english, "fr": french}


@pytest.mark.slow
def test_parallel_text_gives_documents_of_lemmas() -> None:
    graph = graph_of(BANK)
    one, other = text_documents(graph, "en", "fr", Resources(texts=texts()))
    assert one.toarray().tolist() == [[1, 0, 1, 0], [0, 1, 0, 1]]
    assert graph.lemmas(np.arange(*graph.range("fr"))) == ["banc", "banque"]
    assert other.toarray().tolist() == [[0, 1, 0, 1], [1, 0, 1, 0]]


def test_long_text_is_cut_into_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("diglot.lexicons.methods.topics.LARGEST", 3)
    one, _ = text_documents(graph_of(BANK), "en", "fr", Resources(texts=texts(2)))
    assert one.shape[1] == 3
    assert one.sum() == 8


def test_texts_decide_where_they_are_parallel() -> None:
    graph = graph_of(BANK)
    found = named(graph, oneta(graph, "en", "fr", Resources(texts=texts(3))))
    assert found["en:bank", "fr:banque"] > 0.9
    assert found["en:bank", "fr:banc"] < 0.1


def test_texts_of_different_length_are_refused_where_they_are_asked_for() -> None:
    graph = graph_of(BANK)
    given = texts() | {"fr": [["banc"]]}
    assert len(oneta(graph, "en", "fr", Resources(texts=given))) == 4
    with pytest.raises(ConfigError, match="4 and 1 sentences"):
        oneta(graph, "en", "fr", Resources(texts=given, options={"documents": "texts"}))
    with pytest.raises(ConfigError, match="no texts of en"):
        oneta(graph, "en", "fr", Resources(options={"documents": "texts"}))


def test_words_that_stand_in_no_document_are_left_out() -> None:
    graph = graph_of((*BANK, ("en:shore", "es:orilla"), ("es:orilla", "fr:rive")))
    found = named(graph, oneta(graph, "en", "fr", Resources(texts=texts())))
    assert ("en:shore", "fr:rive") not in found


@pytest.mark.slow
def test_a_regression_takes_the_cosine_as_a_figure() -> None:
    graph = graph_of(edges())
    pairs = named(graph, oneta(graph, "en", "fr", Resources(options={"regression": True})))
    good = [score for (one, other), score in pairs.items() if one[3:] == other[3:]]
    assert np.mean(np.array(good) > 0.5) > 0.95


def test_a_regression_takes_no_texts() -> None:
    options = {"regression": True, "documents": "texts"}
    with pytest.raises(ConfigError, match="documents=pivots"):
        oneta(graph_of(BANK), "en", "fr", Resources(options=options))
