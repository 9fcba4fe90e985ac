"""Vectors trained on the graph itself: every edge, or a walk over several, is a sentence."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph, without_direct
from diglot.lexicons.interface import Resources, ScoredPairs, options_of, single_threaded

# Drawn from all nodes alike, more than one negative for each neighbour pushes all vectors one way
# before they learn their neighbours: then every word is next to every other.
OPTIONS: Mapping[str, Any] = {
    "sg": True,
    "dimensions": 100,
    "epochs": 10,
    "negative": 1,
    "rate": 0.5,
    "first": 0.62,
    "others": 0.82,
    "limits": "before",
    "walk": 2,
    "window": 1,
}
_WALKS = {**OPTIONS, "walk": 5, "window": 2, "epochs": 3, "first": 0.5, "others": 0.7}
SETTINGS: Mapping[str, Mapping[str, Any]] = {
    "baseline": OPTIONS,
    "tuanwesg": _WALKS,
    "tuanwecb": {**_WALKS, "sg": False},
}
"""Options by the name of a setting."""

TRAINING = ("sg", "dimensions", "epochs", "negative", "rate", "walk", "window")
MOST = 200
"""Targets of a word at most: more are a sign of vectors that learnt nothing."""
BLOCK = 1024

_trained: dict[str, NDArray[np.float32]] = {}
"""The last vectors, by what they were trained on: six directions of a graph train them once."""


@single_threaded
def word2vec(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by the cosine of vectors that were trained on the edges of the graph.

    The score is the square of the cosine. A word is compared with all words of the target language
    and of its part of speech, or an unknown one; the nearest comes with the limit ``first``, others
    with ``others``.

    Options:
        settings: ``baseline`` of the shared task; ``tuanwesg`` and ``tuanwecb``: skip-gram and
            continuous bag of words on random walks. The options that follow come before it.
        sg: skip-gram, else continuous bag of words.
        walk, window, dimensions, epochs, negative, rate: see `train_on_graph`. On walks of two
            words skip-gram and bag of words are one computation.
        first: least figure of the nearest word.
        others: least figure of the others, of which there are 200 at most.
        limits: ``before``: they are of the cosine; ``after``: of its square.

    See `Method` for arguments and errors; training needs gensim (extra ``vectors``). A scorer, if
    there is one, holds the vectors: shape (nodes, dimensions), as `train_on_graph` gives them.

    Reference:
        Mikolov et al. (2013), Efficient estimation of word representations in vector space; TIAD
        2021, baseline 1, for sentences, limits and score; Perozzi, Al-Rfou and Skiena (2014),
        DeepWalk, for walks.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    options = _options(resources)
    first, last = graph.range(source)
    left, right = graph.range(target)
    vectors = resources.scorer
    if vectors is None:
        vectors = edge_vectors(without_direct(graph, source, target), options, resources.seed)
    power = 1.0 if options["limits"] == "before" else 0.5
    limits = options["first"] ** power, options["others"] ** power
    parts = [np.zeros((3, 0))]
    for sources, targets in _by_part(graph.part[first:last], graph.part[left:right]):
        # Words without edges have no vector, and no neighbour either.
        rows = sources[vectors[first + sources].any(axis=1)]
        columns = targets[vectors[left + targets].any(axis=1)]
        for begin in range(0, len(rows) if len(columns) else 0, BLOCK):
            row = rows[begin : begin + BLOCK]
            found, place, cosine = _near(vectors[first + row] @ vectors[left + columns].T, *limits)
            parts.append(np.stack([first + row[found], left + columns[place], cosine**2]))
    one, other, score = np.concatenate(parts, axis=1)
    order = np.lexsort((other, one))
    return ScoredPairs(
        one[order].astype(np.int32), other[order].astype(np.int32), np.minimum(score[order], 1.0)
    )


def edge_vectors(graph: Graph, options: Mapping[str, Any], seed: int) -> NDArray[np.float32]:
    """Return vectors of all nodes; those of the last call are kept.

    Args:
        graph: its edges, or walks on it, are the sentences.
        options: of the training, those of `TRAINING`.
        seed: of the random numbers.

    Raises:
        ConfigError: gensim is not installed.
    """
    from diglot.learning.word_vectors import train_on_graph

    wanted = {name: options[name] for name in TRAINING}
    digest = hashlib.blake2b(repr((sorted(wanted.items()), seed)).encode())
    for array in (graph.starts, graph.neighbours):
        digest.update(array.tobytes())
    key = digest.hexdigest()
    if key not in _trained:
        skip_gram = wanted.pop("sg")
        vectors = train_on_graph(
            graph.starts, graph.neighbours, skip_gram=skip_gram, seed=seed, **wanted
        )
        _trained.clear()
        _trained[key] = vectors
    return _trained[key]


def _options(resources: Resources) -> dict[str, Any]:
    name = resources.options.get("settings", "baseline")
    return options_of(
        resources,
        {"settings": "baseline", **SETTINGS.get(name, OPTIONS)},
        choices={"settings": tuple(SETTINGS), "limits": ("before", "after")},
        limits={
            "dimensions": (1, 2000),
            "epochs": (1, 1000),
            "negative": (1, 100),
            "rate": (0, 10),
            "walk": (2, 100),
            "window": (1, 100),
            "first": (0, 1),
            "others": (0, 1),
        },
    )


def _by_part(
    source: NDArray[np.unsignedinteger], target: NDArray[np.unsignedinteger]
) -> Iterator[tuple[NDArray[np.int64], NDArray[np.int64]]]:
    """Give words of each part of speech, and those they are compared with; all with unknown."""
    for part in np.unique(source):
        fits = (target == part) | (target == 0) if part else np.ones(len(target), np.bool_)
        yield np.flatnonzero(source == part), np.flatnonzero(fits)


def _near(
    cosines: NDArray[np.float32], first: float, others: float
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Return rows, columns and cosines of the pairs within the limits."""
    most = min(MOST, cosines.shape[1])
    kept = cosines >= others
    for row in np.flatnonzero(kept.sum(axis=1) > most):
        kept[row] &= cosines[row] >= np.partition(cosines[row], -most)[-most]
    rows, best = np.arange(len(cosines)), cosines.argmax(axis=1)
    kept[rows, best] |= cosines[rows, best] >= first
    found, place = np.divmod(np.flatnonzero(kept), kept.shape[1])  # faster than in two dimensions
    return found, place, cosines[found, place].astype(np.float64)
