"""Vectors of the words of two languages, given, trained or made of the dictionaries.

How near pairs of them are.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.mapping import NEIGHBOURS, unit_rows
from diglot.lexicons.graph.graph import Graph, edges_between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.lexicons.interface import Resources
    from diglot.model import WordVectors

KEPT_NEIGHBOURS = 0.3
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
        vectors = own[pivots] + np.float32(KEPT_NEIGHBOURS) * (beside @ own)
        for side, each in zip(found, steps, strict=True):
            side[:, here] = each @ vectors
    return found[0], found[1]


def first_steps(graph: Graph, language: str, pivots: Sequence[str]) -> csr_array:
    """Return the first step of a walk: a pivot language at random, then a translation into it.

    Returns:
        float32, shape (nodes of the language, nodes of the pivots one after the other); the sum
        of a row is 1, or 0 where a word has no translation.
    """
    from scipy.sparse import hstack

    steps = [edges_between(graph, language, pivot) for pivot in pivots]
    counts = np.stack([np.diff(each.indptr) for each in steps], axis=1)
    languages = (counts > 0).sum(axis=1)
    for each, own in zip(steps, counts.T, strict=True):
        each.data = np.repeat(1.0 / np.maximum(own * languages, 1), own).astype(np.float32)
    return hstack(steps, format="csr")


def _steps(graph: Graph, languages: Sequence[str]) -> csr_array:
    """Return the steps between words of some languages, each neighbour with equal chance."""
    from scipy.sparse import block_array

    blocks = [[edges_between(graph, one, other) for other in languages] for one in languages]
    found = block_array(blocks, format="csr")
    counts = np.diff(found.indptr)
    found.data = np.repeat(1.0 / np.maximum(counts, 1), counts).astype(np.float32)
    return found


# How near pairs of vectors are, hubs corrected.

REFERENCE = 2000
"""Words of the other language among which nearest ones are looked for: those in most pairs."""
BLOCK = 1024


def nearness(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    *,
    retrieval: str = "csls",
) -> NDArray[np.float64]:
    """Return the measure of pairs; NaN where one of them has no vector.

    Args:
        source: shape (source words, dimensions), unit vectors, or 0 for none.
        target: shape (target words, dimensions), in the same space.
        rows: shape (pairs,), source words.
        columns: shape (pairs,), target words.
        retrieval: ``csls``: 2 cos - mean cosine of either to its 10 nearest, where hubs are in
            dense places; ``cosine``. Nearest are looked for among the 2000 words in most pairs.

    Reference:
        Conneau et al. (2018), Word translation without parallel data, section 2.3.
    """
    cosines = np.empty(len(rows))
    for begin in range(0, len(rows), 1 << 16):
        here = slice(begin, begin + (1 << 16))
        cosines[here] = np.einsum("ij,ij->i", source[rows[here]], target[columns[here]])
    lacking = ~has_vector(source)[rows] | ~has_vector(target)[columns]
    if retrieval == "csls" and len(rows):
        cosines *= 2
        sides = ((source, rows, target, columns), (target, columns, source, rows))
        for own, mine, other, theirs in sides:
            words, place = np.unique(mine, return_inverse=True)
            cosines -= _density(own[words], other[_frequent(theirs)])[place]
    cosines[lacking] = np.nan
    return cosines


def has_vector(matrix: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which rows are not all 0."""
    return np.asarray(matrix.any(axis=1), np.bool_)


def _frequent(words: NDArray[np.int64]) -> NDArray[np.int64]:
    counts = np.bincount(words)
    order = np.argsort(-counts, kind="stable")[:REFERENCE]
    return order[counts[order] > 0]


