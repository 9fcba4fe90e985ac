"""Figures for a second look: how a first ranker judged the relatives of a candidate."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.learning.ranker import logistic

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from diglot.terms.extraction.candidates import Candidates
    from diglot.terms.extraction.occurrences import Occurrences

    Values = NDArray[np.float64]

SECOND: tuple[str, ...] = (
    "first_look", "rank",
    "least_with_word", "mean_with_word", "most_with_word",
    "same_last_word", "same_first_word", "ending_with_first_word", "beginning_with_last_word",
    "least_single_word", "mean_single_word", "most_single_word", "single_first_word",
    "single_last_word",
    "best_inside", "best_beginning", "best_ending", "best_longer", "sum_longer", "mean_longer",
    "same_lemmas", "same_stem",
)  # fmt: skip
"""Names of the columns of `second_look`."""


def second_look(
    found: Candidates, seen: Occurrences, groups: NDArray[np.int64], log_odds: Values
) -> NDArray[np.float32]:
    """Return what the first ranker's judgements say about the company of every candidate.

    A word of which many candidates are terms makes terms; so does a part that is a term itself. The
    candidate's own judgement is left out of the means of its relatives.

    Args:
        found: all candidates.
        seen: the kept ones.
        groups: shape (rows,), equal numbers are forms of the same lemmas.
        log_odds: shape (rows,), of the first ranker.

    Returns:
        Shape (rows, len(SECOND)); NaN where there is no such relative.
    """
    rows = len(seen)
    if not rows:
        return np.zeros((0, len(SECOND)), np.float32)
    probability = logistic(log_odds)
    several = seen.lengths > 1
    base = float(probability[several].mean()) if several.any() else 0.0
    size = len(found.corpus.words)
    own, one = np.where(several, probability, 0.0), several.astype(np.float64)
    first = seen.words[:, 0]
    last = seen.words[np.arange(rows), seen.lengths - 1]

    def mean(words: NDArray[np.int32], of: NDArray[np.int32], *, itself: bool) -> Values:
        """Return the mean of the candidates with each of ``words`` where they have ``of``."""
        total = np.bincount(words, weights=own, minlength=size)[of]
        count = np.bincount(words, weights=one, minlength=size)[of]
        share: Values = (total - own * itself + base) / (count - one * itself + 1)
        return share

    inside = seen.content & several[:, None]
    total, count = np.zeros(size), np.zeros(size)
    for column in range(seen.words.shape[1]):
        there = inside[:, column]
        total += np.bincount(seen.words[there, column], weights=own[there], minlength=size)
        count += np.bincount(seen.words[there, column], minlength=size)
    others = np.maximum(count[seen.words] - one[:, None], 0)
    with_word = (total[seen.words] - own[:, None] + base) / (others + 1)
    with_word = np.where(seen.content, with_word, np.nan)
    alone = np.full(size, np.nan)
    alone[first[~several]] = log_odds[~several]
    single = np.where(inside, alone[seen.words], np.nan)
    columns = (
        log_odds,
        np.log(np.argsort(np.argsort(-log_odds, kind="stable"), kind="stable") / rows + 1e-5),
        *_summary(with_word),
        mean(last, last, itself=True),
        mean(first, first, itself=True),
        mean(last, first, itself=False),
        mean(first, last, itself=False),
        *_summary(single),
        np.where(several, alone[first], np.nan),
        np.where(several, alone[last], np.nan),
        *_relatives(found, seen, log_odds, probability).T,
        _others(groups, probability, np.nan, 0.0),
        _others(_stems(found)[last], probability, base, 1.0),
    )
    return np.stack(columns, axis=1).astype(np.float32)


def _relatives(
    found: Candidates, seen: Occurrences, log_odds: Values, probability: Values
) -> Values:
    from diglot.terms.kernels import occurrences as kernel

    kept = np.full(len(found), -1, np.int32)
    kept[seen.numbers] = np.arange(len(seen), dtype=np.int32)
    scores: Values = kernel.relatives(
        found.offsets,
        found.begins,
        found.lengths,
        found.ngrams,
        found.first,
        kernel.sentences_of(found.offsets, len(found.begins)),
        kept,
        log_odds,
        probability,
    )
    return scores


def _summary(values: Values) -> tuple[Values, Values, Values]:
    """Return the least, the mean and the largest known value of every row."""
    known = ~np.isnan(values)
    count = known.sum(axis=1)
    mean = np.where(
        count > 0, np.where(known, values, 0).sum(axis=1) / np.maximum(count, 1), np.nan
    )
    return np.fmin.reduce(values, axis=1), mean, np.fmax.reduce(values, axis=1)


def _others(groups: NDArray[np.int64], values: Values, prior: float, weight: float) -> Values:
    """Return the mean of the other members of every row's group, drawn towards ``prior``."""
    total = np.bincount(groups, weights=values)[groups] - values
    count = np.bincount(groups)[groups] - 1.0
    if weight:
        return (total + weight * prior) / (count + weight)
    return np.where(count > 0, total / np.maximum(count, 1), prior)


def _stems(found: Candidates) -> NDArray[np.int64]:
    """Return a number for every word: equal ones begin with the same four to six letters."""
    numbers: dict[str, int] = {}
    cut = (word[: max(4, min(6, len(word) - 2))] for word in found.corpus.words)
    return np.array([numbers.setdefault(stem, len(numbers)) for stem in cut], np.int64)
