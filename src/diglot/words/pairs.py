"""The distinct word pairs of a corpus, numbered, and the number of every cell of its pairs.

A cell is a source position and a target position of a sentence pair. Models keep one value for
every distinct pair of words; the cell says which, in as few bytes as will do: there are more cells
than anything else.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.words.parts import parts_of_rows, results_in_order, run_over

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.words.corpus import Corpus


@dataclass(frozen=True, slots=True, eq=False)
class PairIndex:
    """Distinct word pairs in rows by source word; NULL has no cells.

    Attributes:
        rows: shape (source words + 1,), int64: pairs of source word e are rows[e]:rows[e + 1].
        columns: shape (distinct pairs,), int32, target words, ascending within a row.
        cells: shape (sum of n * m,), uint16 or uint32: cell (i, j) of pair k lies at
            cell_offsets[k] + i * m + j and tells which pair of the row of its source word it is;
            `unknown` is one without a number.
        cell_offsets: shape (pairs + 1,), int64.
    """

    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    cells: NDArray[np.unsignedinteger]
    cell_offsets: NDArray[np.int64]

    @property
    def size(self) -> int:
        """Number of distinct word pairs."""
        return len(self.columns)

    @property
    def no_pair(self) -> np.unsignedinteger:
        """What a cell holds whose word pair has no number."""
        most: np.unsignedinteger = self.cells.dtype.type(np.iinfo(self.cells.dtype).max)
        return most


def index(corpus: Corpus, *, jobs: int = 1) -> PairIndex:
    """Number the distinct word pairs of a corpus.

    Time is proportional to the cells, memory is two bytes a cell, four for large vocabularies, and
    four a distinct pair.

    Raises:
        InputError: when there are more distinct pairs than 32 bits can number.
    """
    from diglot.words.kernels import pairs as kernel

    cell_offsets = np.zeros(corpus.pairs + 1, np.int64)
    np.cumsum(np.diff(corpus.source_offsets) * np.diff(corpus.target_offsets), out=cell_offsets[1:])
    # Cells tell the pairs of a row apart, and unknown ones.
    wide = corpus.target_vocabulary.size >= np.iinfo(np.uint16).max
    cells = np.empty(cell_offsets[-1], np.uint32 if wide else np.uint16)
    size = corpus.source_vocabulary.size
    places = kernel.occurrences(corpus.source, corpus.source_offsets, size)
    sizes = np.zeros(size, np.int64)
    text = (
        *places, corpus.target, corpus.target_offsets, corpus.target_vocabulary.size,
        cell_offsets, cells, sizes,
    )  # fmt: skip

    def part(words: tuple[int, int]) -> NDArray[np.int32]:
        columns: NDArray[np.int32] = kernel.index_rows(*words, *text)
        return columns

    columns = list(results_in_order(part, parts_of_rows(places[0]), jobs))
    rows = np.zeros(size + 1, np.int64)
    np.cumsum(sizes, out=rows[1:])
    if rows[-1] >= 1 << 32:
        raise InputError(
            "the text has too many different word pairs", cure="align it in several parts"
        )
    return PairIndex(rows, _joined(columns, rows[-1]), cells, cell_offsets)


def _joined(parts: list[NDArray[np.int32]], size: int) -> NDArray[np.int32]:
    """Put parts together, letting each go as soon as it has its place."""
    whole = np.empty(size, np.int32)
    while parts:
        last = parts.pop()
        size -= len(last)
        whole[size : size + len(last)] = last
    return whole


def remove_pairs(
    corpus: Corpus, pairs: PairIndex, kept: NDArray[np.bool_], *, jobs: int = 1
) -> PairIndex:
    """Leave out the word pairs that are not ``kept``, shape (distinct pairs,).

    The cells are written over, so the index given is of no more use.
    """
    from diglot.words.kernels import pairs as kernel

    ranks = np.empty(pairs.size, pairs.cells.dtype)
    rows = kernel.rank_pairs(kept.view(np.uint8), pairs.rows, pairs.no_pair, ranks)
    text = (corpus.source, corpus.source_offsets, pairs.cell_offsets, pairs.rows)

    def part(first: int, last: int) -> None:
        kernel.renumber(first, last, *text, ranks, pairs.no_pair, pairs.cells)

    run_over(part, parts_of_rows(pairs.cell_offsets), jobs)
    return PairIndex(rows, pairs.columns[kept], pairs.cells, pairs.cell_offsets)
