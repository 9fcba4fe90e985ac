"""What training on many sentence pairs leaves behind: counts of the links between words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.model import Signature
    from diglot.words.corpus import Vocabulary

REACH = 24
"""Jumps between the words two neighbours are linked to are counted from -24 to 24."""

JUMPS = 2 * REACH + 1
"""Number of kinds of jump."""

FERTILITIES = 9
"""A word's number of linked words is counted from 0 to 8; the last holds all above."""

TOKENISERS = ("diglot", "none")
"""Who cut the text a model was trained on into words: us, or whoever wrote the file."""


@dataclass(frozen=True, slots=True, eq=False)
class Model:
    """Counts of linked words, from which both directions' probabilities follow.

    Forward links a target word to a source word or NULL and gives p(target | source); backward
    is the other direction. Word pairs are held by rows: those of source word ``e`` are
    ``rows[e]:rows[e + 1]``. NULL, number 0, has no pairs; its counts are apart.

    Attributes:
        source_vocabulary: the S words of the source language, NULL included.
        target_vocabulary: the T words of the target language, NULL included.
        source_frequency: shape (S,), int64, tokens of each word in the training text.
        target_frequency: shape (T,), int64.
        rows: shape (S + 1,), int64, offsets of the source words' pairs.
        columns: shape (P,), int32, target word of each pair, ascending within a row, all >= 1.
        forward: shape (P,), float32, target tokens of this word linked to this source word:
            means over the chains, or sums of posteriors.
        backward: shape (P,), float32, source tokens of this word linked to this target word.
        null_forward: shape (T,), float32, target tokens of each word linked to NULL.
        null_backward: shape (S,), float32, source tokens of each word linked to NULL.
        jumps_forward: shape (JUMPS,), float32, how often the source position jumped by -24 to 24
            from one linked target word to the next.
        jumps_backward: shape (JUMPS,), float32.
        fertility_forward: shape (S, FERTILITIES), float32, how many of a source word's tokens have
            0 to 8 target words.
        fertility_backward: shape (T, FERTILITIES), float32.
        pairs: sentence pairs it was trained on.
        signature: method, options and version of the training.
        languages: codes of both languages, None where unknown.
        tokeniser: ``"diglot"``, or ``"none"`` when the training text came tokenised.
    """

    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    source_frequency: NDArray[np.int64]
    target_frequency: NDArray[np.int64]
    rows: NDArray[np.int64]
    columns: NDArray[np.int32]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    null_forward: NDArray[np.float32]
    null_backward: NDArray[np.float32]
    jumps_forward: NDArray[np.float32]
    jumps_backward: NDArray[np.float32]
    fertility_forward: NDArray[np.float32]
    fertility_backward: NDArray[np.float32]
    pairs: int
    signature: Signature
    languages: tuple[str | None, str | None] = (None, None)
    tokeniser: str = "diglot"
