"""The arguments of ``diglot check``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import argparse


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
