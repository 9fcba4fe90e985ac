"""Scores of word links as tables and as JSON."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from diglot.plurals import count_of
from diglot.report.tables.layout import figure_table, record_table, score_as_json, table
from diglot.report.tables.scores import LOW_IS_GOOD, Compared, confidence_table, ranking_table

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.alignments.confidence import LabelledConfidence
    from diglot.evaluate.alignments.trees import LeafCounts
    from diglot.model import Score
    from diglot.pipeline.steps.scores.links import ScoredWords

FIGURES = ("aer", "precision", "recall", "f1", "f_alpha")
# What a figure is called where people read it.
_NAMES = {
    "aer": "AER",
    "precision": "precision",
    "recall": "recall",
    "f1": "F1",
    "f_alpha": "F alpha",
    "weighted_recall": "leaf-weighted recall",
    "weighted_aer": "leaf-weighted AER",
    "consistency": "node consistency",
    "minimal_consistency": "node consistency, leaves",
    "good": "good n-m links",
    "crossing": "crossing brackets",
}
_METRICS = {
    "leaves": "leaf",
    "bisegments_leaves": "bisegment (leaves)",
    "bisegments_nodes": "bisegment (all nodes)",
    "brackets": "bracket",
    "links": "sure link",
}
DEPTHS = ("depth", "nodes", "consistent=consistency", "precision", "recall")
LABELS = ("label", "links", "mean", "AUC against sure=auc", "95 %=interval")


def word_tables(run: ScoredWords, *, brief: bool = False) -> list[str]:
    """Show everything that is known of one prediction."""
    tables = []
    if run.score is not None:
        tables.append(link_table(run.score, sure_only=run.sure_only))
    tables += [tree_table(scores) for scores in (run.trees, run.agreement) if scores]
    if run.labels is not None:
        tables.append(label_table(run.labels))
    if not brief:
        if run.leaves is not None:
            tables.append(leaf_table(run.leaves))
        if run.depths:
            tables.append(record_table(DEPTHS, run.depths))
        # The quality of the probabilities by what counts as right.
        judged = {
            f"{name} in gold": each
            for name, each in run.confidence.items()
            if name == "sure" or not run.sure_only
        }
        if run.labels is not None:
            judged["labelled, but not as wrong"] = run.labels.possible
            judged["labelled as sure"] = run.labels.sure
        tables += [
            f"a link is right if it is {right}:\n\n{confidence_table(each)}"
            for right, each in judged.items()
        ]
    return tables


def overview_table(runs: Sequence[ScoredWords], compared: Compared) -> str:
    """Show several predictions in one table, the best first."""
    figures: tuple[str, ...] = FIGURES[:4]
    scores = {id(run): run.score for run in runs if run.score is not None}
    if not scores:
        figures = "consistency", "minimal_consistency"
        scores = {id(run): run.trees["nodes"] for run in runs if run.trees}
    judged = figures[0]
    heads = _NAMES | {"aer": _rate(runs[0].sure_only)}
    sign = 1 if judged in LOW_IS_GOOD else -1
    last = [f"95 % of {heads[judged]}"] if any(each.intervals for each in scores.values()) else []
    return ranking_table(
        ["", *(heads[name] for name in figures), *last],
        sorted(
            (run for run in runs if id(run) in scores),
            key=lambda run: sign * scores[id(run)].values[judged],
        ),
        lambda run: (
            str(run.prediction),
            *(scores[id(run)].values.get(name) for name in figures),
            *(scores[id(run)].intervals.get(judged) for _ in last),
        ),
        compared,
        {heads[judged]: judged},
    )


def link_table(score: Score, *, sure_only: bool = False) -> str:
    """Show alignment error rate, precision, recall and F with their intervals."""
    names = _NAMES | {"aer": _rate(sure_only)}
    return figure_table(
        (names[name], score, name)
        for name in score.values
        if name != "f_alpha" or score.values[name] != score.values["f1"]
    )


def tree_table(scores: Mapping[str, Score]) -> str:
    """Show every figure of the scores against trees with its interval."""
    return figure_table(
        (f"{prefix} {_NAMES[name]}".strip(), score, name)
        for metric, score in scores.items()
        for name in score.values
        for prefix in (_METRICS.get(metric, "") if name in ("precision", "recall", "f1") else "",)
    )


def leaf_table(found: LeafCounts) -> str:
    """Show the sizes of final bisegments, and how many links of each class lie inside one."""
    rows = [(size, count, found.leaves) for size, count in found.sizes.items()]
    rows += [(f"{name} links inside", *counts) for name, counts in found.links.items()]
    return table(
        ["final bisegments", "", "of", "share"],
        [
            [name, f"{count:,}", f"{whole:,}", f"{count / whole:.1%}" if whole else ""]
            for name, count, whole in rows
        ],
    )


def label_table(labelled: LabelledConfidence) -> str:
    """Show the probabilities of the links of each label, and how far they lie below sure ones."""
    parts = [record_table(LABELS, labelled.labels)]
    for name, judged in (("not wrong", labelled.possible), ("sure", labelled.sure)):
        figures: dict[str, float] = {
            "ECE": judged.ece,
            "Brier": judged.brier,
            "area of risk": judged.risk.area,
            **{f"error at {share:.0%}": error for share, error in judged.risk.errors.items()},
        }
        counts = f"{judged.links} links, {labelled.missing} not predicted"
        parts.append(table([f"right if {name}", *figures], [[counts, *figures.values()]]))
    return "\n\n".join(parts)


LEAVES = ("leaves", "sizes", "links")
"""What JSON has of final bisegments."""


def words_as_json(run: ScoredWords) -> dict[str, Any]:
    """Return one scored prediction of word links: figures at the top, None what is unknown."""
    score = run.score
    values: dict[str, Any] = {"pred": str(run.prediction), **dict.fromkeys(FIGURES)}
    values |= dict.fromkeys(("intervals", "counts", "signature"))
    if score is not None:
        values |= score_as_json(score)
        values["counts"] = {"pairs": len(score.statistics), **values["counts"]}
    return values | {
        "name": None if score is None else _rate(run.sure_only),
        "trees": {name: score_as_json(each) for name, each in run.trees.items()} or None,
        "depths": [asdict(row) for row in run.depths] or None,
        "leaves": run.leaves and {name: getattr(run.leaves, name) for name in LEAVES},
        "agreement": {name: score_as_json(each) for name, each in run.agreement.items()} or None,
        "confidence": {name: asdict(each) for name, each in run.confidence.items()} or None,
        "labels": None if run.labels is None else asdict(run.labels),
        "pairs": None
        if run.pairs is None
        else {"mean_log": run.pairs.mean_log.tolist(), "uncovered": run.pairs.uncovered.tolist()},
        "note": note_of(run),
    }


def note_of(run: ScoredWords) -> str | None:
    """Return what to keep in mind about an error rate, if there is something."""
    notes = []
    if run.empty:
        trees = count_of(run.empty, "tree")
        notes.append(f"{trees} without nodes left out: the links have no line for them")
    elif run.sure_only:
        notes.append(
            "gold has sure links only: this AER is 1 - F1, not to be compared with one that has "
            "both"
        )
    scores = (run.score, *run.trees.values(), *run.agreement.values())
    notes += dict.fromkeys(each.note for each in scores if each is not None and each.note)
    return "; ".join(notes) or None


def _rate(sure_only: bool) -> str:
    return "AER (sure only)" if sure_only else "AER"
