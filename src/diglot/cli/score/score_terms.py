"""``diglot score terms``: extracted terms against a list of right ones."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.pipeline import ScoredTerms


OPTIONS = ("variants",)


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("terms")
    group.add_argument(
        "--variants",
        action="store_true",
        default=None,
        help="the variants that P has for a term are terms of the list, too, ranked with it",
    )


def run(arguments: argparse.Namespace) -> int:
    """Score, print."""
    from diglot import pipeline
    from diglot.report.plots.rank_plots import check_plot_path, write_term_plots
    from diglot.report.tables.pair_scores import terms_as_json

    if arguments.gold is None:
        raise ConfigError("give --gold, the list of terms to score against")
    if arguments.target_language is not None:
        raise ConfigError("terms have one language: give it with --source-language")
    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    runs = pipeline.score_terms(
        arguments.gold,
        arguments.pred,
        match=arguments.match or "case",
        language=arguments.source_language,
        variants=bool(arguments.variants),
    )
    if arguments.plot is not None:
        write_term_plots(arguments.plot, runs)
    if arguments.json:
        results = [terms_as_json(each) for each in runs]
        print_json(results[0] if len(results) == 1 else {"runs": results})
        return 0
    _print(runs, arguments)
    return 0


def _print(runs: Sequence[ScoredTerms], arguments: argparse.Namespace) -> None:
    from diglot.report.tables.pair_scores import skipped_notes
    from diglot.report.tables.pair_tables import term_tables

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
