"""Pinned figures of pairs of terms: ``python -m tests.gates.terms`` pins it anew."""

from __future__ import annotations

import pytest

from tests.gates import pins, terms

FAR_ABOVE = 0.03


@pytest.mark.usefixtures("shared_data")
def test_every_figure_keeps_its_floor() -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost.

    In one test: both directions of parallel text take the same tasks, which two processes of a run
    would prepare twice.
    """
    for name, pin in pins.pinned(terms.PINNED).items():
        found = terms.measure(name)
        assert found["sha256"] == pin["sha256"], name
        assert float(pin["score"]) <= float(found["score"]), name
        highest = float(pin["score"]) + pins.MARGIN + FAR_ABOVE
        assert float(found["score"]) < highest, f"pin {name} again"


def test_every_set_is_pinned() -> None:
    assert set(pins.pinned(terms.PINNED)) == set(terms.SETS)
