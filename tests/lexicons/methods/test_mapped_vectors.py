"""Vectors of two languages mapped into one space."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons import Method
from diglot.lexicons.interface import Resources
from diglot.lexicons.methods.mapped_vectors import muse, tuan, vecmap
from diglot.model import WordVectors
from tests.lexicons.toy import graph_of, named
from tests.lexicons.vectored import OTHER, SAME, joined, right, turned

METHODS = pytest.mark.parametrize("method", [muse, vecmap, tuan])


@METHODS
def test_given_vectors_are_turned_into_one_space(method: Method) -> None:
    graph = joined()
    pairs = named(graph, method(graph, "en", "fr", Resources(vectors=turned())))
    good, bad = right(pairs)
    assert len(good) == len(bad) == SAME + OTHER
    assert np.mean(np.array(good) > 0.5) > 0.95
    assert np.mean(np.array(bad) < 0.5) > 0.95


@METHODS
def test_vectors_of_the_graph_tell_who_shares_translations(method: Method) -> None:
    graph = joined()
    options = {"rounds": 0}
    good, bad = right(named(graph, method(graph, "en", "fr", Resources(options=options))))
    assert len(good) == SAME + OTHER
    assert np.mean(good) > np.mean(bad or [0.0]) + 0.05
    if bad:
        assert np.mean(np.array(good)[:, None] > np.array(bad)) > 0.9


@pytest.mark.parametrize("method", [muse, vecmap])
def test_words_without_paths_are_found_by_their_vectors(method: Method) -> None:
    graph = graph_of(
        [("en:word1", "es:a"), ("fr:word1", "ca:b")]
        + [
            edge
            for number in range(SAME + OTHER)
            for edge in (
                (f"en:{'word' if number < SAME else 'en'}{number}", "es:a"),
                (f"fr:{'word' if number < SAME else 'fr'}{number}", "ca:b"),
            )
        ]
    )
    options = {"seeds": "identical", "best": 1}
    resources = Resources(vectors=turned(), options=options)
    good, bad = right(named(graph, method(graph, "en", "fr", resources)))
    assert len(good) + len(bad) == SAME + OTHER
    assert len(good) > 0.9 * (SAME + OTHER)


def test_nearest_words_join_those_of_paths() -> None:
    graph = joined()
    options = {"candidates": "both", "best": 2}
    resources = Resources(vectors=turned(), options=options)
    both = set(named(graph, muse(graph, "en", "fr", resources)))
    paths = set(named(graph, muse(graph, "en", "fr", Resources(vectors=turned()))))
    assert paths < both


def test_the_pivot_of_the_campaign_is_chosen_by_name() -> None:
    graph = joined()
    resources = Resources(vectors=turned(), options={"pivot": "ca"})
    _, bad = right(named(graph, tuan(graph, "en", "fr", resources)))
    assert bad == []
    with pytest.raises(ConfigError, match="not a pivot"):
        tuan(graph, "en", "fr", Resources(options={"pivot": "de"}))


def test_words_without_a_vector_are_left_out() -> None:
    graph = joined()
    vectors = turned()
    vectors["fr"] = WordVectors(vectors["fr"].words[:-1], vectors["fr"].matrix[:-1])
    pairs = named(graph, muse(graph, "en", "fr", Resources(vectors=vectors)))
    assert all(other != f"fr:fr{SAME + OTHER - 1}" for _, other in pairs)


def test_languages_may_have_vectors_of_different_size_but_not_for_vecmap() -> None:
    graph = joined()
    vectors = turned()
    short = vectors["fr"].matrix[:, :12].copy()
    vectors["fr"] = WordVectors(vectors["fr"].words, short)
    assert len(muse(graph, "en", "fr", Resources(vectors=vectors)))
    with pytest.raises(ConfigError, match="16 and 12 dimensions"):
        vecmap(graph, "en", "fr", Resources(vectors=vectors))


def test_too_few_seeds_are_refused() -> None:
    graph = joined()
    vectors = {
        code: WordVectors(each.words[:5], each.matrix[:5]) for code, each in turned().items()
    }
    with pytest.raises(ConfigError, match="5 seed pairs"):
        muse(graph, "en", "fr", Resources(vectors=vectors))


def test_a_small_graph_needs_no_seeds() -> None:
    graph = graph_of([("en:dog", "es:perro"), ("es:perro", "fr:chien")])
    assert list(named(graph, muse(graph, "en", "fr", Resources()))) == [("en:dog", "fr:chien")]


def test_without_paths_and_vectors_there_is_nothing_to_go_by() -> None:
    graph = graph_of([("en:dog", "es:perro"), ("ca:gos", "fr:chien")])
    with pytest.raises(ConfigError, match="give some of both languages"):
        muse(graph, "en", "fr", Resources())


def test_the_same_seed_gives_the_same_scores() -> None:
    graph = joined()
    one, other = (vecmap(graph, "en", "fr", Resources(seed=3)) for _ in range(2))
    assert (one.score == other.score).all()
