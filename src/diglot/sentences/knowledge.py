"""What was learned of two languages from some texts, to align others by: each alone, in any order.

Reference: the two passes of Moore (2002) with the first one over a sample; the CRF is ours.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from diglot.flat_arrays import offsets_of
from diglot.sentences.values import Lexicon, Seeds

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.sentences.encoding import Vocabulary
    from diglot.sentences.link_types import Types
    from diglot.sentences.values import Breaks, Calibration

IDENTICAL = 0.5
"""Probability that a word of both sides, new to what was learned, is its own translation."""


@dataclass(frozen=True, slots=True, eq=False)
class SentenceModel:
    """Everything that a run knows beyond the document that it is at.

    Attributes:
        source, target: the forms of the keys.
        probability_s, probability_t: float64, of the keys.
        counts: float64, of the keys of each side.
        seeds: see `Seeds`.
        lexicon: see `Lexicon`.
        halves: of the lexicon, each learned from half of the texts.
        types: link types of the last round.
        calibration: of sentence vectors.
        breaks: of sentences, where merges are many.
        sizes: sentences of each side.
        characters: of each side.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    probability_s: NDArray[np.float64]
    probability_t: NDArray[np.float64]
    counts: tuple[NDArray[np.float64], NDArray[np.float64]]
    seeds: Seeds
    lexicon: Lexicon
    halves: tuple[Lexicon, Lexicon]
    types: Types
    calibration: Calibration
    breaks: Breaks
    sizes: tuple[int, int]
    characters: tuple[float, float]

    def extend(self, source: Vocabulary, target: Vocabulary) -> SentenceModel:
        """Return the same over vocabularies that begin with these keys.

        What is known of a word that is new depends on the word alone, so that a document is aligned
        the same beside any others: it is as rare as the rarest, and translates the same word of the
        other side, if there is one.
        """
        known = len(self.source)
        identical = np.concatenate(
            [self.seeds.identical[:known], np.full(len(source) - known, -1, np.int32)]
        )
        before = identical.copy()
        for form, key in islice(source.keys.items(), known, None):
            identical[key] = target.keys.get(form, -1)
        for form, key in islice(target.keys.items(), len(self.target), None):
            if (ours := source.keys.get(form)) is not None:
                identical[ours] = key
        rows = np.flatnonzero(identical != before)
        keys = identical[rows]
        first, order = _insert(self.seeds.first, self.seeds.key, rows, keys, len(identical))
        ones = np.ones(len(rows), np.float32)
        seeds = Seeds(
            first,
            np.concatenate([self.seeds.key, keys])[order],
            np.concatenate([self.seeds.weight, ones])[order],
            identical,
        )
        lexicon, *halves = (
            _with_identical(entries, rows, keys, len(identical))
            for entries in (self.lexicon, *self.halves)
        )
        return replace(
            self,
            source=tuple(source.keys),
            target=tuple(target.keys),
            probability_s=_padded(self.probability_s, len(source)),
            probability_t=_padded(self.probability_t, len(target)),
            counts=(
                np.pad(self.counts[0], (0, len(source) - len(self.source))),
                np.pad(self.counts[1], (0, len(target) - len(self.target))),
            ),
            seeds=seeds,
            lexicon=lexicon,
            halves=(halves[0], halves[1]),
        )


def _with_identical(
    entries: Lexicon, rows: NDArray[np.intp], keys: NDArray[np.int32], size: int
) -> Lexicon:
    """Return a lexicon in which words translate the same ones of the other side, too."""
    first, order = _insert(entries.first, entries.key, rows, keys, size)
    same = np.full(len(rows), IDENTICAL, np.float32)
    return replace(
        entries,
        first=first,
        key=np.concatenate([entries.key, keys])[order],
        forward=np.concatenate([entries.forward, same])[order],
        backward=np.concatenate([entries.backward, same])[order],
    )


def _padded(probability: NDArray[np.float64], size: int) -> NDArray[np.float64]:
    rest = np.full(size - len(probability), probability.min())
    return np.concatenate([probability, rest])


def _insert(
    first: NDArray[np.int64],
    key: NDArray[np.int32],
    rows: NDArray[np.intp],
    keys: NDArray[np.int32],
    size: int,
) -> tuple[NDArray[np.int64], NDArray[np.intp]]:
    """Put entries behind those of sparse rows: the new rows, and the order of old and new ones."""
    all_rows = np.concatenate([np.repeat(np.arange(len(first) - 1), np.diff(first)), rows])
    order = np.lexsort((np.concatenate([key, keys]), all_rows))
    places = offsets_of(np.bincount(all_rows, minlength=size))
    return places, order
