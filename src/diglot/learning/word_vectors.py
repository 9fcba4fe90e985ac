"""Word vectors trained on the texts at hand, by gensim (extra ``vectors``)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError, describe_unknown
from diglot.installed import extra_for
from diglot.learning.mapping import unit_rows
from diglot.model import WordVectors

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from types import ModuleType

    from numpy.typing import NDArray

KINDS = ("fasttext", "word2vec")
WINDOW, LEAST = 5, 3
"""Words on each side of a word that count, and occurrences that a word needs."""
BUCKETS = 200_000
"""Of character n-grams; two million, as usual for billions of words, would take 1.6 GB."""
BLOCK = 100_000
"""Sentences that are handed out at once."""


def train_vectors(
    sentences: Sequence[Sequence[str]],
    *,
    kind: str = "fasttext",
    dimensions: int = 200,
    epochs: int = 10,
    seed: int = 1,
) -> WordVectors:
    """Train vectors of all words that come often enough; the same texts give the same vectors.

    Args:
        sentences: tokens of every sentence, in lower case.
        kind: ``fasttext`` (skip-gram with character n-grams) or ``word2vec`` (skip-gram).
        dimensions: of the vectors.
        epochs: times the texts are read.
        seed: of the random numbers.

    Raises:
        ConfigError: gensim is not installed, there is no such kind, or no word comes that often.

    Reference:
        Mikolov et al. (2013), Distributed representations of words and phrases; Bojanowski et al.
        (2017), Enriching word vectors with subword information.
    """
    if kind not in KINDS:
        raise ConfigError(describe_unknown("kind of vectors", kind, KINDS))
    models = _gensim("give files of vectors")
    options: dict[str, Any] = {
        "vector_size": dimensions,
        "window": WINDOW,
        "epochs": epochs,
        "min_count": LEAST,
        "sg": 1,
        "negative": 10,
        "seed": seed,
        "workers": 1,  # more threads would give other vectors each time
    }
    if kind == "fasttext":
        options["bucket"] = BUCKETS
    model = (models.FastText if kind == "fasttext" else models.Word2Vec)(**options)
    texts = [list(sentence) for sentence in sentences if sentence]
    if texts:
        model.build_vocab(texts)
    if not texts or not len(model.wv):
        raise ConfigError(f"no word of the texts comes {LEAST} times: word vectors need more text")
    model.train(texts, total_examples=len(texts), epochs=epochs)
    return WordVectors(tuple(model.wv.index_to_key), np.asarray(model.wv.vectors, np.float32))


def train_on_graph(
    starts: NDArray[np.integer],
    neighbours: NDArray[np.integer],
    *,
    dimensions: int,
    epochs: int,
    walk: int = 2,
    window: int = 1,
    skip_gram: bool = True,
    negative: int = 5,
    rate: float = 0.025,
    seed: int = 1,
) -> NDArray[np.float32]:
    """Train vectors of the nodes of a graph: each edge is a sentence, or each walk over several.

    Args:
        starts: shape (nodes + 1,), where the neighbours of each node begin.
        neighbours: shape (2 edges,), every edge from both its ends.
        dimensions: of the vectors.
        epochs: times the edges are read, in another order each; or walks from every node.
        walk: nodes of a sentence; 2 takes every edge once, more draw each step at random.
        window: nodes of a sentence on each side that count as neighbours.
        skip_gram: predict a neighbour from a node, else a node from its neighbours.
        negative: other nodes that each neighbour is told from.
        rate: of learning, at the beginning.
        seed: of the random numbers.

    Returns:
        Shape (nodes, dimensions), of length one; nothing for nodes without edges.

    Raises:
        ConfigError: gensim is not installed.

    Reference:
        Mikolov et al. (2013), Distributed representations of words and phrases; Perozzi, Al-Rfou
        and Skiena (2014), DeepWalk: online learning of social representations, for walks.
    """
    degrees = np.diff(starts)
    vectors = np.zeros((len(degrees), dimensions), np.float32)
    model = _gensim("take another method").Word2Vec(
        vector_size=dimensions,
        window=window,
        min_count=1,
        sg=int(skip_gram),
        negative=negative,
        sample=0,  # frequent nodes are no function words
        alpha=rate,
        seed=seed,
        workers=1,  # more threads would give other vectors each time
    )
    known = np.flatnonzero(degrees)
    if not len(known):
        return vectors
    names = np.array([str(node) for node in range(len(degrees))], object)
    order = known[np.argsort(degrees[known], kind="stable")][::-1]
    set_vocabulary(model, names[order].tolist(), degrees[order])
    random = np.random.default_rng(seed)
    if walk == 2:
        rows = np.repeat(np.arange(len(degrees)), degrees)
        once = rows < neighbours
        edges = np.stack([rows[once], neighbours[once]], axis=1)
        sentences = _Sentences(names, lambda: edges[random.permutation(len(edges))])
        size = len(edges)
    else:
        sentences = _Sentences(names, lambda: _walks(starts, neighbours, known, walk, random))
        size = len(known)
    model.train(sentences, total_examples=size, epochs=epochs)
    vectors[order] = unit_rows(np.asarray(model.wv.vectors, np.float32))
    return vectors


def set_vocabulary(model: Any, names: list[str], counts: NDArray[np.integer]) -> None:
    """Give a model its words as `build_vocab_from_freq` does, but all at once.

    A graph has a million words: one by one they take as long as the training.

    Args:
        model: a Word2Vec of gensim without words, which leaves none out.
        names: the words, most frequent first.
        counts: shape (names,), how often each comes.
    """
    model.wv.index_to_key = names
    model.wv.key_to_index = {name: place for place, name in enumerate(names)}
    model.wv.allocate_vecattrs(attrs=["count", "sample_int"], types=[int, np.uint32])
    model.wv.expandos["count"][:] = counts
    model.wv.expandos["sample_int"][:] = 2**32 - 1  # none is left out
    sums = np.cumsum(counts.astype(np.float64) ** model.ns_exponent)
    model.cum_table = np.rint(sums / sums[-1] * (2**31 - 1)).astype(np.uint32)
    model.prepare_weights()


def _walks(
    starts: NDArray[np.integer],
    neighbours: NDArray[np.integer],
    nodes: NDArray[np.integer],
    length: int,
    random: np.random.Generator,
) -> NDArray[np.integer]:
    """Return a random walk from every node, in random order; shape (nodes, length)."""
    found = np.empty((len(nodes), length), np.int64)
    here = found[:, 0] = random.permutation(nodes)
    for step in range(1, length):
        beside = starts[here + 1] - starts[here]
        here = neighbours[starts[here] + (random.random(len(here)) * beside).astype(np.int64)]
        found[:, step] = here
    return found


class _Sentences:
    """Sentences of names of nodes, drawn anew each time."""

    def __init__(self, names: NDArray[Any], draw: Callable[[], NDArray[np.integer]]) -> None:
        self._names = names
        self._draw = draw

    def __iter__(self) -> Iterator[list[str]]:
        nodes = self._draw()
        for begin in range(0, len(nodes), BLOCK):
            yield from self._names[nodes[begin : begin + BLOCK]].tolist()


def _gensim(instead: str) -> ModuleType:
    with extra_for("training word vectors", instead=instead):
        from gensim import models
    return models  # type: ignore[no-any-return]
