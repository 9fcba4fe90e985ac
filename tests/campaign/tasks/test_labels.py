"""Campaigns on labels of word links, and on trees."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from diglot.campaign.plan import Corpus, Plan, read_plan
from diglot.campaign.reporting import make_report, write_report
from diglot.campaign.running import run_campaign
from diglot.campaign.tables import Cell, Report, Table
from diglot.errors import ConfigError
from diglot.files.text import read_text
from diglot.formats.links.transread import write_trees_with_tokens
from diglot.model import DividedText
from tests.evaluate.alignments.tree_strategies import trees

HEAD = """[campaign]
task = "labels"
title = "labels"
[[corpus]]
name = "books"
type = "French-English"
labels = "books/*_annotation_*.txt"
source_language = "fr"
target_language = "en"
"""
LABELS = 'labels = "books/*_annotation_*.txt"'
# Pairs need not be numbered from 1 on.
TEXT = "3\nun chat noir\na black cat\n7\nil dort\nhe sleeps\n"


@pytest.fixture
def plan(tmp_path: Path) -> Callable[..., Plan]:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "one.txt").write_text(TEXT)
    (folder / "one_annotation_1.txt").write_text(
        "3 0:0:sure 1:2:sure 2:1:partial 0:1:wrong\n7 0:0:contextual 1:1:wrong\n"
    )
    (folder / "one_annotation_2.txt").write_text(
        "3 0:0:sure 1:2:sure 2:1:partial 0:1:wrong\n7 0:0:contextual 1:1:sure\n"
    )
    (tmp_path / "good.pharaoh").write_text("0-0:0.9 1-2:0.8 2-1:0.7\n0-0:0.9 1-1:0.9\n")
    (tmp_path / "bad.pharaoh").write_text("0-0:0.5 0-1:0.9\n\n")

    def make(*systems: str) -> Plan:
        path = tmp_path / "campaign.toml"
        tables = (f'[[system]]\nname = "{each}"\noutputs = "{each}.pharaoh"\n' for each in systems)
        path.write_text(HEAD + "".join(tables))
        return read_plan(path)

    return make


def tables_of(report: Report) -> dict[str, Table]:
    return {each.name: each for each in report.tables}


def values(row: tuple[object, ...]) -> list[object]:
    return [each.value if isinstance(each, Cell) else each for each in row]


def test_labels_on_which_all_annotators_agree_judge_the_links_of_systems(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    made = plan("good", "bad")
    report = make_report(made, run_campaign(made, tmp_path / "out"))
    found = tables_of(report)
    assert values(found["labels"].rows[0]) == [
        *("French-English", 5, 2, 1, 1, 1),
        *(0.4, 0.2, 0.2, 0.2),
    ]
    good, bad = map(values, found["ranking"].rows)
    assert good == ["good", 1.0, 1.0, 1.0, 1.0, None]
    # Two links, of which the more probable one is wrong; three of four right ones are missed.
    assert bad == ["bad", pytest.approx(1 / 3), 0.5, 0.25, 0.0, None]
    assert values(found["kept"].rows[1]) == ["French-English", "bad", 0.5, 0.0, 0.0, 1.0]
    assert values(found["agreement"].rows[0])[2:5] == [2, 6, pytest.approx(5 / 6)]


def test_the_links_behind_a_figure_say_who_has_them(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    made = plan("good", "bad")
    report = make_report(made, run_campaign(made, tmp_path / "out"))
    missed = [each for each in report.items["bad"][0] if each["kind"].startswith("missed")]
    assert [(each["source"], each["target"]) for each in missed] == [
        (["chat"], ["cat"]),
        (["noir"], ["black"]),
        (["il"], ["he"]),
    ]
    assert all(each["others"] == ["good"] for each in missed)
    assert report.items["good"][0] == []


def test_the_shares_of_labels_are_stacked_bars_by_language_pair(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    made = plan("good")
    report = make_report(made, run_campaign(made, tmp_path / "out"))
    write_report(tmp_path / "report", made, report)
    drawn = read_text(tmp_path / "report" / "figures.html")
    assert drawn.count("</title></rect>") == 4  # the legend has four without
    assert "French-English (5), sure: 40.0%" in drawn


def test_sure_and_possible_links_judge_those_of_systems(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    made = plan("good", "bad", "none")
    for name, text in (
        ("source", "un chat noir\nil dort\n"),
        ("target", "a black cat\nhe sleeps\n"),
        ("gold", "0-0 1p2 2-1\n0-0\n"),
    ):
        (tmp_path / f"{name}.txt").write_text(text)
    files = {key: f"{key}.txt" for key in ("source", "target", "gold")}
    made = replace(made, task="words", corpora=(Corpus("hands", "French-English", True, files),))
    report = make_report(made, run_campaign(made, tmp_path / "out"))
    found = tables_of(report)
    assert [values(row) for row in found["ranking"].rows] == [
        ["good", pytest.approx(8 / 9), 0.8, 1.0, 0.125, None],
        ["bad", pytest.approx(0.4), 0.5, pytest.approx(1 / 3), pytest.approx(0.6), None],
        ["none", None, None, None, None, 1],
    ]
    assert values(found["errors"].rows[0])[2:] == ["good", 0.8, 1.0, pytest.approx(8 / 9), 0.125]
    assert [(each["kind"], each["source"]) for each in report.items["bad"][0]] == [
        ("wrong", ["un"]),
        ("missed", ["noir"]),
        ("missed", ["il"]),
    ]
    assert [each["others"] for each in report.items["bad"][0]] == [[], ["good"], ["good"]]
    lacking = replace(made, corpora=(Corpus("hands", settings={"source": "source.txt"}),))
    with pytest.raises(ConfigError, match="corpus hands: target is missing"):
        run_campaign(lacking, tmp_path / "out")


def test_trees_give_final_bisegments_and_judge_links(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    text = DividedText(
        trees([[(0, 2, 0, 3, None), (0, 1, 0, 1, 0), (1, 2, 1, 3, 0)]]),
        ("1",),
        (("chat", "noir"),),
        (("the", "black", "cat"),),
    )
    write_trees_with_tokens(tmp_path / "books" / "one.ali.xml", text)
    (tmp_path / "flat.pharaoh").write_text("0-0 1p2 0p1\n")
    path = tmp_path / "campaign.toml"
    plan("flat")
    path.write_text(read_text(path).replace(LABELS, 'trees = "books/*.ali.xml"'))
    made = read_plan(path)
    found = tables_of(make_report(made, run_campaign(made, tmp_path / "out")))
    leaves = dict(zip(found["leaves"].columns, values(found["leaves"].rows[0]), strict=True))
    assert (leaves["final bisegments"], leaves["1-1"], leaves["2-1"]) == (2, 0.5, 0.5)
    assert values(found["trees"].rows[0])[-2:] == [1.0, 0.5]


def test_ten_pairs_give_shares_of_labels_and_of_bisegments_an_interval(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    made = plan("good")
    books = tmp_path / "books"
    pairs = range(1, 13)
    (books / "one.txt").write_text("".join(f"{k}\nun chat\na cat\n" for k in pairs))
    for annotator in (1, 2):
        labels = "".join(f"{k} 0:0:sure 1:1:{'wrong' if k % 3 else 'sure'}\n" for k in pairs)
        (books / f"one_annotation_{annotator}.txt").write_text(labels)
    (tmp_path / "good.pharaoh").write_text("0-0:0.9 1-1:0.8\n" * 6 + "0-0:0.9 0-1:0.1\n" * 6)
    found = tables_of(make_report(made, run_campaign(made, tmp_path / "out")))
    sure = found["labels"].rows[0][6]
    assert isinstance(sure, Cell)
    assert sure.value == pytest.approx(2 / 3)
    assert sure.interval
    assert 0.5 < sure.interval[0] < sure.value < sure.interval[1] < 0.85
    [_, _, kept, *_, wrong] = found["kept"].rows[0]
    assert isinstance(kept, Cell)
    assert isinstance(wrong, Cell)
    assert (kept.value, wrong.value) == (14 / 16, 0.5)
    assert kept.interval
    assert kept.interval[0] < 14 / 16 < kept.interval[1]
    nodes = [(0, 2, 0, 2, None), (0, 1, 0, 1, 0), (1, 2, 1, 2, 0)]
    words = (("chat", "noir"),) * 12
    text = DividedText(trees([nodes] * 6 + [nodes[:1]] * 6), tuple(map(str, pairs)), words, words)
    write_trees_with_tokens(books / "one.ali.xml", text)
    path = tmp_path / "campaign.toml"
    path.write_text(read_text(path).replace(LABELS, 'trees = "books/*.ali.xml"'))
    made = read_plan(path)
    found = tables_of(make_report(made, run_campaign(made, tmp_path / "out")))
    leaves = dict(zip(found["leaves"].columns, found["leaves"].rows[0], strict=True))
    assert leaves["1-1"] == Cell(12 / 18, leaves["1-1"].interval)  # type: ignore[union-attr]
    assert leaves["1-1"].interval[0] < 12 / 18 < leaves["1-1"].interval[1]  # type: ignore[union-attr]
    assert all(cell.interval for cell in found["trees"].rows[0][3:7])  # type: ignore[union-attr]


def test_a_corpus_has_something_to_judge_links_by(
    plan: Callable[..., Plan], tmp_path: Path
) -> None:
    path = tmp_path / "campaign.toml"
    plan("good")
    path.write_text(read_text(path).replace(LABELS, ""))
    with pytest.raises(ConfigError, match="give labels, trees, or source, target and gold"):
        run_campaign(read_plan(path), tmp_path / "out")
