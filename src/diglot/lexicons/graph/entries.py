"""Scored pairs of nodes, or the edges of a graph, become the entries of a dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.model import Translation
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD
from diglot.text.spelling import without_accents

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from diglot.lexicons.interface import ScoredPairs

_BETWEEN = " -'’"

SLACK = 1e-9
"""Scores of 0.5 are frequent and made of fractions: none of them is lost to rounding."""


def entries(
    graph: Graph, pairs: ScoredPairs, *, threshold: float = 0.0, top: int | None = None
) -> ScoredPairs:
    """Return the pairs that a dictionary lists, in its order.

    Of pairs with the same two lemmas and the same part of speech the best one is listed, among
    equals that with one part of speech on both sides. The part of speech of a pair is that of its
    source, or where it is unknown that of its target. Headwords come in the order of the alphabet,
    letters with marks beside those without; the translations of a headword by part of speech, the
    best first.

    Args:
        graph: the dictionaries.
        pairs: what a method found.
        threshold: least score.
        top: most translations of a headword in one part of speech; None for all.

    Raises:
        ConfigError: ``top`` is less than 1.
    """
    if top is not None and top < 1:
        raise ConfigError(f"--top is {top}, but must be 1 or more")
    pairs = pairs.subset(pairs.score >= threshold - SLACK)
    if not len(pairs):
        return pairs
    source, target = (
        alphabetical_ranks(graph, pairs.source),
        alphabetical_ranks(graph, pairs.target),
    )
    part, other = graph.part[pairs.source], graph.part[pairs.target]
    named = np.where(part == 0, other, part)
    order = np.lexsort((pairs.target, part != other, -pairs.score, target, named, source))
    keys = np.stack([source, named, target])[:, order]
    order = order[np.concatenate([[True], (keys[:, 1:] != keys[:, :-1]).any(axis=0)])]
    heads = np.stack([source, named])
    order = order[np.lexsort((target[order], -pairs.score[order], *heads[::-1, order]))]
    if top is not None:
        order = order[_rank(heads[:, order]) < top]
    return pairs.subset(order)


def alphabetical_ranks(graph: Graph, nodes: NDArray[np.int32]) -> NDArray[np.int64]:
    """Return the place of each node's lemma among all of them; those of one lemma share it."""
    distinct, inverse = np.unique(nodes, return_inverse=True)
    lemmas = graph.lemmas(distinct)
    ranked = sorted(set(lemmas))
    # Sorting keeps the order of lemmas with the same letters.
    ranked.sort(key=_letters)
    places = {lemma: place for place, lemma in enumerate(ranked)}
    return np.array([places[lemma] for lemma in lemmas], np.int64)[inverse]


def _letters(lemma: str) -> str:
    """Return what the alphabet goes by: small letters without accents, blanks and hyphens."""
    if lemma.isascii() and lemma.isalpha():
        return lemma.lower()
    return "".join([sign for sign in without_accents(lemma.casefold()) if sign not in _BETWEEN])


def _rank(heads: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the place of each column among neighbours that are equal to it."""
    new = np.concatenate([[True], (heads[:, 1:] != heads[:, :-1]).any(axis=0)])
    begins = np.flatnonzero(new)
    return np.arange(heads.shape[1]) - np.repeat(begins, np.diff([*begins, heads.shape[1]]))


# The edges of a graph as the translations of a dictionary.

_DIRECTIONS = {FORTH | BACK: BOTH, FORTH: FORWARD, BACK: BACKWARD}


def list_translations(graph: Graph) -> Iterator[Translation]:
    """Give every edge once, from the language whose code comes first; who said it is lost."""
    lemmas = graph.lemmas(np.arange(graph.nodes))
    languages = graph.languages
    language = graph.language_of(np.arange(graph.nodes)).tolist()
    part = graph.part.tolist()
    starts = graph.starts.tolist()
    for node in range(graph.nodes):
        edges = slice(starts[node], starts[node + 1])
        for other, allowed in zip(
            graph.neighbours[edges].tolist(), graph.allowed[edges].tolist(), strict=True
        ):
            if other > node:
                yield Translation(
                    lemmas[node],
                    lemmas[other],
                    languages[language[node]],
                    languages[language[other]],
                    graph.parts[part[node]] or None,
                    graph.parts[part[other]] or None,
                    _DIRECTIONS.get(allowed, BOTH),
                )
