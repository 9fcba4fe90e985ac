"""Vectors of nodes: given, trained, made."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.vector_spaces import first_steps, graph_vectors, spaces
from diglot.model import WordVectors
from tests.lexicons.toy import graph_of

EDGES = (
    ("en:Paris", "es:París"), ("en:hot dog", "es:perrito"), ("en:rare", "es:raro"),
    ("en:ice_cream", "es:helado"), ("en:hot", "es:caliente"), ("en:dog", "es:perro"),
    ("fr:chien", "es:perro"), ("fr:chaud", "es:caliente"),
)  # fmt: skip


def vectors(**rows: list[float]) -> WordVectors:
    return WordVectors(
        [each.replace("__", " ") for each in rows], np.array(list(rows.values()), np.float32)
    )


def rows(given: dict[str, WordVectors]) -> dict[str, np.ndarray]:
    graph = graph_of(EDGES)
    found = spaces(graph, "en", "fr", Resources(vectors=given))
    assert not found.shared
    return dict(zip(graph.lemmas(np.arange(*graph.range("en"))), found.source, strict=True))


def test_words_are_found_as_written_or_in_other_letters() -> None:
    french = vectors(chien=[1, 0], chaud=[0, 1])
    found = rows({"en": vectors(paris=[1, 0], dog=[0, 1], hot=[1, 1]), "fr": french})
    assert found["Paris"].any()
    assert not found["rare"].any()


def test_words_of_several_parts_take_the_mean_of_their_parts() -> None:
    french = vectors(chien=[1, 0], chaud=[0, 1])
    found = rows({"en": vectors(dog=[0, 4, 0], hot=[4, 0, 0], rare=[0, 0, 1]), "fr": french})
    near = found["hot dog"] @ np.stack([found[each] for each in ("hot", "dog", "rare")]).T
    assert near[0] == pytest.approx(near[1])
    assert near[0] > 0 > near[2]


def test_vectors_of_one_language_alone_are_refused() -> None:
    with pytest.raises(ConfigError, match="no word vectors of fr"):
        rows({"en": vectors(dog=[1, 0])})


def test_vectors_of_other_words_are_refused() -> None:
    with pytest.raises(ConfigError, match=r"no word of fr .* has a vector"):
        rows({"en": vectors(dog=[1, 0]), "fr": vectors(Hund=[1, 0])})


def test_texts_train_vectors() -> None:
    graph = graph_of(EDGES)
    texts = {
        "en": [["the", "dog", "is", "hot"], ["hot", "dog"]] * 5,
        "fr": [["le", "chien", "a", "chaud"]] * 5,
    }
    found = spaces(graph, "en", "fr", Resources(texts=texts), dimensions=8)
    assert found.source.shape == (6, 8)
    assert found.source.any(axis=1).sum() >= 3
    assert not found.shared


def test_vectors_of_the_graph_share_one_space() -> None:
    graph = graph_of(EDGES)
    found = spaces(graph, "en", "fr", Resources(), dimensions=64)
    assert found.shared
    one, other = graph_vectors(graph, "en", "fr", dimensions=64)
    english = graph.lemmas(np.arange(*graph.range("en")))
    french = graph.lemmas(np.arange(*graph.range("fr")))
    np.testing.assert_allclose(one[english.index("dog")], other[french.index("chien")], rtol=1e-5)


def test_edges_between_the_two_languages_make_no_vector() -> None:
    graph = graph_of((*EDGES, ("en:cat", "fr:chat")))
    one, _ = graph_vectors(graph, "en", "fr", dimensions=8)
    assert not one[graph.lemmas(np.arange(*graph.range("en"))).index("cat")].any()


def test_first_steps_go_to_languages_evenly() -> None:
    graph = graph_of([("en:a", "es:x"), ("en:a", "es:y"), ("en:a", "ca:z"), ("en:b", "ca:z")])
    steps = first_steps(graph, "en", ("ca", "es")).toarray()
    assert steps.tolist() == [[0.5, 0.25, 0.25], [1, 0, 0]]


def test_without_other_languages_there_are_no_vectors() -> None:
    graph = graph_of([("en:a", "fr:b")])
    assert [each.any() for each in graph_vectors(graph, "en", "fr", dimensions=4)] == [False] * 2
