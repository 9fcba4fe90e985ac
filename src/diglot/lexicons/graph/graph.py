"""Dictionaries as one graph: words of many languages, and which of them translate each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

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
                f"no dictionary has words of {language!r}: there are {known}; add a dictionary"
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


def degrees(graph: Graph) -> NDArray[np.int32]:
    """Return the number of neighbours of every node in every language, shape (nodes, languages)."""
    counts = np.zeros((graph.nodes, len(graph.languages)), np.int32)
    rows = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    np.add.at(counts, (rows, graph.language_of(graph.neighbours)), 1)
    return counts


def between(
    graph: Graph,
    rows: str,
    columns: str,
    *,
    without: Collection[int] = (),
    direction: str = "any",
) -> csr_array:
    """Return the edges between two languages.

    Args:
        graph: the dictionaries.
        rows: language of the rows.
        columns: language of the columns.
        without: numbers of dictionaries whose word does not count.
        direction: ``any``; or ``forth`` for the edges alone that may be used from row to column.

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
    if direction == "forth":
        kept &= (graph.allowed[begin:end] & FORTH) > 0
    if without:
        silent = np.array(
            [all(each in without for each in those) for those in graph.witnesses], np.bool_
        )
        kept &= ~silent[graph.witness[begin:end]]
    counts = np.concatenate([[0], np.cumsum(kept)])
    starts = counts[graph.starts[first : last + 1] - begin]
    shape = (last - first, right - left)
    data = np.ones(int(starts[-1]), np.float32)
    return csr_array((data, neighbours[kept] - left, starts), shape=shape)
