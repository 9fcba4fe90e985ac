"""Campaigns of inferred dictionaries: the tables of TIAD."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from diglot.campaign.plan import Plan, make_plan
from diglot.campaign.tables import Cell, Report, Table
from diglot.campaign.tasks import Item, Result, task_named
from diglot.errors import ConfigError, DiglotError, InputError

PLAIN = {"items": None, "letters": "", "best": False}
WORDS = [(f"w{k}", f"p{k}", f"m{k}") for k in range(12)]


@pytest.fixture
def campaign(tmp_path: Path) -> Callable[..., Plan]:
    """Write English and French dictionaries over Spanish, with some false friends, and gold."""
    pairs = {
        "en-es": [(one, pivot) for one, pivot, _ in WORDS],
        "es-fr": [(pivot, other) for _, pivot, other in WORDS] + [("p0", "m1"), ("p2", "m3")],
    }
    for name, rows in {**pairs, "gold-en-fr": [(one, other) for one, _, other in WORDS]}.items():
        lines = "".join(f"{one}\t{other}\tnoun\t1\n" for one, other in rows)
        path = tmp_path / ("gold" if "gold" in name else "graph") / f"{name[-5:]}.tsv"
        path.parent.mkdir(exist_ok=True)
        path.write_text(lines, "utf-8")

    def make(*systems: dict[str, Any], scores: Any = (), **corpus: Any) -> Plan:
        given = {"name": "c", "dictionaries": "graph/*.tsv", "gold": "gold", **corpus}
        return make_plan(
            {
                "campaign": {"task": "lexicon"},
                "corpus": [{"directions": ["en-fr", "fr-en"], **given}],
                "system": list(systems),
                "scores": dict(scores),
            },
            tmp_path,
        )

    return make


def run(plan: Plan, folder: Path) -> tuple[Report, dict[str, Table]]:
    """Do what the runner does, in this process."""
    task = task_named("lexicon")
    task.check(plan)
    assert task.find is not None
    results: list[Result] = []
    for number, system in enumerate(plan.systems):
        items = task.find(plan.corpora[0], plan.folder)
        paths = [folder / f"{number}.{item.name}.tsv" for item in items]
        try:
            task.run(system, items, paths, folder / "shared")
        except DiglotError as error:
            results += [Result(system.name, item, None, error=str(error)) for item in items]
            continue
        results += [
            Result(system.name, item, path) for item, path in zip(items, paths, strict=True)
        ]
    report = task.evaluate(plan, results)
    return report, {each.name: each for each in report.tables}


def method(name: str, **options: Any) -> dict[str, Any]:
    return {"name": name, "method": name, "options": options}


def values(row: tuple[Any, ...]) -> list[Any]:
    return [round(each.value, 3) if isinstance(each, Cell) else each for each in row]


def test_tables_have_the_layout_of_the_results_page(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign(method("OTIC"), method("walk"), scores={"draws": 20, "step": 0.25})
    report, tables = run(plan, tmp_path)
    assert list(tables)[:5] == [
        *("table-1", "table-2-1-en-fr", "table-2-2-fr-en"),
        *("table-3-1-OTIC", "table-3-2-walk"),
    ]
    assert tables["table-1"].columns == (
        *("system", "precision", "recall", "F-measure", "coverage", "threshold"),
    )
    assert [values(row)[0] for row in tables["table-3-1-OTIC"].rows] == [0, 0.25, 0.5, 0.75, 1]
    # 12 right pairs and 2 false friends, m1 and m3 having two translations each.
    assert values(tables["table-2-1-en-fr"].rows[0])[2] == 1.0
    assert values(tables["table-3-1-OTIC"].rows[0])[1:3] == [0.857, 1.0]
    # A figure at the threshold of table 1 has the interval that it has there.
    assert tables["table-3-1-OTIC"].rows[2][2] == replace(tables["table-1"].rows[0][2], **PLAIN)
    assert tables["table-3-1-OTIC"].rows[0][1].interval  # type: ignore[union-attr]
    assert set(report.figures) == {"thresholds", "precision-recall"}
    assert report.documents == ("c: en-fr", "c: fr-en")


def test_strict_leaves_out_what_equals_the_threshold(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    rows = {}
    for strict in (False, True):
        scores = {"draws": 20, "strict": strict, "threshold": 1.0 if not strict else 0.66}
        _, tables = run(campaign(method("OTIC"), scores=scores), tmp_path)
        rows[strict] = values(tables["table-1"].rows[0])[2]
    assert rows == {False: 0.833, True: 1.0}


def test_gold_turned_round_judges_the_other_direction_unless_told_not_to(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    _, tables = run(campaign(method("OTIC"), scores={"draws": 20}, turn=False), tmp_path)
    assert "table-2-2-fr-en" not in tables
    assert tables["table-1"].notes[:2] == ("mean over en-fr", "no gold is given for fr-en")
    assert [each.name for each in tables.values() if each.name.startswith("table-2")] == [
        "table-2-1-en-fr"
    ]


def test_systems_that_come_out_equal_are_listed_and_readings_told(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign(method("PivotAlign-F"), method("PivotAlign-P"), scores={"draws": 20})
    _, tables = run(plan, tmp_path)
    [row] = tables["equal"].rows
    assert row[:2] == ("PivotAlign-F", "PivotAlign-P")
    assert values(row)[2] == 1.0
    assert values(row)[4] == 1.0
    assert "setting=F" in str(tables["readings"].rows[0][1])


def test_a_system_that_fails_is_a_row_without_figures(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign(method("OTIC"), method("tuan", settings={"pivot": "ca"}), scores={"draws": 20})
    _, tables = run(plan, tmp_path)
    assert [row[0] for row in tables["table-1"].rows] == ["OTIC", "tuan"]
    assert all(each.value is None for each in tables["table-1"].rows[1][1:5])
    assert [each.value for each in tables["entries"].rows[1][1:]] == [None, None]


def test_what_a_system_missed_and_who_found_it_stands_behind_its_figures(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign(method("OTIC"), method("walk"), scores={"draws": 20, "threshold": 0.9})
    report, _ = run(plan, tmp_path)
    missed = [each for each in report.items["OTIC"][0] if each["kind"] == "missed"]
    assert {tuple(each["source"]) for each in missed} == {("w1",), ("w3",)}


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"system": "ULD_MUSA"}, "did you mean ULD_MUSE"),
        ({"options": {"pivot": "es"}}, "unknown option 'pivot'"),
        ({"directions": ["enfr"]}, "'enfr' is not a direction such as en-fr"),
        ({"turn": "no"}, "turn is 'no', but must be true or false"),
        ({"scores": {"threshold": "half"}}, "threshold of .scores. is 'half'"),
        ({"scores": {"filter": "some"}}, "filter"),
        ({"scores": {"treshold": 1}}, "did you mean threshold"),
    ],
)
def test_a_wrong_campaign_is_refused_in_one_line(
    campaign: Callable[..., Plan], change: dict[str, Any], message: str
) -> None:
    name = change.pop("system", "OTIC")
    system = {"name": "s", "method": name, "options": change.pop("options", {})}
    with pytest.raises(ConfigError, match=message):
        task_named("lexicon").check_plan(campaign(system, **change))


def test_outputs_made_elsewhere_and_inputs_of_commands(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign({"name": "theirs", "outputs": "theirs/{document}.tsv", "writes": "tsv"})
    task = task_named("lexicon")
    assert task.find is not None
    item: Item = task.find(plan.corpora[0], plan.folder)[0]
    theirs = tmp_path / "any.tsv"
    theirs.write_text("w0\tm0\tnoun\t0.9\n")
    task.adopt(plan.systems[0], item, theirs, tmp_path / "out.tsv")
    assert "w0\tm0\tnoun\t0.9" in (tmp_path / "out.tsv").read_text()
    folder = task.prepare(item, "dictionaries", tmp_path)["dictionaries"]
    assert sorted(path.name for path in folder.iterdir()) == ["en-es.tsv", "es-fr.tsv"]


def test_gold_that_cannot_be_read_is_refused_by_itself(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign({"name": "otic", "method": "otic"})
    task = task_named("lexicon")
    assert task.find is not None
    items = task.find(plan.corpora[0], plan.folder)
    for item in items:
        task.check_gold(plan, item)
    (tmp_path / "gold/en-fr.tsv").write_text("w0\tm0\tnoun\tnot a number\n", "utf-8")
    with pytest.raises(InputError, match="not a number"):
        task.check_gold(plan, items[0])
