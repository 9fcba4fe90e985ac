"""Rows of dictionaries as numbers, until they become edges."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    Run = tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]

# Arrays of this many numbers are so large that their memory goes back to the system.
_BLOCK = 1 << 23


class Rows:
    """Rows of many dictionaries, nine bytes each, in blocks that can be given up one by one."""

    def __init__(self) -> None:
        self._blocks: list[tuple[NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]] = []
        self._runs: list[list[tuple[int, int, int]]] = []  # dictionary, begin, end in the block
        self._used = 0

    def __bool__(self) -> bool:
        return bool(self._blocks)

    def add(
        self,
        dictionary: int,
        source: NDArray[np.int32],
        target: NDArray[np.int32],
        way: NDArray[np.uint8],
    ) -> None:
        """Add rows of a dictionary."""
        done = 0
        while done < len(source):
            if not self._blocks or self._used == len(self._blocks[-1][0]):
                ends = np.empty(_BLOCK, np.int32), np.empty(_BLOCK, np.int32)
                self._blocks.append((*ends, np.empty(_BLOCK, np.uint8)))
                self._runs.append([])
                self._used = 0
            block, runs = self._blocks[-1], self._runs[-1]
            size = min(len(source) - done, len(block[0]) - self._used)
            begin, end = self._used, self._used + size
            here = slice(done, done + size)
            block[0][begin:end], block[1][begin:end] = source[here], target[here]
            block[2][begin:end] = way[here]
            if runs and runs[-1][0] == dictionary:
                begin = runs.pop()[1]
            runs.append((dictionary, begin, end))
            self._used = end
            done += size

    def runs(self) -> Iterator[Run]:
        """Give dictionary, sources, targets and ways of the rows of one dictionary at a time."""
        for block, runs in zip(self._blocks, self._runs, strict=True):
            for dictionary, begin, end in runs:
                yield dictionary, block[0][begin:end], block[1][begin:end], block[2][begin:end]

    def drained(self) -> Iterator[Run]:
        """Give the same in another order, and give up every block that is done."""
        while self._blocks:
            block = self._blocks.pop()
            for dictionary, begin, end in self._runs.pop():
                yield dictionary, block[0][begin:end], block[1][begin:end], block[2][begin:end]
