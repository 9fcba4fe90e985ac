"""Which edges of the dictionaries explain translations that people rejected."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.paths import edges_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph import Graph
    from diglot.lexicons.paths import Paths

_ROUNDS = 100
_STILL = 1e-9


@dataclass(frozen=True, slots=True, eq=False)
class BlamedEdges:
    """Edges on paths of rejected pairs, the one that explains most first.

    Attributes:
        edge: shape (edges,), int64: its number in the graph, at its lower node.
        source: shape (edges,), int32: its lower node.
        target: shape (edges,), int32: the other.
        rejected: shape (edges,), int64: rejected pairs with a path over it.
        accepted: shape (edges,), int64: accepted pairs with a path over it.
        explained: shape (edges,), float64: rejected pairs, by the share of their paths, that are
            expected to be its fault.
        wrong: shape (edges,), float64: probability that the edge is wrong.
    """

    edge: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    rejected: NDArray[np.int64]
    accepted: NDArray[np.int64]
    explained: NDArray[np.float64]
    wrong: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.edge)


def blamed_edges(
    graph: Graph,
    paths: Paths,
    rejected: NDArray[np.bool_],
    *,
    prior: float = 0.05,
    weight: float = 2.0,
    drift: float = 0.2,
) -> BlamedEdges:
    """Return the edges on the paths of rejected pairs, and how likely each is wrong.

    A path of an accepted pair is whole; that of a rejected one is broken, by an edge that is wrong
    or by a word of several meanings on the way. Expectation and maximisation divide the blame (a
    noisy or); each path of a pair counts by its share of the pair's score.

    Args:
        graph: the dictionaries.
        paths: of the pairs that were judged, see `best_paths`.
        rejected: shape (pairs,): True where people said no, False where they said yes.
        prior: share of edges that are wrong before anything is known.
        weight: how many paths that belief is worth.
        drift: how often the meaning changes on a path without a wrong edge.

    Raises:
        ConfigError: the judgements are not one a pair, or a number is out of range.

    Reference: Pearl (1988), Probabilistic Reasoning, section 4.3.2 (noisy or).
    """
    if len(rejected) != len(paths):
        raise ConfigError(f"{len(rejected)} judgements of {len(paths)} pairs: give one each")
    if not 0 < prior < 1 or not 0 < drift < 1 or weight <= 0:
        raise ConfigError("prior and drift lie between 0 and 1, weight above 0")
    numbers, begins = edges_of(graph, paths)
    sizes = np.diff(begins)
    lower = _at_lower_node(graph, numbers)
    edges, edge = np.unique(lower, return_inverse=True)
    path = np.repeat(np.arange(len(sizes)), sizes)
    pair = np.repeat(np.arange(len(paths)), np.diff(paths.starts))
    total = np.bincount(pair, paths.score, minlength=len(paths))
    share = paths.score / total[pair]
    broken = np.asarray(rejected, np.bool_)[pair]
    wrong: NDArray[np.float64] = np.full(len(edges), prior)
    seen = np.bincount(edge, share[path], minlength=len(edges))
    blamed: NDArray[np.float64] = np.zeros(len(edges))
    for _ in range(_ROUNDS):
        before = wrong
        whole = np.exp(np.bincount(path, np.log1p(-wrong[edge]), minlength=len(sizes)))
        fault = np.where(broken, share / (1 - (1 - drift) * whole), 0.0)
        blamed = np.bincount(edge, wrong[edge] * fault[path], len(edges)).astype(np.float64)
        wrong = (weight * prior + blamed) / (weight + seen)
        if np.abs(wrong - before).max(initial=0) < _STILL:
            break
    uses = np.unique(np.stack([edge, pair[path]]), axis=1)
    no = np.asarray(rejected, np.bool_)[uses[1]]
    counts = [np.bincount(uses[0][each], minlength=len(edges)) for each in (no, ~no)]
    order = np.lexsort((edges, -wrong, -blamed))
    order = order[counts[0][order] > 0]
    at = edges[order]
    return BlamedEdges(
        edge=at,
        source=(np.searchsorted(graph.starts, at, side="right") - 1).astype(np.int32),
        target=graph.neighbours[at],
        rejected=counts[0][order],
        accepted=counts[1][order],
        explained=blamed[order],
        wrong=wrong[order],
    )


def _at_lower_node(graph: Graph, numbers: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the numbers that edges have at the lower of their two nodes."""
    from diglot.lexicons._kernel_paths import edge_numbers

    ends = np.searchsorted(graph.starts, numbers, side="right") - 1
    others = graph.neighbours[numbers]
    turned: NDArray[np.int64] = edge_numbers(
        np.minimum(ends, others), np.maximum(ends, others), graph.starts, graph.neighbours
    )
    return turned
