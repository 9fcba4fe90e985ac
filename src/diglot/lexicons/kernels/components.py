"""Connected parts of a graph, and the edges that alone hold them together."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def component_of(starts, neighbours, parent):
    """Find the component of every node.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), nodes at the other end.
        parent: int32 (nodes,). Changed: the least node of the component of each.
    """
    for node in range(len(parent)):
        parent[node] = node
    for node in range(len(parent)):
        for at in range(starts[node], starts[node + 1]):
            one, other = node, neighbours[at]
            while parent[one] != one:
                parent[one] = parent[parent[one]]
                one = parent[one]
            while parent[other] != other:
                parent[other] = parent[parent[other]]
                other = parent[other]
            # The least node stays on top: nodes come in their order, so that chains stay short.
            if one < other:
                parent[other] = one
            elif other < one:
                parent[one] = other
    for node in range(len(parent)):
        parent[node] = parent[parent[node]]


@njit(cache=True, nogil=True)
def count_bridges(starts, neighbours, languages, bridges):
    """Count the edges without which their two ends would be in different components.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), nodes at the other end, each once for a node.
        languages: uint16 (nodes,), number of the language of each.
        bridges: int64 (languages, languages), of edges between nodes of two languages, the lesser
            number first. Changed.

    Reference:
        Tarjan 1974, A note on finding the bridges of a graph, with a stack in place of recursion.
    """
    nodes = len(starts) - 1
    entered = np.zeros(nodes, np.int32)  # when a node was met, from 1; 0 if it was not
    low = np.zeros(nodes, np.int32)  # earliest node that it reaches without its way in
    before = np.full(nodes, -1, np.int32)  # where it was met from
    next_edge = starts[:-1].copy()
    clock = 0
    for root in range(nodes):
        if entered[root]:
            continue
        clock += 1
        entered[root] = low[root] = clock
        node = root
        while True:
            if next_edge[node] < starts[node + 1]:
                other = neighbours[next_edge[node]]
                next_edge[node] += 1
                if not entered[other]:
                    clock += 1
                    entered[other] = low[other] = clock
                    before[other] = node
                    node = other
                elif other != before[node]:
                    low[node] = min(low[node], entered[other])
                continue
            above = before[node]
            if above < 0:
                break
            low[above] = min(low[above], low[node])
            if low[node] > entered[above]:
                one, other = languages[above], languages[node]
                bridges[min(one, other), max(one, other)] += 1
            node = above
