"""Campaigns on terminology: the tables of Alam et al. 2021."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from diglot.campaign.plan import Plan, make_plan
from diglot.campaign.tables import Cell, Report, Table
from diglot.campaign.tasks import Result, task_named
from diglot.errors import ConfigError

ROWS = [
    ("a dry cough", "une toux sèche", "cough", "toux"),
    ("the fever rose", "la fièvre monta", "fever", "fièvre"),
]


@pytest.fixture
def campaign(tmp_path: Path) -> Callable[..., Plan]:
    """Write a test set of two segments, and a translation without the second term."""
    lines = [
        json.dumps({"en": source, "fr": reference, "proper": {term: wanted}})
        for source, reference, term, wanted in ROWS
    ]
    (tmp_path / "set.jsonl").write_text("\n".join(lines) + "\n")
    (tmp_path / "one.txt").write_text("une toux sèche\nla chaleur monta\n")

    def make(*systems: dict[str, Any], **scores: Any) -> Plan:
        return make_plan(
            {
                "campaign": {"task": "terminology"},
                "corpus": [{"name": "c", "source": "set.jsonl"}],
                "system": list(systems),
                "scores": {"draws": 0, "align": False, **scores},
            },
            tmp_path,
        )

    return make


def run(plan: Plan, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Table]:
    """Do what the runner does, in this process."""
    from diglot.campaign.tasks.items import find_items

    monkeypatch.chdir(plan.folder)
    task = task_named("terminology")
    task.check(plan)
    [item] = find_items(plan, task)
    results = []
    for number, system in enumerate(plan.systems):
        path = folder / f"out{number}.txt"
        if system.kind == "method":
            task.run(system, [item], [path])
        else:
            task.adopt(system, item, plan.folder / system.outputs, path)
        results.append(Result(system.name, item, path))
    report: Report = task.evaluate(plan, results)
    assert report.documents == ("c: c",)
    return {each.name: each for each in report.tables} | {"report": report}  # type: ignore[dict-item]


def test_systems_cheats_and_the_reference_stand_side_by_side(
    campaign: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    plan = campaign(
        {"name": "one", "outputs": "one.txt"},
        {"name": "smart", "method": "smart", "options": {"of": "one.txt"}},
        {"name": "reference", "method": "reference"},
    )
    tables = run(plan, tmp_path, monkeypatch)
    place = tables["metrics"].columns.index("exact match")
    found = [row[place] for row in tables["metrics"].rows]
    assert [each.value for each in found if isinstance(each, Cell)] == [50.0, 100.0, 100.0]
    assert (tmp_path / "out1.txt").read_text().splitlines()[1] == "la chaleur monta fièvre"
    assert tables["correlations"].rows[0][0] == "c"
    items = tables["report"].items["one"][0]  # type: ignore[attr-defined]
    assert [(each["kind"], each["others"]) for each in items] == [
        ("missed: fever → fièvre", ["smart", "reference"])
    ]


def test_a_cheat_is_made_again_when_the_translation_has_changed(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    from diglot.campaign.running import plan_trials

    plan = campaign({"name": "smart", "method": "smart", "options": {"of": "{document}.txt"}})
    task = task_named("terminology")
    (tmp_path / "c.txt").write_text("x\ny\n")
    [before] = plan_trials(plan, task)
    assert plan_trials(plan, task)[0].digest == before.digest
    (tmp_path / "c.txt").write_text("x\nz\n")
    assert plan_trials(plan, task)[0].digest != before.digest


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"method": "smrt"}, "did you mean smart"),
        ({"method": "smart"}, "name the translations to change"),
        ({"method": "smart", "options": {"of": "x", "were": "end"}}, "did you mean where"),
        ({"method": "reference", "options": {"of": "x"}}, "has no options"),
    ],
)
def test_a_wrong_system_is_refused_in_one_line(
    campaign: Callable[..., Plan], system: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        task_named("terminology").check_plan(campaign({"name": "s", **system}))


def test_success_counts_as_the_shared_task_does(
    campaign: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [json.loads(line) for line in (tmp_path / "set.jsonl").read_text().splitlines()]
    for row, term in zip(rows, ({"dry": "sèche"}, {"rose": ""}), strict=True):
        row["random"] = term
    (tmp_path / "set.jsonl").write_text("\n".join(map(json.dumps, rows)) + "\n")
    plan = campaign(
        {"name": "one", "outputs": "one.txt"},
        {"name": "reference", "method": "reference"},
        task="wmt25",
    )
    tables = run(plan, tmp_path, monkeypatch)
    found = tables["success-c"]
    columns = dict(zip(found.columns, zip(*found.rows, strict=True), strict=True))
    proper = columns["success, proper"]
    assert [each.value for each in proper if isinstance(each, Cell)] == [50.0, 100.0]
    # An empty target counts as found there.
    random = columns["success, random"]
    assert [each.value for each in random if isinstance(each, Cell)] == [100.0, 100.0]


def test_systems_that_do_not_differ_share_a_letter(
    campaign: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lines = (tmp_path / "set.jsonl").read_text().splitlines() * 20
    (tmp_path / "set.jsonl").write_text("\n".join(lines) + "\n")
    for name, text in (("one", "une toux sèche\nla chaleur monta\n"), ("none", "rien\nrien\n")):
        (tmp_path / f"{name}.txt").write_text(text * 20)
    plan = campaign(
        {"name": "one", "outputs": "one.txt"},
        {"name": "same", "outputs": "one.txt"},
        {"name": "none", "outputs": "none.txt"},
        draws=100,
    )
    tables = run(plan, tmp_path, monkeypatch)
    place = tables["metrics"].columns.index("exact match")
    cells = [row[place] for row in tables["metrics"].rows]
    assert [each.letters for each in cells if isinstance(each, Cell)] == ["a", "a", "b"]
