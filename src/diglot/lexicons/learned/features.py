"""What a learnt scorer knows of a pair of words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.selection import without_direct
from diglot.lexicons.learned.cognates import cognates
from diglot.lexicons.learned.merging import merged
from diglot.lexicons.learned.reliability import reliability
from diglot.lexicons.learned.spelling import alike, spellings
from diglot.lexicons.paths.walks import walks

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.learned.reliability import Reliability
    from diglot.lexicons.learned.spelling import Spellings
    from diglot.lexicons.paths.walks import Walks

TRUSTED = 0.3
"""Likeness of surroundings of pairs that cognates are learnt from."""
ALIKE = 0.99
"""Words among nodes from which on the graph of words is no other."""

# Figures of the pair itself, and the best that either word has. Degrees, parts of speech, and ranks
# among rivals tell how many translations the hidden dictionaries give to a word, which dictionaries
# of other makers do not share: with them recall falls by up to .02 on such a one.
OF_WALKS = (
    "chance",
    "chance forth",
    "chance back",
    "paths",
    "long chance",
    "long chance forth",
    "long chance back",
    "long paths",
    "pivots",
    "share of pivots",
    "overlap",
    "mean overlap",
    "greatest overlap",
    "confirmed",
    "confirmed paths",
    "free",
    "near",
    "surroundings",
)
NAMES = (
    *OF_WALKS,
    "best of source",
    "best of target",
    "spelling",
    "common beginning",
    "cognates",
    *(f"{name}, as words" for name in OF_WALKS),
)


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of nodes and what is known of them, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, nodes.
        target: shape (pairs,), int32, nodes.
        figures: shape (pairs, NAMES), float32.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    figures: NDArray[np.float32]

    def __len__(self) -> int:
        return len(self.source)

    def subset(self, chosen: NDArray[np.integer] | NDArray[np.bool_]) -> Candidates:
        """Return some of the pairs, by ascending numbers or by a mask."""
        return Candidates(self.source[chosen], self.target[chosen], self.figures[chosen])


class Survey:
    """A graph, and what the candidates of all pairs of languages are made with."""

    def __init__(self, graph: Graph, found: Reliability | None = None) -> None:
        """Prepare a graph.

        Args:
            graph: the dictionaries.
            found: how far they confirm each other, if it is known.
        """
        self.graph = graph
        self.reliability = found or reliability(graph)
        # Where hardly any lemmas differ in case or part of speech alone, words say nothing new.
        alike = int(graph.word[-1]) + 1 > ALIKE * graph.nodes
        self.words = graph if alike else merged(graph)
        self._spellings: dict[str, Spellings] = {}

    def without(self, source: str, target: str) -> Survey:
        """Return the survey of the graph without edges between two languages."""
        graph = without_direct(self.graph, source, target)
        if graph is self.graph:
            return self
        survey = Survey(graph)
        survey._spellings = self._spellings
        return survey

    def spellings(self, language: str) -> Spellings:
        """Return the words of a language as they are compared."""
        if language not in self._spellings:
            self._spellings[language] = spellings(self.graph, language)
        return self._spellings[language]


def candidates(survey: Survey, source: str, target: str) -> Candidates:
    """Return the pairs that walks join or that look like cognates, with their figures.

    Args:
        survey: the dictionaries; those of the two languages themselves are not looked at.
        source: code of the source language.
        target: code of the target language.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    graph, words, trust = survey.graph, survey.words, survey.reliability.trust
    found = walks(graph, source, target, trust=trust)
    ours, theirs = survey.spellings(source), survey.spellings(target)
    best = [_greatest(each, found.surroundings, graph.nodes) for each in _ends(found)]
    mutual = (found.surroundings >= best[0]) & (found.surroundings >= best[1])
    mutual &= found.surroundings > TRUSTED
    kin = cognates(ours, theirs, found.source[mutual], found.target[mutual])
    found = found.joined(kin.source, kin.target)
    likeness, beginning = alike(ours, theirs, found.source, found.target)
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
        columns += _as_words(graph, words, found, walks(words, source, target, trust=trust))
    else:
        columns += _of_walks(found)
    figures = np.stack([each.astype(np.float32) for each in columns], axis=1)
    return Candidates(found.source, found.target, figures)


def _of_walks(found: Walks) -> list[NDArray[np.floating]]:
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
    graph: Graph, words: Graph, found: Walks, as_words: Walks
) -> list[NDArray[np.floating]]:
    """Return the figures of the words of pairs; unknown where no walk joins these."""
    keys = _keys(words, *_ends(as_words))
    wanted = _keys(words, graph.word[found.source], graph.word[found.target])
    at = np.minimum(np.searchsorted(keys, wanted), max(len(keys) - 1, 0))
    known = keys[at] == wanted if len(keys) else np.zeros(len(wanted), np.bool_)
    return [
        np.where(known, each[at], np.nan) if len(keys) else np.full(len(wanted), np.nan)
        for each in _of_walks(as_words)
    ]


def _ends(found: Walks) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
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
