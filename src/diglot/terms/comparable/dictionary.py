"""Dictionaries for alignment: translations of words and phrases with weights."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from diglot.model import WordLinks
from diglot.text.tokens import words

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

    def merge(self, *others: Dictionary) -> Dictionary:
        """Return one dictionary with all entries, each with its largest weight."""
        best: dict[tuple[tuple[str, ...], tuple[str, ...]], float] = {}
        for source, target, weight in (entry for one in (self, *others) for entry in one.entries):
            key = (source, target)
            best[key] = max(weight, best.get(key, 0.0))
        return Dictionary(tuple((*key, weight) for key, weight in best.items()))

    def reverse(self) -> Dictionary:
        """Return the dictionary of the other direction."""
        return Dictionary(
            tuple((target, source, weight) for source, target, weight in self.entries)
        )


def dictionary_from_pairs(
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
    return Dictionary(tuple(entries)).merge()


def _words(text: str, language: str) -> tuple[str, ...]:
    return tuple(word.lower() for word in words(text, language))


LEAST_LINK = 0.1
LEAST_FORWARD = 0.05
LEAST_WEIGHT = 0.12
LEAST_COUNT_TERMS, LEAST_COUNT_TEXT = 0.4, 0.8
"""Evidence that a pair of words needs: a termbase says it once, text repeats itself."""


def dictionary_from_links(
    pairs: Iterable[tuple[Sequence[str], Sequence[str]]],
    links: WordLinks,
    *,
    least_count: float = LEAST_COUNT_TEXT,
) -> Dictionary:
    """Make a dictionary of the word links of parallel text or of a termbase's terms.

    A pair's weight is the geometric mean of how often the one word has the other for a translation
    and the other way round.

    Args:
        pairs: tokens of both sides of every pair, in the order of the links.
        links: between them, with probabilities; also the doubtful ones, from about .1.
        least_count: sum of probabilities that a pair of words needs, see `LEAST_COUNT_TEXT`.
    """
    counts: dict[tuple[str, str], float] = {}
    scores = links.scores if links.scores is not None else np.ones(len(links.source), np.float32)
    for number, (one, other) in enumerate(pairs):
        here = slice(links.offsets[number], links.offsets[number + 1])
        for i, j, score in zip(
            links.source[here].tolist(),
            links.target[here].tolist(),
            scores[here].tolist(),
            strict=True,
        ):
            if score >= LEAST_LINK:
                key = (one[i].lower(), other[j].lower())
                counts[key] = counts.get(key, 0.0) + score
    return dictionary_from_counts(counts, least_count=least_count)


def dictionary_from_counts(
    counts: Mapping[tuple[str, str], float], *, least_count: float = LEAST_COUNT_TEXT
) -> Dictionary:
    """Make a dictionary of counted pairs of words; see `from_links`."""
    of_source: dict[str, float] = {}
    of_target: dict[str, float] = {}
    for (one, other), count in counts.items():
        of_source[one] = of_source.get(one, 0.0) + count
        of_target[other] = of_target.get(other, 0.0) + count
    entries: list[Entry] = []
    for (one, other), count in counts.items():
        forward = count / of_source[one]
        weight = (forward * count / of_target[other]) ** 0.5
        if count >= least_count and forward >= LEAST_FORWARD and weight >= LEAST_WEIGHT:
            entries.append(((one,), (other,), weight))
    return Dictionary(tuple(entries))
