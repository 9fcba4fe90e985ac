"""``diglot score lexicon``: inferred dictionaries against gold."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli.output import print_json

if TYPE_CHECKING:
    import argparse

    from diglot.pipeline.steps.scores.lexicons import LexiconScores, ScoredLexicon

OPTIONS = (
    *("reverse_gold", "lexicon_source", "lexicon_target", "lexicon", "threshold", "pos", "case"),
    *("dup", "filter", "sweep", "step", "write_gold", "skip_bad"),
)
_DRAWS = 1000


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments."""
    group = parser.add_argument_group("lexicon")
    group.add_argument(
        "--reverse-gold",
        type=Path,
        metavar="R",
        help="gold that is read from target to source, besides G or instead of it",
    )
    group.add_argument(
        "--lexicon-source",
        type=Path,
        metavar="FILE",
        help="words of the source language that the graph has: a list, a dictionary or a saved "
        "graph; gold is restricted to them",
    )
    group.add_argument(
        "--lexicon-target", type=Path, metavar="FILE", help="the same of the target language"
    )
    group.add_argument(
        "--lexicon",
        type=Path,
        nargs="+",
        metavar="GRAPH",
        help="dictionaries, or a saved graph, with the words of both languages: what the "
        "prediction was inferred from",
    )
    group.add_argument(
        "--threshold",
        type=float,
        action="append",
        metavar="P",
        help="least score of a row that counts (default: 0.5); give it again for each prediction "
        "to have one of its own",
    )
    group.add_argument(
        "--pos",
        choices=("ignore", "match"),
        help="whether words with another part of speech are other words (default: ignore)",
    )
    group.add_argument(
        "--case",
        choices=("fold", "keep"),
        help="whether words that differ in case are the same (default: fold, they are)",
    )
    group.add_argument(
        "--dup",
        choices=("max", "keep"),
        help="of rows with the same words only the best counts, or each that differs (default: "
        "max)",
    )
    group.add_argument(
        "--filter",
        choices=("both", "one"),
        help="rows count if gold knows both their words, or one, the source word (default: both)",
    )
    group.add_argument(
        "--sweep", action="store_true", default=None, help="show the figures at every threshold"
    )
    group.add_argument(
        "--step", metavar="D", help="between the thresholds of the sweep (default: 0.05)"
    )
    group.add_argument(
        "--write-gold",
        type=Path,
        metavar="FILE",
        help="write gold as it was restricted; a folder if there are several directions",
    )
    group.add_argument(
        "--skip-bad",
        action="store_true",
        default=None,
        help="leave bad lines out, and count them, rather than stop at the first",
    )


def run(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot.cli.targets import make_folder
    from diglot.pipeline.steps.scores.lexicons import (
        LexiconScoreOptions,
        score_lexicons,
        write_golds,
    )
    from diglot.report.plots.figures import check_plot_path, write_lexicon_plots

    if arguments.plot is not None:
        check_plot_path(arguments.plot)
    scores = score_lexicons(
        arguments.gold,
        arguments.pred,
        reverse_gold=arguments.reverse_gold,
        options=LexiconScoreOptions(
            pos=arguments.pos or "ignore",
            case=arguments.case or "fold",
            duplicates=arguments.dup or "max",
            filter=arguments.filter or "both",
            thresholds=tuple(arguments.threshold or (0.5,)),
            step=arguments.step or "0.05",
            source_language=arguments.source_language,
            target_language=arguments.target_language,
            source_lexicon=arguments.lexicon_source,
            target_lexicon=arguments.lexicon_target,
            lexicons=tuple(arguments.lexicon or ()),
            format=arguments.format,
            pred_format=arguments.pred_format,
            skip_bad=bool(arguments.skip_bad),
            draws=_DRAWS if arguments.draws is None else arguments.draws,
        ),
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
            print(f"gold: {written:,} translations in {arguments.write_gold}")
    return 0


def _print_json(scores: LexiconScores) -> None:
    """Print one system as an object; several under ``runs``, with ``comparisons``."""
    from diglot.report.tables.lexicons import gold_notes, golds_as_json, lexicons_as_json
    from diglot.report.tables.scores import compared_as_json

    results = [lexicons_as_json(each) for each in scores.runs]
    notes = gold_notes(scores.golds)
    if len(results) == 1:
        notes = [*results[0]["notes"], *notes]
        print_json(results[0] | golds_as_json(scores.golds) | {"notes": notes})
        return
    found: dict[str, Any] = {"runs": results, "comparisons": compared_as_json(scores.compared)}
    print_json(found | golds_as_json(scores.golds) | {"notes": notes})


def _print(scores: LexiconScores, arguments: argparse.Namespace) -> None:
    from diglot.report.tables.lexicons import gold_notes, pivot_tables, system_table, warnings_of
    from diglot.report.tables.scores import pairwise_table

    if len(scores.runs) > 1:
        print(system_table(scores.runs), end="\n\n")
    for each in scores.runs:
        _print_system(each, arguments, several=len(scores.runs) > 1)
    if scores.compared:
        print(pairwise_table(scores.compared, figure="F1"), end="\n\n")
    if arguments.quiet:
        return
    for table in pivot_tables(scores.golds):
        print(table, end="\n\n")
    for line in gold_notes(scores.golds):
        print(line)
    for line in warnings_of(scores.golds):
        print(f"diglot: warning: {line}", file=sys.stderr)


def _print_system(run: ScoredLexicon, arguments: argparse.Namespace, *, several: bool) -> None:
    from diglot.report.tables.lexicons import lexicon_tables, notes_of

    if several:
        print(run.prediction)
    brief = arguments.quiet or several
    for table in lexicon_tables(run, brief=brief, sweep=bool(arguments.sweep)):
        print(table, end="\n\n")
    if arguments.quiet:
        return
    for direction in run.directions:
        name = f"{direction.gold.name}: " if len(run.directions) > 1 else ""
        for note in notes_of(direction):
            print(f"{name}{note}")
    print(run.signature, end="\n\n")
