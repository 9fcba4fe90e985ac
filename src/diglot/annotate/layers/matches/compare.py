"""Agreement on matches of a termbase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.comparison import cell_measures

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from diglot.annotate.layers.comparison import AnnotatorJudgement, Measure
    from diglot.annotate.schemes import Scheme


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels."""
    yield from cell_measures("label", judgements, scheme.names)
