"""``diglot check``: a translation against a termbase; exit code 1 if terms are wrong."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from diglot.cli.output import print_json, print_lines, progress
from diglot.cli.parsing import add_options, add_path, read_options
from diglot.errors import ConfigError
from diglot.options import files_of, option_record
from diglot.pipeline.options import check_apart
from diglot.pipeline.steps.checking.options import REPORTS, CheckOptions
from diglot.runs.options import RunOptions

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.pipeline.steps.checking.check import CheckRun
    from diglot.report.check.groups import CheckFacts


@option_record
class ReportOptions:
    """What is written and printed of a check."""

    report: tuple[str, ...] = REPORTS(
        "write a report: html, json, sarif, junit, xlsx, tsv or markdown, by the extension "
        "unless named; github prints annotations and adds to the summary of a step; more than "
        "one may be given",
        "--report",
        "-o",
        metavar="[FORMAT=]FILE",
    )
    notes: bool = REPORTS("also list notes, not only errors and warnings")


def configure(parser: argparse.ArgumentParser) -> None:
    add_path(
        parser,
        "translations",
        "file of units to check; more than one may be given; texts come in pairs, the original "
        "first: text files line by line, documents of any format, whose sentences are aligned; "
        "or the folder of a project of OmegaT",
        nargs="+",
        metavar="TRANSLATION",
    )
    add_path(
        parser,
        "--termbase",
        "termbase or glossary to check against; more than one may be given; a project of OmegaT "
        "brings its own",
        action="append",
        default=[],
        metavar="TERMBASE",
    )
    add_options(parser, CheckOptions, ReportOptions, RunOptions)


# The reports of ``diglot check``: which the user wants, and writing them.

GITHUB = "github"
_EXTENSIONS = {
    ".html": "html",
    ".htm": "html",
    ".json": "json",
    ".sarif": "sarif",
    ".xml": "junit",
    ".xlsx": "xlsx",
    ".tsv": "tsv",
    ".csv": "tsv",
    ".md": "markdown",
}


def write_reports(
    done: CheckRun, reports: list[tuple[str, Path | None]], annotations: TextIO
) -> list[Path]:
    """Write the reports; return the files."""
    from diglot.report.check import write_report

    written = []
    for name, path in reports:
        if name == GITHUB:
            written += _github(done, path, annotations)
        elif path is not None:
            write_report(name, path, done.checked, facts=facts_of(done))
            written.append(path)
    return written


def _github(done: CheckRun, path: Path | None, annotations: TextIO) -> list[Path]:
    """Print annotations, and add a summary to the file that the step of a workflow names."""
    from diglot.report.check.summary import github_annotations, markdown_summary

    for line in github_annotations(done.checked):
        print(line, file=annotations)
    summary = path or os.environ.get("GITHUB_STEP_SUMMARY")
    if not summary:
        return []
    with Path(summary).open("a", encoding="utf-8") as file:
        file.write(markdown_summary(done.checked, facts=facts_of(done)))
    return [Path(summary)]


def facts_of(done: CheckRun) -> CheckFacts:
    from diglot.report.check.groups import CheckFacts

    return CheckFacts(
        profile=done.profile,
        inputs=done.inputs,
        notes=done.notes,
        fingerprints=done.fingerprints,
        expired=done.expired,
    )


def parse_reports(values: Sequence[str]) -> list[tuple[str, Path | None]]:
    """Tell the format and the file of every report.

    Raises:
        ConfigError: the format is unknown, or a file is named twice.
    """
    known = tuple(dict.fromkeys(_EXTENSIONS.values()))
    found: list[tuple[str, Path | None]] = []
    for value in values:
        name, sign, rest = value.partition("=")
        if value == GITHUB:
            found.append((GITHUB, None))
        elif sign and name in (*known, GITHUB):
            if not rest:
                raise ConfigError(f"--report {value} names no file")
            found.append((name, Path(rest)))
        elif (extension := Path(value).suffix.lower()) in _EXTENSIONS:
            found.append((_EXTENSIONS[extension], Path(value)))
        else:
            raise ConfigError(
                f"--report {value} names no format: write FORMAT=FILE with one of "
                f"{', '.join(known)}, or {GITHUB}"
            )
    paths = [path.resolve() for _, path in found if path is not None]
    if twice := next((path for path in paths if paths.count(path) > 1), None):
        raise ConfigError(f"--report names {twice.name} twice")
    return found


# ``diglot check``: a translation against a termbase; exit code 1 if terms are wrong.


DESCRIPTION = (
    "Check whether a translation uses the terms of a termbase: XLIFF, TMX, PO, TSV, CSV, XLSX, "
    "JSONL, or two text files line by line. The translation is not changed. The exit code is 1 "
    "if there is an error."
)
VIOLATIONS = 1


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.checking.check import check_files
    from diglot.runs.execution import discard_shards

    # A million plain records hold no cycles; to look for some costs a third of the time.
    gc.set_threshold(100_000, 50, 1_000)
    how = read_options(arguments, ReportOptions)
    reports = parse_reports(how.report)
    options = read_options(arguments, CheckOptions)
    outputs = [path for path in (*(path for _, path in reports), options.proposals) if path]
    inputs = (path for _, path in files_of(options, without=["proposals"]))
    check_apart((*arguments.translations, *arguments.termbase, *inputs), outputs, kind="report")
    run = read_options(arguments, RunOptions)
    home = run.folder_for(outputs) if run.is_asked_for else None
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = check_files(
            arguments.translations,
            arguments.termbase,
            options=options,
            run=run,
            home=home,
            progress=report,
        )
    _print(done, how, arguments)
    # Annotations beside JSON go where they do not disturb it; GitHub reads both.
    written = write_reports(done, reports, sys.stderr if arguments.json else sys.stdout)
    written += [options.proposals] if options.proposals else []
    if home and run.folder is None:
        discard_shards(home)
    if not (arguments.quiet or arguments.json):
        print_lines("written: ", written)
        print_lines("failed: ", done.failures)
    return VIOLATIONS if done.failures else 0


def _print(done: CheckRun, how: ReportOptions, arguments: argparse.Namespace) -> None:
    from diglot.report.check.json import check_object
    from diglot.report.check.terminal import check_text

    facts = facts_of(done)
    if arguments.json:
        found = check_object(done.checked, facts=facts)
        print_json({**found, "failures": list(done.failures)})
    elif not arguments.quiet:
        least = "note" if how.notes else "warning"
        print(check_text(done.checked, facts=facts, least=least))
