"""What a learnt scorer knows of a pair of words: its candidates and their features."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import find_sorted, join_ranges, offsets_of
from diglot.lexicons.graph.graph import Graph, without_direct
from diglot.lexicons.kernels.walks import confirmed_edges
from diglot.lexicons.learned.spelling import Spellings, find_cognates, spelling_likeness, spellings
from diglot.lexicons.paths.walks import WalkCandidates, walk_candidates

DRAWN = 50
"""Edges of even odds that are added to each dictionary: of a small one little is known."""


@dataclass(frozen=True, slots=True, eq=False)
class Reliability:
    """Edges that other dictionaries confirm: a third word is a neighbour of both ends.

    Attributes:
        share: shape (dictionaries,), float64, in (0, 1): of each dictionary.
        edges: shape (languages, languages), int64: number of edges between two languages.
        confirmed: the same: number of those that are confirmed.
        trust: shape (witnesses,), float32, in (0, 1): chance that one at least of the dictionaries
            of each set is right, by their shares.
    """

    share: NDArray[np.float64]
    edges: NDArray[np.int64]
    confirmed: NDArray[np.int64]
    trust: NDArray[np.float32]


def measure_reliability(graph: Graph) -> Reliability:
    """Count the confirmed edges of every dictionary and of every pair of languages."""
    found = confirmed_edges(graph.starts, graph.neighbours).astype(np.float64)
    sizes = np.bincount(graph.witness, minlength=len(graph.witnesses))
    hits = np.bincount(graph.witness, weights=found, minlength=len(graph.witnesses))
    said, held = np.full((2, len(graph.origins)), 0.0)
    for number, those in enumerate(graph.witnesses):
        for dictionary in those:
            said[dictionary] += sizes[number]
            held[dictionary] += hits[number]
    share = (held + DRAWN / 2) / (said + DRAWN)
    width = len(graph.languages)
    language = graph.language_of(np.arange(graph.nodes))
    pair = np.repeat(language, np.diff(graph.starts)) * width + language[graph.neighbours]
    edges = np.bincount(pair, minlength=width * width).reshape(width, width)
    confirmed = np.bincount(pair, weights=found, minlength=width * width).reshape(width, width)
    trust = [1 - np.prod([1 - share[each] for each in those]) for those in graph.witnesses]
    return Reliability(share, edges, confirmed.astype(np.int64), np.array(trust, np.float32))


# One node a word: lemmas that differ in case or part of speech alone are taken together.


def merge_nodes(graph: Graph) -> Graph:
    """Return the graph of words: node number n stands for the nodes whose ``word`` is n.

    Every word is written as its first node is. Of edges that become one, all directions stay
    allowed, and the first of those who say so stays its witness; those within a word are gone.
    """
    words = int(graph.word[-1]) + 1 if graph.nodes else 0
    if words == graph.nodes:
        return graph
    first = np.searchsorted(graph.word, np.arange(words))
    row = np.repeat(graph.word, np.diff(graph.starts))
    column = graph.word[graph.neighbours]
    # A stable sort merges the ascending stretches that the nodes of a word are.
    order = np.argsort(row.astype(np.int64) * words + column, kind="stable")
    # A word is no neighbour of itself, as no node is.
    order = order[row[order] != column[order]]
    row, column = row[order], column[order]
    new = np.flatnonzero((np.diff(row, prepend=-1) != 0) | (np.diff(column, prepend=-1) != 0))
    begins, ends = graph.lemma_starts[first], graph.lemma_starts[first + 1]
    starts = offsets_of(ends - begins)
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
    return data[join_ranges(begins, np.diff(starts))]


FAINT = 0.005
"""Chance of walks below which a pair is none: hardly any of them is likely."""
TRUSTED = 0.3
"""Likeness of surroundings of pairs that cognates are learnt from."""
ALIKE = 0.99
"""Words among nodes from which on the graph of words is no other."""

# Features of the pair itself, and the best that either word has. Degrees, parts of speech, and
# ranks among rivals show how many translations the hidden dictionaries give to a word, which
# dictionaries of other makers do not share: with them recall falls by up to .02 on such a one.
OF_WALKS = (
    "chance", "chance forth", "chance back", "paths", "long chance", "long chance forth",
    "long chance back", "long paths", "pivots", "share of pivots", "overlap", "mean overlap",
    "greatest overlap", "confirmed", "confirmed paths", "free", "near", "surroundings",
)  # fmt: skip
NAMES = (
    *OF_WALKS, "best of source", "best of target", "spelling", "common beginning", "cognates",
    *(f"{name}, as words" for name in OF_WALKS),
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of nodes and what is known of them, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, nodes.
        target: shape (pairs,), int32, nodes.
        features: shape (pairs, NAMES), float32.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    features: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.source)

    def subset(self, chosen: NDArray[np.integer] | NDArray[np.bool_]) -> Candidates:
        """Return some of the pairs, by ascending numbers or by a mask."""
        return Candidates(self.source[chosen], self.target[chosen], self.features[chosen])

    def join(self, further: Candidates) -> tuple[Candidates, NDArray[np.int64]]:
        """Return these pairs and further ones in order, and their numbers, these first."""
        both = Candidates(
            np.concatenate([self.source, further.source]),
            np.concatenate([self.target, further.target]),
            np.concatenate([self.features, further.features]),
        )
        order = np.lexsort((both.target, both.source))
        return both.subset(order), order


class Survey:
    """A graph, and what the candidates of all pairs of languages are made with."""

    def __init__(
        self, graph: Graph, found: Reliability | None = None, words: Graph | None = None
    ) -> None:
        """Prepare a graph; the graph of its words is made where it is not given."""
        self.graph = graph
        self.reliability = found or measure_reliability(graph)
        # Where hardly any lemmas differ in case or part of speech alone, words say nothing new.
        alike = int(graph.word[-1]) + 1 > ALIKE * graph.nodes
        self.words = graph if alike else words or merge_nodes(graph)
        self._spellings: dict[str, Spellings] = {}

    def without(self, source: str, target: str) -> Survey:
        """Return the survey of the graph without edges between two languages."""
        graph = without_direct(self.graph, source, target)
        if graph is self.graph:
            return self
        survey = Survey(graph, words=without_direct(self.words, source, target))
        survey._spellings = self._spellings
        return survey

    def spellings(self, language: str) -> Spellings:
        """Return the words of a language as they are compared."""
        if language not in self._spellings:
            self._spellings[language] = spellings(self.graph, language)
        return self._spellings[language]

    def pathless(
        self, source: str, target: str, one: NDArray[np.int32], other: NDArray[np.int32]
    ) -> Candidates:
        """Return pairs of nodes of which their spelling alone is known."""
        features = np.zeros((len(one), len(NAMES)), np.float32)
        if self.words is not self.graph:
            features[:, -len(OF_WALKS) :] = np.nan
        features[:, NAMES.index("free")] = 1.0
        both = spelling_likeness(self.spellings(source), self.spellings(target), one, other)
        at = NAMES.index("spelling")
        features[:, at], features[:, at + 1] = both
        return Candidates(one, other, features)


def find_candidates(survey: Survey, source: str, target: str) -> Candidates:
    """Return the pairs that walks join or that look like cognates, with their features.

    Dictionaries of the two languages themselves are not looked at.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    graph, words, trust = survey.graph, survey.words, survey.reliability.trust
    found = walk_candidates(graph, source, target, trust=trust, faint=FAINT)
    ours, theirs = survey.spellings(source), survey.spellings(target)
    best = [_greatest(each, found.surroundings, graph.nodes) for each in _ends(found)]
    mutual = (found.surroundings >= best[0]) & (found.surroundings >= best[1])
    mutual &= found.surroundings > TRUSTED
    kin = find_cognates(ours, theirs, found.source[mutual], found.target[mutual])
    found = found.add_pairs(kin.source, kin.target)
    likeness, beginning = spelling_likeness(ours, theirs, found.source, found.target)
    trusted = np.zeros(len(found), np.float32)
    at = np.searchsorted(_keys(graph, *_ends(found)), _keys(graph, kin.source, kin.target))
    trusted[at] = kin.trust
    columns = [
        *_of_walks(found),
        *(_greatest(each, found.surroundings, graph.nodes) for each in _ends(found)),
        likeness,
        beginning,
        trusted,
    ]
    if words is not graph:
        columns += _as_words(
            graph, words, found, walk_candidates(words, source, target, trust=trust, faint=FAINT)
        )
    else:
        columns += _of_walks(found)
    features = np.stack([each.astype(np.float32) for each in columns], axis=1)
    return Candidates(found.source, found.target, features)


