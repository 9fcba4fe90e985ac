"""The default methods: pairs ranked by formula, or by a ranker on the same figures."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.model import TermPair
from diglot.terms.comparable import scoring
from diglot.terms.comparable.comparison import Comparison, compare
from diglot.terms.comparable.reasons import reasons
from diglot.terms.ranker import logistic

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.resources import Resources

SLOPE, OFFSET = 4.0, -1.0
"""Log-odds that a pair is right, of the logarithm of its score by formula."""


def by_formula(
    source_terms: Sequence[str], target_terms: Sequence[str], resources: Resources
) -> list[TermPair]:
    """Rank by the score of `scoring.ranked`; needs no training.

    Uses the dictionary, which may be empty, and frequencies and words of the texts where given.
    """
    found = compare(source_terms, target_terms, resources)
    score = scoring.ranked(found.score, found.rivals)
    log_odds = SLOPE * np.log(np.maximum(score, 1e-9)) + OFFSET
    return _pairs(found, score, logistic(log_odds), resources)


def _pairs(
    found: Comparison,
    score: NDArray[np.float64],
    probability: NDArray[np.float64],
    resources: Resources,
) -> list[TermPair]:
    """Make values of arrays."""
    frequencies = resources.source.frequencies or {}, resources.target.frequencies or {}
    said = reasons(found)
    candidates = found.candidates
    pairs = []
    for number, (i, j, points, chance) in enumerate(
        zip(
            candidates.source.tolist(),
            candidates.target.tolist(),
            score.tolist(),
            probability.tolist(),
            strict=True,
        )
    ):
        one, other = found.source.terms[i], found.target.terms[j]
        pairs.append(
            TermPair(
                one,
                other,
                score=points,
                probability=chance,
                source_frequency=frequencies[0].get(one),
                target_frequency=frequencies[1].get(other),
                reasons=said[number],
            )
        )
    return pairs
