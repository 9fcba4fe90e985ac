"""Links of consecutive pairs, block by block: in memory if there is one, else on the disk."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any
from weakref import finalize

from diglot.files.arrays import read_arrays, write_arrays
from diglot.model import WordLinks

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    import numpy as np
    from numpy.typing import NDArray

KIND, VERSION = "word-links", 1
LISTED = 1000
"""Numbers of pairs that are kept by name; of the others it is known how many there are."""


@dataclass(frozen=True, slots=True, eq=False)
class Block:
    """What was found out about consecutive pairs.

    Attributes:
        links: between their words.
        confidence: shape (pairs,), float32, probability that the sides of a pair translate each
            other, NaN where the pair was passed over; None if unknown.
    """

    links: WordLinks
    confidence: NDArray[np.float32] | None


@dataclass(slots=True)
class Numbers:
    """Numbers of pairs: how many, and the first of them.

    Attributes:
        count: how many there are.
        first: the first `LISTED`, zero-based, ascending.
    """

    count: int = 0
    first: list[int] = field(default_factory=list)

    def add(self, numbers: Iterable[int], start: int) -> None:
        """Add ascending numbers that count from ``start``."""
        found = list(numbers)
        self.count += len(found)
        self.first += [start + number for number in islice(found, LISTED - len(self.first))]


class Blocks:
    """Blocks of pairs in their order; each is opened when its turn comes, and let go again.

    A single block stays in memory. As soon as there are several they lie in a temporary folder,
    which goes with this object.
    """

    def __init__(self) -> None:
        self._one: Block | None = None
        self._files: list[Path] = []
        self._folder: Path | None = None

    def add(self, block: Block, *, last: bool) -> None:
        """Take the next block.

        Args:
            block: the links of the pairs behind those before.
            last: whether no other follows.

        Raises:
            InputError: it cannot be written.
        """
        if last and not self._files:
            self._one = block
            return
        if self._folder is None:
            self._folder = Path(mkdtemp(prefix="diglot-words-"))
            # Not TemporaryDirectory, which warns when it goes with its owner.
            finalize(self, rmtree, self._folder, ignore_errors=True)
        path = self._folder / str(len(self._files))
        links = block.links
        arrays: dict[str, NDArray[Any]] = {
            "offsets": links.offsets,
            "source": links.source,
            "target": links.target,
        }
        if links.scores is not None:
            arrays["scores"] = links.scores
        if block.confidence is not None:
            arrays["confidence"] = block.confidence
        write_arrays(path, arrays, {}, kind=KIND, version=VERSION)
        self._files.append(path)

    def __iter__(self) -> Iterator[Block]:
        if self._one is not None:
            yield self._one
        for path in self._files:
            arrays = read_arrays(path, kind=KIND, version=VERSION).arrays
            links = WordLinks(
                arrays["offsets"], arrays["source"], arrays["target"], arrays.get("scores")
            )
            yield Block(links, arrays.get("confidence"))
