"""A scorer of inferred pairs: boosted trees and the curve that makes their sum a probability."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.ranker import Ranker, logistic
from diglot.lexicons.learned.features import NAMES

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

FORMAT = "diglot lexicon scorer 1"
LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class Reliability:
    """A row of the table that says how far probabilities hold, on dictionaries that were hidden.

    Attributes:
        low: least probability of the row.
        high: greatest.
        pairs: number of pairs.
        predicted: their mean probability; 0 without pairs.
        observed: share of them that the hidden dictionaries have.
    """

    low: float
    high: float
    pairs: int
    predicted: float
    observed: float


@dataclass(frozen=True, slots=True, eq=False)
class Scorer:
    """What was learnt from hidden dictionaries.

    Attributes:
        ranker: trees over the figures of `features.NAMES`.
        curve: slopes of log p and of -log(1 - p), and what is added: the log-odds of a pair of
            which the trees say p.
        hidden: pairs of languages whose dictionaries it was learnt from, with the pairs of words.
        table: how far the probabilities hold.
        error: expected calibration error on dictionaries that neither trees nor curve had seen.
    """

    ranker: Ranker
    curve: tuple[float, float, float]
    hidden: tuple[tuple[str, str, int], ...] = ()
    table: tuple[Reliability, ...] = ()
    error: float = 0.0

    def probabilities(self, figures: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of every row that a dictionary with both words has the pair.

        Args:
            figures: shape (pairs, names).

        Raises:
            ConfigError: the scorer was trained on other figures.
        """
        return curved(self.ranker.probabilities(figures), self.curve)

    def to_dict(self) -> dict[str, Any]:
        """Return the scorer as what JSON can hold."""
        return {
            "format": FORMAT,
            "curve": list(self.curve),
            "hidden": [list(each) for each in self.hidden],
            "table": [
                [each.low, each.high, each.pairs, each.predicted, each.observed]
                for each in self.table
            ],
            "error": self.error,
            "ranker": self.ranker.to_dict(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Scorer:
        """Return the scorer that `to_dict` gave.

        Raises:
            ConfigError: it is of another version, or damaged.
        """
        if not hasattr(data, "get") or data.get("format") != FORMAT:
            raise ConfigError(f"no scorer of this version ({FORMAT}): train it again")
        try:
            first, second, third = map(float, data["curve"])
            hidden = tuple((str(one), str(other), int(size)) for one, other, size in data["hidden"])
            table = tuple(
                Reliability(float(low), float(high), int(pairs), float(predicted), float(observed))
                for low, high, pairs, predicted, observed in data["table"]
            )
            error = float(data["error"])
            ranker = Ranker.from_dict(data["ranker"])
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as problem:
            raise ConfigError(f"damaged scorer: {problem}: train it again") from problem
        if not all(isinstance(data[key], list) for key in ("curve", "hidden", "table")):
            raise ConfigError("damaged scorer: no list where one belongs: train it again")
        if ranker.names != NAMES:
            raise ConfigError("the scorer was trained on other figures: train it again")
        numbers = (first, second, third, error, ranker.base, ranker.slope, ranker.offset)
        if not np.isfinite(numbers).all() or min(first, second) < 0:
            raise ConfigError("damaged scorer: its curve is no rising one: train it again")
        return cls(ranker, (first, second, third), hidden, table, error)


def curved(
    probability: NDArray[np.float64], curve: tuple[float, float, float]
) -> NDArray[np.float64]:
    """Return probabilities on a curve.

    Reference:
        Kull, Silva Filho and Flach (2017), Beta calibration, equation 2.
    """
    one, other = _sides(probability)
    return logistic(curve[0] * one + curve[1] * other + curve[2])


def fitted(
    probability: NDArray[np.float64], right: NDArray[np.bool_], weight: NDArray[np.float64]
) -> tuple[float, float, float]:
    """Return the curve on which probabilities fit the labels best; it never falls.

    Args:
        probability: shape (pairs,), before calibration, of pairs that were not trained on.
        right: shape (pairs,).
        weight: shape (pairs,).
    """
    from sklearn.linear_model import LogisticRegression

    columns = np.stack(_sides(probability), axis=1)
    used = [0, 1]
    # Labels of one kind show no slope.
    while used and 0 < right.sum() < len(right):
        model = LogisticRegression(C=1e6).fit(columns[:, used], right, sample_weight=weight)
        slopes = dict(zip(used, model.coef_[0].tolist(), strict=True))
        if min(slopes.values()) >= 0:
            return slopes.get(0, 0.0), slopes.get(1, 0.0), float(model.intercept_[0])
        used = [each for each in used if slopes[each] >= 0]
    # No curve that rises fits: all pairs get the same.
    share = float(np.average(right, weights=weight))
    return 0.0, 0.0, float(np.log(max(share, LEAST) / max(1 - share, LEAST)))


def reliability_table(
    probability: NDArray[np.float64], right: NDArray[np.bool_], rows: int = 10
) -> tuple[tuple[Reliability, ...], float]:
    """Return how far probabilities hold, and the expected calibration error.

    Args:
        probability: shape (pairs,).
        right: shape (pairs,).
        rows: of equal width.

    Reference:
        Naeini, Cooper and Hauskrecht (2015), Obtaining well calibrated probabilities using Bayesian
        binning, for the error.
    """
    row = np.minimum((probability * rows).astype(np.int64), rows - 1)
    pairs = np.bincount(row, minlength=rows)
    predicted = np.bincount(row, weights=probability, minlength=rows) / np.maximum(pairs, 1)
    observed = np.bincount(row, weights=right, minlength=rows) / np.maximum(pairs, 1)
    error = float((np.abs(predicted - observed) * pairs).sum() / max(pairs.sum(), 1))
    table = (
        Reliability(at / rows, (at + 1) / rows, *each)
        for at, each in enumerate(
            zip(pairs.tolist(), predicted.tolist(), observed.tolist(), strict=True)
        )
    )
    return tuple(table), error


def _sides(probability: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    p = np.clip(probability, LEAST, 1 - LEAST)
    return np.log(p), -np.log(1 - p)
