"""Languages that dictionaries between two others may go through."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph


def pivots_of(
    graph: Graph, source: str, target: str, wanted: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the languages that have dictionaries with both languages, by code.

    Args:
        graph: the dictionaries.
        source: code of the one language.
        target: code of the other.
        wanted: codes or names of languages; empty for all that can serve.

    Returns:
        Codes in the order of the graph; none when there is no such language.

    Raises:
        ConfigError: source and target are the same, no dictionary has words of one of them, or a
            wanted language has no dictionary with both.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    joined = _joined(graph, source) & _joined(graph, target)
    found = tuple(
        code
        for code, both in zip(graph.languages, joined.tolist(), strict=True)
        if both and code not in (source, target)
    )
    if not wanted:
        return found
    asked = {each if each in graph.languages else normalise(each) for each in wanted}
    for code in sorted(asked):
        if code not in found:
            raise ConfigError(
                f"{code!r} is no pivot: no dictionaries join it with both {source!r} and "
                f"{target!r}; there are {', '.join(found) or 'none'}"
            )
    return tuple(code for code in found if code in asked)


def same_part(
    graph: Graph, source: NDArray[np.integer], target: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Return whether nodes share their part of speech; an unknown one goes with all."""
    one, other = graph.part[source], graph.part[target]
    same: NDArray[np.bool_] = (one == other) | (one == 0) | (other == 0)
    return same


def _joined(graph: Graph, language: str) -> NDArray[np.bool_]:
    """Return whether there are edges with each language, shape (languages,)."""
    first, last = graph.range(language)
    ends = graph.neighbours[graph.starts[first] : graph.starts[last]]
    counts = np.bincount(graph.language_of(ends), minlength=len(graph.languages))
    return counts > 0
