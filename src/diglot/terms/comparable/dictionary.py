"""Dictionaries for alignment: translations of words and phrases with weights."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.text.tokens import words

if TYPE_CHECKING:
    from collections.abc import Iterable

Entry = tuple[tuple[str, ...], tuple[str, ...], float]
"""Words of the source, words of the target, in lower case, and a weight in (0, 1]."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """Translations with weights; an entry that comes twice counts with its larger weight.

    Attributes:
        entries: (source words, target words, weight): words in lower case, weights in (0, 1];
            1 for what a person wrote, a probability for what was aligned.
    """

    entries: tuple[Entry, ...] = ()

    def __len__(self) -> int:
        return len(self.entries)

    def merged(self, *others: Dictionary) -> Dictionary:
        """Return one dictionary with all entries, each with its largest weight."""
        best: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
        for source, target, weight in (entry for one in (self, *others) for entry in one.entries):
            key = (source, target)
            best[key] = max(weight, best.get(key, 0.0))
        return Dictionary(tuple((*key, weight) for key, weight in best.items()))

    def reversed(self) -> Dictionary:
        """Return the dictionary of the other direction."""
        return Dictionary(
            tuple((target, source, weight) for source, target, weight in self.entries)
        )


def from_pairs(
    pairs: Iterable[tuple[str, str] | tuple[str, str, float]], *, languages: tuple[str, str]
) -> Dictionary:
    """Make a dictionary of written pairs, such as a file's rows or a termbase's terms.

    Args:
        pairs: source, target and, where known, a weight; weights are cut to (0, 1], pairs with a
            blank side or no positive weight are left out.
        languages: of source and target, for cutting phrases into words.

    Raises:
        ConfigError: a language is unknown.
    """
    entries: list[Entry] = []
    for source, target, *weights in pairs:
        weight = min(1.0, weights[0] if weights else 1.0)
        sides = (_words(source, languages[0]), _words(target, languages[1]))
        if weight > 0 and all(sides):
            entries.append((*sides, weight))
    return Dictionary(tuple(entries)).merged()


def _words(text: str, language: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in words(text, language))
