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
from collections import Counter, defaultdict
from heapq import heappush, heappushpop
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

Words = tuple[str, ...]

LONGEST = 3
"""Words of a phrase at most."""
BEAM = 50
"""Hypotheses of a stack."""
REACH = 4
"""Words between the end of a phrase and the beginning of the next one, at most."""
TRIGRAMS, DISTANCE = 0.4, 0.3
"""Weights of the logarithm of the language model, and of a word jumped over."""
COPIED = -10.0
"""Of a word that no phrase translates."""
DISCOUNT = 0.75
MOST_PHRASES = 1_000_000
"""Scores of phrases after words that are remembered."""


class LanguageModel:
    """Trigrams of a text, smoothed by those before them (interpolated Kneser-Ney)."""

    def __init__(self, sentences: Iterable[Sequence[str]]) -> None:
        trigrams: Counter[Words] = Counter()
        for sentence in sentences:
            trigrams.update(zip(sentence, sentence[1:], sentence[2:], strict=False))
            if len(sentence) == 2:  # what is too short for a trigram counts with an open beginning
                trigrams[("", *sentence)] += 1
        counts: list[Mapping[Words, int]] = [trigrams]
        for _ in range(2):
            # Of shorter ones it counts after how many different words they come.
            counts.append(Counter(ngram[1:] for ngram in counts[-1]))
        self._counts = counts
        self._contexts = [_contexts(each) for each in counts]
        self._unknown = 1.0 / (len(counts[2]) + 1)
        self._known: dict[Words, float] = {}
        self._phrases: dict[tuple[Words, Words], float] = {}

    def score(self, word: str, before: Words) -> float:
        """Return the logarithm of the probability of a word after up to two others."""
        key = (*before, word)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = math.log(self._probability(key))
        return found

    def phrase(self, words: Words, before: Words) -> float:
        """Return the sum of the scores of words in a row after up to two others."""
        key = (words, before)
        found = self._phrases.get(key)
        if found is None:
            if len(self._phrases) >= MOST_PHRASES:
                self._phrases.clear()
            whole = before + words
            found = self._phrases[key] = sum(
                self.score(whole[at], whole[max(0, at - 2) : at])
                for at in range(len(before), len(whole))
            )
        return found

    def _probability(self, ngram: Words) -> float:
        if not ngram:
            return self._unknown
        order = 3 - len(ngram)
        total, kinds = self._contexts[order].get(ngram[:-1], (0, 0))
        shorter = self._probability(ngram[1:])
        if not total:
            return shorter
        count = self._counts[order].get(ngram, 0)
        return max(0.0, count - DISCOUNT) / total + DISCOUNT * kinds / total * shorter


def _contexts(counts: Mapping[Words, int]) -> dict[Words, tuple[int, int]]:
    """Return for what precedes a word how often, and before how many words, it does."""
    found: dict[Words, list[int]] = defaultdict(lambda: [0, 0])
    for ngram, count in counts.items():
        each = found[ngram[:-1]]
        each[0] += count
        each[1] += 1
    return {context: (total, kinds) for context, (total, kinds) in found.items()}


