"""Beginnings of words: the classes by which rare words share what is known of them."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

import numpy as np

from diglot.text.spelling import to_latin

if TYPE_CHECKING:
    from collections.abc import Sequence


PREFIXES = (6, 4, 2)
"""Lengths of the beginnings whose words form a class; half of it where a letter is a syllable."""


WIDE = 0x1100
"""No letter with a smaller code is wide."""


def writes_syllables(words: Sequence[str]) -> bool:
    """Tell whether a language writes syllables or ideas: over three tenths of its letters."""
    letters = "".join(words[:20_000])
    codes = np.frombuffer(letters.encode("utf-32-le", "surrogatepass"), np.uint32)
    late = map(chr, codes[codes >= WIDE].tolist())
    wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in late)
    return wide > 0.3 * len(letters)


def latin_letters(words: Sequence[str]) -> Sequence[str]:
    """Return lower-cased words in Latin letters without accents, those of syllables as they are."""
    return words if writes_syllables(words) else [to_latin(word) for word in words]


def beginnings(words: Sequence[str], skeletons: Sequence[str], length: int) -> list[str]:
    """Return the beginning that names the class of each word.

    Args:
        words: lower-cased.
        skeletons: the same in Latin letters.
        length: letters of a word in an alphabet; half as many are compared of syllables or ideas.
    """
    if writes_syllables(words):
        return [word[: length // 2] for word in words]
    return [bones[:length] for bones in skeletons]
