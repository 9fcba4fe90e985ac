"""Sentence pairs as flat arrays of word numbers."""

from __future__ import annotations

from array import array
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

NULL = 0
"""Number of the empty word that words without a counterpart are linked to."""

LONGEST = 1000
"""Pairs with more words than this on a side are passed over: time grows with the square."""


class Vocabulary(dict[str, int]):
    """Numbers of lower-cased words by their form in the text; unknown forms get the next number.

    Attributes:
        words: the lower-cased words by number; number 0 is NULL, the empty string.
    """

    def __init__(self, words: Iterable[str] = ()) -> None:
        super().__init__()
        self.words: list[str] = [""]
        self._lower: dict[str, int] = {}
        for word in words:
            self[word]

    def __missing__(self, form: str) -> int:
        word = form.lower()
        number = self._lower.get(word)
        if number is None:
            number = self._lower[word] = len(self.words)
            self.words.append(word)
        self[form] = number
        return number

    def find(self, form: str) -> int | None:
        """Return the number of a form whose word is known; none is added."""
        number = self.get(form)
        return self._lower.get(form.lower()) if number is None else number

    def word(self, number: int) -> str:
        """Return the word of a number."""
        return self.words[number]

    @property
    def size(self) -> int:
        """Number of words, NULL included."""
        return len(self.words)


@dataclass(frozen=True, slots=True, eq=False)
class Corpus:
    """Encoded sentence pairs; a pair that is passed over has no words on either side.

    Attributes:
        source: shape (source tokens,), int32, word numbers.
        source_offsets: shape (pairs + 1,), int64.
        target: shape (target tokens,), int32.
        target_offsets: shape (pairs + 1,), int64.
        source_vocabulary: words of the source language.
        target_vocabulary: words of the target language.
        skipped: numbers of the pairs that were passed over, by reason: ``empty`` (a side has no
            words), ``long`` (a side has more than `LONGEST`).
    """

    source: NDArray[np.int32]
    source_offsets: NDArray[np.int64]
    target: NDArray[np.int32]
    target_offsets: NDArray[np.int64]
    source_vocabulary: Vocabulary
    target_vocabulary: Vocabulary
    skipped: dict[str, list[int]] = field(default_factory=dict)

    @property
    def pairs(self) -> int:
        """Number of sentence pairs, those passed over included."""
        return len(self.source_offsets) - 1


def encode(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]],
    *,
    source_vocabulary: Vocabulary | None = None,
    target_vocabulary: Vocabulary | None = None,
) -> Corpus:
    """Number the words of a stream of tokenised pairs; the stream is read once.

    Args:
        pairs: source tokens and target tokens of every pair.
        source_vocabulary: numbers to go on from (of a saved model); grows in place.
        target_vocabulary: the same for the target language.
    """
    forms_s = Vocabulary() if source_vocabulary is None else source_vocabulary
    forms_t = Vocabulary() if target_vocabulary is None else target_vocabulary
    number_s, number_t = forms_s.__getitem__, forms_t.__getitem__
    source, target = array("i"), array("i")
    source_ends, target_ends = array("q", [0]), array("q", [0])
    skipped: dict[str, list[int]] = {}
    for number, (one, other) in enumerate(pairs):
        if not one or not other:
            skipped.setdefault("empty", []).append(number)
        elif len(one) > LONGEST or len(other) > LONGEST:
            skipped.setdefault("long", []).append(number)
        else:
            source.extend(map(number_s, one))
            target.extend(map(number_t, other))
        source_ends.append(len(source))
        target_ends.append(len(target))
    return Corpus(
        source=np.frombuffer(source, np.int32) if source else np.zeros(0, np.int32),
        source_offsets=np.frombuffer(source_ends, np.int64),
        target=np.frombuffer(target, np.int32) if target else np.zeros(0, np.int32),
        target_offsets=np.frombuffer(target_ends, np.int64),
        source_vocabulary=forms_s,
        target_vocabulary=forms_t,
        skipped=skipped,
    )
