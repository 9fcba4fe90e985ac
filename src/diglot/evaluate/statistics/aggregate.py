"""From rows of counts to figures.

Every score of links between sentences keeps the same columns. A row is one block of 25 source
segments of one document; ``document`` and ``block`` say which, the other four are counts that add
up over rows:

``predicted_hits``, ``predicted``
    how much of the prediction is right, and how much there is: their quotient is the precision;
``gold_hits``, ``gold``
    how much of the gold was found, and how much there is: their quotient is the recall.

At the levels of ARCADE both hits are the same number; the strict and lax scores count nulls in the
precision only, so there they differ.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diglot.model import Score, Signature
from diglot.model.score import LABELS

Flags = NDArray[np.bool_]
Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
"""Arrays of any shape, by what they hold."""

Aggregate = Callable[[Floats], Mapping[str, Floats]]

COLUMNS = ("document", "block", "predicted_hits", "predicted", "gold_hits", "gold")
GIVEN = ("gold",)


# Nothing proposed where nothing was to be found is right at the levels of ARCADE; the scorer of
# the strict and lax family gives 0 there.
EMPTY_IS_PERFECT = frozenset({"align", "sentence", "word", "char"})


def link_metrics(counts: Floats, metric: str) -> dict[str, Floats]:
    """Compute the figures of summed counts.

    Args:
        counts: shape (..., 4): the columns after the labels, summed over rows.
        metric: name of the metric; decides what an empty gold and an empty prediction give.

    Returns:
        An array of shape (...) for each of precision, recall, f1, silence and noise.
    """
    precision = divide(counts[..., 0], counts[..., 1])
    recall = divide(counts[..., 2], counts[..., 3])
    if metric in EMPTY_IS_PERFECT:
        empty = (counts[..., 1] == 0) & (counts[..., 3] == 0)
        precision, recall = np.where(empty, 1.0, precision), np.where(empty, 1.0, recall)
    return {
        "precision": precision,
        "recall": recall,
        "f1": harmonic_mean(precision, recall),
        "silence": 1 - recall,
        "noise": 1 - precision,
    }


def link_score(metric: str, rows: Sequence[Floats], signature: Signature | None) -> Score:
    """Return the score of links whose rows, with ``COLUMNS``, are those of all documents."""
    statistics = np.vstack(rows) if rows else np.zeros((0, len(COLUMNS)))
    metrics = partial(link_metrics, metric=metric)
    return score(metric, statistics, COLUMNS, metrics, signature, given=GIVEN)


def score(
    metric: str,
    statistics: Floats,
    columns: tuple[str, ...],
    aggregate: Aggregate,
    signature: Signature | None = None,
    *,
    given: tuple[str, ...] = (),
) -> Score:
    """Aggregate rows into a score: sum first, divide once (micro average).

    Args:
        metric: name of the metric.
        statistics: shape (rows, columns).
        columns: their names, the labels first.
        aggregate: turns summed counts into figures.
        signature: how the rows were counted.
        given: the counts that depend on the gold alone.
    """
    return Score(
        metric=metric,
        values=_values(statistics, aggregate),
        statistics=statistics,
        columns=columns,
        given=given,
        aggregate=aggregate,
        signature=signature,
    )


def per_document(score: Score) -> list[Mapping[str, float]]:
    """Return the figures of each document, in the order in which they were scored."""
    documents = score.statistics[:, 0]
    return [
        _values(score.statistics[documents == document], score.aggregate)
        for document in np.unique(documents)
    ]


def divide(above: Floats, below: Floats | Ints, *, empty: float = 0.0) -> Floats:
    """Divide, with 0/0 = ``empty``."""
    filled = np.full(np.shape(below), empty, dtype=np.float64)
    return np.divide(above, below, out=filled, where=np.asarray(below) > 0)


def harmonic_mean(precision: Floats, recall: Floats) -> Floats:
    """Return F1; 0 where both are 0."""
    return divide(2 * precision * recall, precision + recall)


def precision_recall(right: Floats, kept: Floats, found: Floats, gold: Floats) -> dict[str, Floats]:
    """Return ``precision`` (right of kept), ``recall`` (found of gold) and ``f1``."""
    precision, recall = divide(right, kept), divide(found, gold)
    return {"precision": precision, "recall": recall, "f1": harmonic_mean(precision, recall)}


def ratios(columns: Sequence[str], parts: Mapping[str, tuple[str, str]]) -> Aggregate:
    """Return what divides one sum of counts by another; 0/0 is 0.

    Args:
        columns: of the statistics, the labels first.
        parts: columns of dividend and divisor, by figure.
    """
    places = {
        figure: (columns.index(above) - LABELS, columns.index(below) - LABELS)
        for figure, (above, below) in parts.items()
    }
    return partial(_divide_columns, places=places)


def _divide_columns(counts: Floats, *, places: Mapping[str, tuple[int, int]]) -> dict[str, Floats]:
    return {
        figure: divide(counts[..., above], counts[..., below])
        for figure, (above, below) in places.items()
    }


def number_rows(*columns: ArrayLike) -> Floats:
    """Return columns of counts, shape (rows,) or (rows, n), behind document 0 and row numbers."""
    counts = np.column_stack(columns).astype(np.float64)
    return np.column_stack([np.zeros(len(counts)), np.arange(len(counts)), counts])


def _values(statistics: Floats, aggregate: Aggregate) -> dict[str, float]:
    totals = statistics[:, LABELS:].sum(axis=0)
    return {name: float(value) for name, value in aggregate(totals).items()}
