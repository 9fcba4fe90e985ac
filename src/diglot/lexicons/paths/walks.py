"""Candidates: pairs of words that walks over pivots join, and what the walks say about them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from diglot.lexicons.kernels import walks as kernel
from diglot.lexicons.kernels.walks import pivot_degrees

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


LEAST = 0.0005
"""Chance below which a walk of three steps is given up."""
KEPT = 0.004
"""Chance, both ways, that makes a pair of a walk of three steps."""
MOST = 200
"""Pivots that describe a word."""
HUB = 2000
"""Neighbours of a pivot that no longer tells anything about those around it."""


@dataclass(frozen=True, slots=True, eq=False)
class WalkCandidates:
    """Pairs of nodes that walks of two or three steps join, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, nodes.
        target: shape (pairs,), int32, nodes.
        paths: shape (pairs,), float32: paths of two steps.
        forth: the same: chance that a walk of two steps from the source ends in the target.
        back: the same from target to source.
        votes: the same: pivot languages over which they have a path.
        overlap: the same: sum over pivot languages of the share of pivots that both have.
        greatest_overlap: the same: the greatest share.
        long_paths: the same: paths of three steps.
        long_forth: the same: chance of three steps forth.
        long_back: the same: chance of three steps back.
        possible: the same: pivot languages that know both words.
        confirmed: the same: chance that one language's best path of two steps holds, judged by how
            far other languages confirm its edges.
        confirmed_paths: the same, summed over all paths.
        free: the same: share of that sum that may be used from source to target.
        near: the same: cosine of the pivots of both words.
        surroundings: the same: cosine of the pivots in one and two steps.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    paths: NDArray[np.float32]
    forth: NDArray[np.float32]
    back: NDArray[np.float32]
    votes: NDArray[np.float32]
    overlap: NDArray[np.float32]
    greatest_overlap: NDArray[np.float32]
    long_paths: NDArray[np.float32]
    long_forth: NDArray[np.float32]
    long_back: NDArray[np.float32]
    possible: NDArray[np.float32]
    confirmed: NDArray[np.float32]
    confirmed_paths: NDArray[np.float32]
    free: NDArray[np.float32]
    near: NDArray[np.float32]
    surroundings: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.source)

    @property
    def chance(self) -> NDArray[np.float64]:
        """Geometric mean of the chances both ways, of two steps or half of three."""
        forth = np.maximum(self.forth, self.long_forth / 2).astype(np.float64)
        back = np.maximum(self.back, self.long_back / 2).astype(np.float64)
        return np.sqrt(forth * back)

    def add_pairs(self, source: NDArray[np.int32], target: NDArray[np.int32]) -> WalkCandidates:
        """Return these pairs and further ones, of which walks know nothing.

        Args:
            source: shape (more,), nodes.
            target: shape (more,), nodes.
        """
        size = int(max(self.target.max(initial=0), target.max(initial=0))) + 1
        keys = source.astype(np.int64) * size + target
        keys = np.setdiff1d(keys, self.source.astype(np.int64) * size + self.target)
        one = np.concatenate([self.source, (keys // size).astype(np.int32)])
        other = np.concatenate([self.target, (keys % size).astype(np.int32)])
        order = np.lexsort((other, one))
        # Of no path all that there is may be used.
        none = {"free": np.ones(len(keys), np.float32)}
        nothing = np.zeros(len(keys), np.float32)
        figures = (
            np.concatenate([getattr(self, each.name), none.get(each.name, nothing)])[order]
            for each in fields(self)[2:]
        )
        return WalkCandidates(one[order], other[order], *figures)


class Side(NamedTuple):
    """What leads to the words of one of the two languages.

    Attributes:
        first: their first node.
        last: the one after their last.
        begin: int64 (nodes,), where the edges of each node to these words begin.
        end: int64 (nodes,), where they end.
        ways: int32 (nodes,), pivots beside each node that have such edges.
        degree: int32 (words, languages), pivots of each word in each language.
        languages: int32 (words,), languages in which each word has pivots.
    """

    first: int
    last: int
    begin: NDArray[np.int64]
    end: NDArray[np.int64]
    ways: NDArray[np.int32]
    degree: NDArray[np.int32]
    languages: NDArray[np.int32]


class Surroundings(NamedTuple):
    """Words of one language, described by the pivots around them.

    Attributes:
        begin: int64 (words + 1,), where each description begins.
        pivots: int32, nodes.
        weights: float32: square roots of the chances of a walk, each description of length 1.
    """

    begin: NDArray[np.int64]
    pivots: NDArray[np.int32]
    weights: NDArray[np.float32]


def side_of(graph: Graph, view: View, language: str) -> Side:
    """Return what leads to the words of a language.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    first, last = graph.range(language)
    node = np.arange(graph.nodes)
    begin, end = (
        graph.starts[:-1] + count_neighbours(graph, node < each) for each in (first, last)
    )
    leads = (begin < end) & (view.wanted == 0)
    ways = count_neighbours(graph, leads)
    degrees = pivot_degrees(view, first, last, len(graph.languages))
    return Side(first, last, begin, end, ways, *degrees)


def count_neighbours(graph: Graph, chosen: NDArray[np.bool_]) -> NDArray[np.int32]:
    """Return how many neighbours of every node are chosen; shape (nodes,) both."""
    before = np.concatenate([[0], np.cumsum(chosen[graph.neighbours], dtype=np.int32)])
    return np.diff(before[graph.starts]).astype(np.int32)


def walk_candidates(
    graph: Graph,
    source: str,
    target: str,
    *,
    trust: NDArray[np.float32] | None = None,
    faint: float = 0.0,
) -> WalkCandidates:
    """Find the pairs that walks over words of other languages join.

    Neither the words of the two languages nor edges between them are walked over. Trust, shape
    (witnesses,), lies in (0, 1): that of `Reliability`, or a half everywhere. Pairs with a smaller
    chance than ``faint`` are left out.

    Raises:
        ConfigError: no dictionary has words of a language.

    Reference:
        Goel, Gracia and Forcada (2022), Bilingual dictionary generation and enrichment via graph
        exploration, for pairs confirmed by other languages; Lim et al. (2011), Low cost
        construction of a multilingual lexicon from bilingual lists, for overlaps by language.
    """
    view = view_of(graph, source, target)
    ours, theirs = side_of(graph, view, source), side_of(graph, view, target)
    one, other, figures = kernel.walk_pairs(view, ours, theirs, LEAST, KEPT)
    order = np.lexsort((other, one))
    if faint:
        forth, back = np.maximum(figures[:, 1:3], figures[:, 7:9] / 2).T
        order = order[(np.sqrt(forth * back) >= faint)[order]]
    one, other, figures = one[order], other[order], figures[order]
    if trust is None:
        trust = np.full(len(graph.witnesses), 0.5, np.float32)
    share = kernel.confirmation(view, ours, theirs, len(graph.languages), trust[graph.witness])
    confirmed = kernel.confirmed_paths(view, theirs, share, graph.allowed, one, other)
    rows, columns = one - np.int32(ours.first), other - np.int32(theirs.first)
    alike = []
    for further in (0.0, 1.0):
        mine, its = (
            Surroundings(*kernel.describe_surroundings(view, side, further, MOST, HUB))
            for side in (ours, theirs)
        )
        alike.append(kernel.surroundings_likeness(rows, columns, graph.nodes, mine, its))
    found = (*figures.T, *confirmed.T, *alike)
    return WalkCandidates(one, other, *(np.ascontiguousarray(each) for each in found))
