"""Scores of inferred dictionaries, and what a graph of them holds, as tables and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.evaluate.lexicons.scores import CLASSES, EdgeScore, SweepRow
from diglot.plurals import count_of
from diglot.report.tables.layout import (
    Columns,
    attributes,
    figure_of,
    interval_text,
    record_table,
    score_as_json,
    table,
)
from diglot.report.tables.pairs import SMALL_GOLD, skipped_notes
from diglot.report.tables.scores import Compared, ranking_table, tenth

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.lexicons.graph.families import PivotRecall
    from diglot.lexicons.graph.statistics import GraphStatistics
    from diglot.model import Score
    from diglot.pipeline.steps.scores.lexicons import DirectionGold, ScoredDirection, ScoredLexicon


SHOWN = 20


def graph_tables(found: GraphStatistics, *, most: int = SHOWN) -> str:
    """Show languages, dictionaries, parts of speech, and pairs that could be inferred.

    Args:
        found: the figures.
        most: rows of a table at most; the last line says how many more there are.
    """
    parts = [_totals(found)]
    several: tuple[tuple[Columns, Sequence[Any]], ...] = (
        (_LANGUAGES, found.languages),
        (_PAIRS, found.pairs),
        (_DICTIONARIES, found.dictionaries),
        (_PARTS, found.parts),
        (_INFERABLE, found.inferable),
    )
    for columns, records in several:
        if records:
            shown = record_table(columns, records[:most], thousands=True)
            more = len(records) - most
            parts.append(f"{shown}\n… and {more} more" if more > 0 else shown)
    return "\n\n".join(parts)


def _some(names: Sequence[str], most: int = 4) -> str:
    more = f" +{len(names) - most}" if len(names) > most else ""
    return ", ".join(names[:most]) + more


def _short(text: str, most: int = 24) -> str:
    text = " ".join(text.split()) or "–"
    return text if len(text) <= most else f"{text[: most - 1].rstrip()}…"


_LANGUAGES: Columns = (
    *("Languages=code", "entries=nodes", "words", "of several parts=multiword"),
    "translations=edges",
)
_PAIRS: Columns = (
    ("Pairs of languages", "{0.one}-{0.other}".format),
    *("translations=edges", "one way=restricted", "in several=agreed", "bridges"),
    ("dictionaries", lambda each: _some(each.dictionaries)),
)
_DICTIONARIES: Columns = (
    *("Dictionaries=name", "translations=edges", "alone"),
    ("source", lambda each: each.family or "–"),
    ("licence", lambda each: _short(each.licence)),
)
_PARTS: Columns = (
    ("Parts of speech", lambda each: each.part or "unknown"),
    *("entries=nodes", "translations=edges", "with another=mixed"),
)
_INFERABLE: Columns = (
    ("Pairs that could be inferred", "{0.one}-{0.other}".format),
    *("words=one_words", "other words=other_words", "known=direct"),
    ("pivots", lambda each: _some(each.pivots)),
)


def _totals(found: GraphStatistics) -> str:
    degrees, components = found.degrees, found.components
    rows = {
        "entries": (
            f"{found.nodes:,} (case {found.case}, parts of speech {found.pos}), "
            f"{found.words:,} words"
        ),
        "translations": (
            f"{found.edges:,}, {found.restricted:,} of them one way, {found.bridges:,} bridges"
        ),
        "of an entry": (
            f"{degrees.mean:.1f} on average, {degrees.median} in the middle, at most "
            f"{degrees.most:,} ({degrees.example})"
        ),
        "connected parts": (
            f"{components.components:,}, the largest with {components.share:.1%} of the "
            f"entries; {components.pairs:,} are two entries alone"
        ),
    }
    return "\n".join(f"{name:<16} {value}" for name, value in rows.items())


FIGURES = {"precision": "precision", "recall": "recall", "f1": "F1", "coverage": "coverage"}
NOTHING = "n/a"
# Recall of this much is more than independent dictionaries ever gave one another.
SUSPICIOUS = 0.9
_SHORT = ("P", "R", "F1", "coverage")
PARTS: Columns = (
    ("part", "{0.split}: {0.part}".format),
    *("gold", "rows=kept", "right", "precision", "recall", "F1=f1"),
)
# TIAD's tables 3.
SWEEP: Columns = (
    ("threshold", "{0.threshold:.6g}".format),
    ("precision", lambda row: row.precision if row.kept else None),
    *("recall", "F1=f1", "coverage"),
    ("rows", "{0.kept:,.0f}".format),
)


def lexicon_tables(run: ScoredLexicon, *, brief: bool = False, sweep: bool = False) -> list[str]:
    """Show one system: its figures, each direction, and for one direction its parts."""
    tables = [figure_table(run)]
    if len(run.directions) > 1:
        tables.append(direction_table(run))
    if sweep:
        tables.append(sweep_table(run))
    if brief:
        return tables
    for each in run.directions:
        name = f"{each.gold.name}\n\n" if len(run.directions) > 1 else ""
        tables += [
            name + count_table(each),
            edge_table(each),
            record_table(PARTS, each.parts, missing=NOTHING),
        ]
        if each.calibration is not None:
            tables.append(calibration_table(each.calibration))
    return tables


def sweep_table(run: ScoredLexicon) -> str:
    """Show the figures at every threshold."""
    return record_table(SWEEP, run.sweep, missing=NOTHING)


def overview_table(runs: Sequence[ScoredLexicon], compared: Compared) -> str:
    """Show systems below each other by F1, the best first, as TIAD's table 1."""
    return ranking_table(
        ["system", "threshold", *_SHORT, "95 % of F1", "area P/R", "best F1 (tuned on gold)"],
        sorted(runs, key=lambda each: -each.average.values["f1"]),
        lambda run: (
            *(str(run.prediction), f"{run.threshold:g}"),
            *(*_figures(run.average, run.judged_rows), run.auc),
            f"{figure_of(run.best.f1)} at {run.best.threshold:.3g}",
        ),
        compared,
        {"F1": "f1"},
    )


