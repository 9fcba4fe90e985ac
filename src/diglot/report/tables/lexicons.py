"""Scores of inferred dictionaries as tables and as plain values for JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.evaluate.lexicons.scores import CLASSES
from diglot.report.tables.pairs import SMALL_GOLD, skipped_notes
from diglot.report.tables.scores import figure_of, table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.evaluate.lexicons.scores import EdgeScore, PartScore
    from diglot.evaluate.lexicons.thresholds import SweepRow
    from diglot.model import Score
    from diglot.pipeline.steps.scores.lexicons import DirectionGold, ScoredDirection, ScoredLexicon

FIGURES = ("precision", "recall", "f1", "coverage")
NAMES = {"precision": "precision", "recall": "recall", "f1": "F1", "coverage": "coverage"}
NOTHING = "n/a"
_SHORT = ("P", "R", "F1", "coverage")


def lexicon_tables(
    run: ScoredLexicon, *, brief: bool = False, sweep: bool = False, style: str = "terminal"
) -> list[str]:
    """Show one system: its figures, each direction, and for one direction its parts.

    Args:
        run: a scored system.
        brief: its figures alone.
        sweep: the table of thresholds, too.
        style: ``terminal`` or ``markdown``.
    """
    tables = [figure_table(run, style=style)]
    if len(run.directions) > 1:
        tables.append(direction_table(run, style=style))
    if sweep:
        tables.append(sweep_table(run.sweep, style=style))
    if brief:
        return tables
    for each in run.directions:
        name = f"{each.gold.name}\n\n" if len(run.directions) > 1 else ""
        shown = [
            count_table(each, style=style),
            edge_table(each, style=style),
            part_table(each.parts, style=style),
        ]
        if each.calibration is not None:
            shown.append(calibration_table(each.calibration, style=style))
        tables += [name + shown[0], *shown[1:]]
    return tables


def system_table(runs: Sequence[ScoredLexicon], *, style: str = "terminal") -> str:
    """Show systems below each other by F1, the best first, as TIAD's table 1."""
    rows = [
        [
            str(run.prediction),
            f"{run.threshold:g}",
            *_figures(run.average.values, run.kept),
            _interval(run.average.intervals.get("f1")),
            figure_of(run.auc),
            f"{figure_of(run.best.f1)} at {run.best.threshold:.3g}",
        ]
        for run in sorted(runs, key=lambda each: -each.average.values["f1"])
    ]
    header = ["system", "threshold", *_SHORT, "95 % of F1", "area P/R", "best F1 (tuned on gold)"]
    return table(header, rows, style=style)


def figure_table(run: ScoredLexicon, *, style: str = "terminal") -> str:
    """Show precision, recall, F1 and coverage, by both filters, and what thresholds could give."""
    main, other = run.average, run.one
    kept = [run.kept, sum(_kept(each.score.other) for each in run.directions)]
    rows = []
    for name in FIGURES:
        cells = [
            NOTHING if name == "precision" and not there else figure_of(each.values[name])
            for each, there in ((main, kept[0]), (other, kept[1]))
        ]
        rows.append([NAMES[name], cells[0], _interval(main.intervals.get(name)), cells[1]])
    rows.append(["area under P and R", figure_of(run.auc), "", ""])
    best = f"at threshold {run.best.threshold:.3g}, tuned on this gold"
    rows.append(["best F1 (optimistic)", figure_of(run.best.f1), best, ""])
    header = ["", main.metric, "95 %" if main.intervals else "", other.metric]
    return table(header, rows, style=style)


def direction_table(run: ScoredLexicon, *, style: str = "terminal") -> str:
    """Show the figures of each direction and their mean, as TIAD's tables 2."""
    rows = [
        [
            each.gold.name,
            *_figures(each.score.main.values, each.score.kept),
            _interval(each.score.main.intervals.get("f1")),
            str(len(each.score.gold)),
            str(len(each.score.gold.entries)),
        ]
        for each in run.directions
    ]
    average = run.average
    rows.append(
        ["mean", *_figures(average.values, 1), _interval(average.intervals.get("f1")), "", ""]
    )
    header = ["direction", *_SHORT, "95 % of F1", "gold pairs", "source words"]
    return table(header, rows, style=style)


def sweep_table(rows: Sequence[SweepRow], *, style: str = "terminal") -> str:
    """Show the figures at each threshold, as TIAD's tables 3."""
    return table(
        ["threshold", "precision", "recall", "F1", "coverage", "rows"],
        [
            [
                f"{row.threshold:.6g}",
                *_figures(
                    {name: getattr(row, name) for name in FIGURES},
                    row.kept,
                ),
                f"{row.kept:,.0f}",
            ]
            for row in rows
        ],
        style=style,
    )


