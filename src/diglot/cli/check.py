"""``diglot check``: a translation against a termbase; exit code 1 if terms are wrong."""

from __future__ import annotations

import gc
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, TextIO

from diglot.cli.output import print_json, progress
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.checking.check import CheckRun
    from diglot.report.check.groups import CheckFacts


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "translations",
        type=Path,
        nargs="+",
        metavar="TRANSLATION",
        help="file of units to check; several may be given; text files in pairs: a text and right "
        "behind it its translation, line by line",
    )
    parser.add_argument(
        "--termbase",
        type=Path,
        action="append",
        required=True,
        metavar="TERMBASE",
        help="termbase or glossary to check against; may be given several times",
    )
    _configure_reading(parser.add_argument_group("reading"))
    _configure_evidence(parser.add_argument_group("where terms were translated"))
    _configure_judging(parser.add_argument_group("what is a finding"))
    _configure_outcome(parser.add_argument_group("when the check fails"))
    _configure_reports(parser.add_argument_group("reports"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    group.add_argument("-s", "--source-language", metavar="LANG", help="language of the text")
    group.add_argument(
        "-t", "--target-language", metavar="LANG", help="language of the translation"
    )
    group.add_argument(
        "--encoding", metavar="NAME", help="encoding of text files that are not in Unicode"
    )


def _configure_evidence(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--links",
        metavar="LINKS",
        default="auto",
        help="auto (default): align the words of the translation; none: judge by words alone; or "
        "a file of word links, line n for unit n",
    )
    group.add_argument(
        "--model",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="saved model of words to align with; several are added up",
    )
    group.add_argument(
        "--memory",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="translation memory to learn from how words are translated; may be given several "
        "times",
    )
    group.add_argument(
        "--lemmas",
        choices=("auto", "none"),
        default="auto",
        help="compare words by their lemmas, too, where the language has them (default: "
        "%(default)s)",
    )
    group.add_argument(
        "--jobs",
        type=int,
        default=1,
        metavar="N",
        help="workers; the output is the same for any number (default: %(default)s)",
    )
    group.add_argument(
        "--seed",
        type=int,
        default=0,
        metavar="N",
        help="seed of the random numbers of the word aligner (default: %(default)s)",
    )


def _configure_judging(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--profile",
        choices=("standard", "strict", "lenient"),
        default="standard",
        help="how near a term has to be, and how bad each broken rule is (default: %(default)s)",
    )
    group.add_argument(
        "--severity",
        action="append",
        default=[],
        metavar="RULE=LEVEL",
        help="make a rule an error, a warning, a note, or switch it off; may be given several "
        "times",
    )
    group.add_argument(
        "--rules",
        action="append",
        default=[],
        metavar="RULES",
        help="apply these rules only; several divided by commas",
    )
    group.add_argument(
        "--ignore",
        action="append",
        default=[],
        metavar="RULES",
        help="leave these rules out; several divided by commas",
    )
    group.add_argument(
        "--count",
        choices=("each", "once", "ratio"),
        default="each",
        help="whether each occurrence of a term needs one in the translation, once is enough, or "
        "one finding a unit tells the ratio (default: %(default)s)",
    )
    group.add_argument(
        "--lacking",
        choices=("auto", "yes", "no"),
        default="auto",
        help="look for terms that the text uses and the termbase lacks (default: %(default)s: not "
        "in large files)",
    )


def _configure_outcome(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--fail-on",
        choices=("error", "warning", "note", "never"),
        help="least severity that gives exit code 1 (default: error; never, if there is a limit)",
    )
    group.add_argument(
        "--max-alarms",
        type=int,
        metavar="N",
        help="exit code 1 if there are more errors and warnings than this",
    )
    group.add_argument(
        "--max-rate",
        type=float,
        metavar="X",
        help="exit code 1 if there are more errors and warnings for each term found in the source",
    )
    group.add_argument(
        "--allow-empty",
        action="store_true",
        help="a file without anything to check is no fault",
    )


def _configure_reports(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--report",
        action="append",
        default=[],
        metavar="[FORMAT=]FILE",
        help="write a report: html, json, sarif, junit, xlsx, tsv or markdown, told by the "
        "extension unless named; github prints annotations and adds to the summary of a step; "
        "may be given several times",
    )
    group.add_argument(
        "--suppressions",
        type=Path,
        metavar="FILE",
        help="findings that nobody wants to see, with reasons",
    )
    group.add_argument(
        "--answers",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="answers of a reviewer, learnt into --suppressions; may be given several times",
    )
    group.add_argument(
        "--proposals",
        type=Path,
        metavar="FILE",
        help="table of the forms that --answers accept for the termbase, TSV or CSV",
    )
    group.add_argument(
        "--author", metavar="NAME", default="", help="who answered, where --answers does not say"
    )
    group.add_argument(
        "--notes", action="store_true", help="list notes, too, not only errors and warnings"
    )


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


def parse_reports(values: list[str]) -> list[tuple[str, Path | None]]:
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


# ``diglot check``: a translation against a termbase; exit code 1 if terms are wrong.


DESCRIPTION = (
    "Check whether a translation uses the terms of a termbase: XLIFF, TMX, PO, TSV, CSV, XLSX, "
    "JSONL, or two text files line by line. Nothing is written into the translation. Exit code 1 "
    "if there is an error."
)
VIOLATIONS = 1


def run(arguments: argparse.Namespace) -> int:
    """Check, write every report, print the findings."""
    from diglot.pipeline.steps.checking.check import check_files
    from diglot.pipeline.steps.checking.options import CheckOptions

    # A million plain records hold no cycles; to look for some costs a third of the time.
    gc.set_threshold(100_000, 50, 1_000)
    reports = parse_reports(arguments.report)
    outputs = [path for path in (*(path for _, path in reports), arguments.proposals) if path]
    check_apart(arguments, outputs)
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
    written = write_reports(done, reports, sys.stderr if arguments.json else sys.stdout)
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

    facts = facts_of(done)
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
