"""Vectors of the words of two languages: given ones, or trained, or made of the dictionaries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.mapping import unit
from diglot.lexicons.methods.graph_vectors import graph_vectors

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.resources import Resources
    from diglot.model import WordVectors

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
        return Spaces(unit(one), unit(other), shared=True)
    for language in (source, target):
        if language not in (given if origin == "given" else texts):
            what = "word vectors" if origin == "given" else "texts"
            raise ConfigError(f"there are no {what} of {language}: give some of both languages")
    sides = []
    for language in (source, target):
        vectors = (
            given[language] if origin == "given" else _trained(resources, language, dimensions)
        )
        sides.append(centred(_of_nodes(graph, language, vectors)))
    return Spaces(sides[0], sides[1], shared=False)


def centred(matrix: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return vectors of length one, the mean of all that are not 0 taken off; the others stay 0.

    Reference:
        Artetxe, Labaka and Agirre (2016), Learning principled bilingual mappings.
    """
    vectors = unit(matrix)
    known = np.flatnonzero(vectors.any(axis=1))
    if len(known):
        vectors[known] -= vectors[known].mean(axis=0)
    return unit(vectors)


def _trained(resources: Resources, language: str, dimensions: int) -> WordVectors:
    from diglot.learning.word_vectors import train_vectors

    return train_vectors(resources.texts[language], dimensions=dimensions, seed=resources.seed + 1)


def _of_nodes(graph: Graph, language: str, vectors: WordVectors) -> NDArray[np.float32]:
    """Return the vectors of lemmas; of several words without a vector, the mean of the words'.

    Raises:
        ConfigError: no word has a vector.
    """
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
