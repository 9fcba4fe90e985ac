"""Pinned figures of inferred dictionaries: ``python -m tests.gates.lexicons`` pins them anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gates import lexicons

FAR_ABOVE = 0.03


@pytest.mark.data
@pytest.mark.slow
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", lexicons.SETS)
def test_every_figure_keeps_its_floor(name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found, pin = lexicons.measure(name), lexicons.pinned()[name]
    assert found["sha256"] == pin["sha256"]
    assert not lexicons.lowered({name: pin}, {name: found})
    above = float(found["f1"]) - float(pin["f1"])
    assert above < lexicons.MARGIN + FAR_ABOVE, "pin again"


def test_every_direction_is_pinned() -> None:
    assert set(lexicons.pinned()) == set(lexicons.SETS)


def test_a_floor_is_not_lowered_without_saying_so(tmp_path: Path) -> None:
    def table(f1: float, sha256: str = "a") -> dict[str, dict[str, float | str]]:
        return {"one": {"sha256": sha256, "f1": f1}}

    path = tmp_path / "floors.json"
    assert lexicons.update(table(0.8), path) == []
    assert lexicons.update(table(0.7), path) == ["one: f1 0.8 -> 0.7"]
    assert lexicons.pinned(path) == table(0.8)
    assert lexicons.update(table(0.7, sha256="b"), path) == []
    assert lexicons.update({}, path) == ["one: not measured"]
