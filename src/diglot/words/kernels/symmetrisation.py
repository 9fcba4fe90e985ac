"""One set of links from two directional ones, pair after pair (compiled)."""

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
    y: cython.Py_ssize_t
    x: cython.Py_ssize_t
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
    k: cython.Py_ssize_t
    i: cython.Py_ssize_t
    j: cython.Py_ssize_t
    p: cython.Py_ssize_t
    cell: cython.Py_ssize_t
    way: cython.uchar
    with cython.nogil:
        for k in range(len(source_offsets) - 1):
            n = source_offsets[k + 1] - source_offsets[k]
            m = target_offsets[k + 1] - target_offsets[k]
            for j in range(m):
                used_t[j] = False
                i = forward_best[target_offsets[k] + j]
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
