"""What of two judgements is compared, by kind of layer, and by which measures.

Reference: Artstein and Poesio 2008, "Inter-coder agreement for computational linguistics" (why a
    coefficient never stands alone).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from diglot.annotate.compared_structures import bead_sides, trees_of, words_of
from diglot.annotate.layers.cells import doubly_numbered, numbered
from diglot.annotate.layers.spans import marked_spans, tokens_in, tokens_of
from diglot.evaluate.agreement import (
    bead_agreement,
    division_agreement,
    label_agreement,
    label_matrix,
    link_agreement,
    set_agreement,
    span_agreement,
)
from diglot.evaluate.agreement.link_agreement import CLASSES
from diglot.pipeline.steps.scores.agreement import Compared

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from diglot.annotate.bodies import Body
    from diglot.annotate.schemes import Scheme
    from diglot.evaluate.agreement.labels import LabelAgreement


@dataclass(frozen=True, slots=True)
class Judged:
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


Both: TypeAlias = "list[tuple[Judged, Judged]]"
"""Items that two annotators judged, as each saw them."""

Measure: TypeAlias = "tuple[str, LabelAgreement] | Compared"
"""Labels of all annotators and what is labelled; or what two of them marked or linked."""


def _pairs(judgements: Sequence[Judged]) -> Iterator[tuple[tuple[str, str], Both]]:
    """Every two annotators with the items that both judged."""
    by_annotator: dict[str, dict[str, Judged]] = defaultdict(dict)
    for each in judgements:
        by_annotator[each.annotator][each.item] = each
    for one, other in combinations(sorted(by_annotator), 2):
        theirs = by_annotator[other]
        both = [(j, theirs[item]) for item, j in by_annotator[one].items() if item in theirs]
        if both:
            yield (one, other), both


def _labelled(
    name: str,
    judgements: Sequence[Judged],
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


def _cell(name: str) -> Callable[[Body], dict[str, str]]:
    def labels_in(body: Body) -> dict[str, str]:
        return {name: str(body[name])} if name in body else {}

    return labels_in


def _sentences(judgements: Sequence[Judged], _: Scheme) -> Iterator[Measure]:
    for between, both in _pairs(judgements):
        first, second, texts = bead_sides([(a.payload, a.cells, b.cells) for a, b in both])
        if first and second:
            scores = bead_agreement(first, second, texts=texts).scores
            for level in ("beads", "characters", "sentences", "words", "boundaries"):
                if level in scores:
                    yield Compared(level, *between, scores[level])


def _confidence(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    yield from _labelled("label", judgements, _cell("label"), scheme.names)
    for between, both in _pairs(judgements):
        # Only who sees an untranslated part can mark it.
        partial = [each for each in both if all(j.cells.get("label") == "partial" for j in each)]
        if partial:
            score = span_agreement(
                [_marked(one) for one, _ in partial],
                [_marked(other) for _, other in partial],
                weights=[_weights(one) for one, _ in partial],
            )
            yield Compared("untranslated words of agreed partial pairs", *between, score)


def _marked(judged: Judged) -> list[int]:
    """Numbers of the words marked, those of the target after those of the source."""
    source, target = (tokens_of(judged.payload, side) for side in ("source", "target"))
    first = tokens_in(source, marked_spans(judged.cells, "s"))
    second = tokens_in(target, marked_spans(judged.cells, "t"))
    return [*first, *(len(source) + number for number in second)]


def _weights(judged: Judged) -> list[int]:
    return [
        end - start
        for side in ("source", "target")
        for start, end in tokens_of(judged.payload, side)
    ]


def _word_labels(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    def labels_in(body: Body) -> dict[str, str]:
        return {f"{s}-{t}": str(label) for s, t, label in doubly_numbered(body, "l")}

    yield from _labelled("label", judgements, labels_in, scheme.names)
    for between, both in _pairs(judgements):
        chosen: list[dict[Hashable, Hashable]] = [
            {
                (judged.item, unit): judged.item
                for judged in side
                for unit, label in labels_in(judged.cells).items()
                if label != "wrong"
            }
            for side in zip(*both, strict=True)
        ]
        score = set_agreement(*chosen, groups={**chosen[0], **chosen[1]})
        yield Compared("links that are not wrong", *between, score)


def _groups(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    for between, both in _pairs(judgements):
        lengths = tuple(
            np.array([len(tokens_of(one.payload, side)) for one, _ in both], dtype=np.int64)
            for side in ("source", "target")
        )
        found = link_agreement(
            words_of([(one.payload, one.cells) for one, _ in both], scheme),
            words_of([(other.payload, other.cells) for _, other in both], scheme),
            lengths=(lengths[0], lengths[1]),
        )
        yield Compared("word links", *between, found.score, found.confusion, CLASSES)


def _trees(judgements: Sequence[Judged], _: Scheme) -> Iterator[Measure]:
    for between, both in _pairs(judgements):
        score = division_agreement(
            trees_of([(one.payload, one.cells) for one, _ in both]),
            trees_of([(other.payload, other.cells) for _, other in both]),
        )
        yield Compared("divisions", *between, score)


def _terms(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    yield from _labelled("status", judgements, _cell("status"), scheme.names)
    yield from _labelled("relation", judgements, _cell("relation"), ())
    for between, both in _pairs(judgements):
        accepted = [
            [judged.item for judged in side if judged.cells.get("status") == "valid"]
            for side in zip(*both, strict=True)
        ]
        yield Compared("terms accepted", *between, set_agreement(*accepted))


def _matches(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    yield from _labelled("label", judgements, _cell("label"), scheme.names)


def _questions(judgements: Sequence[Judged], _: Scheme) -> Iterator[Measure]:
    for question in ("term", "context"):
        yield from _labelled(question, judgements, _cell(question), ("yes", "no"))
    for between, both in _pairs(judgements):
        marked = [[_words(j) for j in side] for side in zip(*both, strict=True)]
        if any(map(any, marked)):
            yield Compared("words of the term", *between, span_agreement(*marked))


def _words(judged: Judged) -> list[int]:
    spans = [(start, end) for start, end in numbered(judged.cells, "w") if isinstance(end, int)]
    return tokens_in(tokens_of(judged.payload, "output"), sorted(spans))


MEASURES: dict[str, Callable[[Sequence[Judged], Scheme], Iterator[Measure]]] = {
    "sentences": _sentences,
    "confidence": _confidence,
    "word_labels": _word_labels,
    "groups": _groups,
    "trees": _trees,
    "terms": _terms,
    "matches": _matches,
    "questions": _questions,
}
"""Measures by kind of layer, in the order in which they are to be read."""
