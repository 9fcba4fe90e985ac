"""Candidate pairs of terms, found without comparing all with all: features, score by formula."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.learning.mapping import nearest_targets, neighbour_density
from diglot.terms.comparable.interface import rank_standing
from diglot.terms.comparable.lists import UNKNOWN, TermList
from diglot.terms.comparable.word_similarity import transliterate
from diglot.terms.kernels.cover import match_words
from diglot.terms.kernels.retrieval import retrieve_terms
from diglot.text.kernels.edits import WHOLE, likeness_of_pairs
from diglot.text.spelling import pack_letters

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.word_similarity import WordSimilarity

LEAST = 0.3
"""Mean coverage of both sides, by rarity of the words."""
BEST = 60
"""Candidates that a source term has at most."""


@dataclass(frozen=True, slots=True, eq=False)
class Candidates:
    """Pairs of terms or of readings of terms, ascending by source, then target.

    Attributes:
        source: shape (pairs,), int32, their numbers.
        target: shape (pairs,), int32.
        source_cover: shape (pairs,), float64: share of the source's words, by rarity, that the
            target covers.
        target_cover: shape (pairs,), float64: the same of the target's words.
    """

    source: NDArray[np.int32]
    target: NDArray[np.int32]
    source_cover: NDArray[np.float64]
    target_cover: NDArray[np.float64]

    def subset(self, chosen: NDArray[Any]) -> Candidates:
        """Return some of the pairs, by number or by a mask."""
        return Candidates(*(getattr(self, each.name)[chosen] for each in fields(self)))

    def __len__(self) -> int:
        return len(self.source)


def retrieve_candidates(
    source: TermList,
    target: TermList,
    similarity: WordSimilarity,
    *,
    least: float = LEAST,
    best: int = BEST,
) -> Candidates:
    """Find the readings of target terms that come closest to those of every source term.

    Args:
        source: terms of the source language.
        target: terms of the target language.
        similarity: of their words.
        least: smallest mean coverage.
        best: candidates of a reading at most.
    """
    return Candidates(*retrieve_terms(source, target, similarity, least, best))


# What an encoder sees: the vectors of whole terms.

NEAREST = (10, 3)
"""Targets of a source, and sources of a target, that are candidates by their vectors."""
NEIGHBOURS = 10
VECTORS = (
    "cosine", "csls", "source_density", "target_density", "cosine_row_gap", "cosine_column_gap",
    "cosine_row_place", "cosine_column_place",
)  # fmt: skip


@dataclass(frozen=True, slots=True, eq=False)
class TermVectors:
    """Vectors of the terms of two lists, and which of them are near each other.

    Attributes:
        source: shape (source terms, dimensions), of length one.
        target: shape (target terms, dimensions).
        density: mean cosine of every source, and of every target, to its nearest others.
        rows: shape (pairs,), source terms that are near a target.
        columns: shape (pairs,), these targets.
    """

    source: NDArray[np.float32]
    target: NDArray[np.float32]
    density: tuple[NDArray[np.float32], NDArray[np.float32]]
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]

    def columns_of(self, found: Candidates) -> dict[str, NDArray[Any]]:
        """Return features of pairs of terms, by the names of `VECTORS`.

        Reference:
            Conneau et al. (2018), Word translation without parallel data, for the margin (CSLS).
        """
        one, other = found.source.astype(np.int64), found.target.astype(np.int64)
        cosine = np.empty(len(found))
        for begin in range(0, len(found), _BLOCK):
            part = slice(begin, begin + _BLOCK)
            cosine[part] = np.einsum("pd,pd->p", self.source[one[part]], self.target[other[part]])
        density = self.density[0][one], self.density[1][other]
        row, column = rank_standing(one, cosine), rank_standing(other, cosine)
        values = (
            *(cosine, 2 * cosine - density[0] - density[1], *density, row.gap, column.gap),
            *(np.log1p(row.place), np.log1p(column.place)),
        )
        return dict(zip(VECTORS, values, strict=True))


_BLOCK = 1 << 14


def compare_vectors(source: NDArray[np.float32], target: NDArray[np.float32]) -> TermVectors:
    """Find which terms are near each other, by vectors of one space of length one."""
    i, j, _ = nearest_targets(source, target, best=NEAREST[0], neighbours=NEIGHBOURS)
    y, x, _ = nearest_targets(target, source, best=NEAREST[1], neighbours=NEIGHBOURS)
    density = neighbour_density(source, target, NEIGHBOURS)
    return TermVectors(source, target, density, np.r_[i, x], np.r_[j, y])


def join_candidates(found: Candidates, keys: NDArray[np.int64], width: int) -> Candidates:
    """Add pairs of readings whose words say nothing of each other.

    Args:
        found: pairs that words found.
        keys: shape (pairs,), source * width + target.
        width: readings of the target.
    """
    known = found.source.astype(np.int64) * width + found.target
    new = np.setdiff1d(keys, known)
    every = np.concatenate([known, new])
    order = np.argsort(every, kind="stable")
    nothing = np.zeros(len(new))
    return Candidates(
        (every[order] // max(1, width)).astype(np.int32),
        (every[order] % max(1, width)).astype(np.int32),
        np.concatenate([found.source_cover, nothing])[order],
        np.concatenate([found.target_cover, nothing])[order],
    )


# What speaks for a candidate, as columns of numbers.

MATCHED = (
    "source_cover", "target_cover", "source_share", "target_share", "source_dictionary",
    "target_dictionary", "source_cognate", "target_cognate", "last_first", "first_first",
    "first_last", "last_last", "assigned", "source_uncovered", "target_uncovered", "weakest",
)  # fmt: skip
_COVERED = (
    *("source_cover", "target_cover", "source_share", "target_share"),
    *("source_dictionary", "target_dictionary", "assigned", "weakest"),
)
ENTRY = 0.6
"""What an entry of the dictionary is worth at least."""


@dataclass(frozen=True, slots=True, eq=False)
class Matches:
    """Features of candidates that come of the pair alone.

    Attributes:
        columns: shape (pairs,) each, by name.
    """

    columns: dict[str, NDArray[Any]]

    def subset(self, chosen: NDArray[Any]) -> Matches:
        """Return the features of some pairs, by number or by a mask."""
        return Matches({name: values[chosen] for name, values in self.columns.items()})

    def __getitem__(self, name: str) -> NDArray[Any]:
        return self.columns[name]


def match_candidates(
    source: TermList, target: TermList, similarity: WordSimilarity, candidates: Candidates
) -> Matches:
    """Compare candidates word by word and letter by letter."""
    one_of, other_of = source.term_of[candidates.source], target.term_of[candidates.target]
    table = match_words(candidates.source, candidates.target, source, target, similarity)
    columns: dict[str, NDArray[Any]] = dict(zip(MATCHED, table.T, strict=True))
    one = pack_letters([transliterate(term) for term in source.terms])
    other = pack_letters([transliterate(term) for term in target.terms])
    sizes = np.diff(one[1])[one_of], np.diff(other[1])[other_of]
    columns["letters"] = likeness_of_pairs(*one, *other, one_of, other_of, False, WHOLE)
    columns["identical"] = columns["letters"] == 1.0
    columns["length_ratio"] = np.log(np.maximum(1, sizes[0]) / np.maximum(1, sizes[1]))
    columns["source_words"] = np.diff(source.offsets)[candidates.source]
    columns["target_words"] = np.diff(target.offsets)[candidates.target]
    columns["tokens"] = source.lengths[one_of] - target.lengths[other_of]
    numbers = source.numbers[one_of], target.numbers[other_of]
    unknown = (numbers[0] == UNKNOWN) | (numbers[1] == UNKNOWN)
    columns["number"] = np.where(unknown | (numbers[0] == numbers[1]), 1.0, 0.5)
    return Matches(columns)


def trust_entries(matches: Matches, entries: NDArray[np.float64]) -> None:
    """Take pairs that the dictionary has as a whole for covered, whatever their words say.

    Args:
        matches: features of pairs; changed in place.
        entries: shape (pairs,), weight in the dictionary, 0 for pairs that it does not have.
    """
    matches.columns["entry"] = entries
    sure = np.where(entries > 0, ENTRY + (1 - ENTRY) * entries, 0.0)
    for name in _COVERED:
        matches.columns[name] = np.maximum(matches[name], sure)
    for name in ("source_uncovered", "target_uncovered"):
        matches.columns[name] = np.where(entries > 0, 0.0, matches[name])


# The score by formula: how well a pair matches, against what else its terms match.

POWER = 3
UNSEEN = 0.5
"""Score of the competitor that a term without one might have outside the list."""


@dataclass(frozen=True, slots=True, eq=False)
class Competition:
    """How a pair stands among the other pairs of its source and of its target.

    Attributes:
        row: shape (pairs,), score divided by the best of the source.
        column: shape (pairs,), divided by the best of the target.
        row_gap: shape (pairs,), score minus that of the best other target of the source.
        column_gap: shape (pairs,), minus that of the best other source of the target.
    """

    row: NDArray[np.float64]
    column: NDArray[np.float64]
    row_gap: NDArray[np.float64]
    column_gap: NDArray[np.float64]


def match_formula(matches: Matches) -> NDArray[np.float64]:
    """Return how well the terms of every pair match, in [0, 1.2]."""
    least = np.minimum(matches["source_cover"], matches["target_cover"])
    score: NDArray[np.float64] = (
        0.5 * least + 0.5 * matches["assigned"] + 0.1 * matches["letters"] + 0.1 * matches["number"]
    )
    return score


def find_competition(candidates: Candidates, score: NDArray[np.float64]) -> Competition:
    """Compare every pair with the others of its terms."""
    row, row_gap = _against(candidates.source, score)
    column, column_gap = _against(candidates.target, score)
    return Competition(row, column, row_gap, column_gap)


def ranking_scores(score: NDArray[np.float64], rivals: Competition) -> NDArray[np.float64]:
    """Return the score that ranks: good, the best of both its terms, and by far."""
    margin = (rivals.row * rivals.column) ** POWER
    return score * margin * np.exp(rivals.row_gap + rivals.column_gap)


def _against(
    keys: NDArray[np.int32], score: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return score / best of the key, and score - best other of the key or `UNSEEN`."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    first = np.searchsorted(ordered, ordered)
    second = np.minimum(first + 1, len(order) - 1)
    sorted_score = score[order]
    best = sorted_score[first]
    alone = (ordered[second] != ordered) | (second == first)
    rival = np.where(alone, UNSEEN, np.maximum(UNSEEN, sorted_score[second]))
    others = np.where(np.arange(len(order)) == first, rival, best)
    share, gap = np.empty(len(order)), np.empty(len(order))
    share[order] = sorted_score / best
    gap[order] = sorted_score - others
    return share, gap
