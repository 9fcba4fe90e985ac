"""How near pairs of vectors are, hubs corrected."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.learning.mapping import NEIGHBOURS

if TYPE_CHECKING:
    from numpy.typing import NDArray

REFERENCE = 2000
"""Words of the other language among which nearest ones are looked for: those in most pairs."""
BLOCK = 1024


def nearness(
    source: NDArray[np.float32],
    target: NDArray[np.float32],
    rows: NDArray[np.int64],
    columns: NDArray[np.int64],
    *,
    retrieval: str = "csls",
) -> NDArray[np.float64]:
    """Return the measure of pairs; NaN where one of them has no vector.

    Args:
        source: shape (source words, dimensions), unit vectors, or 0 for none.
        target: shape (target words, dimensions), in the same space.
        rows: shape (pairs,), source words.
        columns: shape (pairs,), target words.
        retrieval: ``csls``: 2 cos - mean cosine of either to its 10 nearest, where hubs are in
            dense places; ``cosine``. Nearest are looked for among the 2000 words in most pairs.

    Reference:
        Conneau et al. (2018), Word translation without parallel data, section 2.3.
    """
    cosines = np.empty(len(rows))
    for begin in range(0, len(rows), 1 << 16):
        here = slice(begin, begin + (1 << 16))
        cosines[here] = np.einsum("ij,ij->i", source[rows[here]], target[columns[here]])
    lacking = ~has_vector(source)[rows] | ~has_vector(target)[columns]
    if retrieval == "csls" and len(rows):
        cosines *= 2
        sides = ((source, rows, target, columns), (target, columns, source, rows))
        for own, mine, other, theirs in sides:
            words, place = np.unique(mine, return_inverse=True)
            cosines -= _density(own[words], other[_frequent(theirs)])[place]
    cosines[lacking] = np.nan
    return cosines


def has_vector(matrix: NDArray[np.float32]) -> NDArray[np.bool_]:
    """Return which rows are not all 0."""
    return np.asarray(matrix.any(axis=1), np.bool_)


def _frequent(words: NDArray[np.int64]) -> NDArray[np.int64]:
    counts = np.bincount(words)
    order = np.argsort(-counts, kind="stable")[:REFERENCE]
    return order[counts[order] > 0]


def _density(vectors: NDArray[np.float32], others: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the mean cosine of vectors to the nearest of others."""
    found = np.empty(len(vectors))
    size = min(NEIGHBOURS, len(others))
    for begin in range(0, len(vectors), BLOCK):
        cosines = vectors[begin : begin + BLOCK] @ others.T
        top = np.partition(cosines, len(others) - size, axis=1)[:, len(others) - size :]
        found[begin : begin + BLOCK] = top.mean(axis=1)
    return found
