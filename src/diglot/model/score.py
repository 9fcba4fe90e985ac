"""What an evaluation gives: figures, and the statistics they can be recomputed from."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from diglot.model.signature import Signature


@dataclass(frozen=True, slots=True, eq=False)
class Score:
    """Figures of one metric, aggregated late from per-item statistics.

    Attributes:
        metric: name of the metric, e.g. ``"strict"``.
        values: figures by name, e.g. ``precision``, ``recall``, ``f1``; all in [0, 1].
        statistics: array (items, counts) that ``values`` was aggregated from; resampling its rows
            gives confidence intervals and paired tests.
        columns: names of the counts.
        signature: how it was computed.
    """

    metric: str
    values: Mapping[str, float]
    statistics: NDArray[np.float64]
    columns: tuple[str, ...]
    signature: Signature | None = None
    intervals: Mapping[str, tuple[float, float]] = field(default_factory=dict)
