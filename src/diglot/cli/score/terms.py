"""``diglot score pairs`` and ``diglot score terms``.

Ranked pairs or extracted terms against gold.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json
from diglot.errors import ConfigError

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.pipeline import PairScores, ScoredTerms

PAIR_COMPAT = ("bucc2022",)
PAIR_OPTIONS = (
    *("source_terms", "target_terms", "oov", "enforce_ceiling", "frequencies", "draws"),
    *("hard", "plot", "interpolated"),
)
_HARD = 20
_DRAWS = 1000
# What the official scorer has no word for.
_NOT_COMPAT = ("match", "enforce_ceiling", "frequencies", "draws", "hard", "plot")


def configure_pairs(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("pairs")
    group.add_argument(
        "--source-terms",
        type=Path,
        metavar="D1",
        help="list of the source terms, one a line: pairs with another source term are left out",
    )
    group.add_argument("--target-terms", type=Path, metavar="D2", help="the same of target terms")
    group.add_argument(
        "--oov",
        choices=("drop", "keep"),
        help="leave pairs with a term of no list out, or count them as wrong (default: drop; "
        "keep with --compat)",
    )
    group.add_argument(
        "--enforce-ceiling",
        action="store_true",
        default=None,
        help="count only the first 10 (|D1| + |D2|) / 2 pairs, as the shared task allows",
    )
    group.add_argument(
        "--frequencies",
        type=Path,
        metavar="FILE",
        help="source terms with their frequencies: scores of rare, middling and frequent terms",
    )
    group.add_argument(
        "--draws",
        "--resamples",
        type=int,
        metavar="N",
        help=f"resamples for intervals and tests, 0 for none (default: {_DRAWS})",
    )
    group.add_argument(
        "--hard",
        type=int,
        metavar="N",
        help=f"pairs that no run found to show, several runs given (default: {_HARD})",
    )
    group.add_argument(
        "--plot",
        type=Path,
        metavar="FILE",
        help="draw precision, recall, F1 and AP against rank, or for a lexicon against threshold, "
        "into an .html or .svg file",
    )
    group.add_argument(
        "--interpolated",
        action="store_true",
        default=None,
        help="with --compat: interpolated average precision, too",
    )


def run_pairs(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot import pipeline
    from diglot.report.plots.figures import check_plot_path, write_pair_plots
    from diglot.report.tables.pairs import skipped_notes

    if arguments.gold is None:
        raise ConfigError("give --gold, the pairs to score against")
    if arguments.compat:
        return _compat(arguments)
    for name in ("details", "interpolated"):
        if getattr(arguments, name) is not None:
            raise ConfigError(f"--{name} belongs to --compat")
    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    scores = pipeline.score_pairs(
        arguments.gold,
        arguments.pred,
        pipeline.PairScoreOptions(
            source_terms=arguments.source_terms,
            target_terms=arguments.target_terms,
            match=arguments.match or "exact",
            source_language=arguments.source_language,
            target_language=arguments.target_language,
            filter_oov=arguments.oov != "keep",
            enforce_ceiling=bool(arguments.enforce_ceiling),
            frequencies=arguments.frequencies,
            draws=_DRAWS if arguments.draws is None else arguments.draws,
        ),
    )
    if arguments.plot is not None:
        write_pair_plots(arguments.plot, scores)
    if arguments.json:
        _print_json(scores)
        return 0
    _print(scores, arguments)
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
    from diglot.report.tables.scores import compared_as_json

    results = [pairs_as_json(each) for each in scores.runs]
    if scores.difficulty is None:
        print_json(results[0])
        return
    names = [each["pred"] for each in results]
    found: dict[str, Any] = {"runs": results, "comparisons": compared_as_json(scores.compared)}
    print_json(found | difficulty_as_json(scores.difficulty, names))


def _print(scores: PairScores, arguments: argparse.Namespace) -> None:
    from diglot.report.tables.pairs import (
        bin_table,
        hard_table,
        notes_of,
        pair_tables,
        run_table,
        skipped_notes,
    )
    from diglot.report.tables.scores import pairwise_table

    if len(scores.runs) > 1:
        print(run_table(scores.runs), end="\n\n")
    for each in scores.runs:
        if len(scores.runs) > 1:
            print(each.prediction)
        for table in pair_tables(each, brief=arguments.quiet):
            print(table, end="\n\n")
        if not arguments.quiet:
            notes = notes_of(each.score) + skipped_notes(each.skipped, str(each.prediction))
            print("".join(f"{note}\n" for note in notes), end="\n" if notes else "")
    if scores.compared:
        print(pairwise_table(scores.compared), end="\n\n")
    if scores.difficulty is not None and not arguments.quiet:
        print(bin_table(scores.difficulty), end="\n\n")
        hard = scores.difficulty.of(0)[: _HARD if arguments.hard is None else arguments.hard]
        if hard:
            names = [each.prediction.stem for each in scores.runs]
            print(hard_table(hard, names), end="\n\n")


def _compat(arguments: argparse.Namespace) -> int:
    from diglot import pipeline
    from diglot.report.tables.bucc import HEADER, compat_lines
    from diglot.report.tables.pairs import compat_as_json

    _refuse(arguments, _NOT_COMPAT)
    scores = pipeline.score_pairs_as_bucc2022(
        arguments.gold,
        arguments.pred,
        source_terms=arguments.source_terms,
        target_terms=arguments.target_terms,
        ignore_oov=arguments.oov == "drop",
    )
    if arguments.json:
        results = [compat_as_json(str(path), score) for path, score in scores]
        print_json(results[0] if len(results) == 1 else {"runs": results})
        return 0
    print(HEADER)
    for path, score in scores:
        for line in compat_lines(
            str(path),
            score,
            interpolated=bool(arguments.interpolated),
            details=bool(arguments.details),
        ):
            print(line)
        for kind, count in score.skipped if not arguments.quiet else ():
            what = f"{count:,} × {kind}, which stops the official scorer"
            print(f"diglot: {path}: left out {what}", file=sys.stderr)
    return 0


def _refuse(arguments: argparse.Namespace, names: Sequence[str]) -> None:
    for name in names:
        if getattr(arguments, name) is not None:
            raise ConfigError(f"--{name.replace('_', '-')} cannot be used with --compat")


# ``diglot score terms``: extracted terms against a list of right ones.

TERM_OPTIONS = ("variants",)


def configure_terms(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("terms")
    group.add_argument(
        "--variants",
        action="store_true",
        default=None,
        help="the variants that P has for a term are terms of the list, too, ranked with it",
    )


def run_terms(arguments: argparse.Namespace) -> int:
    """Score, print."""
    from diglot import pipeline
    from diglot.report.plots.figures import check_plot_path, write_term_plots
    from diglot.report.tables.pairs import terms_as_json

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
    _print_terms(runs, arguments)
    return 0


def _print_terms(runs: Sequence[ScoredTerms], arguments: argparse.Namespace) -> None:
    from diglot.report.tables.pairs import skipped_notes, term_tables

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
