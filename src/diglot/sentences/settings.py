"""Settings and results that all methods share."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from diglot.sentences.corpus import Corpus, Path
    from diglot.sentences.search.types import Types
    from diglot.sentences.zones import FoundZone

Progress = Callable[[str, int, int], None]
"""``progress(stage, done, total)``."""


def silent(stage: str, done: int, total: int) -> None:
    """Progress that nobody sees."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Options of a run.

    Attributes:
        max_merge: most sentences on one side of a link.
        max_total: most sentences on both sides together.
        jobs: threads; results are the same for any number.
        progress: called as work is done.
    """

    max_merge: int = 6
    max_total: int = 7
    jobs: int = 1
    progress: Progress = silent


@dataclass(frozen=True, slots=True, eq=False)
class Alignment:
    """Result for one pair.

    Attributes:
        path: blocks in order.
        types: link types the path refers to.
        probability: float64 (blocks,), posterior of each block.
        lonely_source, lonely_target: float64 (n,) and (m,), probability of every sentence of having
            no counterpart.
        zones: stretches without parallel order, in order.
    """

    path: Path
    types: Types
    probability: NDArray[np.float64]
    lonely_source: NDArray[np.float64]
    lonely_target: NDArray[np.float64]
    zones: tuple[FoundZone, ...] = ()


class Method(Protocol):
    """An alignment method: every pair of the corpus gets a path."""

    def __call__(self, corpus: Corpus, settings: Settings) -> list[Alignment]:
        """Align all pairs."""
        ...
