"""Pairs of words that are believed without a look at their vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.paths.two_steps import TwoSteps


def identical(graph: Graph, source: str, target: str) -> NDArray[np.int64]:
    """Return words that are written the same, case aside, with one part of speech.

    Returns:
        Shape (pairs, 2), nodes counted within their language, ascending by source.
    """
    sides = [_keys(graph, language) for language in (source, target)]
    found = [(node, sides[1][key]) for key, node in sides[0].items() if key in sides[1]]
    return np.array(sorted(found), np.int64).reshape(-1, 2)


def certain(paths: TwoSteps) -> NDArray[np.int64]:
    """Return pairs that are each other's most likely end of a walk.

    They go over two pivots or more, or over one where there is none with more.

    Returns:
        Shape (pairs, 2), nodes counted within their language, ascending by source.
    """
    chance = np.sqrt(paths.forth * paths.back)
    chosen = paths.languages >= min(2, paths.languages.max(initial=0))
    for side in (paths.source, paths.target):
        greatest = np.zeros(int(side.max(initial=-1)) + 1)
        np.maximum.at(greatest, side, chance)
        chosen &= chance >= greatest[side]
    return np.stack([paths.source[chosen], paths.target[chosen]], axis=1)


def _keys(graph: Graph, language: str) -> dict[tuple[str, int], int]:
    """Return the first node of every word in small letters and part of speech."""
    begin, end = graph.range(language)
    found: dict[tuple[str, int], int] = {}
    parts = graph.part[begin:end].tolist()
    for node, lemma in enumerate(graph.lemmas(np.arange(begin, end))):
        found.setdefault((lemma.lower(), parts[node]), node)
    return found
