"""Vectors trained on the edges of a graph."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.word2vec import word2vec
from tests.lexicons.toy import graph_of, named

needs_gensim = pytest.mark.usefixtures("gensim")
FEW = {"dimensions": 24, "epochs": 120, "rate": 0.05}
WORDS = 12
CONCEPTS = tuple(
    (f"{one}:w{number:02}/noun", f"{other}:w{number:02}/noun")
    for number in range(WORDS)
    for one in ("en", "fr")
    for other in ("es", "ca", "eo", "it")
)


@pytest.fixture
def gensim() -> None:
    pytest.importorskip("gensim")


def by_hand(rows: dict[str, tuple[float, ...]], **options: object) -> Any:
    """Pairs of a graph whose vectors are written down; words it has none for get nothing."""
    graph = graph_of(
        [
            ("en:a/noun", "es:a/noun"),
            ("es:a/noun", "fr:a/noun"),
            ("es:a/noun", "fr:b/noun"),
            ("es:a/noun", "fr:c/verb"),
            ("es:a/noun", "fr:d"),
        ]
    )
    vectors = np.zeros((graph.nodes, 2), np.float32)
    nodes = {"en:a": graph.range("en")[0]}
    nodes |= {f"fr:{word}": graph.range("fr")[0] + at for at, word in enumerate("abcd")}
    for name, row in rows.items():
        vectors[nodes[name]] = row
    pairs = word2vec(graph, "en", "fr", Resources(scorer=vectors, options=options))
    return named(graph, pairs)


def angled(cosine: float) -> tuple[float, float]:
    return cosine, (1 - cosine**2) ** 0.5


def test_the_score_is_the_square_of_the_cosine() -> None:
    found = by_hand({"en:a": (1, 0), "fr:a": angled(0.9)})
    assert found == {("en:a/noun", "fr:a/noun"): pytest.approx(0.81)}


def test_the_nearest_word_has_a_limit_of_its_own() -> None:
    rows = {"en:a": (1.0, 0.0), "fr:a": angled(0.7), "fr:b": angled(0.65)}
    assert [target for _, target in by_hand(rows)] == ["fr:a/noun"]
    assert by_hand(rows, first=0.75) == {}
    assert len(by_hand(rows, others=0.6)) == 2


def test_limits_may_be_of_the_square() -> None:
    rows = {"en:a": (1.0, 0.0), "fr:a": angled(0.7)}
    assert by_hand(rows, limits="after") == {}
    assert len(by_hand({**rows, "fr:a": angled(0.8)}, limits="after")) == 1


def test_words_of_another_part_of_speech_are_no_candidates_unknown_ones_are() -> None:
    rows = {"en:a": (1.0, 0.0), "fr:c": angled(0.99), "fr:d": angled(0.95)}
    assert [target for _, target in by_hand(rows)] == ["fr:d"]


@pytest.mark.slow
@needs_gensim
def test_words_with_the_same_translations_are_near() -> None:
    graph = graph_of(CONCEPTS)
    pairs = word2vec(graph, "en", "fr", Resources(options=FEW))
    found = named(graph, pairs)
    right = {(f"en:w{number:02}/noun", f"fr:w{number:02}/noun") for number in range(WORDS)}
    assert len(right & set(found)) >= WORDS - 2
    assert len(set(found) - right) <= 4


@pytest.mark.slow
@needs_gensim
def test_the_same_seed_gives_the_same_scores_and_another_seed_others() -> None:
    graph = graph_of(CONCEPTS)
    kept = vars(import_module("diglot.lexicons.methods.word2vec"))["_trained"]

    def scores(seed: int) -> list[float]:
        kept.clear()
        found = word2vec(graph, "en", "fr", Resources(options={**FEW, "first": 0}, seed=seed))
        return found.score.tolist()

    assert scores(3) == scores(3) != scores(4)


@needs_gensim
def test_six_directions_train_once(monkeypatch: pytest.MonkeyPatch) -> None:
    module = import_module("diglot.learning.word_vectors")
    trained, train = [], module.train_on_graph

    def counted(*arguments: Any, **options: Any) -> Any:
        trained.append(options)
        return train(*arguments, **options)

    monkeypatch.setattr(module, "train_on_graph", counted)
    graph = graph_of(CONCEPTS)
    options = {"epochs": 1, "dimensions": 7}
    for pair in (("en", "fr"), ("fr", "en")):
        word2vec(graph, *pair, Resources(options=options))
    assert len(trained) == 1
    word2vec(graph, "en", "fr", Resources(options={**options, "settings": "tuanwecb"}))
    assert [each["skip_gram"] for each in trained] == [True, False]


@needs_gensim
def test_direct_translations_are_not_trained_on(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = []
    monkeypatch.setattr(
        import_module("diglot.learning.word_vectors"),
        "train_on_graph",
        lambda starts, neighbours, **_: (
            seen.append(len(neighbours)) or np.ones((len(starts) - 1, 2), np.float32)
        ),
    )
    graph = graph_of((("en:a", "es:a"), ("es:a", "fr:a"), ("en:a", "fr:a")))
    word2vec(graph, "en", "fr", Resources(options={"epochs": 9}))
    assert seen == [4]


def test_without_gensim_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim", None)
    with pytest.raises(ConfigError, match=r"diglot\[vectors\]', or take another method"):
        word2vec(graph_of(CONCEPTS), "en", "fr", Resources(options={"epochs": 7}))


def test_unknown_settings_and_options_are_refused() -> None:
    graph = graph_of(CONCEPTS)
    with pytest.raises(ConfigError, match="available: baseline, tuanwesg, tuanwecb"):
        word2vec(graph, "en", "fr", Resources(options={"settings": "tuan"}))
    with pytest.raises(ConfigError, match=r"unknown option 'epoch' .did you mean epochs"):
        word2vec(graph, "en", "fr", Resources(options={"epoch": 3}))
    with pytest.raises(ConfigError, match="source and target are both 'en'"):
        word2vec(graph, "en", "en", Resources())


@pytest.mark.slow
@needs_gensim
@pytest.mark.parametrize(("walk", "equal"), [(2, True), (5, False)])
def test_skip_gram_and_bag_of_words_are_one_on_walks_of_two_words_alone(
    walk: int, equal: bool
) -> None:
    graph = graph_of(CONCEPTS)
    options = {**FEW, "walk": walk, "window": 2, "first": 0.0}
    found = [
        word2vec(graph, "en", "fr", Resources(options={**options, "sg": each})).score.tolist()
        for each in (True, False)
    ]
    assert (found[0] == found[1]) == equal
