"""Endings that answer each other in two languages: -ty and -té, -ation and -ación."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from diglot.terms.comparable.spelling import shared_prefix, sound

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

PREFIX = 4
"""Letters that two words must share at the beginning."""
LONGEST = 5
LEAST = 4
"""Pairs of words that show a pair of endings."""
STRONG, WEAK = 0.92, 0.85

Endings = dict[str, tuple[str, ...]]


def learn(pairs: Iterable[tuple[str, str]]) -> Endings:
    """Learn pairs of endings from pairs of words that translate each other.

    The endings are what is left behind the common beginning, also with the last one and two
    letters of this.

    Returns:
        Target endings by source ending.
    """
    counts: Counter[tuple[str, str]] = Counter()
    for one, other in {(sound(one), sound(other)) for one, other in pairs}:
        shared = shared_prefix(one, other)
        if shared < PREFIX or max(len(one), len(other)) - shared > LONGEST:
            continue
        for cut in range(shared, max(PREFIX, shared - 2) - 1, -1):
            counts[one[cut:], other[cut:]] += 1
    found: dict[str, list[str]] = {}
    for (one, other), count in sorted(counts.items()):
        if count >= LEAST:
            found.setdefault(one, []).append(other)
    return {one: tuple(others) for one, others in found.items()}


def matches(
    source: Sequence[str], target: Mapping[str, Sequence[int]], endings: Endings
) -> list[tuple[int, int, float]]:
    """Find the words that differ by a pair of endings only.

    Args:
        source: spellings, see `sound`.
        target: numbers of words by spelling.
        endings: see `learn`.

    Returns:
        (source word, target word, likeness), a pair as often as there are ways.
    """
    found = []
    for number, word in enumerate(source):
        for cut in range(PREFIX, len(word) + 1):
            for ending in endings.get(word[cut:], ()):
                likeness = STRONG if cut > PREFIX else WEAK
                found += [
                    (number, match, likeness) for match in target.get(word[:cut] + ending, ())
                ]
    return found
