"""Matrices of mostly zeros: rows chosen, columns kept, the rows of another that are nearest."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.comparable.ragged import join, starts

if TYPE_CHECKING:
    from numpy.typing import NDArray


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


def restricted(vectors: Sparse, columns: NDArray[np.bool_]) -> Sparse:
    """Keep some columns of a matrix."""
    kept = columns[vectors.columns]
    rows = vectors.rows()[kept]
    return Sparse(
        starts(rows, len(vectors.offsets) - 1), vectors.columns[kept], vectors.values[kept]
    )


def chosen(vectors: Sparse, rows: NDArray[np.int64]) -> Sparse:
    """Keep some rows of a matrix, in the order in which they are named."""
    row, cell = join(rows, vectors.offsets)
    return Sparse(starts(row, len(rows)), vectors.columns[cell], vectors.values[cell])


def nearest(
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
    from diglot.terms.kernels.context import nearest as search

    one, other = source.unit(), target.unit()
    order = np.argsort(other.columns, kind="stable")
    lines, rows, cosines = search(
        one.offsets,
        one.columns,
        one.values,
        starts(other.columns[order], width),
        other.rows()[order],
        other.values[order],
        len(other.offsets) - 1,
        best,
    )
    return lines, rows, cosines
