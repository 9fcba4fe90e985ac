"""Pinned figures of inferred dictionaries: ``python -m tests.gates.lexicons`` pins them anew."""

from __future__ import annotations

import pytest

from tests.gates import lexicons, pins

FAR_ABOVE = 0.03


@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", lexicons.SETS)
def test_every_figure_keeps_its_floor(name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found, pin = lexicons.measure(name), pins.pinned(lexicons.PINNED)[name]
    assert found["sha256"] == pin["sha256"]
    assert not pins.lowered({name: pin}, {name: found})
    above = float(found["f1"]) - float(pin["f1"])
    assert above < pins.MARGIN + FAR_ABOVE, "pin again"


def test_every_direction_is_pinned() -> None:
    assert set(pins.pinned(lexicons.PINNED)) == set(lexicons.SETS)


@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", lexicons.SETS)
def test_hardly_any_usual_word_is_copied_into_a_language_that_lacks_it(name: str) -> None:
    """Words that are spelled alike are right for the most part: the others are rare."""
    same, doubtful = lexicons.copies(name)
    assert same > 1000
    assert len(doubtful) <= same / 100, doubtful
