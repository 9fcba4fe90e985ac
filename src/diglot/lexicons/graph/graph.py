"""Dictionaries as one graph.

Words of many languages, the edges between them, sub-graphs, and the languages that are connected.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of

if TYPE_CHECKING:
    from collections.abc import Collection

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.model import Origin

FORTH = 1
BACK = 2


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    """Words and the edges between them; every edge is kept at both its ends.

    A node is a lemma of a language with its part of speech. Nodes are ordered by language, then by
    word (the lemma without regard to case), then by lemma and part of speech: those of one language
    stand together, and so do those of one word.

    Attributes:
        languages: their codes.
        parts: names of parts of speech; the first is empty: unknown.
        origins: the dictionaries.
        witnesses: sets of dictionaries, by number, each ascending.
        bounds: shape (languages + 1,), int64: where the nodes of each language begin.
        lemma_bytes: uint8: the lemmas in UTF-8, one after the other.
        lemma_starts: shape (nodes + 1,), int64: where each lemma begins.
        part: shape (nodes,), uint8: number of its part of speech; uint16 above 256 names.
        word: shape (nodes,), int32: number of its word, ascending over all nodes.
        starts: shape (nodes + 1,), int64: where the edges of each node begin.
        neighbours: shape (2 edges,), int32: nodes at the other end, ascending for each node.
        allowed: shape (2 edges,), uint8: ``FORTH`` if the edge may be used from this node, ``BACK``
            if from its neighbour, or their sum.
        witness: shape (2 edges,), uint16: which of ``witnesses`` says so; int32 if there are more
            than 65,536 of them.
        case: ``keep`` if lemmas that differ in case only are different nodes, else ``fold``.
        pos: ``keep`` if parts of speech make different nodes, else ``ignore``.
    """

    languages: tuple[str, ...]
    parts: tuple[str, ...]
    origins: tuple[Origin, ...]
    witnesses: tuple[tuple[int, ...], ...]
    bounds: NDArray[np.int64]
    lemma_bytes: NDArray[np.uint8]
    lemma_starts: NDArray[np.int64]
    part: NDArray[np.uint8 | np.uint16]
    word: NDArray[np.int32]
    starts: NDArray[np.int64]
    neighbours: NDArray[np.int32]
    allowed: NDArray[np.uint8]
    witness: NDArray[np.uint16 | np.int32]
    case: str = "keep"
    pos: str = "keep"

    @property
    def nodes(self) -> int:
        """Number of nodes."""
        return len(self.part)

    @property
    def edges(self) -> int:
        """Number of edges, each counted once."""
        return len(self.neighbours) // 2

    def range(self, language: str) -> tuple[int, int]:
        """Return the first node of a language and the one after its last.

        Raises:
            ConfigError: no dictionary has words of the language.
        """
        if language not in self.languages:
            known = ", ".join(self.languages)
            raise ConfigError(
                f"no dictionary has words of {language!r}; available: {known}; add a dictionary"
            )
        at = self.languages.index(language)
        return int(self.bounds[at]), int(self.bounds[at + 1])

    def lemma(self, node: int) -> str:
        """Return the lemma of a node as it is written."""
        begin, end = self.lemma_starts[node : node + 2]
        return self.lemma_bytes[begin:end].tobytes().decode("utf-8", "surrogatepass")

    def lemmas(self, nodes: NDArray[np.integer]) -> list[str]:
        """Return the lemmas of nodes."""
        view = self.lemma_bytes.data
        begins, ends = self.lemma_starts[nodes].tolist(), self.lemma_starts[nodes + 1].tolist()
        return [
            str(view[begin:end], "utf-8", "surrogatepass")
            for begin, end in zip(begins, ends, strict=True)
        ]

    def language_of(self, nodes: NDArray[np.integer]) -> NDArray[np.int64]:
        """Return the numbers of the languages of nodes."""
        return np.searchsorted(self.bounds, nodes, side="right") - 1


def edges_between(graph: Graph, rows: str, columns: str) -> csr_array:
    """Return the edges between two languages.

    Returns:
        float32, shape (nodes of the one, nodes of the other), 1 where there is an edge.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    from scipy.sparse import csr_array

    first, last = graph.range(rows)
    left, right = graph.range(columns)
    begin, end = int(graph.starts[first]), int(graph.starts[last])
    neighbours = graph.neighbours[begin:end]
    kept = (neighbours >= left) & (neighbours < right)
    counts = offsets_of(kept)
    starts = counts[graph.starts[first : last + 1] - begin]
    shape = (last - first, right - left)
    data = np.ones(int(starts[-1]), np.float32)
    return csr_array((data, neighbours[kept] - left, starts), shape=shape)


