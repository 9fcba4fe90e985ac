"""How likely every candidate of a text is a term of its subject."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.characters import is_in_characters
from diglot.terms.extraction import count, scores
from diglot.terms.sifting import is_name

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.candidates import Candidates
    from diglot.terms.termhood import TermRanker


def candidate_termhood(
    found: Candidates,
    *,
    least_frequency: int = 1,
    names: bool = False,
    ranker: TermRanker | None = None,
) -> NDArray[np.float64] | None:
    """Return the probability of all candidates that they are terms.

    Args:
        found: candidates.
        least_frequency: rarer ones get 0.
        names: False gives proper names 0.
        ranker: the user's own; None: the shipped one.

    Returns:
        Shape (n-grams,); None for texts cut into characters, whose candidates get no probability.
    """
    if is_in_characters(found.corpus):
        return None
    values = np.zeros(len(found))
    if not len(found):
        return values
    text = count(found, least_frequency=least_frequency)
    if len(text.seen):
        known = scores(text, ranker=ranker)
        if not names:
            known = np.where(is_name(text), 0.0, known)
        values[text.seen.numbers] = known
    return values
