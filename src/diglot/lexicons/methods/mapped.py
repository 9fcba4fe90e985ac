"""Words of two languages as vectors in one space, into which a map brings them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.mapping import nearest, procrustes, unit
from diglot.learning.whitening import reweighted
from diglot.lexicons.borders import placed
from diglot.lexicons.methods.nearness import has_vector, nearness
from diglot.lexicons.methods.seed_pairs import certain, identical
from diglot.lexicons.methods.spaces import SOURCES, spaces
from diglot.lexicons.one_thread import one_thread
from diglot.lexicons.options import options_of
from diglot.lexicons.paths.pivots import pivots_of
from diglot.lexicons.paths.two_steps import two_steps
from diglot.lexicons.scored import ScoredPairs

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.methods.spaces import Spaces
    from diglot.lexicons.paths.two_steps import TwoSteps
    from diglot.lexicons.resources import Resources

SEEDS = ("identical", "paths", "both")
CANDIDATES = ("auto", "paths", "nearest", "both")
RETRIEVALS = ("csls", "cosine")
OPTIONS = {
    "candidates": "auto",
    "pivots": (),
    "vectors": "auto",
    "dimensions": 160,
    "seeds": "identical",
    "rounds": 3,
    "retrieval": "csls",
    "border": 0.0,
    "best": 3,
}
_CHOICES = {
    "candidates": CANDIDATES,
    "vectors": SOURCES,
    "seeds": SEEDS,
    "retrieval": RETRIEVALS,
}
_LIMITS = {
    "dimensions": (2, 2000),
    "rounds": (0, 100),
    "border": (-0.99, 0.99),
    "best": (1, 100),
}
FREQUENT = 2000
"""Words of a language with the most translations, among which a map looks for more pairs."""
FEWEST = 20
"""Seed pairs that a map needs."""


@one_thread
def muse(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by their vectors, after a rotation learnt from seed pairs and from itself.

    Words that are each other's nearest by CSLS join the seeds, round after round. Vectors are given
    ones, or trained on given texts, or made of the dictionaries (see `graph_vectors`).

    Options:
        candidates: pairs that ``paths`` of two edges join; the ``nearest`` words; ``both``; or
            ``auto``: paths where there are any.
        pivots: codes of languages for paths; all that have dictionaries with both by default.
        vectors: ``given``, of ``texts``, of the ``graph``, or ``auto``: the first there is.
        dimensions: of vectors that are trained or made.
        seeds: ``identical`` strings; ``paths``: pairs that are each other's best over two pivots or
            more; or ``both``.
        rounds: of learning from itself.
        retrieval: ``csls`` or ``cosine``.
        border: measure that becomes the score .5; a CSLS of 0 means as near as the neighbours are.
        best: nearest words of a word.

    See `Method` for arguments and errors.

    Reference:
        Conneau et al. (2018), Word translation without parallel data, sections 2.2 and 2.3; seeds
        of identical strings as in the supervised program they released.
    """
    options = options_of(resources, OPTIONS, choices=_CHOICES, limits=_LIMITS)
    return _mapped(graph, source, target, resources, options, weigh=False)


