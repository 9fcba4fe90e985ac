"""``diglot score pairs`` and ``diglot score terms``: ranked pairs and terms against gold."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from diglot.cli.parsing import add_options, read_options, refuse_options
from diglot.cli.score import add_files, add_plot, print_notes, print_runs, print_tables
from diglot.pipeline.steps.scores.options import (
    PairScoreOptions,
    ShownPairOptions,
    TermScoreOptions,
)
from diglot.plurals import count_of

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.terms import PairScores


PAIRS_DESCRIPTION = (
    "Score ranked pairs of terms: average precision, MAP, precision and recall, with 95 % "
    "intervals; more than one result can be compared. With --compat the scores are those of the "
    "official scorer of BUCC 2022."
)
# What the official scorer does not have.
_NOT_COMPAT = ("match", "enforce_ceiling", "frequencies", "draws", "hard", "plot")


def configure_pairs(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "list of gold pairs, or the folder of a shared task")
    add_plot(parser, "precision, recall, F1 and AP against rank")
    add_options(parser, PairScoreOptions, ShownPairOptions)


def run_pairs(arguments: argparse.Namespace) -> int:
    from diglot.pipeline.steps.scores.terms import score_pairs
    from diglot.report.plots.figures import check_plot_path, write_pair_plots
    from diglot.report.tables.pairs import skipped_notes

    shown = read_options(arguments, ShownPairOptions)
    if shown.compat:
        return _compat(arguments, shown)
    refuse_options(arguments, ("details", "interpolated"), "belongs to --compat")
    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    scores = score_pairs(arguments.gold, arguments.pred, read_options(arguments, PairScoreOptions))
    if arguments.plot is not None:
        write_pair_plots(arguments.plot, scores)
    if arguments.json:
        _print_json(scores)
        return 0
    _print(scores, shown, brief=arguments.quiet)
    if not arguments.quiet:
        for line in skipped_notes(scores.skipped, "gold and lists"):
            print(line)
        print(scores.runs[0].score.signature)
        if arguments.plot is not None:
            print(f"plots: {arguments.plot}")
    return 0


def _print_json(scores: PairScores) -> None:
    """Print one run as an object; several under ``runs``, with what they have in common."""
    from diglot.report.tables.pairs import difficulty_as_json, pairs_as_json

    results = [pairs_as_json(each) for each in scores.runs]
    names = [each["pred"] for each in results]
    hard = {} if scores.difficulty is None else difficulty_as_json(scores.difficulty, names)
    print_runs(results, scores.compared, **hard)


def _print(scores: PairScores, shown: ShownPairOptions, *, brief: bool) -> None:
    from diglot.report.tables.pairs import (
        bin_table,
        hard_table,
        notes_of,
        pair_tables,
        run_table,
        skipped_notes,
    )

    print_tables(
        scores.runs, pair_tables, run_table, scores.compared, figure="AP expected", brief=brief
    )
    if not brief:
        print_notes(
            {
                str(each.prediction): [
                    *notes_of(each.score),
                    *skipped_notes(each.skipped, str(each.prediction)),
                ]
                for each in scores.runs
            }
        )
    if scores.difficulty is not None and not brief:
        print(bin_table(scores.difficulty), end="\n\n")
        hard = scores.difficulty.of(0)[: shown.hard]
        if hard:
            names = [each.prediction.stem for each in scores.runs]
            print(hard_table(hard, names), end="\n\n")


def _compat(arguments: argparse.Namespace, shown: ShownPairOptions) -> int:
    from diglot.pipeline.steps.scores.terms import score_pairs_as_bucc2022
    from diglot.report.tables.pairs import HEADER, compat_as_json, compat_lines

    refuse_options(arguments, _NOT_COMPAT, "cannot be used with --compat", PairScoreOptions)
    scores = score_pairs_as_bucc2022(
        arguments.gold, arguments.pred, read_options(arguments, PairScoreOptions)
    )
    if arguments.json:
        print_runs([compat_as_json(str(path), score) for path, score in scores])
        return 0
    print(HEADER)
    for path, score in scores:
        for line in compat_lines(
            str(path), score, interpolated=shown.interpolated, details=shown.details
        ):
            print(line)
        for kind, count in score.skipped if not arguments.quiet else ():
            what = f"{count_of(count, kind)}, at which the official scorer stops"
            print(f"diglot: {path}: left out: {what}", file=sys.stderr)
    return 0


TERMS_DESCRIPTION = (
    "Score ranked lists of extracted terms: precision, recall, F1 and average precision, by "
    "written form and by lemma; more than one list can be compared."
)


def configure_terms(parser: argparse.ArgumentParser) -> None:
    add_files(parser, "list of gold terms")
    add_plot(parser, "precision, recall, F1 and AP against rank")
    add_options(parser, TermScoreOptions)


def run_terms(arguments: argparse.Namespace) -> int:
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
