"""Figures of inferred dictionaries at every threshold: tables, curves, the best, the area.

Reference:
    TIAD 2021, tables 3.1 to 3.16 (results with variable threshold); Davis and Goadrich 2006, "The
    relationship between precision-recall and ROC curves" (why no straight lines between points).
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.evaluate.lexicons.pairs import SLACK
from diglot.evaluate.statistics.aggregate import Floats, divide, harmonic_mean

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.lexicons.gold import Gold, JudgedRows


def threshold_grid(step: str | Decimal = "0.05") -> tuple[float, ...]:
    """Return the thresholds from 0 to 1, each the number nearest to its decimal.

    Raises:
        ConfigError: the step is no number, or outside 0.0001 to 1.
    """
    try:
        width = Decimal(step)
    except ArithmeticError as error:
        raise ConfigError(f"the step of thresholds is {step!r}, no number") from error
    if not width.is_finite() or not Decimal("0.0001") <= width <= 1:
        raise ConfigError(f"the step of thresholds is {step}; it must lie between 0.0001 and 1")
    return tuple(float(width * number) for number in range(int(1 / width) + 1))


GRID = threshold_grid()


@dataclass(frozen=True, slots=True)
class SweepRow:
    """Figures at a threshold.

    Attributes:
        threshold: rows with a smaller score do not count.
        precision: 0 if nothing is kept.
        recall: of the gold pairs.
        f1: harmonic mean of both.
        coverage: share of the source words that have a row.
        kept: rows that count; a mean over directions.
        right: the right ones among them; the same.
    """

    threshold: float
    precision: float
    recall: float
    f1: float
    coverage: float
    kept: float
    right: float


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """Figures at thresholds, each array of shape (thresholds,)."""

    thresholds: Floats
    precision: Floats
    recall: Floats
    f1: Floats
    coverage: Floats
    kept: Floats
    right: Floats

    def row(self, at: int) -> SweepRow:
        """Return the figures at the threshold of that number."""
        return SweepRow(*(float(getattr(self, name)[at]) for name in Curve.__slots__))

    @property
    def rows(self) -> tuple[SweepRow, ...]:
        """The figures at each threshold."""
        return tuple(self.row(at) for at in range(len(self.thresholds)))

    @property
    def best(self) -> SweepRow:
        """The highest threshold of those with the best F."""
        ties = np.flatnonzero(self.f1 >= self.f1.max() - 1e-12)
        return self.row(int(ties[np.argmax(self.thresholds[ties])]))


def threshold_curve(run: JudgedRows, gold: Gold, thresholds: Sequence[float] | Floats) -> Curve:
    """Return the figures at thresholds."""
    levels = np.asarray(thresholds, np.float64)
    kept = np.searchsorted(-run.rows.score, SLACK - levels, side="right")
    totals = np.vstack([np.zeros((1, run.counts.shape[1])), np.cumsum(run.counts, axis=0)])[kept]
    right, count, found, covered = (column.astype(np.float64) for column in totals.T)
    precision = divide(right, count)
    recall = found / len(gold)
    return Curve(
        thresholds=levels,
        precision=precision,
        recall=recall,
        f1=harmonic_mean(precision, recall),
        coverage=covered / len(gold.entries),
        kept=count,
        right=right,
    )


def mean_curve(curves: Sequence[Curve]) -> Curve:
    """Return the mean over directions of curves at the same thresholds."""
    return Curve(
        *(np.mean([getattr(each, name) for each in curves], axis=0) for name in Curve.__slots__)
    )


def levels_of(runs: Sequence[JudgedRows]) -> Floats:
    """Return the thresholds at which a figure of any run changes, descending; 1 if none does."""
    found = np.unique(np.concatenate([each.rows.score for each in runs]))[::-1]
    return found if len(found) else np.ones(1)


def sweep(run: JudgedRows, gold: Gold, thresholds: Sequence[float] = GRID) -> tuple[SweepRow, ...]:
    """Return the table of figures at thresholds."""
    return threshold_curve(run, gold, thresholds).rows


def best_threshold(run: JudgedRows, gold: Gold) -> SweepRow:
    """Return the figures at the threshold with the best F of all."""
    return threshold_curve(run, gold, levels_of([run])).best


def area_under_curve(run: JudgedRows, gold: Gold) -> float:
    """Return the area under precision against recall: each step of recall at the precision there.

    Rows of equal score come at once; beyond the highest recall there is nothing.
    """
    found = threshold_curve(run, gold, levels_of([run]))
    steps = np.diff(found.recall, prepend=0.0)
    return float((steps * found.precision).sum())
