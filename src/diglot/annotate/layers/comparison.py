"""Judgements of several annotators side by side: what of them is compared, and how.

Reference: Artstein and Poesio 2008, "Inter-coder agreement for computational linguistics" (why a
    coefficient never stands alone).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

from diglot.evaluate.agreement import label_agreement, label_matrix

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from diglot.annotate.bodies import Body
    from diglot.evaluate.agreement.labels import LabelAgreement
    from diglot.pipeline.steps.scores.agreement import AgreementComparison


@dataclass(frozen=True, slots=True)
class AnnotatorJudgement:
    """What one annotator said of one item.

    Attributes:
        item: its key.
        payload: what was shown.
        annotator: by pseudonym.
        cells: the judgement.
        seconds: active time.
    """

    item: str
    payload: Mapping[str, Any]
    annotator: str
    cells: Body
    seconds: float = 0.0


Both: TypeAlias = "list[tuple[AnnotatorJudgement, AnnotatorJudgement]]"
"""Items that two annotators judged, as each saw them."""


Measure: TypeAlias = "tuple[str, LabelAgreement] | AgreementComparison"
"""Labels of all annotators and what is labelled; or what two of them marked or linked."""


def annotator_pairs(
    judgements: Sequence[AnnotatorJudgement],
) -> Iterator[tuple[tuple[str, str], Both]]:
    """Every two annotators with the items that both judged."""
    by_annotator: dict[str, dict[str, AnnotatorJudgement]] = defaultdict(dict)
    for each in judgements:
        by_annotator[each.annotator][each.item] = each
    for one, other in combinations(sorted(by_annotator), 2):
        theirs = by_annotator[other]
        both = [(j, theirs[item]) for item, j in by_annotator[one].items() if item in theirs]
        if both:
            yield (one, other), both


def label_measures(
    name: str,
    judgements: Sequence[AnnotatorJudgement],
    labels_in: Callable[[Body], Mapping[str, str]],
    labels: Sequence[str],
) -> Iterator[Measure]:
    """Coefficients over labels of units inside items; items are what is drawn."""
    said: dict[str, dict[Hashable, str]] = {}
    groups: dict[Hashable, Hashable] = {}
    for each in sorted(judgements, key=lambda judged: judged.annotator):
        mine = said.setdefault(each.annotator, {})
        for unit, label in labels_in(each.cells).items():
            mine[each.item, unit] = label
            groups[each.item, unit] = each.item
    if groups:
        used = {label for mine in said.values() for label in mine.values()}
        known = [label for label in labels if label in used]
        found = label_agreement(label_matrix(said, groups=groups, labels=known))
        yield name, found


def cell_measures(
    name: str, judgements: Sequence[AnnotatorJudgement], labels: Sequence[str] = ()
) -> Iterator[Measure]:
    """Coefficients over the values of one cell."""

    def labels_in(body: Body) -> dict[str, str]:
        return {name: str(body[name])} if name in body else {}

    yield from label_measures(name, judgements, labels_in, labels)
