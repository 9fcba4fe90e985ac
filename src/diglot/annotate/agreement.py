"""Agreement between annotators, layer by layer: what is compared, and by which measures."""

from __future__ import annotations

import statistics
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from itertools import combinations, pairwise
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from diglot.annotate.layers.cells import (
    doubly_numbered_cells,
    marked_spans,
    numbered_cells,
    text_of,
    tokens_in,
    tokens_of,
)
from diglot.annotate.layers.groups.rules import groups_of
from diglot.annotate.layers.sentences.beads import beads_of
from diglot.annotate.layers.trees.nodes import nodes
from diglot.errors import ConfigError
from diglot.evaluate.agreement import (
    RESAMPLES,
    bead_agreement,
    division_agreement,
    label_agreement,
    label_matrix,
    link_agreement,
    set_agreement,
    span_agreement,
    with_interval,
)
from diglot.evaluate.agreement.alignments import CLASSES
from diglot.model import BisegmentTrees, Link, WordLinks
from diglot.pipeline.steps.scores.agreement import AgreementComparison, AgreementReport

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from diglot.annotate.bodies import Body
    from diglot.annotate.layers.cells import Payload
    from diglot.annotate.layers.sentences.beads import Bead
    from diglot.annotate.schemes import Scheme
    from diglot.annotate.store import Store
    from diglot.annotate.store.records import LayerRecord
    from diglot.evaluate.agreement.labels import LabelAgreement

Span = tuple[int, int]


def bead_sides(
    items: Sequence[tuple[Payload, Body, Body]],
) -> tuple[list[Link], list[Link], tuple[list[str], list[str]]]:
    """Links of two annotators over common segments, pairs of documents one after another.

    Where one of them has divided a segment the pieces are the segments for both.

    Args:
        items: payload, and the cells of the two.

    Returns:
        Links of one, links of the other, texts of the source and of the target segments.
    """
    links: tuple[list[Link], list[Link]] = ([], [])
    texts: tuple[list[str], list[str]] = ([], [])
    for payload, *bodies in items:
        judged = [beads_of(body) for body in bodies]
        pieces = [
            _pieces(text_of(payload, "source"), [span for each in judged for span in each.source]),
            _pieces(text_of(payload, "target"), [span for each in judged for span in each.target]),
        ]
        for found, beads in zip(links, judged, strict=True):
            for bead in beads.beads:
                found.append(_link(bead, pieces, (len(texts[0]), len(texts[1]))))
        for side, spans, known in zip(("source", "target"), pieces, texts, strict=True):
            text = text_of(payload, side)
            known += [text[start:end] for start, end in spans]
    return links[0], links[1], texts


def _pieces(text: str, segments: Sequence[Span]) -> list[Span]:
    cuts = sorted({cut for span in segments for cut in span})
    return [(start, end) for start, end in pairwise(cuts) if text[start:end].strip()]


def _link(bead: Bead, pieces: Sequence[Sequence[Span]], before: tuple[int, int]) -> Link:
    source, target = (
        tuple(
            first + number
            for number, (start, end) in enumerate(spans)
            if span[0] <= start and end <= span[1]
        )
        for spans, span, first in zip(pieces, (bead.source, bead.target), before, strict=True)
    )
    return Link(source, target)


def words_of(items: Sequence[tuple[Payload, Body]], scheme: Scheme) -> WordLinks:
    """Links between all words of each group; those of labels that are not sure are possible."""
    sure = {label.name for label in scheme.labels if label.links == "S"}
    source: list[int] = []
    target: list[int] = []
    possible: list[bool] = []
    offsets = [0]
    for payload, body in items:
        numbers = [
            {start: at for at, (start, _) in enumerate(tokens_of(payload, side))}
            for side in ("source", "target")
        ]
        marks: dict[tuple[int, int], bool] = {}
        for _, (ours, theirs, label) in groups_of(body):
            for s in ours:
                for t in theirs:
                    link = (numbers[0][s], numbers[1][t])
                    marks[link] = marks.get(link, True) and label not in sure
        for (s, t), mark in sorted(marks.items()):
            source.append(s)
            target.append(t)
            possible.append(mark)
        offsets.append(len(source))
    return WordLinks(
        np.array(offsets, dtype=np.int64),
        np.array(source, dtype=np.int32),
        np.array(target, dtype=np.int32),
        possible=np.array(possible, dtype=np.bool_),
    )


def trees_of(items: Sequence[tuple[Payload, Body]]) -> BisegmentTrees:
    """The divisions of each item, nodes that nobody has divided or closed being leaves."""
    blocks: list[tuple[int, int, int, int]] = []
    parents: list[int] = []
    depths: list[int] = []
    offsets = [0]
    for payload, body in items:
        rows: dict[str, int] = {}
        for node in nodes(payload, body):
            rows[node.path] = len(blocks)
            blocks.append(node.block)
            parents.append(rows[node.path[:-1]] if node.path else -1)
            depths.append(len(node.path))
        offsets.append(len(blocks))
    table = np.array(blocks, dtype=np.int32).reshape(-1, 4)
    return BisegmentTrees(
        np.array(offsets, dtype=np.int64),
        table[:, :2].copy(),
        table[:, 2:].copy(),
        np.array(parents, dtype=np.int64),
        np.array(depths, dtype=np.int32),
    )


# What of two judgements is compared, by kind of layer, and by which measures.
#
# Reference: Artstein and Poesio 2008, "Inter-coder agreement for computational linguistics" (why a
#     coefficient never stands alone).


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

