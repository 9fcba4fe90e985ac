"""Links as the metrics see them: distinct pairs of index tuples, and flat arrays of them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import chain, pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from diglot.model import Link

Pair = tuple[tuple[int, ...], tuple[int, ...]]


def distinct(links: Iterable[Link], *, split_nulls: bool) -> list[Pair]:
    """Return the links as a set in order of first appearance.

    Args:
        links: links of one document, in any order.
        split_nulls: turn an n-0 or 0-n link into n links of one segment each.

    Raises:
        InputError: an index is below zero.
    """
    found: dict[Pair, None] = {}
    for link in links:
        source, target = _ascending(link.source), _ascending(link.target)
        if source and target:
            found[source, target] = None
        elif not split_nulls:
            if source or target:
                found[source, target] = None
        else:
            found.update(dict.fromkeys(((i,), ()) for i in source))
            found.update(dict.fromkeys(((), (j,)) for j in target))
    return list(found)


def without_nulls(pairs: Iterable[Pair]) -> list[Pair]:
    """Return the pairs that have both sides."""
    return [pair for pair in pairs if pair[0] and pair[1]]


@dataclass(frozen=True, slots=True)
class Runs:
    """Lists of numbers of different length, end to end.

    Attributes:
        values: all numbers, shape (total,).
        offsets: where each list begins, and the total, shape (lists + 1,).
    """

    values: NDArray[np.int64]
    offsets: NDArray[np.int64]

    @classmethod
    def of(cls, lists: Sequence[Sequence[int]]) -> Runs:
        """Flatten ``lists``."""
        offsets = np.zeros(len(lists) + 1, dtype=np.int64)
        np.cumsum(np.fromiter(map(len, lists), np.int64, len(lists)), out=offsets[1:])
        values = np.fromiter(chain.from_iterable(lists), np.int64, int(offsets[-1]))
        return cls(values, offsets)

    @property
    def sizes(self) -> NDArray[np.int64]:
        """Length of every list."""
        return np.diff(self.offsets)

    @property
    def owners(self) -> NDArray[np.int64]:
        """Number of the list that each value stands in."""
        return np.repeat(np.arange(len(self.offsets) - 1), self.sizes)

    def take(self, lists: NDArray[np.int64]) -> Runs:
        """Return the chosen lists, in the order given, with repetition."""
        sizes = self.sizes[lists]
        offsets = np.zeros(len(lists) + 1, dtype=np.int64)
        np.cumsum(sizes, out=offsets[1:])
        steps = np.arange(int(offsets[-1])) - np.repeat(offsets[:-1], sizes)
        return Runs(self.values[np.repeat(self.offsets[lists], sizes) + steps], offsets)


def _ascending(indices: tuple[int, ...]) -> tuple[int, ...]:
    """Return ``indices`` as an ascending tuple without repetition."""
    if len(indices) > 1 and any(a >= b for a, b in pairwise(indices)):
        indices = tuple(sorted(set(indices)))
    if indices and indices[0] < 0:
        raise InputError(
            f"a link names segment {indices[0]}", cure="count segments from zero in link files"
        )
    return indices
