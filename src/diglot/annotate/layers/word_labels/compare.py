"""Agreement on the labels of links between words."""

from collections.abc import Hashable, Iterator, Sequence

from diglot.annotate.bodies import Body
from diglot.annotate.layers.cells import doubly_numbered_cells
from diglot.annotate.layers.comparison import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    label_measures,
)
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import set_agreement
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels, and which links are not called wrong."""

    def labels_in(body: Body) -> dict[str, str]:
        return {f"{s}-{t}": str(label) for s, t, label in doubly_numbered_cells(body, "l")}

    yield from label_measures("label", judgements, labels_in, scheme.names)
    for between, both in annotator_pairs(judgements):
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
