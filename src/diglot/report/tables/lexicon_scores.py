"""Scores of inferred dictionaries as plain values for JSON output, and notes."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.evaluate.lexicons.lexicon_edges import CLASSES
from diglot.report.tables.pair_scores import SMALL_GOLD, skipped_notes
from diglot.report.tables.tables import figure_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.alignments.confidence import Confidence
    from diglot.evaluate.lexicons.lexicon_edges import EdgeScore
    from diglot.evaluate.lexicons.thresholds import SweepRow
    from diglot.model import Score
    from diglot.pipeline.steps.scores.lexicons import DirectionGold, ScoredDirection, ScoredLexicon

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
