"""Rows of dictionaries become the edges of a graph, each at both its ends."""

from __future__ import annotations

import numpy as np
from numba import njit

NODE = np.uint64(32)  # bits below the neighbour in a packed entry
WAY = np.uint64(2)  # bits below the dictionary


@njit(cache=True, nogil=True)
def count_entries(source, target, place, counts):
    """Count the entries of every node.

    Args:
        source: int32 (rows,), nodes.
        target: int32 (rows,), other nodes.
        place: int32 (nodes,), the number of each node in the graph.
        counts: int64 (nodes + 1,), by the graph's number plus one. Changed.
    """
    for row in range(len(source)):
        counts[place[source[row]] + 1] += 1
        counts[place[target[row]] + 1] += 1


@njit(cache=True, nogil=True)
def place_entries(source, target, way, dictionary, place, starts, entries):
    """Enter rows of one dictionary at both their ends.

    An entry is packed: neighbour, dictionary, way it may be used from here (1), from there (2).

    Args:
        source: int32 (rows,), nodes.
        target: int32 (rows,), other nodes.
        way: uint8 (rows,), seen from the source.
        dictionary: its number.
        place: int32 (nodes,), the number of each node in the graph.
        starts: int64 (nodes + 1,), where the next entry of each node goes. Changed.
        entries: uint64 (2 rows of all dictionaries,). Changed.
    """
    of = np.uint64(dictionary) << WAY
    for row in range(len(source)):
        here, there = place[source[row]], place[target[row]]
        turned = ((way[row] & 1) << 1) | ((way[row] & 2) >> 1)
        entries[starts[here]] = (np.uint64(there) << NODE) | of | np.uint64(way[row])
        starts[here] += 1
        entries[starts[there]] = (np.uint64(here) << NODE) | of | np.uint64(turned)
        starts[there] += 1


@njit(cache=True, nogil=True)
def sort_entries(entries, starts):
    """Sort the entries of every node.

    Args:
        entries: uint64. Changed.
        starts: int64 (nodes + 1,), where those of each node begin.

    Returns:
        Number of edges, and of entries that give an edge one more dictionary.
    """
    edges = 0
    more = 0
    for node in range(len(starts) - 1):
        here = entries[starts[node] : starts[node + 1]]
        if len(here) > 1:
            if len(here) > 24:
                here.sort()
            else:
                for at in range(1, len(here)):
                    entry = here[at]
                    before = at - 1
                    while before >= 0 and here[before] > entry:
                        here[before + 1] = here[before]
                        before -= 1
                    here[before + 1] = entry
        for at in range(len(here)):
            if at == 0 or here[at] >> NODE != here[at - 1] >> NODE:
                edges += 1
            elif here[at] >> WAY != here[at - 1] >> WAY:
                more += 1
    return edges, more


@njit(cache=True, nogil=True)
def merge_entries(entries, starts, neighbours, allowed, first, edge, dictionary):
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
    way = np.uint64(3)
    low = (np.uint64(1) << NODE) - np.uint64(1)
    at = -1
    more = 0
    begin = starts[0]
    for node in range(len(starts) - 1):
        end = starts[node + 1]
        starts[node] = at + 1
        for place in range(begin, end):
            entry = entries[place]
            of = (entry & low) >> WAY
            if place == begin or entry >> NODE != entries[place - 1] >> NODE:
                at += 1
                neighbours[at] = entry >> NODE
                allowed[at] = entry & way
                first[at] = of
                continue
            allowed[at] |= np.uint8(entry & way)
            if entry >> WAY != entries[place - 1] >> WAY:
                edge[more] = at
                dictionary[more] = of
                more += 1
        begin = end
    starts[len(starts) - 1] = at + 1


@njit(cache=True, nogil=True)
def number_by_first_use(values, numbers):
    """Renumber values by the order in which they are first met.

    Args:
        values: integers, below the number of ``numbers``. Changed: the new numbers.
        numbers: int64, -1 each. Changed: the new number of each value that is met.

    Returns:
        How many are met.
    """
    met = 0
    for at in range(len(values)):
        value = values[at]
        if numbers[value] < 0:
            numbers[value] = met
            met += 1
        values[at] = numbers[value]
    return met
