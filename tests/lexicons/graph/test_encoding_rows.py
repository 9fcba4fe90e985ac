"""Rows come back as they were added, block by block."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.graph import encoding
from diglot.lexicons.graph.encoding import Rows


@given(
    added=st.lists(st.tuples(st.integers(0, 2), st.lists(st.integers(0, 9), max_size=7))),
    block=st.sampled_from([1, 2, 5, 100]),
)
def test_rows_come_back(added: list[tuple[int, list[int]]], block: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(encoding, "_BLOCK", block)
        kept = Rows()
        for dictionary, numbers in added:
            source = np.array(numbers, np.int32)
            kept.add(dictionary, source, source + 1, (source % 4).astype(np.uint8))
    expected = [(d, n, n + 1, n % 4) for d, numbers in added for n in numbers]
    assert bool(kept) == bool(expected)
    assert list(flat(kept.runs())) == expected
    assert sorted(flat(kept.drain())) == sorted(expected)
    assert not kept


def flat(runs):
    for dictionary, *columns in runs:
        yield from (
            (dictionary, *row) for row in zip(*(each.tolist() for each in columns), strict=True)
        )
