"""Terms that stand in the texts of one language and are written in the other."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.resources import Resources

RATIO = 4.0
"""How many times more frequent every content word is in the texts of the other language."""


def foreign(target: TermList, resources: Resources) -> NDArray[np.bool_]:
    """Say which target terms are foreign; none is without texts of both languages.

    A term of several content words is foreign if each of them has more than `RATIO` times its
    relative frequency in the source texts. A single word may be shared by the languages.

    Returns:
        Shape (target terms,).
    """
    counts = resources.source.word_counts(), resources.target.word_counts()
    if counts[0] is None or counts[1] is None:
        return np.zeros(len(target), np.bool_)
    totals = [max(1, sum(each.values())) for each in counts if each is not None]
    shares = [
        np.array([each.get(word, 0) / total for word in target.words])
        for each, total in zip(counts, totals, strict=True)
        if each is not None
    ]
    native = shares[0] <= RATIO * shares[1]
    term_of = np.repeat(target.term_of, np.diff(target.offsets))
    written = np.searchsorted(target.term_of, np.arange(len(target)))
    several = np.diff(target.offsets)[written] > 1
    result: NDArray[np.bool_] = several & (np.bincount(term_of, native[target.tokens]) == 0)
    return result
