"""Candidates: pairs of terms whose words cover each other, found without the full product."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.word_similarity import WordSimilarity

LEAST = 0.3
"""Mean coverage of both sides, by rarity of the words."""
BEST = 60
"""Candidates that a source term has at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of terms or of readings of terms, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, their numbers.
        target: shape (pairs,), int32.
        source_cover: shape (pairs,), float64: share of the source's words, by rarity, that the
            target covers.
        target_cover: shape (pairs,), float64: the same of the target's words.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    source_cover: NDArray[np.float64]
    target_cover: NDArray[np.float64]

    def subset(self, chosen: NDArray[Any]) -> Candidates:
        """Return some of the pairs, by number or by a mask."""
        return Candidates(
            self.source[chosen],
            self.target[chosen],
            self.source_cover[chosen],
            self.target_cover[chosen],
        )

    def __len__(self) -> int:
        return len(self.source)


def retrieve(
    source: TermList,
    target: TermList,
    similarity: WordSimilarity,
    *,
    least: float = LEAST,
    best: int = BEST,
) -> Candidates:
    """Find the readings of target terms that come closest to those of every source term.

    Args:
        source: terms of the source language.
        target: terms of the target language.
        similarity: of their words.
        least: smallest mean coverage.
        best: candidates of a reading at most.
    """
    from diglot.terms.kernels import retrieval as kernel

    posting_offsets, posting_terms = kernel.postings(
        target.tokens, target.offsets, len(target.words)
    )
    return Candidates(
        *kernel.retrieve(
            source.tokens,
            source.offsets,
            target.tokens,
            target.offsets,
            posting_offsets,
            posting_terms,
            similarity.offsets,
            similarity.columns,
            similarity.best,
            source.rarity,
            target.rarity,
            least,
            best,
        )
    )
