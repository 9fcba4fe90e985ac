"""Ways from a word to its translation over words of other languages."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.lexicons.kernels.paths import PathSearch
from diglot.lexicons.paths.walks import count_neighbours, view_of
from diglot.model import LexicalPath
from diglot.plurals import count_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph

LONGEST = (2, 3, 4)
"""Steps that a path may have."""

_BUDGET = 200_000
_BITS = 64


@dataclass(frozen=True, slots=True, eq=False)
class Paths:
    """The best paths of pairs of nodes, and what is known of all of them.

    Attributes:
        source: shape (pairs,), int32, nodes.
        target: shape (pairs,), int32, nodes.
        starts: shape (pairs + 1,), int64: where the paths of each pair begin; best first.
        pivots: shape (paths, 3), int32: the nodes between, -1 beyond the last of them.
        score: shape (paths,), float64: the geometric mean of the probabilities that a walk from
            either end goes this way.
        counts: shape (pairs, 3), int64: number of all paths of two, three and four steps.
        strength: shape (pairs,), float64: sum of the scores of all paths.
        through: shape (pairs, ⌈languages / 64⌉), uint64: a bit for each language of a pivot of a
            path of two steps.
        cut: shape (pairs,), bool: hubs were passed over, so that there may be more and other paths
            of three and four steps.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    starts: NDArray[np.int64]
    pivots: NDArray[np.int32]
    score: NDArray[np.float64]
    counts: NDArray[np.int64]
    strength: NDArray[np.float64]
    through: NDArray[np.uint64]
    cut: NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.source)

    def votes(self) -> NDArray[np.int64]:
        """Return the number of pivot languages of each pair, over paths of two steps."""
        found: NDArray[np.int64] = np.bitwise_count(self.through).sum(axis=1, dtype=np.int64)
        return found

    def pivot_languages(self, graph: Graph, pair: int) -> tuple[str, ...]:
        """Return the languages of the pivots of a pair, over paths of two steps."""
        bits = self.through[pair].tolist()
        return tuple(
            code for at, code in enumerate(graph.languages) if bits[at // _BITS] >> (at % _BITS) & 1
        )


def best_paths(
    graph: Graph,
    source_nodes: NDArray[np.integer[Any]],
    target_nodes: NDArray[np.integer[Any]],
    *,
    source: str,
    target: str,
    best: int = 3,
    longest: int = 4,
    budget: int = _BUDGET,
) -> Paths:
    """Find the best paths between words over words of other languages.

    A walk steps from a word to one of its pivot languages, each with the same probability, and to
    one of its words there; from a pivot to one of the words that lead on. Paths of four steps are
    looked for where there is no shorter one. No path uses an edge between the two languages, or a
    node twice; restrictions of edges to one direction do not count.

    Args:
        graph: the dictionaries.
        source_nodes: shape (pairs,), nodes of the source language.
        target_nodes: shape (pairs,), nodes of the target language.
        source: code of the source language.
        target: code of the target language.
        best: most paths of a pair.
        longest: most steps of a path: 2, 3 or 4.
        budget: edges that are gone over at most for a source word; hubs that do not fit in are
            passed over, and `Paths.cut` says so. Paths of two steps are always all found.

    Raises:
        ConfigError: no dictionary has words of a language, both are the same, a node is of another
            language, or a number is out of range.
    """
    if longest not in LONGEST or best < 1 or budget < 1:
        raise ConfigError("longest is 2, 3 or 4; best and budget are 1 or more")
    rows, columns = _checked(graph, source_nodes, source), _checked(graph, target_nodes, target)
    if source == target:
        raise ConfigError(f"{source!r} is both languages: give two")
    if rows.shape != columns.shape:
        raise ConfigError(f"{len(rows)} source and {len(columns)} target nodes make no pairs")
    size = len(rows)
    found = (
        np.full((size, best, 3), -1, np.int32),
        np.zeros((size, best)),
        np.zeros((size, 3), np.int64),
        np.zeros(size),
        np.zeros((size, (len(graph.languages) + _BITS - 1) // _BITS), np.uint64),
        np.zeros(size, np.uint8),
    )
    view = view_of(graph, source, target)

    codes = (graph.languages.index(source), graph.languages.index(target))
    near = [count_neighbours(graph, view.language == code) for code in codes]
    beyond = [count_neighbours(graph, (each > 0) & (view.wanted == 0)) for each in near]
    search = PathSearch(view, rows, columns, near, beyond, budget, found)
    order = np.lexsort((columns, rows))
    search.short_paths(order, longest)
    pivots, scores, counts, strength, through, cut = found
    apart = order[counts[order].sum(axis=1) == 0]
    if longest == max(LONGEST) and len(apart):
        between = view.wanted == 0
        far, back = (count_neighbours(graph, (each > 0) & between) for each in beyond)
        search.long_paths(apart, far, back)
    kept = pivots[:, :, 0] >= 0
    return Paths(
        source=rows,
        target=columns,
        starts=offsets_of(kept.sum(axis=1)),
        pivots=pivots[kept],
        score=scores[kept],
        counts=counts,
        strength=strength,
        through=through,
        cut=cut.view(np.bool_),
    )


def _checked(graph: Graph, nodes: NDArray[np.integer[Any]], language: str) -> NDArray[np.int32]:
    first, last = graph.range(language)
    if len(nodes) and (nodes.min() < first or nodes.max() >= last):
        raise ConfigError(f"not all nodes are words of {language!r}: take them from its range")
    return np.ascontiguousarray(nodes, np.int32)


def path_nodes(paths: Paths) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the nodes of each path, ends included, and how many it has.

    Returns:
        int32, shape (paths, 5), -1 beyond the last node; int64, shape (paths,).
    """
    each = np.repeat(np.arange(len(paths)), np.diff(paths.starts))
    inner = (paths.pivots >= 0).sum(axis=1)
    nodes = np.full((len(each), 5), -1, np.int32)
    nodes[:, 0] = paths.source[each]
    nodes[:, 1:4] = paths.pivots
    nodes[np.arange(len(each)), inner + 1] = paths.target[each]
    return nodes, inner + 2


def edges_of(graph: Graph, paths: Paths) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of the edge of each step, at the node that it leaves, and steps by path.

    Returns:
        int64, shape (steps,), path by path; int64, shape (paths + 1,): where each path begins.
    """
    nodes, sizes = path_nodes(paths)
    steps = np.arange(4)[None, :] < (sizes - 1)[:, None]
    begins = np.repeat(np.arange(graph.nodes), np.diff(graph.starts)) * graph.nodes
    wanted = nodes[:, :-1][steps].astype(np.int64) * graph.nodes + nodes[:, 1:][steps]
    numbers = np.searchsorted(begins + graph.neighbours, wanted)
    return numbers, offsets_of(sizes - 1)


def lexical_paths(graph: Graph, paths: Paths) -> list[tuple[LexicalPath, ...]]:
    """Return the paths of every pair, best first, with words, languages and dictionaries."""
    nodes, sizes = path_nodes(paths)
    numbers, begins = edges_of(graph, paths)
    used, place = np.unique(nodes[nodes >= 0], return_inverse=True)
    lemmas = graph.lemmas(used)
    languages = [graph.languages[at] for at in graph.language_of(used).tolist()]
    names = [tuple(graph.origins[at].name for at in those) for those in graph.witnesses]
    said = [names[at] for at in graph.witness[numbers].tolist()]
    flat, ends = place.tolist(), np.cumsum(sizes).tolist()
    steps, scores = begins.tolist(), paths.score.tolist()
    every = []
    begin = 0
    for at, end in enumerate(ends):
        on = flat[begin:end]
        every.append(
            LexicalPath(
                words=tuple([lemmas[each] for each in on]),
                languages=tuple([languages[each] for each in on]),
                dictionaries=tuple(said[steps[at] : steps[at + 1]]),
                score=scores[at],
            )
        )
        begin = end
    starts = paths.starts.tolist()
    return [tuple(every[one:other]) for one, other in pairwise(starts)]


# What paths say for or against a translation, as words for the user.

NO_PATH = "no path"
"""Reason of a pair that no walk joins."""
_STEPS = {2: "two", 3: "three", 4: "four"}


def path_reasons(graph: Graph, paths: Paths) -> list[tuple[str, ...]]:
    """Return for every pair its pivot languages, and how many paths of which length it has."""
    # Few differ among thousands: each is put into words once.
    told = np.concatenate(
        [paths.through, paths.counts.astype(np.uint64), paths.cut[:, None].astype(np.uint64)],
        axis=1,
    )
    _, first, place = np.unique(told, axis=0, return_index=True, return_inverse=True)
    said = [_path_reasons(graph, paths, pair) for pair in first.tolist()]
    return [said[each] for each in place.ravel().tolist()]


def _path_reasons(graph: Graph, paths: Paths, pair: int) -> tuple[str, ...]:
    reasons = []
    if codes := paths.pivot_languages(graph, pair):
        reasons.append(f"{count_of(len(codes), 'pivot language')}: {', '.join(codes)}")
    for length, number in zip(LONGEST, paths.counts[pair].tolist(), strict=True):
        if number:
            more = "at least " if paths.cut[pair] and length > LONGEST[0] else ""
            reasons.append(f"{more}{count_of(number, 'path')} of {_STEPS[length]} steps")
    return tuple(reasons) or (NO_PATH,)
