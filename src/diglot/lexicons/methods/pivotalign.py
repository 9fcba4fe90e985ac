"""Words that paths over pivots join, scored by how often aligned text links them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.borders import placed
from diglot.lexicons.graph.graph import between
from diglot.lexicons.methods.path_links import path_links
from diglot.lexicons.options import options_of
from diglot.lexicons.paths.pivots import pivots_of, same_part
from diglot.lexicons.scored import ScoredPairs, of_matrix

if TYPE_CHECKING:
    from collections.abc import Sequence

    from scipy.sparse import csr_array

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.resources import LinkCounts, Resources

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
        found = found.subset(same_part(graph, found.source, found.target))
    border = BORDERS[options["setting"]]
    return ScoredPairs(found.source, found.target, placed(found.score, border))


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
    return of_matrix(found, graph.range(source)[0], graph.range(target)[0])


def synonyms(graph: Graph, language: str, other: str) -> csr_array:
    """Return which words of a language are synonyms of each other, and of themselves.

    They are if a common translation joins them in more than 40 % of the languages that the
    language has dictionaries with.

    Args:
        graph: the dictionaries.
        language: code of the language.
        other: code of a language whose dictionaries do not count.

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
        found = between(graph, one, other)
        if same:
            here = np.repeat(np.arange(found.shape[0]), np.diff(found.indptr))
            starts = graph.range(one)[0], graph.range(other)[0]
            found.data *= same_part(graph, here + starts[0], found.indices + starts[1])
            found.eliminate_zeros()
        return found

    blocks = [[edges(one, other) for other in columns] for one in rows]
    return block_array(blocks, format="csr")


def _others(graph: Graph, source: str, target: str) -> tuple[str, ...]:
    return tuple(code for code in graph.languages if code not in (source, target))
