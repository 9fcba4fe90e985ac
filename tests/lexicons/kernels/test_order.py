"""The greatest values against a stable sort."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.kernels.order import greatest


@given(st.lists(st.sampled_from([0.0, 0.25, 0.5, 1.0]), max_size=40), st.integers(1, 45))
def test_the_greatest_values_come_in_their_order(values: list[float], most: int) -> None:
    order = np.zeros(len(values), np.int32)
    kept = greatest(np.array(values), len(values), most, order)
    assert order[:kept].tolist() == np.argsort(-np.array(values), kind="stable")[:most].tolist()
