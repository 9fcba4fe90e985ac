"""Edges whose ends have a neighbour in common, against sets."""

from __future__ import annotations

from hypothesis import given

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.kernels import walks as kernel
from tests.lexicons import walk_twin
from tests.lexicons.random_graphs import random_graphs
from tests.lexicons.toy import neighbours
from tests.lexicons.walk_twin import Around


@given(random_graphs())
def test_an_edge_is_confirmed_by_a_common_neighbour(graph: Graph) -> None:
    found = kernel.confirmed_edges(graph.starts, graph.neighbours).astype(bool).tolist()
    edges = Around(graph, "en", "fr").edge
    assert {edge: found[at] for edge, at in edges.items()} == walk_twin.confirmed_edges(
        neighbours(graph)
    )
