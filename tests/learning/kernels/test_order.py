"""The greatest of some values against sorting them all."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.learning.kernels.order import greatest, greatest_first

VALUES = st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=40)
MOST = st.integers(0, 45)


@given(VALUES, MOST)
def test_the_greatest_values_come_in_their_order(values: list[float], most: int) -> None:
    order = np.zeros(len(values), np.int32)
    kept = greatest(np.array(values), len(values), most, order)
    assert order[:kept].tolist() == np.argsort(-np.array(values), kind="stable")[:most].tolist()


@given(VALUES, st.lists(st.integers(0, 39), unique=True), MOST)
def test_the_greatest_of_some_numbers_come_first(
    values: list[float], wanted: list[int], most: int
) -> None:
    numbers = [number for number in wanted if number < len(values)]
    expected = sorted(numbers, key=lambda number: (-values[number], number))[:most]
    order = np.array(numbers, np.int32)
    kept = greatest_first(np.array(values), len(numbers), most, order)
    assert order[:kept].tolist() == expected
    assert sorted(order.tolist()) == sorted(numbers)
