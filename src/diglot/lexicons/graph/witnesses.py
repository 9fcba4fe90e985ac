"""Which dictionaries say an edge: sets of them by number."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

NARROW = 1 << 16  # what sixteen bits count


def witness_sets(
    first: NDArray[np.uint16 | np.int32],
    dictionaries: int,
    edge: NDArray[np.int64],
    dictionary: NDArray[np.int32],
) -> tuple[NDArray[np.uint16 | np.int32], tuple[tuple[int, ...], ...]]:
    """Return which set of dictionaries says each edge, and the sets in order of first use.

    Args:
        first: the first dictionary of each edge.
        dictionaries: how many there are.
        edge: edges that have one more, ascending.
        dictionary: which one, ascending for each edge.
    """
    from diglot.lexicons.kernels.edges import number_by_first_use

    sets: list[tuple[int, ...]] = [(each,) for each in range(dictionaries)]
    begins = np.flatnonzero(np.diff(edge, prepend=-1))
    several = edge[begins]
    state = first[several].astype(np.int64)
    depth = np.diff(np.append(begins, len(edge)))
    for step in range(int(depth.max(initial=0))):
        deep = np.flatnonzero(depth > step)
        joined = state[deep] * dictionaries + dictionary[begins[deep] + step]
        found, which = np.unique(joined, return_inverse=True)
        state[deep] = len(sets) + which
        sets.extend((*sets[each // dictionaries], each % dictionaries) for each in found.tolist())
    wide = first if len(sets) <= NARROW else first.astype(np.int32)
    wide[several] = state
    numbers = np.full(len(sets), -1, np.int64)
    met = number_by_first_use(wide, numbers)
    used = np.empty(met, np.int64)
    chosen = np.flatnonzero(numbers >= 0)
    used[numbers[chosen]] = chosen
    narrow = np.uint16 if met <= NARROW else np.int32
    return wide.astype(narrow, copy=False), tuple(sets[each] for each in used.tolist())


def rows_of(
    graph: Graph,
) -> Iterator[tuple[int, NDArray[np.int32], NDArray[np.int32], NDArray[np.uint8]]]:
    """Give the edges of a graph as rows, dictionary by dictionary within sets of them."""
    begins = np.repeat(np.arange(graph.nodes, dtype=np.int32), np.diff(graph.starts))
    once = np.flatnonzero(begins < graph.neighbours)
    once = once[np.argsort(graph.witness[once], kind="stable")]
    bounds = np.searchsorted(graph.witness[once], np.arange(len(graph.witnesses) + 1))
    for number, dictionaries in enumerate(graph.witnesses):
        here = once[bounds[number] : bounds[number + 1]]
        for dictionary in dictionaries:
            yield dictionary, begins[here], graph.neighbours[here], graph.allowed[here]
