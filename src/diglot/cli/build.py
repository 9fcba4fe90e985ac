"""``diglot build``: the whole way, from texts in two languages to a termbase and a report."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli.options import (
    add_language_options,
    add_reading_options,
    add_run_options,
    add_unwanted_term_options,
    add_word_evidence_options,
)
from diglot.cli.output import print_json, progress

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline import BuildOptions

HELP = "make a memory, a termbase and a report of texts in two languages"
DESCRIPTION = (
    "Go the whole way in one command: align sentences and words of two files, two folders or a "
    "bitext, find the terms and their translations, and write a translation memory, a termbase, a "
    "workbook and a page to read. A second run does again only what has changed."
)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "source",
        type=Path,
        metavar="SOURCE",
        help="file or folder; alone: a bitext (TMX, XLIFF, TSV and the like) or a folder of them",
    )
    parser.add_argument(
        "target", type=Path, nargs="?", metavar="TARGET", help="its translation: a file or folder"
    )
    parser.add_argument(
        "-o",
        "--output",
        type=Path,
        required=True,
        metavar="OUT",
        help="folder for the results; made if it does not exist",
    )
    parser.add_argument("--no-report", action="store_true", help="leave the page to read out")
    add_run_options(parser)
    _configure_reading(parser.add_argument_group("reading"))
    _configure_evidence(parser.add_argument_group("more evidence"))
    _configure_terms(parser.add_argument_group("terms"))


def _configure_reading(group: argparse._ArgumentGroup) -> None:
    add_language_options(group)
    group.add_argument(
        "--parallel",
        action="store_true",
        help="line n of TARGET translates line n of SOURCE: sentences are not aligned",
    )
    add_reading_options(group)


def _configure_evidence(group: argparse._ArgumentGroup) -> None:
    add_word_evidence_options(group)


def _configure_terms(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--min-frequency",
        type=int,
        default=2,
        metavar="N",
        help="sentences that a term has to stand in (default: %(default)s)",
    )
    group.add_argument(
        "--min-score",
        type=float,
        default=0.5,
        metavar="P",
        help="least probability of a pair of terms (default: %(default)s)",
    )
    group.add_argument(
        "--min-termhood",
        type=float,
        default=0.05,
        metavar="P",
        help="least probability that a concept is one of terms (default: %(default)s)",
    )
    group.add_argument("--names", action="store_true", help="keep proper names in the termbase")
    add_unwanted_term_options(group)


def run(arguments: argparse.Namespace) -> int:
    """Build, print what was found and where it is."""
    from diglot import pipeline
    from diglot.cli.build_summary import build_json, print_build
    from diglot.cli.memory import return_large_arrays
    from diglot.report.build.built import write_built_page

    return_large_arrays()
    options = options_of(arguments)
    page = None if arguments.no_report else write_built_page
    with progress(quiet=arguments.quiet or arguments.json) as report:
        done = pipeline.build_files(
            arguments.source,
            arguments.target,
            out=arguments.output,
            options=options,
            page=page,
            progress=report,
        )
    if arguments.json:
        print_json(build_json(done))
    elif not arguments.quiet:
        print_build(done)
    return 0


def options_of(arguments: argparse.Namespace) -> BuildOptions:
    """Return what the arguments say."""
    from dataclasses import replace

    from diglot.cli.terms.terms_options import texts

    return replace(
        texts(arguments),
        min_frequency=arguments.min_frequency,
        min_score=arguments.min_score,
        min_termhood=arguments.min_termhood,
        names=arguments.names,
        existing=tuple(arguments.existing),
        stop_words=arguments.stop_words,
        stop_list=arguments.stop_list,
    )
