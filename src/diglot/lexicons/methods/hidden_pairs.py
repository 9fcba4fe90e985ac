"""Known dictionaries that are hidden, so that a method learns to find them again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.connections import neighbouring
from diglot.lexicons.graph.graph import between
from diglot.lexicons.paths.pivots import pivots_of
from diglot.lexicons.paths.two_steps import TwoSteps, two_steps

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

FEWEST = 200
"""Edges between two languages that make a dictionary to learn from."""


@dataclass(frozen=True, slots=True, eq=False)
class HiddenPair:
    """Two languages whose dictionary is known, and what paths over others find.

    Attributes:
        source: code of the one language.
        target: code of the other.
        paths: between them over pivots.
        judged: shape (examples,), pairs of ``paths`` whose words both stand in the dictionary.
        right: shape (examples,), whether it has the pair.
    """

    source: str
    target: str
    paths: TwoSteps
    judged: NDArray[np.int64]
    right: NDArray[np.bool_]


def alike(graph: Graph, source: str, target: str) -> tuple[tuple[str, str], ...]:
    """Return one or two known pairs of languages that are most like a wanted one.

    The best is taken of those with the source language and of those with the target language;
    where neither has any, of all. Best is the number of pivots next to that of the wanted pair,
    then the most edges.

    Args:
        graph: the dictionaries, without any between the two languages.
        source: code of the source language.
        target: code of the target language.
    """
    wanted = len(pivots_of(graph, source, target))
    edges = neighbouring(graph)
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


def hide(graph: Graph, source: str, target: str) -> HiddenPair:
    """Return what paths find of a known dictionary that is hidden.

    Args:
        graph: the dictionaries; edges between the two languages are not walked.
        source: code of the one language.
        target: code of the other.
    """
    paths = two_steps(graph, source, target, pivots_of(graph, source, target))
    known = between(graph, source, target)
    entries, listed = np.diff(known.indptr) > 0, np.zeros(known.shape[1], np.bool_)
    listed[known.indices] = True
    judged = np.flatnonzero(entries[paths.source] & listed[paths.target])
    width = known.shape[1]
    rows = np.repeat(np.arange(known.shape[0]), np.diff(known.indptr))
    right = np.isin(
        paths.source[judged] * width + paths.target[judged], rows * width + known.indices
    )
    return HiddenPair(source, target, paths, judged, right)
