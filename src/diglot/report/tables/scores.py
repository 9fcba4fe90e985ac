"""Scores and comparisons as tables and as plain values for JSON."""

from __future__ import annotations

import unicodedata
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path
    from typing import Protocol

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.evaluate.alignments.sentences import TypeRow
    from diglot.evaluate.statistics.significance import Comparison
    from diglot.model import Score
    from diglot.pipeline import ScoredRun, ScoredWords
    from diglot.report.summary import Summary

    class _Run(Protocol):
        @property
        def prediction(self) -> Path: ...


STYLES = ("terminal", "markdown")

# Types beyond these are rare and would push what matters off the screen.
_TYPES_SHOWN = 8


def table(header: Sequence[str], rows: Sequence[Sequence[str]], *, style: str = "terminal") -> str:
    """Lay out rows of strings: first column to the left, all others to the right.

    Args:
        header: names of the columns.
        rows: cells, as many a row as there are columns.
        style: ``terminal`` or ``markdown``.

    Raises:
        ConfigError: an unknown style.
    """
    if style not in STYLES:
        raise ConfigError(f"unknown table style {style!r}; known are: {', '.join(STYLES)}")
    if style == "markdown":
        rows = [[_escape(cell) for cell in row] for row in rows]
    cells = [list(header), *(list(row) for row in rows)]
    widths = [max(_width(row[column]) for row in cells) for column in range(len(header))]
    if style == "markdown":
        widths = [max(width, 3) for width in widths]
    lines = [_line(row, widths) for row in cells]
    if style == "markdown":
        # The colon tells Markdown to set figures to the right, too.
        rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
        return "\n".join("| " + " | ".join(line) + " |" for line in [lines[0], rule, *lines[1:]])
    rule = ["─" * width for width in widths]
    return "\n".join("  ".join(line).rstrip() for line in [lines[0], rule, *lines[1:]])


def score_table(scores: Mapping[str, Score], *, style: str = "terminal") -> str:
    """Show precision, recall and F of each score, with the interval of F where there is one."""
    with_interval = any("f1" in score.intervals for score in scores.values())
    header = ["", "precision", "recall", "F1", *(["95 % of F1"] if with_interval else [])]
    rows = []
    for name, score in scores.items():
        row = [name, *(figure_of(score.values[key]) for key in ("precision", "recall", "f1"))]
        if with_interval:
            interval = score.intervals.get("f1")
            row.append(f"{figure_of(interval[0])}–{figure_of(interval[1])}" if interval else "")
        rows.append(row)
    return table(header, rows, style=style)


def type_table(rows: Sequence[TypeRow], *, style: str = "terminal") -> str:
    """Show how each link type fared."""
    return table(
        ["type", "gold", "predicted", "right", "precision", "recall", "F1"],
        [
            [
                row.type,
                str(row.gold),
                str(row.predicted),
                str(row.hits),
                *(figure_of(value) for value in (row.precision, row.recall, row.f1)),
            ]
            for row in rows
        ],
        style=style,
    )


def confidence_table(confidence: Confidence, *, style: str = "terminal") -> str:
    """Show how far the probabilities can be trusted, and the reliability of each tenth."""
    found = [
        [f"errors in the least certain {share:.0%}", figure_of(value)]
        for share, value in confidence.found.items()
    ]
    kept = [
        [f"errors in the most certain {share:.0%}", figure_of(value)]
        for share, value in confidence.risk.errors.items()
    ]
    figures = [
        ["links", str(confidence.links)],
        ["wrong links", str(confidence.wrong)],
        ["AUC for wrong links", "–" if confidence.auc is None else figure_of(confidence.auc)],
        ["expected calibration error", figure_of(confidence.ece)],
        ["the same, bins of equal mass", figure_of(confidence.ece_mass)],
        ["Brier score", figure_of(confidence.brier)],
        *found,
        *kept,
        ["area under risk and coverage", figure_of(confidence.risk.area)],
    ]
    bins = [
        [
            f"{row.low:.1f}–{row.high:.1f}",
            str(row.count),
            figure_of(row.confidence),
            figure_of(row.accuracy),
        ]
        for row in confidence.reliability
    ]
    return "\n\n".join(
        [
            table(["confidence", ""], figures, style=style),
            table(["probability", "links", "mean", "right"], bins, style=style),
        ]
    )


def comparison_table(comparisons: Sequence[Comparison], *, style: str = "terminal") -> str:
    """Show two runs beside each other, with the interval and the p-value of their difference."""
    rows = []
    for each in comparisons:
        interval = each.interval
        rows.append(
            [
                f"{each.metric} {each.figure}",
                figure_of(each.first),
                figure_of(each.second),
                f"{each.difference:+.3f}",
                f"{interval[0]:+.3f} to {interval[1]:+.3f}" if interval else "",
                f"{each.p:.3f}",
            ]
        )
    return table(["", "first", "second", "difference", "interval", "p"], rows, style=style)


