"""Segments in an unexpected language: their words belong to the other side of the same texts.

What is expected is learnt from the two texts alone, so that it holds for every pair of languages
and for short segments, too: naive Bayes over words, each segment judged by what the rest of both
texts says.
"""

from __future__ import annotations

from collections import Counter
from math import log
from typing import TYPE_CHECKING

import regex

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

# Names are the same in many languages, so that capitalised words say nothing. Where words have no
# spaces between them, characters speak.
_WIDE = r"[\p{Han}\p{Hiragana}\p{Katakana}\p{Thai}\p{Lao}\p{Khmer}\p{Myanmar}\p{Tibetan}]"
_WORD = regex.compile(
    rf"{_WIDE}|(?<![\p{{L}}\p{{M}}\p{{Nd}}])[[\p{{Ll}}\p{{Lo}}\p{{M}}]--{_WIDE}]+",
    regex.VERSION1,
)
# Log odds that a segment needs, that one word has at most, and words that have to speak.
_ENOUGH, _MOST, _WORDS = 5.0, 3.0, 3
# What every word counts on top of where it was seen.
_UNSEEN = 0.5
# Overlap of the two sides above which they are one language, or as good as one.
_ALIKE = 0.5
_SHOWN = 3


class Vocabularies:
    """The words of two sides, to tell segments that are in the language of the other one.

    Args:
        source: texts of the source segments.
        target: texts of the target segments.
    """

    def __init__(self, source: Sequence[str], target: Sequence[str]) -> None:
        self._words = [[Counter(_WORD.findall(text)) for text in side] for side in (source, target)]
        self._counts = [_sum(side) for side in self._words]
        known = len(self._counts[0] | self._counts[1]) or 1
        self._totals = [counts.total() + _UNSEEN * known for counts in self._counts]
        self._alike = _overlap(*self._counts) > _ALIKE

    def reasons(self, source: Sequence[int], target: Sequence[int]) -> Iterator[str]:
        """Say which side of a link has a segment in another language, with the words that tell."""
        if self._alike:
            return
        for side, own, other in ((0, source, target), (1, target, source)):
            opposite = _sum([self._words[1 - side][number] for number in other])
            for number in own:
                words = self._telling(side, self._words[side][number], opposite)
                if words:
                    name = ("source", "target")[side]
                    yield f"language of the {name} unexpected: {', '.join(words)}"
                    break

    def _telling(
        self, side: int, words: Mapping[str, int], opposite: Mapping[str, int]
    ) -> list[str]:
        """Words that speak most for the other side; none if the segment fits its own."""
        here, there = self._counts[side], self._counts[1 - side]
        sizes = log(self._totals[side] / self._totals[1 - side])
        odds: dict[str, float] = {}
        for word, count in words.items():
            # The segment does not speak for itself, nor what was copied for its original.
            own, other = here[word] - count, there[word] - opposite.get(word, 0)
            if own or other:
                found = log((other + _UNSEEN) / (own + _UNSEEN)) + sizes
                odds[word] = max(-_MOST, min(_MOST, found))
        if len(odds) < _WORDS or sum(odds.values()) < _ENOUGH:
            return []
        return sorted(odds, key=lambda word: (-odds[word], -there[word], word))[:_SHOWN]


def _sum(each: Sequence[Counter[str]]) -> Counter[str]:
    total: Counter[str] = Counter()
    for counts in each:
        total.update(counts)
    return total


def _overlap(first: Counter[str], second: Counter[str]) -> float:
    """Share of the words of two texts that their distributions have in common, from 0 to 1."""
    sizes = max(first.total(), 1), max(second.total(), 1)
    return sum(min(first[word] / sizes[0], second[word] / sizes[1]) for word in first & second)
