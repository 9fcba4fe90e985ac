"""Agreement on which words correspond."""

from collections.abc import Iterator, Sequence

import numpy as np

from diglot.annotate.layers.cells import SIDES, tokens_of
from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure, annotator_pairs
from diglot.annotate.layers.groups.files import links_of_groups
from diglot.annotate.layers.words import join_links
from diglot.annotate.schemes import Scheme
from diglot.evaluate.agreement import link_agreement
from diglot.evaluate.agreement.alignments import CLASSES
from diglot.pipeline.steps.scores.agreement import AgreementComparison


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare links between all words of each group; those that are not sure are possible."""
    for between, both in annotator_pairs(judgements):
        lengths = tuple(
            np.array([len(tokens_of(one.payload, side)) for one, _ in both], dtype=np.int64)
            for side in SIDES
        )
        found = link_agreement(
            *(
                join_links(
                    [links_of_groups(each.payload, scheme, each.cells, other="P") for each in side]
                )
                for side in zip(*both, strict=True)
            ),
            lengths=(lengths[0], lengths[1]),
        )
        yield AgreementComparison("word links", *between, found.score, found.confusion, CLASSES)
