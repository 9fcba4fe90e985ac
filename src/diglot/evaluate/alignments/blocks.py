"""Where a link counts: blocks of consecutive source segments, laid out by the gold links alone."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.evaluate.alignments.links import Pair, Runs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

BLOCK = 25


@dataclass(frozen=True, slots=True)
class Blocks:
    """The blocks of one document.

    The layout depends on the gold links and on nothing else, so that two runs scored against the
    same gold have the same rows and can be compared row by row.

    Attributes:
        count: number of blocks, at least 1.
        positions: for every target segment the source segment it stands at, shape (targets,).
    """

    count: int
    positions: NDArray[np.int64]

    @classmethod
    def of(cls, gold: Sequence[Pair]) -> Blocks:
        """Lay out the blocks of a document from its gold links."""
        last = max((source[-1] for source, _ in gold if source), default=0)
        linked = [(source[0], target) for source, target in gold if source and target]
        targets = Runs.of([target for _, target in linked])
        firsts = np.fromiter((first for first, _ in linked), np.int64, len(linked))
        size = int(targets.values.max()) + 1 if len(targets.values) else 1
        positions = np.full(size, -1, dtype=np.int64)
        positions[targets.values] = firsts[targets.owners]
        # A target without a partner stands where the linked target before it stands.
        filled = np.maximum.accumulate(np.where(positions >= 0, np.arange(size), 0))
        return cls(last // BLOCK + 1, np.maximum(positions[filled], 0))

    def of_sources(self, sources: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return the block of each source segment."""
        return np.minimum(sources // BLOCK, self.count - 1)

    def of_links(self, pairs: Sequence[Pair]) -> NDArray[np.int64]:
        """Return the block of each link: that of its first source, or of its first target."""
        firsts = np.fromiter(
            (source[0] if source else ~target[0] for source, target in pairs), np.int64, len(pairs)
        )
        targets = np.clip(~firsts, 0, len(self.positions) - 1)
        return self.of_sources(np.where(firsts >= 0, firsts, self.positions[targets]))

    def count_in(
        self, blocks: NDArray[np.int64], weights: NDArray[np.float64] | NDArray[np.bool_]
    ) -> NDArray[np.float64]:
        """Sum ``weights`` by block, shape (count,)."""
        return np.bincount(blocks, weights, self.count).astype(np.float64)