Measure: TypeAlias = "tuple[str, LabelAgreement] | AgreementComparison"
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
                    yield AgreementComparison(level, *between, scores[level])


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
            yield AgreementComparison("untranslated words of agreed partial pairs", *between, score)


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
        return {f"{s}-{t}": str(label) for s, t, label in doubly_numbered_cells(body, "l")}

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
        yield AgreementComparison("links that are not wrong", *between, score)


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
        yield AgreementComparison("word links", *between, found.score, found.confusion, CLASSES)


def _trees(judgements: Sequence[Judged], _: Scheme) -> Iterator[Measure]:
    for between, both in _pairs(judgements):
        score = division_agreement(
            trees_of([(one.payload, one.cells) for one, _ in both]),
            trees_of([(other.payload, other.cells) for _, other in both]),
        )
        yield AgreementComparison("divisions", *between, score)


def _terms(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    yield from _labelled("status", judgements, _cell("status"), scheme.names)
    yield from _labelled("relation", judgements, _cell("relation"), ())
    for between, both in _pairs(judgements):
        accepted = [
            [judged.item for judged in side if judged.cells.get("status") == "valid"]
            for side in zip(*both, strict=True)
        ]
        yield AgreementComparison("terms accepted", *between, set_agreement(*accepted))


def _matches(judgements: Sequence[Judged], scheme: Scheme) -> Iterator[Measure]:
    yield from _labelled("label", judgements, _cell("label"), scheme.names)


def _questions(judgements: Sequence[Judged], _: Scheme) -> Iterator[Measure]:
    for question in ("term", "context"):
        yield from _labelled(question, judgements, _cell(question), ("yes", "no"))
    for between, both in _pairs(judgements):
        marked = [[_words(j) for j in side] for side in zip(*both, strict=True)]
        if any(map(any, marked)):
            yield AgreementComparison("words of the term", *between, span_agreement(*marked))


def _words(judged: Judged) -> list[int]:
    spans = [
        (start, end) for start, end in numbered_cells(judged.cells, "w") if isinstance(end, int)
    ]
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


# How far the annotators of a project agree, layer by layer; never one number alone.


def agreement_of(
    store: Store, layer: str | None = None, *, resamples: int = RESAMPLES, seed: int = 0
) -> list[AgreementReport]:
    """Compare what annotators have declared done; training items are left out.

    Args:
        store: the project.
        layer: name of the only layer to look at; None for all.
        resamples: of the bootstrap by item; 0 for no intervals.
        seed: of the bootstrap.

    Returns:
        A report for each thing that is labelled, at least one for a layer.

    Raises:
        NotFoundError: there is no such layer.
        ConfigError: a negative number of resamples.
    """
    layers = store.layers.all() if layer is None else [store.layers.get(layer)]
    return [
        report
        for each in layers
        for report in agreement(
            each.name, each.kind, each.scheme, _judged(store, each), resamples=resamples, seed=seed
        )
    ]


def agreement(
    name: str,
    kind: str,
    scheme: Scheme,
    judgements: Sequence[Judged],
    *,
    resamples: int = RESAMPLES,
    seed: int = 0,
) -> list[AgreementReport]:
    """Compare the judgements of one layer by all the measures that belong to its kind.

    Args:
        name: of the layer.
        kind: of the layer.
        scheme: whose labels come first in tables.
        judgements: at most one of an annotator for an item.
        resamples: of the bootstrap by item; 0 for no intervals.
        seed: of the bootstrap.

    Returns:
        A report for each thing that is labelled; what was marked or linked stands in the first.

    Raises:
        ConfigError: there is no such kind, or a negative number of resamples.
    """
    if kind not in MEASURES:
        raise ConfigError(f"there is no kind {kind!r}; there are {', '.join(MEASURES)}")
    if resamples < 0:
        raise ConfigError(f"the number of resamples is {resamples}; it must not be negative")
    counts = Counter(each.item for each in judgements)
    shared = sum(count > 1 for count in counts.values())
    labelled: list[tuple[str, LabelAgreement]] = []
    compared: list[AgreementComparison] = []
    for measure in MEASURES[kind](judgements, scheme) if shared else ():
        if isinstance(measure, AgreementComparison):
            score = with_interval(measure.score, resamples=resamples, seed=seed)
            compared.append(replace(measure, score=score))
        else:
            score = with_interval(measure[1].score, resamples=resamples, seed=seed)
            labelled.append((f"{name}: {measure[0]}", replace(measure[1], score=score)))
    remarks = _remarks(judgements, shared)
    what, first = labelled[0] if labelled else (name, None)
    return [
        AgreementReport(what, kind, first, tuple(compared), remarks),
        *(AgreementReport(what, kind, found, (), ()) for what, found in labelled[1:]),
    ]


def _remarks(judgements: Sequence[Judged], shared: int) -> tuple[str, ...]:
    """How much there is to compare, and how fast each annotator was."""
    if not shared:
        return (f"no item has two judgements that are done, of {len(judgements):,} judgements",)
    seconds: dict[str, list[float]] = defaultdict(list)
    for each in judgements:
        seconds[each.annotator].append(each.seconds)
    return tuple(
        f"{annotator}: {len(times):,} items, median {statistics.median(times):.1f} seconds"
        for annotator, times in sorted(seconds.items())
    )


def _judged(store: Store, layer: LayerRecord) -> list[Judged]:
    """What annotators have done, decisions of adjudicators left out."""
    done = [
        each
        for each in store.judgements.all(layer.id)
        if each.role == "annotator" and each.state != "draft" and not each.sandbox
    ]
    wanted = {each.item for each in done}
    payloads = {item.id: item.payload for item in store.items.each(layer.id) if item.id in wanted}
    return [
        Judged(each.key, payloads[each.item], each.user, each.cells, each.seconds) for each in done
    ]
