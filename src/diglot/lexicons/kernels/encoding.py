"""Words given as bytes get numbers, and rows of dictionaries become edges (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

FREE = np.int32(-1)


@njit(cache=True, nogil=True)
def intern_words(
    text, starts, kinds, slots, hashes, node_text, node_starts, node_kinds, known, out
):
    """Look up words; those that are new get the next numbers.

    Words are compared byte by byte; their hash only says where to look.

    Args:
        text: uint8, the words; a separator of one byte follows each.
        starts: int64 (words + 1,), where each begins.
        kinds: uint32 (words,), what else tells words apart.
        slots: int32, a power of two of them, at least twice as many as nodes after the call:
            numbers of nodes by hash, -1 where free. Changed.
        hashes: uint32 (room,), of the nodes. Changed.
        node_text: uint8 (room,), the nodes, each with its separator. Changed.
        node_starts: int64 (room,), where each begins, and where the next one will. Changed.
        node_kinds: uint32 (room,). Changed.
        known: number of nodes so far.
        out: int32 (words,), the number of each word. Changed.

    Returns:
        Number of nodes now.
    """
    mask = np.uint32(len(slots) - 1)
    for word in range(len(kinds)):
        begin, end = starts[word], starts[word + 1]
        mixed = np.uint64(14695981039346656037) ^ np.uint64(kinds[word])
        for at in range(begin, end):
            mixed = (mixed ^ np.uint64(text[at])) * np.uint64(1099511628211)
        mixed = (mixed ^ (mixed >> np.uint64(32))) * np.uint64(0x9E3779B97F4A7C15)
        hashed = np.uint32(mixed >> np.uint64(32))
        slot = hashed & mask
        while True:
            node = slots[slot]
            if node == FREE:
                node = known
                slots[slot] = node
                hashes[node] = hashed
                node_kinds[node] = kinds[word]
                first = node_starts[node]
                for at in range(end - begin):
                    node_text[first + at] = text[begin + at]
                node_starts[node + 1] = first + end - begin
                known += 1
                break
            if hashes[node] == hashed and node_kinds[node] == kinds[word]:
                first = node_starts[node]
                same = node_starts[node + 1] - first == end - begin
                at = 0
                while same and at < end - begin:
                    same = node_text[first + at] == text[begin + at]
                    at += 1
                if same:
                    break
            slot = (slot + np.uint32(1)) & mask
        out[word] = node
    return known


@njit(cache=True, nogil=True)
def fill_slots(slots, hashes, known):
    """Enter nodes into a new table of slots.

    Args:
        slots: int32, a power of two of them, all free. Changed.
        hashes: uint32 (room,).
        known: number of nodes.
    """
    mask = np.uint32(len(slots) - 1)
    for node in range(known):
        slot = hashes[node] & mask
        while slots[slot] != FREE:
            slot = (slot + np.uint32(1)) & mask
        slots[slot] = node


@njit(cache=True, nogil=True)
def eight_bytes(text, starts, nodes, offset, out):
    """Read eight bytes of each word as one number, so that numbers compare as bytes do.

    Args:
        text: uint8, words with a separator of one byte after each.
        starts: int64 (words + 1,), where each begins.
        nodes: int32, which words.
        offset: first of the eight bytes; where a word has no more, zeros stand.
        out: uint64, one number a word. Changed.
    """
    for at in range(len(nodes)):
        begin = starts[nodes[at]] + offset
        end = min(starts[nodes[at] + 1] - 1, begin + 8)
        number = np.uint64(0)
        for place in range(begin, begin + 8):
            number <<= np.uint64(8)
            if place < end:
                number |= np.uint64(text[place])
        out[at] = number


@njit(cache=True, nogil=True)
def gather_words(text, starts, nodes, separators, out, out_starts):
    """Copy words in another order.

    Args:
        text: uint8, words with a separator of one byte after each.
        starts: int64 (words + 1,), where each begins.
        nodes: int32, the words in their new order.
        separators: 1 to copy them, too, else 0.
        out: uint8, room for all. Changed.
        out_starts: int64 (words + 1,), the first of them set: where copies begin. Changed.
    """
    place = out_starts[0]
    for at in range(len(nodes)):
        for byte in range(starts[nodes[at]], starts[nodes[at] + 1] - 1 + separators):
            out[place] = text[byte]
            place += 1
        out_starts[at + 1] = place


@njit(cache=True, nogil=True)
def group_nodes(language, bounds, out):
    """List the nodes of every language, ascending.

    Args:
        language: uint16 (nodes,).
        bounds: int64 (languages + 1,), where the nodes of each begin in the list.
        out: int32 (nodes,). Changed.
    """
    free = bounds[:-1].copy()
    for node in range(len(language)):
        out[free[language[node]]] = node
        free[language[node]] += 1


# Rows of dictionaries become the edges of a graph, each at both its ends.

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
