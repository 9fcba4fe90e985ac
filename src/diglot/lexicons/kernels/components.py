"""Connected parts of a graph, and the edges that alone hold them together (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def component_of(starts: cython.const_longlong[::1], neighbours: cython.const_int[::1]):
    """Find the component of every node.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), nodes at the other end.

    Returns:
        int32 (nodes,), the least node of the component of each.
    """
    parent: cython.int[::1] = np.arange(len(starts) - 1, dtype=np.int32)
    one: cython.int
    other: cython.int
    node: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(parent)):
            for at in range(starts[node], starts[node + 1]):
                one, other = node, neighbours[at]
                while parent[one] != one:
                    parent[one] = parent[parent[one]]
                    one = parent[one]
                while parent[other] != other:
                    parent[other] = parent[parent[other]]
                    other = parent[other]
                # The least node stays on top: nodes come in their order, and chains stay short.
                if one < other:
                    parent[other] = one
                else:
                    parent[one] = other
        for node in range(len(parent)):
            parent[node] = parent[parent[node]]
    return np.asarray(parent)


def count_bridges(
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
    language: cython.const_ushort[::1],
    languages: cython.Py_ssize_t,
):
    """Count the edges without which their two ends would be in different components.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (2 edges,), nodes at the other end, each once for a node.
        language: uint16 (nodes,).
        languages: how many there are.

    Returns:
        int64 (languages, languages), bridges between nodes of two languages, the lesser first.

    Reference:
        Tarjan 1974, A note on finding the bridges of a graph, with a stack in place of recursion.
    """
    nodes = len(starts) - 1
    bridges: cython.longlong[:, ::1] = np.zeros((languages, languages), np.int64)
    entered: cython.int[::1] = np.zeros(nodes, np.int32)  # when a node was met, from 1; 0 if not
    low: cython.int[::1] = np.zeros(nodes, np.int32)  # earliest node reached without its way in
    before: cython.int[::1] = np.full(nodes, -1, np.int32)  # where it was met from
    next_edge: cython.longlong[::1] = np.array(starts)
    clock: cython.int = 0
    node: cython.Py_ssize_t
    with cython.nogil:
        for root in range(nodes):
            if entered[root]:
                continue
            clock += 1
            entered[root] = low[root] = clock
            node = root
            while node >= 0:
                above = before[node]
                if next_edge[node] < starts[node + 1]:
                    other = neighbours[next_edge[node]]
                    next_edge[node] += 1
                    if not entered[other]:
                        clock += 1
                        entered[other] = low[other] = clock
                        before[other] = node
                        node = other
                    elif other != above:
                        low[node] = min(low[node], entered[other])
                    continue
                if above >= 0:
                    low[above] = min(low[above], low[node])
                    if low[node] > entered[above]:
                        one, two = language[above], language[node]
                        bridges[min(one, two), max(one, two)] += 1
                node = above
    return np.asarray(bridges)
