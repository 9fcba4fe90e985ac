"""Names of languages and of parts of speech get numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from numpy.typing import NDArray

MAX_NAMES = 1 << 16  # of languages, of parts of speech
UNWANTED = (1 << 32) - 1


class Names:
    """Numbers for a few names.

    Attributes:
        names: by number, each once.
        has_unwanted: whether one of those found was not wanted.
    """

    def __init__(self, what: str, known_as: Callable[[str], str | None]) -> None:
        self.names: dict[str, int] = {}
        self.has_unwanted = False
        self._what, self._known_as = what, known_as
        self._numbers: dict[str, int] = {}

    def numbers(self, found: list[str]) -> NDArray[np.uint32]:
        """Return the numbers of names, ``UNWANTED`` for those not wanted."""
        try:
            return self._of_known(found)
        except KeyError:
            for each in dict.fromkeys(found):
                if each not in self._numbers:
                    self._numbers[each] = self._number(each)
        if len(self.names) > MAX_NAMES:
            raise ConfigError(f"the dictionaries name more than {MAX_NAMES:,} {self._what}")
        return self._of_known(found)

    def _of_known(self, found: list[str]) -> NDArray[np.uint32]:
        return np.fromiter(map(self._numbers.__getitem__, found), np.uint32, count=len(found))

    def _number(self, found: str) -> int:
        name = self._known_as(found)
        self.has_unwanted |= name is None
        return UNWANTED if name is None else self.names.setdefault(name, len(self.names))


def ranked(
    names: Iterable[str], numbers: NDArray[np.uint16], always: str | None = None
) -> tuple[tuple[str, ...], NDArray[np.uint16]]:
    """Return the names that occur, ascending, and the rank of each number."""
    by_number = list(names) or [""]
    used = {by_number[each] for each in np.unique(numbers).tolist()}
    if always is not None:
        used.add(always)
    ranked = tuple(sorted(used))
    rank = {name: at for at, name in enumerate(ranked)}
    return ranked, np.array([rank.get(name, 0) for name in by_number], np.uint16)[numbers]
