"""``diglot score terms``: extracted terms against a list of right ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.parsing import add_options, read_options
from diglot.cli.score.common import add_files, add_plot, print_runs
from diglot.pipeline.steps.scores.options import TermScoreOptions

if TYPE_CHECKING:
    import argparse

DESCRIPTION = (
    "Score ranked lists of extracted terms: precision, recall, F1 and average precision, by "
    "written form and by lemma; more than one list can be compared."
)


def configure(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "list of the right terms")
    add_plot(parser, "precision, recall, F1 and AP against rank")
    add_options(parser, TermScoreOptions)


def run(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.terms import score_terms
    from diglot.report.plots.figures import check_plot_path, write_term_plots
    from diglot.report.tables.pairs import skipped_notes, term_tables, terms_as_json

    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    runs = score_terms(arguments.gold, arguments.pred, read_options(arguments, TermScoreOptions))
    if arguments.plot is not None:
        write_term_plots(arguments.plot, runs)
    if arguments.json:
        print_runs([terms_as_json(each) for each in runs])
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        for table in term_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
        for line in () if arguments.quiet else skipped_notes(each.skipped, str(each.prediction)):
            print(line)
    if not arguments.quiet:
        for line in skipped_notes(runs[0].gold_skipped, str(arguments.gold)):
            print(line)
        print(runs[0].forms.signature)
        if arguments.plot is not None:
            print(f"plots: {arguments.plot}")
    return 0
