"""Rank correlation between metrics: do two metrics order the systems alike?

References:
    Spearman 1904 (rank correlation); Alam et al. 2021, table 11 (what is shown of it).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

SHOWN_BELOW = 0.2
STARRED_BELOW = 0.1
OMITTED = "–"
# Four systems with a correlation of .8 have p = .2 up to rounding, and were omitted.
_ROUNDING = 1e-9


@dataclass(frozen=True, slots=True)
class Correlation:
    """Spearman's rank correlation of two lists of figures.

    Attributes:
        rho: in [-1, 1]; NaN if one list has no order, as all its figures are equal.
        p: probability of one as far from 0, either way, if the figures had nothing to do with each
            other; by the t distribution with n - 2 degrees of freedom, rough for few systems. NaN
            for fewer than three.
        n: number of systems.
    """

    rho: float
    p: float
    n: int

    @property
    def shown(self) -> str:
        """The figure as tables print it: a star if p < .1, a dash unless p < .2."""
        if not self.p < SHOWN_BELOW - _ROUNDING:
            return OMITTED
        return f"{self.rho:.4f}{'*' if self.p < STARRED_BELOW else ''}"


def spearman(one: ArrayLike, other: ArrayLike) -> Correlation:
    """Correlate the ranks of two lists of figures of the same systems; ties share their mean rank.

    Raises:
        InputError: lists of different lengths, or a figure that is no number.
    """
    first, second = np.asarray(one, dtype=np.float64), np.asarray(other, dtype=np.float64)
    if first.shape != second.shape or first.ndim != 1:
        raise InputError("rank correlation needs two lists of figures of the same systems")
    if not (np.isfinite(first).all() and np.isfinite(second).all()):
        raise InputError(
            "rank correlation needs a figure of each system",
            cure="leave out systems that a metric gives no figure for",
        )
    n = len(first)
    a, b = mean_ranks(first), mean_ranks(second)
    a, b = a - a.mean() if n else a, b - b.mean() if n else b
    spread = math.sqrt(float(a @ a) * float(b @ b))
    if not spread:
        return Correlation(math.nan, math.nan, n)
    rho = max(-1.0, min(1.0, float(a @ b) / spread))
    return Correlation(rho, _p(rho, n), n)


def correlations(
    figures: Mapping[str, Sequence[float]],
) -> dict[tuple[str, str], Correlation]:
    """Correlate every pair of metrics.

    Args:
        figures: of each metric, one for each system, the systems in the same order.

    Raises:
        InputError: as `spearman`.
    """
    return {
        (one, other): spearman(figures[one], figures[other])
        for one, other in combinations(figures, 2)
    }


def mean_ranks(figures: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return ranks from 1, ascending; equal figures share the mean of their ranks."""
    _, which, counts = np.unique(figures, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: NDArray[np.float64] = (last - (counts - 1) / 2)[which]
    return ranks


def _p(rho: float, n: int) -> float:
    from scipy.special import stdtr

    if n <= 2:
        return math.nan
    if abs(rho) == 1:
        return 0.0
    t = abs(rho) * math.sqrt((n - 2) / (1 - rho * rho))
    return float(2 * stdtr(n - 2, -t))
