"""Pinned figures of pairs of terms: ``python -m tests.gates.terms`` pins it anew."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.gates import terms

FAR_ABOVE = 0.03


@pytest.mark.data
@pytest.mark.usefixtures("shared_data")
@pytest.mark.parametrize("name", terms.SETS)
def test_every_figure_keeps_its_floor(name: str) -> None:
    """Not below it; and where it is far above, the floor must rise, or what was won can be lost."""
    found, pin = terms.measure(name), terms.pinned()[name]
    assert found["sha256"] == pin["sha256"]
    assert float(pin["score"]) <= float(found["score"])
    assert float(found["score"]) < float(pin["score"]) + terms.MARGIN + FAR_ABOVE, "pin again"


def test_every_set_is_pinned() -> None:
    assert set(terms.pinned()) == set(terms.SETS)


def test_a_floor_is_not_lowered_without_saying_so(tmp_path: Path) -> None:
    def table(score: float, sha256: str = "a") -> dict[str, dict[str, float | str]]:
        return {"one": {"sha256": sha256, "score": score}}

    path = tmp_path / "floors.json"
    assert terms.update(table(0.8), path) == []
    assert terms.update(table(0.7), path) == ["one: score 0.8 -> 0.7"]
    assert terms.pinned(path) == table(0.8)
    assert terms.update(table(0.7, sha256="b"), path) == []
    assert terms.update({}, path) == ["one: not measured"]
