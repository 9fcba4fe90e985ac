"""Why a pair is believed or doubted, in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.comparison import Comparison

KNOWN = 0.5
"""Likeness from which a word is said to be in the dictionary."""
CLOSE = 0.1
"""A competitor whose score is less than this behind is named."""


def reasons(found: Comparison) -> list[tuple[str, ...]]:
    """Say for every candidate what speaks for it and against it."""
    matches = found.matches
    shares = np.minimum(matches["source_dictionary"], matches["target_dictionary"])
    cognate = np.minimum(matches["source_cognate"], matches["target_cognate"])
    weakest = matches["weakest"]
    words = matches["source_words"]
    identical = matches["identical"]
    number = matches["number"]
    source_rival = _rival(found.candidates.source, found.score)
    target_rival = _rival(found.candidates.target, found.score)
    gaps = found.rivals.row_gap, found.rivals.column_gap
    said: list[tuple[str, ...]] = []
    for at in range(len(found)):
        parts: list[str] = []
        if identical[at]:
            parts.append("written alike")
        elif shares[at] >= KNOWN:
            parts.append("in the dictionary" if words[at] == 1 else "words in the dictionary")
        elif cognate[at] >= KNOWN:
            parts.append(f"cognate {cognate[at]:.2f}")
        if weakest[at] == 0:
            parts.append("a word without counterpart")
        if number[at] < 1:
            parts.append("singular and plural")
        if gaps[0][at] < CLOSE and source_rival[at] >= 0:
            rival = found.candidates.target[source_rival[at]]
            parts.append(f"close competitor {found.target.terms[rival]}")
        if gaps[1][at] < CLOSE and target_rival[at] >= 0:
            rival = found.candidates.source[target_rival[at]]
            parts.append(f"close competitor {found.source.terms[rival]}")
        said.append(tuple(parts))
    return said


def _rival(keys: NDArray[np.int32], score: NDArray[np.float64]) -> NDArray[np.int64]:
    """Return the best other candidate of the same key for every one, -1 for none."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    first = np.searchsorted(ordered, ordered)
    place = np.arange(len(order))
    second = np.minimum(first + 1, len(order) - 1)
    other = np.where(place == first, second, first)
    found = np.full(len(order), -1)
    there = (other != place) & (ordered[other] == ordered)
    found[order[there]] = order[other[there]]
    return found
