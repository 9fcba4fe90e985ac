"""Campaigns of term pairs: tasks that are made, systems by name, tables 5 to 8."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from diglot.campaign.plan import Plan, make_plan
from diglot.campaign.running import plan_trials
from diglot.campaign.tables import Cell, Report, Table
from diglot.campaign.tasks import Result, task_named
from diglot.campaign.tasks.items import find_items
from diglot.errors import ConfigError
from diglot.formats.term_lists.bucc import read_official
from diglot.model import TermPair
from diglot.pipeline.steps.scores.options import PairScoreOptions
from diglot.pipeline.steps.scores.terms import score_pairs, score_pairs_as_bucc2022
from diglot.pipeline.steps.terms import comparable as steps
from diglot.terms import comparable

SOURCE = ("wind speed", "generator", "rotor", "blade")
TARGET = ("vitesse du vent", "générateur", "rotor", "pale", "vent")
GOLD = tuple(zip(SOURCE, TARGET, strict=False))
WRONG = ("generator", "vent")
OUTSIDE = ("mast", "mât")


@pytest.fixture
def campaign(tmp_path: Path) -> Callable[..., Plan]:
    """Write a small task, and a run with a wrong pair, one of no list and two right ones."""
    folder = tmp_path / "task"
    folder.mkdir()
    _write(folder / "terms-en.txt", SOURCE)
    _write(folder / "terms-fr.txt", TARGET)
    _write(folder / "terms-en-fr.txt", map("\t".join, GOLD))
    run = (WRONG, OUTSIDE, *GOLD[:2])
    _write(tmp_path / "theirs.tsv", map("\t".join, run))

    def make(*systems: dict[str, Any], corpus: dict[str, Any] | None = None, **scores: Any) -> Plan:
        return make_plan(
            {
                "campaign": {"task": "term-pairs"},
                "corpus": [corpus or {"name": "c", "task": "task"}],
                "system": list(systems),
                "scores": {"draws": 0, **scores},
            },
            tmp_path,
        )

    return make


def _write(path: Path, lines: Any) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")


def _evaluated(plan: Plan, folder: Path) -> tuple[Report, dict[str, Path]]:
    task = task_named("term-pairs")
    task.check(plan)
    [item] = find_items(plan, task)
    results, paths = [], {}
    for number, system in enumerate(plan.systems):
        path = paths[system.name] = folder / f"out{number}.tsv"
        if system.kind == "method":
            task.run(system, [item], [path], folder)
        else:
            task.adopt(system, item, plan.folder / system.outputs, path)
        results.append(Result(system.name, item, path))
    return task.evaluate(plan, results), paths


def _row(table: Table, name: str) -> dict[str, Any]:
    [row] = [each for each in table.rows if each[0] == name]
    cells = [each.value if isinstance(each, Cell) else each for each in row]
    return dict(zip(table.columns, cells, strict=True))


def test_table_5_has_the_figures_of_score_pairs_and_of_the_official_scorer(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    plan = campaign({"name": "theirs", "outputs": "theirs.tsv"})
    report, paths = _evaluated(plan, tmp_path)
    row = _row(report.tables[0], "theirs")
    assert [row[name] for name in ("nSys", "nGold", "TP", "FP", "FN")] == [3, 4, 2, 1, 2]
    options = PairScoreOptions(draws=0, oov="drop")
    gold = tmp_path / "task"
    [own] = score_pairs(gold, [paths["theirs"]], options).runs
    [(_, official)] = score_pairs_as_bucc2022(gold, [paths["theirs"]], options)
    assert row["AP"] == own.score.values["ap"] == pytest.approx((1 / 2 + 2 / 3) / 4)
    assert official.last_row.ap == pytest.approx(row["AP"])
    assert read_official(paths["theirs"]) == read_official(tmp_path / "theirs.tsv")


def test_pairs_are_sorted_by_how_many_runs_found_them(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    _write(tmp_path / "second.tsv", map("\t".join, GOLD[:3]))
    plan = campaign(
        {"name": "theirs", "outputs": "theirs.tsv"}, {"name": "second", "outputs": "second.tsv"}
    )
    report, _ = _evaluated(plan, tmp_path)
    tables = {each.name: each for each in report.tables}
    sizes = [row[1].value for row in tables["table-6"].rows if isinstance(row[1], Cell)]
    assert sizes == [1, 1, 2]
    assert [row[:2] for row in tables["table-7"].rows] == [("blade", "pale")]
    assert list(tables["table-8"].rows) == [*GOLD[:2]]
    assert _row(tables["limits"], "theirs")["OOV"] == 1
    assert list(report.figures) == ["figure-1", "figure-2", "figure-3"]
    missed = report.items["theirs"][0][0]
    assert (missed["source"], missed["target"], missed["others"]) == (
        ["rotor"], ["rotor"], ["second"],
    )  # fmt: skip


@pytest.mark.parametrize(
    ("method", "note"),
    [
        ("combined", "old: the method combined is called mixture now"),
        ("ijs-3", "old: 101 of the 237 features of the published runs; without 34 of each of 4"),
    ],
)
def test_a_note_says_what_a_name_stands_for(
    campaign: Callable[..., Plan], method: str, note: str
) -> None:
    plan = campaign({"name": "old", "method": method})
    task = task_named("term-pairs")
    task.check(plan)
    [item] = find_items(plan, task)
    report = task.evaluate(plan, [Result("old", item, None, error="no ranker")])
    [told] = report.notes
    assert told.startswith(note)
    assert _row(report.tables[0], "old")["AP"] is None


def test_right_pairs_decide_on_no_run(campaign: Callable[..., Plan], tmp_path: Path) -> None:
    plan = campaign({"name": "diglot", "method": "formula"})
    task = task_named("term-pairs")
    [before] = plan_trials(plan, task)
    _write(tmp_path / "task" / "terms-en-fr.txt", ["rotor\trotor"])
    assert plan_trials(plan, task)[0].digest == before.digest
    _write(tmp_path / "task" / "terms-fr.txt", ["rotor"])
    assert plan_trials(plan, task)[0].digest != before.digest


@pytest.mark.slow
def test_a_task_is_made_of_texts_and_a_glossary(
    campaign: Callable[..., Plan], tmp_path: Path
) -> None:
    texts = {"en": "The wind speed rises. A rotor turns.", "fr": "La vitesse du vent monte."}
    for language, text in texts.items():
        (tmp_path / f"text.{language}").write_text(text, "utf-8")
    corpus = {
        "name": "made", "task": "new", "source": "text.en", "target": "text.fr",
        "gold": "task/terms-en-fr.txt", "source_language": "en", "target_language": "fr",
    }  # fmt: skip
    plan = campaign({"name": "diglot", "method": "formula"}, corpus=corpus)
    [item] = find_items(plan, task_named("term-pairs"))
    assert item.files["gold"].read_text("utf-8") == "wind speed\tvitesse du vent\n"
    listed = item.files["source_terms"].read_text("utf-8").splitlines()
    assert "wind speed" in listed
    assert len(listed) > 1
    assert "vitesse" in item.files["target_corpus"].read_text("utf-8")


@pytest.mark.parametrize(
    ("system", "message"),
    [
        ({"method": "cuni-mouse"}, "did you mean cuni-muse"),
        ({"method": "ranker", "options": {"pack": "x"}}, "did you mean packs"),
    ],
)
def test_a_wrong_system_is_refused_in_one_line(
    campaign: Callable[..., Plan], system: dict[str, Any], message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        task_named("term-pairs").check_plan(campaign({"name": "s", **system}))


def test_the_combined_run_takes_what_other_runs_have_found(
    campaign: Callable[..., Plan], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls = []

    def base(name: str) -> Callable[..., list[TermPair]]:
        def run(source: Any, target: Any, known: Any, *, seed: int = 0) -> list[TermPair]:
            calls.append(name)
            return [TermPair(source[0], target[0], score=1.0 + seed)]

        return run

    methods = dict(comparable.METHODS)
    methods |= {name: base(name) for name in ("cuni-muse", "cuni-monoses")}
    monkeypatch.setattr(comparable, "METHODS", methods)
    monkeypatch.setattr(steps, "_encoders", lambda *_: (Letters(),))
    plan = campaign(
        {"name": "one", "method": "cuni-muse"},
        {"name": "both", "method": "cuni-combined"},
        {"name": "again", "method": "cuni-combined", "options": {"settings": {"seed": 1}}},
    )
    _evaluated(plan, tmp_path)
    assert calls == ["cuni-muse", "cuni-monoses", "cuni-muse", "cuni-monoses"]


class Letters:
    """Vectors by the first letter."""

    name = "letters"

    def encode(self, texts: Sequence[str]) -> Any:
        """Return float32 (texts, 26), of length one."""
        return np.eye(26, dtype=np.float32)[[(ord(text[0]) - 97) % 26 for text in texts]]


@pytest.mark.parametrize("learner", [None, "trees"])
def test_the_ranker_that_ships_is_used_unless_a_learner_is_named(
    campaign: Callable[..., Plan],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    learner: str | None,
) -> None:
    learnt = []
    monkeypatch.setattr(steps, "_learn", lambda known, method, _: learnt.append(method))
    _write(tmp_path / "train.tsv", map("\t".join, GOLD))
    plan = campaign(
        {"name": "ours", "method": "ranker", "options": {"learner": learner} if learner else {}},
        corpus={"name": "c", "task": "task", "train": "train.tsv"},
    )
    _evaluated(plan, tmp_path)
    assert learnt == (["ranker"] if learner else [])