def count_table(scored: ScoredDirection, *, style: str = "terminal") -> str:
    """Show where rows and gold pairs went, step by step."""
    score, gold = scored.score, scored.score.gold
    run = score.run
    right = int(run.right[: score.kept].sum())
    rows = [
        ["gold pairs", len(gold.whole)],
        ["of them with both words in the lexicons", len(gold)],
        ["their source words", len(gold.entries)],
        ["rows of the prediction", run.read],
        ["of them different", run.distinct],
        ["of them with words of gold", len(run)],
        [f"of them at {score.threshold:g} or more", score.kept],
        ["of them right", right],
    ]
    return table(["", "count"], [[str(name), f"{count:,}"] for name, count in rows], style=style)


def edge_table(scored: ScoredDirection, *, style: str = "terminal") -> str:
    """Show both-word precision and recall of edges, and what is extra and missed by class."""
    edges = scored.score.edges
    values = edges.score.values
    judged = edges.right + edges.extra[-1]
    shown = [
        NOTHING if not judged else figure_of(values["precision"]),
        figure_of(values["recall"]),
        figure_of(values["f1"]),
    ]
    words = "words with parts of speech" if edges.pos else "words alone"
    extra, missed = (_classes(each) for each in (edges.extra, edges.missed))
    rows = [
        ["both-word precision (BWP)", shown[0], _interval(edges.score.intervals.get("precision"))],
        ["both-word recall (BWR)", shown[1], _interval(edges.score.intervals.get("recall"))],
        ["F1", shown[2], ""],
        ["right", f"{edges.right:,}", ""],
        ["extra, by words that gold knows", f"{sum(edges.extra):,}", extra],
        ["missed, by words of the lexicons", f"{sum(edges.missed):,}", missed],
    ]
    return table([f"edges between {words}", "", ""], rows, style=style)


def part_table(rows: Sequence[PartScore], *, style: str = "terminal") -> str:
    """Show how parts of the pairs fared."""
    return table(
        ["part", "gold", "rows", "right", "precision", "recall", "F1"],
        [
            [
                f"{row.split}: {row.part}",
                NOTHING if row.gold is None else str(row.gold),
                str(row.kept),
                str(row.right),
                *(
                    NOTHING if value is None else figure_of(value)
                    for value in (row.precision, row.recall, row.f1)
                ),
            ]
            for row in rows
        ],
        style=style,
    )


def calibration_table(found: Confidence, *, style: str = "terminal") -> str:
    """Show how often rows of similar score are right, all scores taken."""
    rows = [
        [
            f"{row.low:.1f}–{row.high:.1f}",
            str(row.count),
            figure_of(row.confidence),
            figure_of(row.accuracy),
        ]
        for row in found.reliability
    ]
    rows.append(["calibration error", str(found.links), figure_of(found.ece), ""])
    return table(["score", "rows", "mean", "right"], rows, style=style)


def pivot_tables(golds: Sequence[DirectionGold], *, style: str = "terminal") -> list[str]:
    """Show how much of each gold two steps over each language of the graph give back."""
    return [
        table(
            [f"two steps, {each.name}", "found", "known", "recall", "of known"],
            [
                [
                    f"over {row.pivot}" if row.pivot else "over any language",
                    f"{row.found:,}",
                    f"{row.known:,}",
                    figure_of(row.recall),
                    figure_of(row.recall_of_known),
                ]
                for row in each.recalls
            ],
            style=style,
        )
        for each in golds
        if each.recalls
    ]


def _figures(values: Mapping[str, float], kept: float) -> list[str]:
    return [
        NOTHING if name == "precision" and not kept else figure_of(values[name]) for name in FIGURES
    ]


def _kept(score: Score) -> int:
    return int(score.statistics[:, score.columns.index("kept")].sum())


def _classes(counts: Sequence[int]) -> str:
    return ", ".join(
        f"{count:,} {name}" for name, count in zip(CLASSES[::-1], counts[::-1], strict=True)
    )


def _interval(interval: tuple[float, float] | None) -> str:
    return "" if interval is None else f"{figure_of(interval[0])}–{figure_of(interval[1])}"


# Scores of inferred dictionaries as plain values for JSON output, and notes.

# Recall of this much is more than independent dictionaries ever gave one another.
SUSPICIOUS = 0.9


