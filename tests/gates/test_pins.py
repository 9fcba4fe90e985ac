"""Floors are not lowered by accident."""

from __future__ import annotations

from pathlib import Path

from tests.gates import pins


def test_a_floor_is_not_lowered_without_saying_so(tmp_path: Path) -> None:
    def table(score: float, sha256: str = "a") -> dict[str, dict[str, float | str]]:
        return {"one": {"sha256": sha256, "score": score}}

    path = tmp_path / "floors.json"
    assert pins.update(table(0.8), path) == []
    assert pins.update(table(0.7), path) == ["one: score 0.8 -> 0.7"]
    assert pins.pinned(path) == table(0.8)
    assert pins.update(table(0.7, sha256="b"), path) == []
    assert pins.update({}, path) == ["one: not measured"]
    assert pins.update(table(0.6, sha256="b"), path, allow_regression=True) == [
        "one: score 0.7 -> 0.6"
    ]
    assert pins.pinned(path) == table(0.6, sha256="b")


def test_the_margin_is_taken_off_figures_alone() -> None:
    assert pins.floor({"sha256": "a", "f1": 0.5}) == {"sha256": "a", "f1": 0.495}
