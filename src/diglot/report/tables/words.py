"""Scores of word links as tables."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.report.tables.scores import confidence_table, figure_of, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.alignments.confidence import Confidence, LabelledConfidence
    from diglot.evaluate.alignments.trees import DepthRow
    from diglot.model import Score
    from diglot.pipeline import ScoredWords

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


def word_tables(run: ScoredWords, *, brief: bool = False, style: str = "terminal") -> list[str]:
    """Show everything that is known of one prediction.

    Args:
        run: the scored prediction.
        brief: leave out profiles and reliability.
        style: ``terminal`` or ``markdown``.
    """
    tables = []
    if run.score is not None:
        tables += [link_table(run.score, sure_only=run.sure_only, style=style)]
    if run.trees:
        tables.append(tree_table(run.trees, style=style))
    if run.agreement:
        tables.append(tree_table(run.agreement, style=style))
    if run.labels is not None:
        tables.append(label_table(run.labels, style=style))
    if not brief:
        if run.depths:
            tables.append(depth_table(run.depths, style=style))
        tables += [
            f"a link is right if it is {right}:\n\n{confidence_table(judged, style=style)}"
            for right, judged in _judged(run)
        ]
    return tables


def link_table(score: Score, *, sure_only: bool = False, style: str = "terminal") -> str:
    """Show alignment error rate, precision, recall and F with their intervals.

    Args:
        score: the score of word links.
        sure_only: say that gold has no possible links.
        style: ``terminal`` or ``markdown``.
    """
    names = {**_NAMES, "aer": "AER (sure only)" if sure_only else "AER"}
    figures = [
        name
        for name in score.values
        if name != "f_alpha" or score.values[name] != score.values["f1"]
    ]
    return _figures({name: (names[name], score) for name in figures}, style)


def tree_table(scores: Mapping[str, Score], *, style: str = "terminal") -> str:
    """Show every figure of the scores against trees with its interval."""
    rows = {}
    for metric, score in scores.items():
        for name in score.values:
            prefix = _METRICS.get(metric, "") if name in ("precision", "recall", "f1") else ""
            rows[f"{metric}.{name}"] = (f"{prefix} {_NAMES[name]}".strip(), score)
    return _figures(rows, style)


def depth_table(rows: Sequence[DepthRow], *, style: str = "terminal") -> str:
    """Show consistency and bisegments by depth of the trees."""
    return table(
        ["depth", "nodes", "consistent", "precision", "recall"],
        [
            [
                str(row.depth),
                str(row.nodes),
                *(figure_of(value) for value in (row.consistency, row.precision, row.recall)),
            ]
            for row in rows
        ],
        style=style,
    )


def label_table(labelled: LabelledConfidence, *, style: str = "terminal") -> str:
    """Show the probabilities of the links of each label, and how far they lie below sure ones."""
    rows = [
        [
            row.label,
            str(row.links),
            "–" if row.mean is None else figure_of(row.mean),
            "–" if row.auc is None else figure_of(row.auc),
        ]
        for row in labelled.labels
    ]
    parts = [table(["label", "links", "mean", "AUC against sure"], rows, style=style)]
    for name, judged in (("not wrong", labelled.possible), ("sure", labelled.sure)):
        risks = [figure_of(value) for value in judged.risk.errors.values()]
        parts.append(
            table(
                [
                    f"right if {name}",
                    "ECE",
                    "Brier",
                    "area of risk",
                    *(f"error at {share:.0%}" for share in judged.risk.errors),
                ],
                [
                    [
                        f"{judged.links} links, {labelled.missing} not predicted",
                        figure_of(judged.ece),
                        figure_of(judged.brier),
                        figure_of(judged.risk.area),
                        *risks,
                    ]
                ],
                style=style,
            )
        )
    return "\n\n".join(parts)


def _judged(run: ScoredWords) -> Iterator[tuple[str, Confidence]]:
    """Give the quality of the probabilities by what counts as right."""
    for name, judged in run.confidence.items():
        if name == "sure" or not run.sure_only:
            yield f"{name} in gold", judged
    if run.labels is not None:
        yield "labelled, but not as wrong", run.labels.possible
        yield "labelled as sure", run.labels.sure


def _figures(rows: Mapping[str, tuple[str, Score]], style: str) -> str:
    """Lay out one figure a line; the part of a key after the last full stop is its name."""
    cells = []
    for key, (shown, score) in rows.items():
        name = key.rpartition(".")[2]
        interval = score.intervals.get(name)
        cells.append(
            [
                shown,
                figure_of(score.values[name]),
                f"{figure_of(interval[0])}–{figure_of(interval[1])}" if interval else "",
            ]
        )
    return table(["", "value", "95 %"], cells, style=style)
