"""Words given as bytes get numbers (compiled)."""

from __future__ import annotations

import cython
import numpy as np

FREE = cython.declare(cython.int, -1)
SEED = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
MIXER = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


@cython.overflowcheck(False)
def intern_words(
    text: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    kinds: cython.const_uint[::1],
    slots: cython.int[::1],
    hashes: cython.uint[::1],
    node_text: cython.uchar[::1],
    node_starts: cython.longlong[::1],
    node_kinds: cython.uint[::1],
    known: cython.int,
):
    """Look up words; those that are new get the next numbers.

    Words are compared byte by byte; their hash only says where to look.

    Args:
        text: uint8, the words; a separator of one byte follows each.
        starts: int64 (words + 1,), where each begins.
        kinds: uint32 (words,), what else tells words apart.
        slots: int32, a power of two of them, at least twice as many as nodes after the call:
            numbers of nodes by hash, -1 where free. Changed.
        hashes: uint32 (capacity,), of the nodes. Changed.
        node_text: uint8 (capacity,), the nodes, each with its separator. Changed.
        node_starts: int64 (capacity,), where each begins, and where the next one will. Changed.
        node_kinds: uint32 (capacity,). Changed.
        known: number of nodes so far.

    Returns:
        Number of nodes now; int32 (words,), the number of each word.
    """
    out: cython.int[::1] = np.empty(len(kinds), np.int32)
    mask: cython.uint = len(slots) - 1
    at: cython.longlong
    with cython.nogil:
        for word in range(len(kinds)):
            begin, size = starts[word], starts[word + 1] - starts[word]
            mixed: cython.ulonglong = SEED ^ kinds[word]
            for at in range(begin, begin + size):
                mixed = (mixed ^ text[at]) * PRIME
            mixed = (mixed ^ (mixed >> 32)) * MIXER
            hashed: cython.uint = cython.cast(cython.uint, mixed >> 32)
            slot: cython.uint = hashed & mask
            while True:
                node = slots[slot]
                if node == FREE:
                    node = known
                    slots[slot] = node
                    hashes[node] = hashed
                    node_kinds[node] = kinds[word]
                    first = node_starts[node]
                    for at in range(size):
                        node_text[first + at] = text[begin + at]
                    node_starts[node + 1] = first + size
                    known += 1
                    break
                if hashes[node] == hashed and node_kinds[node] == kinds[word]:
                    first = node_starts[node]
                    if node_starts[node + 1] - first == size:
                        at = 0
                        while at < size and node_text[first + at] == text[begin + at]:
                            at += 1
                        if at == size:
                            break
                slot = (slot + 1) & mask
            out[word] = node
    return known, np.asarray(out)


@cython.overflowcheck(False)
def fill_slots(slots: cython.int[::1], hashes: cython.const_uint[::1], known: cython.int):
    """Enter nodes into a new table of slots.

    Args:
        slots: int32, a power of two of them, all free. Changed.
        hashes: uint32 (capacity,).
        known: number of nodes.
    """
    mask: cython.uint = len(slots) - 1
    with cython.nogil:
        for node in range(known):
            slot: cython.uint = hashes[node] & mask
            while slots[slot] != FREE:
                slot = (slot + 1) & mask
            slots[slot] = node


def gather_words(
    text: cython.const_uchar[::1],
    starts: cython.const_longlong[::1],
    order: cython.const_int[::1],
    separators: cython.bint,
    out: cython.uchar[::1],
    out_starts: cython.longlong[::1],
):
    """Copy words in another order.

    Args:
        text: uint8, words with a separator of one byte after each.
        starts: int64 (words + 1,), where each begins.
        order: int32, the words in their new order.
        separators: copy them, too.
        out: uint8, large enough for all. Changed.
        out_starts: int64 (words + 1,), the first of them set: where copies begin. Changed.
    """
    place = out_starts[0]
    at: cython.Py_ssize_t
    with cython.nogil:
        for at in range(len(order)):
            for byte in range(starts[order[at]], starts[order[at] + 1] - (not separators)):
                out[place] = text[byte]
                place += 1
            out_starts[at + 1] = place
