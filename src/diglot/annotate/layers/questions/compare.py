"""Agreement on answers to questions, and on the words of a term."""

from collections.abc import Iterator, Sequence

from diglot.annotate.layers.cells import marked_spans, tokens_in, tokens_of
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
    """Compare both answers, and the words marked as the term."""
    for question in ("term", "context"):
        yield from cell_measures(question, judgements, ("yes", "no"))
    for between, both in annotator_pairs(judgements):
        marked = [[_words(j) for j in side] for side in zip(*both, strict=True)]
        if any(map(any, marked)):
            yield AgreementComparison("words of the term", *between, span_agreement(*marked))


def _words(judged: AnnotatorJudgement) -> list[int]:
    return tokens_in(tokens_of(judged.payload, "output"), marked_spans(judged.cells, "w"))
