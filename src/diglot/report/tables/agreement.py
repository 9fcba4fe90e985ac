"""Agreement of annotators as tables, with all that a single number would hide, and as JSON.

An undefined figure is None in JSON, and so is its interval.
"""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diglot.evaluate.agreement.labels import LabelAgreement, figure_name
from diglot.plurals import count_of
from diglot.report.tables.layout import counts_as_json, figure_cells, number_as_json, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.model import Score
    from diglot.pipeline.steps.scores.agreement import AgreementComparison, AgreementReport

OF_ALL = {
    "raw": "raw agreement",
    "alpha": "Krippendorff's alpha",
    "fleiss": "Fleiss' kappa",
    "kappa": "Cohen's kappa, mean of pairs",
}
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
        what is a link, but not on its kind. Merge labels, or revise the guideline, before anybody
        adjudicates.
    A confusion that leans to one side of the diagonal is a habit of one person, not chance.
    Intervals come from drawing whole sentence pairs again. Where they overlap widely, do not call
        one of two annotators, texts or guidelines the better one.
    """.strip()
    .replace("\n        ", " ")
    .split("\n")
)
"""What to keep in mind about the figures, one line each."""

# Tables of more pairs of annotators would bury the rest; JSON has them all.
_CONFUSIONS = 6
_WHAT = {
    "divisions": "trees",
    "beads": "sentence links",
    "sentences": "pairs of sentences",
    "words": "words linked",
    "characters": "characters linked",
    "boundaries": "boundaries of links",
}
_FIGURES = {
    "f": "F",
    "f1": "F",
    "f_weighted": "F of characters",
    "identical": "the same places",
    "f_sure": "F of sure links",
    "aer_first": "AER, the first as reference",
    "aer_second": "AER, the second as reference",
    "kappa": "Cohen's kappa",
    "raw": "raw agreement",
    "brackets": "F of brackets",
    "divided": "F of brackets without leaves",
    "leaves": "F of leaves",
    "links": "F of sure links",
    "crossing": "share of crossing brackets",
    "splits": "the same split of the same node",
}
# Precision, recall and the like say nothing new where nobody is gold.
_HIDDEN = ("precision", "recall", "silence", "noise")


def agreement_text(report: AgreementReport, *, brief: bool = False) -> str:
    """Return all tables of a report and its remarks."""
    parts = [report.name]
    if report.labels is not None:
        parts += _label_parts(report.labels, brief=brief)
    parts += _compared_parts(report.compared, brief=brief)
    parts.append("\n".join(f"note: {remark}" for remark in _remarks(report)))
    return "\n\n".join(part for part in parts if part)


def guide_text() -> str:
    """Return how to read the figures."""
    return "\n".join(("How to read this", *(f"- {line}" for line in GUIDE)))


def agreement_json(report: AgreementReport) -> dict[str, Any]:
    """Return a report as JSON values; what is undefined is null."""
    return {
        "name": report.name,
        "layer": report.layer,
        "labels": None if report.labels is None else _labels_as_json(report.labels),
        "compared": [
            {
                "what": each.what,
                "first": each.first,
                "second": each.second,
                "figures": {name: _figure(each.score, name) for name in each.score.values},
                "counts": _counts(each.score),
                "rows": len(each.score.statistics),
                "signature": str(each.score.signature),
                "table": None if each.table is None else each.table.tolist(),
                "headings": list(each.headings),
            }
            for each in report.compared
        ],
        "remarks": _remarks(report),
    }


def _remarks(report: AgreementReport) -> list[str]:
    """Return the remarks of a report, and why figures have no intervals."""
    scores = [each.score for each in (report.labels, *report.compared) if each is not None]
    return list(dict.fromkeys([*report.remarks, *(each.note for each in scores if each.note)]))


def _labels_as_json(found: LabelAgreement) -> dict[str, Any]:
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
        "figures": {name: _figure(found.score, name) for name in OF_ALL},
        "pairs": [
            {
                "first": names[pair.first],
                "second": names[pair.second],
                "items": pair.items,
                **{
                    name: _figure(found.score, figure_name(name, (pair.first, pair.second)))
                    for name in OF_PAIRS
                },
                "f": {
                    label: _figure(found.score, figure_name("f", (pair.first, pair.second), number))
                    for number, label in enumerate(labels)
                },
                "confusion": pair.confusion.tolist(),
            }
            for pair in found.pairs
        ],
        "against_rest": {
            label: {
                name: _figure(found.score, figure_name(name, label=number)) for name in OF_LABELS
            }
            for number, label in enumerate(labels)
        },
        "signature": str(found.score.signature),
    }


def _figure(score: Score, name: str) -> dict[str, float | None]:
    """Return ``value``, ``low`` and ``high`` of a figure; None for what is undefined."""
    low, high = score.intervals.get(name, (math.nan, math.nan))
    figures = {"value": score.values[name], "low": low, "high": high}
    return {key: number_as_json(value) for key, value in figures.items()}


def _label_parts(found: LabelAgreement, *, brief: bool) -> Iterator[str]:
    counts = ", ".join(
        f"{items:,} with {count_of(many, 'judgement')}"
        for many, items in found.judgements.items()
        if many
    )
    yield f"{found.items:,} items of {found.groups:,} sentence pairs: {counts}"
    rows = [[shown, *_cells(found.score, name)] for name, shown in OF_ALL.items()]
    yield table(["", "value", "95 %"], rows)
    yield _pair_table(found)
    if brief:
        return
    yield _label_table(found)
    yield _rest_table(found)
    yield _disagreements(found)
    for pair in found.pairs if len(found.pairs) <= _CONFUSIONS else ():
        first, second = found.annotators[pair.first], found.annotators[pair.second]
        yield _confusion(found.labels, pair.confusion.tolist(), f"{first} ↓ {second} →")


def _pair_table(found: LabelAgreement) -> str:
    if not found.pairs:
        return ""
    rows: list[list[object]] = []
    for pair in found.pairs:
        sides = (pair.first, pair.second)
        who = " and ".join(found.annotators[side] for side in sides)
        cells = _cells(found.score, *(figure_name(name, sides) for name in OF_PAIRS))
        rows.append([who, pair.items, *cells])
    return table(["", "items", "raw", "95 %", "kappa", "95 %"], rows, thousands=True)


def _label_table(found: LabelAgreement) -> str:
    """Show what all agreed on, and who gave which label how often."""
    agreed, given = found.agreed, found.distribution
    rows: list[list[object]] = [
        [label, *map(int, (agreed[number], *given[:, number]))]
        for number, label in enumerate(found.labels)
    ]
    rows.append(["all", *map(int, (agreed.sum(), *given.sum(axis=1)))])
    rows.append(["missing", "", *found.missing])
    return table(["label", "agreed", *found.annotators], rows, thousands=True)


def _rest_table(found: LabelAgreement) -> str:
    """Show each label against all others."""
    header = ["label against the rest", "raw", "95 %", "alpha", "95 %", "Fleiss", "95 %"]
    rows = [
        [label, *_cells(found.score, *(figure_name(name, label=number) for name in OF_LABELS))]
        for number, label in enumerate(found.labels)
        if found.distribution[:, number].any()
    ]
    return table(header, rows)


def _disagreements(found: LabelAgreement) -> str:
    """Show which labels stand against each other, over all pairs of annotators."""
    counts = [
        (int(found.confusion[one, other]), f"{found.labels[one]} – {found.labels[other]}")
        for one, other in combinations(range(len(found.labels)), 2)
        if found.confusion[one, other]
    ]
    rows = [(labels, count) for count, labels in sorted(counts, key=lambda row: -row[0])]
    return table(["disagreement", "pairs of judgements"], rows, thousands=True) if rows else ""


def _compared_parts(compared: Sequence[AgreementComparison], *, brief: bool) -> Iterator[str]:
    """Show one table for each thing that was compared, all pairs of annotators in it."""
    for what in dict.fromkeys(each.what for each in compared):
        here = [each for each in compared if each.what == what]
        rows = [
            [
                "" if number else f"{each.first} and {each.second}",
                _FIGURES.get(name, name),
                *_cells(each.score, name),
            ]
            for each in here
            for number, name in enumerate(n for n in each.score.values if n not in _HIDDEN)
        ]
        yield table([_WHAT.get(what, what), "", "value", "95 %"], rows)
        if brief:
            continue
        for each in here:
            counts = _counts(each.score).items()
            shown = ", ".join(f"{name.replace('_', ' ')} {count:,}" for name, count in counts)
            rows_of = count_of(len(each.score.statistics), each.score.columns[1])
            yield f"{each.first} and {each.second}: {rows_of}; {shown}"
            if each.table is not None:
                corner = f"{each.first} ↓ {each.second} →"
                yield _confusion(each.headings, each.table.tolist(), corner)


def _counts(score: Score) -> dict[str, int]:
    return {name: round(count) for name, count in counts_as_json(score).items()}


def _confusion(labels: Sequence[str], counts: Sequence[Sequence[int]], corner: str) -> str:
    """Show a table of counts without the rows and columns that are empty."""
    used = [
        number
        for number in range(len(labels))
        if any(counts[number]) or any(row[number] for row in counts)
    ]
    rows = ([labels[k], *(int(counts[k][j]) for j in used)] for k in used)
    return table([corner, *(labels[k] for k in used)], rows, thousands=True)


def _cells(score: Score, *names: str) -> list[str]:
    return [cell for name in names for cell in figure_cells(score, name, between=" to ")]
