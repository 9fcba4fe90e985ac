"""What every method of pairing two term lists is given, and the scored pairs that it returns."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot.model import TermPair, WordVectors
from diglot.terms.comparable.dictionary import Dictionary

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.learning.encoders import Encoder
    from diglot.learning.machines import Machine
    from diglot.learning.trees import Ranker


class PhraseExtractor(Protocol):
    """What learns a phrase table from translated sentences."""

    def __call__(
        self, pairs: Sequence[tuple[Sequence[str], Sequence[str]]], longest: int, /
    ) -> Iterable[tuple[tuple[str, ...], tuple[str, ...], tuple[float, float, float, float]]]:
        """Give phrase pairs of the words of sentence pairs.

        Args:
            pairs: words of both sides, in lower case.
            longest: words of a phrase at most.

        Returns:
            Source, target, and phi(target | source), its lexical weight, phi(source | target), its
            lexical weight.
        """
        ...


@dataclass(frozen=True, slots=True, eq=False)
class Side:
    """What is known of one language of a comparable corpus; the language alone will do.

    Attributes:
        language: code or name.
        frequencies: occurrences of terms in the texts, by the term as it stands in the list.
        words: occurrences of words in the texts, in lower case; made from ``sentences`` where
            they are given and this is not.
        sentences: the texts, as tokens of every sentence, in lower case.
        vectors: of words, in a space of their own or one that both sides share.
    """

    language: str
    frequencies: Mapping[str, int] | None = None
    words: Mapping[str, int] | None = None
    sentences: Sequence[Sequence[str]] | None = None
    vectors: WordVectors | None = None

    def word_counts(self) -> Mapping[str, int] | None:
        """Return occurrences of words, counted if need be; None without texts."""
        from collections import Counter
        from itertools import chain

        if self.words is not None or self.sentences is None:
            return self.words
        return Counter(chain.from_iterable(self.sentences))


@dataclass(frozen=True, slots=True, eq=False)
class Resources:
    """What a method may use. Every method says what it needs; it leaves the rest alone.

    Attributes:
        source: the source language and its texts.
        target: the target language and its texts.
        dictionary: translations of words and phrases; may be empty.
        ranker: trained on the features of the method; None for the one that is shipped, if any.
        validated: right pairs that a method may learn from.
        encoders: of terms and words, for methods that compare their vectors.
        parallel: words of translated sentences, in lower case, for methods that learn from them.
        phrases: aligns the words of sentence pairs and gives their phrase pairs; for methods that
            translate.
    """

    source: Side
    target: Side
    dictionary: Dictionary = field(default_factory=Dictionary)
    ranker: Ranker | Machine | None = None
    validated: Sequence[tuple[str, str]] = ()
    encoders: Sequence[Encoder] = ()
    parallel: Sequence[tuple[Sequence[str], Sequence[str]]] = ()
    phrases: PhraseExtractor | None = None


# Scored pairs of two lists as arrays: what every method ends with.


@dataclass(frozen=True, slots=True, eq=False)
class TermPairScores:
    """Pairs of terms by number, each once, with a score.

    Attributes:
        source: shape (pairs,), int64, numbers of source terms.
        target: shape (pairs,), int64.
        score: shape (pairs,), float64, the higher the better.
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    score: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.source)

    def pairs(
        self,
        source: Sequence[str],
        target: Sequence[str],
        probability: NDArray[np.float64] | None = None,
    ) -> list[TermPair]:
        """Return the pairs with the texts of their terms, and probabilities where known."""
        chances = [None] * len(self) if probability is None else probability.tolist()
        columns = self.source.tolist(), self.target.tolist(), self.score.tolist(), chances
        return [
            TermPair(source[i], target[j], score=score, probability=chance)
            for i, j, score, chance in zip(*columns, strict=True)
        ]


def score_pairs(
    pairs: Sequence[TermPair], source: Sequence[str], target: Sequence[str]
) -> TermPairScores:
    """Return pairs by the numbers of their terms; those without a score count 0."""
    numbers = [{term: number for number, term in enumerate(terms)} for terms in (source, target)]
    return TermPairScores(
        np.array([numbers[0][pair.source] for pair in pairs], np.int64),
        np.array([numbers[1][pair.target] for pair in pairs], np.int64),
        np.array([pair.score or 0.0 for pair in pairs], np.float64),
    )


def margin_scores(pairs: TermPairScores) -> NDArray[np.float64]:
    """Return ``s * s / best of the source * s / best of the target``; negative scores count 0."""
    score = np.maximum(pairs.score, 0.0)
    result = score.copy()
    for side in (pairs.source, pairs.target):
        best = np.zeros(int(side.max()) + 1 if len(side) else 0)
        np.maximum.at(best, side, score)
        result *= np.divide(score, best[side], out=np.zeros(len(score)), where=best[side] > 0)
    return result


@dataclass(frozen=True, slots=True, eq=False)
class Standing:
    """How pairs stand among the pairs of the same term.

    Attributes:
        share: shape (pairs,), score over the best one; 0 where that is 0.
        gap: shape (pairs,), score less that of the best other pair, which is 0 if there is none.
        place: shape (pairs,), int64, number of pairs with a higher score.
    """

    share: NDArray[np.float64]
    gap: NDArray[np.float64]
    place: NDArray[np.int64]


def rank_standing(terms: NDArray[np.int64], score: NDArray[np.float64]) -> Standing:
    """Compare pairs with the others of the same source, or of the same target.

    Args:
        terms: shape (pairs,), number of the term that is compared within.
        score: shape (pairs,).
    """
    order = np.lexsort((-score, terms))
    owner, value = terms[order], score[order]
    begin = np.searchsorted(owner, owner)
    best = value[begin]
    second = np.minimum(begin + 1, max(0, len(order) - 1))
    rival = np.where(owner[second] == owner, value[second], 0.0)
    rival = np.where(second == begin, 0.0, rival)
    others = np.where(np.arange(len(order)) == begin, rival, best)
    higher = np.arange(len(order)) - begin
    # Equal scores share the best of their places.
    new = np.ones(len(order), np.bool_)
    new[1:] = (owner[1:] != owner[:-1]) | (value[1:] != value[:-1])
    run = np.maximum.accumulate(np.where(new, np.arange(len(order)), 0))
    share, gap = np.empty(len(order)), np.empty(len(order))
    place = np.empty(len(order), np.int64)
    share[order] = np.divide(value, best, out=np.zeros(len(order)), where=best > 0)
    gap[order] = value - others
    place[order] = higher[run] if len(order) else higher
    return Standing(share, gap, place)
