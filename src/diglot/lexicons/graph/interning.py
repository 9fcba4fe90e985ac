"""Lemmas in one form, and the order of the nodes of a graph."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.lexicons.kernels.encoding import eight_bytes
from diglot.model import Translation
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD
from diglot.text.interning import SEPARATOR, Text, bytes_of, split_words
from diglot.text.spelling import without_accents

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from numpy.typing import NDArray

    from diglot.lexicons.interface import ScoredPairs


_UNUSUAL = re.compile(
    "[\t\x0b-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
)
_FOLDED_AT_ONCE = 1 << 18


def normalise_lemmas(lemmas: str) -> str:
    """Return lemmas in Unicode form NFC, runs of blanks as one space, none at the ends.

    Args:
        lemmas: one after the other, `SEPARATOR` after each.
    """
    if (
        not _UNUSUAL.search(lemmas)
        and "  " not in lemmas
        and f" {SEPARATOR}" not in lemmas
        and f"{SEPARATOR} " not in lemmas
        and lemmas[:1] != " "
    ):
        # Nothing composes with the separator, nor moves across it.
        return unicodedata.normalize("NFC", lemmas)
    composed = (unicodedata.normalize("NFC", each) for each in lemmas.split(SEPARATOR))
    return SEPARATOR.join(" ".join(each.split()) for each in composed)


def casefold_words(text: Text) -> Text:
    """Return words without regard to case."""
    count = len(text.starts) - 1
    parts = []
    for begin in range(0, count, _FOLDED_AT_ONCE):
        end = min(begin + _FOLDED_AT_ONCE, count)
        here = text.bytes[text.starts[begin] : text.starts[end]].tobytes()
        parts.append(bytes_of(here.decode("utf-8", "surrogatepass").casefold()))
    return split_words(np.concatenate(parts))


# The order of the nodes of a graph: by language, word, lemma and part of speech.


class Groups:
    """Nodes in an order that becomes finer with every figure they are compared by.

    Args:
        count: how many nodes there are; their numbers begin at 0.

    Attributes:
        order: int32, nodes.
        first: bool, whether a group of nodes that no figure told apart so far begins here.
    """

    def __init__(self, count: int) -> None:
        self.order = np.arange(count, dtype=np.int32)
        self.first = np.zeros(count, np.bool_)
        self.first[:1] = True

    def split(self, figure: NDArray[np.unsignedinteger]) -> None:
        """Order nodes of one group by a figure that every node has."""
        self._split(self._open(), lambda nodes: figure[nodes])

    def split_by_text(self, text: Text) -> None:
        """Order nodes of one group by their text: as bytes, which is the order of characters."""
        length = np.diff(text.starts).astype(np.uint32)  # one more each: the separator

        def chunk(nodes: NDArray[np.int32]) -> NDArray[np.uint64]:
            found: NDArray[np.uint64] = eight_bytes(text.bytes, text.starts, nodes, offset)
            return found

        offset = 0
        while len(places := self._open()):
            # A group whose words have all ended is not looked at again.
            begins = np.flatnonzero(self.first[places])
            longest = np.maximum.reduceat(length[self.order[places]], begins)
            sizes = np.diff(np.append(begins, len(places)))
            left = places[np.repeat(longest > offset + 1, sizes)]
            if not len(left):
                # Words of these groups differ in NUL characters at their ends at most.
                self._split(places, lambda nodes: length[nodes])
                break
            self._split(left, chunk)
            offset += 8

    def _open(self) -> NDArray[np.int64]:
        """Return the places of nodes that stand in a group with others."""
        alone = self.first.copy()
        alone[:-1] &= self.first[1:]
        return np.flatnonzero(~alone)

    def _split(
        self,
        places: NDArray[np.int64],
        figures: Callable[[NDArray[np.int32]], NDArray[np.unsignedinteger]],
    ) -> None:
        """Order nodes of whole groups, which stand at some places, by a figure."""
        nodes = self.order[places]
        figure = figures(nodes)
        group = np.cumsum(self.first[places], dtype=np.int32)
        sequence = np.lexsort((figure, group))
        self.order[places] = nodes[sequence]
        figure = figure[sequence]
        self.first[places[1:]] |= figure[1:] != figure[:-1]


def order_nodes(
    lemmas: Text, folded: Text | None, part: NDArray[np.uint16]
) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """Return the nodes of one language in their order, and where words begin.

    Args:
        lemmas: of every node.
        folded: lemmas without regard to case; None if they are so already.
        part: of every node, the rank of its part of speech.

    Returns:
        Nodes, and for each place in that order whether it is the first one of a word.
    """
    groups = Groups(len(part))
    groups.split_by_text(lemmas if folded is None else folded)
    word = groups.first.copy()
    if folded is not None:
        groups.split_by_text(lemmas)
    groups.split(part)
    return groups.order, word


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