def decode(
    words: Sequence[str],
    options: Mapping[Words, Sequence[tuple[Words, float]]],
    model: LanguageModel,
    *,
    best: int,
    longest: int = LONGEST,
    beam: int = BEAM,
    reach: int = REACH,
) -> list[tuple[Words, float]]:
    """Return the best translations of some words with their scores, the best first.

    Args:
        words: the source.
        options: phrases, the best of a source phrase first.
        model: of the target language.
        best: translations, each of another wording.
        longest: words of a source phrase at most.
        beam: hypotheses of a stack.
        reach: words between two phrases; 0 translates from left to right.
    """
    size = len(words)
    known = _spans(words, options, longest)
    ahead = _Estimate(size, known, model)
    # A hypothesis: score, words covered as bits, end of the last phrase, target words.
    stacks = [_Stack(beam) for _ in range(size)] + [_Stack(best)]
    stacks[0].hypotheses[None] = (0.0, 0, 0, ())
    for covered in range(size):
        hypotheses = stacks[covered].hypotheses.values()
        chosen = sorted(hypotheses, key=lambda each: -(each[0] + ahead.of(each[1])))[:beam]
        for score, mask, end, said in chosen:
            context = said[-2:]
            for (first, last), phrases in known.items():
                bits = (1 << last) - (1 << first)
                if mask & bits or abs(first - end) > reach:
                    continue
                base = score - DISTANCE * abs(first - end)
                reached = mask | bits
                rest = ahead.of(reached)
                stack = stacks[covered + last - first]
                whole_key = covered + last - first == size or best > 1
                for target, weight in phrases:
                    # The language model only takes away.
                    if base + weight + rest < stack.least:
                        continue
                    total = base + weight + TRIGRAMS * model.phrase(target, context)
                    if total + rest < stack.least:
                        continue
                    whole = said + target
                    # One translation is wanted: what ends alike is continued alike.
                    key = whole if whole_key else whole[-2:]
                    stack.add(
                        key if reached + 1 == 1 << size else (reached, last, key),
                        (total, reached, last, whole),
                        total + rest,
                    )
    found = [(said, score) for score, _, _, said in stacks[size].hypotheses.values()]
    return sorted(found, key=lambda each: (-each[1], each[0]))[:best]


class _Stack:
    """Hypotheses that cover as many words, by what tells them apart when they are continued.

    Attributes:
        least: score with the estimate that is reached by as many hypotheses as will be continued;
            what has less is not looked at.
    """

    def __init__(self, size: int) -> None:
        self.hypotheses: dict[object, tuple[float, int, int, Words]] = {}
        self.least = -math.inf
        self._size, self._best = size, list[float]()

    def add(self, key: object, hypothesis: tuple[float, int, int, Words], value: float) -> None:
        """Keep a hypothesis if it is the best of its key."""
        before = self.hypotheses.get(key)
        if before is not None and before[0] >= hypothesis[0]:
            return
        self.hypotheses[key] = hypothesis
        if before is None:  # one that gets better leaves a value that is too low: that is safe
            if len(self._best) < self._size:
                heappush(self._best, value)
            else:
                heappushpop(self._best, value)
            if len(self._best) == self._size:
                self.least = self._best[0]


def _spans(
    words: Sequence[str], options: Mapping[Words, Sequence[tuple[Words, float]]], longest: int
) -> dict[tuple[int, int], Sequence[tuple[Words, float]]]:
    """Return the phrases for every run of words that has some, and for every word."""
    found: dict[tuple[int, int], Sequence[tuple[Words, float]]] = {}
    for first in range(len(words)):
        for last in range(first + 1, min(len(words), first + longest) + 1):
            source = tuple(words[first:last])
            phrases = options.get(source)
            if phrases:
                found[first, last] = phrases
            elif len(source) == 1:
                found[first, last] = [(source, COPIED)]
    return found


class _Estimate:
    """What the words that are not covered yet will score at best."""

    def __init__(
        self,
        size: int,
        known: Mapping[tuple[int, int], Sequence[tuple[Words, float]]],
        model: LanguageModel,
    ) -> None:
        self._size = size
        self._spans: dict[tuple[int, int], float] = {}
        self._masks: dict[int, float] = {}
        for length in range(1, size + 1):
            for first in range(size - length + 1):
                last = first + length
                values = [
                    weight + TRIGRAMS * model.phrase(target, ())
                    for target, weight in known.get((first, last), ())
                ]
                values += [
                    self._spans[first, middle] + self._spans[middle, last]
                    for middle in range(first + 1, last)
                ]
                self._spans[first, last] = max(values)

    def of(self, mask: int) -> float:
        """Return the estimate for all words whose bits are not set."""
        found = self._masks.get(mask)
        if found is None:
            found, at = 0.0, 0
            while at < self._size:
                last = at
                while last < self._size and not mask >> last & 1:
                    last += 1
                if last > at:
                    found += self._spans[at, last]
                at = last + 1
            self._masks[mask] = found
        return found
