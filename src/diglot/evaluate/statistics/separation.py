"""Whether a metric separates what people call right from what they call wrong.

References:
    Mann and Whitney 1947, "On a test of whether one of two random variables is stochastically
    larger than the other"; Alam et al. 2021, section 4, whose box plots show such classes.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray


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

    Args:
        values: of a metric, one an item.
        answers: whether the item is right.

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


def _median(values: NDArray[np.float64]) -> float:
    return float(np.median(values)) if len(values) else math.nan


def _mann_whitney(one: NDArray[np.float64], other: NDArray[np.float64]) -> tuple[float, float]:
    from scipy.stats import mannwhitneyu

    if (np.concatenate([one, other]) == one[0]).all():
        return 0.5, 1.0
    result = mannwhitneyu(one, other, alternative="two-sided")
    return float(result.statistic) / (len(one) * len(other)), float(result.pvalue)
