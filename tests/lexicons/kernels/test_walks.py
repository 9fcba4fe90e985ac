"""Compiled walks against sets."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.paths import walks as module
from diglot.lexicons.paths.walks import view_of
from tests.lexicons.random_graphs import ENDS, random_graphs
from tests.lexicons.toy import graph_of
from tests.lexicons.walk_twin import Around, Pair

# Chances of small graphs are fractions of small numbers, never one of these.
LIMITS = st.sampled_from([(0.0005, 0.004), (0.0213, 0.0517), (0.0317, 0.0317)])


def figures(graph: Graph, ends: tuple[str, str]) -> dict[Pair, tuple[float, ...]]:
    found = module.walk_candidates(graph, *ends)
    columns = (
        found.paths, found.forth, found.back, found.votes, found.overlap, found.greatest_overlap,
        found.long_paths, found.long_forth, found.long_back, found.possible,
    )  # fmt: skip
    rows = np.stack(columns, axis=1).tolist()
    pairs = zip(found.source.tolist(), found.target.tolist(), strict=True)
    return {pair: tuple(row) for pair, row in zip(pairs, rows, strict=True)}


def approximately(found: dict[Pair, tuple[float, ...]]) -> dict[Pair, Any]:
    return {pair: pytest.approx(row, rel=1e-5, abs=1e-7) for pair, row in found.items()}


@given(random_graphs(), ENDS, LIMITS)
def test_walks_are_those_that_sets_find(
    graph: Graph, ends: tuple[str, str], limits: tuple[float, float]
) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "LEAST", limits[0])
        patch.setattr(module, "KEPT", limits[1])
        found = figures(graph, ends)
    assert found == approximately(Around(graph, *ends).walks(*limits))


@pytest.mark.slow
def test_more_pairs_than_there_is_room_for_at_first_are_all_kept() -> None:
    sides = 300
    edges = [(f"en:{number}", "es:hub") for number in range(sides)]
    edges += [("es:hub", f"fr:{number}") for number in range(sides)]
    found = figures(graph_of(edges), ("en", "fr"))
    assert len(found) == sides * sides > 1 << 16
    assert {row[:4] for row in found.values()} == {
        (1.0, np.float32(1 / sides), np.float32(1 / sides), 1.0)
    }


def of_target(graph: Graph, ends: tuple[str, str]) -> module.Side:
    return module.side_of(graph, view_of(graph, *ends), ends[1])


@given(random_graphs(), ENDS)
def test_edges_that_lead_to_a_language_are_found(graph: Graph, ends: tuple[str, str]) -> None:
    around = Around(graph, *ends)
    side = of_target(graph, ends)
    assert (side.first, side.last) == graph.range(ends[1])
    for node, near in around.near.items():
        found = graph.neighbours[side.begin[node] : side.end[node]]
        assert found.tolist() == sorted(near & set(around.targets))


@given(random_graphs(), ENDS)
def test_pivots_that_lead_to_a_language_are_counted(graph: Graph, ends: tuple[str, str]) -> None:
    around = Around(graph, *ends)
    ways = of_target(graph, ends).ways.tolist()
    for node in around.near:
        leading = {each for each in around.pivots(node) if around.near[each] & {*around.targets}}
        assert ways[node] == len(leading)


@given(random_graphs(), ENDS)
def test_pivots_are_counted_by_language(graph: Graph, ends: tuple[str, str]) -> None:
    around = Around(graph, *ends)
    side = of_target(graph, ends)
    for row, node in enumerate(around.targets):
        those = around.by_language(node)
        assert side.degree[row].tolist() == [len(those.get(code, ())) for code in graph.languages]
        assert side.languages[row] == len(those)
