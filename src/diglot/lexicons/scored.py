"""Pairs of nodes that may translate each other, with scores."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array


class Grounds(Protocol):
    """What the scores of pairs rest on."""

    def subset(self, chosen: NDArray[Any]) -> Grounds:
        """Return those of some of the pairs, by numbers or by a mask."""

    def reasons(self) -> list[tuple[str, ...]]:
        """Return the main reasons for the score of every pair, as words for the user."""


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPairs:
    """Pairs of nodes of a graph, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, nodes of the source language.
        target: shape (pairs,), int32, nodes of the target language.
        score: shape (pairs,), float64, in [0, 1].
        notes: remarks of the method for the user: what it left out.
        grounds: what the scores rest on; None where the method does not say.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    score: NDArray[np.float64]
    notes: tuple[str, ...] = ()
    grounds: Grounds | None = None

    def __len__(self) -> int:
        return len(self.source)

    def subset(self, chosen: NDArray[Any]) -> ScoredPairs:
        """Return some of the pairs, by ascending numbers or by a mask."""
        grounds = self.grounds.subset(chosen) if self.grounds else None
        return ScoredPairs(
            self.source[chosen], self.target[chosen], self.score[chosen], self.notes, grounds
        )


def of_matrix(matrix: csr_array, first: int, left: int) -> ScoredPairs:
    """Return the entries of a matrix as pairs.

    Args:
        matrix: shape (nodes of the source language, nodes of the target language).
        first: first node of the source language.
        left: first node of the target language.
    """
    matrix.sort_indices()
    rows = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    return ScoredPairs(
        (rows + first).astype(np.int32),
        (matrix.indices + left).astype(np.int32),
        matrix.data.astype(np.float64),
    )
