"""Boosted trees learnt from validated examples.

Calibrated probabilities and what each feature adds to them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diglot.errors import ConfigError

Floats = NDArray[np.float64]


# Trees are kept as plain arrays, so that a saved ranker is data and is read by any later version.

FORMAT = "diglot ranker 1"
_FOLDS = 5
_NODES = ("roots", "feature", "threshold", "missing_left", "left", "right", "value")

_TYPES = {"threshold": np.float64, "missing_left": np.uint8, "value": np.float64}


@dataclass(frozen=True, slots=True)
class Growth:
    """How trees are grown.

    Attributes:
        rounds: number of trees.
        rate: learning rate.
        leaves: leaves of a tree at most.
        least_leaf: examples of a leaf at least.
        penalty: L2 penalty of leaf values.
        seed: of the random numbers.
    """

    rounds: int = 100
    rate: float = 0.08
    leaves: int = 15
    least_leaf: int = 20
    penalty: float = 2.0
    seed: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Ranker:
    """Trees over named features, and the line that calibrates their sum.

    Attributes:
        names: names of the features, in the order of the columns.
        roots: shape (trees,), int32.
        feature: shape (nodes,), int32, -1 for leaves.
        threshold: shape (nodes,), float64.
        missing_left: shape (nodes,), uint8, 1 where an unknown figure goes left.
        left: shape (nodes,), int32.
        right: shape (nodes,), int32.
        value: shape (nodes,), float64.
        base: log-odds before the first tree.
        slope: of the calibration.
        offset: of the calibration: log-odds = slope * sum + offset.
        notes: where it comes from, for people.
        reached: shape (nodes,), int32, examples that came to each node; None in rankers of
            earlier versions, which rank but cannot be explained.
    """

    names: tuple[str, ...]
    roots: NDArray[np.int32]
    feature: NDArray[np.int32]
    threshold: Floats
    missing_left: NDArray[np.uint8]
    left: NDArray[np.int32]
    right: NDArray[np.int32]
    value: Floats
    base: float
    slope: float = 1.0
    offset: float = 0.0
    notes: str = ""
    reached: NDArray[np.int32] | None = None

    def log_odds(self, features: ArrayLike) -> Floats:
        """Return the calibrated log-odds of every row.

        Args:
            features: shape (rows, names), in the order of ``names``; NaN for unknown features.

        Raises:
            ConfigError: the rows have other features than the ranker was trained on.
        """
        from diglot.learning.kernels import trees as kernel

        trees = (getattr(self, name) for name in _NODES)
        sums: Floats = kernel.leaf_sums(_checked_rows(self, features), *trees)
        return self.slope * (self.base + sums) + self.offset

    def probabilities(self, features: ArrayLike) -> Floats:
        """Return the probability of every row that it is right, in [0, 1]; see `log_odds`."""
        return logistic(self.log_odds(features))

    def to_dict(self) -> dict[str, Any]:
        """Return the ranker as what JSON can hold."""
        counts = {} if self.reached is None else {"reached": self.reached.tolist()}
        # In full: a threshold may be a figure of the data, which a rounded one would lose.
        return {
            "format": FORMAT,
            "names": list(self.names),
            "notes": self.notes,
            "base": self.base,
            "slope": self.slope,
            "offset": self.offset,
            **{name: getattr(self, name).tolist() for name in _NODES},
            **counts,
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Ranker:
        """Return the ranker that `to_dict` gave.

        Raises:
            ConfigError: it is of another version, or damaged; the message says which.
        """
        if data.get("format") != FORMAT:
            raise ConfigError(f"no ranker of this version ({FORMAT}): train it again")
        try:
            nodes: dict[str, Any] = {
                name: np.asarray(data[name], _TYPES.get(name, np.int32))
                for name in (*_NODES, *({"reached"} & set(data)))
            }
            names = tuple(map(str, data["names"]))
            line: dict[str, Any] = {name: float(data[name]) for name in ("base", "slope", "offset")}
        except (KeyError, TypeError, ValueError, OverflowError) as error:
            raise ConfigError(f"damaged ranker: {error}: train it again") from error
        _check(nodes, len(names))
        return cls(names=names, notes=str(data.get("notes", "")), **(line | nodes))


def train_trees(
    features: ArrayLike,
    labels: ArrayLike,
    *,
    names: Sequence[str],
    weights: ArrayLike | None = None,
    groups: ArrayLike | None = None,
    growth: Growth | None = None,
    calibrated: bool = True,
    notes: str = "",
) -> Ranker:
    """Grow boosted trees and calibrate them on examples they were not grown on.

    Args:
        features: shape (examples, names); NaN for unknown features.
        labels: shape (examples,), True for right ones.
        names: names of the columns.
        weights: shape (examples,), weight of every example.
        groups: shape (examples,), integers: examples of one group (a source term, a document) are
            never both grown on and calibrated on.
        growth: how trees are grown.
        calibrated: False takes the sums of the trees as they are, a sixth of the work.
        notes: where the examples come from.

    Raises:
        ConfigError: there are too few examples of a kind to learn from.

    Reference:
        Friedman 2001, Greedy function approximation; Platt 1999 for the calibration.
    """
    rows, right = np.asarray(features, np.float64), np.asarray(labels, np.bool_)
    least = min(int(right.sum()), int((~right).sum()))
    if least < 2 * _FOLDS:
        raise ConfigError(
            f"{least} examples are too few to train a ranker: give at least {2 * _FOLDS} right "
            "and as many wrong ones"
        )
    weight = np.ones(len(rows)) if weights is None else np.asarray(weights, np.float64)
    growth = growth or Growth()
    fold = _folds(len(rows), groups, growth.seed)
    held_out = np.zeros(len(rows))
    known = np.zeros(len(rows), np.bool_)
    for number in range(_FOLDS if calibrated else 0):
        here = fold == number
        if here.any() and 0 < right[~here].sum() < (~here).sum():
            part = _grow(rows[~here], right[~here], weight[~here], names, growth)
            held_out[here] = part.log_odds(rows[here])
            known |= here
    slope, offset = (
        _line(held_out[known], right[known], weight[known]) if calibrated else (1.0, 0.0)
    )
    grown = _grow(rows, right, weight, names, growth)
    return replace(grown, slope=slope, offset=offset, notes=notes)


def average_rankers(rankers: Sequence[Ranker]) -> Ranker:
    """Return one ranker whose sum is the mean of several, calibrated as the first of them.

    Args:
        rankers: rankers of the same features, at least one.

    Reference:
        Breiman 1996, Bagging predictors.
    """
    first, *others = rankers
    if not others:
        return first
    sizes = [len(each.feature) for each in rankers]
    starts = np.concatenate([[0], np.cumsum(sizes)[:-1]])
    counts = [each.reached for each in rankers if each.reached is not None]

    def moved(name: str) -> NDArray[np.int32]:
        parts = [
            getattr(each, name) + np.where(each.feature >= 0, start, 0)
            for each, start in zip(rankers, starts, strict=True)
        ]
        return np.concatenate(parts).astype(np.int32)

    return replace(
        first,
        roots=np.concatenate(
            [each.roots + start for each, start in zip(rankers, starts, strict=True)]
        ).astype(np.int32),
        feature=np.concatenate([each.feature for each in rankers]),
        threshold=np.concatenate([each.threshold for each in rankers]),
        missing_left=np.concatenate([each.missing_left for each in rankers]),
        value=np.concatenate([each.value for each in rankers]) / len(rankers),
        base=sum(each.base for each in rankers) / len(rankers),
        reached=np.concatenate(counts) if len(counts) == len(rankers) else None,
        left=moved("left"),
        right=moved("right"),
    )


def logistic(log_odds: Floats) -> Floats:
    """Return probabilities of log-odds."""
    return 1.0 / (1.0 + np.exp(-np.clip(log_odds, -40.0, 40.0)))


def _checked_rows(ranker: Ranker, features: ArrayLike) -> Floats:
    rows = np.ascontiguousarray(features, np.float64)
    if rows.ndim != 2 or rows.shape[1] != len(ranker.names):
        raise ConfigError(
            f"this ranker was trained on {len(ranker.names)} features, not on "
            f"{rows.shape[-1]}: train it again with this version"
        )
    return rows


def _grow(
    rows: Floats, right: NDArray[np.bool_], weight: Floats, names: Sequence[str], growth: Growth
) -> Ranker:
    from diglot.learning.kernels.trees import Forest

    codes, borders, unknown = _binned(rows)
    bins = np.array([len(each) + 1 for each in borders], np.int32)
    share = float(np.average(right, weights=weight))
    base = float(np.log(share / (1 - share)))
    shape = (growth.leaves, growth.least_leaf, growth.rate, growth.penalty)
    marks = (unknown.view(np.uint8), right.view(np.uint8))
    forest = Forest(codes, bins, *marks, np.ascontiguousarray(weight), base, shape)
    trees = [forest.grow() for _ in range(growth.rounds)]
    feature, code, missing_left, left, value, reached = map(
        np.concatenate, zip(*trees, strict=True)
    )
    sizes = [len(each[0]) for each in trees]
    roots = np.concatenate([[0], np.cumsum(sizes)[:-1]]).astype(np.int32)
    leaf = feature < 0
    start = np.repeat(roots, sizes)
    return Ranker(
        names=tuple(names),
        roots=roots,
        feature=feature,
        threshold=_thresholds(feature, code, borders),
        missing_left=missing_left,
        left=np.where(leaf, 0, left + start).astype(np.int32),
        right=np.where(leaf, 0, left + start + 1).astype(np.int32),
        value=np.where(leaf, value, 0.0),
        reached=reached.astype(np.int32),
        base=base,
    )


def _binned(rows: Floats) -> tuple[NDArray[np.uint8], list[Floats], NDArray[np.bool_]]:
    """Return the bin of every figure, the borders of the bins of every column, and what is missing.

    Figures up to a border are in the bin of its number; unknown ones have the last bin of all.

    Returns:
        Shape (groups, rows, `SIDE_BY_SIDE`), groups of columns, the last one filled up; borders;
        shape (columns,), whether a figure is unknown in some row but not in all.
    """
    from diglot.learning.kernels.trees import BINS, SIDE_BY_SIDE

    count, columns = rows.shape
    codes = np.zeros((-(-columns // SIDE_BY_SIDE), count, SIDE_BY_SIDE), np.uint8)
    missing = np.isnan(rows)
    # A feature that is unknown in all examples is a constant: nothing asks for it.
    unknown = np.asarray(missing.any(axis=0) & ~missing.all(axis=0))
    borders = []
    for column in range(columns):
        feature = np.ascontiguousarray(rows[:, column])
        ascending = np.sort(feature)[: count - np.count_nonzero(missing[:, column])]
        values = ascending[np.diff(ascending, prepend=-np.inf) > 0]
        at = np.arange(max(len(values) - 1, 0))
        if len(values) > BINS - 1:
            ranks = np.ceil(np.arange(1, BINS - 1) / (BINS - 1) * len(ascending)).astype(np.int64)
            at = np.unique(np.searchsorted(values, ascending[ranks - 1]))
            at = at[at < len(values) - 1]
        borders.append((values[at] + values[at + 1]) / 2)
        code = np.searchsorted(borders[-1], feature)
        if unknown[column]:
            code[missing[:, column]] = BINS - 1
        codes[column // SIDE_BY_SIDE, :, column % SIDE_BY_SIDE] = code
    return codes, borders, unknown


def _thresholds(
    feature: NDArray[np.int32], code: NDArray[np.int32], borders: Sequence[Floats]
) -> Floats:
    """Return the values that stand for bins; beyond the last one all known values go left."""
    starts = np.cumsum([0, *(len(each) + 1 for each in borders)])[:-1]
    limits = np.concatenate([[*each, np.finfo(np.float64).max] for each in borders])
    return np.where(feature < 0, 0.0, limits[starts[feature] + code])


def _line(sums: Floats, right: NDArray[np.bool_], weight: Floats) -> tuple[float, float]:
    """Return slope and offset of the log-odds that fit the labels best.

    The labels are drawn in from 0 and 1 as Platt does, so that clean data stay finite.
    """
    positive, negative = float(right.sum()), float((~right).sum())
    aim = np.where(right, (positive + 1) / (positive + 2), 1 / (negative + 2))
    slope, offset = fit_logistic(sums[:, None], aim, weight)
    # A line that falls would turn the ranking round: then the trees learnt nothing that holds.
    return max(slope, 0.05), offset


def fit_logistic(columns: Floats, aim: Floats, weight: Floats) -> list[float]:
    """Return the slopes of columns, and what is added, that fit probabilities best (Newton).

    Args:
        columns: shape (examples, columns), near log-odds: the search begins at slopes of 1.
        aim: shape (examples,), probabilities or labels.
        weight: shape (examples,).
    """
    matrix = np.append(columns, np.ones((len(columns), 1)), axis=1)
    line = np.append(np.ones(columns.shape[1]), 0.0)
    for _ in range(30):
        p = logistic(matrix @ line)
        gradient = matrix.T @ (weight * (p - aim))
        curvature = (matrix * (weight * p * (1 - p))[:, None]).T @ matrix
        step = np.linalg.solve(curvature + 1e-6 * np.eye(len(line)), gradient)
        line -= step / max(1.0, float(np.abs(step).max()))
        if np.abs(step).max() < 1e-8:
            break
    return line.tolist()


def _folds(count: int, groups: ArrayLike | None, seed: int) -> NDArray[np.int64]:
    random = np.random.default_rng(seed)
    if groups is None:
        return random.permutation(count) % _FOLDS
    _, group = np.unique(np.asarray(groups), return_inverse=True)
    return (random.permutation(int(group.max()) + 1) % _FOLDS)[group]


def _check(nodes: Mapping[str, NDArray[Any]], columns: int) -> None:
    """Make sure that every path down a tree stays inside and ends."""
    size = nodes["feature"].size
    shapes = {"roots": (nodes["roots"].size,)}
    sound = all(nodes[name].shape == shapes.get(name, (size,)) for name in nodes)
    if sound:
        inner = nodes["feature"] >= 0
        here = np.arange(size)[inner]
        children = [nodes[side][inner] for side in ("left", "right")]
        sound = (
            bool((nodes["feature"] < columns).all())
            and bool(((nodes["roots"] >= 0) & (nodes["roots"] < size)).all())
            and all(bool(((child > here) & (child < size)).all()) for child in children)
            and bool(np.isfinite(nodes["value"]).all())
            and bool((nodes.get("reached", np.ones(size)) > 0).all())
        )
    if not sound:
        raise ConfigError("damaged ranker: its trees do not hold together: train it again")


# What each figure adds to the log-odds that a ranker gives.


def contributions(ranker: Ranker, features: ArrayLike) -> tuple[Floats, float]:
    """Return what every figure of every row adds to the log-odds, and what they are without any.

    On its way to a leaf a row changes what is expected of it at each node; the change belongs to
    the figure that the node asks for. Expected is the mean of the examples that came to the node,
    so that all changes and the mean of all examples add up to the log-odds of the row.

    Args:
        ranker: one that knows how many examples came to each node.
        features: shape (rows, names), in the order of ``names``; NaN for unknown features.

    Returns:
        Shape (rows, names), in log-odds; and the log-odds that are expected of any row.

    Raises:
        ConfigError: the ranker is of an earlier version, or was trained on other features.

    Reference:
        Saabas (2014), Interpreting random forests; Palczewska et al. (2014), Interpreting random
        forest classification models using a feature contribution method, section 3.
    """
    from diglot.learning.kernels import trees as kernel

    rows = _checked_rows(ranker, features)
    if ranker.reached is None:
        raise ConfigError("this ranker cannot explain what it says: train it again")
    mean, reached = ranker.value.copy(), ranker.reached.astype(np.float64)
    # Children come after their parents.
    for node in np.flatnonzero(ranker.feature >= 0)[::-1].tolist():
        below = [ranker.left[node], ranker.right[node]]
        mean[node] = (mean[below] * reached[below]).sum() / reached[below].sum()
    trees = [*(getattr(ranker, name) for name in _NODES[:-1]), mean]
    found: Floats = kernel.path_changes(rows, *trees)
    found *= ranker.slope
    base = ranker.base + mean[ranker.roots].sum()
    return found, float(ranker.slope * base + ranker.offset)
