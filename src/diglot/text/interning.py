"""Words get numbers, chunk by chunk, in little memory."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from diglot.text.kernels.interning import fill_slots, gather_words, intern_words

_Scalar = TypeVar("_Scalar", bound=np.generic)

SEPARATOR = "\n"
"""Ends a word: none of a line, and no lemma, holds one."""
_FIRST_CAPACITY = 1 << 12
_SLOTS_PER_NODE = 2


@dataclass(frozen=True, slots=True, eq=False)
class Text:
    """Words, one after the other.

    Attributes:
        bytes: uint8, the words in UTF-8, each with the separator after it.
        starts: shape (words + 1,), int64: where each begins, and the end.
    """

    bytes: NDArray[np.uint8]
    starts: NDArray[np.int64]


class Words:
    """Distinct words, each with a number that may tell its kind (a language, say)."""

    def __init__(self) -> None:
        self.known = 0
        self._slots = np.full(_SLOTS_PER_NODE * _FIRST_CAPACITY, -1, np.int32)
        self._hashes = np.empty(_FIRST_CAPACITY, np.uint32)
        self._kinds = np.empty(_FIRST_CAPACITY, np.uint32)
        self._starts = np.zeros(_FIRST_CAPACITY + 1, np.int64)
        self._text = np.empty(16 * _FIRST_CAPACITY, np.uint8)

    def numbers(
        self, words: Sequence[str], kinds: NDArray[np.uint32] | None = None
    ) -> NDArray[np.int32]:
        """Return the numbers of words, new ones for those that are new.

        Args:
            words: each may also be several, with `SEPARATOR` between them.
            kinds: shape (words,); None for one kind.
        """
        return self.numbers_of(split_words(bytes_of(SEPARATOR.join([*words, ""]))), kinds)

    def numbers_of(self, text: Text, kinds: NDArray[np.uint32] | None = None) -> NDArray[np.int32]:
        """Return the numbers of the words of a text; see `numbers`."""
        if kinds is None:
            kinds = np.zeros(len(text.starts) - 1, np.uint32)
        self._enlarge(len(kinds), len(text.bytes))
        self.known, numbers = intern_words(
            text.bytes, text.starts, kinds, self._slots, self._hashes, self._text, self._starts,
            self._kinds, self.known,
        )  # fmt: skip
        found: NDArray[np.int32] = numbers
        return found

    def words_from(self, first: int) -> list[str]:
        """Return the words whose numbers begin at ``first``."""
        text = self._text[self._starts[first] : self._starts[self.known]].tobytes()
        return text.decode("utf-8", "surrogatepass").split(SEPARATOR)[:-1]

    def _enlarge(self, words: int, size: int) -> None:
        needed = self.known + words
        self._hashes = _grown(self._hashes, self.known, needed)
        self._kinds = _grown(self._kinds, self.known, needed)
        self._starts = _grown(self._starts, self.known + 1, needed + 1)
        used = int(self._starts[self.known])
        self._text = _grown(self._text, used, used + size)
        if len(self._slots) < _SLOTS_PER_NODE * needed:
            # As if all words of the chunk were new: most are not, and the next chunks use it up.
            self._slots = np.full(1 << (_SLOTS_PER_NODE * needed - 1).bit_length(), -1, np.int32)
            fill_slots(self._slots, self._hashes, self.known)

    def close(self) -> tuple[Text, NDArray[np.uint32]]:
        """Return the words and their kinds, by number; no more can be added."""
        starts = self._starts[: self.known + 1]
        text, kinds = Text(self._text[: int(starts[-1])], starts), self._kinds[: self.known]
        # Whoever is handed them can give them up.
        del self._slots, self._hashes, self._starts, self._text, self._kinds
        return text, kinds


def bytes_of(text: str) -> NDArray[np.uint8]:
    """Return a text in UTF-8, lone surrogates included."""
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)


def split_words(text: NDArray[np.uint8]) -> Text:
    """Find the words of a text that has a separator after each."""
    return Text(text, np.concatenate([[0], np.flatnonzero(text == ord(SEPARATOR)) + 1]))


def take_words(text: Text, order: NDArray[np.int32]) -> Text:
    """Return some words, in another order."""
    starts = np.zeros(len(order) + 1, np.int64)
    size = int((text.starts[order + 1] - text.starts[order]).sum())
    out = np.empty(size, np.uint8)
    gather_words(text.bytes, text.starts, order, True, out, starts)
    return Text(out, starts)


def _grown(array: NDArray[_Scalar], used: int, needed: int) -> NDArray[_Scalar]:
    """Return an array with space for ``needed`` values that begins with those in use."""
    if needed <= len(array):
        return array
    larger = np.empty(max(needed, len(array) + len(array) // 2), array.dtype)
    larger[:used] = array[:used]
    return larger
