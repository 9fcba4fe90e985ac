"""The figures that the ranker judges a candidate by: the pair's own, and its standing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.text.frequencies import general_frequencies

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.comparable.comparison import Comparison
    from diglot.terms.comparable.lists import TermList

_OWN = (
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
    "letters",
    "identical",
    "length_ratio",
    "source_words",
    "target_words",
    "tokens",
    "number",
    "entry",
)
_STANDING = (
    "least_cover",
    "mean_cover",
    "words_apart",
    "score",
    "row",
    "column",
    "row_gap",
    "column_gap",
    "row_place",
    "column_place",
    "row_close",
    "column_close",
    "source_known",
    "target_known",
    "frequency_apart",
)
NAMES = (*_OWN, *_STANDING)
CLOSE = 0.9
"""Share of the best score from which a competitor is a close one."""


def figures(found: Comparison) -> NDArray[np.float64]:
    """Return the figures of all candidates.

    Returns:
        Shape (candidates, `NAMES`); NaN where unknown.
    """
    matches, rivals = found.matches, found.rivals
    cover = matches["source_cover"], matches["target_cover"]
    row_place, row_close = _places(found.candidates.source, found.score, rivals.row)
    column_place, column_close = _places(found.candidates.target, found.score, rivals.column)
    best = _best_words(found)
    columns = [matches[name] for name in _OWN]
    columns += [
        np.minimum(*cover),
        np.sqrt(cover[0] * cover[1]),
        np.abs(matches["source_words"] - matches["target_words"]),
        found.score,
        rivals.row,
        rivals.column,
        rivals.row_gap,
        rivals.column_gap,
        row_place,
        column_place,
        row_close,
        column_close,
        best[0][found.candidates.source] - matches["source_share"],
        best[1][found.candidates.target] - matches["target_share"],
        _frequency_apart(found),
    ]
    return np.stack([np.asarray(column, np.float64) for column in columns], axis=1)


def _places(
    keys: NDArray[np.int32], score: NDArray[np.float64], share: NDArray[np.float64]
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return ln(1 + place among those of the key) and ln(1 + close ones of the key)."""
    order = np.lexsort((-score, keys))
    ordered = keys[order]
    place = np.empty(len(keys))
    place[order] = np.arange(len(keys)) - np.searchsorted(ordered, ordered)
    close = np.bincount(keys, share >= CLOSE)[keys] if len(keys) else place
    return np.log1p(place), np.log1p(close)


def _best_words(found: Comparison) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return how well the words of every term could be covered by any word of the other list."""
    similarity = found.similarity
    of_source = np.zeros(len(found.source.words))
    of_target = np.zeros(len(found.target.words))
    np.maximum.at(of_source, similarity.rows(), similarity.best)
    np.maximum.at(of_target, similarity.columns, similarity.best)
    return _means(found.source, of_source), _means(found.target, of_target)


def _frequency_apart(found: Comparison) -> NDArray[np.float64]:
    """Return the difference of the logarithms of the rarest words' frequency in general language.

    Words that translate each other are about as frequent as each other.
    """
    rarest = []
    for terms in (found.source, found.target):
        general = general_frequencies(terms.language)
        if general is None:
            return np.full(len(found), np.nan)
        logarithms = np.log(general.array(terms.words))
        rarest.append(np.minimum.reduceat(logarithms[terms.tokens], _first(terms)))
    apart: NDArray[np.float64] = np.abs(
        rarest[0][found.candidates.source] - rarest[1][found.candidates.target]
    )
    return apart


def _means(terms: TermList, values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return the mean over the words of the first reading of every term."""
    chosen = np.searchsorted(terms.term_of, np.arange(len(terms)))
    sums = np.add.reduceat(values[terms.tokens], terms.offsets[:-1])[chosen]
    means: NDArray[np.float64] = sums / np.diff(terms.offsets)[chosen]
    return means


def _first(terms: TermList) -> NDArray[np.int64]:
    """Return where the first reading of every term begins among the tokens."""
    chosen = np.searchsorted(terms.term_of, np.arange(len(terms)))
    begins: NDArray[np.int64] = terms.offsets[chosen]
    return begins