# A graph with fewer edges: without what is said directly, or with some languages alone.


def direct_edges(graph: Graph, source: str, target: str) -> NDArray[np.bool_]:
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


def judge_pairs(
    graph: Graph, source: str, target: str, one: NDArray[np.integer], other: NDArray[np.integer]
) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
    """Return which pairs the dictionary of two languages can judge, and its judgement.

    It judges pairs whose words both stand in it: elsewhere its silence proves nothing.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        one: shape (pairs,), nodes of the source language.
        other: shape (pairs,), nodes of the target language.

    Returns:
        The numbers of the pairs that are judged, and whether the dictionary has each.
    """
    known = edges_between(graph, source, target)
    row = one.astype(np.int64) - graph.range(source)[0]
    column = other.astype(np.int64) - graph.range(target)[0]
    listed = np.zeros(known.shape[1], np.bool_)
    listed[known.indices] = True
    judged = np.flatnonzero((np.diff(known.indptr) > 0)[row] & listed[column])
    edges = np.repeat(np.arange(known.shape[0]), np.diff(known.indptr)) * known.shape[1]
    keys = row[judged] * known.shape[1] + column[judged]
    return judged, np.isin(keys, edges + known.indices)


def without_direct(graph: Graph, source: str, target: str) -> Graph:
    """Return the graph without edges between two languages; all nodes stay.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    return with_edges(graph, ~direct_edges(graph, source, target))


def among_languages(graph: Graph, languages: Collection[str]) -> Graph:
    """Return the graph with edges between some languages alone; all nodes stay.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    wanted = _nodes_of(graph, languages)
    begins = np.repeat(wanted, np.diff(graph.starts))
    return with_edges(graph, begins & wanted[graph.neighbours])


def with_edges(graph: Graph, kept: NDArray[np.bool_]) -> Graph:
    """Return the graph with some of its edges.

    The mask, shape (2 edges,), is the same at both ends of an edge.
    """
    if kept.all():
        return graph
    counts = offsets_of(kept)
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


# Which languages the dictionaries of a graph connect.


def check_pair(graph: Graph, source: str, target: str) -> None:
    """Refuse two languages that no dictionaries with other languages connect.

    Raises:
        ConfigError: both are one, one is missing, or no path over another language leads from one
            to the other; the message says which languages each of them is connected with.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source}: give two languages")
    for language in (source, target):
        graph.range(language)
    graph = without_direct(graph, source, target)
    reached = {language: connected_languages(graph, language) for language in (source, target)}
    if target in reached[source]:
        return
    told = "; ".join(
        f"{language} with {', '.join(sorted(those))}" if those else f"{language} with none"
        for language, those in reached.items()
    )
    raise ConfigError(
        f"no path over another language leads from {source} to {target}: dictionaries connect "
        f"{told}; add a dictionary that joins the two groups"
    )


def connected_languages(graph: Graph, language: str) -> tuple[str, ...]:
    """Return the languages that dictionaries lead to from one, itself left out.

    Edges count, not words: two languages are connected even if no word of the one reaches a word
    of the other.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    graph.range(language)
    beside = language_edge_counts(graph)
    reached = {graph.languages.index(language)}
    new = set(reached)
    while new:
        new = {int(other) for one in new for other in np.flatnonzero(beside[one])} - reached
        reached |= new
    names = {graph.languages[number] for number in reached}
    return tuple(sorted(names - {language}))


def language_edge_counts(graph: Graph) -> NDArray[np.int64]:
    """Return the number of edges between every two languages, shape (languages, languages)."""
    size = len(graph.languages)
    found = np.empty((size, size), np.int64)
    for at, (begin, end) in enumerate(pairwise(graph.starts[graph.bounds].tolist())):
        found[at] = np.bincount(graph.language_of(graph.neighbours[begin:end]), minlength=size)
    return found
