"""One set of links from two directional ones, and links counted by their types (compiled)."""

from __future__ import annotations

import cython
import numpy as np

FORWARD = cython.declare(cython.uchar, 1)
BACKWARD = cython.declare(cython.uchar, 2)
LINKED = cython.declare(cython.uchar, 4)


@cython.cfunc
@cython.inline
@cython.nogil
def touches(
    marks: cython.const_uchar[::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    n: cython.Py_ssize_t,
    m: cython.Py_ssize_t,
    diagonal: cython.bint,
) -> cython.bint:
    """True when a neighbour of cell (i, j) is linked; diagonal ones count if asked for."""
    for y in range(max(i - 1, 0), min(i + 2, n)):
        for x in range(max(j - 1, 0), min(j + 2, m)):
            if (diagonal or y == i or x == j) and marks[y * m + x] & LINKED:
                return True
    return False


@cython.cfunc
@cython.inline
@cython.nogil
def free(
    used_s: cython.const_uchar[::1],
    used_t: cython.const_uchar[::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    both: cython.bint,
) -> cython.bint:
    """Whether both words of a cell have no link yet, or one of them."""
    if both:
        return not used_s[i] and not used_t[j]
    return not used_s[i] or not used_t[j]


def symmetrise(
    forward_best: cython.const_int[::1],
    backward_best: cython.const_int[::1],
    source_offsets: cython.const_longlong[::1],
    target_offsets: cython.const_longlong[::1],
    everything: cython.bint,
    reach: cython.int,
    strict: cython.bint,
    final: cython.int,
):
    """Links of every pair.

    Args:
        forward_best, backward_best, source_offsets, target_offsets: see ``Posteriors``.
        everything: start from the union, else from the intersection.
        reach: grow to no neighbours (0), straight ones (1), diagonal ones too (2).
        strict: grow to links of which both words are free, else to those of which one is.
        final: then add no others (0), those of which one word is free (1), both (2).

    Returns:
        (offsets, source, target), see ``WordLinks``.
    """
    lengths = np.diff(source_offsets), np.diff(target_offsets)
    words = (lengths[0] + lengths[1]).max(initial=0)
    marks: cython.uchar[::1] = np.zeros((lengths[0] * lengths[1]).max(initial=0), np.uint8)
    points: cython.Py_ssize_t[::1] = np.empty(words, np.intp)
    used_s: cython.uchar[::1] = np.empty(words, np.uint8)
    used_t: cython.uchar[::1] = np.empty(words, np.uint8)
    offsets: cython.longlong[::1] = np.zeros(len(source_offsets), np.int64)
    most = len(forward_best) + len(backward_best)
    source: cython.int[::1] = np.empty(most, np.int32)
    target: cython.int[::1] = np.empty(most, np.int32)
    used: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    way: cython.uchar
    with cython.nogil:
        for k in range(len(source_offsets) - 1):
            n = source_offsets[k + 1] - source_offsets[k]
            m = target_offsets[k + 1] - target_offsets[k]
            for j in range(m):
                used_t[j] = False
                i: cython.Py_ssize_t = forward_best[target_offsets[k] + j]
                if i >= 0:
                    marks[i * m + j] |= FORWARD
            for i in range(n):
                used_s[i] = False
                j = backward_best[source_offsets[k] + i]
                if j >= 0:
                    marks[i * m + j] |= BACKWARD
            size: cython.Py_ssize_t = 0
            for cell in range(n * m):
                if marks[cell]:
                    points[size] = cell
                    size += 1
                    if everything or marks[cell] == FORWARD | BACKWARD:
                        marks[cell] |= LINKED
                        used_s[cell // m] = used_t[cell % m] = True
            growing: cython.bint = reach > 0
            while growing:
                growing = False
                for p in range(size):
                    cell = points[p]
                    i, j = cell // m, cell % m
                    if (
                        not marks[cell] & LINKED
                        and free(used_s, used_t, i, j, strict)
                        and touches(marks, i, j, n, m, reach == 2)
                    ):
                        marks[cell] |= LINKED
                        used_s[i] = used_t[j] = True
                        growing = True
            if final:
                for way in range(FORWARD, BACKWARD + 1):
                    for p in range(size):
                        cell = points[p]
                        i, j = cell // m, cell % m
                        if marks[cell] & way and free(used_s, used_t, i, j, final == 2):
                            marks[cell] |= LINKED
                            used_s[i] = used_t[j] = True
            for p in range(size):
                cell = points[p]
                if marks[cell] & LINKED:
                    source[used] = cell // m
                    target[used] = cell % m
                    used += 1
                marks[cell] = 0
            offsets[k + 1] = used
    return np.asarray(offsets), np.asarray(source)[:used].copy(), np.asarray(target)[:used].copy()


def linked_types(links, source, target, found: cython.longlong[::1]):
    """Write source type * target types + target type for every linked pair of spans.

    Two single words are linked if a link joins them. Longer spans are if there are links between
    them and none leads out of either.

    Args:
        links: ``WordLinks`` within the sentences of the spans.
        source, target: ``Spans`` of both sides; their entries are the types.
        found: int64, filled as far as it goes.

    Returns:
        How many there are.
    """
    link_offsets: cython.const_longlong[::1] = links.offsets
    link_source: cython.const_int[::1] = links.source
    link_target: cython.const_int[::1] = links.target
    offsets_s: cython.const_longlong[::1] = source.offsets
    begin_s: cython.const_int[::1] = source.begin
    end_s: cython.const_int[::1] = source.end
    type_s: cython.const_int[::1] = source.entry
    lengths_s: cython.const_longlong[::1] = source.lengths
    offsets_t: cython.const_longlong[::1] = target.offsets
    begin_t: cython.const_int[::1] = target.begin
    end_t: cython.const_int[::1] = target.end
    type_t: cython.const_int[::1] = target.entry
    lengths_t: cython.const_longlong[::1] = target.lengths
    width: cython.longlong = max(target.entries, 1)
    longest_s: cython.int = source.lengths.max(initial=1)
    longest_t: cython.int = target.lengths.max(initial=1)
    stamps: cython.int[:, ::1] = np.full((longest_s, longest_t), -1, np.int32)
    low_s: cython.int[::1] = np.empty(longest_s, np.int32)
    high_s: cython.int[::1] = np.empty(longest_s, np.int32)
    low_t: cython.int[::1] = np.empty(longest_t, np.int32)
    high_t: cython.int[::1] = np.empty(longest_t, np.int32)
    i: cython.int
    j: cython.int
    low: cython.int
    high: cython.int
    count: cython.longlong = 0
    with cython.nogil:
        for pair in range(len(link_offsets) - 1):
            if link_offsets[pair] == link_offsets[pair + 1]:
                continue
            for i in range(lengths_s[pair]):
                low_s[i], high_s[i] = longest_t, -1
            for j in range(lengths_t[pair]):
                low_t[j], high_t[j] = longest_s, -1
            for link in range(link_offsets[pair], link_offsets[pair + 1]):
                i, j = link_source[link], link_target[link]
                stamps[i, j] = pair
                low_s[i], high_s[i] = min(low_s[i], j), max(high_s[i], j)
                low_t[j], high_t[j] = min(low_t[j], i), max(high_t[j], i)
            for a in range(offsets_s[pair], offsets_s[pair + 1]):
                low, high = longest_t, -1
                for i in range(begin_s[a], end_s[a]):
                    low, high = min(low, low_s[i]), max(high, high_s[i])
                if high < 0:
                    continue
                single: cython.bint = end_s[a] - begin_s[a] == 1
                for b in range(offsets_t[pair], offsets_t[pair + 1]):
                    if single and end_t[b] - begin_t[b] == 1:
                        if stamps[begin_s[a], begin_t[b]] != pair:
                            continue
                    else:
                        if low < begin_t[b] or high >= end_t[b]:
                            continue
                        inside: cython.bint = True
                        for j in range(begin_t[b], end_t[b]):
                            if high_t[j] >= 0 and (low_t[j] < begin_s[a] or high_t[j] >= end_s[a]):
                                inside = False
                                break
                        if not inside:
                            continue
                    if count < len(found):
                        found[count] = type_s[a] * width + type_t[b]
                    count += 1
    return count


def count_together(
    starts: cython.const_longlong[::1],
    targets: cython.const_int[::1],
    pair_starts: cython.const_longlong[::1],
    pairs_of: cython.const_int[::1],
    type_starts: cython.const_longlong[::1],
    types_of: cython.const_int[::1],
    width: cython.Py_ssize_t,
):
    """Count the sentence pairs that hold both types of a pair.

    Args:
        starts: int64 (source types + 1,), where the wanted partners of every source type begin.
        targets: int32, target types, each once for a source type.
        pair_starts: int64 (source types + 1,), where the sentence pairs of a source type begin.
        pairs_of: int32, sentence pairs, each once for a source type.
        type_starts: int64 (pairs + 1,), where the target types of a sentence pair begin.
        types_of: int32, target types, each once for a sentence pair.
        width: number of target types.

    Returns:
        int64, as long as ``targets``.
    """
    counts: cython.longlong[::1] = np.zeros(len(targets), np.int64)
    place: cython.longlong[::1] = np.full(width, -1, np.int64)
    with cython.nogil:
        for source in range(len(starts) - 1):
            if starts[source] == starts[source + 1]:
                continue
            for at in range(starts[source], starts[source + 1]):
                place[targets[at]] = at
            for at in range(pair_starts[source], pair_starts[source + 1]):
                pair = pairs_of[at]
                for other in range(type_starts[pair], type_starts[pair + 1]):
                    here = place[types_of[other]]
                    if here >= 0:
                        counts[here] += 1
            for at in range(starts[source], starts[source + 1]):
                place[targets[at]] = -1
    return np.asarray(counts)
