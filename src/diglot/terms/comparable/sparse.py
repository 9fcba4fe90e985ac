"""Sparse matrices and joins of arrays: chosen rows and columns, rows of one key, nearest rows."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import join_ranges
from diglot.terms.kernels import retrieval


def row_starts(keys: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Return where the rows of each key begin among ascending keys: shape (size + 1,), int64."""
    return np.searchsorted(keys, np.arange(size + 1)).astype(np.int64)


def join_rows(
    keys: NDArray[Any], offsets: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pair every row with all rows of another table that have its key.

    Args:
        keys: shape (rows,), keys of the one table, in any order.
        offsets: shape (keys + 1,), where the rows of each key begin in the other.

    Returns:
        Numbers of rows of the one table and of the other, both shape (pairs,).
    """
    counts = offsets[keys + 1] - offsets[keys]
    one = np.repeat(np.arange(len(keys)), counts)
    return one, join_ranges(offsets[keys], counts)


def largest_by_key(
    keys: NDArray[np.int64], values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the distinct keys in order, each with its largest value."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ordered) else order
    if not len(ordered):
        return ordered, values
    return ordered[first], np.maximum.reduceat(values[order], first)


# Matrices of mostly zeros: rows chosen, columns kept, the rows of another that are nearest.


@dataclass(frozen=True, slots=True, eq=False)
class Sparse:
    """A matrix of mostly zeros.

    Attributes:
        offsets: shape (rows + 1,), int64.
        columns: shape (cells,), int64, ascending in a row.
        values: shape (cells,), float64.
    """

    offsets: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: NDArray[np.float64]

    def rows(self) -> NDArray[np.int64]:
        """Return the row of every cell."""
        return np.repeat(np.arange(len(self.offsets) - 1), np.diff(self.offsets))

    def unit(self) -> Sparse:
        """Return the matrix with rows of length one; empty ones stay empty."""
        rows = self.rows()
        lengths = np.sqrt(np.bincount(rows, self.values**2, minlength=len(self.offsets) - 1))
        return Sparse(
            self.offsets, self.columns, self.values / np.where(lengths > 0, lengths, 1.0)[rows]
        )


def keep_columns(vectors: Sparse, columns: NDArray[np.bool_]) -> Sparse:
    """Keep some columns of a matrix."""
    kept = columns[vectors.columns]
    rows = vectors.rows()[kept]
    return Sparse(
        row_starts(rows, len(vectors.offsets) - 1), vectors.columns[kept], vectors.values[kept]
    )


def take_rows(vectors: Sparse, rows: NDArray[np.int64]) -> Sparse:
    """Keep some rows of a matrix, in the order in which they are named."""
    row, cell = join_rows(rows, vectors.offsets)
    return Sparse(row_starts(row, len(rows)), vectors.columns[cell], vectors.values[cell])


def nearest_rows(
    source: Sparse, target: Sparse, width: int, *, best: int
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    """Find the target rows with the largest cosines to every source row.

    Args:
        source: rows in the columns of the target.
        target: rows.
        width: number of columns.
        best: target rows of a source row at most; those with nothing in common never.

    Returns:
        Source rows, target rows, cosines.
    """
    found: tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]] = (
        retrieval.nearest_rows(source.unit(), target.unit(), width, best)
    )
    return found
