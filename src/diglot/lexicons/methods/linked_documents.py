"""Documents in two languages that belong together, as counts of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import between
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scipy.sparse import csr_array

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.resources import Resources

LARGEST = 4000
"""Documents that parallel text is cut into at most."""


def of_pivots(
    graph: Graph, source: str, target: str, pivots: Sequence[str]
) -> tuple[csr_array, csr_array]:
    """Return each pivot word as a document: the words of either language that translate it.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        pivots: codes of languages that have dictionaries with both.

    Returns:
        Shape (nodes of the language, documents) for each; documents empty on a side are left out.
    """
    from scipy.sparse import csr_array, hstack

    sides = []
    for language in (source, target):
        size = int(np.diff(graph.range(language))[0])
        edges = [between(graph, language, pivot) for pivot in pivots]
        sides.append(hstack(edges, format="csr") if edges else csr_array((size, 0)))
    counts = [np.bincount(each.indices, minlength=each.shape[1]) for each in sides]
    both = np.flatnonzero((counts[0] > 0) & (counts[1] > 0))
    return sides[0][:, both], sides[1][:, both]


def of_texts(
    graph: Graph, source: str, target: str, resources: Resources
) -> tuple[csr_array, csr_array]:
    """Return runs of parallel sentences as documents: how often the graph's words stand in them.

    A word stands where a token is it or has it as its lemma; those of several parts do not count.

    Raises:
        ConfigError: there is no text of a language, or one has more sentences than the other.
    """
    texts = resources.texts
    for language in (source, target):
        if language not in texts:
            raise ConfigError(f"there are no texts of {language}: give some of both languages")
    sizes = len(texts[source]), len(texts[target])
    if sizes[0] != sizes[1] or not sizes[0]:
        raise ConfigError(
            f"the texts have {sizes[0]:,} and {sizes[1]:,} sentences: linked documents are cut "
            "from parallel text, whose lines translate each other"
        )
    run = -(-sizes[0] // LARGEST)
    one, other = (_counts(graph, each, texts[each], run) for each in (source, target))
    return one, other


def _counts(graph: Graph, language: str, sentences: Sequence[Sequence[str]], run: int) -> csr_array:
    """Return how often words stand in every run of sentences."""
    from scipy.sparse import coo_array

    begin, end = graph.range(language)
    nodes: dict[str, list[int]] = {}
    for node, lemma in enumerate(graph.lemmas(np.arange(begin, end))):
        nodes.setdefault(lemma.lower(), []).append(node)
    lemmatiser = Lemmatiser(language)
    of_token: dict[str, list[int]] = {}
    rows: list[int] = []
    columns: list[int] = []
    for number, sentence in enumerate(sentences):
        for token in sentence:
            found = of_token.get(token)
            if found is None:
                words = dict.fromkeys((token.lower(), lemmatiser.lemma(token)))
                found = [node for word in words for node in nodes.get(word, ())]
                of_token[token] = found
            rows += found
            columns += [number // run] * len(found)
    shape = (end - begin, -(-len(sentences) // run))
    return coo_array((np.ones(len(rows)), (rows, columns)), shape=shape).tocsr()
