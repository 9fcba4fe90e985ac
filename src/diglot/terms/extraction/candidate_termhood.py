"""How likely every candidate of a text is a term of its subject."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.characters import is_in_characters
from diglot.terms.extraction.extraction import count, scores
from diglot.terms.extraction.sifting import is_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.termhood import TermRanker


@dataclass(frozen=True, slots=True, eq=False)
class Termhood:
    """What is known of the candidates of one side.

    Attributes:
        probabilities: shape (n-grams,), that a candidate is a term; 0 for those not counted.
        names: shape (n-grams,), True for those that are written as proper names.
    """

    probabilities: NDArray[np.float64]
    names: NDArray[np.bool_]


def candidate_termhood(
    found: Candidates, *, least_frequency: int = 1, ranker: TermRanker | None = None
) -> Termhood | None:
    """Return how likely all candidates are terms, and which are written as names.

    Args:
        found: candidates.
        least_frequency: rarer ones are not counted.
        ranker: the user's own; None: the shipped one.

    Returns:
        None for texts cut into characters, whose candidates get no probability.
    """
    if is_in_characters(found.corpus):
        return None
    known = Termhood(np.zeros(len(found)), np.zeros(len(found), np.bool_))
    if not len(found):
        return known
    text = count(found, least_frequency=least_frequency)
    if len(text.seen):
        known.probabilities[text.seen.numbers] = scores(text, ranker=ranker)
        known.names[text.seen.numbers] = is_name(text)
    return known
