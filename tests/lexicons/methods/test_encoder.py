"""Words scored by an encoder that stands in for a neural one."""

from __future__ import annotations

import zlib
from collections.abc import Sequence

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.encoder import mbert
from tests.lexicons.toy import graph_of, named

PAIRS = {"nation": "nation", "animal": "animal", "hospital": "hôpital", "music": "musique"}
EDGES = [
    edge
    for one, other in PAIRS.items()
    for edge in ((f"en:{one}", "es:x"), ("es:x", f"fr:{other}"))
]


def letters(words: Sequence[str]) -> np.ndarray:
    """Vectors of letter pairs: an encoder that knows nothing but spelling."""
    found = np.zeros((len(words), 64), np.float32)
    for row, word in enumerate(words):
        marked = f"<{word}>"
        for at in range(len(marked) - 1):
            found[row, zlib.crc32(marked[at : at + 2].encode()) % 64] += 1
    return found


@pytest.mark.parametrize("options", [{}, {"retrieval": "cosine", "border": 0.3}, {"centre": False}])
def test_words_of_like_vectors_score_higher(options: dict[str, object]) -> None:
    graph = graph_of(EDGES)
    found = named(graph, mbert(graph, "en", "fr", Resources(encode=letters, options=options)))
    assert len(found) == 16
    for one in PAIRS:
        best = max(PAIRS.values(), key=lambda other: found[f"en:{one}", f"fr:{other}"])
        assert best == PAIRS[one]


def test_every_lemma_is_encoded_once() -> None:
    asked: list[str] = []

    def encode(words: Sequence[str]) -> np.ndarray:
        asked.extend(words)
        return letters(words)

    graph = graph_of([*EDGES, ("en:nation/noun", "es:x"), ("fr:music/noun", "es:x")])
    mbert(graph, "en", "fr", Resources(encode=encode))
    assert asked.count("nation") == 2  # once a language
    assert len(asked) == 9


def test_without_an_encoder_the_extra_is_named() -> None:
    with pytest.raises(ConfigError, match=r"diglot\[encoder\]"):
        mbert(graph_of(EDGES), "en", "fr", Resources())


@pytest.mark.parametrize(
    "answer",
    [np.zeros((1, 3)), np.full((4, 3), np.nan), np.zeros(4)],
    ids=["too few", "no numbers", "no vectors"],
)
def test_what_an_encoder_gives_is_checked(answer: np.ndarray) -> None:
    with pytest.raises(ConfigError, match="a vector for each"):
        mbert(graph_of(EDGES), "en", "fr", Resources(encode=lambda _: answer.astype(np.float32)))


def test_without_paths_there_is_nothing_to_rank() -> None:
    graph = graph_of([("en:dog", "es:perro"), ("ca:gos", "fr:chien")])
    with pytest.raises(ConfigError, match="add a dictionary"):
        mbert(graph, "en", "fr", Resources(encode=letters))
