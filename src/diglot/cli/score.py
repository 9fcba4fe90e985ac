"""``diglot score``: a result against gold, by the field's own metrics."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.cli._output import print_json

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

    from diglot.evaluate.significance import Comparison
    from diglot.pipeline import ScoredRun

HELP = "score a result against gold"
DESCRIPTION = (
    "Score links between sentences: strict and lax precision and recall, and ARCADE's levels "
    "(alignment, sentence, word, character), with 95 % intervals; several results are compared."
)
_LEVELS = ("strict", "lax", "align", "sentence", "word", "char")


def configure(parser: argparse.ArgumentParser) -> None:
    """Declare the arguments of the command."""
    parser.add_argument(
        "what", choices=("sentences",), metavar="WHAT", help="what the links connect: sentences"
    )
    parser.add_argument(
        "--gold", type=Path, required=True, metavar="G", help="link file, or a folder of them"
    )
    parser.add_argument(
        "--pred",
        type=Path,
        action="append",
        required=True,
        metavar="P",
        help="link file or folder to score; give it again to compare several",
    )
    parser.add_argument(
        "--source",
        type=Path,
        metavar="S",
        help="source segments, one a line (for the word and character levels)",
    )
    parser.add_argument("--target", type=Path, metavar="T", help="target segments, one a line")


def run(arguments: argparse.Namespace) -> int:
    """Score, compare, print."""
    from diglot import pipeline
    from diglot.report.tables import comparison_table, confidence_table, score_table, type_table

    runs = pipeline.score_sentences(
        arguments.gold, arguments.pred, source=arguments.source, target=arguments.target
    )
    compared = pipeline.compare_runs(runs)
    note = None if arguments.source else "word and char need --source and --target"
    if arguments.json:
        print_json(_as_json(runs, compared, note))
        return 0
    for each in runs:
        if len(runs) > 1:
            print(each.prediction)
        print(score_table(each.scores), end="\n\n")
        if not arguments.quiet:
            print(type_table(each.types), end="\n\n")
            if each.confidence:
                print(confidence_table(each.confidence), end="\n\n")
    for first, second, comparison in compared:
        print(f"{first.prediction} (first) and {second.prediction} (second)")
        print(comparison_table([comparison]), end="\n\n")
    if not arguments.quiet:
        if note:
            print(note)
        print(runs[0].scores["strict"].signature)
    return 0


def _as_json(
    runs: Sequence[ScoredRun],
    compared: Sequence[tuple[ScoredRun, ScoredRun, Comparison]],
    note: str | None,
) -> dict[str, Any]:
    """Return one run as an object with a key a level; several under ``runs``."""
    from diglot.report.scores import as_json

    results = [
        {
            "pred": str(run.prediction),
            **dict.fromkeys(_LEVELS),
            **as_json(run.scores),
            "types": [asdict(row) for row in run.types],
            "confidence": asdict(run.confidence) if run.confidence else None,
            "note": note,
        }
        for run in runs
    ]
    if len(runs) == 1:
        return results[0]
    comparisons = [
        {
            **asdict(comparison),
            "first": {"pred": str(first.prediction), comparison.figure: comparison.first},
            "second": {"pred": str(second.prediction), comparison.figure: comparison.second},
            "signature": str(comparison.signature),
        }
        for first, second, comparison in compared
    ]
    return {"runs": results, "comparisons": comparisons}
