"""The edges of a graph as the translations of a dictionary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.graph import BACK, FORTH
from diglot.model import Translation
from diglot.model.lexicon import BACKWARD, BOTH, FORWARD

if TYPE_CHECKING:
    from collections.abc import Iterator

    from diglot.lexicons.graph.graph import Graph

_DIRECTIONS = {FORTH | BACK: BOTH, FORTH: FORWARD, BACK: BACKWARD}


def listed(graph: Graph) -> Iterator[Translation]:
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
