"""Agreement of annotators as tables, with all that a single number would hide, and as JSON."""

from __future__ import annotations

import math
from itertools import combinations
from typing import TYPE_CHECKING, Any

from diglot.evaluate.agreement.labels import figure_name
from diglot.evaluate.agreement.values import (
    GUIDE,
    OF_ALL,
    OF_LABELS,
    OF_PAIRS,
    label_values,
    score_values,
)
from diglot.report.tables.scores import figure_of, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.evaluate.agreement.labels import LabelAgreement
    from diglot.model import Score
    from diglot.pipeline.steps.scores.agreement import AgreementComparison, AgreementReport

UNDEFINED = "undefined"
# Tables of more pairs of annotators would bury the rest; JSON has them all.
_CONFUSIONS = 6
_SHOWN = {
    "raw": "raw agreement",
    "alpha": "Krippendorff's alpha",
    "fleiss": "Fleiss' kappa",
    "kappa": "Cohen's kappa, mean of pairs",
}
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


def agreement_text(report: AgreementReport, *, brief: bool = False, style: str = "terminal") -> str:
    """Return all tables of a report and its remarks.

    Args:
        report: what was found.
        brief: the figures only, without confusions and distributions.
        style: of `tables.table`.
    """
    parts = [report.name]
    if report.labels is not None:
        parts += _label_parts(report.labels, brief=brief, style=style)
    parts += _compared_parts(report.compared, brief=brief, style=style)
    parts.append("\n".join(f"note: {remark}" for remark in report.remarks))
    return "\n\n".join(part for part in parts if part)


def guide_text() -> str:
    """Return how to read the figures."""
    return "\n".join(("How to read this", *(f"- {line}" for line in GUIDE)))


def agreement_json(report: AgreementReport) -> dict[str, Any]:
    """Return a report as JSON values; what is undefined is null."""
    return {
        "name": report.name,
        "layer": report.layer,
        "labels": None if report.labels is None else label_values(report.labels),
        "compared": [
            {
                "what": each.what,
                "first": each.first,
                "second": each.second,
                **score_values(each.score),
                "table": None if each.table is None else each.table.tolist(),
                "headings": list(each.headings),
            }
            for each in report.compared
        ],
        "remarks": list(report.remarks),
    }


def _label_parts(found: LabelAgreement, *, brief: bool, style: str) -> Iterator[str]:
    counts = ", ".join(
        f"{items:,} with {many} judgement{'' if many == 1 else 's'}"
        for many, items in found.judgements.items()
        if many
    )
    yield f"{found.items:,} items of {found.groups:,} sentence pairs: {counts}"
    yield table(
        ["", "value", "95 %"],
        [[_SHOWN[name], *_cells(found.score, name)] for name in OF_ALL],
        style=style,
    )
    yield _pair_table(found, style)
    if brief:
        return
    yield _label_table(found, style)
    yield _rest_table(found, style)
    yield _disagreements(found, style)
    for pair in found.pairs if len(found.pairs) <= _CONFUSIONS else ():
        first, second = found.annotators[pair.first], found.annotators[pair.second]
        yield _confusion(found.labels, pair.confusion.tolist(), f"{first} ↓ {second} →", style)


def _pair_table(found: LabelAgreement, style: str) -> str:
    rows = []
    for pair in found.pairs:
        names = [figure_name(name, (pair.first, pair.second)) for name in OF_PAIRS]
        cells = [cell for name in names for cell in _cells(found.score, name)]
        who = f"{found.annotators[pair.first]} and {found.annotators[pair.second]}"
        rows.append([who, f"{pair.items:,}", *cells])
    return table(["", "items", "raw", "95 %", "kappa", "95 %"], rows, style=style) if rows else ""


