"""A support vector machine learnt from validated examples, with calibrated probabilities.

scikit-learn finds the support vectors; they are kept as plain arrays, as a `Ranker` keeps trees.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diglot.errors import ConfigError, describe_unknown
from diglot.installed import extra_for
from diglot.learning.trees import logistic

FORMAT = "diglot machine 1"
KERNELS = ("rbf", "linear")
PENALTY = 10.0
FOLDS = 5
BLOCK = 2048
LARGEST = 12_000
"""Examples that the kernel machine learns from at most: its cost grows with their square."""


@dataclass(frozen=True, slots=True, eq=False)
class Machine:
    """Support vectors over named features, and the line that calibrates their sum.

    Rows are divided by their length; an unknown figure (NaN) counts 0.

    Attributes:
        names: names of the features, in the order of the columns.
        vectors: shape (support vectors, names), float64; of a linear machine one row of weights.
        weights: shape (support vectors,), float64.
        intercept: of the decision.
        gamma: of the kernel exp(-gamma |x - y|^2); 0 for a linear machine.
        slope: of the calibration.
        offset: of the calibration: log-odds = slope * decision + offset.
        notes: where it comes from, for people.
    """

    names: tuple[str, ...]
    vectors: NDArray[np.float64]
    weights: NDArray[np.float64]
    intercept: float
    gamma: float
    slope: float = 1.0
    offset: float = 0.0
    notes: str = ""

    def decisions(self, features: ArrayLike) -> NDArray[np.float64]:
        """Return the distance of every row from the border, before calibration.

        Raises:
            ConfigError: the rows have other features than the machine was trained on.
        """
        rows = _unit(features)
        if rows.ndim != 2 or rows.shape[1] != len(self.names):
            raise ConfigError(
                f"this machine was trained on {len(self.names)} features, not on "
                f"{rows.shape[-1]}: train it again with this version"
            )
        found = np.empty(len(rows))
        squares = (self.vectors**2).sum(axis=1)
        for begin in range(0, len(rows), BLOCK):
            here = rows[begin : begin + BLOCK]
            products = here @ self.vectors.T
            if self.gamma:
                distance = (here**2).sum(axis=1)[:, None] + squares - 2 * products
                products = np.exp(-self.gamma * np.maximum(distance, 0.0))
            found[begin : begin + BLOCK] = products @ self.weights + self.intercept
        return found

    def log_odds(self, features: ArrayLike) -> NDArray[np.float64]:
        """Return the calibrated log-odds of every row; see `decisions`."""
        return self.slope * self.decisions(features) + self.offset

    def probabilities(self, features: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of every row that it is right, in [0, 1]; see `decisions`."""
        return logistic(self.log_odds(features))

    def to_dict(self) -> dict[str, Any]:
        """Return the machine as what JSON can hold."""
        return {
            "format": FORMAT,
            "names": list(self.names),
            "notes": self.notes,
            "intercept": self.intercept,
            "gamma": self.gamma,
            "slope": self.slope,
            "offset": self.offset,
            "vectors": self.vectors.tolist(),
            "weights": self.weights.tolist(),
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Machine:
        """Return the machine that `to_dict` gave.

        Raises:
            ConfigError: it is of another version, or damaged; the message says which.
        """
        if data.get("format") != FORMAT:
            raise ConfigError(f"no machine of this version ({FORMAT}): train it again")
        try:
            names = tuple(map(str, data["names"]))
            vectors = np.asarray(data["vectors"], np.float64)
            weights = np.asarray(data["weights"], np.float64)
            line = {name: float(data[name]) for name in ("intercept", "gamma", "slope", "offset")}
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ConfigError(f"damaged machine: {error}: train it again") from error
        numbers = [vectors, weights, np.array(list(line.values()))]
        if (
            vectors.shape != (len(weights), len(names))
            or weights.ndim != 1
            or line["gamma"] < 0
            or not all(np.isfinite(each).all() for each in numbers)
        ):
            raise ConfigError("damaged machine: its vectors do not hold together: train it again")
        return cls(names, vectors, weights, notes=str(data.get("notes", "")), **line)


def train_machine(
    features: ArrayLike,
    labels: ArrayLike,
    *,
    names: Sequence[str],
    kernel: str = "rbf",
    seed: int = 0,
    notes: str = "",
) -> Machine:
    """Learn a machine, and calibrate it on examples that it did not see.

    Args:
        features: shape (examples, names); NaN for unknown features.
        labels: shape (examples,), True for right ones.
        names: of the features.
        kernel: ``rbf`` or ``linear``.
        seed: of the folds of the calibration, and of the choice among too many examples.
        notes: where the examples come from.

    Raises:
        ConfigError: there is no such kernel, or there are too few examples of a kind.

    Reference:
        Cortes and Vapnik (1995), Support-vector networks; Platt (1999) for the calibration; Repar
        et al. (2022) for kernel, penalty and the length of rows.
    """
    if kernel not in KERNELS:
        raise ConfigError(describe_unknown("kernel", kernel, KERNELS))
    rows, right = _unit(features), np.asarray(labels, np.bool_)
    least = min(int(right.sum()), int((~right).sum()))
    if least < 2 * FOLDS:
        raise ConfigError(
            f"{least} examples are too few to train a machine: give at least {2 * FOLDS} right "
            "and as many wrong ones"
        )
    random = np.random.default_rng(seed)
    if kernel == "rbf" and len(rows) > LARGEST:
        chosen = np.sort(random.permutation(len(rows))[:LARGEST])
        rows, right = rows[chosen], right[chosen]
    fold = np.empty(len(rows), np.int64)
    for kind in (right, ~right):
        # Both kinds in every fold.
        fold[kind] = random.permutation(int(kind.sum())) % FOLDS
    held_out = np.empty(len(rows))
    for number in range(FOLDS):
        here = fold == number
        part = _fit(rows[~here], right[~here], tuple(names), kernel)
        held_out[here] = part.decisions(rows[here])
    slope, offset = _line(held_out, right)
    whole = _fit(rows, right, tuple(names), kernel)
    return replace(whole, slope=slope, offset=offset, notes=notes)


def _fit(
    rows: NDArray[np.float64],
    right: NDArray[np.bool_],
    names: tuple[str, ...],
    kernel: str,
) -> Machine:
    with extra_for("training a ranker"):
        from sklearn.svm import SVC, LinearSVC
        from threadpoolctl import threadpool_limits

    with threadpool_limits(limits=1):
        if kernel == "linear":
            linear = LinearSVC(C=PENALTY, dual="auto", random_state=0, max_iter=20_000)
            linear.fit(rows, right)
            return Machine(names, linear.coef_, np.ones(1), float(linear.intercept_[0]), 0.0)
        variance = float(rows.var())
        gamma = 1.0 / (rows.shape[1] * variance) if variance > 0 else 1.0
        model = SVC(C=PENALTY, kernel="rbf", gamma=gamma, cache_size=500)
        model.fit(rows, right)
    return Machine(
        names,
        np.asarray(model.support_vectors_, np.float64),
        np.asarray(model.dual_coef_[0], np.float64),
        float(model.intercept_[0]),
        gamma,
    )


def _line(decisions: NDArray[np.float64], right: NDArray[np.bool_]) -> tuple[float, float]:
    """Return slope and offset of the log-odds that fit the labels best; the slope rises."""
    from sklearn.linear_model import LogisticRegression

    fit = LogisticRegression(C=1e3, max_iter=1000).fit(decisions[:, None], right)
    return max(float(fit.coef_[0, 0]), 0.05), float(fit.intercept_[0])


def _unit(features: ArrayLike) -> NDArray[np.float64]:
    """Return rows of length one with 0 for unknown features."""
    rows = np.nan_to_num(np.asarray(features, np.float64), nan=0.0)
    lengths = np.linalg.norm(rows, axis=-1, keepdims=True)
    return rows / np.where(lengths > 0, lengths, 1.0)
