"""The words of a saved model, looked up in the file's pages instead of read into memory."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.words.corpus import Vocabulary

if TYPE_CHECKING:
    from numpy.typing import NDArray

# Lone surrogates cannot come from a file, but what a program passes in is kept as it is.
SURROGATES = "surrogatepass"

MANY = 5_000
"""Searches after which all words are read: a sentence needs few of them, a corpus most."""


class StoredVocabulary(Vocabulary):
    """A vocabulary that finds its words by binary search in their UTF-8 bytes.

    Opening it costs nothing; a form's first look-up takes some microseconds, later ones those of
    a dictionary. New words are numbered from there on, as in any `Vocabulary`.

    Attributes:
        words: all words by number; decoded when it is first asked for.
    """

    def __init__(
        self, text: NDArray[np.uint8], offsets: NDArray[np.int64], order: NDArray[np.int32]
    ) -> None:
        """Take the arrays that `packed` gives.

        Args:
            text: shape (bytes,), the words one after the other.
            offsets: shape (words + 1,), ascending, where each begins in ``text``.
            order: shape (words - 1,), word numbers from 1, in the order of their bytes.
        """
        dict.__init__(self)
        self._arrays = text, offsets, order
        self._text, self._offsets, self._order = text.data, offsets.data, order.data
        self._stored = len(offsets) - 1
        self._lower: dict[str, int] = {}  # new words only
        self._known: dict[str, int] = {}  # the others, once many have been asked for
        self._searches = 0

    def __getattr__(self, name: str) -> list[str]:
        if name != "words":
            raise AttributeError(name)
        text, offsets = bytes(self._text), self._arrays[1].tolist()
        self.words = [
            text[begin:end].decode("utf-8", SURROGATES) for begin, end in pairwise(offsets)
        ]
        self.words.extend(self._lower)
        return self.words

    def __missing__(self, form: str) -> int:
        word = form.lower()
        number = self._find(word)
        if number is None:
            number = self._lower[word] = self.size
            if "words" in self.__dict__:
                self.words.append(word)
        self[form] = number
        return number

    def find(self, form: str) -> int | None:
        """Return the number of a form whose word is known; none is added."""
        number = self.get(form)
        if number is None:
            number = self._find(form.lower())
            if number is not None:
                self[form] = number
        return number

    def word(self, number: int) -> str:
        """Return the word of a number."""
        if number >= self._stored or "words" in self.__dict__:
            return self.words[number]
        return self._bytes(number).decode("utf-8", SURROGATES)

    @property
    def size(self) -> int:
        """Number of words, NULL included."""
        return self._stored + len(self._lower)

    @property
    def stored(self) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
        """The arrays it was made from, without the words that were added since."""
        return self._arrays

    def __reduce__(self) -> tuple[object, ...]:
        return Vocabulary, (self.words[1:],)

    def _find(self, word: str) -> int | None:
        found = self._lower.get(word)
        if found is not None:
            return found
        if self._searches == MANY:
            words = self.words[: self._stored]
            self._known = {word: number for number, word in enumerate(words) if number}
        self._searches += 1
        if self._known:
            return self._known.get(word)
        wanted = word.encode("utf-8", SURROGATES)
        low, high = 0, len(self._order)
        while low < high:
            middle = (low + high) // 2
            if self._bytes(self._order[middle]) < wanted:
                low = middle + 1
            else:
                high = middle
        if low < len(self._order) and self._bytes(self._order[low]) == wanted:
            return int(self._order[low])
        return None

    def _bytes(self, number: int) -> bytes:
        return bytes(self._text[self._offsets[number] : self._offsets[number + 1]])


def packed(vocabulary: Vocabulary, size: int) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any]]:
    """Return the first ``size`` words as the arrays that a `StoredVocabulary` takes."""
    if isinstance(vocabulary, StoredVocabulary) and len(vocabulary.stored[1]) == size + 1:
        return vocabulary.stored
    encoded = [word.encode("utf-8", SURROGATES) for word in vocabulary.words[:size]]
    offsets = np.zeros(len(encoded) + 1, np.int64)
    np.cumsum([len(word) for word in encoded], out=offsets[1:])
    order = sorted(range(1, len(encoded)), key=encoded.__getitem__)
    return np.frombuffer(b"".join(encoded), np.uint8), offsets, np.array(order, np.int32)
