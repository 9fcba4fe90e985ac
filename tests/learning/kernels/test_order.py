"""The greatest of some values against sorting them all."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from tests.twins import load_twin

# Only kernels call it, so its source is tested.
greatest_first = load_twin("diglot.learning.kernels.order").greatest_first


@given(
    st.lists(st.integers(0, 4), max_size=20),
    st.lists(st.integers(0, 19), unique=True),
    st.integers(0, 22),
)
def test_the_greatest_come_first(values: list[int], wanted: list[int], most: int) -> None:
    numbers = [number for number in wanted if number < len(values)]
    expected = sorted(numbers, key=lambda number: (-values[number], number))[:most]
    order = np.array(numbers, np.int32)
    size = greatest_first(np.array(values, np.float64), order, len(numbers), most)
    assert order[:size].tolist() == expected
    assert sorted(order.tolist()) == sorted(numbers)
