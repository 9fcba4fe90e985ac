"""Biconnected components against ways that lead around; the search for cycles: that of `cycles`."""

from __future__ import annotations

import numpy as np
from hypothesis import given

from diglot.lexicons.kernels.cycles import biconnected_components
from tests.lexicons.methods.test_cycles import LANGUAGES, around
from tests.lexicons.toy import graph_of, neighbours, random_edges


@given(random_edges(languages=LANGUAGES))
def test_edges_of_one_component_are_those_that_share_cycles(edges: set[tuple[str, str]]) -> None:
    graph = graph_of(edges)
    near = neighbours(graph)
    numbers = biconnected_components(graph.starts, graph.neighbours)
    rows = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    ends = list(zip(rows.tolist(), graph.neighbours.tolist(), strict=True))
    component = dict(zip(ends, numbers.tolist(), strict=True))
    for (one, other), number in component.items():
        assert component[other, one] == number
        # An edge is on a cycle if there is another way between its ends.
        rest = {node: others - {one, other} for node, others in near.items()}
        rest[one] = near[one] - {other}
        reached = around(rest, one, graph.nodes)
        assert (number >= 0) == bool(reached & (near[other] - {one}))
    for node in near:
        for one in near[node]:
            # Two edges at a node share a cycle if a way leads between their ends without the node.
            reached = around({n: o - {node} for n, o in near.items()}, one, graph.nodes)
            for other in near[node] - {one}:
                same = component[node, one] == component[node, other] >= 0
                assert same == (other in reached)
