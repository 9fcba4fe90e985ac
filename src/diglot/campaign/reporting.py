"""The report of a campaign: its tables in every form, in a folder."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from diglot._version import __version__
from diglot.campaign.plan import STORED, Plan, read_stored_plan
from diglot.campaign.running import read_results
from diglot.campaign.tables import EXTENSIONS, WRITERS, Cell, Report, Table, as_json
from diglot.campaign.tasks import NOT_RUN, Result, task_named
from diglot.campaign.tasks.items import found_resources
from diglot.errors import ConfigError, describe_unknown
from diglot.files.atomic import atomic_open, make_folder
from diglot.files.binary import sha256_of_file
from diglot.plurals import count_of
from diglot.report.pages.base import write_page
from diglot.report.plots.figures import write_figures
from diglot.report.tables.layout import interval_text, number_as_json

FOLDER = "report"


def report_campaign(out: Path) -> tuple[Plan, Report]:
    """Score what a campaign has made so far.

    Raises:
        InputError: the folder holds no campaign, or gold cannot be read.
        ConfigError: the plan does not fit its task.
    """
    plan = read_stored_plan(out / STORED)
    return plan, make_report(plan, read_results(plan, out))


def make_report(plan: Plan, results: Sequence[Result]) -> Report:
    """Score results; what they cost and which runs failed follow the tables of the task.

    Raises:
        InputError: gold cannot be read.
    """
    report = task_named(plan.task).evaluate(plan, results)
    return replace(
        report,
        tables=(*report.tables, *cost_tables(plan, results), *failure_tables(results)),
        signatures=(*report.signatures, *_signatures(plan, results)),
        notes=(*report.notes, *_pending(results)),
    )


def _pending(results: Sequence[Result]) -> tuple[str, ...]:
    """Say what is still to be run, and how."""
    left = sum(each.error == NOT_RUN for each in results)
    if not left:
        return ()
    told = (
        f"{left:,} of {count_of(len(results), 'result')} not run yet, which tables count as failed"
    )
    return (f"{told}: diglot campaign run with the same file and folder goes on",)


def _signatures(plan: Plan, results: Sequence[Result]) -> list[str]:
    """Say which data and which systems, with all that decides on their results."""
    items = {(each.item.corpus.name, each.item.name): each.item for each in results}
    files = [
        (corpus, name, key, sha256_of_file(path))
        for (corpus, name), item in items.items()
        for key, path in item.files.items()
    ]
    found = [f"data|documents:{len(items)}|sha256:{_digest(files)}|version:{__version__}"]
    for system in plan.systems:
        kind = system.kind
        parts = [f"system:{system.name}|{kind}:{getattr(system, kind)}"]
        if kind == "method":
            for name, value in system.options.items():
                told = "+".join(map(str, value)) if isinstance(value, list | tuple) else value
                parts.append(f"{name}:{told}")
            parts.append(f"packs and encoder:{_digest(found_resources())}")
        found.append("|".join(parts))
    return found


def _digest(value: Any) -> str:
    return hashlib.sha256(json.dumps(value).encode()).hexdigest()[:16]


def cost_tables(plan: Plan, results: Sequence[Result]) -> list[Table]:
    """Show CPU seconds, seconds on the clock and peak memory of every system, and by corpus."""

    def costs(own: Sequence[Result]) -> tuple[Cell | None, ...]:
        runs = [(each.usage, each.shared) for each in own if each.usage]
        if not runs:
            return None, None, None
        return (
            Cell(sum(usage.cpu / shared for usage, shared in runs), digits=1),
            Cell(sum(usage.wall / shared for usage, shared in runs), digits=1),
            Cell(max(usage.peak for usage, _ in runs), digits=0),
        )

    by_system: dict[str, list[Result]] = defaultdict(list)
    by_corpus: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for each in results:
        by_system[each.system].append(each)
        if each.usage:
            by_corpus[each.item.corpus.name, each.system].append(each)
    heads = "CPU s", "s", "peak MB"
    whole = Table(
        "costs",
        "Costs",
        ("system", "kind", *heads),
        tuple((each.name, each.kind, *costs(by_system[each.name])) for each in plan.systems),
        labels=2,
        notes=("whole processes, all texts together; outputs made elsewhere have none",),
        brief=True,
    )
    parts = Table(
        "corpus-costs",
        "Costs by corpus",
        ("corpus", "system", *heads),
        tuple((*names, *costs(own)) for names, own in by_corpus.items()),
        labels=2,
        notes=("whole processes, all texts of a corpus together",),
    )
    return [whole, parts] if len(plan.corpora) > 1 and by_corpus else [whole]


def failure_tables(results: Sequence[Result]) -> list[Table]:
    """List the runs that failed, with their reasons; nothing if none has."""
    reasons: dict[tuple[str, str, str], list[str]] = defaultdict(list)
    for each in results:
        if each.error and each.error != NOT_RUN:
            reasons[each.system, each.item.corpus.name, each.error].append(each.item.name)
    rows = tuple(
        (
            system,
            corpus,
            items[0] if len(items) == 1 else f"{items[0]} and {len(items) - 1} more",
            why,
        )
        for (system, corpus, why), items in reasons.items()
    )
    head = ("system", "corpus", "document", "reason")
    found = Table("failures", "Failures", head, rows, labels=4, brief=True)
    return [found] if rows else []


def choose_tables(report: Report, names: Sequence[str]) -> tuple[Table, ...]:
    """Return the tables of some names; without names those that a terminal shows by itself.

    Raises:
        ConfigError: there is no such table.
    """
    known = {each.name: each for each in report.tables}
    for name in names:
        if name not in known:
            raise ConfigError(describe_unknown("table", name, known))
    return tuple(known[name] for name in names or known if names or known[name].brief)


def write_report(folder: Path, plan: Plan, report: Report) -> tuple[Path, ...]:
    """Write the tables of a report in every form, its figures and its page; return the files.

    Raises:
        InputError: a file cannot be written.
    """
    make_folder(folder)
    written = []
    for name, write in WRITERS.items():
        parts = {each.name: write(each) for each in report.tables}
        if name == "csv":  # a file of its own each: other programs read them
            files = {folder / f"{table}.csv": text for table, text in parts.items()}
        else:
            files = {folder / f"tables{EXTENSIONS[name]}": "\n\n".join(parts.values()) + "\n"}
        for path, text in files.items():
            with atomic_open(path) as file:
                file.write(text)
            written.append(path)
    if report.figures:
        figures = folder / "figures.html"
        write_figures(figures, list(report.figures.values()), plan.title)
        written.append(figures)
    page = folder / "index.html"
    write_campaign_page(page, plan, report)
    written.append(page)
    path = folder / "report.json"
    with atomic_open(path) as file:
        json.dump(report_as_json(plan, report), file, ensure_ascii=False, indent=2)
        file.write("\n")
    return (*written, path)


def report_as_json(plan: Plan, report: Report) -> dict[str, Any]:
    """Return a report as plain values: tables by name, notes and signatures."""
    return {
        "task": plan.task,
        "title": plan.title,
        "systems": [each.name for each in plan.systems],
        "tables": {each.name: as_json(each) for each in report.tables},
        "notes": list(report.notes),
        "signatures": list(report.signatures),
    }


def write_campaign_page(path: Path, plan: Plan, report: Report) -> None:
    """Write the page of a report: tables that sort, the items behind every figure, and plots.

    Raises:
        InputError: the file cannot be written.
    """
    systems = [each.name for each in plan.systems]
    place = {name: number for number, name in enumerate(systems)}
    data = {
        "tables": [_shown(each, place) for each in report.tables],
        "systems": systems,
        "documents": list(report.documents),
        "items": _shared_items(report, place),
        "notes": list(report.notes),
        "signatures": list(report.signatures),
    }
    write_page(
        path,
        plan.title,
        data,
        body="campaign/campaign.html",
        styles=("campaign/campaign.css",),
        scripts=("campaign/campaign.js",),
        plots=list(report.figures.values()),
    )


def _shown(table: Table, place: Mapping[str, int]) -> dict[str, Any]:
    return {
        "name": table.name,
        "title": table.title,
        "columns": list(table.columns),
        "labels": table.labels,
        "notes": list(table.notes),
        "rows": [[_shown_entry(entry, place) for entry in row] for row in table.rows],
    }


def _shown_entry(entry: Any, place: Mapping[str, int]) -> Any:
    if not isinstance(entry, Cell):
        return entry
    behind = entry.items and entry.items[0] in place and entry.value is not None
    return {
        "value": None if entry.value is None else number_as_json(entry.value),
        "text": entry.text,
        "best": entry.best,
        "letters": entry.letters,
        "interval": interval_text(entry.interval),
        "items": [place[entry.items[0]], list(entry.items[1])] if entry.items and behind else None,
    }


def _shared_items(report: Report, place: Mapping[str, int]) -> list[dict[str, Any]]:
    """Return the items of all systems, each once.

    ``by`` are the systems that show it, ``has`` those whose output has what it is about, whether
    they show it or not: a list behind a figure may end before it.
    """
    found: dict[str, dict[str, Any]] = {}
    for system, by_number in report.items.items():
        for number, items in by_number.items():
            for item in items:
                own = {key: value for key, value in item.items() if key != "others"}
                own |= {"document": number}
                for side in ("source", "target"):
                    value = own.get(side, [])
                    own[side] = [value] if isinstance(value, str) else list(value)
                own.setdefault("place", [])
                key = json.dumps(own, sort_keys=True, default=str)
                whole = found.setdefault(key, own | {"by": [], "has": set()})
                whole["by"].append(place[system])
                whole["has"].update(place[name] for name in item["others"])
                if not item["kind"].startswith("missed"):
                    whole["has"].add(place[system])
    return [each | {"has": sorted(each["has"])} for each in found.values()]
