"""The greatest of some values, in their order (compiled)."""

from __future__ import annotations

import cython


def greatest(values, size, most, numbers):
    """Find the greatest values, the greatest first; of equal ones the first comes first.

    Args:
        values: float64.
        size: how many of them there are.
        most: how many are wanted at most.
        numbers: int32, as many as there are values: their numbers. Changed.

    Returns:
        How many are found.
    """
    for at in range(size):
        numbers[at] = at
    return greatest_first(values, size, most, numbers)


def greatest_first(values, size, most, numbers):
    """Put the numbers of the greatest values first, the greatest ahead; of equal ones the lower.

    Args:
        values: float64.
        size: how many numbers there are.
        most: how many are wanted at most.
        numbers: int32, of which values. Changed; those behind the greatest are in any order.

    Returns:
        How many are first.

    Reference:
        Williams (1964), Algorithm 232, for the heap.
    """
    kept = min(size, most)
    for at in range(kept // 2 - 1, -1, -1):
        sift(values, numbers, at, kept)
    for at in range(kept, size):
        if kept and comes_later(values, numbers[0], numbers[at]):
            numbers[0], numbers[at] = numbers[at], numbers[0]
            sift(values, numbers, 0, kept)
    for at in range(kept - 1, 0, -1):
        numbers[0], numbers[at] = numbers[at], numbers[0]
        sift(values, numbers, 0, at)
    return kept


@cython.cfunc
@cython.nogil
@cython.inline
def sift(
    values: cython.const_double[::1],
    numbers: cython.int[::1],
    at: cython.Py_ssize_t,
    size: cython.Py_ssize_t,
) -> cython.void:
    """Let a number sink in a heap with the least value on top."""
    number = numbers[at]
    child = 2 * at + 1
    while child < size:
        if child + 1 < size and comes_later(values, numbers[child + 1], numbers[child]):
            child += 1
        if not comes_later(values, numbers[child], number):
            break
        numbers[at] = numbers[child]
        at, child = child, 2 * child + 1
    numbers[at] = number


@cython.cfunc
@cython.nogil
@cython.inline
def comes_later(
    values: cython.const_double[::1], one: cython.int, other: cython.int
) -> cython.bint:
    """Whether a number comes after another one, greatest values first."""
    return values[one] < values[other] or (values[one] == values[other] and one > other)
