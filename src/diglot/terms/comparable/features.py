"""What speaks for a candidate, as columns of numbers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.terms.comparable.number import UNKNOWN
from diglot.terms.comparable.spelling import letters, plain

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.lists import TermList
    from diglot.terms.comparable.retrieval import Candidates
    from diglot.terms.comparable.word_similarity import WordSimilarity

_MATCHED = (
    "source_cover",
    "target_cover",
    "source_share",
    "target_share",
    "source_dictionary",
    "target_dictionary",
    "source_cognate",
    "target_cognate",
    "last_first",
    "first_first",
    "first_last",
    "last_last",
    "assigned",
    "source_uncovered",
    "target_uncovered",
    "weakest",
)
_COVERED = (
    *("source_cover", "target_cover", "source_share", "target_share"),
    *("source_dictionary", "target_dictionary", "assigned", "weakest"),
)
ENTRY = 0.6
"""What an entry of the dictionary is worth at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Figures of candidates that come of the pair alone.

    Attributes:
        columns: shape (pairs,) each, by name.
    """

    columns: dict[str, NDArray[Any]]

    def subset(self, chosen: NDArray[Any]) -> Matches:
        """Return the figures of some pairs, by number or by a mask."""
        return Matches({name: values[chosen] for name, values in self.columns.items()})

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]


def match(
    source: TermList, target: TermList, similarity: WordSimilarity, candidates: Candidates
) -> Matches:
    """Compare candidates word by word and letter by letter."""
    from diglot.terms.kernels import features as kernel
    from diglot.terms.kernels import words

    one_of, other_of = source.term_of[candidates.source], target.term_of[candidates.target]
    table = kernel.match(
        candidates.source,
        candidates.target,
        source.tokens,
        source.offsets,
        target.tokens,
        target.offsets,
        similarity.offsets,
        similarity.columns,
        similarity.best,
        similarity.dictionary,
        similarity.cognate,
        source.rarity,
        target.rarity,
    )
    columns: dict[str, NDArray[Any]] = dict(zip(_MATCHED, table.T, strict=True))
    one, one_offsets = letters([plain(term) for term in source.terms])
    other, other_offsets = letters([plain(term) for term in target.terms])
    common = words.common_letters_of_pairs(one, one_offsets, other, other_offsets, one_of, other_of)
    sizes = np.diff(one_offsets)[one_of], np.diff(other_offsets)[other_of]
    columns["letters"] = common / np.maximum(1, np.maximum(*sizes))
    columns["identical"] = columns["letters"] == 1.0
    columns["length_ratio"] = np.log(np.maximum(1, sizes[0]) / np.maximum(1, sizes[1]))
    columns["source_words"] = np.diff(source.offsets)[candidates.source]
    columns["target_words"] = np.diff(target.offsets)[candidates.target]
    columns["tokens"] = source.lengths[one_of] - target.lengths[other_of]
    numbers = source.numbers[one_of], target.numbers[other_of]
    unknown = (numbers[0] == UNKNOWN) | (numbers[1] == UNKNOWN)
    columns["number"] = np.where(unknown | (numbers[0] == numbers[1]), 1.0, 0.5)
    return Matches(columns)


def believe(matches: Matches, entries: NDArray[np.float64]) -> None:
    """Take pairs that the dictionary has as a whole for covered, whatever their words say.

    Args:
        matches: figures of pairs; changed in place.
        entries: shape (pairs,), weight in the dictionary, 0 for pairs that it does not have.
    """
    matches.columns["entry"] = entries
    sure = np.where(entries > 0, ENTRY + (1 - ENTRY) * entries, 0.0)
    for name in _COVERED:
        matches.columns[name] = np.maximum(matches[name], sure)
    for name in ("source_uncovered", "target_uncovered"):
        matches.columns[name] = np.where(entries > 0, 0.0, matches[name])
