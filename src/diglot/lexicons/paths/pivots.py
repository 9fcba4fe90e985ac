"""Languages that dictionaries between two others may go through, and the words these join.

Paths of two edges are multiplied out here alone, language by language and in blocks of source
words. `first_steps` of vector spaces takes one step, and PivotAlign asks whether there is any path
through all languages at once, which is one product instead of one for each language.
"""

from __future__ import annotations

from dataclasses import dataclass, fields, replace
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.lexicons.graph.graph import Graph, edges_between
from diglot.text.languages import normalise

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray
    from scipy.sparse import csr_array

PRODUCTS = 5_000_000
"""Paths of two edges that are multiplied out at once."""


def pivots_of(
    graph: Graph, source: str, target: str, wanted: Sequence[str] = ()
) -> tuple[str, ...]:
    """Return the languages that have dictionaries with both languages, by code.

    Args:
        graph: the dictionaries.
        source: code of the one language.
        target: code of the other.
        wanted: codes or names of languages; empty for all that can serve.

    Returns:
        Codes in the order of the graph; none when there is no such language.

    Raises:
        ConfigError: source and target are the same, no dictionary has words of one of them, or a
            wanted language has no dictionary with both.
    """
    if source == target:
        raise ConfigError(f"source and target are both {source!r}: give two languages")
    joined = _joined(graph, source) & _joined(graph, target)
    found = tuple(
        code
        for code, both in zip(graph.languages, joined.tolist(), strict=True)
        if both and code not in (source, target)
    )
    if not wanted:
        return found
    asked = {each if each in graph.languages else normalise(each) for each in wanted}
    for code in sorted(asked):
        if code not in found:
            raise ConfigError(
                f"{code!r} is not a pivot: no dictionaries join it with both {source!r} and "
                f"{target!r}; available: {', '.join(found) or 'none'}"
            )
    return tuple(code for code in found if code in asked)


def share_part_of_speech(
    graph: Graph, source: NDArray[np.integer], target: NDArray[np.integer]
) -> NDArray[np.bool_]:
    """Return whether nodes share their part of speech; an unknown one goes with all."""
    one, other = graph.part[source], graph.part[target]
    same: NDArray[np.bool_] = (one == other) | (one == 0) | (other == 0)
    return same


def _joined(graph: Graph, language: str) -> NDArray[np.bool_]:
    """Return whether there are edges with each language, shape (languages,)."""
    first, last = graph.range(language)
    ends = graph.neighbours[graph.starts[first] : graph.starts[last]]
    counts = np.bincount(graph.language_of(ends), minlength=len(graph.languages))
    return counts > 0


@dataclass(frozen=True, slots=True, eq=False)
class PivotPairs:
    """Pairs of words joined by paths of two edges, ascending by source, then target.

    Words are counted within their language.

    Attributes:
        source: shape (pairs,), int64.
        target: shape (pairs,), int64.
        paths: shape (pairs,), number of paths.
        languages: shape (pairs,), number of pivot languages that have one.
        forth: shape (pairs,), chance that a walk from the source word ends in the target word: a
            pivot language at random, a translation into it, a translation of that; empty where
            chances were not asked for.
        back: shape (pairs,), the same the other way round.
        best: shape (pairs,), greatest overlap of translations in a pivot language (OTIC).
        overlap: shape (pairs,), sum of the overlaps in all pivot languages.
        possible: shape (pairs,), pivot languages in which both words have translations.
        source_degree: shape (words of the source language,), translations in the pivot languages.
        target_degree: shape (words of the target language,).
        source_languages: shape (words of the source language,), pivot languages it is linked to.
        target_languages: shape (words of the target language,).
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    paths: NDArray[np.float64]
    languages: NDArray[np.float64]
    forth: NDArray[np.float64]
    back: NDArray[np.float64]
    best: NDArray[np.float64]
    overlap: NDArray[np.float64]
    possible: NDArray[np.float64]
    source_degree: NDArray[np.int64]
    target_degree: NDArray[np.int64]
    source_languages: NDArray[np.int64]
    target_languages: NDArray[np.int64]

    def __len__(self) -> int:
        return len(self.source)


_WORDS = ("source_degree", "target_degree", "source_languages", "target_languages")


def pivot_pairs(graph: Graph, source: str, target: str, pivots: Sequence[str]) -> PivotPairs:
    """Return the pairs of words of two languages that pivot words join.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    parts = list(pivot_blocks(graph, source, target, pivots))
    columns = (each.name for each in fields(PivotPairs) if each.name not in _WORDS)
    joined = {name: np.concatenate([getattr(part, name) for part in parts]) for name in columns}
    return replace(parts[0], **joined)


