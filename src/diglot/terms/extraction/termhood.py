"""The trained ranker of candidates: two stages, the second on top of the first."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING, Any

import numpy as np

from diglot.errors import ConfigError
from diglot.learning.trees import Growth, Ranker, average_rankers, logistic, train_trees
from diglot.terms.extraction.features import (
    NAMES,
    WordFeatures,
    candidate_features,
    least_mean_most,
    lemma_groups,
)
from diglot.terms.kernels.candidates import relatives_scores

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

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
"""Names of the columns of `second_stage_features`."""


def second_stage_features(
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
        *least_mean_most(with_word),
        mean(last, last, itself=True),
        mean(first, first, itself=True),
        mean(last, first, itself=False),
        mean(first, last, itself=False),
        *least_mean_most(single),
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
    kept = np.full(len(found), -1, np.int32)
    kept[seen.numbers] = np.arange(len(seen), dtype=np.int32)
    scores: Values = relatives_scores(found.spans, found.first, kept, log_odds, probability)
    return scores


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


# The ranker. The shipped one learnt from three subject fields in three languages.

FORMAT = "diglot term ranker 1"
GROWTH = Growth(rounds=150, rate=0.06, leaves=31, least_leaf=20, penalty=5.0)
_WRONG_PER_RIGHT = 3
_FOLDS = 5
_BLOCK = 100_000


@dataclass(frozen=True, slots=True, eq=False)
class CountedText:
    """A text with its candidates and their features.

    Attributes:
        found: all candidates.
        seen: the counted ones.
        words: features of the words.
        groups: shape (rows,), equal numbers are forms of the same lemmas.
    """

    found: Candidates
    seen: Occurrences
    words: WordFeatures
    groups: NDArray[np.int64]

    def features(self) -> NDArray[np.float32]:
        """Return the features of all rows, see `features.NAMES`."""
        corpus = self.found.corpus
        return candidate_features(
            self.seen,
            self.words,
            self.groups,
            tokens=len(corpus.tokens),
            documents=int(corpus.documents.max(initial=0)) + 1,
        )


def count_text(found: Candidates, seen: Occurrences, words: WordFeatures) -> CountedText:
    """Return a text ready for ranking."""
    return CountedText(found, seen, words, lemma_groups(seen, words))


@dataclass(frozen=True, slots=True)
class TermRanker:
    """Gives candidates the probability of being a term.

    Attributes:
        first: ranks by the features.
        second: ranks by the features and by what ``first`` thinks of a candidate's relatives.
    """

    first: Ranker
    second: Ranker

    def probabilities(self, text: CountedText) -> NDArray[np.float64]:
        """Return the probability of every candidate that it is a term, in [0, 1].

        Raises:
            ConfigError: the ranker was trained on other features.
        """
        rows = text.features()
        second = second_stage_features(
            text.found, text.seen, text.groups, _by_blocks(self.first, rows)
        )
        probability: NDArray[np.float64] = np.empty(len(rows))
        for begin in range(0, len(rows), _BLOCK):
            here = slice(begin, begin + _BLOCK)
            probability[here] = self.second.probabilities(np.hstack([rows[here], second[here]]))
        return probability

    def to_dict(self) -> dict[str, Any]:
        """Return the ranker as what JSON can hold."""
        return {"format": FORMAT, "first": self.first.to_dict(), "second": self.second.to_dict()}

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> TermRanker:
        """Return the ranker that `to_dict` gave.

        Raises:
            ConfigError: it is of another version or damaged.
        """
        first, second = data.get("first"), data.get("second")
        if data.get("format") != FORMAT:
            raise ConfigError(f"no ranker of terms of this version ({FORMAT}): train it again")
        if not isinstance(first, dict) or not isinstance(second, dict):
            raise ConfigError("damaged ranker of terms: train it again")
        found = cls(Ranker.from_dict(first), Ranker.from_dict(second))
        if found.first.names != NAMES or found.second.names != (*NAMES, *SECOND):
            raise ConfigError("this ranker was trained on other features: train it again")
        return found


@cache
def shipped_ranker() -> TermRanker:
    """Return the ranker that comes with diglot."""
    text = resources.files("diglot.terms").joinpath("extraction_ranker.json").read_text("utf-8")
    return TermRanker.from_dict(json.loads(text))


def train_term_ranker(
    texts: Sequence[CountedText],
    labels: Sequence[NDArray[np.bool_]],
    *,
    fields: Sequence[int] | None = None,
    growth: Growth = GROWTH,
    bags: int = 1,
    calibrated: bool = True,
    notes: str = "",
) -> TermRanker:
    """Learn from validated lists.

    Args:
        texts: texts with their candidates.
        labels: for each text, shape (rows,): True for terms.
        fields: number of the subject field of every text; the first look at a field is learnt from
            the others, and so are the probabilities. None: one field, learnt in five parts.
        growth: how trees are grown.
        bags: rankers that are averaged, each from another sample of the many wrong candidates.
        calibrated: False saves more than half of the work, and gives no probabilities.
        notes: where the examples come from.

    Raises:
        ConfigError: too few terms, or too few candidates that are none.

    Reference:
        Wolpert 1992, Stacked generalization.
    """
    rows = [text.features() for text in texts]
    owner = fields if fields is not None else [0] * len(texts)
    looks = _held_out(texts, rows, labels, owner, growth, bags)
    beside = [
        np.hstack([each, second_stage_features(text.found, text.seen, text.groups, look)])
        for text, each, look in zip(texts, rows, looks, strict=True)
    ]
    every = [np.ones(len(each), np.bool_) for each in labels]
    # Probabilities are to hold in a field that nothing was learnt from.
    several = len(set(owner)) > 1
    groups = [
        np.full(len(text.seen), field, np.int64) if several else _heads(text, k)
        for k, (text, field) in enumerate(zip(texts, owner, strict=True))
    ]
    first = _fit(rows, labels, every, groups, NAMES, growth, bags, notes)
    second = _fit(
        beside, labels, every, groups, (*NAMES, *SECOND), growth, bags, notes, calibrated=calibrated
    )
    return TermRanker(first, second)


def best_cut(probability: NDArray[np.float64]) -> float:
    """Return the probability from which the list has the best F1 to be expected.

    With k candidates listed the expected F1 is about twice the sum of their probabilities over k
    plus the sum of all probabilities.

    Reference:
        Lewis 1995, Evaluating and optimizing autonomous text classification systems.
    """
    if not len(probability):
        return 0.0
    ranked = np.sort(probability)[::-1]
    expected = 2 * np.cumsum(ranked) / (np.arange(1, len(ranked) + 1) + ranked.sum())
    return float(ranked[int(expected.argmax())])


def _held_out(
    texts: Sequence[CountedText],
    rows: Sequence[NDArray[np.float32]],
    labels: Sequence[NDArray[np.bool_]],
    fields: Sequence[int],
    growth: Growth,
    bags: int,
) -> list[NDArray[np.float64]]:
    """Return first looks at every text by rankers that did not learn from these candidates."""
    several = len(set(fields)) > 1
    if several:
        parts = [np.full(len(each), field) for each, field in zip(rows, fields, strict=True)]
    else:
        # Candidates with one last word stay together: their labels hang together.
        parts = [_heads(text, k) % _FOLDS for k, text in enumerate(texts)]
    looks = [np.zeros(len(each)) for each in rows]
    for part in sorted({int(each) for of_text in parts for each in np.unique(of_text)}):
        others = [each != part for each in parts]
        ranker = _fit(rows, labels, others, parts, NAMES, growth, bags, "")
        for look, each, of_text in zip(looks, rows, parts, strict=True):
            here = of_text == part
            if here.any():
                look[here] = _by_blocks(ranker, each[here])
    return looks


def _fit(
    rows: Sequence[NDArray[np.float32]],
    labels: Sequence[NDArray[np.bool_]],
    asked: Sequence[NDArray[np.bool_]],
    groups: Sequence[NDArray[np.int64]],
    names: Sequence[str],
    growth: Growth,
    bags: int,
    notes: str,
    *,
    calibrated: bool = False,
) -> Ranker:
    """Train on samples: all terms, and some of the many others with the weight of all of them."""
    random = np.random.default_rng(growth.seed)
    rankers = []
    for bag in range(bags):
        chosen = [_sample(label, each, random) for label, each in zip(labels, asked, strict=True)]

        def taken(
            columns: Sequence[NDArray[Any]],
            chosen: Sequence[tuple[NDArray[np.int64], object]] = chosen,
        ) -> NDArray[Any]:
            return np.concatenate(
                [each[some] for each, (some, _) in zip(columns, chosen, strict=True)]
            )

        rankers.append(
            train_trees(
                taken(rows),
                taken(labels),
                names=names,
                weights=np.concatenate([weight for _, weight in chosen]),
                groups=taken(groups),
                growth=replace(growth, seed=growth.seed + bag),
                # One line serves all bags: they differ by chance alone.
                calibrated=calibrated and bag == 0,
                notes=notes,
            )
        )
    return average_rankers(rankers)


def _sample(
    label: NDArray[np.bool_], asked: NDArray[np.bool_], random: np.random.Generator
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    right, wrong = np.flatnonzero(label & asked), np.flatnonzero(~label & asked)
    size = min(len(wrong), max(_WRONG_PER_RIGHT * len(right), 1))
    some = np.sort(random.choice(wrong, size, replace=False)) if size else wrong
    weight = np.concatenate(
        [np.ones(len(right)), np.full(len(some), len(wrong) / max(len(some), 1))]
    )
    return np.concatenate([right, some]), weight


def _by_blocks(ranker: Ranker, rows: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return log-odds; features are widened to float64 a block at a time."""
    if not len(rows):
        return np.zeros(0)
    return np.concatenate(
        [ranker.log_odds(rows[k : k + _BLOCK]) for k in range(0, len(rows), _BLOCK)]
    )


def _heads(text: CountedText, number: int) -> NDArray[np.int64]:
    """Return a number for every candidate's last word, different in every text."""
    seen = text.seen
    last = seen.words[np.arange(len(seen)), seen.lengths - 1].astype(np.int64)
    # Scrambled, so that folds by remainder do not follow the order of the text.
    return (last * 2_654_435_761 + number * 40_503) % 1_000_003
