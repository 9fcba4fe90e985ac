"""Pairs scored by support vector regression on features of the shape of the graph around them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.installed import extra_for
from diglot.lexicons.graph.graph import Graph, judge_pairs, language_edge_counts, without_direct
from diglot.lexicons.interface import Resources, ScoredPairs, options_of, single_threaded
from diglot.lexicons.paths.pivots import PivotPairs, pivot_pairs, pivots_of, share_part_of_speech

More = Callable[[Graph, str, str, PivotPairs], NDArray[np.floating]]

NAMES = (
    "paths", "pivots", "share of pivots",
    "chance", "chance forth", "chance back",
    "greatest overlap", "mean overlap",
    "translations of source", "translations of target",
    "languages of source", "languages of target",
    "share of best of source", "share of best of target",
    "rivals of source", "rivals of target",
    "same part of speech",
)  # fmt: skip


def graph_metrics(graph: Graph, source: str, target: str, paths: PivotPairs) -> NDArray[np.float32]:
    """Return features of pairs, of about the same size whatever the number of pivots.

    Returns:
        Shape (pairs, names): path counts, OTIC, degrees, chances of walks, and how a pair stands
        among the others of its words.
    """
    one, other = paths.source, paths.target
    possible = np.maximum(paths.possible, 1.0)
    chance = np.sqrt(paths.forth * paths.back)
    starts = graph.range(source)[0], graph.range(target)[0]
    columns = [
        np.log1p(paths.paths),
        np.log1p(paths.languages),
        paths.languages / possible,
        np.sqrt(chance),
        np.sqrt(paths.forth),
        np.sqrt(paths.back),
        paths.best,
        paths.overlap / possible,
        np.log1p(paths.source_degree[one]),
        np.log1p(paths.target_degree[other]),
        np.log1p(paths.source_languages[one]),
        np.log1p(paths.target_languages[other]),
        chance / _greatest(one, chance),
        chance / _greatest(other, chance),
        np.log1p(np.bincount(one)[one]),
        np.log1p(np.bincount(other)[other]),
        share_part_of_speech(graph, one + starts[0], other + starts[1]),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _greatest(words: NDArray[np.int64], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the greatest chance among the pairs of the same word."""
    greatest = np.zeros(int(words.max(initial=-1)) + 1)
    np.maximum.at(greatest, words, chance)
    return greatest[words]


# Known dictionaries that are hidden, so that a method learns to find them again.

FEWEST = 200
"""Edges between two languages that make a dictionary to learn from."""


def similar_pairs(graph: Graph, source: str, target: str) -> tuple[tuple[str, str], ...]:
    """Return one or two known pairs of languages that are most like a wanted one.

    The best is taken of those with the source language and of those with the target language; where
    neither has any, of all. Best is the number of pivots next to that of the wanted pair, then the
    most edges. The graph has no edges between the two languages.
    """
    wanted = len(pivots_of(graph, source, target))
    edges = language_edge_counts(graph)
    known = []
    for a, one in enumerate(graph.languages):
        for b, other in enumerate(graph.languages[:a]):
            if edges[a, b] >= FEWEST and {one, other} != {source, target}:
                pivots = len(pivots_of(graph, other, one))
                if pivots:
                    known.append((abs(pivots - wanted), -int(edges[a, b]), other, one))
    known.sort()
    best = [
        next((pair for pair in known if language in pair[2:]), None)
        for language in (source, target)
    ]
    found = [pair for pair in best if pair] or known[:1]
    return tuple(dict.fromkeys((one, other) for _, _, one, other in found))


@dataclass(frozen=True, slots=True)
class Training:
    """How a regression is trained.

    Attributes:
        examples: of each hidden dictionary at most.
        penalty: C of the regression.
        margin: error that costs nothing, epsilon.
        pairs: languages of the dictionaries; chosen where there are none.
        name: of a further feature.
        more: gives that feature of pairs that paths join, shape (pairs,); None: there is none.
    """

    examples: int = 3000
    penalty: float = 1.0
    margin: float = 0.1
    pairs: tuple[tuple[str, str], ...] = ()
    name: str = ""
    more: More | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """Names of all features."""
        return NAMES if self.more is None else (*NAMES, self.name)

    def features(
        self, graph: Graph, source: str, target: str, paths: PivotPairs
    ) -> NDArray[np.float32]:
        """Return the features of pairs, shape (pairs, names)."""
        features = graph_metrics(graph, source, target, paths)
        if self.more is None:
            return features
        column = np.asarray(self.more(graph, source, target, paths), np.float32)
        return np.column_stack([features, column])


USUAL = Training()
OPTIONS = {
    "examples": USUAL.examples,
    "penalty": USUAL.penalty,
    "margin": USUAL.margin,
    "train": (),
}
BLOCK = 2048
LEAST_SPREAD = 0.05