def figure_table(run: ScoredLexicon) -> str:
    """Show precision, recall, F1 and coverage, by both filters, and what thresholds could give."""
    main, other = run.average, run.one
    ours = _figures(main, run.judged_rows)
    theirs = _figures(other, sum(_kept(each.score.other_filter) for each in run.directions))
    best = f"at threshold {run.best.threshold:.3g}, tuned on this gold"
    rows = [
        *(
            (shown, ours[k], interval_text(main.intervals.get(name)), theirs[k])
            for k, (name, shown) in enumerate(FIGURES.items())
        ),
        ("area under P and R", run.auc, interval_text(run.auc_interval), ""),
        ("best F1 (optimistic)", run.best.f1, best, ""),
    ]
    return table(
        ["", main.metric, "95 %" if main.intervals or run.auc_interval else "", other.metric], rows
    )


def direction_table(run: ScoredLexicon) -> str:
    """Show the figures of each direction and their mean, as TIAD's tables 2."""
    rows = [
        [
            *(each.gold.name, *_figures(each.score.main, each.score.judged_rows)),
            *(len(each.score.gold), len(each.score.gold.entries)),
        ]
        for each in run.directions
    ]
    rows.append(["mean", *_figures(run.average, 1), "", ""])
    return table(["direction", *_SHORT, "95 % of F1", "gold pairs", "source words"], rows)


def count_table(scored: ScoredDirection) -> str:
    """Show where rows and gold pairs went, step by step."""
    counts = _counts(scored)
    names = {
        "gold_unrestricted": "gold pairs",
        "gold": "of them with both words in the lexicons",
        "source_words": "their source words",
        "read": "rows of the prediction",
        "distinct": "of them different",
        "judged": "of them with words of gold",
        "kept": f"of them at {scored.score.threshold:g} or more",
        "right": "of them right",
    }
    rows = [(shown, counts[name]) for name, shown in names.items()]
    return table(["", "count"], rows, thousands=True)


def edge_table(scored: ScoredDirection) -> str:
    """Show both-word precision and recall of edges, and what is extra and missed by class."""
    edges = scored.score.edges
    values, intervals = _edge_values(edges), edges.score.intervals
    words = "words with parts of speech" if edges.pos else "words alone"
    extra, missed = (
        ", ".join(f"{counts[name]:,} {name}" for name in reversed(CLASSES))
        for counts in (values["extra"], values["missed"])
    )
    precision = NOTHING if values["precision"] is None else values["precision"]
    rows = [
        ("both-word precision (BWP)", precision, intervals.get("precision")),
        ("both-word recall (BWR)", values["recall"], intervals.get("recall")),
        ("F1", values["f1"], ""),
        ("right", edges.right, ""),
        ("extra, by words that gold knows", sum(edges.extra), extra),
        ("missed, by words of the lexicons", sum(edges.missed), missed),
    ]
    return table([f"edges between {words}", "", ""], rows, missing="", thousands=True)


