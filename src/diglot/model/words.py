"""Links between the words of many sentence pairs, held flat."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class WordLinks:
    """Links of one word with one word, pair after pair; a corpus has too many for objects.

    Positions are zero-based token numbers within their sentence. The links of pair ``k`` are those
    from ``offsets[k]`` to ``offsets[k + 1]``, ascending by source, then target, each at most once.

    Attributes:
        offsets: shape (pairs + 1,), int64.
        source: shape (links,), int32.
        target: shape (links,), int32.
        scores: shape (links,), float32, calibrated probability that the link is right, in [0, 1];
            None when unknown.
        possible: shape (links,), True for links of gold that are possible, but not sure;
            None when all are sure, and in predictions.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.int32]
    target: NDArray[np.int32]
    scores: NDArray[np.float32] | None = None
    possible: NDArray[np.bool_] | None = None

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those without links included."""
        return len(self.offsets) - 1

    def of(self, pair: int) -> list[tuple[int, int]]:
        """Return the links of one pair."""
        here = slice(self.offsets[pair], self.offsets[pair + 1])
        return list(zip(self.source[here].tolist(), self.target[here].tolist(), strict=True))
