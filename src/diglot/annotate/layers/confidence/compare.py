"""Agreement on how well sentences translate each other, and on what is left untranslated."""

from collections.abc import Iterator, Sequence

from diglot.annotate.layers.cells import SIDES, marked_spans, tokens_in, tokens_of
from diglot.annotate.layers.comparison import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    cell_measures,
)
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import span_agreement
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels, and the words marked in pairs that both call partial."""
    yield from cell_measures("label", judgements, scheme.names)
    for between, both in annotator_pairs(judgements):
        # Only who sees an untranslated part can mark it.
        partial = [each for each in both if all(j.cells.get("label") == "partial" for j in each)]
        if partial:
            score = span_agreement(
                [_marked(one) for one, _ in partial],
                [_marked(other) for _, other in partial],
                weights=[_weights(one) for one, _ in partial],
            )
            yield AgreementComparison("untranslated words of agreed partial pairs", *between, score)


def _marked(judged: AnnotatorJudgement) -> list[int]:
    """Numbers of the words marked, those of the target after those of the source."""
    source, target = (tokens_of(judged.payload, side) for side in SIDES)
    first = tokens_in(source, marked_spans(judged.cells, "s"))
    second = tokens_in(target, marked_spans(judged.cells, "t"))
    return [*first, *(len(source) + number for number in second)]


def _weights(judged: AnnotatorJudgement) -> list[int]:
    return [end - start for side in SIDES for start, end in tokens_of(judged.payload, side)]
