"""Rows of different lengths, and how they are cut into parts."""

from __future__ import annotations

import numpy as np
import pytest

from diglot.words.corpus import LEAST, PARTS, kept_offsets, parts_of, parts_of_rows


@pytest.mark.parametrize("size", [0, 1, LEAST, 3 * LEAST + 7, 100 * LEAST])
def test_parts_cover_all_values_once(size: int) -> None:
    parts = parts_of(size)
    ends = [0, *(last for _, last in parts)]
    assert [first for first, _ in parts] == ends[:-1]
    assert ends[-1] == size
    assert len(parts) <= PARTS


@pytest.mark.parametrize("seed", range(4))
def test_parts_of_rows_hold_about_as_much_and_every_row_once(seed: int) -> None:
    sizes = np.random.default_rng(seed).integers(0, 400, 2_000)
    sizes[:9] = 0
    parts = parts_of_rows(np.concatenate(([5], 5 + np.cumsum(sizes))))
    assert [row for first, last in parts for row in range(first, last)] == [*range(2_000)]
    held = [sizes[first:last].sum() for first, last in parts]
    assert len(parts) > 2
    assert max(held) - min(held) <= 2 * 400


@pytest.mark.parametrize("rows", [0, 1, 5])
def test_rows_without_values_are_one_part(rows: int) -> None:
    assert parts_of_rows(np.zeros(rows + 1, np.int64)) == ([(0, rows)] if rows else [])


def test_rows_of_the_values_that_are_kept() -> None:
    kept = np.array([True, False, True, True])
    assert kept_offsets(kept, np.array([0, 1, 1, 4])).tolist() == [0, 1, 1, 3]
