"""What comes out when the words of a corpus are aligned."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.words.model import Model
    from diglot.words.posteriors import Posteriors


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """What a method knows of the links of a corpus.

    Attributes:
        posteriors: candidates of the reported pairs.
        probabilities: shape (candidates,), float32, calibrated probabilities of the links.
        threshold: probability from which links are taken when nobody says otherwise.
        pair_confidence: shape (pairs,), float32, probability that the sides of a pair translate
            each other.
        model: counts to align other text with; None if the method leaves none.
        method: name of the method that ran.
        reason: why this method, for the user.
        notes: remarks for the user.
    """

    posteriors: Posteriors
    probabilities: NDArray[np.float32]
    threshold: float
    pair_confidence: NDArray[np.float32] | None
    model: Model | None
    method: str
    reason: str = ""
    notes: tuple[str, ...] = ()
