"""One-time inverse consultation: two words with the same translations in a third language."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.graph import Graph, edges_between
from diglot.lexicons.interface import Resources, ScoredPairs, options_of
from diglot.lexicons.paths.pivots import pivots_of, share_part_of_speech

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from scipy.sparse import csr_array


COMBINATIONS = ("max", "mean", "sum", "votes")
OPTIONS = {"pivots": (), "combine": "max", "pos": "any"}
PRODUCTS = 5_000_000
"""Paths of two steps that are multiplied out at once."""


def otic(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the overlap of their translations in pivot languages.

    Over one pivot the score is twice the number of pivot words that both words translate to, over
    the sum of how many each of them translates to. Edges count both ways.

    Options:
        pivots: codes of languages; all that have dictionaries with both by default.
        combine: ``max`` over pivots; ``mean`` over the pivots in which both words have
            translations; ``sum``, a third of it, 1 at most; ``votes``, a quarter for each pivot
            with overlap, 1 at most: .5 asks for two.
        pos: ``any``; or ``same``: both words of one part of speech.

    See `Method` for arguments and errors.

    Reference:
        Tanaka and Umemura (1994), Construction of a bilingual dictionary intermediated by a third
        language; Lim, Ranaivo-Malançon and Tang (2011), Low cost construction of a multilingual
        lexicon from bilingual lists, for several pivots.
    """
    options = options_of(
        resources, OPTIONS, choices={"combine": COMBINATIONS, "pos": ("any", "same")}
    )
    sides = [
        _Side.of(graph, source, target, pivot)
        for pivot in pivots_of(graph, source, target, options["pivots"])
    ]
    first, last = graph.range(source)
    left, right = graph.range(target)
    parts = [
        _combined(sides, begin, end, right - left, options["combine"])
        for begin, end in _blocks(sides, last - first)
    ]
    key = np.concatenate([each for each, _ in parts])
    found = ScoredPairs(
        (key // (right - left) + first).astype(np.int32),
        (key % (right - left) + left).astype(np.int32),
        np.concatenate([each for _, each in parts]),
    )
    if options["pos"] == "same":
        return found.subset(share_part_of_speech(graph, found.source, found.target))
    return found


@dataclass(frozen=True, slots=True, eq=False)
class _Side:
    """A pivot language: edges to it and from it, and how many each word has."""

    to: csr_array
    back: csr_array
    out: NDArray[np.int64]
    into: NDArray[np.int64]

    @classmethod
    def of(cls, graph: Graph, source: str, target: str, pivot: str) -> _Side:
        to, back = edges_between(graph, source, pivot), edges_between(graph, pivot, target)
        into = np.bincount(back.indices, minlength=back.shape[1])
        return cls(to, back, np.diff(to.indptr).astype(np.int64), into)


def _blocks(sides: list[_Side], rows: int) -> Iterator[tuple[int, int]]:
    """Give ranges of source words with few enough paths each; one word at least."""
    paths = np.zeros(rows)
    for side in sides:
        paths += side.to @ np.diff(side.back.indptr).astype(np.float64)
    block = (np.cumsum(paths) // PRODUCTS).astype(np.int64)
    bounds = [0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), rows]
    yield from pairwise(bounds)


def _combined(
    sides: list[_Side], begin: int, end: int, columns: int, combine: str
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the pairs of a range of source words, as row * columns + column, and their scores."""
    keys, scores = [np.zeros(0, np.int64)], [np.zeros(0)]
    for side in sides:
        shared = side.to[begin:end] @ side.back
        shared.sort_indices()
        row = np.repeat(np.arange(begin, end), np.diff(shared.indptr))
        column = shared.indices.astype(np.int64)
        keys.append(row * columns + column)
        scores.append(2 * shared.data.astype(np.float64) / (side.out[row] + side.into[column]))
    key, at = np.unique(np.concatenate(keys), return_inverse=True)
    score = np.concatenate(scores)
    if combine == "max":
        best = np.zeros(len(key))
        np.maximum.at(best, at, score)
        return key, best
    if combine == "votes":
        return key, np.minimum(np.bincount(at, minlength=len(key)) / 4, 1.0)
    total = np.bincount(at, weights=score, minlength=len(key))
    if combine == "sum":
        return key, np.minimum(total / 3, 1.0)
    possible = np.zeros(len(key))
    for side in sides:
        possible += (side.out[key // columns] > 0) & (side.into[key % columns] > 0)
    return key, total / possible
