"""Numbers for what stands between blanks, and the tokens that belong to them (compiled)."""

from __future__ import annotations

from typing import Any, NamedTuple

import cython
import numpy as np

BLANK = cython.declare(cython.uchar, ord(" "))
FREE = cython.declare(cython.int, -1)
ONE = cython.declare(cython.ulonglong, 1)
# Fowler, Noll and Vo's hash, whose low bits are mixed once more.
BASIS = cython.declare(cython.ulonglong, 14695981039346656037)
PRIME = cython.declare(cython.ulonglong, 1099511628211)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Memory(NamedTuple):
    """Stretches that are known, with room for more.

    Attributes:
        slots: int32, a power of two of them: numbers of stretches by hash, -1 where free.
        hashes: uint64 (capacity,), of the stretches.
        text: uint8, the stretches that are remembered.
        starts: int64 (capacity + 1,), where each begins there, and where the next one will.
    """

    slots: Any
    hashes: Any
    text: Any
    starts: Any


@cython.overflowcheck(False)
def number_stretches(
    text: cython.const_uchar[::1],
    bounds: cython.const_longlong[::1],
    memory,
    known: cython.longlong,
    longest: cython.longlong,
):
    """Look up stretches of text between blanks; those that are new get the next numbers.

    Stretches are compared byte by byte; their hash only says where to look. A stretch that is too
    long, or that finds the table half full, gets a number that no other will get.

    Args:
        text: uint8 (bytes,), all texts, one behind the other.
        bounds: int64 (texts + 1,), where each begins.
        memory: `Memory`, with room for as many as there are blanks and texts. Changed.
        known: number of stretches so far.
        longest: bytes of the longest one to remember.

    Returns:
        (stretches, cuts, new): int32 (stretches,), the number of each stretch of the texts; int64
        (texts + 1,), where those of each text begin; int64 (new, 2), byte ranges of the new ones.
    """
    slots: cython.int[::1] = memory.slots
    hashes: cython.ulonglong[::1] = memory.hashes
    known_text: cython.uchar[::1] = memory.text
    starts: cython.longlong[::1] = memory.starts
    texts = len(bounds) - 1
    most: cython.Py_ssize_t = texts
    for at in range(len(text)):
        most += text[at] == BLANK
    numbers = np.empty(most, np.int32)
    ranges = np.empty((most, 2), np.int64)
    out: cython.int[::1] = numbers
    new: cython.longlong[:, ::1] = ranges
    cuts: cython.longlong[::1] = np.empty(texts + 1, np.int64)
    mask: cython.ulonglong = len(slots) - 1
    half: cython.longlong = len(slots) // 2
    count: cython.Py_ssize_t = 0
    fresh: cython.Py_ssize_t = 0
    with cython.nogil:
        for number in range(texts):
            cuts[number] = count
            end = bounds[number]
            last = bounds[number + 1]
            while end < last:
                if text[end] == BLANK:
                    end += 1
                    continue
                begin = end
                mixed: cython.ulonglong = BASIS
                while end < last and text[end] != BLANK:
                    mixed = (mixed ^ text[end]) * PRIME
                    end += 1
                mixed = (mixed ^ (mixed >> 32)) * GOLDEN
                mixed ^= mixed >> 29
                slot: cython.ulonglong = mixed & mask
                size = end - begin
                found: cython.longlong = FREE
                while size <= longest and slots[slot] != FREE:
                    candidate = slots[slot]
                    first = starts[candidate]
                    if hashes[candidate] == mixed and starts[candidate + 1] - first == size:
                        step: cython.Py_ssize_t = 0
                        while step < size and known_text[first + step] == text[begin + step]:
                            step += 1
                        if step == size:
                            found = candidate
                            break
                    slot = (slot + ONE) & mask
                if found == FREE:
                    found = known
                    first = starts[known]
                    hashes[known] = mixed
                    if size <= longest and known < half:
                        slots[slot] = known
                        for step in range(size):
                            known_text[first + step] = text[begin + step]
                        first += size
                    new[fresh, 0] = begin
                    new[fresh, 1] = end
                    fresh += 1
                    known += 1
                    starts[known] = first
                out[count] = found
                count += 1
        cuts[texts] = count
    return numbers[:count], np.asarray(cuts), ranges[:fresh]


def lay_out(
    stretches: cython.const_int[::1],
    cuts: cython.const_longlong[::1],
    ends: cython.const_longlong[::1],
    tokens: cython.const_int[::1],
    open_end: cython.const_uchar[::1],
    open_begin: cython.const_uchar[::1],
):
    """Write the tokens of stretches one behind the other.

    Args:
        stretches: int32 (stretches,), numbers.
        cuts: int64 (texts + 1,), where the stretches of each text begin.
        ends: int64 (known + 1,), where the tokens of each known stretch begin.
        tokens: int32, tokens of known stretches.
        open_end: uint8 (known,), whether a token may go on behind the stretch.
        open_begin: uint8 (known,), whether a token may come from before it.

    Returns:
        (out, offsets, doubtful): int32, the tokens of the texts; int64 (texts + 1,), where those
        of each begin; bool (texts,), whether a token may go over a blank there.
    """
    texts = len(cuts) - 1
    offsets: cython.longlong[::1] = np.zeros(texts + 1, np.int64)
    doubtful: cython.uchar[::1] = np.zeros(texts, np.uint8)
    place: cython.Py_ssize_t
    token: cython.Py_ssize_t
    with cython.nogil:
        for text in range(texts):
            offsets[text + 1] = offsets[text]
            before: cython.bint = False
            for place in range(cuts[text], cuts[text + 1]):
                stretch = stretches[place]
                if before and open_begin[stretch]:
                    doubtful[text] = True
                before = open_end[stretch]
                offsets[text + 1] += ends[stretch + 1] - ends[stretch]
    out: cython.int[::1] = np.empty(offsets[texts], np.int32)
    at: cython.Py_ssize_t = 0
    with cython.nogil:
        for place in range(cuts[0], cuts[texts]):
            stretch = stretches[place]
            for token in range(ends[stretch], ends[stretch + 1]):
                out[at] = tokens[token]
                at += 1
    return np.asarray(out), np.asarray(offsets), np.asarray(doubtful).view(np.bool_)
