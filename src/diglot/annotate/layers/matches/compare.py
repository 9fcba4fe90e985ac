"""Agreement on matches of a termbase."""

from collections.abc import Iterator, Sequence

from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure, cell_measures
from diglot.annotate.schemes import Scheme


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels."""
    yield from cell_measures("label", judgements, scheme.names)
