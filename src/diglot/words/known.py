"""What a saved model knows of the words of new text."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray

    from diglot.words.pairs import PairIndex

    Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True, eq=False)
class Known:
    """Counts of a model, by the word numbers and distinct pairs of another corpus.

    Each attribute but the last holds two arrays: forward and backward, or source and target.

    Attributes:
        frequencies: float64 (words,), tokens of each word.
        links: float32 (word pairs,), links of each distinct pair, by direction.
        totals: float32 (words,), links of each word that is linked to, with words that the corpus
            does not have, too; at 0 those of NULL.
        nulls: float32 (words,), words linked to NULL.
        jumps: float32 (49,), jumps by width.
        fertilities: float32 (words, 9), tokens by word and fertility.
        pairs: sentence pairs the model was trained on.
    """

    frequencies: tuple[NDArray[np.float64], NDArray[np.float64]]
    links: tuple[Floats, Floats]
    totals: tuple[Floats, Floats]
    nulls: tuple[Floats, Floats]
    jumps: tuple[Floats, Floats]
    fertilities: tuple[Floats, Floats]
    pairs: int