def _label_table(found: LabelAgreement, style: str) -> str:
    """Show what all agreed on, and who gave which label how often."""
    rows = [
        [
            label,
            f"{int(found.agreed[number]):,}",
            *(f"{int(n):,}" for n in found.distribution[:, number]),
        ]
        for number, label in enumerate(found.labels)
    ]
    given = found.distribution.sum(axis=1)
    rows.append(["all", f"{int(found.agreed.sum()):,}", *(f"{int(n):,}" for n in given)])
    rows.append(["missing", "", *(f"{n:,}" for n in found.missing)])
    return table(["label", "agreed", *found.annotators], rows, style=style)


def _rest_table(found: LabelAgreement, style: str) -> str:
    """Show each label against all others."""
    header = ["label against the rest"]
    for name in ("raw", "alpha", "Fleiss"):
        header += [name, "95 %"]
    rows = [
        [
            label,
            *(
                cell
                for name in OF_LABELS
                for cell in _cells(found.score, figure_name(name, label=number))
            ),
        ]
        for number, label in enumerate(found.labels)
        if found.distribution[:, number].any()
    ]
    return table(header, rows, style=style)


def _disagreements(found: LabelAgreement, style: str) -> str:
    """Show which labels stand against each other, over all pairs of annotators."""
    counts = [
        (int(found.confusion[one, other]), f"{found.labels[one]} – {found.labels[other]}")
        for one, other in combinations(range(len(found.labels)), 2)
        if found.confusion[one, other]
    ]
    rows = [[labels, f"{count:,}"] for count, labels in sorted(counts, key=lambda row: -row[0])]
    return table(["disagreement", "pairs of judgements"], rows, style=style) if rows else ""


def _compared_parts(
    compared: Sequence[AgreementComparison], *, brief: bool, style: str
) -> Iterator[str]:
    """Show one table for each thing that was compared, all pairs of annotators in it."""
    for what in dict.fromkeys(each.what for each in compared):
        here = [each for each in compared if each.what == what]
        rows = [
            [
                f"{each.first} and {each.second}" if first else "",
                _FIGURES.get(name, name),
                *_cells(each.score, name),
            ]
            for each in here
            for first, name in _marked(name for name in each.score.values if name not in _HIDDEN)
        ]
        yield table([_WHAT.get(what, what), "", "value", "95 %"], rows, style=style)
        if brief:
            continue
        for each in here:
            yield f"{each.first} and {each.second}: {_counts(each.score)}"
            if each.table is not None:
                corner = f"{each.first} ↓ {each.second} →"
                yield _confusion(each.headings, each.table.tolist(), corner, style)


def _marked(names: Iterator[str]) -> Iterator[tuple[bool, str]]:
    for number, name in enumerate(names):
        yield number == 0, name


def _counts(score: Score) -> str:
    values = score_values(score)
    shown = ", ".join(
        f"{name.replace('_', ' ')} {count:,}" for name, count in values["counts"].items()
    )
    return f"{values['rows']:,} {score.columns[1]}s; {shown}"


def _confusion(
    labels: Sequence[str], counts: Sequence[Sequence[int]], corner: str, style: str
) -> str:
    """Show a table of counts without the rows and columns that are empty."""
    used = [
        number
        for number in range(len(labels))
        if any(counts[number]) or any(row[number] for row in counts)
    ]
    rows = [[labels[k], *(f"{int(counts[k][j]):,}" for j in used)] for k in used]
    return table([corner, *(labels[k] for k in used)], rows, style=style)


def _cells(score: Score, name: str) -> list[str]:
    """Return a figure and its interval."""
    value = score.values[name]
    if math.isnan(value):
        return [UNDEFINED, ""]
    low, high = score.intervals.get(name, (math.nan, math.nan))
    return [_shown(value), "" if math.isnan(low) else f"{_shown(low)} to {_shown(high)}"]


def _shown(value: float) -> str:
    """Write a figure that may be negative: .875, -.125."""
    return figure_of(value) if value >= 0 else f"-{figure_of(-value)}"
