"""Figures of pairs of words that only the shape of the graph tells."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.paths.pivots import same_part

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.paths.two_steps import TwoSteps

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


def metrics(graph: Graph, source: str, target: str, paths: TwoSteps) -> NDArray[np.float32]:
    """Return figures of pairs, of about the same size whatever the number of pivots.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        paths: between the two languages.

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
        same_part(graph, one + starts[0], other + starts[1]),
    ]
    return np.stack(columns, axis=1).astype(np.float32)


def _greatest(words: NDArray[np.int64], chance: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the greatest chance among the pairs of the same word."""
    greatest = np.zeros(int(words.max(initial=-1)) + 1)
    np.maximum.at(greatest, words, chance)
    return greatest[words]
