"""What aligning words costs in memory, and how much text fits into a setting.

The figures were measured with the Hansards (see the manual, Word models: text in chunks) and
leave a margin: sentences of other texts may be longer.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.words.storage.pruning import MINIMUM, prune

if TYPE_CHECKING:
    from diglot.words.storage.model import Model

MEGABYTE = 1_000_000
PROGRAM = 240 * MEGABYTE
"""The program itself: Python, its libraries and compiled loops."""
CELL = 20
"""Bytes for a source word and a target word of the same pair, all arrays of a run together."""
FORM = 1500
"""Bytes for a different word of the text, its forms and classes."""
SMALL_CELL = 150
"""The same in texts that are sampled from many different starts."""
SMALL = 5_000
"""So many pairs, and no model, make such a small text."""
WORD, WORD_PAIR = 1000, 160
"""Bytes for a word and for a word pair of a model that is aligned with and added to."""
LEAST = 400
"""Megabytes that a single pair of a thousand words a side fits into."""


@dataclass(frozen=True, slots=True)
class Room:
    """Bytes that a run may use beside the program itself.

    Attributes:
        chunk: for the text that is aligned together.
        model: for what was learnt from the text before.
    """

    chunk: int
    model: int

    def fits(self, cells: int, pairs: int, forms: int, *, known: bool) -> bool:
        """Tell whether a chunk stays within its room.

        Args:
            cells: sum of the products of the lengths of the sides of all pairs.
            pairs: number of pairs.
            forms: number of different words of both sides.
            known: a model knows words already.
        """
        cell = CELL if known or pairs >= SMALL else SMALL_CELL
        return cells * cell + forms * FORM <= self.chunk


def room(memory: int | None) -> Room | None:
    """Share out the memory that a user allows; None is as much as it takes.

    Args:
        memory: megabytes (10^6 bytes) of the whole process.

    Raises:
        ConfigError: that is too little.
    """
    if memory is None:
        return None
    if memory < LEAST:
        raise ConfigError(f"--memory is {memory} MB, but must be {LEAST} or more")
    whole = memory * MEGABYTE - PROGRAM
    return Room(chunk=3 * whole // 4, model=whole // 4)


def bounded(model: Model, room: int) -> Model:
    """Prune a model until it fits: small counts go first, then rare words, too.

    Args:
        model: of any size.
        room: bytes it may take where it is used.
    """
    pruned = prune(model)
    minimum, rare = MINIMUM, 1
    while _size(pruned) > room:
        minimum, rare = 2 * minimum, 2 * rare
        pruned = prune(model, minimum, 1, rare=rare)
    return pruned


def _size(model: Model) -> int:
    words = len(model.source_frequency) + len(model.target_frequency)
    return WORD * words + WORD_PAIR * len(model.columns)
