"""Numbers for words given as bytes, and their order."""

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
