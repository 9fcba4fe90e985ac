"""How far dictionaries confirm each other."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

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


def reliability(graph: Graph) -> Reliability:
    """Count the confirmed edges of every dictionary and of every pair of languages.

    Args:
        graph: the dictionaries.
    """
    from diglot.lexicons.kernels import neighbourhoods as kernel

    found = kernel.confirmed_edges(graph.starts, graph.neighbours).astype(np.float64)
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
