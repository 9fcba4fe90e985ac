"""Agreement on pairs of terms."""

from collections.abc import Iterator, Sequence

from diglot.annotate.layers.comparison import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    cell_measures,
)
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import set_agreement
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare statuses, relations, and which pairs are accepted."""
    yield from cell_measures("status", judgements, scheme.names)
    yield from cell_measures("relation", judgements)
    for between, both in annotator_pairs(judgements):
        accepted = [
            [judged.item for judged in side if judged.cells.get("status") == "valid"]
            for side in zip(*both, strict=True)
        ]
        yield AgreementComparison("terms accepted", *between, set_agreement(*accepted))
