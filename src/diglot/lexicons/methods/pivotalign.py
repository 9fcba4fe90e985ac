"""Words that paths over pivots join.

Scored by how often aligned text, or their own dictionaries, link them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import join_ranges
from diglot.lexicons.graph.graph import Graph, edges_between
from diglot.lexicons.interface import (
    LinkCounts,
    Resources,
    ScoredPairs,
    options_of,
    pairs_of_matrix,
    scores_around_border,
)
from diglot.lexicons.paths.pivots import pivots_of, share_part_of_speech

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array


ROUNDS = 5
"""Of training; more rounds sharpen the model towards one translation a word."""


def path_links(graph: Graph, source: str, target: str, pivots: Sequence[str]) -> csr_array:
    """Return a measure of links between words, from pivot words that stand for sentence pairs.

    The translations of a pivot word into either language are its two sentences. Model 1, trained
    both ways, says how likely words of such a pair are linked; the measure is links / (pivot words
    with both + log2 of all pivot words), as of sentence pairs in text.

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
    to, back = edges_between(graph, pivot, source), edges_between(graph, pivot, target)
    here, there = np.diff(to.indptr).astype(np.int64), np.diff(back.indptr).astype(np.int64)
    # Every translation on the one side with all on the other.
    times = np.repeat(there, here)
    sentence = np.repeat(np.arange(len(here)), here)
    one = np.repeat(to.indices.astype(np.int64), times)
    other = back.indices[join_ranges(back.indptr[sentence], times)].astype(np.int64)
    return np.repeat(sentence, times), one, other


