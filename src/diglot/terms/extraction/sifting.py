"""Which candidates are not listed whatever their score: scraps, figures, proper names."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.terms.extraction.word_figures import PLAIN, noun_capitals

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.termhood import Counted

_CAPITAL, _ACRONYM, _DIGIT, _LETTERS = (
    PLAIN.index(name) for name in ("capital", "acronym", "digit", "characters")
)
_NAME_SHARE = 0.7
_ACRONYM_SHARE = 0.5


def sift(text: Counted, *, least_letters: int, digits: bool) -> NDArray[np.bool_]:
    """Return which candidates are long enough, and without digits where none are wanted."""
    seen, plain = text.seen, text.words.plain
    first = seen.words[:, 0]
    kept = np.asarray((seen.lengths > 1) | (plain[first, _LETTERS] >= least_letters), np.bool_)
    if not digits:
        digit = (seen.words >= 0) & (plain[seen.words, _DIGIT] > 0)
        kept &= digit.sum(axis=1) == 0
    return kept


def is_name(text: Counted) -> NDArray[np.bool_]:
    """Return which candidates are proper names: all their content words have capitals as a rule.

    Sentence beginnings do not count, acronyms are no names; where capitals mark nouns, or a text
    is all titles, nothing is a name.
    """
    seen, plain = text.seen, text.words.plain
    if noun_capitals(text.found.corpus):
        return np.zeros(len(seen), np.bool_)
    # A word that only ever begins sentences has no share: the comparison is False.
    name = (plain[:, _CAPITAL] >= _NAME_SHARE) & (plain[:, _ACRONYM] < _ACRONYM_SHARE)
    return np.asarray((name[seen.words] | ~seen.content).all(axis=1), np.bool_)
