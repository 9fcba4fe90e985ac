"""One set of links from two directional ones, pair after pair (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

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
