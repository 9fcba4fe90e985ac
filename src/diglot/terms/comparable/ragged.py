"""Joins of arrays: the rows that belong to a key, one after the other."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def starts(keys: NDArray[Any], size: int) -> NDArray[np.int64]:
    """Return where the rows of each key begin among ascending keys: shape (size + 1,), int64."""
    return np.searchsorted(keys, np.arange(size + 1)).astype(np.int64)


def join(
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
    before = np.cumsum(counts) - counts
    other = np.arange(len(one)) - np.repeat(before, counts) + np.repeat(offsets[keys], counts)
    return one, other


def largest(
    keys: NDArray[np.int64], values: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the distinct keys in order, each with its largest value."""
    order = np.argsort(keys, kind="stable")
    ordered = keys[order]
    first = np.flatnonzero(np.r_[True, ordered[1:] != ordered[:-1]]) if len(ordered) else order
    if not len(ordered):
        return ordered, values
    return ordered[first], np.maximum.reduceat(values[order], first)
