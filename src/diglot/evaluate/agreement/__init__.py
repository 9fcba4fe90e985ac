"""Measures of agreement between annotators.

Labels, links, spans or divisions by two or more annotators enter. Agreement coefficients with
intervals leave.
"""

from __future__ import annotations

from diglot.evaluate.agreement.alignments import (
    BeadAgreement,
    LinkAgreement,
    bead_agreement,
    division_agreement,
    link_agreement,
    set_agreement,
    span_agreement,
)
from diglot.evaluate.agreement.coefficients import (
    MISSING,
    cohen_kappa,
    fleiss_kappa,
    krippendorff_alpha,
    raw_agreement,
)
from diglot.evaluate.agreement.labels import (
    AnnotatorPair,
    LabelAgreement,
    LabelMatrix,
    figure_name,
    label_agreement,
    label_matrix,
)
from diglot.evaluate.alignments.trees import faults, operations
from diglot.evaluate.statistics import significance
from diglot.model import Score

__all__ = [
    "MISSING",
    "RESAMPLES",
    "AnnotatorPair",
    "BeadAgreement",
    "LabelAgreement",
    "LabelMatrix",
    "LinkAgreement",
    "bead_agreement",
    "cohen_kappa",
    "division_agreement",
    "faults",
    "figure_name",
    "fleiss_kappa",
    "krippendorff_alpha",
    "label_agreement",
    "label_matrix",
    "link_agreement",
    "operations",
    "raw_agreement",
    "set_agreement",
    "span_agreement",
    "with_interval",
]

RESAMPLES = significance.DRAWS


def with_interval(score: Score, *, resamples: int = RESAMPLES, seed: int = 0) -> Score:
    """Return ``score`` with 95 % percentile intervals: whole sentence pairs are drawn.

    A resample in which a figure is undefined does not count for it; an interval is NaN if that is
    so in all of them.

    Args:
        score: of any measure here.
        resamples: how many; 0 for no intervals.
        seed: of the random numbers.

    Raises:
        ConfigError: a negative number of resamples.

    Reference: Efron and Tibshirani 1993, chapter 13.
    """
    if resamples == 0 or not len(score.statistics):
        return score
    return significance.bootstrap(score, draws=resamples, seed=seed)
