"""A graph with fewer edges: without what is said directly, or with some languages alone."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph


def direct(graph: Graph, source: str, target: str) -> NDArray[np.bool_]:
    """Return which edges join two languages, shape (2 edges,).

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    found = np.zeros(len(graph.neighbours), np.bool_)
    for one, other in ((source, target), (target, source)):
        first, last = graph.range(one)
        left, right = graph.range(other)
        # Of a graph in a file no more is read than the edges of the two languages.
        here = slice(graph.starts[first], graph.starts[last])
        found[here] |= (graph.neighbours[here] >= left) & (graph.neighbours[here] < right)
    return found


def without_direct(graph: Graph, source: str, target: str) -> Graph:
    """Return the graph without edges between two languages; all nodes stay.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    return with_edges(graph, ~direct(graph, source, target))


def among(graph: Graph, languages: Collection[str]) -> Graph:
    """Return the graph with edges between some languages alone; all nodes stay.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    wanted = _nodes_of(graph, languages)
    begins = np.repeat(wanted, np.diff(graph.starts))
    return with_edges(graph, begins & wanted[graph.neighbours])


def with_edges(graph: Graph, kept: NDArray[np.bool_]) -> Graph:
    """Return the graph with some of its edges.

    Args:
        graph: the dictionaries.
        kept: shape (2 edges,): the same at both ends of an edge.
    """
    if kept.all():
        return graph
    counts = np.concatenate([[0], np.cumsum(kept)])
    chosen: dict[str, Any] = {
        name: getattr(graph, name)[kept] for name in ("neighbours", "allowed", "witness")
    }
    return replace(graph, starts=counts[graph.starts].astype(np.int64), **chosen)


def _nodes_of(graph: Graph, languages: Collection[str]) -> NDArray[np.bool_]:
    mask = np.zeros(graph.nodes, np.bool_)
    for language in languages:
        begin, end = graph.range(language)
        mask[begin:end] = True
    return mask
