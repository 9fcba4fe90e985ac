"""Support vector regression on features of the graph."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.regression import (
    NAMES,
    Regression,
    graph_metrics,
    graph_svr,
    similar_pairs,
    train_regression,
)
from diglot.lexicons.paths.pivots import pivot_pairs, pivots_of
from tests.lexicons.toy import Edge, graph_of, named

WORDS = 300


def edges(*, words: int = WORDS) -> list[Edge]:
    """Five languages with all dictionaries but en-fr, each with mistakes of its own."""
    found = []
    languages = ("ca", "en", "eo", "es", "fr")
    pairs = [pair for pair in combinations(languages, 2) if pair != ("en", "fr")]
    for place, (one, other) in enumerate(pairs, 1):
        found += [(f"{one}:w{number}", f"{other}:w{number}") for number in range(words)]
        found += [
            (f"{one}:w{number}", f"{other}:w{(number + place) % words}")
            for number in range(0, words, 3)
        ]
    return found


def test_right_pairs_are_told_from_chance_meetings() -> None:
    graph = graph_of(edges())
    pairs = named(graph, graph_svr(graph, "en", "fr", Resources()))
    good = [score for (one, other), score in pairs.items() if one[3:] == other[3:]]
    bad = [score for (one, other), score in pairs.items() if one[3:] != other[3:]]
    assert len(good) == WORDS
    assert len(bad) >= WORDS / 2
    assert np.mean(np.array(good) > 0.5) > 0.95
    assert np.mean(np.array(bad) < 0.5) > 0.95


def test_a_direct_dictionary_is_not_looked_at() -> None:
    known = [(f"en:w{number}", f"fr:w{number + 1}") for number in range(WORDS - 1)]
    one, other = graph_of(edges()), graph_of([*edges(), *known])
    found = [named(graph, graph_svr(graph, "en", "fr", Resources())) for graph in (one, other)]
    assert found[0] == found[1]


def test_the_hidden_dictionary_has_about_as_many_pivots() -> None:
    graph = graph_of([*edges(words=250), ("gl:a", "en:w1")])
    assert similar_pairs(graph, "en", "fr") == (("ca", "en"), ("ca", "fr"))


def test_other_languages_serve_where_neither_has_a_dictionary_to_hide() -> None:
    rows = [
        (f"{one}:w{number}", f"{other}:w{number}")
        for one, other in (("ca", "es"), ("ca", "eo"), ("eo", "es"), ("ca", "en"), ("ca", "fr"))
        for number in range(220)
    ]
    assert similar_pairs(graph_of(rows), "en", "fr") == (("ca", "eo"),)


def test_a_trained_regression_is_used_again() -> None:
    graph = graph_of(edges())
    model = train_regression(graph, similar_pairs(graph, "en", "fr"))
    again = graph_svr(graph, "en", "fr", Resources(scorer=model))
    assert (again.score == graph_svr(graph, "en", "fr", Resources()).score).all()
    assert model.names == NAMES


def test_predictions_are_those_of_the_library() -> None:
    from sklearn.svm import SVR

    random = np.random.default_rng(0)
    rows = random.random((80, 5)).astype(np.float32)
    labels = (rows[:, 0] > rows[:, 1]).astype(float)
    model = SVR(gamma=0.2).fit(rows, labels)
    ours = Regression(
        tuple("abcde"),
        np.zeros(5, np.float32),
        np.ones(5, np.float32),
        np.zeros(5, np.float32),
        np.ones(5, np.float32),
        model.support_vectors_.astype(np.float32),
        model.dual_coef_[0].astype(np.float32),
        float(model.intercept_[0]),
        0.2,
        (),
    )
    np.testing.assert_allclose(ours.predict(rows), np.clip(model.predict(rows), 0, 1), atol=1e-4)


def test_figures_are_finite_and_named() -> None:
    graph = graph_of(edges(words=5))
    figures = graph_metrics(
        graph, "en", "fr", pivot_pairs(graph, "en", "fr", pivots_of(graph, "en", "fr"))
    )
    assert figures.shape[1] == len(NAMES)
    assert np.isfinite(figures).all()


def test_pairs_to_learn_from_are_had_by_name() -> None:
    graph = graph_of(edges())
    resources = Resources(options={"train": "en-ca"})
    assert len(graph_svr(graph, "en", "fr", resources)) >= WORDS
    with pytest.raises(ConfigError, match="en-es,ca-fr"):
        graph_svr(graph, "en", "fr", Resources(options={"train": "enca"}))


def test_dictionaries_that_are_too_small_are_refused() -> None:
    graph = graph_of([("en:dog", "es:perro"), ("es:perro", "fr:chien")])
    with pytest.raises(ConfigError, match="too few to learn from"):
        graph_svr(graph, "en", "fr", Resources())


def test_another_scorer_is_refused() -> None:
    graph = graph_of(edges(words=5))
    with pytest.raises(ConfigError, match="not a regression"):
        graph_svr(graph, "en", "fr", Resources(scorer=object()))