def calibration_table(found: Confidence) -> str:
    """Show how often rows of similar score are right, all scores taken."""
    rows: list[tuple[object, ...]] = [
        (tenth(row), row.count, row.confidence, row.accuracy) for row in found.reliability
    ]
    rows.append(("calibration error", found.links, found.ece, ""))
    return table(["score", "rows", "mean", "right"], rows)


def pivot_tables(golds: Sequence[DirectionGold]) -> list[str]:
    """Show how much of each gold two steps over each language of the graph give back."""

    def pivot(row: PivotRecall) -> str:
        return f"over {row.pivot}" if row.pivot else "over any language"

    figures = ("found", "known", "recall", "of known=recall_of_known")
    return [
        record_table(((f"two steps, {each.name}", pivot), *figures), each.recalls, thousands=True)
        for each in golds
        if each.recalls
    ]


def _figures(score: Score, kept: float) -> list[Any]:
    """Return precision, which is none of nothing, recall, F1 and coverage, the interval of F1."""
    values = [score.values[name] for name in FIGURES]
    return [values[0] if kept else NOTHING, *values[1:], interval_text(score.intervals.get("f1"))]


def _kept(score: Score) -> int:
    return int(score.statistics[:, score.columns.index("kept")].sum())


def lexicons_as_json(run: ScoredLexicon) -> dict[str, Any]:
    """Return one scored system; with several directions the figures at the top are their means."""
    first, *others = run.directions
    found: dict[str, Any] = {
        "pred": str(run.prediction),
        "threshold": run.threshold,
        **_score(run.average, run.judged_rows),
        "one_word" if run.average.metric == "both-word" else "both_word": _score(run.one, None),
        "auc": run.auc,
        "auc_interval": run.auc_interval and list(run.auc_interval),
        "best": _row(run.best) | {"optimistic": True},
    }
    if others:
        found["directions"] = [
            {"direction": each.gold.name, "pred": str(each.prediction)}
            | _score(each.score.main, each.score.judged_rows)
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
    if score.gold.restriction == "none":
        notes.append(
            "gold is not restricted to the words of a graph: recall counts what none could find "
            "(--lexicon)"
        )
    elif score.gold.restriction != "both":
        notes.append(f"gold is restricted by the {score.gold.restriction} lexicon only")
    if not score.judged_rows:
        notes.append(f"no row with words of gold has a score of {score.threshold:g} or more")
    if len(score.gold) < SMALL_GOLD:
        notes.append(
            f"gold has {count_of(len(score.gold), 'pair')}: figures move by several points"
        )
    elif score.main.values["recall"] >= SUSPICIOUS:
        notes.append(
            f"recall is {figure_of(score.main.values['recall'])}: gold and the dictionaries behind "
            "the prediction may have one origin"
        )
    notes += filter(None, [score.main.note])
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
    edges, calibration = scored.score.edges, scored.calibration
    return {
        **_counts(scored),
        "edges": {
            **score_as_json(edges.score),
            **_edge_values(edges),
            "pos": edges.pos,
        },
        "parts": [asdict(row) for row in scored.parts],
        "calibration": calibration
        and {
            **attributes(calibration, "rows=links", "ece", "ece_mass", "brier", "auc"),
            "bins": [asdict(row) for row in calibration.reliability],
        },
        "skipped": [asdict(each) for each in scored.skipped],
    }


def _counts(scored: ScoredDirection) -> dict[str, int]:
    score = scored.score
    return {
        "gold": len(score.gold),
        "gold_unrestricted": len(score.gold.whole),
        "source_words": len(score.gold.entries),
        "read": score.run.read,
        "distinct": score.run.distinct,
        "judged": len(score.run),
        "kept": score.judged_rows,
        "right": int(score.run.right[: score.judged_rows].sum()),
    }


def _score(score: Score, kept: int | None) -> dict[str, Any]:
    """Return figures; a precision of nothing is None."""
    if kept is None:
        counted = [name for name in score.columns if name.split()[0] == "kept"]
        kept = int(sum(score.statistics[:, score.columns.index(name)].sum() for name in counted))
    return score_as_json(score) | ({} if kept else {"precision": None})


def _row(row: SweepRow) -> dict[str, Any]:
    return asdict(row) | ({} if row.kept else {"precision": None})


def _edge_values(edges: EdgeScore) -> dict[str, Any]:
    """Return the figures of edges, whose precision is None where none was judged, and counts."""
    return {
        **edges.score.values,
        **({} if edges.right + edges.extra[-1] else {"precision": None}),
        "right": edges.right,
        "extra": dict(zip(CLASSES, edges.extra, strict=True)),
        "missed": dict(zip(CLASSES, edges.missed, strict=True)),
    }
