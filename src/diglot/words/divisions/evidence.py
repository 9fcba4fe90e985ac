"""What speaks for and against dividing a sentence pair at a place: links, small words, marks."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from diglot.text.function_words import function_words
from diglot.words.divisions.search import Evidence, evidence_of_links

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    Links = Iterable[tuple[int, int] | tuple[int, int, float]]
    Units = Iterable[tuple[int, int]]

AFTER_FUNCTION_WORD = 0.35
"""Price of a division after a function word: it belongs to what follows."""

AT_MARK = 0.05
"""Price of a division that sets punctuation apart from what it closes; gain of one behind it."""

CUT = 0.5
"""Price of a division inside of a known term."""

_OPENING = frozenset({"Ps", "Pi"})


def evidence(
    source: Sequence[str],
    target: Sequence[str],
    links: Links,
    *,
    languages: tuple[str | None, str | None] = (None, None),
    units: tuple[Units, Units] = ((), ()),
) -> Evidence:
    """What is known of a sentence pair.

    Prices are in links and small, so that they decide between divisions that cross about the same.

    Args:
        source: words of the source.
        target: words of the target.
        links: source word, target word, and the probability if it is known. Unlikely links count,
            too: they tell where the parts of a word without a sure link belong.
        languages: of both sides; one that is unknown has no function words.
        units: source and target words that belong together, as half-open ranges.
    """
    plain = evidence_of_links((len(source), len(target)), links)
    marks = tuple(_marks(words) for words in (source, target))
    prices = tuple(
        _prices(words, here, language, together)
        for words, here, language, together in zip(
            (source, target), marks, languages, units, strict=True
        )
    )
    return Evidence(plain.links, (prices[0], prices[1]), (marks[0], marks[1]))


def _marks(words: Sequence[str]) -> NDArray[np.bool_]:
    return np.array([not any(sign.isalnum() for sign in word) for word in words], dtype=np.bool_)


def _prices(
    words: Sequence[str], marks: NDArray[np.bool_], language: str | None, units: Units
) -> NDArray[np.float64]:
    """Price of a division before each word, shape (words,)."""
    prices = np.zeros(len(words))
    if not len(words):
        return prices
    small = function_words(language) if language else frozenset()
    opening = np.array([unicodedata.category(word[-1:] or " ") in _OPENING for word in words])
    before = np.array([word.lower() in small for word in words], dtype=np.bool_)
    closing = marks & ~opening
    prices[1:] += AFTER_FUNCTION_WORD * before[:-1]
    prices[1:] += AT_MARK * (opening[:-1] | (closing[1:] & ~closing[:-1]))
    prices[1:] -= AT_MARK * closing[:-1]
    for begin, end in units:
        prices[max(begin + 1, 0) : max(end, 0)] += CUT
    return prices
