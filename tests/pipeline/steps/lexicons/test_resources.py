"""What is read beside dictionaries."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from diglot.errors import ConfigError, InputError
from diglot.formats.term_lists.word_vectors import write_vectors
from diglot.learning import encoders
from diglot.learning.encoders import GivenEncoder
from diglot.lexicons.graph.graph import Graph
from diglot.model import WordVectors
from diglot.pipeline.steps.lexicons.options import InferOptions
from diglot.pipeline.steps.lexicons.resources import lexical_resources
from tests.lexicons.dictionaries import graph_of


@pytest.fixture
def graph() -> Graph:
    return graph_of(
        {
            "en-es": [("dog", "perro"), ("ice cream", "helado"), ("Paris", "París")],
            "es-fr": [("perro", "chien"), ("helado", "glace"), ("París", "Paris")],
        }
    )


def vectors(path: Path, words: list[str]) -> Path:
    write_vectors(path, WordVectors(words, np.eye(len(words), dtype=np.float32)))
    return path


def test_nothing_named_is_nothing_known(graph: Graph) -> None:
    found = lexical_resources(graph, "en", "fr", InferOptions(settings={"a": "b"}, seed=7))
    assert (found.vectors, found.texts, found.links, found.encode) == ({}, {}, None, None)
    assert (found.options, found.seed) == ({"a": "b"}, 7)


def test_vectors_of_words_that_dictionaries_have_are_read(graph: Graph, tmp_path: Path) -> None:
    path = vectors(tmp_path / "en.vec", ["dog", "paris", "ice_cream", "cream", "unknown"])
    found = lexical_resources(graph, "en", "fr", InferOptions(vectors={"English": path}))
    assert list(found.vectors["en"].words) == ["dog", "paris", "ice_cream", "cream"]


def test_vectors_of_a_language_without_words_are_refused(graph: Graph, tmp_path: Path) -> None:
    options = InferOptions(vectors={"de": vectors(tmp_path / "de.vec", ["Hund"])})
    with pytest.raises(
        ConfigError, match="--vectors de: no dictionary has words of de; available:"
    ):
        lexical_resources(graph, "en", "fr", options)


def test_a_word_is_encoded_once_for_all_directions(
    graph: Graph, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def encode(words: list[str]) -> np.ndarray:
        asked.extend(words)
        return np.array([[len(word), 1.0] for word in words])

    encoder = GivenEncoder("lengths", encode)
    monkeypatch.setattr(encoders, "find_encoder", lambda *_: encoder)
    for source, target, words in (("en", "fr", ["a", "bb", "a"]), ("fr", "en", ["bb", "ccc"])):
        found = lexical_resources(graph, source, target, InferOptions(encoder="lengths"))
        assert found.encode is not None
        np.testing.assert_array_equal(found.encode(words), encoder.encode(words))
        asked[-len(words) :] = []
    assert asked == ["a", "bb", "ccc"]


def test_texts_become_tokens_in_small_letters(graph: Graph, tmp_path: Path) -> None:
    (tmp_path / "one.txt").write_text("The Dog sleeps. A dog eats.\n", encoding="utf-8")
    (tmp_path / "two.txt").write_text("Paris is large.\n", encoding="utf-8")
    options = InferOptions(texts={"en": (tmp_path / "one.txt", tmp_path / "two.txt")})
    found = lexical_resources(graph, "en", "fr", options)
    assert found.texts["en"] == [
        ["the", "dog", "sleeps", "."],
        ["a", "dog", "eats", "."],
        ["paris", "is", "large", "."],
    ]


@pytest.mark.slow
def test_links_of_parallel_text_are_counted(graph: Graph, tmp_path: Path) -> None:
    english = ["The dog sleeps.", "My dog eats.", "A dog in Paris.", "Paris sleeps."] * 3
    french = ["Le chien dort.", "Mon chien mange.", "Un chien à Paris.", "Paris dort."] * 3
    for name, lines in (("text.en", english), ("text.fr", french)):
        (tmp_path / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
    options = InferOptions(bitext=(tmp_path / "text.en", tmp_path / "text.fr"))
    links = lexical_resources(graph, "en", "fr", options).links
    assert links is not None
    assert links.sentences == 12
    assert links.together["dog", "chien"] == 9
    assert links.links["dog", "chien"] > links.links.get(("dog", "paris"), 0.0)


def test_parallel_text_that_does_not_belong_together_is_refused(
    graph: Graph, tmp_path: Path
) -> None:
    (tmp_path / "text.en").write_text("One.\nTwo.\n", encoding="utf-8")
    (tmp_path / "text.fr").write_text("Un.\n", encoding="utf-8")
    options = InferOptions(bitext=(tmp_path / "text.en", tmp_path / "text.fr"))
    with pytest.raises(InputError, match="lines"):
        lexical_resources(graph, "en", "fr", options)


def test_progress_is_told_by_stage(graph: Graph, tmp_path: Path) -> None:
    told: list[tuple[str, int, int]] = []
    path = vectors(tmp_path / "en.vec", ["dog"])
    lexical_resources(
        graph,
        "en",
        "fr",
        InferOptions(vectors={"en": path}),
        lambda stage, done, total: told.append((stage, done, total)),
    )
    assert told == [("reading vectors", 0, 1)]
