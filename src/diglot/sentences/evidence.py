"""What a user may know of a pair beyond its texts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False)
class Evidence:
    """Optional evidence for one pair of documents.

    Attributes:
        source_translation: machine translation of every source segment into the target language.
        target_translation: machine translation of every target segment into the source language.
        source_vectors: float array (source segments, dimensions), sentence embeddings.
        target_vectors: float array (target segments, dimensions).
        anchors: pairs (source segment, target segment) that start together; the alignment is cut
            before each of them.
    """

    source_translation: tuple[str, ...] | None = None
    target_translation: tuple[str, ...] | None = None
    source_vectors: NDArray[np.floating] | None = None
    target_vectors: NDArray[np.floating] | None = None
    anchors: tuple[tuple[int, int], ...] = ()
