"""``diglot score lexicon``: inferred dictionaries against gold."""

from __future__ import annotations

import sys
from functools import partial
from typing import TYPE_CHECKING

from diglot.cli.parsing import add_options, add_path, read_options
from diglot.cli.score import add_files, add_plot, print_runs, print_tables
from diglot.pipeline.steps.scores.options import LexiconScoreOptions
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.lexicons import LexiconScores, ScoredLexicon

DESCRIPTION = (
    "Score inferred dictionaries by the rules of the shared task TIAD: precision, recall, F1 and "
    "coverage, at every threshold, with 95 % intervals; more than one result can be compared."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "gold dictionary, or a folder with one for each direction", required=False)
    add_plot(parser, "precision, recall and F1 against the threshold")
    parser.add_argument("--sweep", action="store_true", help="show the scores at every threshold")
    add_path(
        parser,
        "--write-gold",
        "write the restricted gold; a folder if there is more than one direction",
    )
    add_options(parser, LexiconScoreOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.files.atomic import make_folder
    from diglot.pipeline.steps.scores.lexicons import score_lexicons, write_golds
    from diglot.report.plots.figures import check_plot_path, write_lexicon_plots

    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    scores = score_lexicons(
        arguments.gold, arguments.pred, read_options(arguments, LexiconScoreOptions)
    )
    if arguments.plot is not None:
        write_lexicon_plots(arguments.plot, scores.runs)
    written = None
    if arguments.write_gold is not None:
        if len(scores.golds) > 1:
            make_folder(arguments.write_gold)
        written = write_golds(arguments.write_gold, scores.golds)
    if arguments.json:
        _print_json(scores)
        return 0
    _print(scores, arguments)
    if not arguments.quiet:
        if arguments.plot is not None:
            print(f"plots: {arguments.plot}")
        if written is not None:
            print(f"gold: {count_of(written, 'translation')} in {arguments.write_gold}")
    return 0


def _print_json(scores: LexiconScores) -> None:
    """Print one system as an object; several under ``runs``, with ``comparisons``."""
    from diglot.report.tables.lexicons import gold_notes, golds_as_json, lexicons_as_json

    results = [lexicons_as_json(each) for each in scores.runs]
    notes = [*(results[0]["notes"] if len(results) == 1 else ()), *gold_notes(scores.golds)]
    print_runs(results, scores.compared, **golds_as_json(scores.golds), notes=notes)


def _print(scores: LexiconScores, arguments: argparse.Namespace) -> None:
    from diglot.report.tables.lexicons import (
        gold_notes,
        lexicon_tables,
        overview_table,
        pivot_tables,
        sweep_table,
        warnings_of,
    )

    print_tables(
        scores.runs,
        partial(lexicon_tables, sweep=arguments.sweep),
        overview_table,
        scores.compared,
        figure="F1",
        brief=arguments.quiet,
    )
    for each in scores.runs if arguments.sweep and len(scores.runs) > 1 else ():
        print(each.prediction, sweep_table(each), sep="\n", end="\n\n")
    if arguments.quiet:
        return
    for each in scores.runs:
        _print_notes(each, several=len(scores.runs) > 1)
    for table in pivot_tables(scores.golds):
        print(table, end="\n\n")
    for line in gold_notes(scores.golds):
        print(line)
    for line in warnings_of(scores.golds):
        print(f"diglot: warning: {line}", file=sys.stderr)


def _print_notes(run: ScoredLexicon, *, several: bool) -> None:
    from diglot.report.tables.lexicons import notes_of

    if several:
        print(run.prediction)
    for direction in run.directions:
        name = f"{direction.gold.name}: " if len(run.directions) > 1 else ""
        for note in notes_of(direction):
            print(f"{name}{note}")
    print(run.signature, end="\n\n")
