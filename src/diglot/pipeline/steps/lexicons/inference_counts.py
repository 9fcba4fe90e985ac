"""Numbers about an inferred dictionary."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.lexicons.graph.graph import Graph
    from diglot.lexicons.scored import ScoredPairs

BANDS = (0.9, 0.8, 0.7, 0.6, 0.5, 0.0)
"""Least scores of the groups that entries are counted in."""


@dataclass(frozen=True, slots=True)
class InferenceCounts:
    """Numbers about an inferred dictionary.

    Attributes:
        candidates: pairs of words that the method scored.
        entries: pairs that are listed.
        headwords: source words that are listed, without regard to case and part of speech.
        source_words: source words of the dictionaries, counted the same way.
        target_words: target words of the dictionaries.
        known: entries that a dictionary of the two languages has already.
        bands: entries by score: the least score of each band of `BANDS`, and how many there are.
    """

    candidates: int
    entries: int
    headwords: int
    source_words: int
    target_words: int
    known: int
    bands: tuple[tuple[float, int], ...]

    @property
    def coverage(self) -> float:
        """Share of the source words that are listed."""
        return self.headwords / self.source_words if self.source_words else 0.0


def count_entries(
    graph: Graph,
    source: str,
    target: str,
    scored: ScoredPairs,
    listed: ScoredPairs,
    known: NDArray[np.bool_],
) -> InferenceCounts:
    """Count what was inferred.

    Args:
        graph: the dictionaries.
        source: code of the source language.
        target: code of the target language.
        scored: all that a method found.
        listed: what is listed of it.
        known: shape (listed,), whether a dictionary of the two languages has it.
    """
    import numpy as np

    from diglot.lexicons.graph.entries import SLACK

    def words(language: str) -> int:
        return len(np.unique(graph.word[slice(*graph.range(language))]))

    # The bands ascend for bincount; scores meet their bounds as they meet the threshold.
    bounds = np.array(BANDS[::-1])
    band = np.searchsorted(bounds, listed.score + SLACK, side="right") - 1
    sizes = np.bincount(band, minlength=len(bounds)).tolist()
    return InferenceCounts(
        candidates=len(scored),
        entries=len(listed),
        headwords=len(np.unique(graph.word[listed.source])),
        source_words=words(source),
        target_words=words(target),
        known=int(known.sum()),
        bands=tuple(zip(BANDS, sizes[::-1], strict=True)),
    )
