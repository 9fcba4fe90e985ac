"""Vectors of the nodes of a graph, trained by gensim."""

from __future__ import annotations

from importlib.util import find_spec

import numpy as np
import pytest

from diglot.learning.word_vectors import set_vocabulary, train_on_graph

pytestmark = pytest.mark.skipif(find_spec("gensim") is None, reason="the extra vectors is not here")

EDGES = np.array([[0, 2], [1, 2], [0, 3], [1, 3], [4, 6], [5, 6], [4, 7], [5, 7]])


def trained(edges: np.ndarray, nodes: int = 9, seed: int = 1) -> np.ndarray:
    both = np.concatenate([edges, edges[:, ::-1]])
    both = both[np.lexsort((both[:, 1], both[:, 0]))]
    starts = np.searchsorted(both[:, 0], np.arange(nodes + 1))
    return train_on_graph(
        starts, both[:, 1], dimensions=8, epochs=200, negative=1, rate=0.1, seed=seed
    )


@pytest.mark.slow
def test_nodes_with_the_same_neighbours_are_nearer_than_others() -> None:
    vectors = trained(EDGES)
    assert vectors[0] @ vectors[1] > vectors[0] @ vectors[4]
    assert vectors[4] @ vectors[5] > vectors[1] @ vectors[5]


@pytest.mark.slow
def test_vectors_have_length_one_and_nodes_without_edges_have_none() -> None:
    vectors = trained(EDGES)
    np.testing.assert_allclose(np.linalg.norm(vectors[:8], axis=1), 1.0, rtol=1e-5)
    assert not vectors[8].any()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_vectors() -> None:
    np.testing.assert_array_equal(trained(EDGES), trained(EDGES))
    assert (trained(EDGES) != trained(EDGES, seed=2)).any()


def test_the_vocabulary_of_a_graph_is_the_one_that_gensim_makes_word_by_word() -> None:
    from gensim.models import Word2Vec

    counts = {str(node): int(count) for node, count in enumerate([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])}
    theirs, ours = (Word2Vec(min_count=1, sample=0, vector_size=4, seed=1) for _ in range(2))
    theirs.build_vocab_from_freq(counts)
    names = theirs.wv.index_to_key
    set_vocabulary(ours, names, np.array([counts[name] for name in names]))
    np.testing.assert_array_equal(ours.cum_table, theirs.cum_table)
    np.testing.assert_array_equal(ours.wv.vectors, theirs.wv.vectors)
    for name, values in theirs.wv.expandos.items():
        np.testing.assert_array_equal(ours.wv.expandos[name], values)
    by_count = sorted(counts, key=lambda name: (counts[name], int(name)), reverse=True)
    assert names == by_count


def test_a_graph_without_edges_gives_no_vectors() -> None:
    assert not trained(np.zeros((0, 2), np.int64), nodes=3).any()
