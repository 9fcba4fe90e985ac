"""``diglot score``: a result against gold, by the field's own metrics."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.cli._output import print_json, print_table

if TYPE_CHECKING:
    import argparse
    from collections.abc import Sequence

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

    runs = pipeline.score_sentences(
        arguments.gold, arguments.pred, source=arguments.source, target=arguments.target
    )
    comparisons = pipeline.compare_runs(runs)
    note = None if arguments.source else "word and char need --source and --target"
    if arguments.json:
        results = [run.as_dict() for run in runs]
        compared = [
            {
                "first": str(first),
                "second": str(second),
                "metric": f"{result.metric} {result.figure}",
                "difference": result.difference,
                "interval": list(result.interval or ()),
                "p": result.p,
            }
            for first, second, result in comparisons
        ]
        extra = {"note": note, "signature": str(runs[0].scores["strict"].signature)}
        # One prediction is the whole object; several are a list of such objects.
        if len(runs) == 1:
            print_json({**results[0], **extra})
        else:
            named = zip(arguments.pred, results, strict=True)
            runs_json = [{"pred": str(path), **result} for path, result in named]
            print_json({"runs": runs_json, "comparisons": compared, **extra})
        return 0
    _print_runs(runs)
    for first, second, result in comparisons:
        print(f"{second} against {first}: strict F1 {result.difference:+.4f}, p = {result.p:.4f}")
    if not arguments.quiet:
        if note:
            print(note)
        print(runs[0].scores["strict"].signature)
    return 0


def _print_runs(runs: Sequence[ScoredRun]) -> None:
    for run in runs:
        if len(runs) > 1:
            print(run.prediction)
        rows: list[tuple[str, ...]] = [("", "precision", "recall", "F1", "95 %")]
        for name in _LEVELS:
            if name in run.scores:
                score = run.scores[name]
                low, high = score.intervals["f1"]
                figures = [f"{score.values[key]:.4f}" for key in ("precision", "recall", "f1")]
                rows.append((name, *figures, f"{low:.3f}-{high:.3f}"))
        print_table(rows)
