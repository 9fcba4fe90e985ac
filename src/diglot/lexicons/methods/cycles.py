"""Cycle density: words on a short cycle of translations with many chords share a sense."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph, with_edges, without_direct
from diglot.lexicons.graph.interning import SLACK
from diglot.lexicons.interface import Resources, ScoredPairs, options_of
from diglot.lexicons.kernels.cycles import biconnected_components, densities
from diglot.lexicons.paths.pivots import share_part_of_speech

OPTIONS: Mapping[str, Any] = {
    "depth": 4,
    "longest": 7,
    "cutoff": 5,
    "large": 5,
    "small": 4,
    "factor": 1.3,
    "least": 0.65,
    "repeat": False,
    "closure": 3,
    "budget": 300_000,
    "pos": "any",
}
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "default": OPTIONS,
    "liberal": {**OPTIONS, "longest": 9, "least": 0.5},
    "acdcat": {**OPTIONS, "large": 4, "factor": 1.2, "least": 0.6},
}
"""Options by the name of a setting: the first two are those that ApertiumBidixGen documents."""

CATEGORIES: Mapping[tuple[str, ...], Mapping[str, Any]] = {
    ("", "adjective", "adverb", "noun", "verb"): {"depth": 3, "longest": 6, "least": 0.5},
}
"""What `acdcat` changes for words of some parts of speech; best on 8 hidden dictionaries."""

KERNEL = ("depth", "longest", "factor", "repeat", "budget")
"""Options of the search."""

CLOSED = ("numeral", "properNoun")
"""Parts of speech whose words have one sense each."""


def cycles(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the densest cycle of translations that both words lie on.

    A cycle's density is the number of edges among its words over that of all pairs of them. A word
    with more than two neighbours on the cycle gets more. Cycles are looked for from either word,
    and the better score counts. Names and numerals go by transitive closure instead.

    Options:
        settings: ``default``; ``liberal``, longer cycles and lower scores; ``acdcat``, settings of
            its own for each part of speech. The options that follow come before it.
        depth: words farther from where a cycle begins are no part of its context.
        longest: words of a cycle at most.
        cutoff, large, small: least words of a cycle, ``large`` for a word with at least ``cutoff``
            neighbours, else ``small``.
        factor: of words with more than two neighbours on the cycle; the score is 1 at most.
        least: score of a pair that is kept.
        repeat: whether a language may come twice on a cycle.
        closure: numerals and names get score 1 for words of their part of speech this many steps
            away; 0 treats them as all others.
        budget: edges that are looked at for one word at most; a note counts the words for which
            they did not suffice.
        pos: ``any``; or ``same``: both words of one part of speech.

    See `Method` for arguments and errors.

    Reference:
        Villegas et al. (2016), Leveraging RDF graphs for crossing multiple bilingual dictionaries;
        Goel, Gracia and Forcada (2022), Bilingual dictionary generation and enrichment via graph
        exploration, for context, minimum, factor and settings.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    options = _options(resources)
    graph = without_direct(graph, source, target)
    closed = np.isin(graph.parts, CLOSED if options["closure"] else ())[graph.part]
    rings = _Rings.of(graph)
    found = [_closure(graph, source, target, closed, options["closure"])]
    cut = 0
    for chosen, own in _by_category(graph, options, resources.options):
        for one, other in ((source, target), (target, source)):
            first, last = graph.range(one)
            sources = first + np.flatnonzero((own & ~closed)[first:last])
            pairs, short = rings.densities(sources, other, chosen)
            found.append(pairs if one == source else pairs.turned())
            cut += short
    return _merged(graph, found, options["pos"], cut)


def _options(resources: Resources) -> dict[str, Any]:
    name = resources.options.get("settings", "default")
    defaults = SETTINGS.get(name, OPTIONS)
    return options_of(
        resources,
        {"settings": "default", **defaults},
        choices={"settings": tuple(SETTINGS), "pos": ("any", "same")},
        limits={
            "depth": (1, 16),
            "longest": (4, 16),
            "cutoff": (0, math.inf),
            "large": (4, 16),
            "small": (4, 16),
            "factor": (1, math.inf),
            "least": (0, 1),
            "closure": (0, 6),
            "budget": (1, math.inf),
        },
    )


def _by_category(
    graph: Graph, options: dict[str, Any], given: Mapping[str, Any]
) -> Iterator[tuple[dict[str, Any], NDArray[np.bool_]]]:
    """Give options, and the nodes that they are for, shape (nodes,)."""
    categories = CATEGORIES if options["settings"] == "acdcat" else {}
    rest = np.ones(graph.nodes, np.bool_)
    for names, changes in categories.items():
        own = np.isin(graph.parts, names)[graph.part]
        rest &= ~own
        yield {**options, **{key: changes[key] for key in changes if key not in given}}, own
    yield options, rest


class _Pairs(NamedTuple):
    source: NDArray[np.integer]
    target: NDArray[np.integer]
    score: NDArray[np.float64]

    def turned(self) -> _Pairs:
        return _Pairs(self.target, self.source, self.score)


@dataclass(frozen=True, slots=True, eq=False)
class _Rings:
    """The edges of a graph that lie on cycles.

    Attributes:
        graph: the dictionaries with those edges alone.
        degree: shape (nodes,), int64: neighbours of each, those on no cycle among them.
        component: shape (2 edges,), int32: biconnected component of each.
        language: shape (nodes,), int32.
    """

    graph: Graph
    degree: NDArray[np.int64]
    component: NDArray[np.int32]
    language: NDArray[np.int32]

    @classmethod
    def of(cls, graph: Graph) -> _Rings:
        component = biconnected_components(graph.starts, graph.neighbours)
        kept = component >= 0
        language = graph.language_of(np.arange(graph.nodes)).astype(np.int32)
        return cls(with_edges(graph, kept), np.diff(graph.starts), component[kept], language)

    def densities(
        self, sources: NDArray[np.integer], target: str, options: Mapping[str, Any]
    ) -> tuple[_Pairs, int]:
        """Return pairs that lie on cycles through the sources, and how many sources were cut."""
        starts, neighbours = self.graph.starts, self.graph.neighbours
        wanted = np.zeros(self.graph.nodes, np.uint8)
        wanted[slice(*self.graph.range(target))] = 1
        beside = np.zeros(self.graph.nodes, np.uint8)
        beside[np.repeat(np.arange(self.graph.nodes), np.diff(starts))[wanted[neighbours] > 0]] = 1
        large = self.degree[sources] >= options["cutoff"]
        least = np.where(large, options["large"], options["small"]).astype(np.int32)
        rows, columns, scores, cut = densities(
            self,
            sources.astype(np.int32),
            wanted,
            beside,
            least,
            **{name: options[name] for name in KERNEL},
        )
        kept = scores >= options["least"] - SLACK
        return _Pairs(sources[rows[kept]], columns[kept], scores[kept]), int(cut)


def _closure(
    graph: Graph, source: str, target: str, closed: NDArray[np.bool_], steps: int
) -> _Pairs:
    """Return pairs of words of closed parts of speech that some steps lead from one to the other.

    All words on the way have the same part of speech.
    """
    from scipy.sparse import csr_array

    first, last = graph.range(source)
    left, right = graph.range(target)
    row = np.repeat(np.arange(graph.nodes), np.diff(graph.starts))
    column = graph.neighbours
    kept = closed[row] & (graph.part[row] == graph.part[column])
    ones = np.ones(int(kept.sum()), np.bool_)
    edges = csr_array((ones, (row[kept], column[kept])), shape=(graph.nodes, graph.nodes))
    reached = edges[first:last]
    pairs = csr_array((last - first, right - left), dtype=np.bool_)
    for _ in range(1, steps):
        pairs = pairs + reached @ edges[:, left:right]
        reached = reached @ edges
    sources, targets = pairs.nonzero()
    return _Pairs(sources + first, targets + left, np.ones(len(sources)))


def _merged(graph: Graph, parts: list[_Pairs], pos: str, cut: int) -> ScoredPairs:
    """Return each pair once, with its best score."""
    source, target, score = (np.concatenate(column) for column in zip(*parts, strict=True))
    key, at = np.unique(source.astype(np.int64) * graph.nodes + target, return_inverse=True)
    best = np.zeros(len(key))
    np.maximum.at(best, at, score)
    note = f"{cut:,} words have too many cycles around them to look at all: raise the budget"
    found = ScoredPairs(
        (key // graph.nodes).astype(np.int32),
        (key % graph.nodes).astype(np.int32),
        best,
        (note,) if cut else (),
    )
    if pos == "same":
        return found.subset(share_part_of_speech(graph, found.source, found.target))
    return found
