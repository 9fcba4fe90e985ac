"""Neighbours of nodes against sets; which lead to a language: the tests of walks."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.kernels import neighbours as kernel
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


@given(random_graphs(), st.data())
def test_an_edge_is_found_by_its_ends(graph: Graph, data: st.DataObject) -> None:
    node = st.integers(0, graph.nodes - 1)
    pairs = data.draw(st.lists(st.tuples(node, node)))
    rows, columns = np.array(pairs, np.int32).reshape(-1, 2).T.copy()
    found = kernel.edge_numbers(rows, columns, graph.starts, graph.neighbours)
    edges = Around(graph, "en", "fr").edge
    assert found.tolist() == [edges.get(pair, -1) for pair in pairs]
