"""The campaigns on the development data: corpora that are made, and files that are valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from bench import campaigns, office, pages, peers, quality, quality_tables
from bench.data import SETS
from diglot.campaign.plan import read_plan
from diglot.campaign.tasks import task_named
from diglot.campaign.tasks.items import find_items

SMALLEST = ("maligna-pl-de",)


@pytest.fixture
def terms(monkeypatch: pytest.MonkeyPatch) -> None:
    pairs = [("Open the file.", "Otevřete soubor."), ("Save it.", "Uložte jej.")]
    monkeypatch.setattr(office, "help_pairs", lambda *_, **__: pairs)
    known = {"Bold": ("tučné",), "Cell": ("buňka",), "Font": ("písmo",)}
    monkeypatch.setattr(office, "interface_terms", lambda _: known)


@pytest.mark.parametrize(
    ("two", "targets", "links"),
    [
        (False, ["tučné", "buňka", "písmo"], ["[2]:[2]", "[3]:[3]", "[4]:[4]"]),
        (True, ["buňka", "písmo", "tučné"], ["[2, 3, 4]:[2, 3, 4]"]),
    ],
)
def test_a_glossary_stands_behind_the_text_in_one_order_or_in_two(
    terms: None, tmp_path: Path, two: bool, targets: list[str], links: list[str]
) -> None:
    files = campaigns.write_glossary(tmp_path, "cs", two=two)
    lines = {name: Path(path).read_text("utf-8").splitlines() for name, path in files.items()}
    assert lines["source"] == ["Open the file.", "Save it.", "Bold", "Cell", "Font"]
    assert lines["target"][2:] == targets
    assert lines["gold"] == ["[0]:[0]", "[1]:[1]", *links]


def test_hunalign_is_a_system_where_it_is_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert campaigns.peers(tmp_path) == []
    (tmp_path / "hunalign").write_text("#!/bin/sh\n")
    (tmp_path / "hunalign").chmod(0o755)
    [system] = campaigns.peers(tmp_path)
    assert system["writes"] == "ladder"
    assert (tmp_path / "empty.dic").read_bytes() == b""


@pytest.mark.parametrize("name", [name for name in campaigns.CAMPAIGNS if name != "bucc2022"])
def test_a_campaign_file_names_files_that_there_are_and_systems_that_can_be_run(
    shared_data: Path, terms: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr(quality, "ALL_SETS", SMALLEST)
    file = tmp_path / "campaign.toml"
    file.write_text(campaigns.as_toml(campaigns.plan_named(name, tmp_path)), "utf-8")
    plan = read_plan(file)
    task = task_named(plan.task)
    assert find_items(plan, task)
    task.check_plan(plan)


def test_quality_is_a_campaign_whose_tables_stand_in_the_manual(
    shared_data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module, name in (
        (quality, "ALL_SETS"), (quality_tables, "ALL_SETS"), (quality_tables, "SETS")
    ):  # fmt: skip
        monkeypatch.setattr(module, name, SMALLEST)
    made: dict[str, str] = {}
    monkeypatch.setattr(pages, "write", lambda tables: made.update(tables) or [])
    arguments = ["quality", "variants", "-o", str(tmp_path), "--pages"]
    assert campaigns.main(arguments) == 0
    assert set(made) == set(quality_tables.TABLES) - {"costs"}
    [row] = [line for line in made["by method"].splitlines() if line.startswith("| maligna-pl-de")]
    cells = [cell.strip() for cell in row.strip("|").split("|")]
    assert [*cells[:3], cells[4], cells[-1]] == ["maligna-pl-de", "38", "0%", "–", "1.000 hunalign"]
    assert all(0.5 < float(cell) <= 1 for cell in (cells[3], *cells[5:-1]))
    assert re.search(r"\d/3[789] ", made["by level"])  # about as many links as the gold
    assert ", roughened" not in made["twins"]


def test_every_set_has_a_peer_to_compare_with() -> None:
    assert set(SETS) <= set(peers.BEST)
    assert set(SETS) <= set(campaigns.TYPES)
    assert all(0 < peer.f1 <= 1 for peer in peers.BEST.values())
