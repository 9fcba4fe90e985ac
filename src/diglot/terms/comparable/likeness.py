"""How alike two words are written, by common letters or by edits, whatever their scripts."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.terms.comparable.spelling import letters, plain, sound

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.word_similarity import Relation

MEASURES = ("common", "edits")
"""Longest common subsequence over the longer word; 1 - edit distance over the longer word."""
LEAST = 0.7
SHORT = 4
SHORT_WEIGHT = 0.7
"""Short words look alike by chance."""
ROOM = 4096


def cognates(
    source: TermList, target: TermList, *, measure: str = "common", least: float = LEAST
) -> Relation:
    """Find the pairs of words that are written alike.

    Accents, scripts and letters that languages choose between for one sound do not count; words
    in Han characters are like no other.

    Args:
        source: terms of the source language.
        target: terms of the target language.
        measure: ``common`` or ``edits``.
        least: least likeness, in (0, 1].

    Returns:
        Source words, target words and likeness, ascending; of source words with fewer than four
        letters it is lowered.

    Raises:
        ConfigError: there is no such measure.
    """
    from diglot.terms.kernels.likeness import alike

    by_edits = _by_edits(measure)
    one = letters([sound(word) for word in source.words])
    other = letters([sound(word) for word in target.words])
    lines, columns, shares = alike(*one, *other, by_edits, least, ROOM)
    short = np.diff(one[1])[lines] < SHORT
    return lines, columns, np.where(short, SHORT_WEIGHT * shares, shares)


def of_pairs(
    source: Sequence[str],
    target: Sequence[str],
    rows: NDArray[np.integer],
    columns: NDArray[np.integer],
    *,
    measure: str = "common",
) -> NDArray[np.float64]:
    """Return the likeness of given pairs of whole terms, accents and scripts apart.

    Args:
        source: terms.
        target: terms.
        rows: shape (pairs,), numbers of source terms.
        columns: shape (pairs,), numbers of target terms.
        measure: ``common`` or ``edits``.

    Returns:
        Shape (pairs,), in [0, 1].

    Raises:
        ConfigError: there is no such measure.
    """
    from diglot.terms.kernels.likeness import alike_of_pairs

    by_edits = _by_edits(measure)
    one, other = (
        letters([plain(term) for term in source]),
        letters([plain(term) for term in target]),
    )
    shares: NDArray[np.float64] = alike_of_pairs(*one, *other, rows, columns, by_edits)
    return shares


def _by_edits(measure: str) -> bool:
    if measure not in MEASURES:
        raise ConfigError(f"there is no likeness {measure!r}; there are {', '.join(MEASURES)}")
    return measure == "edits"
