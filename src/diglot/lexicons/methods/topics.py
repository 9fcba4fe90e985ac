"""Words as mixtures of topics, each the content of documents that are linked across languages."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.borders import placed
from diglot.lexicons.methods.linked_documents import of_pivots, of_texts
from diglot.lexicons.methods.regression import regressed
from diglot.lexicons.one_thread import one_thread
from diglot.lexicons.options import options_of
from diglot.lexicons.paths.pivots import pivots_of
from diglot.lexicons.paths.two_steps import two_steps
from diglot.lexicons.scored import ScoredPairs

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.paths.two_steps import TwoSteps
    from diglot.lexicons.resources import Resources

OPTIONS = {"documents": "auto", "regression": False, "topics": 1000, "ridge": 0.1, "border": 0.3}
DOCUMENTS = ("auto", "texts", "pivots")
BLOCK = 1 << 14


@one_thread
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

        def cosine(graph: Graph, one: str, other: str, paths: TwoSteps) -> NDArray[np.float64]:
            return _cosines(graph, one, other, paths, "pivots", resources, options)

        return regressed(graph, source, target, resources, more=cosine, names=("cosine of topics",))
    if kind == "auto":
        lengths = [len(texts[each]) if each in texts else 0 for each in (source, target)]
        kind = "texts" if lengths[0] and lengths[0] == lengths[1] else "pivots"
    paths = two_steps(graph, source, target, pivots_of(graph, source, target))
    cosines = _cosines(graph, source, target, paths, kind, resources, options)
    known = ~np.isnan(cosines)
    return ScoredPairs(
        (paths.source[known] + graph.range(source)[0]).astype(np.int32),
        (paths.target[known] + graph.range(target)[0]).astype(np.int32),
        placed(cosines[known], options["border"]),
    )


def _cosines(
    graph: Graph,
    source: str,
    target: str,
    paths: TwoSteps,
    kind: str,
    resources: Resources,
    options: dict[str, float],
) -> NDArray[np.float64]:
    """Return the cosine of the topics of pairs; NaN where a word stands in no document."""
    if kind == "texts":
        one, other = of_texts(graph, source, target, resources)
    else:
        one, other = of_pivots(graph, source, target, pivots_of(graph, source, target))
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


def orthonormal(weights: csr_array, ridge: float) -> NDArray[np.float32]:
    """Return the map of words over documents to words over topics: the inverse Gram matrix.

    Args:
        weights: shape (words, documents).
        ridge: added to the diagonal.

    Returns:
        Shape (documents, documents): the topics of a document are itself alone if the ridge is 0.
    """
    gram = (weights.T @ weights).toarray().astype(np.float64)
    inverse: NDArray[np.float32] = np.linalg.inv(gram + ridge * np.eye(len(gram))).astype(
        np.float32
    )
    return inverse


def _topics(
    weights: csr_array, dense: NDArray[np.int64], rest: NDArray[np.int64], ridge: float
) -> tuple[NDArray[np.float32], csr_array, NDArray[np.int64]]:
    """Return words over orthonormal topics and over the documents left, of length one together.

    Returns:
        Shape (words with topics + 1, topics), the first row empty; shape (words, documents left);
        row of the former for every word.
    """
    inner = weights[:, dense]
    inverse = orthonormal(inner, ridge)
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
