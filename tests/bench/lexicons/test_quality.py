"""The benchmark of inferred dictionaries."""

from __future__ import annotations

from pathlib import Path

import pytest

from bench.lexicons import quality as lexicons
from diglot.pipeline.steps.lexicons.dictionaries import save_graph
from tests.lexicons.dictionaries import graph_of


def test_directions_that_nothing_is_learnt_of_have_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("en", "fr", "pt")
    graph = graph_of({f"{name}-es": [(f"{name}1", "uno"), (f"{name}2", "dos")] for name in names})
    save_graph(tmp_path / "small.lexgraph", graph)
    monkeypatch.setattr(lexicons, "DIRECTIONS", (("en", "fr"),))
    told: list[str] = []
    made = lexicons.calibration({"small": tmp_path / "small.lexgraph"}, say=told.append)
    last = [cell.strip() for cell in made.split("\n")[-1].strip("|").split("|")]
    assert last == ["en-fr", "–", ".05"]
    assert told == ["calibration of en-fr on small"]
