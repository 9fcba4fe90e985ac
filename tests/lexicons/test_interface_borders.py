"""Measures as scores."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from diglot.lexicons.interface import scores_around_border


def test_the_border_lies_at_one_half() -> None:
    assert scores_around_border(np.array([0.0, 0.06, 0.12, 0.56, 1.0]), 0.12).tolist() == [
        0,
        0.25,
        0.5,
        0.75,
        1,
    ]


def test_values_beyond_the_ends_are_cut_off() -> None:
    assert scores_around_border(np.array([-3.0, 3.0]), 0.0, least=-1.0).tolist() == [0, 1]


@given(st.lists(st.floats(-2, 2), min_size=2), st.floats(-0.9, 0.9))
def test_scores_rise_with_values(values: list[float], border: float) -> None:
    ordered = np.sort(values)
    scores = scores_around_border(ordered, border, least=-1.0)
    assert (np.diff(scores) >= 0).all()
    assert ((scores >= 0.5) == (ordered >= border)).all() or np.isclose(ordered, border).any()