def _posteriors(
    pair: NDArray[np.int64], given: NDArray[np.int64], place: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return how likely model 1 links every meeting: ``given`` explains ``place`` of a sentence."""
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


BORDERS = {"F": 0.12, "P": 0.24, "R": 0.06}
"""Measures from which a pair is taken; F is published, the others are twice and half of it."""
OPTIONS = {"setting": "F", "steps": 3, "pivots": (), "synonyms": False, "pos": "same"}
SYNONYMS = 0.4
"""Share of the dictionaries of a language that must say that two of its words are synonyms."""
PROPER = "properNoun"
ROWS = 2048


def pivotalign(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs that paths of 2 or 3 edges join by the links between them in parallel text.

    The measure is links / (sentence pairs with both + log2 of all sentence pairs), 1 at most.
    Proper nouns that are identical get 1, and so do pairs with a word of several parts that the
    text links. Without counts of links, every pivot word stands for a sentence pair: its
    translations into either language are the sentences, which a word alignment model links.

    Options:
        setting: ``F``, ``P`` (precision) or ``R`` (recall): a measure of .12, .24 or .06 becomes
            the score .5.
        steps: edges of a path at most, 2 or 3.
        pivots: codes of languages; by default all that have dictionaries with both, and for paths
            of three edges all others.
        synonyms: yes takes pairs whose synonyms are joined, too.
        pos: ``same`` part of speech all along a path, or ``any``.

    See `Method` for arguments and errors.

    Reference:
        Steingrímsson, Loftsson and Way (2021), PivotAlign: improving pivot translations by word
        alignment.
    """
    options = options_of(
        resources,
        OPTIONS,
        choices={"setting": tuple(BORDERS), "pos": ("same", "any")},
        limits={"steps": (2, 3)},
    )
    pivots = pivots_of(graph, source, target, options["pivots"])
    if not pivots and options["steps"] < 3:
        raise ConfigError(f"no language has dictionaries with {source} and {target}: take steps=3")
    evidence = (
        _counted(graph, source, target, resources.links)
        if resources.links is not None
        else path_links(graph, source, target, pivots)
    )
    inner = pivots if options["pivots"] else _others(graph, source, target)
    found = _joined(graph, source, target, inner, evidence, options)
    if options["pos"] == "same":
        found = found.subset(share_part_of_speech(graph, found.source, found.target))
    border = BORDERS[options["setting"]]
    return ScoredPairs(found.source, found.target, scores_around_border(found.score, border))


def _counted(graph: Graph, source: str, target: str, counts: LinkCounts) -> csr_array:
    """Return the measure of every linked pair of nodes, and 1 of identical proper nouns."""
    sides = [_nodes(graph, language) for language in (source, target)]
    smoothing = np.log2(max(counts.sentences, 1))
    rows: list[int] = []
    columns: list[int] = []
    values: list[float] = []
    for (one, other), links in counts.links.items():
        here, there = sides[0].get(one), sides[1].get(other)
        if not here or not there or links <= 0:
            continue
        several = " " in one or " " in other
        score = links / (counts.together[one, other] + smoothing)
        for node in here:
            rows += [node] * len(there)
            columns += there
            values += [1.0 if several else min(score, 1.0)] * len(there)
    return _matrix(graph, source, target, rows, columns, values)


def _names(graph: Graph, source: str, target: str) -> csr_array:
    """Return 1 for proper nouns that are written the same, whatever their case."""
    rows: list[int] = []
    columns: list[int] = []
    if PROPER in graph.parts:
        part = graph.parts.index(PROPER)
        sides = [_nodes(graph, language, part) for language in (source, target)]
        for word, here in sides[0].items():
            there = sides[1].get(word, [])
            for node in here:
                rows += [node] * len(there)
                columns += there
    return _matrix(graph, source, target, rows, columns, [1.0] * len(rows))


def _matrix(
    graph: Graph,
    source: str,
    target: str,
    rows: Sequence[int],
    columns: Sequence[int],
    values: Sequence[float],
) -> csr_array:
    from scipy.sparse import coo_array

    (first, last), (left, right) = graph.range(source), graph.range(target)
    places = (np.array(rows, np.int64), np.array(columns, np.int64))
    return coo_array((np.array(values), places), shape=(last - first, right - left)).tocsr()


def _nodes(graph: Graph, language: str, part: int | None = None) -> dict[str, list[int]]:
    """Return the nodes of every word, counted within the language; words in small letters."""
    begin, end = graph.range(language)
    chosen = np.arange(begin, end)
    if part is not None:
        chosen = chosen[graph.part[begin:end] == part]
    found: dict[str, list[int]] = {}
    for node, lemma in zip((chosen - begin).tolist(), graph.lemmas(chosen), strict=True):
        found.setdefault(lemma.lower(), []).append(node)
    return found


def _joined(
    graph: Graph,
    source: str,
    target: str,
    inner: Sequence[str],
    evidence: csr_array,
    options: dict[str, object],
) -> ScoredPairs:
    """Return the pairs with evidence that paths join."""
    from scipy.sparse import vstack

    wanted = evidence.maximum(_names(graph, source, target))
    same = options["pos"] == "same"
    to = _edges(graph, (source,), inner, same=same)
    back = _edges(graph, inner, (target,), same=same)
    across = _edges(graph, inner, inner, same=same) if options["steps"] == 3 else None
    if options["synonyms"]:
        to = synonyms(graph, source, target) @ to
        back = back @ synonyms(graph, target, source)
    parts = []
    for begin in range(0, wanted.shape[0], ROWS):
        block = to[begin : begin + ROWS]
        # One more step where there may be one: both lengths of paths at once.
        ahead = block if across is None else block + block @ across
        paths = ahead @ back
        paths.data[:] = 1.0
        parts.append(wanted[begin : begin + ROWS].multiply(paths).tocsr())
    found = vstack(parts, format="csr") if parts else wanted
    return pairs_of_matrix(found, graph.range(source)[0], graph.range(target)[0])


def synonyms(graph: Graph, language: str, other: str) -> csr_array:
    """Return which words of a language are synonyms of each other, and of themselves.

    They are if a common translation joins them in more than 40 % of the languages that the language
    has dictionaries with. Dictionaries of the other language do not count.

    Returns:
        float32, shape (nodes of the language, nodes of the language), 1 where two are synonyms.
    """
    from scipy.sparse import csr_array, eye_array

    begin, end = graph.range(language)
    votes = csr_array((end - begin, end - begin), dtype=np.float32)
    dictionaries = 0
    for pivot in graph.languages:
        if pivot in (language, other):
            continue
        edges = _edges(graph, (language,), (pivot,), same=True)
        if edges.nnz:
            dictionaries += 1
            common = edges @ edges.T
            common.data[:] = 1.0
            votes = votes + common
    votes.data = (votes.data > SYNONYMS * dictionaries).astype(np.float32)
    votes.eliminate_zeros()
    return votes.maximum(eye_array(end - begin, dtype=np.float32, format="csr"))


def _edges(graph: Graph, rows: Sequence[str], columns: Sequence[str], *, same: bool) -> csr_array:
    """Return the edges between two groups of languages; ``same``: of one part of speech alone."""
    from scipy.sparse import block_array

    def edges(one: str, other: str) -> csr_array:
        found = edges_between(graph, one, other)
        if same:
            here = np.repeat(np.arange(found.shape[0]), np.diff(found.indptr))
            starts = graph.range(one)[0], graph.range(other)[0]
            found.data *= share_part_of_speech(graph, here + starts[0], found.indices + starts[1])
            found.eliminate_zeros()
        return found

    blocks = [[edges(one, other) for other in columns] for one in rows]
    return block_array(blocks, format="csr")


def _others(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    return tuple(code for code in graph.languages if code not in (source, target))
