"""``diglot campaign``: many systems on many corpora, scored alike, in one table."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import Any

from diglot.campaign.plan import EXAMPLES, AddOptions, Plan, RunOptions, ShowOptions
from diglot.cli.commands import Command
from diglot.cli.output import clean, print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_output, add_path, read_options

DESCRIPTION = (
    "Run many systems on many corpora and compare them: methods of diglot, programs of others, and "
    "outputs made elsewhere, as a campaign file says. Every result is kept, a run that was "
    "interrupted goes on where it stopped, and a system that fails is a row of the table."
)
INIT_DESCRIPTION = "Write a commented campaign file like that of a shared task."
RUN_DESCRIPTION = (
    "Run every system of a campaign file on every document that has no result yet, and report."
)
ADD_DESCRIPTION = "Add a system to a campaign that has been run, run it, and report."
REPORT_DESCRIPTION = (
    "Score what a campaign has made, print its tables, and write all of them as CSV, Markdown, "
    "LaTeX and JSON, with figures and a page."
)
ACTIONS = {
    "init": Command("write a commented campaign file", "campaign", "init"),
    "run": Command("run a campaign, and report", "campaign", "run"),
    "add": Command("add a system, run it, and report", "campaign", "add"),
    "report": Command("score and show what a campaign has made", "campaign", "report"),
}


def configure_init(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--like", required=True, choices=EXAMPLES, help="shared task that is repeated"
    )
    add_output(parser, "campaign file to write (default: campaign.toml)", metavar="FILE")


def run_init(arguments: argparse.Namespace) -> int:
    from diglot.campaign.plan import write_example

    path = arguments.output or Path("campaign.toml")
    write_example(arguments.like, path)
    if arguments.json:
        print_json({"file": str(path)})
    elif not arguments.quiet:
        print(f"written: {path}")
        print(f"now name your files in it, then: diglot campaign run {path} -o DIR")
    return 0


def configure_run(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "file", "campaign file (TOML)")
    add_output(parser, "folder for results and report", required=True, metavar="DIR")
    add_options(parser, RunOptions, ShowOptions)


def run_run(arguments: argparse.Namespace) -> int:
    from diglot.campaign.plan import keep_extra, read_plan

    return _run(
        arguments, keep_extra(read_plan(arguments.file), arguments.output), arguments.output
    )


def configure_add(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "folder", "folder of a campaign", metavar="DIR")
    parser.add_argument("system", metavar="SYSTEM", help="its name in the tables")
    add_options(parser, AddOptions, RunOptions, ShowOptions)


def run_add(arguments: argparse.Namespace) -> int:
    from dataclasses import asdict

    from diglot.campaign.plan import add_system, make_system

    given = asdict(read_options(arguments, AddOptions))
    table = {"name": arguments.system, **{key: value for key, value in given.items() if value}}
    return _run(
        arguments, add_system(arguments.folder, make_system(table, extra=True)), arguments.folder
    )


def configure_report(parser: argparse.ArgumentParser) -> None:
    add_path(parser, "folder", "folder of a campaign", metavar="DIR")
    add_options(parser, ShowOptions)


def run_report(arguments: argparse.Namespace) -> int:
    from diglot.campaign.reporting import report_campaign

    _show(arguments, *report_campaign(arguments.folder), arguments.folder)
    return 0


def _run(arguments: argparse.Namespace, plan: Plan, out: Path) -> int:
    from diglot.campaign.reporting import make_report
    from diglot.campaign.running import run_campaign

    options = read_options(arguments, RunOptions)
    with progress(quiet=arguments.quiet or arguments.json) as report:
        try:
            results = run_campaign(
                plan, out, jobs=options.jobs, again=options.again, spread=options, progress=report
            )
        except KeyboardInterrupt:
            kept = f"what is done is kept in {out}; the same command goes on from there"
            print(f"diglot: {kept}", file=sys.stderr)
            raise
    _show(arguments, plan, make_report(plan, results), out)
    return 0


def _show(arguments: argparse.Namespace, plan: Plan, report: Any, out: Path) -> None:
    from diglot.campaign.reporting import FOLDER, choose_tables, report_as_json, write_report
    from diglot.campaign.tables import WRITERS

    options = read_options(arguments, ShowOptions)
    chosen = choose_tables(report, options.table)
    written = write_report(out / FOLDER, plan, report)
    if arguments.json:
        print_json(report_as_json(plan, report) | {"files": [str(path) for path in written]})
        return
    if arguments.quiet:
        return
    for each in chosen:
        print("\n".join(map(clean, WRITERS[options.form](each).split("\n"))), end="\n\n")
    if options.form == "text":
        print_lines("note: ", report.notes)
        print_lines("", report.signatures)
        print(f"written: {out / FOLDER}")