def pivot_blocks(
    graph: Graph, source: str, target: str, pivots: Sequence[str], *, chances: bool = True
) -> Iterator[PivotPairs]:
    """Give the same pairs in blocks of source words with few enough paths each, one at least.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        pivots: codes of the pivot languages.
        chances: compute the chances of walks, which takes two products more.

    Raises:
        ConfigError: no dictionary has words of a language.
    """
    sizes = [int(np.diff(graph.range(each))[0]) for each in (source, target)]
    edges = [[edges_between(graph, each, pivot) for pivot in pivots] for each in (source, target)]
    degrees = [
        np.stack([np.zeros(size, np.int64), *(np.diff(each.indptr) for each in side)], axis=1)
        for size, side in zip(sizes, edges, strict=True)
    ]
    languages = [(each > 0).sum(axis=1) for each in degrees]
    joins = [_Join.of(one, other, chances=chances) for one, other in zip(*edges, strict=True)]
    path_counts = sum((each.paths for each in joins), np.zeros(sizes[0]))
    for begin, end in path_blocks(path_counts):
        found = [each.pairs(begin, end, languages) for each in joins]
        keys = np.concatenate([np.zeros(0, np.int64), *(key for key, _ in found)])
        rows = 4 if chances else 2
        figures = np.concatenate([np.zeros((rows, 0)), *(each for _, each in found)], axis=1)
        pair, number = np.unique(keys, return_inverse=True)
        paths, overlap, *walks = (
            np.bincount(number, weights=each, minlength=len(pair)).astype(np.float64)
            for each in figures
        )
        best = np.zeros(len(pair))
        np.maximum.at(best, number, figures[1])
        left, right = pair // max(sizes[1], 1), pair % max(sizes[1], 1)
        possible = ((degrees[0][left] > 0) & (degrees[1][right] > 0)).sum(axis=1)
        yield PivotPairs(
            source=left,
            target=right,
            paths=paths,
            languages=np.bincount(number, minlength=len(pair)).astype(np.float64),
            forth=walks[0] if chances else np.zeros(0),
            back=walks[1] if chances else np.zeros(0),
            best=best,
            overlap=overlap,
            possible=possible.astype(np.float64),
            source_degree=degrees[0].sum(axis=1),
            target_degree=degrees[1].sum(axis=1),
            source_languages=languages[0],
            target_languages=languages[1],
        )


def path_blocks(paths: NDArray[np.float64]) -> Iterator[tuple[int, int]]:
    """Give ranges of rows with few enough paths each, from the paths of every row; one at least."""
    block = (np.cumsum(paths) // PRODUCTS).astype(np.int64)
    yield from pairwise([0, *(np.flatnonzero(np.diff(block)) + 1).tolist(), len(paths)])


@dataclass(frozen=True, slots=True, eq=False)
class _Join:
    """The edges of both languages with one pivot language, with chances of walks over it."""

    one: csr_array
    other: csr_array
    paths: NDArray[np.float64]
    forth: csr_array | None
    back: csr_array | None

    @classmethod
    def of(cls, one: csr_array, other: csr_array, *, chances: bool) -> _Join:
        back = other.T.tocsr()
        paths = one @ np.diff(back.indptr).astype(np.float64)
        if not chances:
            return cls(one, back, paths, None, None)
        return cls(one, back, paths, _even(other.T.tocsr()), _even(one.T.tocsr()).T.tocsr())

    def pairs(
        self, begin: int, end: int, languages: Sequence[NDArray[np.int64]]
    ) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
        """Return keys of the pairs of some source words, ascending, and shape (2 or 4, pairs).

        The figures are paths and overlap, chance forth and chance back.
        """
        here = self.one[begin:end]
        products = [here @ self.other]
        if self.forth is not None and self.back is not None:
            products += [here @ self.forth, self.back[begin:end] @ self.other]
        for each in products:
            # All have entries at the same places.
            each.sort_indices()
        common, *walks = products
        rows = np.repeat(np.arange(begin, end), np.diff(common.indptr))
        columns = common.indices.astype(np.int64)
        degrees = (
            np.diff(self.one.indptr)[rows],
            np.bincount(self.other.indices, minlength=common.shape[1])[columns],
        )
        figures = [common.data, 2.0 * common.data / (degrees[0] + degrees[1])]
        for walk, degree, known, word in zip(
            walks, degrees, languages, (rows, columns), strict=False
        ):
            figures.append(walk.data / (degree * known[word]))
        return rows * common.shape[1] + columns, np.stack(figures).astype(np.float64)


def _even(matrix: csr_array) -> csr_array:
    """Return the matrix with rows that sum to 1."""
    counts = np.diff(matrix.indptr)
    matrix.data = np.repeat(1.0 / np.maximum(counts, 1), counts)
    return matrix
