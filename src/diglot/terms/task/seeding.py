"""Sentences of a domain: those that hold one of its terms.

Reference: Adjali et al. 2022, section 3.2 (a thesaurus as keyword queries).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray


def holding(
    sentences: Iterable[Sequence[str]], terms: Iterable[Sequence[str]]
) -> tuple[NDArray[np.bool_], int]:
    """Find the sentences that hold a term as a run of whole words, in any case of letters.

    Args:
        sentences: tokens of every sentence.
        terms: tokens of every term.

    Returns:
        Which sentences hold one, shape (sentences,), and how many terms were found at all.
    """
    wanted = {tuple(word.casefold() for word in term) for term in terms} - {()}
    # Most words begin no term: they need one look each.
    lengths: dict[str, set[int]] = {}
    for term in wanted:
        lengths.setdefault(term[0], set()).add(len(term))
    found: set[tuple[str, ...]] = set()
    marks = []
    for sentence in sentences:
        words = [word.casefold() for word in sentence]
        held = {
            run
            for place, word in enumerate(words)
            for length in lengths.get(word, ())
            if (run := tuple(words[place : place + length])) in wanted
        }
        found |= held
        marks.append(bool(held))
    return np.array(marks, np.bool_).reshape(-1), len(found)
