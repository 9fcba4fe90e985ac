"""A scorer learnt from the dictionaries themselves: known ones are hidden and found again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.ranker import Growth, train
from diglot.lexicons.graph.graph import between
from diglot.lexicons.graph.selection import without_direct
from diglot.lexicons.learned.features import NAMES, Survey, candidates
from diglot.lexicons.learned.reliability import reliability
from diglot.lexicons.learned.scorer import Scorer, curved, fitted, reliability_table

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.learned.features import Candidates
    from diglot.lexicons.learned.reliability import Reliability

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
GROWTH = Growth(rounds=200, rate=0.1, leaves=4, least_leaf=300, penalty=5.0)


@dataclass(frozen=True, slots=True, eq=False)
class Examples:
    """Pairs whose words both stand in a hidden dictionary.

    Attributes:
        figures: shape (examples, NAMES), float32.
        right: shape (examples,), whether it has the pair.
        dictionary: shape (examples,), int64, number of the pair of languages.
        hidden: the pairs of languages, with the pairs of words that are judged.
        confirmed: shape (pairs of languages,), share of the edges of each that others confirm.
    """

    figures: NDArray[np.float32]
    right: NDArray[np.bool_]
    dictionary: NDArray[np.int64]
    hidden: tuple[tuple[str, str, int], ...]
    confirmed: NDArray[np.float64]


def trained(
    graph: Graph,
    source: str,
    target: str,
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Scorer:
    """Learn a scorer for a pair of languages; no dictionary of the pair itself is looked at.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        seed: of the random numbers.
        progress: called with the hidden dictionaries done and their number.

    Raises:
        ConfigError: too few dictionaries confirm each other to learn from.
    """
    graph = without_direct(graph, source, target)
    found = reliability(graph)
    pairs = hidden_pairs(graph, found, source, target)
    if len(pairs) < 2:
        raise ConfigError(
            "too few dictionaries confirm each other for a scorer to be learnt: add dictionaries, "
            "give --scorer, or take --method walk"
        )
    survey = Survey(graph, found)
    return learn(examples(survey, pairs, seed=seed, progress=progress), seed=seed)


def hidden_pairs(
    graph: Graph, found: Reliability, source: str, target: str
) -> tuple[tuple[str, str], ...]:
    """Return the pairs of languages whose dictionaries are hidden, the most confirmed first.

    Half of them have the source language and half the target language, as far as there are any;
    others only where there are fewer than four.

    Args:
        graph: the dictionaries.
        found: how far they confirm each other.
        source: code of the source language.
        target: code of the target language.
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


def examples(
    survey: Survey,
    pairs: Sequence[tuple[str, str]],
    *,
    seed: int = 0,
    progress: Callable[[int, int], None] | None = None,
) -> Examples:
    """Return candidates of hidden dictionaries that these can judge.

    A pair is judged where both its words stand in the hidden dictionary: elsewhere its absence
    proves nothing.

    Args:
        survey: the dictionaries.
        pairs: the pairs of languages to hide.
        seed: of the random numbers.
        progress: called with the dictionaries done and their number.
    """
    graph, found = survey.graph, survey.reliability
    random = np.random.default_rng(seed)
    figures, labels, numbers, hidden = [], [], [], []
    for number, (source, target) in enumerate(pairs):
        if progress:
            progress(number, len(pairs))
        # The hidden dictionary must not say either which of the others it confirms.
        those = candidates(survey.without(source, target), source, target)
        judged, right = _judged(graph, those, source, target)
        chosen = np.sort(random.permutation(len(judged))[:EXAMPLES])
        figures.append(those.figures[judged[chosen]])
        labels.append(right[chosen])
        numbers.append(np.full(len(chosen), number, np.int64))
        hidden.append((source, target, len(judged)))
    at = tuple(np.array([[graph.languages.index(each) for each in pair] for pair in pairs]).T)
    return Examples(
        np.concatenate(figures),
        np.concatenate(labels),
        np.concatenate(numbers),
        tuple(hidden),
        found.confirmed[at] / found.edges[at],
    )


def learn(given: Examples, *, seed: int = 0) -> Scorer:
    """Learn a scorer from examples.

    The curve is fitted on every dictionary by trees that have not seen it; the table and the error
    come from curves that have not seen it either. For the curve a dictionary counts by a power of
    the share of its edges that others confirm: one that is hardly connected lacks most of what
    walks find, right or wrong.

    Args:
        given: examples of two dictionaries at least.
        seed: of the random numbers.

    Raises:
        ConfigError: there are too few right or wrong examples.
    """
    growth = Growth(
        GROWTH.rounds, GROWTH.rate, GROWTH.leaves, GROWTH.least_leaf, GROWTH.penalty, seed
    )
    folds = given.dictionary % min(4, len(given.hidden))
    apart = np.zeros(len(given.right))
    for fold in np.unique(folds):
        here = folds == fold
        part = train(
            given.figures[~here], given.right[~here], names=NAMES, growth=growth, calibrated=False
        )
        apart[here] = part.probabilities(given.figures[here])
    sizes = np.bincount(given.dictionary)
    weight = (given.confirmed**JUDGES * sizes.mean() / np.maximum(sizes, 1))[given.dictionary]
    honest = np.zeros(len(apart))
    for number in range(len(sizes)):
        here = given.dictionary == number
        curve = fitted(apart[~here], given.right[~here], weight[~here])
        honest[here] = curved(apart[here], curve)
    table, error = reliability_table(honest, given.right)
    ranker = train(given.figures, given.right, names=NAMES, growth=growth, calibrated=False)
    return Scorer(ranker, fitted(apart, given.right, weight), given.hidden, table, error)


def _judged(
    graph: Graph, those: Candidates, source: str, target: str
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return the candidates that the dictionary of two languages can judge, and its judgement."""
    known = between(graph, source, target)
    row = those.source.astype(np.int64) - graph.range(source)[0]
    column = those.target.astype(np.int64) - graph.range(target)[0]
    listed = np.zeros(known.shape[1], np.bool_)
    listed[known.indices] = True
    judged = np.flatnonzero((np.diff(known.indptr) > 0)[row] & listed[column])
    edges = np.repeat(np.arange(known.shape[0]), np.diff(known.indptr)) * known.shape[1]
    keys = row[judged] * known.shape[1] + column[judged]
    return judged, np.isin(keys, edges + known.indices)
