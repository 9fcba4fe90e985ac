"""A scorer of inferred pairs.

Learnt from known dictionaries that are hidden and found again, with calibrated probabilities.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from diglot.errors import ConfigError
from diglot.learning.trees import Growth, Ranker, fit_logistic, logistic, train_trees
from diglot.lexicons.graph.graph import Graph, judge_pairs, without_direct
from diglot.lexicons.learned.features import (
    NAMES,
    Reliability,
    Survey,
    find_candidates,
    measure_reliability,
)

FORMAT = "diglot lexicon scorer 1"
LEAST = 1e-6


@dataclass(frozen=True, slots=True)
class ReliabilityRow:
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
        ranker: trees over the features of `features.NAMES`.
        curve: slopes of log p and of -log(1 - p), and what is added: the log-odds of a pair of
            which the trees say p.
        hidden: pairs of languages whose dictionaries it was learnt from, with the pairs of words.
        table: how far the probabilities hold.
        error: expected calibration error on dictionaries that neither trees nor curve had seen.
    """

    ranker: Ranker
    curve: tuple[float, float, float]
    hidden: tuple[tuple[str, str, int], ...] = ()
    table: tuple[ReliabilityRow, ...] = ()
    error: float = 0.0

    def probabilities(self, features: ArrayLike) -> NDArray[np.float64]:
        """Return the probability of every row that a dictionary with both words has the pair.

        Args:
            features: shape (pairs, names).

        Raises:
            ConfigError: the scorer was trained on other features.
        """
        return apply_curve(self.ranker.probabilities(features), self.curve)

    def to_dict(self) -> dict[str, Any]:
        """Return the scorer as what JSON can hold."""
        return {
            "format": FORMAT,
            "curve": list(self.curve),
            "hidden": [list(each) for each in self.hidden],
            "table": [list(astuple(each)) for each in self.table],
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
                ReliabilityRow(
                    float(low), float(high), int(pairs), float(predicted), float(observed)
                )
                for low, high, pairs, predicted, observed in data["table"]
            )
            error = float(data["error"])
            ranker = Ranker.from_dict(data["ranker"])
        except (KeyError, TypeError, ValueError, OverflowError, AttributeError) as problem:
            raise ConfigError(f"damaged scorer: {problem}: train it again") from problem
        if not all(isinstance(data[key], list) for key in ("curve", "hidden", "table")):
            raise ConfigError("damaged scorer: no list where one belongs: train it again")
        if ranker.names != NAMES:
            raise ConfigError("the scorer was trained on other features: train it again")
        numbers = (first, second, third, error, ranker.base, ranker.slope, ranker.offset)
        if not np.isfinite(numbers).all() or min(first, second) < 0:
            raise ConfigError("damaged scorer: its curve does not rise: train it again")
        return cls(ranker, (first, second, third), hidden, table, error)


def apply_curve(
    probability: NDArray[np.float64], curve: tuple[float, float, float]
) -> NDArray[np.float64]:
    """Return probabilities on a curve.

    Reference:
        Kull, Silva Filho and Flach (2017), Beta calibration, equation 2.
    """
    one, other = _sides(probability)
    return logistic(curve[0] * one + curve[1] * other + curve[2])


def fit_curve(
    probability: NDArray[np.float64], right: NDArray[np.bool_], weight: NDArray[np.float64]
) -> tuple[float, float, float]:
    """Return the curve on which probabilities fit the labels best; it never falls.

    All have shape (pairs,); the probabilities are those of pairs that were not trained on.
    """
    columns = np.stack(_sides(probability), axis=1)
    used = [0, 1]
    # Labels of one kind show no slope.
    while used and 0 < right.sum() < len(right):
        *found, offset = fit_logistic(columns[:, used], right.astype(np.float64), weight)
        slopes = dict(zip(used, found, strict=True))
        if min(found) >= 0:
            return slopes.get(0, 0.0), slopes.get(1, 0.0), offset
        used = [each for each in used if slopes[each] >= 0]
    # No curve that rises fits: all pairs get the same.
    share = float(np.average(right, weights=weight))
    return 0.0, 0.0, float(np.log(max(share, LEAST) / max(1 - share, LEAST)))


def reliability_table(
    probability: NDArray[np.float64], right: NDArray[np.bool_], rows: int = 10
) -> tuple[tuple[ReliabilityRow, ...], float]:
    """Return how far probabilities hold, in equal rows, and the expected calibration error.

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
        ReliabilityRow(at / rows, (at + 1) / rows, *each)
        for at, each in enumerate(
            zip(pairs.tolist(), predicted.tolist(), observed.tolist(), strict=True)
        )
    )
    return tuple(table), error


def _sides(probability: NDArray[np.float64]) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    p = np.clip(probability, LEAST, 1 - LEAST)
    return np.log(p), -np.log(1 - p)


FEWEST = 500
"""Confirmed edges between two languages that make a dictionary to learn from."""
MOST = 10
"""Dictionaries that are hidden."""
CONFIRMED = 0.2
"""Share of the edges of a hidden dictionary that walks find: of others they say little."""
EXAMPLES = 16_000
"""Pairs that are taken of each."""
JUDGES = 3.0
"""Power of the share of its edges that others confirm, by which a dictionary counts."""
BELIEVED = 0.8
"""Part of the log-odds that counts: hidden dictionaries agree more with each other than with those
of other makers, to whom rare pairs are right more often, and sure ones less."""
GROWTH = Growth(rounds=200, rate=0.1, leaves=4, least_leaf=300, penalty=5.0)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Pairs whose words both stand in a hidden dictionary.

    Attributes:
        features: shape (examples, NAMES), float32.
        right: shape (examples,), whether it has the pair.
        dictionary: shape (examples,), int64, number of the pair of languages.
        hidden: the pairs of languages, with the pairs of words that are judged.
        confirmed: shape (pairs of languages,), share of the edges of each that others confirm.
    """

    features: NDArray[np.float32]
    right: NDArray[np.bool_]
    dictionary: NDArray[np.int64]
    hidden: tuple[tuple[str, str, int], ...]
    confirmed: NDArray[np.float64]


