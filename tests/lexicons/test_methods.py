"""What holds of every method: it leaves the graph alone, and does not look at direct edges."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from diglot.errors import ConfigError
from diglot.lexicons import DEFAULT, METHODS, check_method_options
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import Resources, ScoredPairs
from tests.lexicons.dictionaries import graph_of, rings

NEEDY = {"mbert"}
"""Methods that need what no test has."""


def size_for(method: str) -> int:
    """Words of each language: as few as the method makes do with."""
    return 700 if method == "learned" else 160


@cache
def graph_of_size(size: int) -> Graph:
    """The dictionaries of the other pairs; its arrays are read-only, as those of a file are."""
    made = graph_of(rings(size))
    arrays = {}
    for field in fields(made):
        value = getattr(made, field.name)
        if isinstance(value, np.ndarray):
            arrays[field.name] = value.copy()
            arrays[field.name].flags.writeable = False
    return replace(made, **arrays)


def scored(graph: Graph, method: str, **options: Any) -> ScoredPairs:
    return METHODS[method](graph, "en", "fr", Resources(options=options))


@cache
def once(method: str) -> tuple[Graph, ScoredPairs]:
    """What a method finds; some train for seconds, so it is asked as seldom as possible."""
    graph = graph_of_size(size_for(method))
    return graph, scored(graph, method)


methods = pytest.mark.parametrize("method", [name for name in METHODS if name not in NEEDY])


@pytest.mark.slow
@methods
def test_pairs_are_in_order_and_scores_probabilities(method: str) -> None:
    graph, pairs = once(method)
    keys = list(zip(pairs.source.tolist(), pairs.target.tolist(), strict=True))
    assert keys
    assert keys == sorted(set(keys))
    assert ((pairs.score >= 0) & (pairs.score <= 1)).all()
    assert {graph.languages[at] for at in graph.language_of(pairs.source)} == {"en"}
    assert {graph.languages[at] for at in graph.language_of(pairs.target)} == {"fr"}


@pytest.mark.slow
@methods
def test_the_same_graph_gives_the_same_pairs(method: str) -> None:
    graph, one = once(method)
    other = scored(graph, method)
    assert (one.source == other.source).all()
    assert (one.score == other.score).all()


@pytest.mark.slow
@methods
def test_edges_between_the_two_languages_do_not_count(method: str) -> None:
    size = size_for(method)
    known = [(f"en{n}", f"fr{n + 7}", "noun") for n in range(0, size - 7, 3)]
    beside = graph_of({**rings(size), "en-fr": known})
    graph, one = once(method)
    other = scored(beside, method)
    for side in ("source", "target"):
        nodes = (getattr(one, side), getattr(other, side))
        assert graph.lemmas(nodes[0]) == beside.lemmas(nodes[1])
    assert one.score == pytest.approx(other.score)


def test_the_default_is_a_method() -> None:
    assert DEFAULT in METHODS


def test_restricted_edges_can_be_left_out_of_a_saved_graph() -> None:
    graph = graph_of_size(160)
    # None of its edges is restricted.
    without, found = scored(graph, "walk", restricted=0.0), scored(graph, "walk")
    assert without.score.tolist() == found.score.tolist() != []


@pytest.mark.parametrize("method", METHODS)
def test_wrong_options_are_refused_before_any_dictionary_is_read(method: str) -> None:
    check_method_options(method, {})
    with pytest.raises(ConfigError, match="unknown option 'bogus'"):
        check_method_options(method, {"bogus": "1"})
