"""Documents in two languages that belong together, as counts of words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph, edges_between
from diglot.lexicons.interface import (
    Resources,
    ScoredPairs,
    options_of,
    scores_around_border,
    single_threaded,
)
from diglot.lexicons.methods.regression import Training, regression_scores
from diglot.lexicons.paths.pivots import PivotPairs, pivot_pairs, pivots_of
from diglot.text.lemmas import Lemmatiser

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array


LARGEST = 4000
"""Documents that parallel text is cut into at most."""


def pivot_documents(
    graph: Graph, source: str, target: str, pivots: Sequence[str]
) -> tuple[csr_array, csr_array]:
    """Return each pivot word as a document: the words of either language that translate it.

    Returns:
        Shape (nodes of the language, documents) for each; documents empty on a side are left out.
    """
    from scipy.sparse import csr_array, hstack

    sides = []
    for language in (source, target):
        size = int(np.diff(graph.range(language))[0])
        edges = [edges_between(graph, language, pivot) for pivot in pivots]
        sides.append(hstack(edges, format="csr") if edges else csr_array((size, 0)))
    counts = [np.bincount(each.indices, minlength=each.shape[1]) for each in sides]
    both = np.flatnonzero((counts[0] > 0) & (counts[1] > 0))
    return sides[0][:, both], sides[1][:, both]


def text_documents(
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


OPTIONS = {"documents": "auto", "regression": False, "topics": 1000, "ridge": 0.1, "border": 0.3}
DOCUMENTS = ("auto", "texts", "pivots")
BLOCK = 1 << 14


@single_threaded
def oneta(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs that pivot words join by the cosine of their topics, orthonormalised.

    Words are tf-idf vectors over documents in both languages. Multiplied by the inverse of the
    documents' Gram matrix, in each language its own, documents become topics that do not overlap.

    Options:
        documents: runs of sentences of the ``texts``, which are parallel; ``pivots``: every word
            of another language is a document of the words that translate it; or ``auto``: texts
            where there are as many sentences of both languages.
        regression: yes makes the cosine a figure of `graph_svr` and returns what that says; only
            with documents of pivots, since text of the known dictionaries' languages is lacking.
        topics: documents that are orthonormalised, those with the most words; others keep length
            one alone, as the inverse of so large a matrix would not fit.
        ridge: added to the diagonal of the Gram matrix, so that documents alike can be told apart.
        border: cosine that becomes the score .5.

    See `Method` for arguments and errors.

    Reference:
        McCrae, Cimiano and Klinger (2013), Orthonormal explicit topic analysis for cross-lingual
        document matching, section 3; TIAD 2021, systems ULD_oneta2 and ULD_onetaSVR.
    """
    options = options_of(
        resources,
        OPTIONS,
        choices={"documents": DOCUMENTS},
        limits={"topics": (0, 20_000), "ridge": (1e-6, 1e3), "border": (0.01, 0.99)},
    )
    texts = resources.texts
    kind = options["documents"]
    if options["regression"]:
        if kind == "texts":
            raise ConfigError("a regression on topics takes documents=pivots, not texts")

        def cosine(graph: Graph, one: str, other: str, paths: PivotPairs) -> NDArray[np.float64]:
            return _cosines(graph, one, other, paths, "pivots", resources, options)

        how = Training(name="cosine of topics", more=cosine)
        return regression_scores(graph, source, target, resources, how)
    if kind == "auto":
        lengths = [len(texts[each]) if each in texts else 0 for each in (source, target)]
        kind = "texts" if lengths[0] and lengths[0] == lengths[1] else "pivots"
    paths = pivot_pairs(graph, source, target, pivots_of(graph, source, target))
    cosines = _cosines(graph, source, target, paths, kind, resources, options)
    known = ~np.isnan(cosines)
    return ScoredPairs(
        (paths.source[known] + graph.range(source)[0]).astype(np.int32),
        (paths.target[known] + graph.range(target)[0]).astype(np.int32),
        scores_around_border(cosines[known], options["border"]),
    )


