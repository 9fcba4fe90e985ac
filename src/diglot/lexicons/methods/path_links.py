"""Links between words of two languages, learnt from what their dictionaries give for pivots."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.lexicons.graph.graph import between

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

    from diglot.lexicons.graph.graph import Graph

ROUNDS = 5
"""Of training; more rounds sharpen the model towards one translation a word."""


def path_links(graph: Graph, source: str, target: str, pivots: Sequence[str]) -> csr_array:
    """Return a measure of links between words, from pivot words that stand for sentence pairs.

    The translations of a pivot word into either language are its two sentences. Model 1, trained
    both ways, says how likely words of such a pair are linked; the measure is links / (pivot words
    with both + log2 of all pivot words), as of sentence pairs in text.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        pivots: codes of languages that have dictionaries with both.

    Returns:
        float64, shape (nodes of the source language, nodes of the target language), in [0, 1].

    Reference:
        Brown et al. (1993), The mathematics of statistical machine translation, section 4.1;
        Liang, Taskar and Klein (2006), Alignment by agreement, for the product of both ways.
    """
    from scipy.sparse import coo_array

    (first, last), (left, right) = graph.range(source), graph.range(target)
    meetings = [_meetings(graph, source, target, pivot) for pivot in pivots]
    sizes = [int(each[0].max(initial=-1)) + 1 for each in meetings]
    starts = np.cumsum([0, *sizes])
    shape = (last - first, right - left)
    if not meetings or not sum(sizes):
        return coo_array(shape).tocsr()
    sentence, one, other = (np.concatenate([each[at] for each in meetings]) for at in range(3))
    sentence += np.repeat(starts[:-1], [len(each[0]) for each in meetings])
    pair, number = np.unique(one * np.int64(shape[1]) + other, return_inverse=True)
    forth = _posteriors(number, one, sentence * np.int64(shape[1]) + other)
    back = _posteriors(number, other, sentence * np.int64(shape[0]) + one)
    links = np.bincount(number, weights=np.sqrt(forth * back))
    together = np.bincount(number)
    measure = links / (together + np.log2(len(np.unique(sentence))))
    places = (pair // shape[1], pair % shape[1])
    return coo_array((np.minimum(measure, 1.0), places), shape=shape).tocsr()


def _meetings(
    graph: Graph, source: str, target: str, pivot: str
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Return pivot word, source word and target word of all paths of two steps."""
    to, back = between(graph, pivot, source), between(graph, pivot, target)
    here, there = np.diff(to.indptr).astype(np.int64), np.diff(back.indptr).astype(np.int64)
    # Every translation on the one side with all on the other.
    times = np.repeat(there, here)
    one = np.repeat(to.indices.astype(np.int64), times)
    sentence = np.repeat(np.repeat(np.arange(len(here)), here), times)
    within = np.arange(len(one)) - np.repeat(np.cumsum(times) - times, times)
    other = back.indices[back.indptr[sentence] + within].astype(np.int64)
    return sentence, one, other


def _posteriors(
    pair: NDArray[np.int64], given: NDArray[np.int64], place: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return how likely model 1 links every meeting.

    Args:
        pair: number of the pair of words that meet.
        given: the word that the model starts from.
        place: the word it is to explain, apart for every sentence.
    """
    _, place = np.unique(place, return_inverse=True)
    given_of = np.zeros(int(pair.max()) + 1, np.int64)
    given_of[pair] = given
    probability = np.ones(len(given_of))
    for _ in range(ROUNDS):
        share = probability[pair]
        share /= np.bincount(place, weights=share)[place]
        counts = np.bincount(pair, weights=share)
        probability = counts / np.bincount(given_of, weights=counts)[given_of]
    share = probability[pair]
    return share / np.bincount(place, weights=share)[place]
