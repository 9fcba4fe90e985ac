"""Random walks between two languages over the words of all others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.flat_arrays import offsets_of
from diglot.lexicons.graph.graph import BACK, FORTH, Graph
from diglot.lexicons.interface import Resources, ScoredPairs, options_of, pairs_of_matrix
from diglot.lexicons.paths.pivots import path_blocks

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from scipy.sparse import csr_array


OPTIONS = {"steps": 3, "prune": 0.02, "restricted": 1.0, "root": 3.5}


def random_walk(graph: Graph, source: str, target: str, resources: Resources) -> ScoredPairs:
    """Score pairs by how likely random walks from either word reach the other.

    A walk begins with a language drawn evenly among those the word has translations in, so that no
    large dictionary outvotes the others, and one of its translations there; it goes on evenly among
    the words from which the other language is reached in the steps that are left. It never passes
    the source or the target language. The score is a root of the geometric mean of the chances both
    ways, each that of the best number of steps; every step above two halves it.

    Options:
        steps: of a walk at most, 2 to 4.
        prune: of walks of three steps, ends less likely than this are dropped, and whole walks less
            likely than a fifth of it; twice as much for four steps.
        restricted: weight of an edge that its dictionary allows in the other direction only.
        root: of the chance that is returned as the score; 1 for the chance itself. With 3.5, .5 is
            a good place to cut: so it was on dictionaries that were hidden, 12 pairs of languages.

    See `Method` for arguments and errors.

    Reference:
        Bannard and Callison-Burch (2005), Paraphrasing with bilingual parallel corpora, for the sum
        over pivots; Kok and Brockett (2010), Hitting the right paraphrases in good time, for longer
        walks over many languages.
    """
    options = options_of(
        resources,
        OPTIONS,
        limits={"steps": (2, 4), "prune": (0, 1), "restricted": (0, 1), "root": (1, 16)},
    )
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    there = _chances(graph, source, target, FORTH, options)
    back = _chances(graph, target, source, BACK, options)
    best: list[csr_array] = []
    for steps in there:
        forward, backward = there[steps], back[steps].T.tocsr()
        # Walks of one direction alone are chance meetings over ambiguous words.
        both = (forward > 0).multiply(backward > 0).astype(np.float64)
        pair = [forward.multiply(both).tocsr(), backward.multiply(both).tocsr()]
        pair = [each / 2.0 ** (steps - 2) for each in pair]
        if best:
            pair = [one.maximum(other) for one, other in zip(best, pair, strict=True)]
        best = pair
    score = best[0].multiply(best[1]).tocsr()
    score.data = np.minimum(score.data, 1.0) ** (0.5 / options["root"])
    return pairs_of_matrix(score, graph.range(source)[0], graph.range(target)[0])


def _chances(
    graph: Graph, source: str, target: str, way: int, options: dict[str, Any]
) -> dict[int, csr_array]:
    """Return how likely walks from each source word end in each target word, by number of steps."""
    outer = {source, target}
    first, last = graph.range(source)
    left, right = graph.range(target)
    inner = np.ones(graph.nodes, np.bool_)
    for code in outer:
        inner[slice(*graph.range(code))] = False
    edges = _weights(graph, way, options["restricted"])
    begin = _by_language(graph, _kept(edges[first:last], inner))
    between = _kept(edges, inner, inner)
    end = _even(_kept(edges[:, left:right], rows=inner))
    found = {2: _product(begin, end, 0.0)}
    for steps in range(3, options["steps"] + 1):
        # On to words alone from which there is a way on.
        open_words = np.diff(end.indptr) > 0
        least = options["prune"] * (steps - 2)
        end = _product(_even(_kept(between, open_words)), end, least)
        found[steps] = _product(begin, end, least / 5)
    return found


def _weights(graph: Graph, way: int, restricted: float) -> csr_array:
    """Return the weight of every edge, shape (nodes, nodes)."""
    from scipy.sparse import csr_array

    weight = np.where(graph.allowed & way, 1.0, restricted)
    edges = csr_array((weight, graph.neighbours, graph.starts), shape=(graph.nodes, graph.nodes))
    if not restricted:
        edges = edges.copy()  # what it holds are the arrays of the graph
        edges.eliminate_zeros()
    return edges


def _kept(
    matrix: csr_array,
    columns: NDArray[np.bool_] | None = None,
    rows: NDArray[np.bool_] | None = None,
) -> csr_array:
    """Return the entries of some columns and some rows; the shape stays."""
    from scipy.sparse import csr_array

    kept = np.ones(len(matrix.indices), np.bool_) if columns is None else columns[matrix.indices]
    if rows is not None:
        kept &= np.repeat(rows, np.diff(matrix.indptr))
    starts = offsets_of(kept)[matrix.indptr]
    return csr_array((matrix.data[kept], matrix.indices[kept], starts), shape=matrix.shape)


def _even(matrix: csr_array) -> csr_array:
    """Return a matrix whose rows sum to 1, or to their weight where that is less."""
    sums = np.maximum(matrix.sum(axis=1), 1.0)
    matrix.data = matrix.data / np.repeat(sums, np.diff(matrix.indptr))
    return matrix


def _by_language(graph: Graph, matrix: csr_array) -> csr_array:
    """Return a matrix whose rows spread over languages first, then over the words of each."""
    row = np.repeat(np.arange(matrix.shape[0]), np.diff(matrix.indptr))
    cell = row * len(graph.languages) + graph.language_of(matrix.indices)
    cells = matrix.shape[0] * len(graph.languages)
    sums = np.bincount(cell, weights=matrix.data, minlength=cells)
    languages = (sums > 0).reshape(matrix.shape[0], -1).sum(axis=1)
    matrix.data = matrix.data / (np.maximum(sums, 1.0)[cell] * languages[row])
    return matrix


def _product(one: csr_array, other: csr_array, least: float) -> csr_array:
    """Return the product of two matrices without entries below the least, block by block."""
    from scipy.sparse import vstack

    parts = []
    paths = _kept(one).astype(np.bool_) @ np.diff(other.indptr).astype(np.float64)
    for begin, end in path_blocks(paths):
        part = one[begin:end] @ other
        part.data[part.data < least] = 0
        part.eliminate_zeros()
        parts.append(part)
    return vstack(parts, format="csr")
