"""Rows joined by key, and the largest value of every key."""

from __future__ import annotations

import numpy as np

from diglot.terms.comparable.sparse import join_rows, largest_by_key, row_starts


def test_rows_join_by_key() -> None:
    keys = np.array([2, 0, 2])
    offsets = row_starts(np.array([0, 0, 2]), 3)
    one, other = join_rows(keys, offsets)
    assert list(zip(one.tolist(), other.tolist(), strict=True)) == [(0, 2), (1, 0), (1, 1), (2, 2)]


def test_largest_value_of_every_key() -> None:
    keys, values = largest_by_key(np.array([3, 1, 3]), np.array([0.2, 0.5, 0.9]))
    assert (keys.tolist(), values.tolist()) == ([1, 3], [0.5, 0.9])
