"""Vectors of words, held as one matrix."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import numpy as np
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WordVectors:
    """A vector for every word; no word twice.

    Attributes:
        words: the words, in the order of the rows: usually the most frequent first.
        matrix: shape (words, dimensions), float32; maybe read-only and still on the disk.

    Raises:
        ConfigError: words and rows differ in number.
    """

    words: Sequence[str]
    matrix: NDArray[np.float32]

    def __post_init__(self) -> None:
        if self.matrix.ndim != 2 or len(self.words) != len(self.matrix):
            raise ConfigError(
                f"{len(self.words)} words need as many vectors; "
                f"there is an array of shape {self.matrix.shape}"
            )

    def __repr__(self) -> str:
        words = count_of(len(self.words), "word")
        return f"<WordVectors: {words}, {self.dimensions} dimensions>"

    @property
    def dimensions(self) -> int:
        """Numbers of one vector."""
        return int(self.matrix.shape[1])
