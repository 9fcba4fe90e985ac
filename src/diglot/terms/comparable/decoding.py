"""A phrase-based decoder: the best translations of a few words by phrase pairs and trigrams.

Hypotheses are extended phrase by phrase, in stacks by the number of words that they cover. What is
not covered yet is estimated by the best phrases for it. Words without a phrase stand for
themselves.

References:
    Koehn, Och and Marcu (2003), Statistical phrase-based translation; Koehn et al. (2007), Moses.
    Kneser and Ney (1995), Improved backing-off for m-gram language modeling.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from diglot.flat_arrays import offsets_of
from diglot.terms.kernels.decoding import Decoder, Trigrams

_Phrases = tuple[NDArray[np.int32], NDArray[np.int64], NDArray[np.float64]]

Words = tuple[str, ...]

LONGEST = 3
"""Words of a phrase at most."""
BEST = 10
"""Translations of a term."""
MOST_WORDS = 60
"""Of what is translated: a bit each."""
BEAM, NARROW = 50, 8
"""Hypotheses of a stack; the same of a sentence."""
REACH = 4
"""Words between the end of a phrase and the beginning of the next one, at most."""
TRIGRAMS, DISTANCE = 0.4, 0.3
"""Weights of the logarithm of the language model, and of a word jumped over."""
COPIED = -10.0
"""Of a word that no phrase translates."""
DISCOUNT = 0.75


class LanguageModel:
    """Trigrams of a text, smoothed by those before them (interpolated Kneser-Ney)."""

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        # What is too short for a trigram counts with an open beginning.
        kept = [["", *each] if len(each) == 2 else each for each in sentences if len(each) > 1]
        self.numbers: dict[str, int] = {}
        for word in chain.from_iterable(kept):
            self.numbers.setdefault(word, len(self.numbers))
        size = len(self.numbers)
        text = np.fromiter((self.numbers[w] for each in kept for w in each), np.int32)
        ends = np.cumsum([len(each) for each in kept], dtype=np.int64)
        begins = np.ones(len(text), np.bool_)
        for before in (1, 2):  # the last two of a sentence begin no trigram
            begins[ends - before] = False
        first = np.flatnonzero(begins)
        trigrams, counts = _distinct(np.stack([text[first], text[first + 1], text[first + 2]], 1))
        # Shorter ones count after how many different words they come.
        bigrams, bigram_counts = _distinct(trigrams[:, 1:])
        unigrams, unigram_counts = _distinct(bigrams[:, 1:])
        total = max(1, unigram_counts.sum())
        share = DISCOUNT * len(unigrams) / total if len(unigrams) else 1.0
        unseen = share * (1.0 / (len(unigrams) + 1))
        chances = np.full(size, unseen)
        chances[unigrams[:, 0]] += (unigram_counts - DISCOUNT) / total
        _, parts, weights, starts = _discount(bigrams, bigram_counts)
        weight = np.ones(size)
        weight[bigrams[starts[:-1], 0]] = weights
        contexts, last_parts, context_weights, last_starts = _discount(trigrams, counts)
        self.trigrams = Trigrams(
            unseen,
            (chances, weight),
            (_row_starts(bigrams, size), bigrams[:, 1].copy(), parts),
            (_row_starts(contexts, size), contexts[:, 1].copy(), context_weights),
            (last_starts, trigrams[:, 2].copy(), last_parts),
        )

    def score(self, word: str, before: Words) -> float:
        """Return the logarithm of the probability of a word after up to two others."""
        unknown = len(self.numbers)
        context = [-1, -1, *(self.numbers.get(each, unknown) for each in before)]
        number = self.numbers.get(word, unknown)
        return float(self.trigrams.score(context[-2], context[-1], number))


def _distinct(rows: NDArray[np.int32]) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
    """Return the different rows, ascending, and how often each is there."""
    rows = rows[np.lexsort(rows.T[::-1])]
    new = np.ones(len(rows), np.bool_)
    new[1:] = (rows[1:] != rows[:-1]).any(axis=1)
    first = np.flatnonzero(new)
    return rows[first], np.diff(first, append=len(rows))


def _discount(
    ngrams: NDArray[np.int32], counts: NDArray[np.int64]
) -> tuple[NDArray[np.int32], NDArray[np.float64], NDArray[np.float64], NDArray[np.int64]]:
    """Return what precedes last words, their chances, the weights of shorter ones, and starts."""
    contexts, kinds = _distinct(ngrams[:, :-1])
    starts = offsets_of(kinds)
    totals = np.add.reduceat(counts, starts[:-1]) if len(counts) else counts
    parts = (counts - DISCOUNT) / np.repeat(totals, kinds)
    return contexts, parts, DISCOUNT * kinds / totals, starts


def _row_starts(rows: NDArray[np.int32], size: int) -> NDArray[np.int64]:
    return np.searchsorted(rows[:, 0], np.arange(size + 1))


class Translator:
    """One direction: phrases and what is said in the target language.

    Args:
        options: target phrases of source phrases, with their weights.
        model: of the target language.
        longest: words of a source phrase at most.
    """

    def __init__(
        self,
        options: Mapping[Words, Sequence[tuple[Words, float]]],
        model: LanguageModel,
        longest: int = LONGEST,
    ) -> None:
        self._longest = longest
        self._numbers = dict(model.numbers)
        for target in (target for some in options.values() for target, _ in some):
            for word in target:
                self._numbers.setdefault(word, len(self._numbers))
        self._words = list(self._numbers)
        self._phrases = {source: self._encode(some) for source, some in options.items() if some}
        self._decoder = Decoder(model.trigrams, TRIGRAMS, DISTANCE)

    def _encode(self, phrases: Sequence[tuple[Words, float]]) -> _Phrases:
        words = [self._numbers[word] for target, _ in phrases for word in target]
        sizes = [len(target) for target, _ in phrases]
        weights = [weight for _, weight in phrases]
        return np.array(words, np.int32), np.array(sizes, np.int64), np.array(weights)

    def best(
        self, words: Sequence[str], number: int = BEST, *, beam: int = BEAM, reach: int = REACH
    ) -> list[tuple[Words, float]]:
        """Return the best translations of some words with their scores, the best first.

        Args:
            words: the source; of more than sixty there is no translation.
            number: translations, each of another wording.
            beam: hypotheses of a stack.
            reach: words between two phrases; 0 translates from left to right.
        """
        size = len(words)
        if not 0 < size <= MOST_WORDS:
            return []
        known, unknown = self._words, list(dict.fromkeys(words))
        spans, end = [], 0
        phrases: list[_Phrases] = []
        for first in range(size):
            for last in range(first + 1, min(size, first + self._longest) + 1):
                some = self._phrases.get(tuple(words[first:last]))
                if some is None and last == first + 1:
                    word = len(known) + unknown.index(words[first])
                    word = self._numbers.get(words[first], word)
                    some = np.array([word], np.int32), np.ones(1, np.int64), np.array([COPIED])
                if some is not None:
                    spans.append((first, last, end, end := end + len(some[1])))
                    phrases.append(some)
        spoken, sizes, weights = map(np.concatenate, zip(*phrases, strict=True))
        starts = offsets_of(sizes)
        scores, places, said = self._decoder.decode(
            (starts, spoken, weights), np.array(spans, np.int32), size, number, beam, reach
        )
        found = [
            (
                tuple(
                    known[k] if k < len(known) else unknown[k - len(known)]
                    for k in said[begin : begin + length].tolist()
                ),
                score,
            )
            for (begin, length), score in zip(places.tolist(), scores.tolist(), strict=True)
        ]
        return sorted(found, key=lambda each: (-each[1], each[0]))[:number]

    def shares(self, words: Sequence[str], number: int = BEST) -> list[tuple[Words, float]]:
        """Return the best translations of a term, each with its share in their probability."""
        best = self.best(words, number)
        top = max((score for _, score in best), default=0.0)
        weights = [math.exp(score - top) for _, score in best]
        whole = sum(weights)
        return [(said, weight / whole) for (said, _), weight in zip(best, weights, strict=True)]

    def sentence(self, words: Sequence[str]) -> Words:
        """Return the best translation of a sentence, read from left to right."""
        return self.best(words, 1, beam=NARROW, reach=0)[0][0]
