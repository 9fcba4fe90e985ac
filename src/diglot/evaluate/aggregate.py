"""From rows of counts to precision, recall and F.

Every score of links keeps the same columns. A row is one block of 25 source segments of one
document; ``document`` and ``block`` say which, the other four are counts that add up over rows:

``predicted_hits``, ``predicted``
    how much of the prediction is right, and how much there is: their quotient is the precision;
``gold_hits``, ``gold``
    how much of the gold was found, and how much there is: their quotient is the recall.

At the levels of ARCADE both hits are the same number; the strict and lax scores count nulls in the
precision only, so there they differ.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from diglot.model import Score

COLUMNS = ("document", "block", "predicted_hits", "predicted", "gold_hits", "gold")
LABELS = 2

FIGURES = ("precision", "recall", "f1", "silence", "noise")

# Nothing proposed where nothing was to be found is right at the levels of ARCADE; the scorer of
# the strict and lax family gives 0 there.
EMPTY_IS_PERFECT = frozenset({"align", "sentence", "word", "char"})


def figures(counts: NDArray[np.float64], metric: str) -> dict[str, NDArray[np.float64]]:
    """Compute the figures of summed counts.

    Args:
        counts: shape (..., 4): the columns after the labels, summed over rows.
        metric: name of the metric; decides what an empty gold and an empty prediction give.

    Returns:
        An array of shape (...) for each name of ``FIGURES``.
    """
    precision = _divide(counts[..., 0], counts[..., 1])
    recall = _divide(counts[..., 2], counts[..., 3])
    if metric in EMPTY_IS_PERFECT:
        empty = (counts[..., 1] == 0) & (counts[..., 3] == 0)
        precision, recall = np.where(empty, 1.0, precision), np.where(empty, 1.0, recall)
    return {
        "precision": precision,
        "recall": recall,
        "f1": _divide(2 * precision * recall, precision + recall),
        "silence": 1 - recall,
        "noise": 1 - precision,
    }


def values(statistics: NDArray[np.float64], metric: str) -> dict[str, float]:
    """Aggregate rows into figures: sum first, divide once (micro average)."""
    totals = statistics[:, LABELS:].sum(axis=0)
    return {name: float(value) for name, value in figures(totals, metric).items()}


def per_document(score: Score) -> list[Mapping[str, float]]:
    """Return the figures of each document, in the order in which they were scored."""
    documents = score.statistics[:, 0]
    return [
        values(score.statistics[documents == document], score.metric)
        for document in np.unique(documents)
    ]


def _divide(above: NDArray[np.float64], below: NDArray[np.float64]) -> NDArray[np.float64]:
    """Divide, with 0/0 = 0."""
    return np.divide(above, below, out=np.zeros_like(below, dtype=np.float64), where=below > 0)
