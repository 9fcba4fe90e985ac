"""The benchmark of inferred dictionaries."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from bench.lexicons import quality as lexicons
from bench.measure import Cost
from diglot.lexicons import METHODS
from diglot.pipeline.steps.lexicons.dictionaries import save_graph
from tests.lexicons.dictionaries import graph_of


def test_every_method_has_a_row() -> None:
    assert {each.method for each in lexicons.SETTINGS} == set(METHODS)
    assert len({each.name for each in lexicons.SETTINGS}) == len(lexicons.SETTINGS)


def test_figures_become_a_row_of_a_table() -> None:
    found = {"precision": 0.8, "recall": 0.5, "f1": 0.615, "coverage": 0.9}
    row = lexicons.Row(
        "walk",
        "small",
        {"en-fr": 1200},
        {"en-fr": 0.5},
        {"en-fr": found},
        cost=Cost(3.4, 5.0, 250.0),
    )
    last = lexicons.methods_table([row]).split("\n")[-1]
    cells = [cell.strip() for cell in last.strip("|").split("|")]
    assert cells == ["walk", "small", ".800/.500/.615/.900", "–", "1,200", "3", "250"]


def test_what_failed_has_a_row_without_figures() -> None:
    last = lexicons.methods_table([lexicons.Row("mbert", "small", failed="no encoder")])
    assert last.count("–") >= 5


def test_a_row_is_measured_in_a_process_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = ("en", "fr", "pt")
    graph = graph_of({f"{name}-es": [(f"{name}1", "uno"), (f"{name}2", "dos")] for name in names})
    save_graph(tmp_path / "small.lexgraph", graph)
    monkeypatch.setattr(lexicons, "GOLDS", {})
    setting = next(each for each in lexicons.SETTINGS if each.method == "walk")
    told = lexicons.run_setting(tmp_path / "small.lexgraph", setting)
    assert told["entries"] == dict.fromkeys(("-".join(pair) for pair in lexicons.DIRECTIONS), 2)
    assert json.loads(json.dumps(told)) == told
