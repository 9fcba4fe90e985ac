"""Words of two languages scored by vectors that a map brings into one space.

Muse, vecmap and tuan.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.learning.mapping import nearest_targets, procrustes, reweighted_maps, unit_rows
from diglot.lexicons.graph.graph import Graph
from diglot.lexicons.interface import (
    Resources,
    ScoredPairs,
    options_of,
    scores_around_border,
    single_threaded,
)
from diglot.lexicons.methods.vector_spaces import SOURCES, Spaces, has_vector, nearness, spaces
from diglot.lexicons.paths.pivots import PivotPairs, pivot_pairs, pivots_of


def identical_words(graph: Graph, source: str, target: str) -> NDArray[np.int64]:
    """Return words that are written the same, case aside, with one part of speech.

    Returns:
        Shape (pairs, 2), nodes counted within their language, ascending by source.
    """
    sides = [_keys(graph, language) for language in (source, target)]
    found = [(node, sides[1][key]) for key, node in sides[0].items() if key in sides[1]]
    return np.array(sorted(found), np.int64).reshape(-1, 2)


def mutual_best_pairs(paths: PivotPairs) -> NDArray[np.int64]:
    """Return pairs that are each other's most likely end of a walk.

    They go over two pivots or more, or over one where there is none with more.

    Returns:
        Shape (pairs, 2), nodes counted within their language, ascending by source.
    """
    chance = np.sqrt(paths.forth * paths.back)
    chosen = paths.languages >= min(2, paths.languages.max(initial=0))
    for side in (paths.source, paths.target):
        greatest = np.zeros(int(side.max(initial=-1)) + 1)
        np.maximum.at(greatest, side, chance)
        chosen &= chance >= greatest[side]
    return np.stack([paths.source[chosen], paths.target[chosen]], axis=1)


def _keys(graph: Graph, language: str) -> dict[tuple[str, int], int]:
    """Return the first node of every word in small letters and part of speech."""
    begin, end = graph.range(language)
    found: dict[tuple[str, int], int] = {}
    parts = graph.part[begin:end].tolist()
    for node, lemma in enumerate(graph.lemmas(np.arange(begin, end))):
        found.setdefault((lemma.lower(), parts[node]), node)
    return found


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


@single_threaded
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


@single_threaded
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


@single_threaded
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
    paths = pivot_pairs(graph, source, target, pivots)
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
        scores_around_border(measure[known], options["border"], least=-1.0),
    )


def _one_space(
    both: Spaces, seeds: NDArray[np.int64], paths: PivotPairs, rounds: int, *, weigh: bool
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return the vectors of both languages in one space, of length one."""
    one, other = both.source, both.target
    if weigh and one.shape[1] != other.shape[1]:
        raise ConfigError(
            f"the vectors have {one.shape[1]} and {other.shape[1]} dimensions: vecmap needs as many"
        )
    pairs = seeds
    here, there = _frequent(paths.source_degree, one), _frequent(paths.target_degree, other)
    turn = procrustes(one[pairs[:, 0]], other[pairs[:, 1]])
    for _ in range(rounds):
        mutual = _mutual(unit_rows(one[here] @ turn), other[there])
        more = np.stack([here[mutual[:, 0]], there[mutual[:, 1]]], axis=1)
        pairs = np.unique(np.concatenate([seeds, more]), axis=0)
        turn = procrustes(one[pairs[:, 0]], other[pairs[:, 1]])
    if not weigh:
        return unit_rows(one @ turn), other
    first, second = reweighted_maps(one, other, pairs)
    return unit_rows(one @ first), unit_rows(other @ second)


def _seeds(
    graph: Graph, source: str, target: str, kind: str, paths: PivotPairs
) -> NDArray[np.int64]:
    kinds = ("identical", "paths") if kind == "both" else (kind,)
    parts = [
        identical_words(graph, source, target) if each == "identical" else mutual_best_pairs(paths)
        for each in kinds
    ]
    return np.unique(np.concatenate(parts), axis=0)


def _frequent(degree: NDArray[np.int64], vectors: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return the words with the most translations that have a vector, ascending."""
    words = np.flatnonzero(has_vector(vectors))
    return np.sort(words[np.argsort(-degree[words], kind="stable")[:FREQUENT]])


def _mutual(one: NDArray[np.float32], other: NDArray[np.float32]) -> NDArray[np.int64]:
    """Return pairs that are each other's nearest."""
    row, column, _ = nearest_targets(one, other, best=1)
    back_row, back_column, _ = nearest_targets(other, one, best=1)
    best = np.full(len(other), -1)
    best[back_row] = back_column
    chosen = best[column] == row
    return np.stack([row[chosen], column[chosen]], axis=1)


def _candidates(
    one: NDArray[np.float32], other: NDArray[np.float32], paths: PivotPairs, options: dict[str, Any]
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
        row, column, _ = nearest_targets(
            one[words[0]], other[words[1]], best=options["best"], retrieval=options["retrieval"]
        )
        parts.append(np.stack([words[0][row], words[1][column]], axis=1))
    found = np.unique(np.concatenate(parts), axis=0)
    return found[:, 0], found[:, 1]
