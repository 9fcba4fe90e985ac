"""Words of languages that are written without spaces, cut by a vocabulary and its probabilities."""

from __future__ import annotations

from contextlib import contextmanager
from contextvars import ContextVar
from typing import TYPE_CHECKING

import numpy as np
import regex

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

UNIT = 0.1
"""Costs are whole numbers, one for each tenth of a nat."""

_PLANE = 0xFFFF
# A mark belongs to the letter before it; a vowel that is written first, and the sign that stacks
# consonants, to the one behind.
_TIED = regex.compile(r"\p{M}|(?<=[\p{Logical_Order_Exception}\u1039\u17D2])\p{L}|[ะาำະາຳ]")


class WordSegmenter:
    """Cuts text into the words of a vocabulary that are most probable together.

    The probability of a cut is the product of those of its words. Letters that the vocabulary does
    not have stand alone; in scripts whose letters are sounds several make an unknown word.

    Args:
        letters: of all words, one after the other, words in ascending order.
        lengths: shape (words,), letters of each word.
        costs: shape (words,), 0 to 255: the negative logarithm of the probability of each, in
            tenths of a nat.
        name: what signatures call it.

    Raises:
        ValueError: these do not fit together.
    """

    def __init__(
        self, letters: str, lengths: NDArray[np.uint8], costs: NDArray[np.uint8], *, name: str
    ) -> None:
        self.name = name
        codes = _code_points(letters)
        starts = np.zeros(len(lengths) + 1, np.int64)
        np.cumsum(lengths, out=starts[1:])
        if len(costs) != len(lengths) or starts[-1] != len(codes) or not np.all(lengths):
            raise ValueError("words, lengths and costs do not fit together")
        heads = np.minimum(codes[starts[:-1]], _PLANE)
        first = np.searchsorted(heads, np.arange(_PLANE + 2)).astype(np.int32)
        self.vocabulary = codes, starts, np.ascontiguousarray(costs, np.uint8), first

    @classmethod
    def of(cls, costs: Mapping[str, int], *, name: str) -> WordSegmenter:
        """Make a segmenter of words and their costs."""
        words = sorted(costs)
        return cls(
            "".join(words),
            np.array([len(word) for word in words], np.uint8),
            np.array([costs[word] for word in words], np.uint8),
            name=name,
        )

    def __len__(self) -> int:
        return len(self.vocabulary[2])

    def __repr__(self) -> str:
        return f"WordSegmenter({self.name}, {len(self):,} words)"

    def cut(self, text: str, runs: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
        """Return the words of stretches of a text as half-open ranges; they cover the stretches.

        Args:
            text: any text.
            runs: the stretches, ascending, none of them empty.
        """
        from diglot.text.kernels.unigrams import cut_words

        if not runs:
            return []
        tied = np.zeros(len(text), np.uint8)
        for match in _TIED.finditer(text):
            tied[match.start()] = 1
        found = cut_words(
            _code_points(text), tied, np.array(runs, np.int64).reshape(-1, 2), self.vocabulary
        )
        return [(begin, end) for begin, end in found.tolist()]


def _code_points(text: str) -> NDArray[np.uint32]:
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), np.uint32)


# Which segmenter cuts a language is the same for every step of a run: whoever runs the steps says
# it once, and `diglot.text.tokens` asks here.

_chosen: ContextVar[Callable[[str], WordSegmenter | None] | None] = ContextVar(
    "segmenters", default=None
)


@contextmanager
def segmenters_in_use(choose: Callable[[str], WordSegmenter | None] | None) -> Iterator[None]:
    """Let text be cut into words, in this thread, until the context ends.

    Args:
        choose: gives the segmenter of the code of a language, None where there is none; None for
            no segmenter at all.
    """
    before = _chosen.set(choose)
    try:
        yield
    finally:
        _chosen.reset(before)


def segmenter_in_use(code: str | None) -> WordSegmenter | None:
    """Return the segmenter that cuts a language now; None where its characters are tokens."""
    choose = _chosen.get()
    return choose(code) if choose and code else None
