"""A phrase-based decoder with trigrams (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.learning.kernels.order import greatest_first
from cython.cimports.libc.math import fabs, log

ONE = cython.declare(cython.longlong, 1)
PRIME = cython.declare(cython.ulonglong, 1099511628211)  # of FNV-1a
# Facts of a hypothesis: the words that it covers, as bits, and how many; the end of its last
# phrase; where what it says begins, and how many words that are.
MASK = cython.declare(cython.Py_ssize_t, 0)
COVERED = cython.declare(cython.Py_ssize_t, 1)
END = cython.declare(cython.Py_ssize_t, 2)
BEGIN = cython.declare(cython.Py_ssize_t, 3)
SIZE = cython.declare(cython.Py_ssize_t, 4)


@cython.cfunc
@cython.nogil
@cython.inline
def _find(
    words: cython.const_int[::1], begin: cython.Py_ssize_t, end: cython.Py_ssize_t, word: cython.int
) -> cython.Py_ssize_t:
    """Return where a word stands among ascending ones, -1 where it does not."""
    stop = end
    while begin < end:
        middle = (begin + end) // 2
        if words[middle] < word:
            begin = middle + 1
        else:
            end = middle
    return begin if begin < stop and words[begin] == word else -1


@cython.final
@cython.cclass
class Trigrams:
    """Trigrams smoothed by those before them (interpolated Kneser-Ney).

    Args:
        unseen: chance of a word that no text has.
        unigrams: float64 (words,), chance of each word, and weight of the same after it.
        bigrams: for each word int64 (words + 1,) where those after it begin; they, int32,
            ascending; their chances without what shorter ones add, float64.
        contexts: the same for pairs of words before another one, with the weight of the shorter
            context.
        trigrams: as `bigrams`, for each of the contexts.
    """

    unseen: cython.double
    size: cython.int
    chances: cython.const_double[::1]
    weights: cython.const_double[::1]
    starts: cython.const_longlong[::1]
    words: cython.const_int[::1]
    parts: cython.const_double[::1]
    context_starts: cython.const_longlong[::1]
    contexts: cython.const_int[::1]
    context_weights: cython.const_double[::1]
    last_starts: cython.const_longlong[::1]
    lasts: cython.const_int[::1]
    last_parts: cython.const_double[::1]

    def __init__(self, unseen: cython.double, unigrams, bigrams, contexts, trigrams):
        self.unseen = unseen
        self.chances, self.weights = unigrams
        self.starts, self.words, self.parts = bigrams
        self.context_starts, self.contexts, self.context_weights = contexts
        self.last_starts, self.lasts, self.last_parts = trigrams
        self.size = len(self.chances)

    def score(self, one: cython.int, other: cython.int, word: cython.int):
        """Logarithm of the chance of a word after two others, -1 for one that is not there."""
        return log(self.chance(one, other, word))

    @cython.cfunc
    @cython.nogil
    def chance(self, one: cython.int, other: cython.int, word: cython.int) -> cython.double:
        """Chance of a word; numbers beyond the known ones are words that no text has."""
        chance: cython.double = self.chances[word] if word < self.size else self.unseen
        if other < 0 or other >= self.size:
            return chance
        chance *= self.weights[other]
        at = _find(self.words, self.starts[other], self.starts[other + 1], word)
        if at >= 0:
            chance += self.parts[at]
        if one < 0 or one >= self.size:
            return chance
        at = _find(self.contexts, self.context_starts[one], self.context_starts[one + 1], other)
        if at >= 0:
            chance *= self.context_weights[at]
            at = _find(self.lasts, self.last_starts[at], self.last_starts[at + 1], word)
            if at >= 0:
                chance += self.last_parts[at]
        return chance


@cython.final
@cython.cclass
class Decoder:
    """The search for translations: stacks of hypotheses by the number of words that they cover.

    Args:
        model: `Trigrams` of the target language.
        fluent: weight of the logarithm of the model.
        distance: what each word jumped over takes away.
    """

    model: Trigrams
    starts: cython.const_longlong[::1]
    words: cython.const_int[::1]
    weights: cython.const_double[::1]
    fluent: cython.double
    distance: cython.double
    # Hypotheses: the score, the same with the estimate for what is left, the facts below, and by
    # what tells them apart their numbers; what they say, each behind the one before.
    scores: cython.double[::1]
    values: cython.double[::1]
    facts: cython.longlong[:, ::1]
    chosen: cython.int[::1]
    slots: cython.int[::1]
    said: cython.int[::1]
    count: cython.Py_ssize_t
    top: cython.Py_ssize_t
    # The best values of each stack, and how many; what spans score at best.
    best: cython.double[:, ::1]
    held: cython.int[::1]
    ahead: cython.double[:, ::1]
    size: cython.Py_ssize_t
    wanted: cython.Py_ssize_t
    beam: cython.Py_ssize_t

    def __init__(self, model: Trigrams, fluent: cython.double, distance: cython.double):
        self.model, self.fluent, self.distance = model, fluent, distance
        capacity = 1024
        self.scores, self.values = np.zeros(capacity), np.zeros(capacity)
        self.facts = np.zeros((capacity, 5), np.int64)
        self.chosen, self.slots = np.zeros(capacity, np.int32), np.zeros(2 * capacity, np.int32)
        self.said = np.zeros(capacity, np.int32)

    def decode(
        self,
        phrases,
        spans: cython.const_int[:, ::1],
        size: cython.Py_ssize_t,
        best: cython.Py_ssize_t,
        beam: cython.Py_ssize_t,
        reach: cython.longlong,
    ):
        """Find the best translations of some words.

        Args:
            phrases: int64 (phrases + 1,), where the words of each target phrase begin; int32, they;
                float64 (phrases,), weights.
            spans: int32 (spans, 4): the first word and the one behind the last, and the same of
                phrases for them.
            size: words, 62 at most.
            best: translations, each of another wording; there may be more.
            beam: hypotheses of a stack that are continued.
            reach: words between the end of a phrase and the beginning of the next one, at most.

        Returns:
            Scores float64, where each begins and how long it is int64 (translations, 2), and what
            all of them say, int32.
        """
        self.starts, self.words, self.weights = phrases
        self.size, self.wanted, self.beam = size, best, beam
        self.best = np.empty((size + 1, max(best, beam)))
        self.held = np.zeros(size + 1, np.int32)
        self.ahead = np.full((size + 1, size + 1), -np.inf)
        p: cython.Py_ssize_t
        with cython.nogil:
            self.estimate(spans)
            for k in range(len(self.slots)):
                self.slots[k] = -1
            self.count = self.top = 0
            self.add(-1, 0, 0, 0, 0, 0.0, 0.0)
            for covered in range(size):
                chosen = greatest_first(self.values, self.select(covered), beam, self.chosen)
                for k in range(chosen):
                    h = self.chosen[k]
                    begin = self.facts[h, BEGIN]
                    end = begin + self.facts[h, SIZE]
                    one = self.said[end - 2] if end - begin > 1 else -1
                    other = self.said[end - 1] if end > begin else -1
                    for s in range(len(spans)):
                        first, last = spans[s, 0], spans[s, 1]
                        mask: cython.longlong = (ONE << last) - (ONE << first)
                        jumped = first - self.facts[h, END]
                        if self.facts[h, MASK] & mask or jumped > reach or -jumped > reach:
                            continue
                        base = self.scores[h] - self.distance * fabs(jumped)
                        mask |= self.facts[h, MASK]
                        rest = self.estimate_rest(mask)
                        stack = covered + last - first
                        for p in range(spans[s, 2], spans[s, 3]):
                            score = base + self.weights[p]
                            # The language model only takes away.
                            if self.is_hopeless(stack, score + rest):
                                continue
                            score += self.fluent * self.fluency(p, one, other)
                            if not self.is_hopeless(stack, score + rest):
                                self.add(h, p, mask, stack, last, score, score + rest)
            chosen = self.select(size)
        numbers = np.asarray(self.chosen)[:chosen]
        places = np.asarray(self.facts)[numbers, BEGIN : SIZE + 1]
        return np.asarray(self.scores)[numbers], places, np.asarray(self.said)[: self.top]

    @cython.cfunc
    @cython.nogil
    def select(self, covered: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Choose the hypotheses of a stack; return how many there are."""
        found: cython.Py_ssize_t = 0
        for h in range(self.count):
            if self.facts[h, COVERED] == covered:
                self.chosen[found] = h
                found += 1
        return found

    @cython.cfunc
    @cython.nogil
    def fluency(self, p: cython.Py_ssize_t, one: cython.int, other: cython.int) -> cython.double:
        """Sum the logarithms of the chances of the words of a phrase after two others."""
        total: cython.double = 0.0
        for at in range(self.starts[p], self.starts[p + 1]):
            total += log(self.model.chance(one, other, self.words[at]))
            one, other = other, self.words[at]
        return total

    @cython.cfunc
    @cython.nogil
    def estimate(self, spans: cython.const_int[:, ::1]) -> cython.void:
        """Find what each run of words scores at best."""
        for s in range(len(spans)):
            first, last = spans[s, 0], spans[s, 1]
            for p in range(spans[s, 2], spans[s, 3]):
                value = self.weights[p] + self.fluent * self.fluency(p, -1, -1)
                self.ahead[first, last] = max(self.ahead[first, last], value)
        for length in range(2, self.size + 1):
            for first in range(self.size - length + 1):
                last = first + length
                for middle in range(first + 1, last):
                    value = self.ahead[first, middle] + self.ahead[middle, last]
                    self.ahead[first, last] = max(self.ahead[first, last], value)

    @cython.cfunc
    @cython.nogil
    def estimate_rest(self, mask: cython.longlong) -> cython.double:
        """Estimate what the words that are not covered yet will score."""
        total: cython.double = 0.0
        first: cython.Py_ssize_t = 0
        for last in range(self.size + 1):
            if last == self.size or mask >> last & 1:
                if last > first:
                    total += self.ahead[first, last]
                first = last + 1
        return total

    @cython.cfunc
    @cython.nogil
    @cython.inline
    def is_hopeless(self, stack: cython.Py_ssize_t, value: cython.double) -> cython.bint:
        """Whether as many hypotheses of a stack as will be continued are better."""
        most = self.wanted if stack == self.size else self.beam
        return self.held[stack] == most and value < self.best[stack, most - 1]

    @cython.cfunc
    @cython.nogil
    def add(
        self,
        before: cython.Py_ssize_t,
        p: cython.Py_ssize_t,
        mask: cython.longlong,
        stack: cython.Py_ssize_t,
        end: cython.longlong,
        score: cython.double,
        value: cython.double,
    ) -> cython.void:
        """Keep what continues a hypothesis by a phrase, if it is the best of what ends alike."""
        new = self.count
        top = self.top
        if before >= 0:
            begin = self.facts[before, BEGIN]
            for place in range(begin, begin + self.facts[before, SIZE]):
                self.say(self.said[place])
            for place in range(self.starts[p], self.starts[p + 1]):
                self.say(self.words[place])
        self.facts[new, MASK], self.facts[new, COVERED] = mask, stack
        self.facts[new, END] = 0 if stack == self.size else end
        self.facts[new, BEGIN], self.facts[new, SIZE] = top, self.top - top
        slot = self.find_slot(new)
        h: cython.Py_ssize_t = self.slots[slot]
        if h >= 0 and self.scores[h] >= score:
            self.top = top
            return
        if h < 0:
            h = new
            self.slots[slot] = h
            self.count = self.count + 1
            self.hold(stack, value)  # one that gets better leaves its lower value: that is safe
        self.facts[h, :] = self.facts[new, :]
        self.scores[h], self.values[h] = score, value
        if self.count == len(self.scores):
            self.grow()

    @cython.cfunc
    @cython.nogil
    def hold(self, stack: cython.Py_ssize_t, value: cython.double) -> cython.void:
        """Put a value among the best of a stack, the greatest first."""
        at: cython.Py_ssize_t = self.held[stack]
        if at < (self.wanted if stack == self.size else self.beam):
            self.held[stack] += 1
        elif self.best[stack, at - 1] >= value:
            return
        else:
            at -= 1
        while at > 0 and self.best[stack, at - 1] < value:
            self.best[stack, at] = self.best[stack, at - 1]
            at -= 1
        self.best[stack, at] = value

    @cython.cfunc
    @cython.nogil
    def say(self, word: cython.int) -> cython.void:
        """Write a word behind those that were said."""
        if self.top == len(self.said):
            with cython.gil:
                self.said = np.resize(self.said, 2 * self.top)
        self.said[self.top] = word
        self.top = self.top + 1

    @cython.cfunc
    @cython.nogil
    def grow(self) -> cython.void:
        """Double the number of hypotheses that can be kept."""
        with cython.gil:
            capacity = 2 * len(self.scores)
            self.scores, self.values = (
                np.resize(self.scores, capacity),
                np.resize(self.values, capacity),
            )
            self.facts = np.resize(self.facts, (capacity, 5))
            self.chosen = np.resize(self.chosen, capacity)
            self.slots = np.full(2 * capacity, -1, np.int32)
        for h in range(self.count):
            self.slots[self.find_slot(h)] = h

    @cython.cfunc
    @cython.nogil
    @cython.inline
    def tail(self, h: cython.Py_ssize_t) -> cython.longlong:
        """Give the first place of what a hypothesis says that tells it from others.

        Where one translation is wanted, what ends alike is continued alike.
        """
        size = self.facts[h, SIZE]
        if self.wanted == 1 and self.facts[h, COVERED] < self.size and size > 2:
            return self.facts[h, BEGIN] + size - 2
        return self.facts[h, BEGIN]

    @cython.overflowcheck(False)  # a hash wraps around
    @cython.cfunc
    @cython.nogil
    def find_slot(self, h: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Find the slot of the hypothesis that is continued as this one, or a free one."""
        begin, end = self.tail(h), self.facts[h, BEGIN] + self.facts[h, SIZE]
        mixed = cython.cast(cython.ulonglong, self.facts[h, MASK])
        mixed = mixed * PRIME ^ cython.cast(cython.ulonglong, self.facts[h, END])
        for place in range(begin, end):
            mixed = mixed * PRIME ^ cython.cast(cython.ulonglong, self.said[place])
        mixed *= PRIME
        slot: cython.Py_ssize_t = (mixed >> 20) % len(self.slots)
        while self.slots[slot] >= 0:
            other = self.slots[slot]
            shift = self.tail(other) - begin
            k: cython.Py_ssize_t = begin
            if (
                self.facts[other, MASK] == self.facts[h, MASK]
                and self.facts[other, END] == self.facts[h, END]
                and self.facts[other, BEGIN] + self.facts[other, SIZE] - end == shift
            ):
                while k < end and self.said[k] == self.said[k + shift]:
                    k += 1
                if k == end:
                    break
            slot = (slot + 1) % len(self.slots)
        return slot
