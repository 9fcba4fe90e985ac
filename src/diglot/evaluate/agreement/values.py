"""Agreement as plain values, for pages, releases and JSON; and how to read it.

An undefined figure is None, and so is its interval.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from diglot.evaluate.agreement.labels import figure_name

if TYPE_CHECKING:
    from diglot.evaluate.agreement.labels import LabelAgreement
    from diglot.model import Score

OF_ALL = ("raw", "alpha", "fleiss", "kappa")
OF_PAIRS = ("raw", "kappa")
OF_LABELS = ("raw", "alpha", "fleiss")

GUIDE = tuple(
    " ".join(line.split())
    for line in """
    Raw agreement depends on how common the labels are: with one label nearly everywhere, guessing
        agrees, too.
    Kappa and alpha take away what chance would agree on. They fall when one label dominates, so
        compare them only between data with similar labels; look at the table of labels first.
    Fleiss' kappa takes the items that everybody judged, alpha all items with two judgements;
        Cohen's kappa is for two people. Where one label is all there is, they are undefined.
    F leaves out what nobody chose. A high F beside a low kappa of the kinds says: people agree on
        what is a link, but not on its kind. Merge labels, or mend the guideline, before anybody
        adjudicates.
    A confusion that leans to one side of the diagonal is a habit of one person, not chance.
    Intervals come from drawing whole sentence pairs anew. Where they overlap widely, do not call
        one of two annotators, texts or guidelines the better one.
    """.strip()
    .replace("\n        ", " ")
    .split("\n")
)
"""What to keep in mind about the figures, one line each."""


def label_values(found: LabelAgreement) -> dict[str, Any]:
    """Return agreement on labels: counts, tables and all figures with their intervals."""
    names, labels = found.annotators, found.labels
    return {
        "annotators": list(names),
        "labels": list(labels),
        "items": found.items,
        "sentence_pairs": found.groups,
        "judgements": {str(many): items for many, items in found.judgements.items()},
        "complete": found.complete,
        "missing": dict(zip(names, found.missing, strict=True)),
        "distribution": {
            name: dict(zip(labels, row, strict=True))
            for name, row in zip(names, found.distribution.tolist(), strict=True)
        },
        "agreed": dict(zip(labels, found.agreed.tolist(), strict=True)),
        "confusion": found.confusion.tolist(),
        "figures": {name: figure_value(found.score, name) for name in OF_ALL},
        "pairs": [
            {
                "first": names[pair.first],
                "second": names[pair.second],
                "items": pair.items,
                **{
                    name: figure_value(found.score, figure_name(name, (pair.first, pair.second)))
                    for name in OF_PAIRS
                },
                "f": {
                    label: figure_value(
                        found.score, figure_name("f", (pair.first, pair.second), number)
                    )
                    for number, label in enumerate(labels)
                },
                "confusion": pair.confusion.tolist(),
            }
            for pair in found.pairs
        ],
        "against_rest": {
            label: {
                name: figure_value(found.score, figure_name(name, label=number))
                for name in OF_LABELS
            }
            for number, label in enumerate(labels)
        },
        "signature": str(found.score.signature),
    }


def score_values(score: Score) -> dict[str, Any]:
    """Return all figures of a score with their intervals, and its counts."""
    totals = dict(zip(score.columns, score.statistics.sum(axis=0).tolist(), strict=True))
    return {
        "figures": {name: figure_value(score, name) for name in score.values},
        "counts": {
            name: round(count) for name, count in totals.items() if name not in score.columns[:2]
        },
        "rows": len(score.statistics),
        "signature": str(score.signature),
    }


def figure_value(score: Score, name: str) -> dict[str, float | None]:
    """Return ``value``, ``low`` and ``high`` of a figure; None for what is undefined."""
    low, high = score.intervals.get(name, (math.nan, math.nan))
    return {
        key: None if math.isnan(value) else value
        for key, value in (("value", score.values[name]), ("low", low), ("high", high))
    }
