"""Words of many languages get numbers, chunk by chunk, in little memory."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeVar

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

_Scalar = TypeVar("_Scalar", bound=np.generic)

# No lemma holds one: blanks of any kind become one space.
SEPARATOR = "\n"
_UNUSUAL = re.compile(
    "[\t\x0b-\r\x1c-\x1f\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000]"
)
_FIRST_ROOM = 1 << 12
_SLOTS_PER_NODE = 2
_FOLDED_AT_ONCE = 1 << 18


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
    """Distinct lemmas, each with a number that tells language and part of speech.

    Attributes:
        known: how many there are.
    """

    def __init__(self) -> None:
        self.known = 0
        self._slots = np.full(_SLOTS_PER_NODE * _FIRST_ROOM, -1, np.int32)
        self._hashes = np.empty(_FIRST_ROOM, np.uint32)
        self._kinds = np.empty(_FIRST_ROOM, np.uint32)
        self._starts = np.zeros(_FIRST_ROOM + 1, np.int64)
        self._text = np.empty(16 * _FIRST_ROOM, np.uint8)

    def numbers(self, lemmas: Sequence[str], kinds: NDArray[np.uint32]) -> NDArray[np.int32]:
        """Return the numbers of lemmas, new ones for those that are new.

        Args:
            lemmas: normal (`normal`).
            kinds: one for each lemma.
        """
        from diglot.lexicons.kernels.interning import intern_words

        text = _text(SEPARATOR.join([*lemmas, ""]))
        self._make_room(len(lemmas), len(text.bytes))
        out = np.empty(len(lemmas), np.int32)
        self.known = intern_words(
            text.bytes,
            text.starts,
            kinds,
            self._slots,
            self._hashes,
            self._text,
            self._starts,
            self._kinds,
            self.known,
            out,
        )
        return out

    def _make_room(self, words: int, size: int) -> None:
        from diglot.lexicons.kernels.interning import fill_slots

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
        """Return the lemmas and their kinds, by number; no more can be added."""
        starts = self._starts[: self.known + 1]
        text, kinds = Text(self._text[: int(starts[-1])], starts), self._kinds[: self.known]
        # Whoever is handed them can give them up.
        del self._slots, self._hashes, self._starts, self._text, self._kinds
        return text, kinds


def chosen(text: Text, nodes: NDArray[np.int32]) -> Text:
    """Return some words, in another order."""
    from diglot.lexicons.kernels.interning import gather_words

    starts = np.zeros(len(nodes) + 1, np.int64)
    size = int((text.starts[nodes + 1] - text.starts[nodes]).sum())
    out = np.empty(size, np.uint8)
    gather_words(text.bytes, text.starts, nodes, 1, out, starts)
    return Text(out, starts)


def normal(lemmas: list[str]) -> list[str]:
    """Return lemmas in Unicode form NFC, runs of blanks as one space, none at the ends."""
    joined = SEPARATOR.join(lemmas)
    if (
        joined.count(SEPARATOR) == len(lemmas) - 1
        and not _UNUSUAL.search(joined)
        and "  " not in joined
        and f" {SEPARATOR}" not in joined
        and f"{SEPARATOR} " not in joined
        and joined[:1] != " "
        and joined[-1:] != " "
    ):
        if unicodedata.is_normalized("NFC", joined):
            return lemmas
        # Nothing composes with the separator, nor moves across it.
        return unicodedata.normalize("NFC", joined).split(SEPARATOR)
    return [" ".join(unicodedata.normalize("NFC", each).split()) for each in lemmas]


def casefolded(text: Text) -> Text:
    """Return words without regard to case."""
    count = len(text.starts) - 1
    parts = []
    for begin in range(0, count, _FOLDED_AT_ONCE):
        end = min(begin + _FOLDED_AT_ONCE, count)
        here = text.bytes[text.starts[begin] : text.starts[end]].tobytes()
        parts.append(_bytes(here.decode("utf-8", "surrogatepass").casefold()))
    return _split(np.concatenate(parts))


def _bytes(text: str) -> NDArray[np.uint8]:
    return np.frombuffer(text.encode("utf-8", "surrogatepass"), np.uint8)


def _text(text: str) -> Text:
    return _split(_bytes(text))


def _split(text: NDArray[np.uint8]) -> Text:
    return Text(text, np.concatenate([[0], np.flatnonzero(text == ord(SEPARATOR)) + 1]))


def _grown(array: NDArray[_Scalar], used: int, needed: int) -> NDArray[_Scalar]:
    """Return an array with room for ``needed`` values that begins with those in use."""
    if needed <= len(array):
        return array
    larger = np.empty(max(needed, len(array) + len(array) // 2), array.dtype)
    larger[:used] = array[:used]
    return larger