def summary_table(summary: Summary, *, style: str = "terminal") -> str:
    """Show what an alignment holds, and how much of it deserves a look."""
    shown = list(summary.types.items())[:_TYPES_SHOWN]
    rest = sum(summary.types.values()) - sum(count for _, count in shown)
    types = [f"{count:,} {name}" for name, count in shown] + ([f"{rest:,} other"] if rest else [])
    rows = [
        ["documents", f"{summary.documents:,}"],
        ["segments", f"{summary.source_segments:,} and {summary.target_segments:,}"],
        ["links", f"{summary.links:,}" + (f" ({', '.join(types)})" if types else "")],
        ["nulls", _share(summary.nulls, summary.links)],
        ["mean confidence", "–" if summary.confidence is None else f"{summary.confidence:.1%}"],
        ["deserve a look", _share(summary.doubtful, summary.links)],
    ]
    if summary.zones:
        rows.append(["zones without parallel order", f"{summary.zones:,}"])
    if summary.unlinked:
        rows.append(["segments in no link", f"{summary.unlinked:,}"])
    if summary.documents == 1:
        rows = rows[1:]
    if style == "terminal":
        # A list of facts reads best with both columns to the left.
        width = max(len(name) for name, _ in rows)
        return "\n".join(f"{name:<{width}}  {fact}" for name, fact in rows)
    return table(["", ""], rows, style=style)


def figure_of(value: float) -> str:
    """Write a figure in [0, 1] as the field does: .875, 1.000."""
    text = f"{value:.3f}"
    return text.removeprefix("0") if text.startswith("0.") else text


def _line(row: Sequence[str], widths: Sequence[int]) -> list[str]:
    return [
        _pad(cell, width, k > 0) for k, (cell, width) in enumerate(zip(row, widths, strict=True))
    ]


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / whole:.1%})" if whole else f"{part:,}"


def _width(text: str) -> int:
    """Return the columns a terminal gives ``text``: two for wide characters, none for marks."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _pad(text: str, width: int, right: bool) -> str:
    space = " " * (width - _width(text))
    return space + text if right else text + space


def _escape(cell: str) -> str:
    """Keep a cell from ending the Markdown cell it stands in."""
    return " ".join(cell.split()).replace("\\", "\\\\").replace("|", "\\|")


# Scores as plain values for JSON output, on which other programs rely.

LEVELS = ("strict", "lax", "align", "sentence", "word", "char")
WORD_FIGURES = ("aer", "precision", "recall", "f1", "f_alpha")


def as_json(scores: Mapping[str, Score]) -> dict[str, dict[str, Any]]:
    """Return scores as JSON values.

    Each metric has its figures (``precision``, ``recall``, ``f1``, ``silence``, ``noise``) and its
    ``signature``; after a bootstrap also ``intervals``, with [low, high] for each figure.
    """
    values: dict[str, dict[str, Any]] = {}
    for name, score in scores.items():
        values[name] = dict(score.values)
        if score.intervals:
            values[name]["intervals"] = {
                figure: list(interval) for figure, interval in score.intervals.items()
            }
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


def words_as_json(run: ScoredWords) -> dict[str, Any]:
    """Return one scored prediction of word links: figures at the top, None what is unknown."""
    score = run.score
    values: dict[str, Any] = {"pred": str(run.prediction), **dict.fromkeys(WORD_FIGURES)}
    values |= dict.fromkeys(("intervals", "counts", "signature"))
    if score is not None:
        values |= as_json({"words": score})["words"]
        totals = dict(zip(score.columns, score.statistics.sum(axis=0).tolist(), strict=True))
        values["counts"] = {"pairs": len(score.statistics)} | {
            name: int(count) for name, count in totals.items() if name not in score.columns[:2]
        }
    return values | {
        "name": None if score is None else "AER (sure only)" if run.sure_only else "AER",
        "trees": as_json(run.trees) or None,
        "depths": [asdict(row) for row in run.depths] or None,
        "agreement": as_json(run.agreement) or None,
        "confidence": {name: asdict(each) for name, each in run.confidence.items()} or None,
        "labels": None if run.labels is None else asdict(run.labels),
        "pairs": None
        if run.pairs is None
        else {
            "mean_log": run.pairs.mean_log.tolist(),
            "uncovered": run.pairs.uncovered.tolist(),
        },
        "note": note_of(run),
    }


def note_of(run: ScoredWords) -> str | None:
    """Return what to keep in mind about an error rate, if there is something."""
    if not run.sure_only:
        return None
    return "gold has sure links only: this AER is 1 - F1, not to be compared with one that has both"


def compared_as_json(compared: Sequence[tuple[_Run, _Run, Comparison]]) -> list[dict[str, Any]]:
    """Return comparisons of runs, each with the two files and their figures."""
    return [
        {
            **asdict(comparison),
            "first": {"pred": str(first.prediction), comparison.figure: comparison.first},
            "second": {"pred": str(second.prediction), comparison.figure: comparison.second},
            "signature": str(comparison.signature),
        }
        for first, second, comparison in compared
    ]
