"""Confirmation and surroundings of words against sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.kernels import walks as kernel
from diglot.lexicons.paths.walks import Side, Surroundings, View, side_of, view_of
from tests.lexicons.random_graphs import ENDS, random_graphs
from tests.lexicons.toy import graph_of
from tests.lexicons.walk_twin import Around, Pair

FURTHER = st.sampled_from([0.0, 1.0, 0.5])
HUBS = st.sampled_from([0, 3, 1000])
TRUST = 0.2, 0.5, 0.75, 0.9, 0.4, 0.6, 0.3  # of each set of three dictionaries


def trusted(graph: Graph, around: Around) -> tuple[Any, dict[Pair, float]]:
    by_set = np.array(TRUST[: len(graph.witnesses)], np.float32)
    return by_set[graph.witness], {
        edge: float(by_set[witness]) for edge, witness in around.witness.items()
    }


def sides_of(graph: Graph, ends: tuple[str, str]) -> tuple[View, Side, Side]:
    view = view_of(graph, *ends)
    return view, side_of(graph, view, ends[0]), side_of(graph, view, ends[1])


def shares(graph: Graph, ends: tuple[str, str], around: Around) -> Any:
    trust = trusted(graph, around)[0]
    return kernel.confirmation(*sides_of(graph, ends), len(graph.languages), trust)


def described(graph: Graph, ends: tuple[str, str], **options: float) -> list[Surroundings]:
    """The surroundings of the words of both languages."""
    view, *sides = sides_of(graph, ends)
    return [Surroundings(*kernel.describe_surroundings(view, side, **options)) for side in sides]


@given(random_graphs(), ENDS)
def test_edges_are_confirmed_by_the_languages_in_which_both_ends_meet(
    graph: Graph, ends: tuple[str, str]
) -> None:
    around = Around(graph, *ends)
    trust = trusted(graph, around)[1]
    expected = np.zeros(len(graph.neighbours))
    for (one, other), at in around.edge.items():
        out_of_source = one in around.sources
        into_target = one not in around.ends and other in around.targets
        if out_of_source or into_target:
            expected[at] = around.share(one, other, trust)
    np.testing.assert_allclose(shares(graph, ends, around), expected, rtol=1e-6)


@given(random_graphs(), ENDS)
def test_paths_of_two_steps_are_weighed_by_their_edges(graph: Graph, ends: tuple[str, str]) -> None:
    around = Around(graph, *ends)
    trust = trusted(graph, around)[1]
    pairs = around.pairs()
    source, target = np.array(pairs, np.int32).T.copy()
    view, _, theirs = sides_of(graph, ends)
    share = shares(graph, ends, around)
    found = kernel.confirmed_paths(view, theirs, share, graph.allowed, source, target)
    expected = [around.confirmed(*pair, trust) for pair in pairs]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)


@given(random_graphs(), ENDS, FURTHER, HUBS)
def test_surroundings_are_the_chances_of_short_walks(
    graph: Graph, ends: tuple[str, str], further: float, hub: int
) -> None:
    around = Around(graph, *ends)
    begin, pivots, weights = described(graph, ends, further=further, most=1000, hub=hub)[0]
    for row, node in enumerate(around.sources):
        its = slice(begin[row], begin[row + 1])
        found = dict(zip(pivots[its].tolist(), weights[its].tolist(), strict=True))
        assert len(found) == begin[row + 1] - begin[row]
        assert found == pytest.approx(around.surroundings(node, further, hub), rel=1e-5)


@given(random_graphs(), ENDS, FURTHER, st.integers(1, 4))
def test_the_heaviest_pivots_are_kept_and_every_description_has_length_one(
    graph: Graph, ends: tuple[str, str], further: float, most: int
) -> None:
    around = Around(graph, *ends)
    begin, _, weights = described(graph, ends, further=further, most=most, hub=1000)[0]
    for row, node in enumerate(around.sources):
        found = weights[begin[row] : begin[row + 1]]
        squares = sorted(
            (each**2 for each in around.surroundings(node, further, 1000).values()), reverse=True
        )[:most]
        np.testing.assert_allclose(
            np.sort(found**2)[::-1], np.array(squares) / sum(squares), rtol=1e-5
        )


@given(random_graphs(), ENDS, FURTHER)
def test_likeness_is_the_cosine_of_surroundings(
    graph: Graph, ends: tuple[str, str], further: float
) -> None:
    around = Around(graph, *ends)
    pairs = around.pairs()
    source, target = np.array(pairs, np.int32).T.copy()
    found = kernel.surroundings_likeness(
        source - around.sources[0],
        target - around.targets[0],
        graph.nodes,
        *described(graph, ends, further=further, most=1000, hub=3),
    )
    expected = [around.likeness(*pair, further, 3) for pair in pairs]
    np.testing.assert_allclose(found, expected, rtol=1e-5, atol=1e-6)
    assert found.max() <= 1


def test_words_with_the_same_pivots_are_wholly_alike() -> None:
    graph = graph_of([("en:a", "es:x"), ("en:a", "es:y"), ("es:x", "fr:b"), ("es:y", "fr:b")])
    sides = described(graph, ("en", "fr"), further=1.0, most=1000, hub=1000)
    words = np.zeros(1, np.int32)
    found = kernel.surroundings_likeness(words, words, graph.nodes, *sides)
    assert found.tolist() == pytest.approx([1.0])
