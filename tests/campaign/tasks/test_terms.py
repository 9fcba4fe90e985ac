"""Campaigns of term extraction: lists against those of annotators."""

from __future__ import annotations

from pathlib import Path

import pytest

from diglot.campaign.plan import read_plan
from diglot.campaign.reporting import make_report, write_report
from diglot.campaign.running import run_campaign
from diglot.campaign.tables import Cell, Table
from diglot.errors import ConfigError

PLAN = """[campaign]
task = "terms"
[[corpus]]
name = "wind"
type = "English"
language = "en"
texts = "wind/*.txt"
gold = "wind.gold.txt"
[[system]]
name = "theirs"
outputs = "theirs/{corpus}.txt"
[[system]]
name = "frequent"
method = "frequency"
options = {limit = 3}
[[system]]
name = "words"
command = "head -n 2 {texts}/0-a.txt"
"""


@pytest.fixture
def plan(tmp_path: Path) -> Path:
    for folder in ("wind", "theirs"):
        (tmp_path / folder).mkdir()
    (tmp_path / "wind/a.txt").write_text("rotor blade\ngearbox\nThe rotor blade turns.\n")
    (tmp_path / "wind/b.txt").write_text("The gearbox and the rotor blade stand still.\n")
    (tmp_path / "wind.gold.txt").write_text("rotor blade\ngearbox\nnacelle\n")
    (tmp_path / "theirs/wind.txt").write_text("Gearbox\nsomething\n")
    path = tmp_path / "campaign.toml"
    path.write_text(PLAN)
    return path


def values(table: Table) -> list[list[object]]:
    return [[each.value if isinstance(each, Cell) else each for each in row] for row in table.rows]


@pytest.mark.slow
def test_lists_of_methods_commands_and_others_are_ranked_by_f(plan: Path, tmp_path: Path) -> None:
    made = read_plan(plan)
    report = make_report(made, run_campaign(made, tmp_path / "out"))
    write_report(tmp_path / "report", made, report)
    ranking, texts = report.tables[:2]
    found = {row[0]: row[1:] for row in values(ranking)}
    assert next(iter(found)) == "words"
    assert found["words"][:3] == [pytest.approx(0.8), 1.0, pytest.approx(2 / 3)]
    assert found["theirs"][:3] == [pytest.approx(0.4), 0.5, pytest.approx(1 / 3)]
    assert {row[2]: row[3] for row in values(texts)} == {"theirs": 2, "frequent": 3, "words": 2}
    behind = [(each["kind"], each["source"]) for each in report.items["theirs"][0]]
    assert behind == [("missed", "nacelle"), ("missed", "rotor blade"), ("wrong", "something")]
    assert report.items["theirs"][0][1]["others"] == ["frequent", "words"]


@pytest.mark.slow
def test_ten_terms_give_average_precision_an_interval(plan: Path, tmp_path: Path) -> None:
    (tmp_path / "wind.gold.txt").write_text("".join(f"term {k}\n" for k in range(8)))
    (tmp_path / "theirs/wind.txt").write_text("term 1\nother\nterm 2\nanother\n")
    made = read_plan(plan)
    ranking, texts = make_report(made, run_campaign(made, tmp_path / "out")).tables[:2]
    found = {row[0]: row[4] for row in ranking.rows}["theirs"]
    assert isinstance(found, Cell)
    assert found.value == pytest.approx((1 + 2 / 3) / 8)
    assert found.interval
    assert found.interval[0] < (1 + 2 / 3) / 8 < found.interval[1]
    assert {row[2]: row[7] for row in texts.rows}["theirs"].interval == found.interval  # type: ignore[union-attr]


def test_a_method_that_there_is_not_is_refused_before_any_work(plan: Path, tmp_path: Path) -> None:
    plan.write_text(PLAN.replace('"frequency"', '"frequence"'))
    with pytest.raises(ConfigError, match=r"system frequent: unknown method 'frequence'"):
        run_campaign(read_plan(plan), tmp_path / "out")
