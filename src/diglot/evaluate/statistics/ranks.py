"""Rank statistics of metrics: correlation over systems, and separation of right from wrong items.

References:
    Spearman 1904 (rank correlation); Mann and Whitney 1947, "On a test of whether one of two random
    variables is stochastically larger than the other"; Alam et al. 2021, section 4 and table 11.
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

    from numpy.typing import ArrayLike

    from diglot.evaluate.statistics.aggregate import Floats

SHOWN_BELOW = 0.2
STARRED_BELOW = 0.1
OMITTED = "–"
EXACT_UP_TO = 8
"""Values of the smaller class for which every order of two classes without ties is counted."""
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
    def label(self) -> str:
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


def correlations(figures: Mapping[str, Sequence[float]]) -> dict[tuple[str, str], Correlation]:
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


def mean_ranks(figures: Floats) -> Floats:
    """Return ranks from 1, ascending; equal figures share the mean of their ranks."""
    _, which, counts = np.unique(figures, return_inverse=True, return_counts=True)
    last = np.cumsum(counts)
    ranks: Floats = (last - (counts - 1) / 2)[which]
    return ranks


def _p(rho: float, n: int) -> float:
    if n <= 2:
        return math.nan
    if abs(rho) == 1:
        return 0.0
    return _student_tails(abs(rho) * math.sqrt((n - 2) / (1 - rho * rho)), n - 2)


def _student_tails(t: float, freedom: int) -> float:
    """Return how probable a value of the t distribution is as far from 0 as ``t`` > 0, either way.

    Reference:
        Abramowitz and Stegun 1964, 26.7.3 and 26.7.4 (whole degrees of freedom, a finite sum).
    """
    angle = math.atan2(t, math.sqrt(freedom))
    sine, cosine = math.sin(angle), math.cos(angle)
    term = cosine if freedom % 2 else 1.0
    total = term if freedom > 1 else 0.0
    for k in range(2 + freedom % 2, freedom - 1, 2):
        term *= cosine * cosine * (k - 1) / k
        total += term
    inside = 2 / math.pi * (angle + sine * total) if freedom % 2 else sine * total
    return max(0.0, 1 - inside)


# Whether a metric separates what people call right from what they call wrong.


@dataclass(frozen=True, slots=True)
class Separation:
    """How the values of two classes differ.

    Attributes:
        right: number of values in the class of what is right.
        wrong: the same of what is wrong.
        median_right: NaN for an empty class.
        median_wrong: the same.
        auc: probability that a value of the first class is the higher one, a tie counting half;
            .5 is chance. NaN if a class is empty.
        p: of a difference as large, either way, if both classes were alike (Mann-Whitney; exact
            for small classes without ties, else by the normal distribution). NaN likewise.
    """

    right: int
    wrong: int
    median_right: float
    median_wrong: float
    auc: float
    p: float


def separation(values: Sequence[float], answers: Sequence[bool]) -> Separation:
    """Compare the values of right and wrong items.

    Raises:
        InputError: lists of different lengths, or a value that is no number.
    """
    found, told = np.asarray(values, np.float64), np.asarray(answers, np.bool_)
    if found.shape != told.shape or found.ndim != 1:
        raise InputError("a comparison of classes needs one answer for every value")
    if not np.isfinite(found).all():
        raise InputError("a comparison of classes needs numbers")
    right, wrong = found[told], found[~told]
    auc, p = math.nan, math.nan
    if len(right) and len(wrong):
        auc, p = _mann_whitney(right, wrong)
    return Separation(len(right), len(wrong), _median(right), _median(wrong), auc, p)


def _median(values: Floats) -> float:
    return float(np.median(values)) if len(values) else math.nan


def _mann_whitney(one: Floats, other: Floats) -> tuple[float, float]:
    n, m = len(one), len(other)
    ranks = mean_ranks(np.concatenate([one, other]))
    above = float(ranks[:n].sum()) - n * (n + 1) / 2
    greater = max(above, n * m - above)
    _, ties = np.unique(ranks, return_counts=True)
    if min(n, m) <= EXACT_UP_TO and (ties == 1).all():
        p = 2 * _tail(int(greater), min(n, m), max(n, m))
    else:
        size = n + m
        tied = float(((ties.astype(np.float64) ** 3) - ties).sum()) / (size * (size - 1))
        spread = math.sqrt(n * m / 12 * (size + 1 - tied))
        p = math.erfc((greater - n * m / 2 - 0.5) / (spread * math.sqrt(2))) if spread else 1.0
    return above / (n * m), min(1.0, p)


def _tail(least: int, few: int, many: int) -> float:
    """Return the probability that at least so many pairs of two classes stand one way round."""
    ways = [1] + [0] * (few * many)
    # The coefficients of the Gaussian binomial, factor by factor (Mann and Whitney 1947, 3).
    for i in range(1, few + 1):
        for k in range(few * many, many + i - 1, -1):
            ways[k] -= ways[k - many - i]
        for k in range(i, few * many + 1):
            ways[k] += ways[k - i]
    return sum(ways[least:]) / math.comb(few + many, few)
