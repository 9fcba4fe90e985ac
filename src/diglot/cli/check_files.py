"""The reports of ``diglot check``: which the user wants, and writing them."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.checking.check import CheckRun
    from diglot.report.check.check_facts import CheckFacts

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


def write(
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
    from diglot.report.check.check_facts import CheckFacts

    return CheckFacts(
        profile=done.profile,
        inputs=done.inputs,
        notes=done.notes,
        fingerprints=done.fingerprints,
        expired=done.expired,
    )


def told(values: list[str]) -> list[tuple[str, Path | None]]:
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
                f"--report {value} tells no format: write FORMAT=FILE with one of "
                f"{', '.join(known)}, or {GITHUB}"
            )
    paths = [path.resolve() for _, path in found if path is not None]
    if twice := next((path for path in paths if paths.count(path) > 1), None):
        raise ConfigError(f"--report names {twice.name} twice")
    return found


def check_apart(arguments: argparse.Namespace, outputs: list[Path]) -> None:
    """Make sure that no input is overwritten.

    Raises:
        ConfigError: a report is one of the inputs.
    """
    inputs = [
        *arguments.translations,
        *arguments.termbase,
        *arguments.model,
        *arguments.memory,
        *arguments.answers,
        *([arguments.suppressions] if arguments.suppressions else []),
    ]
    taken = {path.resolve() for path in inputs}
    for path in outputs:
        if path.resolve() in taken:
            raise ConfigError(f"{path} is both input and report: write to another file")
