"""Rules that a pair of texts breaks or keeps by itself, without the rest of the corpus."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Mapping

RULES: Mapping[str, str] = {
    "empty": "a side has no text",
    "long": "a side is longer than allowed",
    "short": "a side has fewer words than asked for",
    "symbols": "fewer letters than asked for among the characters of a side",
    "untranslated": "both sides are the same",
    "numbers": "numbers of two digits or more differ",
    "ratio": "a side is too long for the other",
    "duplicate": "an earlier pair has the same words, whatever their case and marks and numbers",
    "near-duplicate": "an earlier pair has nearly the same words",
    "boilerplate": "stands in many documents, or has many different translations",
    "language": "a side is surely in another language",
    "score": "the score is too low",
}
"""What each rule drops, in the order in which they are asked."""

_NOT_SPACE = regex.compile(r"\S")
_LETTER = regex.compile(r"[\p{L}\p{M}]")
_WORDS = regex.compile(r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Khmer}\p{Lao}]|[\p{L}\p{N}]+")
_NUMBER = regex.compile(r"\p{Nd}{2,}")
_SAME = regex.compile(r"[^\p{L}\p{N}]+")
_SHORT = 20
"""Letters up to which a name or a formula may be the same in both languages."""


@dataclass(frozen=True, slots=True)
class Limits:
    """What a pair has to keep to.

    Attributes:
        longest: characters of a side.
        fewest_words: of a side.
        letters: least share of letters among the characters of a side but spaces.
        same_numbers: whether numbers of two digits or more have to be the same.
    """

    longest: int = 2000
    fewest_words: int = 1
    letters: float = 0.4
    same_numbers: bool = False


def find_breach(source: str, target: str, limits: Limits) -> str | None:
    """Return the name of the first rule that a pair breaks by itself; None if it breaks none."""
    both = source, target
    if not all(map(str.strip, both)):
        return "empty"
    if max(map(len, both)) > limits.longest:
        return "long"
    if limits.fewest_words > 1 and any(
        len(_WORDS.findall(text)) < limits.fewest_words for text in both
    ):
        return "short"
    if any(_letters(text) < limits.letters for text in both):
        return "symbols"
    if _is_copy(source, target):
        return "untranslated"
    if limits.same_numbers and _numbers(source) != _numbers(target):
        return "numbers"
    return None


def _letters(text: str) -> float:
    if text.isalpha():
        return 1.0
    return len(_LETTER.findall(text)) / max(len(_NOT_SPACE.findall(text)), 1)


def _is_copy(source: str, target: str) -> bool:
    if source[:1].casefold() != target[:1].casefold():
        return False
    ours, theirs = (_SAME.sub("", text.casefold()) for text in (source, target))
    return ours == theirs and len(ours) > _SHORT


def _numbers(text: str) -> Counter[int]:
    return Counter(int(number) for number in _NUMBER.findall(text) if len(number) < 20)
