"""What stretches of a sentence are linked with in its translation."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import TYPE_CHECKING

from diglot.text.spelling import fold

if TYPE_CHECKING:
    from diglot.model import WordLinks
    from diglot.pipeline.stored.stored_pairs import StoredPairs

Ranges = Sequence[tuple[int, int]]
"""Half-open ranges of characters, ascending."""

_GAP = 2
"""So many words without any link may stand inside a translation: articles, prepositions."""


class Translations:
    """Looks up translations by word links.

    Args:
        pairs: the sentences.
        links: between their words, those worth showing.
        side: the side of the stretches that are translated.
    """

    def __init__(self, pairs: StoredPairs, links: WordLinks, side: int) -> None:
        self._here, self._there = pairs.sides[side], pairs.sides[1 - side]
        self._offsets = links.offsets
        ends = links.source, links.target
        self._ours, self._theirs = ends[side], ends[1 - side]

    def of(self, pair: int, marks: Ranges) -> dict[str, tuple[str, Ranges, Ranges]]:
        """Return the translations of stretches of one sentence.

        Args:
            pair: number of the sentence pair.
            marks: the stretches; words that they touch count as theirs.

        Returns:
            By folded translation, empty where there is none: how it is written, the stretches
            that have it, and where it stands.
        """
        tokens, others = self._here.tokens(pair), self._there.tokens(pair)
        sentence = self._there.sentence(pair)
        here = slice(self._offsets[pair], self._offsets[pair + 1])
        ours, theirs = self._ours[here].tolist(), self._theirs[here].tolist()
        linked = set(theirs)
        found: dict[str, tuple[str, list[tuple[int, int]], list[tuple[int, int]]]] = {}
        for mark in marks:
            touched = {
                at for at, (begin, end) in enumerate(tokens) if begin < mark[1] and end > mark[0]
            }
            partners = sorted({j for i, j in zip(ours, theirs, strict=True) if i in touched})
            runs = [(others[a][0], others[b][1]) for a, b in _runs(partners, linked)]
            form = " … ".join(sentence[begin:end] for begin, end in runs)
            kept = found.setdefault(fold(form).text, (form, [], []))
            kept[1].append(mark)
            kept[2].extend(run for run in runs if run not in kept[2])
        return {key: (form, one, sorted(other)) for key, (form, one, other) in found.items()}


def _runs(positions: Sequence[int], linked: set[int]) -> list[tuple[int, int]]:
    """Join neighbouring positions to runs, over a few words that are linked to nothing."""
    if not positions:
        return []
    runs = []
    begin = positions[0]
    for before, after in pairwise(positions):
        between = range(before + 1, after)
        if len(between) > _GAP or not linked.isdisjoint(between):
            runs.append((begin, before))
            begin = after
    runs.append((begin, positions[-1]))
    return runs
