"""A graph seen from the two languages that it is to join."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph


class View(NamedTuple):
    """Nodes and edges; words of the two languages are no pivots, those of all others are.

    Attributes:
        starts: int64 (nodes + 1,), where the edges of each node begin.
        neighbours: int32 (edges,), ascending for each node.
        language: uint16 (nodes,).
        wanted: uint8 (nodes,), 1 for words of the two languages.
    """

    starts: NDArray[np.int64]
    neighbours: NDArray[np.int32]
    language: NDArray[np.uint16]
    wanted: NDArray[np.uint8]


def view_of(graph: Graph, source: str, target: str) -> View:
    """Return a graph as it is seen from two languages.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    languages = np.arange(len(graph.languages), dtype=np.uint16)
    wanted = np.zeros(graph.nodes, np.uint8)
    for code in (source, target):
        wanted[slice(*graph.range(code))] = 1
    language = np.repeat(languages, np.diff(graph.bounds))
    return View(graph.starts, graph.neighbours, language, wanted)
