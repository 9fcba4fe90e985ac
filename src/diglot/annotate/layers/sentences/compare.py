"""Agreement on which sentences translate each other."""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from diglot.annotate.bodies import Body
from diglot.annotate.layers.cells import Payload, Span, text_of
from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.sentences.beads import Bead, beads_of
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import bead_agreement
from diglot.model import Link
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare links over common segments, by beads and by what is in them."""
    for between, both in annotator_pairs(judgements):
        first, second, texts = bead_sides([(a.payload, a.cells, b.cells) for a, b in both])
        if first and second:
            scores = bead_agreement(first, second, texts=texts).scores
            for level in ("beads", "characters", "sentences", "words", "boundaries"):
                if level in scores:
                    yield AgreementComparison(level, *between, scores[level])


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