def _cosines(
    graph: Graph,
    source: str,
    target: str,
    paths: PivotPairs,
    kind: str,
    resources: Resources,
    options: dict[str, float],
) -> NDArray[np.float64]:
    """Return the cosine of the topics of pairs; NaN where a word stands in no document."""
    if kind == "texts":
        one, other = text_documents(graph, source, target, resources)
    else:
        one, other = pivot_documents(graph, source, target, pivots_of(graph, source, target))
    first, second = tf_idf(one), tf_idf(other)
    sizes = np.bincount(first.indices, minlength=first.shape[1])
    sizes = sizes * np.bincount(second.indices, minlength=second.shape[1])
    order = np.argsort(-sizes, kind="stable")
    dense, rest = order[: int(options["topics"])], order[int(options["topics"]) :]
    sides = [_topics(each, dense, rest, options["ridge"]) for each in (first, second)]
    found = np.empty(len(paths))
    for begin in range(0, len(paths), BLOCK):
        here = slice(begin, begin + BLOCK)
        rows = paths.source[here], paths.target[here]
        (near, own), (far, others) = (
            (side[0][side[2][row]], side[1][row]) for side, row in zip(sides, rows, strict=True)
        )
        found[here] = np.einsum("ij,ij->i", near, far) + own.multiply(others).sum(axis=1)
    lacking = [np.diff(each.indptr) == 0 for each in (first, second)]
    found[lacking[0][paths.source] | lacking[1][paths.target]] = np.nan
    return found


def tf_idf(counts: csr_array) -> csr_array:
    """Return weights of words in documents, every document of length one.

    Args:
        counts: shape (words, documents).

    Returns:
        float32, (1 + log count) times the logarithm of 1 + documents / documents with the word.
    """
    weights = counts.astype(np.float64)
    held = np.diff(weights.indptr)
    idf = np.log1p(weights.shape[1] / np.maximum(held, 1))
    weights.data = (1 + np.log(weights.data)) * np.repeat(idf, held)
    lengths = np.sqrt(
        np.bincount(weights.indices, weights=weights.data**2, minlength=weights.shape[1])
    )
    weights.data /= lengths[weights.indices]
    return weights.astype(np.float32)


def orthonormal_map(weights: csr_array, ridge: float) -> NDArray[np.float32]:
    """Return the map of words over documents to words over topics: the inverse Gram matrix.

    Args:
        weights: shape (words, documents).
        ridge: added to the diagonal.

    Returns:
        Shape (documents, documents): the topics of a document are itself alone if the ridge is 0.
    """
    gram = (weights.T @ weights).toarray().astype(np.float64)
    return np.linalg.inv(gram + ridge * np.eye(len(gram))).astype(np.float32)


def _topics(
    weights: csr_array, dense: NDArray[np.int64], rest: NDArray[np.int64], ridge: float
) -> tuple[NDArray[np.float32], csr_array, NDArray[np.int64]]:
    """Return words over orthonormal topics and over the documents left, of length one together.

    Returns:
        Shape (words with topics + 1, topics), the first row empty; shape (words, documents left);
        row of the former for every word.
    """
    inner = weights[:, dense]
    inverse = orthonormal_map(inner, ridge)
    words = np.flatnonzero(np.diff(inner.indptr))
    place = np.zeros(weights.shape[0], np.int64)
    place[words] = np.arange(1, len(words) + 1)
    near = np.zeros((len(words) + 1, len(dense)), np.float32)
    near[1:] = inner[words] @ inverse
    outer = weights[:, rest] / np.float32(1 + ridge)
    outer = outer.tocsr()
    squares = (near**2).sum(axis=1)[place] + np.bincount(
        np.repeat(np.arange(outer.shape[0]), np.diff(outer.indptr)),
        weights=outer.data**2,
        minlength=outer.shape[0],
    )
    lengths = np.sqrt(np.where(squares > 0, squares, 1.0)).astype(np.float32)
    near[1:] /= lengths[words][:, None]
    outer.data /= np.repeat(lengths, np.diff(outer.indptr))
    return near, outer, place