def _of_walks(found: WalkCandidates) -> list[NDArray[np.floating]]:
    possible = np.maximum(found.possible, 1)
    return [
        found.chance,
        found.forth,
        found.back,
        found.paths,
        np.sqrt(found.long_forth * found.long_back),
        found.long_forth,
        found.long_back,
        found.long_paths,
        found.votes,
        found.votes / possible,
        found.overlap,
        found.overlap / possible,
        found.greatest_overlap,
        found.confirmed,
        found.confirmed_paths,
        found.free,
        found.near,
        found.surroundings,
    ]


def _as_words(
    graph: Graph, words: Graph, found: WalkCandidates, as_words: WalkCandidates
) -> list[NDArray[np.floating]]:
    """Return the features of the words of pairs; unknown where no walk joins these."""
    keys = _keys(words, *_ends(as_words))
    wanted = _keys(words, graph.word[found.source], graph.word[found.target])
    at = find_sorted(wanted, keys)
    return [
        np.where(at >= 0, each[at], np.nan) if len(each) else np.full(len(at), np.nan)
        for each in _of_walks(as_words)
    ]


def _ends(found: WalkCandidates) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
    return found.source, found.target


def _keys(graph: Graph, source: NDArray[np.int32], target: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return pairs of nodes as numbers, in the order of the pairs."""
    return source.astype(np.int64) * graph.nodes + target


def _greatest(
    words: NDArray[np.int32], values: NDArray[np.float32], nodes: int
) -> NDArray[np.float32]:
    """Return the greatest value among the pairs of the same word."""
    greatest = np.zeros(nodes, np.float32)
    np.maximum.at(greatest, words, values)
    return greatest[words]
