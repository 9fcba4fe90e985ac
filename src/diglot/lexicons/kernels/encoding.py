"""Words given as bytes: their order, and rows of dictionaries as edges (compiled)."""

from __future__ import annotations

import cython
import numpy as np

number = cython.fused_type(cython.ushort, cython.int)


def eight_bytes(
    text: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    nodes: cython.const_int[::1],
    offset: cython.longlong,
):
    """Read eight bytes of each word as one number, so that numbers compare as bytes do.

    Args:
        text: uint8, words with a separator of one byte after each.
        starts: int64 (words + 1,), where each begins.
        nodes: int32, which words.
        offset: first of the eight bytes; where a word has no more, zeros stand.

    Returns:
        uint64, one number a word.
    """
    out: cython.ulonglong[::1] = np.zeros(len(nodes), np.uint64)
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(nodes)):
            begin = starts[nodes[at]] + offset
            size = min(starts[nodes[at] + 1] - 1 - begin, 8)
            for place in range(size):
                out[at] |= cython.cast(cython.ulonglong, text[begin + place]) << (56 - 8 * place)
    return np.asarray(out)


# Rows of dictionaries become the edges of a graph, each at both its ends. An entry is packed:
# 32 bits for the neighbour, 30 for the dictionary, two for the ways it may be used.

FORTH = cython.declare(cython.uchar, 1)
BACK = cython.declare(cython.uchar, 2)
LOW = cython.declare(cython.ulonglong, 0xFFFFFFFF)
FEW = 24
"""Entries of a node up to which insertion sorts them fastest."""


def place_entries(
    source: cython.const_int[::1],
    target: cython.const_int[::1],
    way: cython.const_uchar[::1],
    dictionary: cython.ulonglong,
    place: cython.const_int[::1],
    starts: cython.longlong[::1],
    entries: cython.ulonglong[::1],
):
    """Enter rows of one dictionary at both their ends.

    Args:
        source: int32 (rows,), nodes.
        target: int32 (rows,), other nodes.
        way: uint8 (rows,), seen from the source.
        dictionary: its number.
        place: int32 (nodes,), the number of each node in the graph.
        starts: int64 (nodes + 1,), where the next entry of each node goes. Changed.
        entries: uint64 (2 rows of all dictionaries,). Changed.
    """
    row: cython.Py_ssize_t
    with cython.nogil:
        for row in range(len(source)):
            here = cython.cast(cython.ulonglong, place[source[row]])
            there = cython.cast(cython.ulonglong, place[target[row]])
            turned = (way[row] & FORTH) << 1 | (way[row] & BACK) >> 1
            at = starts[here]
            starts[here] = at + 1
            entries[at] = there << 32 | dictionary << 2 | way[row]
            at = starts[there]
            starts[there] = at + 1
            entries[at] = here << 32 | dictionary << 2 | turned


def sort_entries(entries: cython.ulonglong[::1], starts: cython.const_longlong[::1]):
    """Sort the entries of every node.

    Args:
        entries: uint64. Changed.
        starts: int64 (nodes + 1,), where those of each node begin.

    Returns:
        Number of edges, and of entries that give an edge one more dictionary.
    """
    node: cython.Py_ssize_t
    for node in np.flatnonzero(np.diff(starts) > FEW):
        np.asarray(entries[starts[node] : starts[node + 1]]).sort()
    edges: cython.longlong = 0
    more: cython.longlong = 0
    begin: cython.longlong
    at: cython.longlong
    with cython.nogil:
        for node in range(len(starts) - 1):
            begin = starts[node]
            for at in range(begin, starts[node + 1]):
                entry = entries[at]
                before = at - 1
                while before >= begin and entries[before] > entry:
                    entries[before + 1] = entries[before]
                    before -= 1
                entries[before + 1] = entry
            for at in range(begin, starts[node + 1]):
                if at == begin or entries[at] >> 32 != entries[at - 1] >> 32:
                    edges += 1
                elif entries[at] >> 2 != entries[at - 1] >> 2:
                    more += 1
    return edges, more


def merge_entries(
    entries: cython.const_ulonglong[::1],
    starts: cython.longlong[::1],
    neighbours: cython.int[::1],
    allowed: cython.uchar[::1],
    first: number[::1],
    edge: cython.longlong[::1],
    dictionary: cython.int[::1],
):
    """Make one edge of the sorted entries of a node that have the same neighbour.

    Args:
        entries: uint64, sorted for each node.
        starts: int64 (nodes + 1,), where the entries of each node begin; afterwards where its
            edges do. Changed.
        neighbours: int32 (edges,). Changed.
        allowed: uint8 (edges,). Changed.
        first: int32 or uint16 (edges,), the first dictionary that says each. Changed.
        edge: int64 (further dictionaries,), ascending: which edge has one more. Changed.
        dictionary: int32 (further dictionaries,), ascending for each edge. Changed.
    """
    at: cython.longlong = -1
    more: cython.Py_ssize_t = 0
    begin = starts[0]
    node: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(starts) - 1):
            end = starts[node + 1]
            starts[node] = at + 1
            for place in range(begin, end):
                entry = entries[place]
                way: cython.uchar = entry & 3
                if place == begin or entry >> 32 != entries[place - 1] >> 32:
                    at += 1
                    neighbours[at] = entry >> 32
                    allowed[at] = way
                    first[at] = (entry & LOW) >> 2
                    continue
                allowed[at] |= way
                if entry >> 2 != entries[place - 1] >> 2:
                    edge[more] = at
                    dictionary[more] = (entry & LOW) >> 2
                    more += 1
            begin = end
        starts[len(starts) - 1] = at + 1


def number_by_first_use(values: number[::1], numbers: cython.longlong[::1]):
    """Renumber values by the order in which they are first met.

    Args:
        values: int32 or uint16, below the number of ``numbers``. Changed: the new numbers.
        numbers: int64, -1 each. Changed: the new number of each value that is met.

    Returns:
        How many are met.
    """
    met: cython.longlong = 0
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(values)):
            value = values[at]
            if numbers[value] < 0:
                numbers[value] = met
                met += 1
            values[at] = numbers[value]
    return met