def train_for_pair(
    graph: Graph,
    source: str,
    target: str,
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Scorer:
    """Learn a scorer for a pair of languages; no dictionary of the pair itself is looked at.

    ``progress`` is called with the hidden dictionaries done and their number.

    Raises:
        ConfigError: too few dictionaries confirm each other to learn from.
    """
    graph = without_direct(graph, source, target)
    found = measure_reliability(graph)
    pairs = pairs_to_hide(graph, found, source, target)
    if len(pairs) < 2:
        raise ConfigError(
            "too few dictionaries confirm each other for a scorer to be learnt: add dictionaries, "
            "give --scorer, or take --method walk"
        )
    survey = Survey(graph, found)
    return learn_scorer(hidden_examples(survey, pairs, seed=seed, progress=progress), seed=seed)


def pairs_to_hide(
    graph: Graph, found: Reliability, source: str, target: str
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of languages whose dictionaries are hidden, the most confirmed first.

    Half of them have the source language and half the target language, as far as there are any;
    others only where there are fewer than four.
    """
    usable: list[tuple[int, str, str]] = []
    for a, one in enumerate(graph.languages):
        for b in range(a + 1, len(graph.languages)):
            confirmed, edges = int(found.confirmed[a, b]), int(found.edges[a, b])
            other = graph.languages[b]
            enough = confirmed >= FEWEST and confirmed >= CONFIRMED * edges
            if enough and {one, other} != {source, target}:
                usable.append((-confirmed, one, other))
    usable.sort()
    chosen: dict[tuple[str, str], None] = {}
    for language in (source, target):
        near = [pair for _, *pair in usable if language in pair]
        chosen.update(dict.fromkeys((one, other) for one, other in near[: MOST // 2]))
    if len(chosen) < MOST // 2:
        chosen.update(dict.fromkeys((one, other) for _, one, other in usable[:MOST]))
    return tuple(chosen)[:MOST]


def hidden_examples(
    survey: Survey,
    pairs: Sequence[tuple[str, str]],
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Examples:
    """Return candidates of hidden dictionaries that these can judge.

    A pair is judged where both its words stand in the hidden dictionary: elsewhere its absence
    proves nothing. ``pairs`` are the languages to hide; ``progress`` is called with the
    dictionaries done and their number.
    """
    graph, found = survey.graph, survey.reliability
    random = np.random.default_rng(seed)
    features, labels, numbers, hidden = [], [], [], []
    for number, (source, target) in enumerate(pairs):
        if progress:
            progress(number, len(pairs))
        # The hidden dictionary must not say either which of the others it confirms.
        those = find_candidates(survey.without(source, target), source, target)
        judged, right = judge_pairs(graph, source, target, those.source, those.target)
        chosen = np.sort(random.permutation(len(judged))[:EXAMPLES])
        features.append(those.features[judged[chosen]])
        labels.append(right[chosen])
        numbers.append(np.full(len(chosen), number, np.int64))
        hidden.append((source, target, len(judged)))
    at = tuple(np.array([[graph.languages.index(each) for each in pair] for pair in pairs]).T)
    return Examples(
        np.concatenate(features),
        np.concatenate(labels),
        np.concatenate(numbers),
        tuple(hidden),
        found.confirmed[at] / found.edges[at],
    )


def learn_scorer(given: Examples, *, seed: int = 0) -> Scorer:
    """Learn a scorer from examples.

    The curve is fitted on every dictionary by trees that have not seen it; the table and the error
    come from curves that have not seen it either. For the curve a dictionary counts by a power of
    the share of its edges that others confirm: one that is hardly connected lacks most of what
    walks find, right or wrong. There are examples of two dictionaries at least.

    Raises:
        ConfigError: there are too few right or wrong examples.
    """
    growth = replace(GROWTH, seed=seed)
    folds = given.dictionary % min(4, len(given.hidden))
    apart = np.zeros(len(given.right))
    for fold in np.unique(folds):
        here = folds == fold
        part = train_trees(
            given.features[~here], given.right[~here], names=NAMES, growth=growth, calibrated=False
        )
        apart[here] = part.probabilities(given.features[here])
    sizes = np.bincount(given.dictionary)
    weight = (given.confirmed**JUDGES * sizes.mean() / np.maximum(sizes, 1))[given.dictionary]
    honest = np.zeros(len(apart))
    for number in range(len(sizes)):
        here = given.dictionary == number
        curve = fit_curve(apart[~here], given.right[~here], weight[~here])
        honest[here] = apply_curve(apart[here], _cautious(curve))
    table, error = reliability_table(honest, given.right)
    ranker = train_trees(given.features, given.right, names=NAMES, growth=growth, calibrated=False)
    curve = _cautious(fit_curve(apart, given.right, weight))
    return Scorer(ranker, curve, given.hidden, table, error)


def _cautious(curve: tuple[float, float, float]) -> tuple[float, float, float]:
    return BELIEVED * curve[0], BELIEVED * curve[1], BELIEVED * curve[2]
