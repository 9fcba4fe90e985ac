"""Texts normalised and cut into the pieces of a unigram model (compiled)."""

from __future__ import annotations

import cython
import numpy as np

UNKNOWN = 0
FIRST = 1
LAST = 2
"""Pieces for characters that the model lacks, for the begin of a text, and for its end."""

NO_PIECE = cython.declare(cython.int, UNKNOWN)
BEGIN = cython.declare(cython.int, FIRST)
END = cython.declare(cython.int, LAST)
SPACE = cython.declare(cython.int, 0x20)
LABEL = cython.declare(cython.uint, 0x800000FF)
# The sign that stands for a space in pieces, U+2581, in UTF-8.
MARK_0 = cython.declare(cython.int, 0xE2)
MARK_1 = cython.declare(cython.int, 0x96)
MARK_2 = cython.declare(cython.int, 0x81)


@cython.cfunc
@cython.nogil
@cython.inline
def width(first: cython.int) -> cython.Py_ssize_t:
    """Bytes of a character in UTF-8, by its first byte."""
    return 1 if first < 0xC0 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4


@cython.cfunc
@cython.nogil
@cython.inline
def base_of(unit: cython.uint) -> cython.uint:
    """Where the children of a unit of the double array are, before their label is added."""
    return (unit >> 10) << ((unit & 0x200) >> 6)


@cython.cfunc
@cython.nogil
def longest_rule(
    units: cython.const_uint[::1],
    data: cython.const_uchar[::1],
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    rule: cython.Py_ssize_t[::1],
) -> cython.Py_ssize_t:
    """Bytes of the longest rule of replacement that the data begin with, 0 for none.

    Where its replacement begins is put into ``rule``.
    """
    found: cython.Py_ssize_t = 0
    node: cython.uint = base_of(units[0])
    for place in range(at, end):
        label: cython.uint = data[place]
        node ^= label
        unit: cython.uint = units[node]
        if unit & LABEL != label:
            break
        node ^= base_of(unit)
        if unit & 0x100:
            found = place + 1 - at
            rule[0] = units[node] & 0x7FFFFFFF
    return found


@cython.cfunc
@cython.nogil
def put(out: cython.uchar[::1], size: cython.Py_ssize_t, value: cython.int) -> cython.Py_ssize_t:
    """Write a byte, or the mark for a space; returns the size after it."""
    if value == SPACE:
        out[size], out[size + 1], out[size + 2] = MARK_0, MARK_1, MARK_2
        return size + 3
    out[size] = value
    return size + 1


@cython.cfunc
@cython.nogil
def normalise(
    units: cython.const_uint[::1],
    replacements: cython.const_uchar[::1],
    data: cython.const_uchar[::1],
    at: cython.Py_ssize_t,
    end: cython.Py_ssize_t,
    out: cython.uchar[::1],
    rule: cython.Py_ssize_t[::1],
) -> cython.Py_ssize_t:
    """Replace what has a rule, mark spaces once, and one before the text; returns the size."""
    size: cython.Py_ssize_t = put(out, 0, SPACE)
    after_space: cython.bint = True
    while at < end:
        taken: cython.Py_ssize_t = longest_rule(units, data, at, end, rule)
        if taken:
            place: cython.Py_ssize_t = rule[0]
            # A replacement ends with a zero.
            while after_space and replacements[place] == SPACE:
                place += 1
            while replacements[place]:
                value: cython.int = replacements[place]
                size = put(out, size, value)
                after_space = value == SPACE
                place += 1
        else:
            taken = min(width(data[at]), end - at)
            if not (after_space and data[at] == SPACE):
                for place in range(at, at + taken):
                    size = put(out, size, data[place])
                after_space = data[at] == SPACE
        at += taken
    while size >= 3 and out[size - 1] == MARK_2 and out[size - 2] == MARK_1:
        if out[size - 3] != MARK_0:
            break
        size -= 3
    return size


