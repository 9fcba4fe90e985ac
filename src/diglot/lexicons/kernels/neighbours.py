"""Neighbours of the nodes of a graph (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def count_neighbours(
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
    chosen: cython.const_uchar[::1],
):
    """Count the chosen neighbours of every node.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,).
        chosen: uint8 (nodes,), 1 for nodes that count.

    Returns:
        int32 (nodes,).
    """
    found: cython.int[::1] = np.zeros(len(chosen), np.int32)
    node: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(chosen)):
            for edge in range(starts[node], starts[node + 1]):
                found[node] += chosen[neighbours[edge]]
    return np.asarray(found)


def language_edges(
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
    first: cython.int,
    last: cython.int,
):
    """Find for every node where its edges to one language stand.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,), ascending for each node.
        first: first node of the language.
        last: the one after its last.

    Returns:
        Two int64 (nodes,): the first such edge, and the one after the last.
    """
    nodes = len(starts) - 1
    begin: cython.longlong[::1] = np.array(starts[:nodes])
    end: cython.longlong[::1] = np.array(starts[:nodes])
    node: cython.Py_ssize_t
    with cython.nogil:
        for node in range(nodes):
            for edge in range(starts[node], starts[node + 1]):
                begin[node] += neighbours[edge] < first
                end[node] += neighbours[edge] < last
    return np.asarray(begin), np.asarray(end)


def edge_numbers(
    rows: cython.const_int[::1],
    columns: cython.const_int[::1],
    starts: cython.const_longlong[::1],
    neighbours: cython.const_int[::1],
):
    """Find where the edge from each row to its column stands.

    Args:
        rows: int32 (pairs,), nodes.
        columns: int32 (pairs,), nodes.
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,), ascending for each node.

    Returns:
        int64 (pairs,), -1 where there is none.
    """
    found: cython.longlong[::1] = np.full(len(rows), -1, np.int64)
    pair: cython.Py_ssize_t
    with cython.nogil:
        for pair in range(len(rows)):
            low, high = starts[rows[pair]], starts[rows[pair] + 1]
            while low < high:
                middle = (low + high) // 2
                if neighbours[middle] < columns[pair]:
                    low = middle + 1
                else:
                    high = middle
            if low < starts[rows[pair] + 1] and neighbours[low] == columns[pair]:
                found[pair] = low
    return np.asarray(found)


def confirmed_edges(starts: cython.const_longlong[::1], neighbours: cython.const_int[::1]):
    """Find the edges whose ends have a neighbour in common.

    Args:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,).

    Returns:
        uint8 (edges,).
    """
    nodes = len(starts) - 1
    found: cython.uchar[::1] = np.zeros(len(neighbours), np.uint8)
    mark: cython.int[::1] = np.full(nodes, -1, np.int32)
    node: cython.int
    with cython.nogil:
        for node in range(nodes):
            for edge in range(starts[node], starts[node + 1]):
                mark[neighbours[edge]] = node
            for edge in range(starts[node], starts[node + 1]):
                end = neighbours[edge]
                for second in range(starts[end], starts[end + 1]):
                    if mark[neighbours[second]] == node:
                        found[edge] = 1
                        break
    return np.asarray(found)
