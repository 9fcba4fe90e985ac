"""The greatest of some values, in their order (compiled)."""

from __future__ import annotations

import cython


def greatest(values, size, most, order):
    """Find the greatest values, greatest first; of equal ones the first comes first.

    Args:
        values: float64.
        size: how many of them there are.
        most: how many are wanted at most.
        order: int32, as many as are found: their numbers. Changed.

    Returns:
        How many are found.

    Reference:
        Williams (1964), Algorithm 232, for the heap.
    """
    kept = min(size, most)
    for at in range(kept):
        order[at] = at
    for at in range(kept // 2 - 1, -1, -1):
        sift(values, order, at, kept)
    for at in range(kept, size):
        if values[at] > values[order[0]]:
            order[0] = at
            sift(values, order, 0, kept)
    for at in range(kept - 1, 0, -1):
        order[0], order[at] = order[at], order[0]
        sift(values, order, 0, at)
    return kept


@cython.cfunc
@cython.nogil
@cython.inline
def sift(
    values: cython.const_double[::1],
    order: cython.int[::1],
    at: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Let a number sink in a heap with the least value on top."""
    number = order[at]
    child = 2 * at + 1
    while child < size:
        if child + 1 < size and comes_later(values, order[child + 1], order[child]):
            child += 1
        if not comes_later(values, order[child], number):
            break
        order[at] = order[child]
        at, child = child, 2 * child + 1
    order[at] = number


@cython.cfunc
@cython.nogil
@cython.inline
def comes_later(
    values: cython.const_double[::1], one: cython.int, other: cython.int
) -> cython.bint:
    """Whether a number comes after another one, greatest values first."""
    return values[one] < values[other] or (values[one] == values[other] and one > other)