@one_thread
def vecmap(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by their vectors, after maps that weigh directions by what both sides share.

    A rotation learns from seed pairs and from itself; whitening, rotation, weights and colouring
    follow on the pairs it ends with. Vectors and options are those of `muse`, but seeds are
    ``paths`` by default.

    See `Method` for arguments and errors.

    Reference:
        Artetxe, Labaka and Agirre (2018), Generalizing and improving bilingual word embedding
        mappings with a multi-step framework of linear transformations.
    """
    defaults = OPTIONS | {"seeds": "paths"}
    options = options_of(resources, defaults, choices=_CHOICES, limits=_LIMITS)
    return _mapped(graph, source, target, resources, options, weigh=True)


@one_thread
def tuan(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score the translations over one pivot language by their vectors, mapped as in `muse`.

    Options:
        pivot: code of a language that has dictionaries with both, ``es`` or ``ca`` in the campaign.
        vectors, dimensions, seeds, rounds, retrieval, border: see `muse`.

    See `Method` for arguments and errors.

    Reference:
        TIAD 2021, systems TUANMUSEca and TUANMUSEes, of which the names are known alone; the method
        is read from them.
    """
    left_out = ("candidates", "pivots", "best")
    defaults = {name: value for name, value in OPTIONS.items() if name not in left_out}
    options = options_of(
        resources,
        defaults | {"pivot": "es"},
        choices={name: of for name, of in _CHOICES.items() if name in defaults},
        limits={name: of for name, of in _LIMITS.items() if name in defaults},
    )
    chosen = {"candidates": "paths", "pivots": (options.pop("pivot"),), "best": 1}
    return _mapped(graph, source, target, resources, options | chosen, weigh=False)


def _mapped(
    graph: Graph,
    source: str,
    target: str,
    resources: Resources,
    options: dict[str, Any],
    *,
    weigh: bool,
) -> ScoredPairs:
    pivots = pivots_of(graph, source, target, options["pivots"])
    paths = two_steps(graph, source, target, pivots)
    both = spaces(
        graph,
        source,
        target,
        resources,
        origin=options["vectors"],
        dimensions=options["dimensions"],
    )
    if both.shared and not len(paths):
        raise ConfigError(
            f"no word of another language joins words of {source} and {target}, and there are no "
            "vectors: give some of both languages, or a dictionary"
        )
    seeds = _seeds(graph, source, target, options["seeds"], paths)
    seeds = seeds[has_vector(both.source)[seeds[:, 0]] & has_vector(both.target)[seeds[:, 1]]]
    if len(seeds) >= FEWEST:
        one, other = _one_space(both, seeds, paths, options["rounds"], weigh=weigh)
    elif both.shared:
        one, other = both.source, both.target
    else:
        raise ConfigError(
            f"{len(seeds)} seed pairs ({options['seeds']}) have vectors, but a map needs {FEWEST}: "
            "take other seeds, or vectors of more words"
        )
    left, right = _candidates(one, other, paths, options)
    measure = nearness(one, other, left, right, retrieval=options["retrieval"])
    known = ~np.isnan(measure)
    return ScoredPairs(
        (left[known] + graph.range(source)[0]).astype(np.int32),
        (right[known] + graph.range(target)[0]).astype(np.int32),
        placed(measure[known], options["border"], least=-1.0),
    )


def _one_space(
    both: Spaces, seeds: NDArray[np.int64], paths: TwoSteps, rounds: int, *, weigh: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the vectors of both languages in one space, of length one.

    Raises:
        ConfigError: vectors to be weighed have other dimensions on either side.
    """
    one, other = both.source, both.target
    if weigh and one.shape[1] != other.shape[1]:
        raise ConfigError(
            f"the vectors have {one.shape[1]} and {other.shape[1]} dimensions: vecmap needs as many"
        )
    pairs = seeds
    here, there = _frequent(paths.source_degree, one), _frequent(paths.target_degree, other)
    turn = procrustes(one[pairs[:, 0]], other[pairs[:, 1]])
    for _ in range(rounds):
        mutual = _mutual(unit(one[here] @ turn), other[there])
        more = np.stack([here[mutual[:, 0]], there[mutual[:, 1]]], axis=1)
        pairs = np.unique(np.concatenate([seeds, more]), axis=0)
        turn = procrustes(one[pairs[:, 0]], other[pairs[:, 1]])
    if not weigh:
        return unit(one @ turn), other
    first, second = reweighted(one, other, pairs)
    return unit(one @ first), unit(other @ second)


def _seeds(graph: Graph, source: str, target: str, kind: str, paths: TwoSteps) -> NDArray[np.int64]:
    kinds = ("identical", "paths") if kind == "both" else (kind,)
    parts = [
        identical(graph, source, target) if each == "identical" else certain(paths)
        for each in kinds
    ]
    return np.unique(np.concatenate(parts), axis=0)


def _frequent(degree: NDArray[np.int64], vectors: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the words with the most translations that have a vector, ascending."""
    words = np.flatnonzero(has_vector(vectors))
    return np.sort(words[np.argsort(-degree[words], kind="stable")[:FREQUENT]])


def _mutual(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return pairs that are each other's nearest."""
    row, column, _ = nearest(one, other, best=1)
    back_row, back_column, _ = nearest(other, one, best=1)
    best = np.full(len(other), -1)
    best[back_row] = back_column
    chosen = best[column] == row
    return np.stack([row[chosen], column[chosen]], axis=1)


def _candidates(
    one: NDArray[np.float32],
    other: NDArray[np.float32],
    paths: TwoSteps,
    options: dict[str, Any],
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return pairs of words to be measured, each once, ascending."""
    parts = []
    kind = options["candidates"]
    if kind == "auto":
        kind = "paths" if len(paths) else "nearest"
    if kind != "nearest":
        parts.append(np.stack([paths.source, paths.target], axis=1))
    if kind != "paths":
        words = [np.flatnonzero(has_vector(each)) for each in (one, other)]
        row, column, _ = nearest(
            one[words[0]], other[words[1]], best=options["best"], retrieval=options["retrieval"]
        )
        parts.append(np.stack([words[0][row], words[1][column]], axis=1))
    found = np.unique(np.concatenate(parts), axis=0)
    return found[:, 0], found[:, 1]
