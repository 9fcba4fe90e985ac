"""Word vectors made of dictionaries alone, where there are no others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.graph import between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.lexicons.graph.graph import Graph

NEIGHBOURS = 0.3
"""Weight of the translations of a pivot word into other pivot languages beside its own."""
SLICE = 32
"""Dimensions that are made at a time."""


def graph_vectors(
    graph: Graph, source: str, target: str, *, dimensions: int = 160, seed: int = 0
) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """Return vectors of the words of two languages, in one space.

    A word of any other language has a random vector of its own, to which a part of the mean of its
    neighbours' is added. A word of the two languages gets the sum of those of its translations,
    weighed by the root of their chance in a step by language first. So the cosine of two words says
    how much of their translations they share: these are projections of the graph, not of texts.
    Edges between the two languages do not count.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        dimensions: of the vectors.
        seed: of the random numbers.

    Returns:
        Shape (nodes of the language, dimensions) for each; nothing but 0 for words without
        translations in other languages.

    Reference:
        Chen et al. (2019), Fast and accurate network embeddings via very sparse random projection,
        section 3, with dense vectors and two steps.
    """
    others = [code for code in graph.languages if code not in (source, target)]
    if not others:
        none = [
            np.zeros((np.diff(graph.range(each))[0], dimensions), np.float32)
            for each in (source, target)
        ]
        return none[0], none[1]
    steps = [first_steps(graph, language, others) for language in (source, target)]
    for each in steps:
        # The root lets several translations count for more than one that is as likely as all.
        np.sqrt(each.data, out=each.data)
    wanted = np.zeros(steps[0].shape[1], np.bool_)
    for each in steps:
        wanted[each.indices] = True
    pivots = np.flatnonzero(wanted)
    steps = [each[:, pivots] for each in steps]
    beside = _steps(graph, others)[pivots]
    random = np.random.default_rng(seed)
    found = [np.empty((each.shape[0], dimensions), np.float32) for each in steps]
    for begin in range(0, dimensions, SLICE):
        # There are more pivot words than words: a slice of their vectors at a time.
        here = slice(begin, min(begin + SLICE, dimensions))
        own = random.standard_normal((len(wanted), here.stop - begin), dtype=np.float32)
        vectors = own[pivots] + np.float32(NEIGHBOURS) * (beside @ own)
        for side, each in zip(found, steps, strict=True):
            side[:, here] = each @ vectors
    return found[0], found[1]


def first_steps(graph: Graph, language: str, pivots: Sequence[str]) -> csr_array:
    """Return the first step of a walk: a pivot language at random, then a translation into it.

    Args:
        graph: the dictionaries.
        language: code of the language walked from.
        pivots: codes of languages.

    Returns:
        float32, shape (nodes of the language, nodes of the pivots one after the other); the sum
        of a row is 1, or 0 where a word has no translation.
    """
    from scipy.sparse import hstack

    steps = [between(graph, language, pivot) for pivot in pivots]
    counts = np.stack([np.diff(each.indptr) for each in steps], axis=1)
    languages = (counts > 0).sum(axis=1)
    for each, own in zip(steps, counts.T, strict=True):
        each.data = np.repeat(1.0 / np.maximum(own * languages, 1), own).astype(np.float32)
    return hstack(steps, format="csr")


def _steps(graph: Graph, languages: Sequence[str]) -> csr_array:
    """Return the steps between words of some languages, each neighbour with equal chance."""
    from scipy.sparse import block_array

    blocks = [[between(graph, one, other) for other in languages] for one in languages]
    found = block_array(blocks, format="csr")
    counts = np.diff(found.indptr)
    found.data = np.repeat(1.0 / np.maximum(counts, 1), counts).astype(np.float32)
    return found
