"""Measures of association between two terms of a parallel text, by name.

Every pair of terms has four counts: sentence pairs that hold both, that hold the source, that hold
the target, and all. A measure makes one feature of them.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

Values = NDArray[np.float64]


class AssociationMeasure(Protocol):
    """A measure of association."""

    def __call__(self, both: Values, source: Values, target: Values, pairs: float) -> Values:
        """Score pairs; the higher, the stronger the association.

        Args:
            both: shape (n,), sentence pairs in which both stand, or stand linked.
            source: shape (n,), sentence pairs that hold the source.
            target: shape (n,), sentence pairs that hold the target.
            pairs: number of sentence pairs.
        """


def joint_count(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Sentence pairs that hold both."""
    del source, target, pairs
    return both


def dice_coefficient(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return 2 both / (source + target).

    Reference: Dice (1945), Measures of the amount of ecologic association between species.
    """
    del pairs
    return 2 * both / (source + target)


def jaccard_index(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return both / either.

    Reference: Jaccard (1912), The distribution of the flora in the Alpine zone.
    """
    del pairs
    return both / (source + target - both)


def association_cosine(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return both / sqrt(source target).

    Reference: Ochiai (1957), Zoogeographical studies on the soleoid fishes found in Japan.
    """
    del pairs
    return both / np.sqrt(source * target)


def signed_log_likelihood(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return -2 ln lambda of the two-by-two table, negative where they shun each other.

    Reference: Dunning (1993), Accurate methods for the statistics of surprise and coincidence.
    """
    cells = (
        (both, source, target),
        (source - both, source, pairs - target),
        (target - both, pairs - source, target),
        (pairs - source - target + both, pairs - source, pairs - target),
    )
    total = np.zeros(len(both))
    for observed, row, column in cells:
        there = observed > 0
        # Where something was observed, neither margin is zero.
        expected = np.where(there, row * column / pairs, 1.0)
        total += np.where(there, observed * np.log(np.where(there, observed, 1.0) / expected), 0.0)
    return 2 * total * np.where(both * pairs >= source * target, 1.0, -1.0)


def chi_squared(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return chi squared of the two-by-two table, negative where they shun each other.

    A candidate that every sentence pair holds says nothing: 0.

    Reference: Gale and Church (1991), Identifying word correspondences in parallel texts (as
    phi squared, which is this over the number of pairs).
    """
    excess = both * pairs - source * target
    margins = source * target * (pairs - source) * (pairs - target)
    tells = margins > 0
    return np.where(tells, pairs * excess * np.abs(excess) / np.where(tells, margins, 1.0), 0.0)


def pmi(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return pointwise mutual information in bits.

    Reference: Church and Hanks (1990), Word association norms, mutual information, lexicography.
    """
    return np.log2(both * pairs / (source * target))


def npmi(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return pointwise mutual information over its maximum, in [-1, 1].

    Reference: Bouma (2009), Normalized (pointwise) mutual information in collocation extraction.
    """
    everywhere = both >= pairs
    surprise = np.where(everywhere, 1.0, np.log2(pairs / both))
    # What stands in every sentence pair is neither near nor far.
    return np.where(everywhere, 0.0, pmi(both, source, target, pairs) / surprise)


def t_score(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return (observed - expected) / sqrt(observed).

    Reference: Church, Gale, Hanks and Hindle (1991), Using statistics in lexical analysis; Fung
    and Church (1994), K-vec, for translations.
    """
    return (both - source * target / pairs) / np.sqrt(both)


def z_score(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return (observed - expected) / sqrt(expected).

    Reference: Berry-Rogghe (1973), The computation of collocations and their relevance.
    """
    expected = source * target / pairs
    return (both - expected) / np.sqrt(expected)


def min_log(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return min(both / source, both / target) ln(1 + both): sure both ways, and often seen."""
    del pairs
    return both / np.maximum(source, target) * np.log1p(both)


def dice_log(both: Values, source: Values, target: Values, pairs: float) -> Values:
    """Return Dice's coefficient times ln(1 + both)."""
    return dice_coefficient(both, source, target, pairs) * np.log1p(both)


MEASURES: Mapping[str, AssociationMeasure] = {
    "count": joint_count,
    "dice": dice_coefficient,
    "jaccard": jaccard_index,
    "cosine": association_cosine,
    "llr": signed_log_likelihood,
    "chi2": chi_squared,
    "pmi": pmi,
    "npmi": npmi,
    "t-score": t_score,
    "z-score": z_score,
    "min-log": min_log,
    "dice-log": dice_log,
}
"""Measures of association, by name."""
