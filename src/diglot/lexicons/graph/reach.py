"""Which dictionaries could be inferred: pairs of languages that share pivots, and their words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.connections import neighbouring

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

_AT_ONCE = 64  # languages in one number


@dataclass(frozen=True, slots=True)
class Inferable:
    """Two languages that dictionaries connect in two steps.

    Attributes:
        one: code of the language that comes first in the alphabet.
        other: code of the other one.
        pivots: codes of the languages that have translations with both.
        one_words: words of the one that lead to a word of the other over a pivot.
        other_words: words of the other that do so.
        direct: translations that dictionaries give directly.
    """

    one: str
    other: str
    pivots: tuple[str, ...]
    one_words: int
    other_words: int
    direct: int


def inferable(graph: Graph) -> tuple[Inferable, ...]:
    """Return the pairs of languages that share a pivot, those with the most words first.

    Words are counted without regard to case and part of speech.
    """
    words, edges = _words_in_two_steps(graph), neighbouring(graph)
    found = []
    for one in range(len(graph.languages)):
        for other in range(one + 1, len(graph.languages)):
            pivots = np.flatnonzero((edges[one] > 0) & (edges[other] > 0))
            names = tuple(
                graph.languages[each] for each in pivots.tolist() if each not in (one, other)
            )
            if names:
                found.append(
                    Inferable(
                        graph.languages[one],
                        graph.languages[other],
                        names,
                        int(words[one, other]),
                        int(words[other, one]),
                        int(edges[one, other]),
                    )
                )
    return tuple(
        sorted(
            found, key=lambda each: (-min(each.one_words, each.other_words), each.one, each.other)
        )
    )


def _words_in_two_steps(graph: Graph) -> NDArray[np.int64]:
    """Return how many words of each language lead to each other one in two steps."""
    size = len(graph.languages)
    counts = np.zeros((size, size), np.int64)
    for first in range(0, size, _AT_ONCE):
        last = min(first + _AT_ONCE, size)
        beside = np.zeros(graph.nodes, np.uint64)
        for at, code in enumerate(graph.languages):
            begin, end = graph.range(code)
            # A step inside a language, or back to it, leads to no other dictionary.
            beside[begin:end] = _joined(graph, begin, end, _bits(graph, first, last)) & ~_bit(
                at, first, last
            )
        for at, code in enumerate(graph.languages):
            begin, end = graph.range(code)
            inside = beside[begin:end].copy()
            beside[begin:end] = 0
            reached = _joined(graph, begin, end, beside)
            beside[begin:end] = inside
            word = graph.word[begin:end]
            starts = np.flatnonzero(np.diff(word, prepend=-1))
            reached = np.bitwise_or.reduceat(reached, starts)
            for other in range(first, last):
                if other != at:
                    counts[at, other] = int((reached & _bit(other, first, last) != 0).sum())
    return counts


def _bit(language: int, first: int, last: int) -> np.uint64:
    return np.uint64(1 << (language - first) if first <= language < last else 0)


def _bits(graph: Graph, first: int, last: int) -> NDArray[np.uint64]:
    """Return the bit of the language of every node."""
    bits = np.array([_bit(at, first, last) for at in range(len(graph.languages))], np.uint64)
    return np.repeat(bits, np.diff(graph.bounds))


def _joined(graph: Graph, begin: int, end: int, bits: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return for some nodes the bits of all their neighbours."""
    starts = graph.starts[begin : end + 1]
    # The zero at the end is for nodes without edges, where ``reduceat`` takes what comes next.
    here = np.append(bits[graph.neighbours[starts[0] : starts[-1]]], np.uint64(0))
    found = np.bitwise_or.reduceat(here, starts[:-1] - starts[0])
    found[np.diff(starts) == 0] = 0
    return found
