"""Pinned figures of pairs of terms: ``python -m tests.gates.terms`` pins it anew."""

from __future__ import annotations

import pytest

from tests.gates import pins, terms

FAR_ABOVE = 0.03


@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", terms.SETS)
def test_every_figure_keeps_its_floor(name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found, pin = terms.measure(name), pins.pinned(terms.PINNED)[name]
    assert found["sha256"] == pin["sha256"]
    assert float(pin["score"]) <= float(found["score"])
    assert float(found["score"]) < float(pin["score"]) + pins.MARGIN + FAR_ABOVE, "pin again"


def test_every_set_is_pinned() -> None:
    assert set(pins.pinned(terms.PINNED)) == set(terms.SETS)
