"""What holds of every method: it leaves the graph alone, and does not look at direct edges."""

from __future__ import annotations

from dataclasses import fields, replace
from functools import cache
from typing import Any

import numpy as np
import pytest

from diglot.lexicons import DEFAULT, METHODS
from diglot.lexicons.graph import Graph
from diglot.lexicons.resources import Resources
from diglot.lexicons.scored import ScoredPairs
from tests.lexicons.dictionaries import graph_of

NEEDY = {"mbert"}
"""Methods that need what no test has."""
SIZE = 160
"""Words of each language: enough to train on."""


def rings() -> dict[str, list[tuple[str, str, str]]]:
    """Four languages whose word n mostly means word n of the others, and word n + 1."""
    names = ("ca", "en", "es", "fr")
    pairs = [(one, other) for at, one in enumerate(names) for other in names[at + 1 :]]
    found = {}
    for number, (one, other) in enumerate(pairs):
        if (one, other) != ("en", "fr"):
            found[f"{one}-{other}"] = [
                (f"{one}{n}", f"{other}{to % SIZE}", "noun")
                for n in range(SIZE)
                for to in (n, n + 1)
                if (n + to + number) % 5
            ]
    return found


@pytest.fixture(scope="module")
def graph() -> Graph:
    """The dictionaries of the other pairs; its arrays are read-only, as those of a file are."""
    made = graph_of(rings())
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
def once(graph: Graph, method: str) -> ScoredPairs:
    """What a method finds; some train for seconds, so it is asked as seldom as possible."""
    return scored(graph, method)


methods = pytest.mark.parametrize("method", [name for name in METHODS if name not in NEEDY])


@methods
def test_pairs_are_in_order_and_scores_probabilities(graph: Graph, method: str) -> None:
    pairs = once(graph, method)
    keys = list(zip(pairs.source.tolist(), pairs.target.tolist(), strict=True))
    assert keys
    assert keys == sorted(set(keys))
    assert ((pairs.score >= 0) & (pairs.score <= 1)).all()
    assert {graph.languages[at] for at in graph.language_of(pairs.source)} == {"en"}
    assert {graph.languages[at] for at in graph.language_of(pairs.target)} == {"fr"}


@methods
def test_the_same_graph_gives_the_same_pairs(graph: Graph, method: str) -> None:
    one, other = once(graph, method), scored(graph, method)
    assert (one.source == other.source).all()
    assert (one.score == other.score).all()


@methods
def test_edges_between_the_two_languages_do_not_count(graph: Graph, method: str) -> None:
    known = [(f"en{n}", f"fr{n + 7}", "noun") for n in range(0, SIZE - 7, 3)]
    beside = graph_of({**rings(), "en-fr": known})
    one, other = once(graph, method), scored(beside, method)
    for side in ("source", "target"):
        nodes = (getattr(one, side), getattr(other, side))
        assert graph.lemmas(nodes[0]) == beside.lemmas(nodes[1])
    assert one.score == pytest.approx(other.score)


def test_the_default_is_a_method() -> None:
    assert DEFAULT in METHODS


def test_restricted_edges_can_be_left_out_of_a_saved_graph(graph: Graph) -> None:
    assert len(scored(graph, "walk", restricted=0.0))
