"""What an evaluation gives: figures with the statistics behind them; and what made a result."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    import numpy as np
    from numpy.typing import NDArray

LABELS = 2
"""Columns of statistics that say where a row stands: its document, and its number there."""


@dataclass(frozen=True, slots=True)
class Signature:
    """Reproducibility line of a result, printed in every report and written to every file.

    Attributes:
        method: name of the method, e.g. ``"crf"``.
        version: version of diglot.
        options: (name, value) pairs in a fixed order; defaults included when they matter.
        data: hex digest of the input, or None when the input was streamed.
    """

    method: str
    version: str
    options: tuple[tuple[str, str], ...] = ()
    data: str | None = None

    def __str__(self) -> str:
        parts = [f"method:{self.method}", *(f"{name}:{value}" for name, value in self.options)]
        if self.data:
            parts.append(f"data:{self.data[:12]}")
        return "|".join([*parts, f"version:{self.version}"])


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Score:
    """Figures of one metric, aggregated late from per-item statistics.

    Attributes:
        metric: name of the metric, e.g. ``"strict"``.
        values: figures by name, e.g. ``precision``, ``recall``, ``f1``; all in [0, 1], but
            coefficients of agreement may be negative, and are NaN where they are undefined.
        statistics: array (items, columns) that ``values`` was aggregated from; resampling its rows
            gives confidence intervals and paired tests. The first ``LABELS`` columns say where a
            row stands, the others are counts that add up.
        columns: names of the columns; the first two name what can be drawn, as ``document`` and
            ``block``.
        given: the counts that depend on the gold alone: equal in runs that may be compared.
        aggregate: turns summed counts of shape (..., counts) into figures of shape (...).
        signature: how it was computed.
        intervals: low and high of each figure, after a bootstrap.
        note: why there are none, where a bootstrap gave none.
    """

    metric: str
    values: Mapping[str, float]
    statistics: NDArray[np.float64]
    columns: tuple[str, ...]
    given: tuple[str, ...]
    aggregate: Callable[[NDArray[np.float64]], Mapping[str, NDArray[np.float64]]]
    signature: Signature | None = None
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
    note: str = ""

    def __repr__(self) -> str:
        values = ", ".join(f"{name} {value:.3f}" for name, value in self.values.items())
        return f"<Score: {self.metric}, {values}>"
