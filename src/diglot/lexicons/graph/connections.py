"""Which languages the dictionaries of a graph connect."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph


def check_pair(graph: Graph, source: str, target: str) -> None:
    """Refuse two languages that no dictionaries connect.

    Raises:
        ConfigError: both are one, one is missing, or no path leads from one to the other; the
            message says which languages each of them is connected with.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source}: give two languages")
    for language in (source, target):
        graph.range(language)
    reached = {language: connected(graph, language) for language in (source, target)}
    if target in reached[source]:
        return
    told = "; ".join(
        f"{language} with {', '.join(sorted(those))}" if those else f"{language} with none"
        for language, those in reached.items()
    )
    raise ConfigError(
        f"no path leads from {source} to {target}: dictionaries connect {told}; add a dictionary "
        "that joins the two groups"
    )


def connected(graph: Graph, language: str) -> tuple[str, ...]:
    """Return the languages that dictionaries lead to from one, itself left out.

    Edges count, not words: two languages are connected even if no word of the one reaches a word
    of the other.

    Raises:
        ConfigError: no dictionary has words of the language.
    """
    graph.range(language)
    beside = neighbouring(graph)
    reached = {graph.languages.index(language)}
    new = set(reached)
    while new:
        new = {int(other) for one in new for other in np.flatnonzero(beside[one])} - reached
        reached |= new
    names = {graph.languages[number] for number in reached}
    return tuple(sorted(names - {language}))


def neighbouring(graph: Graph) -> NDArray[np.int64]:
    """Return the number of edges between every two languages, shape (languages, languages)."""
    size = len(graph.languages)
    found = np.empty((size, size), np.int64)
    for at, (begin, end) in enumerate(pairwise(graph.starts[graph.bounds].tolist())):
        found[at] = np.bincount(graph.language_of(graph.neighbours[begin:end]), minlength=size)
    return found
