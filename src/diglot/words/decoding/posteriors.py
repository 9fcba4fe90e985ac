"""What a model of word alignment knows about each pair: candidate links with two probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

KEPT = 0.005
"""Candidates whose geometric mean of both directions is below this are not kept."""


@dataclass(frozen=True, slots=True, eq=False)
class Posteriors:
    """Candidate links of every pair, ascending by source, then target position.

    Attributes:
        offsets: shape (pairs + 1,), int64: candidates of pair k are offsets[k]:offsets[k + 1].
        source: shape (candidates,), uint16, zero-based position in the source sentence.
        target: shape (candidates,), uint16.
        forward: shape (candidates,), float32, P(target word is linked to this source word): over
            the source words and NULL, a target word's probabilities sum to one.
        backward: shape (candidates,), float32, P(source word is linked to this target word).
        source_offsets: shape (pairs + 1,), int64, tokens of the source sentences.
        target_offsets: shape (pairs + 1,), int64.
        forward_best: shape (target tokens,), int32, most probable source position of each target
            word, -1 for NULL: the directional alignment that symmetrisations start from.
        backward_best: shape (source tokens,), int32.
    """

    offsets: NDArray[np.int64]
    source: NDArray[np.uint16]
    target: NDArray[np.uint16]
    forward: NDArray[np.float32]
    backward: NDArray[np.float32]
    source_offsets: NDArray[np.int64]
    target_offsets: NDArray[np.int64]
    forward_best: NDArray[np.int32]
    backward_best: NDArray[np.int32]

    @property
    def pairs(self) -> int:
        """Number of sentence pairs."""
        return len(self.offsets) - 1
