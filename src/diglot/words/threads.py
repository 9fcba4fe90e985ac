"""Work on parts of a whole, on one thread or several."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

Part = TypeVar("Part")
Result = TypeVar("Result")


def in_order(work: Callable[[Part], Result], parts: Iterable[Part], jobs: int) -> Iterator[Result]:
    """Give the results of all parts in the order of the parts, whichever is done first."""
    if jobs <= 1:
        # A single pair is aligned in less time than a thread takes to start.
        yield from map(work, parts)
        return
    with ThreadPoolExecutor(jobs) as pool:
        yield from pool.map(work, parts)


def over(work: Callable[[int, int], object], parts: Sequence[tuple[int, int]], jobs: int) -> None:
    """Do some work on half-open ranges that touch nothing of each other."""
    for _ in in_order(lambda part: work(*part), parts, min(jobs, len(parts))):
        pass