@cython.cfunc
@cython.nogil
@cython.inline
def child_of(
    children: cython.const_int[::1],
    labels: cython.const_uchar[::1],
    node: cython.Py_ssize_t,
    label: cython.int,
) -> cython.Py_ssize_t:
    """The child of a node of the tree of pieces with a label, -1 for none."""
    low: cython.Py_ssize_t = children[node]
    high: cython.Py_ssize_t = children[node + 1]
    end: cython.Py_ssize_t = high
    while low < high:
        middle = (low + high) >> 1
        if labels[middle] < label:
            low = middle + 1
        else:
            high = middle
    return low if low < end and labels[low] == label else -1


def cut_pieces(model, data: cython.const_uchar[::1], offsets: cython.const_longlong[::1]):
    """Cut texts into their most probable pieces, between one for the begin and one for the end.

    Args:
        model: see ``PieceModel``.
        data: uint8, the texts in UTF-8, one after the other.
        offsets: int64 (texts + 1,), where each begins.

    Returns:
        int32, numbers of pieces, and int64 (texts + 1,), where each text begins.

    Reference:
        Kudo (2018), Subword regularization, section 3.1: the Viterbi path of a unigram model.
    """
    units: cython.const_uint[::1] = model.units
    replacements: cython.const_uchar[::1] = model.replacements
    children: cython.const_int[::1] = model.children
    labels: cython.const_uchar[::1] = model.labels
    pieces: cython.const_int[::1] = model.pieces
    scores: cython.const_float[::1] = model.scores
    unknown: cython.double = model.unknown_score
    expansion: cython.Py_ssize_t = model.expansion
    texts: cython.Py_ssize_t = len(offsets) - 1
    longest: cython.Py_ssize_t = np.diff(offsets).max(initial=0)
    text: cython.uchar[::1] = np.empty(longest * expansion + 3, np.uint8)
    best: cython.double[::1] = np.empty(len(text) + 5)
    last: cython.int[::1] = np.empty(len(best), np.int32)
    origin: cython.int[::1] = np.empty(len(best), np.int32)
    rule: cython.Py_ssize_t[::1] = np.zeros(1, np.intp)
    chunks = []
    found: cython.int[::1] = np.empty(1 << 16, np.int32)
    begins: cython.longlong[::1] = np.zeros(texts + 1, np.int64)
    count: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    for number in range(texts):
        with cython.nogil:
            size: cython.Py_ssize_t = normalise(
                units, replacements, data, offsets[number], offsets[number + 1], text, rule
            )
            for at in range(1, size + 1):
                best[at] = -1e300
            best[0] = 0.0
            at = 0
            while at < size:
                end: cython.Py_ssize_t = min(at + width(text[at]), size)
                single: cython.bint = False
                node: cython.Py_ssize_t = 0
                for place in range(at, size):
                    node = child_of(children, labels, node, text[place])
                    if node < 0:
                        break
                    if pieces[node] >= 0:
                        value: cython.double = best[at] + scores[pieces[node]]
                        if value > best[place + 1]:
                            best[place + 1] = value
                            last[place + 1] = pieces[node]
                            origin[place + 1] = at
                        if place + 1 == end:
                            single = True
                if not single and best[at] + unknown > best[end]:
                    best[end] = best[at] + unknown
                    last[end] = NO_PIECE
                    origin[end] = at
                at = end
        if count + size + 3 > len(found):
            chunks.append(np.asarray(found)[:count])
            found = np.empty(max(size + 3, 1 << 16), np.int32)
            count = 0
        with cython.nogil:
            path: cython.Py_ssize_t = count
            found[count] = BEGIN
            count += 1
            at = size
            while at > 0:
                found[count] = last[at]
                at = origin[at]
                count += 1
            if size == 0:
                found[count] = NO_PIECE
                count += 1
            for step in range((count - path - 1) // 2):
                swapped: cython.int = found[path + 1 + step]
                found[path + 1 + step] = found[count - 1 - step]
                found[count - 1 - step] = swapped
            found[count] = END
            count += 1
            begins[number + 1] = begins[number] + count - path
    chunks.append(np.asarray(found)[:count])
    return np.concatenate(chunks), np.asarray(begins)


WORD_BEGINS, MARK_ENDS = 1, 2
"""What a piece says of where a text may be divided: before the begin of a word, behind a mark."""

BEFORE = cython.declare(cython.int, WORD_BEGINS)
BEHIND = cython.declare(cython.int, MARK_ENDS)
MOST = cython.declare(cython.Py_ssize_t, 6)  # parts of a text
LONG = cython.declare(cython.Py_ssize_t, 14)  # pieces from which on a part is divided


def divide(
    breaks: cython.const_uchar[::1],
    pieces: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
):
    """Divide texts into parts: at marks, and long parts without any between two words.

    Args:
        breaks: uint8, of all pieces of the model: 1 for the begin of a word, 2 for a mark.
        pieces: int32, of the texts.
        offsets: int64 (texts + 1,), where each begins, with the pieces for its begin and its end.

    Returns:
        int64, where parts begin, the two pieces of every text left out; and int64 (texts + 1,), the
        first part of every text, which has one at least.
    """
    texts: cython.Py_ssize_t = len(offsets) - 1
    begins: cython.longlong[::1] = np.empty(texts * MOST, np.int64)
    firsts: cython.longlong[::1] = np.zeros(texts + 1, np.int64)
    cuts: cython.longlong[::1] = np.empty(MOST + 1, np.int64)
    count: cython.Py_ssize_t = 0
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    parts: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        for text in range(texts):
            low = offsets[text] + 1
            high = max(low, offsets[text + 1] - 1)
            parts = cut_at_marks(breaks, pieces, low, high, cuts)
            parts = cut_between_words(breaks, pieces, cuts, parts)
            for k in range(parts):
                begins[count] = cuts[k]
                count += 1
            firsts[text + 1] = count
    return np.asarray(begins)[:count], np.asarray(firsts)


@cython.cfunc
@cython.nogil
def cut_at_marks(
    breaks: cython.const_uchar[::1],
    pieces: cython.const_int[::1],
    low: cython.Py_ssize_t,
    high: cython.Py_ssize_t,
    cuts: cython.longlong[::1],
) -> cython.Py_ssize_t:
    """Cut pieces low <= p < high behind marks; returns the number of parts.

    Where there are too many marks, those nearest to equal parts are taken.
    """
    marks: cython.Py_ssize_t = 0
    at: cython.Py_ssize_t
    taken: cython.Py_ssize_t
    passed: cython.Py_ssize_t = 0
    for at in range(low + 1, high):
        marks += breaks[pieces[at - 1]] == BEHIND and breaks[pieces[at]] != BEHIND
    cuts[0] = low
    taken = 1
    for at in range(low + 1, high):
        if breaks[pieces[at - 1]] == BEHIND and breaks[pieces[at]] != BEHIND:
            passed += 1
            # The k-th of so many marks, evenly.
            if marks < MOST or passed * (MOST - 1) // marks >= taken:
                cuts[taken] = at
                taken += 1
                if taken == MOST:
                    break
    cuts[taken] = high
    return taken


@cython.cfunc
@cython.nogil
def cut_between_words(
    breaks: cython.const_uchar[::1],
    pieces: cython.const_int[::1],
    cuts: cython.longlong[::1],
    parts: cython.Py_ssize_t,
) -> cython.Py_ssize_t:
    """Divide the longest part near its middle until none is long; returns the number of parts."""
    k: cython.Py_ssize_t
    longest: cython.Py_ssize_t
    step: cython.Py_ssize_t
    at: cython.Py_ssize_t
    while parts < MOST:
        longest = 0
        for k in range(1, parts):
            if cuts[k + 1] - cuts[k] > cuts[longest + 1] - cuts[longest]:
                longest = k
        low = cuts[longest]
        high = cuts[longest + 1]
        if high - low < LONG:
            break
        middle = (low + high) // 2
        at = 0
        for step in range((high - low) // 2):
            if breaks[pieces[middle - step]] == BEFORE:
                at = middle - step
            elif middle + step < high and breaks[pieces[middle + step]] == BEFORE:
                at = middle + step
            if at > low:
                break
        if at <= low:
            break
        for k in range(parts, longest, -1):
            cuts[k + 1] = cuts[k]
        cuts[longest + 1] = at
        parts += 1
    return parts
