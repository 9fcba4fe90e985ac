"""``diglot check``: a translation against a termbase; exit code 1 if terms are wrong."""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

from diglot.cli import check_files as _check_files
from diglot.cli.check_arguments import configure
from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.checking.check import CheckRun

HELP = "check a translation against a termbase"
DESCRIPTION = (
    "Check whether a translation uses the terms of a termbase: XLIFF, TMX, PO, TSV, CSV, XLSX, "
    "JSONL, or two text files line by line. Nothing is written into the translation. Exit code 1 "
    "if there is an error."
)
VIOLATIONS = 1

__all__ = ["DESCRIPTION", "HELP", "configure", "run"]


def run(arguments: argparse.Namespace) -> int:
    """Check, write every report, print the findings."""
    from diglot.pipeline.steps.checking.check import check_files
    from diglot.pipeline.steps.checking.options import CheckOptions

    # A million plain records hold no cycles; to look for some costs a third of the time.
    gc.set_threshold(100_000, 50, 1_000)
    reports = _check_files.told(arguments.report)
    outputs = [path for path in (*(path for _, path in reports), arguments.proposals) if path]
    _check_files.check_apart(arguments, outputs)
    options = CheckOptions(
        source_language=arguments.source_language,
        target_language=arguments.target_language,
        encoding=arguments.encoding,
        links=arguments.links,
        models=tuple(arguments.model),
        memories=tuple(arguments.memory),
        profile=arguments.profile,
        severities=_severities(arguments.severity),
        rules=_divided(arguments.rules),
        ignore=_divided(arguments.ignore),
        counting=arguments.count,
        lemmas=arguments.lemmas,
        lacking=arguments.lacking,
        fail_on=arguments.fail_on,
        max_alarms=arguments.max_alarms,
        max_rate=arguments.max_rate,
        allow_empty=arguments.allow_empty,
        suppressions=arguments.suppressions,
        answers=tuple(arguments.answers),
        author=arguments.author,
        proposals=arguments.proposals,
        jobs=arguments.jobs,
        seed=arguments.seed,
    )
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = check_files(
            arguments.translations, arguments.termbase, options=options, progress=report
        )
    _print(done, arguments)
    # Annotations beside JSON go where they do not disturb it; GitHub reads both.
    written = _check_files.write(done, reports, sys.stderr if arguments.json else sys.stdout)
    written += [arguments.proposals] if arguments.proposals else []
    if not (arguments.quiet or arguments.json):
        for path in written:
            print(f"written: {path}")
        for reason in done.failures:
            print(f"failed: {reason}")
    return VIOLATIONS if done.failures else 0


def _print(done: CheckRun, arguments: argparse.Namespace) -> None:
    from diglot.report.check.json import check_object
    from diglot.report.check.terminal import check_text

    facts = _check_files.facts_of(done)
    if arguments.json:
        found = check_object(done.checked, facts=facts)
        print_json({**found, "failures": list(done.failures)})
    elif not arguments.quiet:
        least = "note" if arguments.notes else "warning"
        print(check_text(done.checked, facts=facts, least=least))


def _severities(values: list[str]) -> dict[str, str]:
    """Read ``RULE=LEVEL``.

    Raises:
        ConfigError: it is not of that form.
    """
    found = {}
    for value in _divided(values):
        rule, sign, severity = value.partition("=")
        if not sign:
            raise ConfigError(f"--severity {value}: write RULE=LEVEL, such as count=note")
        found[rule.strip()] = severity.strip()
    return found


def _divided(values: list[str]) -> tuple[str, ...]:
    return tuple(part.strip() for value in values for part in value.split(",") if part.strip())
