"""One node a word: lemmas that differ in case or part of speech alone are taken together."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.graph import Graph

if TYPE_CHECKING:
    from numpy.typing import NDArray


def merged(graph: Graph) -> Graph:
    """Return the graph of words: node number n stands for the nodes whose ``word`` is n.

    Every word is written as its first node is. Of edges that become one, all directions stay
    allowed, and the first of those who say so stays its witness; those within a word are gone.

    Args:
        graph: the dictionaries.
    """
    words = int(graph.word[-1]) + 1 if graph.nodes else 0
    if words == graph.nodes:
        return graph
    first = np.searchsorted(graph.word, np.arange(words))
    row = np.repeat(graph.word, np.diff(graph.starts))
    column = graph.word[graph.neighbours]
    order = np.lexsort((column, row))
    # A word is no neighbour of itself, as no node is.
    order = order[row[order] != column[order]]
    row, column = row[order], column[order]
    new = np.flatnonzero((np.diff(row, prepend=-1) != 0) | (np.diff(column, prepend=-1) != 0))
    begins, ends = graph.lemma_starts[first], graph.lemma_starts[first + 1]
    starts = np.concatenate([[0], np.cumsum(ends - begins)])
    return Graph(
        languages=graph.languages,
        parts=("",),
        origins=graph.origins,
        witnesses=graph.witnesses,
        bounds=np.searchsorted(first, graph.bounds).astype(np.int64),
        lemma_bytes=_stretches(graph.lemma_bytes, begins, starts),
        lemma_starts=starts,
        part=np.zeros(words, np.uint8),
        word=np.arange(words, dtype=np.int32),
        starts=np.searchsorted(row[new], np.arange(words + 1)).astype(np.int64),
        neighbours=column[new].astype(np.int32),
        allowed=np.bitwise_or.reduceat(graph.allowed[order], new),
        witness=graph.witness[order][new],
        case="fold",
        pos="ignore",
    )


def _stretches(
    data: NDArray[np.uint8], begins: NDArray[np.int64], starts: NDArray[np.int64]
) -> NDArray[np.uint8]:
    """Return stretches of an array one after the other."""
    lengths = np.diff(starts)
    return data[np.arange(int(starts[-1])) + np.repeat(begins - starts[:-1], lengths)]
