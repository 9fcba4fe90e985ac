"""Agreement on divisions."""

from collections.abc import Iterator, Sequence

from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.trees.nodes import trees_of
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import division_agreement
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare the divisions of each item; nodes that nobody has divided or closed are leaves."""
    for between, both in annotator_pairs(judgements):
        score = division_agreement(
            *(
                trees_of(((each.payload, each.cells) for each in side), undivided=True)
                for side in zip(*both, strict=True)
            ),
        )
        yield AgreementComparison("divisions", *between, score)
