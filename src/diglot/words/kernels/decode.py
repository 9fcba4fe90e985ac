"""Candidate links from posteriors, and symmetrisation of two directions (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit
from numpy.typing import NDArray

from diglot.words.kernels.batches import gather, largest, number
from diglot.words.kernels.hmm import posteriors

Candidates = tuple[NDArray[np.uint16], NDArray[np.uint16], NDArray[np.float32]]


@njit(cache=True, nogil=True)
def best_states(posterior, empty, outputs, states, lanes, lane, best):
    """The most probable state of every output of a lane, -1 for NULL; the first of equals."""
    for t in range(outputs):
        value = empty[t * lanes + lane]
        best[t] = -1
        for k in range(states):
            here = posterior[(t * states + k) * lanes + lane]
            if here > value:
                value = here
                best[t] = k


@njit(cache=True, nogil=True)
def decode(
    first, last, order, firsts, text, parameters, null, kept, counts, forward_best, backward_best
):
    """Candidates of some batches, in the order of `order`; unknown word pairs are none.

    Args:
        first, last: half-open range of batches.
        order, firsts: see ``by_shape``.
        text: see ``Text``.
        parameters: see ``Parameters``.
        null: probability of NULL.
        kept: candidates whose geometric mean of both directions is below this are left out.
        counts: int64 (pairs,), number of candidates, written where the batches have pairs.
        forward_best, backward_best: int32, see ``Posteriors``, written likewise.

    Returns:
        (source, target, forward, backward), see ``Posteriors``.
    """
    cells, words = largest(first, last, order, firsts, text.source_offsets, text.target_offsets)
    numbers = np.empty(cells, np.uint32)
    space = np.empty((5, cells), np.float32)
    to_t, to_s, post_t, post_s, mass = space[0], space[1], space[2], space[3], space[4]
    ends = np.empty((4, words), np.float32)
    empty_t, empty_s, scale_t, scale_s = ends[0], ends[1], ends[2], ends[3]
    work = np.empty((5, words), np.float32)
    seen = np.empty((0, 2, 0), np.float32)
    least = np.float32(kept * kept)
    unknown = len(parameters.links) - 1
    source = np.empty(1024, np.uint16)
    target = np.empty(1024, np.uint16)
    values = np.empty((2, 1024), np.float32)
    used = 0
    for q in range(first, last):
        pairs = order[firsts[q] : firsts[q + 1]]
        lanes = len(pairs)
        n = text.source_offsets[pairs[0] + 1] - text.source_offsets[pairs[0]]
        m = text.target_offsets[pairs[0] + 1] - text.target_offsets[pairs[0]]
        number(pairs, n, m, text, unknown, numbers)
        gather(pairs, n, m, text, parameters, numbers, to_t, to_s, empty_t, empty_s)
        jumps_t, jumps_s = parameters.jumps_t, parameters.jumps_s
        posteriors(to_t, empty_t, jumps_t, null, m, n, lanes, post_t, mass, scale_t, work, seen)
        posteriors(to_s, empty_s, jumps_s, null, n, m, lanes, post_s, mass, scale_s, work, seen)
        for x in range(lanes):
            k = pairs[x]
            begin = used
            if used + n * m > len(source):
                room = used + max(n * m, used // 2)
                source = grow(source, used, room)
                target = grow(target, used, room)
                wider = np.empty((2, room), np.float32)
                wider[:, :used] = values[:, :used]
                values = wider
            for i in range(n):
                for j in range(m):
                    f = post_t[(j * n + i) * lanes + x]
                    b = post_s[(i * m + j) * lanes + x]
                    # A word all of whose pairs are unknown spreads over them, for want of better.
                    if f * b >= least and numbers[(i * m + j) * lanes + x] < unknown:
                        source[used] = i
                        target[used] = j
                        values[0, used] = f
                        values[1, used] = b
                        used += 1
            counts[k] = used - begin
            here = forward_best[text.target_offsets[k] : text.target_offsets[k + 1]]
            best_states(post_t, empty_t, m, n, lanes, x, here)
            here = backward_best[text.source_offsets[k] : text.source_offsets[k + 1]]
            best_states(post_s, empty_s, n, m, lanes, x, here)
    return source[:used].copy(), target[:used].copy(), values[:, :used].copy()


@njit(cache=True, nogil=True)
def grow(array, used, room):
    """The same values in an array with room for more."""
    wider = np.empty(room, array.dtype)
    wider[:used] = array[:used]
    return wider


@njit(cache=True, nogil=True)
def place(pairs, offsets, found, source, target, forward, backward):
    """Move candidates of pairs in any order, one after the other, to where they belong.

    Args:
        pairs: int64, pair numbers in the order of what was found.
        offsets: int64 (all pairs + 1,), where each pair's candidates belong.
        found: what ``decode`` gave.
        source, target, forward, backward: see ``Posteriors``, written.
    """
    sources, targets, values = found
    used = 0
    for k in pairs:
        for y in range(offsets[k], offsets[k + 1]):
            source[y] = sources[used]
            target[y] = targets[used]
            forward[y] = values[0, used]
            backward[y] = values[1, used]
            used += 1


# One set of links from two directional ones, pair after pair (compiled).

FORWARD, BACKWARD, LINKED = 1, 2, 4


@njit(cache=True, nogil=True)
def beside(marks, i, j, n, m, diagonal):
    """True when a neighbour of cell (i, j) is linked; diagonal ones count if asked for."""
    for di in range(-1, 2):
        for dj in range(-1, 2):
            straight = (di == 0) != (dj == 0)
            if straight or (diagonal and di != 0 and dj != 0):
                y, x = i + di, j + dj
                if 0 <= y < n and 0 <= x < m and marks[y * m + x] & LINKED:
                    return True
    return False


@njit(cache=True, nogil=True)
def symmetrise(
    forward_best, backward_best, source_offsets, target_offsets, everything, reach, strict, final
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
    pairs = len(source_offsets) - 1
    offsets = np.zeros(pairs + 1, np.int64)
    source = np.empty(len(forward_best) + len(backward_best), np.int32)
    target = np.empty(len(forward_best) + len(backward_best), np.int32)
    cells, words = 0, 0
    for k in range(pairs):
        n = source_offsets[k + 1] - source_offsets[k]
        m = target_offsets[k + 1] - target_offsets[k]
        cells, words = max(cells, n * m), max(words, n + m)
    marks = np.zeros(cells, np.uint8)
    union = np.empty(words, np.int64)
    used_s, used_t = np.empty(words, np.bool_), np.empty(words, np.bool_)
    used = 0
    for k in range(pairs):
        forward = forward_best[target_offsets[k] : target_offsets[k + 1]]
        backward = backward_best[source_offsets[k] : source_offsets[k + 1]]
        n, m = len(backward), len(forward)
        size = 0
        for j in range(m):
            if forward[j] >= 0:
                marks[forward[j] * m + j] = FORWARD
                union[size] = forward[j] * m + j
                size += 1
        for i in range(n):
            if backward[i] >= 0:
                cell = i * m + backward[i]
                if marks[cell] == 0:
                    union[size] = cell
                    size += 1
                marks[cell] |= BACKWARD
        points = union[:size]
        points.sort()
        used_s[:n] = False
        used_t[:m] = False
        for cell in points:
            if everything or marks[cell] == FORWARD | BACKWARD:
                marks[cell] |= LINKED
                used_s[cell // m] = True
                used_t[cell % m] = True
        growing = reach > 0
        while growing:
            growing = False
            for cell in points:
                i, j = cell // m, cell % m
                free = not used_s[i] and not used_t[j]
                if not strict:
                    free = not used_s[i] or not used_t[j]
                if free and not marks[cell] & LINKED and beside(marks, i, j, n, m, reach == 2):
                    marks[cell] |= LINKED
                    used_s[i] = True
                    used_t[j] = True
                    growing = True
        if final:
            for way in (FORWARD, BACKWARD):
                for cell in points:
                    i, j = cell // m, cell % m
                    free = not used_s[i] and not used_t[j]
                    if final == 1:
                        free = not used_s[i] or not used_t[j]
                    if free and marks[cell] & way:
                        marks[cell] |= LINKED
                        used_s[i] = True
                        used_t[j] = True
        for cell in points:
            if marks[cell] & LINKED:
                source[used] = cell // m
                target[used] = cell % m
                used += 1
            marks[cell] = 0
        offsets[k + 1] = used
    return offsets, source[:used].copy(), target[:used].copy()
