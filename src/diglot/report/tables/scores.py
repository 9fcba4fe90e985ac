"""Scores of sentence links, comparisons of runs, and summaries, as tables and as JSON."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from diglot.evaluate.alignments.sentences import METRICS
from diglot.evaluate.statistics.ranking import letters
from diglot.evaluate.statistics.significance import Comparison
from diglot.report.tables import layout

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.evaluate.alignments.confidence import Confidence, ReliabilityBin
    from diglot.pipeline.steps.scores.links import ScoredRun
    from diglot.pipeline.summary import Summary

Compared = Sequence[tuple[Any, Any, Comparison]]
"""Two runs and how they compare; each has the file ``prediction``."""
SIGNIFICANT = 0.05
LOW_IS_GOOD = frozenset({"aer", "ter.score"})
"""Figures whose best value is the lowest."""
FIGURES = {"precision": "precision", "recall": "recall", "f1": "F1"}
TYPES = ("type", "gold", "predicted", "right=hits", "precision", "recall", "F1=f1")
# Types beyond these are rare and would push what matters off the screen.
_SHOWN = 8


def sentence_tables(run: ScoredRun, *, brief: bool = False) -> list[str]:
    """Show precision, recall and F1 by level, and unless brief by type, and confidence."""
    tables = [layout.score_table(FIGURES, run.scores, interval_of="f1")]
    if not brief:
        tables.append(layout.record_table(TYPES, run.types))
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
        ("its 95 % interval", confidence.auc_interval),
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
    bins = layout.record_table(
        (("probability", tenth), "links=count", "mean=confidence", "right=accuracy"),
        confidence.reliability,
    )
    return f"{layout.table(['confidence', ''], figures)}\n\n{bins}"


def tenth(row: ReliabilityBin) -> str:
    """Name a bin of probabilities."""
    return f"{row.low:.1f}–{row.high:.1f}"


def ranking_table(
    header: Sequence[str],
    runs: Sequence[Any],
    cells: Callable[[Any], Sequence[object]],
    compared: Compared = (),
    judged: Mapping[str, str] | None = None,
) -> str:
    """Show several runs in one table, with letters of those that do not differ.

    Args:
        header: names of the columns.
        runs: one a row.
        cells: gives the cells of a run.
        compared: the runs two by two.
        judged: the figures of ``compared`` by the columns that show them, and get letters. Two
            share a letter where the corrected p-value of their difference is .05 or more.
    """
    groups = {
        header.index(head): letters_of(runs, compared, figure)
        for head, figure in (judged or {}).items()
        if head in header
    }
    rows = []
    for run in runs:
        row = [layout.cell_text(cell) for cell in cells(run)]
        for column, group in groups.items():
            if group:
                width = max(map(len, group.values()))
                row[column] += f" {group[id(run)]:<{width}}"
        rows.append(row)
    return layout.table(header, rows)


def letters_of(runs: Sequence[Any], compared: Compared, figure: str) -> dict[int, str]:
    """Return the letters of runs by their identity; none where nothing was tested.

    Two share a letter where the corrected p-value of their difference is .05 or more.
    """
    tested = [
        each for each in compared if each[2].figure == figure and not math.isnan(each[2].corrected)
    ]
    if not tested:
        return {}
    values: dict[int, float] = {}
    for first, second, each in tested:
        values |= {id(first): each.first, id(second): each.second}
    names = {id(run): str(number) for number, run in enumerate(runs)}
    best = sorted(values, key=lambda run: values[run], reverse=figure not in LOW_IS_GOOD)
    apart = {
        (names[id(first)], names[id(second)])
        for first, second, each in tested
        if each.corrected < SIGNIFICANT
    }
    found = letters([names[run] for run in best], apart)
    return {run: found[names[run]] for run in best}


def overview_table(runs: Sequence[ScoredRun], compared: Compared) -> str:
    """Show the F1 of several predictions of sentence links by level, best first."""
    levels = [level for level in METRICS if all(level in run.scores for run in runs)]
    judged = "strict" if "strict" in levels else "char"
    last = [f"95 % of {judged}"] if any(run.scores[judged].intervals for run in runs) else []
    return ranking_table(
        ["F1", *levels, *last],
        sorted(runs, key=lambda run: -run.scores[judged].values["f1"]),
        lambda run: (
            str(run.prediction),
            *(run.scores[level].values["f1"] for level in levels),
            *(run.scores[judged].intervals.get("f1") for _ in last),
        ),
        compared,
        {judged: "f1"},
    )


_PAIRS_SHOWN = 60


def _file_names(files: Iterable[Path]) -> Callable[[Any], str]:
    whole = {*files}
    for key in ("stem", "name"):
        if len({getattr(path, key) for path in whole}) == len(whole):
            return lambda run: str(getattr(run.prediction, key))
    return lambda run: str(run.prediction)


def pairwise_table(
    compared: Compared,
    figure: str = "",
    *,
    names: Callable[[Any], str] | None = None,
    show: Callable[[str, float], str] = lambda _, value: layout.figure_of(value),
) -> str:
    """Show every two runs beside each other, with interval and p-values of their difference.

    Args:
        compared: the runs two by two.
        figure: what the figure is called; empty where there are several, which get a column.
        names: what to call a run; None by its file, as short as tells it from the others.
        show: writes a value of a figure.
    """
    if len(compared) > _PAIRS_SHOWN:
        return f"{len(compared):,} comparisons of pairs: --json shows them"

    names = names or _file_names(each.prediction for pair in compared for each in pair[:2])

    def signed(name: str, value: float) -> str:
        return ("+" if value >= 0 else "") + show(name, value)

    rows = [
        [
            *([] if figure else [each.figure]),
            *(names(first), names(second), show(each.figure, each.first)),
            *(show(each.figure, each.second), signed(each.figure, each.difference)),
            layout.interval_text(each.interval, show=partial(signed, each.figure), between=" to "),
            *("too few" if math.isnan(p) else f"{p:.3f}" for p in (each.p, each.corrected)),
        ]
        for first, second, each in compared
    ]
    header = ["first", "second", f"{figure} first", f"{figure} second"]
    columns = ([] if figure else [""]) + [each.strip() for each in header]
    return layout.table([*columns, "difference", "95 %", "p", "p (Holm)"], rows)


def summary_table(summary: Summary) -> str:
    """Show what an alignment holds, and how much of it is doubtful."""
    rows = [
        ("documents", f"{summary.documents:,}"),
        ("segments", f"{summary.source_segments:,} and {summary.target_segments:,}"),
        ("links", f"{summary.links:,}" + (f" ({_listed(summary.types)})" if summary.links else "")),
        ("nulls", _share(summary.nulls, summary.links)),
        ("mean confidence", "–" if summary.confidence is None else f"{summary.confidence:.1%}"),
        ("doubtful", _share(summary.doubtful, summary.links)),
    ]
    if len(summary.reasons) > 1:
        rows.append(("reasons", _listed(summary.reasons)))
    if summary.zones:
        rows.append(("zones without parallel order", f"{summary.zones:,}"))
    if summary.unlinked:
        rows.append(("segments in no link", f"{summary.unlinked:,}"))
    if summary.documents == 1:
        rows = rows[1:]
    # A list of facts reads best with both columns to the left.
    width = max(len(name) for name, _ in rows)
    return "\n".join(f"{name:<{width}}  {fact}" for name, fact in rows)


def _listed(counts: Mapping[str, int]) -> str:
    shown = list(counts.items())[:_SHOWN]
    rest = sum(counts.values()) - sum(count for _, count in shown)
    return ", ".join(f"{n:,} {name}" for name, n in [*shown, *([("other", rest)] if rest else [])])


def _share(part: int, whole: int) -> str:
    return f"{part:,} ({part / whole:.1%})" if whole else f"{part:,}"


def sentences_as_json(run: ScoredRun, note: str | None = None) -> dict[str, Any]:
    """Return one scored prediction of sentence links: a key a level, None where it is unknown."""
    return {
        "pred": str(run.prediction),
        **dict.fromkeys(METRICS),
        **{name: layout.score_as_json(score) for name, score in run.scores.items()},
        "types": [asdict(row) for row in run.types],
        "confidence": asdict(run.confidence) if run.confidence else None,
        "note": note,
    }


def compared_as_json(
    compared: Compared, *, key: str = "pred", value: str | None = None
) -> list[dict[str, Any]]:
    """Return comparisons of runs, each with the two files and their figures.

    Args:
        compared: the runs two by two.
        key: of the files.
        value: key of the figures; None for the name of the figure.
    """
    return [
        {
            **asdict(found),
            "interval": [layout.number_as_json(end) for end in found.interval],
            "p": layout.number_as_json(found.p),
            "corrected": layout.number_as_json(found.corrected),
            "first": {key: str(first.prediction), value or found.figure: found.first},
            "second": {key: str(second.prediction), value or found.figure: found.second},
            "signature": str(found.signature),
        }
        for first, second, found in compared
    ]