def _density(vectors: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the mean cosine of vectors to the nearest of others."""
    found = np.empty(len(vectors))
    size = min(NEIGHBOURS, len(others))
    for begin in range(0, len(vectors), BLOCK):
        cosines = vectors[begin : begin + BLOCK] @ others.T
        top = np.partition(cosines, len(others) - size, axis=1)[:, len(others) - size :]
        found[begin : begin + BLOCK] = top.mean(axis=1)
    return found


SOURCES = ("auto", "given", "texts", "graph")


@dataclass(frozen=True, slots=True, eq=False)
class Spaces:
    """Vectors of the nodes of two languages, of length one.

    Attributes:
        source: shape (nodes of the source language, dimensions), float32; 0 for words without one.
        target: shape (nodes of the target language, dimensions), float32.
        shared: whether both are in one space by the way they were made.
    """

    source: NDArray[np.float32]
    target: NDArray[np.float32]
    shared: bool


def spaces(
    graph: Graph,
    source: str,
    target: str,
    resources: Resources,
    *,
    origin: str = "auto",
    dimensions: int = 160,
) -> Spaces:
    """Return vectors of the nodes of two languages.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        resources: hold vectors, or texts to train them on.
        origin: ``given`` vectors, those trained on the ``texts``, those made of the ``graph``, or
            ``auto``: the first of these that there are.
        dimensions: of vectors that are trained or made.

    Raises:
        ConfigError: there are vectors or texts of one language alone, or none where they are asked
            for; no word of the graph has a vector.
    """
    given, texts = resources.vectors, resources.texts
    if origin == "auto":
        held = {"given": given, "texts": texts}
        origin = next(
            (name for name, each in held.items() if source in each or target in each), "graph"
        )
    if origin == "graph":
        one, other = graph_vectors(
            graph, source, target, dimensions=dimensions, seed=resources.seed
        )
        return Spaces(unit_rows(one), unit_rows(other), shared=True)
    for language in (source, target):
        if language not in (given if origin == "given" else texts):
            what = "word vectors" if origin == "given" else "texts"
            raise ConfigError(f"there are no {what} of {language}: give some of both languages")
    sides = []
    for language in (source, target):
        vectors = (
            given[language] if origin == "given" else _trained(resources, language, dimensions)
        )
        sides.append(centre_vectors(_of_nodes(graph, language, vectors)))
    return Spaces(sides[0], sides[1], shared=False)


def centre_vectors(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors of length one, the mean of all that are not 0 taken off; the others stay 0.

    Reference:
        Artetxe, Labaka and Agirre (2016), Learning principled bilingual mappings.
    """
    vectors = unit_rows(matrix)
    known = np.flatnonzero(vectors.any(axis=1))
    if len(known):
        vectors[known] -= vectors[known].mean(axis=0)
    return unit_rows(vectors)


def _trained(resources: Resources, language: str, dimensions: int) -> WordVectors:
    from diglot.learning.word_vectors import train_vectors

    return train_vectors(resources.texts[language], dimensions=dimensions, seed=resources.seed + 1)


def _of_nodes(graph: Graph, language: str, vectors: WordVectors) -> NDArray[np.float32]:
    """Return the vectors of lemmas; of several words without a vector, the mean of the words'."""
    rows = {word: row for row, word in enumerate(vectors.words)}
    nodes = np.arange(*graph.range(language))
    found = np.zeros((len(nodes), vectors.dimensions), np.float32)
    whole: list[int] = []
    chosen: list[int] = []
    for node, lemma in enumerate(graph.lemmas(nodes)):
        spellings = (lemma, lemma.lower(), lemma.capitalize(), lemma.replace(" ", "_"))
        row = next((rows[each] for each in spellings if each in rows), None)
        if row is not None:
            whole.append(node)
            chosen.append(row)
            continue
        parts = [rows.get(part, rows.get(part.lower())) for part in lemma.split()]
        known = [part for part in parts if part is not None]
        if known and len(known) == len(parts):
            found[node] = vectors.matrix[known].mean(axis=0)
    found[whole] = vectors.matrix[chosen]
    if not found.any():
        raise ConfigError(
            f"no word of {language} in the dictionaries has a vector: check the language"
        )
    return found
