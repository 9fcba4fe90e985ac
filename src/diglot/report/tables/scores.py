"""Scores of sentence links, comparisons of runs, and summaries, as tables and as JSON."""

from __future__ import annotations

import math
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.evaluate.statistics.ranking import holm, letters
from diglot.report.tables.layout import (
    difference_cells,
    intervals_as_json,
    number_as_json,
    record_table,
    score_table,
    table,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Protocol

    from diglot.evaluate.alignments.confidence import Confidence, ReliabilityBin
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.model import Score
    from diglot.pipeline.steps.scores.links import ScoredRun
    from diglot.report.summary import Summary

    class _Run(Protocol):
        @property
        def prediction(self) -> Path: ...


SIGNIFICANT = 0.05
LEVELS = ("strict", "lax", "align", "sentence", "word", "char")
FIGURES = {"precision": "precision", "recall": "recall", "f1": "F1"}
TYPES = ("type", "gold", "predicted", "right=hits", "precision", "recall", "F1=f1")
# Types beyond these are rare and would push what matters off the screen.
_TYPES_SHOWN = 8


def sentence_tables(run: ScoredRun, *, brief: bool = False) -> list[str]:
    """Show precision, recall and F1 by level, and unless brief by type, and confidence."""
    tables = [score_table(FIGURES, run.scores, interval_of="f1")]
    if not brief:
        tables.append(record_table(TYPES, run.types))
        if run.confidence:
            tables.append(confidence_table(run.confidence))
    return tables


def confidence_table(confidence: Confidence) -> str:
    """Show how far the probabilities can be trusted, and the reliability of each tenth."""
    errors = {"least": confidence.found, "most": confidence.risk.errors}
    figures = [
        ("links", confidence.links),
        ("wrong links", confidence.wrong),
        ("AUC for wrong links", confidence.auc),
        ("expected calibration error", confidence.ece),
        ("the same, bins of equal mass", confidence.ece_mass),
        ("Brier score", confidence.brier),
        *(
            (f"errors in the {end} certain {share:.0%}", value)
            for end, shares in errors.items()
            for share, value in shares.items()
        ),
        ("area under risk and coverage", confidence.risk.area),
    ]
    bins = record_table(
        (("probability", tenth), "links=count", "mean=confidence", "right=accuracy"),
        confidence.reliability,
    )
    return f"{table(['confidence', ''], figures)}\n\n{bins}"


def tenth(row: ReliabilityBin) -> str:
    """Name a bin of probabilities."""
    return f"{row.low:.1f}–{row.high:.1f}"


def comparison_table(comparisons: Sequence[Comparison]) -> str:
    """Show two runs beside each other, with the interval and the p-value of their difference."""
    rows = [
        [f"{each.metric} {each.figure}", each.first, each.second, *difference_cells(each)]
        for each in comparisons
    ]
    return table(["", "first", "second", "difference", "interval", "p"], rows)


def overview_table(
    runs: Sequence[ScoredRun], compared: Sequence[tuple[ScoredRun, ScoredRun, Comparison]]
) -> str:
    """Show the F1 of several predictions by level, best first, with letters of those alike.

    Two share a letter where the corrected p-value (Holm) of their comparison is .05 or more.
    """
    levels = [level for level in LEVELS if all(level in run.scores for run in runs)]
    judged = "strict" if "strict" in levels else "char"
    ordered = sorted(runs, key=lambda run: -run.scores[judged].values["f1"])
    names = {id(run): str(number) for number, run in enumerate(ordered)}
    tested = [each for each in compared if not math.isnan(each[2].p)]
    corrected = holm([each.p for _, _, each in tested])
    apart = {
        (names[id(first)], names[id(second)])
        for (first, second, _), p in zip(tested, corrected, strict=True)
        if p < SIGNIFICANT
    }
    groups = letters(list(names.values()), apart) if tested else {}
    rows = [
        (
            str(run.prediction),
            *(run.scores[level].values["f1"] for level in levels),
            *([groups[names[id(run)]]] if groups else []),
        )
        for run in ordered
    ]
    last = [f"alike in {judged}"] if groups else []
    return table(["F1", *levels, *last], rows)


def pairwise_table(compared: Sequence[tuple[_Run, _Run, Comparison]], *, figure: str = "AP") -> str:
    """Show every two runs beside each other, with interval and p-value of their difference."""
    rows = [
        [
            *(first.prediction.stem, second.prediction.stem),
            *(each.first, each.second, *difference_cells(each)),
        ]
        for first, second, each in compared
    ]
    header = ["first", "second", f"{figure} first", f"{figure} second", "difference", "95 %", "p"]
    return table(header, rows)


def summary_table(summary: Summary) -> str:
    """Show what an alignment holds, and how much of it is doubtful."""
    shown = list(summary.types.items())[:_TYPES_SHOWN]
    rest = sum(summary.types.values()) - sum(count for _, count in shown)
    types = [f"{count:,} {name}" for name, count in shown] + ([f"{rest:,} other"] if rest else [])
    rows = [
        ("documents", f"{summary.documents:,}"),
        ("segments", f"{summary.source_segments:,} and {summary.target_segments:,}"),
        ("links", f"{summary.links:,}" + (f" ({', '.join(types)})" if types else "")),
        ("nulls", _share(summary.nulls, summary.links)),
        ("mean confidence", "–" if summary.confidence is None else f"{summary.confidence:.1%}"),
        ("doubtful", _share(summary.doubtful, summary.links)),
    ]
    if summary.zones:
        rows.append(("zones without parallel order", f"{summary.zones:,}"))
    if summary.unlinked:
        rows.append(("segments in no link", f"{summary.unlinked:,}"))
    if summary.documents == 1:
        rows = rows[1:]
    # A list of facts reads best with both columns to the left.
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {fact}" for name, fact in rows)


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / whole:.1%})" if whole else f"{part:,}"


def as_json(scores: Mapping[str, Score]) -> dict[str, dict[str, Any]]:
    """Return scores as JSON values.

    Each metric has its figures (``precision``, ``recall``, ``f1``, ``silence``, ``noise``) and its
    ``signature``; after a bootstrap also ``intervals``, with [low, high] for each figure.
    """
    values: dict[str, dict[str, Any]] = {}
    for name, score in scores.items():
        values[name] = dict(score.values)
        if score.intervals:
            values[name]["intervals"] = intervals_as_json(score.intervals)
        if score.signature is not None:
            values[name]["signature"] = str(score.signature)
    return values


def sentences_as_json(run: ScoredRun, note: str | None = None) -> dict[str, Any]:
    """Return one scored prediction of sentence links: a key a level, None where it is unknown."""
    return {
        "pred": str(run.prediction),
        **dict.fromkeys(LEVELS),
        **as_json(run.scores),
        "types": [asdict(row) for row in run.types],
        "confidence": asdict(run.confidence) if run.confidence else None,
        "note": note,
    }


def compared_as_json(compared: Sequence[tuple[_Run, _Run, Comparison]]) -> list[dict[str, Any]]:
    """Return comparisons of runs, each with the two files and their figures."""
    return [
        {
            **asdict(comparison),
            "interval": [number_as_json(end) for end in comparison.interval],
            "p": number_as_json(comparison.p),
            "first": {"pred": str(first.prediction), comparison.figure: comparison.first},
            "second": {"pred": str(second.prediction), comparison.figure: comparison.second},
            "signature": str(comparison.signature),
        }
        for first, second, comparison in compared
    ]
