"""Rows of different lengths held flat: values one after the other, and where each row begins."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def offsets_of_kept(kept: NDArray[np.bool_], offsets: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return where each row begins when only some of the values are kept.

    Args:
        kept: shape (values,).
        offsets: shape (rows + 1,), where each row begins among all values.
    """
    before = np.zeros(len(kept) + 1, np.int64)
    np.cumsum(kept, out=before[1:])
    new: NDArray[np.int64] = before[offsets]
    return new


def places_of_rows(
    offsets: NDArray[np.int64], rows: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the places of the values of some rows, each as often as it is asked for.

    Args:
        offsets: shape (all rows + 1,).
        rows: shape (rows,), numbers of the rows that are wanted.

    Returns:
        Shape (values,), places; shape (rows + 1,), where each wanted row begins among them.
    """
    sizes = np.diff(offsets)[rows]
    new = np.zeros(len(rows) + 1, np.int64)
    np.cumsum(sizes, out=new[1:])
    places = np.repeat(offsets[rows] - new[:-1], sizes)
    places += np.arange(new[-1])
    return places, new
