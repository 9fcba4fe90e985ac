"""Rows of different lengths held flat, and work on parts of them on several threads."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from numpy.typing import NDArray


def kept_offsets(kept: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each row begins when only some of the values are kept.

    Args:
        kept: shape (values,).
        offsets: shape (rows + 1,), where each row begins among all values.
    """
    before = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    return before[offsets]


PARTS = 16
"""Parts at most that rows are cut into, whatever the number of threads."""
LEAST = 1 << 15
"""Values that are worth a part of their own."""


def parts_of(size: int) -> list[tuple[int, int]]:
    """Cut values into parts of about the same size: half-open ranges, all together."""
    parts = min(PARTS, 1 + size // LEAST)
    cuts = [size * part // parts for part in range(parts + 1)]
    return [(first, last) for first, last in pairwise(cuts) if first < last]


def parts_of_rows(offsets: NDArray[np.int64]) -> list[tuple[int, int]]:
    """Cut rows into parts of about as many values: half-open ranges of rows, all together.

    Args:
        offsets: shape (rows + 1,), where each row begins.
    """
    values, rows = int(offsets[-1] - offsets[0]), len(offsets) - 1
    parts = min(PARTS, 1 + values // LEAST)
    if parts == 1:  # a single pair is aligned in less time than cutting it takes
        return [(0, rows)] if rows else []
    cuts = np.searchsorted(offsets, np.linspace(offsets[0], offsets[-1], parts + 1))
    cuts[0], cuts[-1] = 0, rows
    return [(first, last) for first, last in pairwise(cuts.tolist()) if first < last]


# Work on parts of a whole, on one thread or several.

Part = TypeVar("Part")
Result = TypeVar("Result")


def results_in_order(
    work: Callable[[Part], Result], parts: Iterable[Part], jobs: int
) -> Iterator[Result]:
    """Give the results of all parts in the order of the parts, whichever is done first."""
    if jobs <= 1:
        # A single pair is aligned in less time than a thread takes to start.
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, parts)


def run_over(
    work: Callable[[int, int], object], parts: Sequence[tuple[int, int]], jobs: int
) -> None:
    """Do some work on half-open ranges that touch nothing of each other."""
    if len(parts) == 1:  # of a small text there are ten thousands of such calls
        work(*parts[0])
        return
    for _ in results_in_order(lambda part: work(*part), parts, min(jobs, len(parts))):
        pass