@dataclass(frozen=True, slots=True, eq=False)
class Regression:
    """A support vector regression with a Gaussian kernel, as arrays.

    Attributes:
        names: of the features.
        mean: shape (names,), of the examples.
        spread: shape (names,), their standard deviations.
        least: shape (names,), their least values, to which smaller ones are raised: far from all
            examples the kernel knows nothing.
        greatest: shape (names,), the same for greater ones.
        vectors: shape (support vectors, names), float32, standardised.
        weights: shape (support vectors,), float32.
        intercept: of the sum.
        gamma: of the kernel exp(-gamma |x - y|^2).
        pairs: the pairs of languages that it learnt from.
    """

    names: tuple[str, ...]
    mean: NDArray[np.float32]
    spread: NDArray[np.float32]
    least: NDArray[np.float32]
    greatest: NDArray[np.float32]
    vectors: NDArray[np.float32]
    weights: NDArray[np.float32]
    intercept: float
    gamma: float
    pairs: tuple[tuple[str, str], ...]

    def predict(self, features: NDArray[np.float32]) -> NDArray[np.float64]:
        """Return the value of every row, cut off below 0 and above 1."""
        rows = (np.clip(features, self.least, self.greatest) - self.mean) / self.spread
        squares = (self.vectors**2).sum(axis=1)
        found = np.empty(len(rows))
        for begin in range(0, len(rows), BLOCK):
            here = rows[begin : begin + BLOCK]
            distance = (here**2).sum(axis=1)[:, None] + squares - 2 * (here @ self.vectors.T)
            kernel = np.exp(-self.gamma * np.maximum(distance, 0))
            found[begin : begin + BLOCK] = kernel @ self.weights + self.intercept
        return np.clip(found, 0.0, 1.0)


def graph_svr(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs that pivot words join by a regression on features of the graph alone.

    It learns from known dictionaries that are hidden: the ones most like the wanted one that the
    source and the target language have (see `similar_pairs`). Only pairs count whose words both
    stand in the hidden dictionary.

    Options:
        examples: of each hidden dictionary at most; time grows with their square.
        penalty: C of the regression.
        margin: error that costs nothing, epsilon.
        train: pairs of languages to learn from, such as ``en-es,ca-fr``; chosen by default.

    See `Method` for arguments and errors; ``resources.scorer`` may be a `Regression`.

    Reference:
        Drucker et al. (1997), Support vector regression machines; TIAD 2021, system ULD_graphSVR,
        of which no more than the name and the group's paper of 2020 is known.
    """
    options = options_of(
        resources,
        OPTIONS,
        limits={"examples": (50, 20_000), "penalty": (1e-3, 1e3), "margin": (0, 0.49)},
    )
    pairs = _pairs(options.pop("train"))
    return regression_scores(graph, source, target, resources, Training(**options, pairs=pairs))


@single_threaded
def regression_scores(
    graph: Graph, source: str, target: str, resources: Resources, how: Training = USUAL
) -> ScoredPairs:
    """Train a regression if there is none, and score pairs with it; see `graph_svr`.

    Raises:
        ConfigError: the regression is none, or one of other features; nothing can be learnt from.
    """
    graph = without_direct(graph, source, target)
    paths = pivot_pairs(graph, source, target, pivots_of(graph, source, target))
    model = resources.scorer
    if model is None:
        pairs = how.pairs or similar_pairs(graph, source, target)
        model = train_regression(graph, pairs, how, seed=resources.seed)
    if not isinstance(model, Regression) or model.names != how.names:
        raise ConfigError("the scorer is not a regression on these features: train it again")
    features = how.features(graph, source, target, paths)
    return ScoredPairs(*_nodes(graph, source, target, paths), model.predict(features))


def _nodes(
    graph: Graph, source: str, target: str, paths: PivotPairs
) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    """Return the nodes of the words of pairs."""
    return (
        (paths.source + graph.range(source)[0]).astype(np.int32),
        (paths.target + graph.range(target)[0]).astype(np.int32),
    )


def train_regression(
    graph: Graph,
    pairs: tuple[tuple[str, str], ...],
    how: Training = USUAL,
    *,
    seed: int = 0,
) -> Regression:
    """Learn from known dictionaries that are hidden one after the other; see `regression_scores`.

    Raises:
        ConfigError: the dictionaries hold too few right or wrong pairs.
    """
    random = np.random.default_rng(seed)
    rows, labels = [], []
    for one, other in pairs:
        paths = pivot_pairs(graph, one, other, pivots_of(graph, one, other))
        judged, said = judge_pairs(graph, one, other, *_nodes(graph, one, other, paths))
        chosen = np.sort(random.permutation(len(judged))[: how.examples])
        features = how.features(graph, one, other, paths)
        rows.append(features[judged[chosen]])
        labels.append(said[chosen])
    right = np.concatenate(labels) if labels else np.zeros(0, np.bool_)
    least = min(int(right.sum()), int((~right).sum()))
    if least < 10:
        raise ConfigError(
            f"known dictionaries give {least} examples of a kind, which is too few to learn from: "
            "add a dictionary between two languages that others join, too, or name it with train="
        )
    return _fit(np.concatenate(rows), right, pairs, how)


def _fit(
    rows: NDArray[np.float32],
    right: NDArray[np.bool_],
    pairs: tuple[tuple[str, str], ...],
    how: Training,
) -> Regression:
    with extra_for("training a regression"):
        from sklearn.svm import SVR

    mean, spread = rows.mean(axis=0), rows.std(axis=0)
    # A feature that hardly changes here tells little, and must not count for much elsewhere.
    spread = np.maximum(spread, LEAST_SPREAD).astype(np.float32)
    gamma = 1.0 / len(how.names)
    model = SVR(C=how.penalty, epsilon=how.margin, gamma=gamma, cache_size=500)
    model.fit((rows - mean) / spread, right.astype(np.float64))
    return Regression(
        how.names, mean, spread, rows.min(axis=0), rows.max(axis=0),
        model.support_vectors_.astype(np.float32), model.dual_coef_[0].astype(np.float32),
        float(model.intercept_[0]), gamma, pairs,
    )  # fmt: skip


def _pairs(named: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Read pairs of languages such as ``en-es``."""
    found = []
    for each in named:
        one, dash, other = each.partition("-")
        if not (one and dash and other):
            raise ConfigError(f"option train holds {each!r}: give pairs such as en-es,ca-fr")
        found.append((one, other))
    return tuple(found)
