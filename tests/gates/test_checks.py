"""Pinned figures of the checker: ``python -m tests.gates.checks`` pins them anew."""

from __future__ import annotations

import pytest

from tests.gates import checks, pins

FAR_ABOVE = 0.03


@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", checks.SETS)
def test_every_figure_keeps_its_floor(name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found, pin = checks.measure(name), pins.pinned(checks.PINNED)[name]
    assert found["sha256"] == pin["sha256"]
    assert not pins.lowered({name: pin}, {name: found})
    above = float(found["accepted pass"]) - float(pin["accepted pass"])
    assert above < pins.MARGIN + FAR_ABOVE, "pin again"


def test_every_language_is_pinned() -> None:
    assert set(pins.pinned(checks.PINNED)) == set(checks.SETS)
