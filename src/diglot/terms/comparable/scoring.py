"""The score by formula: how well a pair matches, against what else its terms match."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.features import Matches
    from diglot.terms.comparable.retrieval import Candidates


POWER = 3
UNSEEN = 0.5
"""Score of the competitor that a term without one might have outside the list."""


@dataclass(frozen=True, slots=True, eq=False)
class Competition:
    """How a pair stands among the other pairs of its source and of its target.

    Attributes:
        row: shape (pairs,), score divided by the best of the source.
        column: shape (pairs,), divided by the best of the target.
        row_gap: shape (pairs,), score minus that of the best other target of the source.
        column_gap: shape (pairs,), minus that of the best other source of the target.
    """

    row: NDArray[np.float64]
    column: NDArray[np.float64]
    row_gap: NDArray[np.float64]
    column_gap: NDArray[np.float64]


def formula(matches: Matches) -> NDArray[np.float64]:
    """Return how well the terms of every pair match, in [0, 1.2]."""
    least = np.minimum(matches["source_cover"], matches["target_cover"])
    score: NDArray[np.float64] = (
        0.5 * least + 0.5 * matches["assigned"] + 0.1 * matches["letters"] + 0.1 * matches["number"]
    )
    return score


def competition(candidates: Candidates, score: NDArray[np.float64]) -> Competition:
    """Compare every pair with the others of its terms."""
    row, row_gap = _against(candidates.source, score)
    column, column_gap = _against(candidates.target, score)
    return Competition(row, column, row_gap, column_gap)


def ranked(score: NDArray[np.float64], rivals: Competition) -> NDArray[np.float64]:
    """Return the score that ranks: good, the best of both its terms, and by far."""
    margin = (rivals.row * rivals.column) ** POWER
    result: NDArray[np.float64] = score * margin * np.exp(rivals.row_gap + rivals.column_gap)
    return result


def _against(
    keys: NDArray[np.int32], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return score / best of the key, and score - best other of the key or `UNSEEN`."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    first = np.searchsorted(ordered, ordered)
    second = np.minimum(first + 1, len(order) - 1)
    sorted_score = score[order]
    best = sorted_score[first]
    alone = (ordered[second] != ordered) | (second == first)
    rival = np.where(alone, UNSEEN, np.maximum(UNSEEN, sorted_score[second]))
    others = np.where(np.arange(len(order)) == first, rival, best)
    share, gap = np.empty(len(order)), np.empty(len(order))
    share[order] = sorted_score / best
    gap[order] = sorted_score - others
    return share, gap