def lexicons_as_json(run: ScoredLexicon) -> dict[str, Any]:
    """Return one scored system; with several directions the figures at the top are their means."""
    first = run.directions[0]
    several = len(run.directions) > 1
    found: dict[str, Any] = {
        "pred": str(run.prediction),
        "threshold": run.threshold,
        **_score(run.average, run.kept),
        "one_word" if run.average.metric == "both-word" else "both_word": _score(run.one, None),
        "auc": run.auc,
        "best": _row(run.best) | {"optimistic": True},
    }
    if several:
        found["directions"] = [
            {"direction": each.gold.name, "pred": str(each.prediction)}
            | _score(each.score.main, each.score.kept)
            | {"auc": each.score.auc, "best": _row(each.score.best) | {"optimistic": True}}
            | _details(each)
            for each in run.directions
        ]
    else:
        found |= {"direction": first.gold.name} | _details(first)
    return found | {
        "sweep": [_row(row) for row in run.sweep],
        "notes": [note for each in run.directions for note in notes_of(each)],
        "signature": str(run.signature),
    }


def notes_of(scored: ScoredDirection) -> list[str]:
    """Return what to keep in mind about the score of a direction."""
    score = scored.score
    notes = []
    if score.gold.restricted == "none":
        notes.append(
            "gold is not restricted to the words of a graph: recall counts what none could find "
            "(--lexicon)"
        )
    elif score.gold.restricted != "both":
        notes.append(f"gold is restricted by the {score.gold.restricted} lexicon only")
    if not score.kept:
        notes.append(f"no row with words of gold has a score of {score.threshold:g} or more")
    if len(score.gold) < SMALL_GOLD:
        notes.append(f"gold has {len(score.gold)} pairs: figures move by several points")
    elif score.main.values["recall"] >= SUSPICIOUS:
        notes.append(
            f"recall is {figure_of(score.main.values['recall'])}: gold and the dictionaries behind "
            "the prediction may have one origin"
        )
    return notes + skipped_notes(scored.skipped, str(scored.prediction))


def golds_as_json(golds: Sequence[DirectionGold]) -> dict[str, Any]:
    """Return what golds have in common with the dictionaries of a graph, by direction."""
    return {
        "pivots": {
            each.name: [
                asdict(row) | {"recall": row.recall, "recall_of_known": row.recall_of_known}
                for row in each.recalls
            ]
            for each in golds
            if each.recalls
        },
        "warnings": warnings_of(golds),
    }


def warnings_of(golds: Sequence[DirectionGold]) -> list[str]:
    """Return the warnings about golds, with the direction where there are several."""
    several = len(golds) > 1
    return [
        f"{each.name}: {warning}" if several else warning
        for each in golds
        for warning in each.warnings
    ]


def gold_notes(golds: Sequence[DirectionGold]) -> list[str]:
    """Return how golds were read."""
    notes = []
    for each in golds:
        turned = (file.path for file in each.files if file.turned)
        notes += [f"{path} is read from target to source, as {each.name}" for path in turned]
        notes += skipped_notes(each.skipped, f"gold {each.name}")
    return notes


def _details(scored: ScoredDirection) -> dict[str, Any]:
    score = scored.score
    return {
        "gold": len(score.gold),
        "gold_unrestricted": len(score.gold.whole),
        "source_words": len(score.gold.entries),
        "read": score.run.read,
        "distinct": score.run.distinct,
        "judged": len(score.run),
        "kept": score.kept,
        "right": int(score.run.right[: score.kept].sum()),
        "edges": _edges(score.edges),
        "parts": [asdict(row) for row in scored.parts],
        "calibration": None if scored.calibration is None else _calibration(scored.calibration),
        "skipped": [asdict(each) for each in scored.skipped],
    }


def _score(score: Score, kept: int | None) -> dict[str, Any]:
    """Return figures; a precision of nothing is None."""
    if kept is None:
        counted = [name for name in score.columns if name.split()[0] == "kept"]
        kept = int(sum(score.statistics[:, score.columns.index(name)].sum() for name in counted))
    values: dict[str, Any] = dict(score.values)
    if not kept:
        values["precision"] = None
    values["intervals"] = {name: list(each) for name, each in score.intervals.items()} or None
    return values


def _row(row: SweepRow) -> dict[str, Any]:
    return asdict(row) | ({} if row.kept else {"precision": None})


def _edges(edges: EdgeScore) -> dict[str, Any]:
    values: dict[str, Any] = dict(edges.score.values)
    if not edges.right + edges.extra[-1]:
        values["precision"] = None
    intervals = {name: list(each) for name, each in edges.score.intervals.items()}
    return values | {
        "right": edges.right,
        "extra": dict(zip(CLASSES, edges.extra, strict=True)),
        "missed": dict(zip(CLASSES, edges.missed, strict=True)),
        "pos": edges.pos,
        "intervals": intervals or None,
        "signature": str(edges.score.signature),
    }


def _calibration(found: Confidence) -> dict[str, Any]:
    return {
        "rows": found.links,
        "ece": found.ece,
        "ece_mass": found.ece_mass,
        "brier": found.brier,
        "auc": found.auc,
        "bins": [asdict(row) for row in found.reliability],
    }
