"""Candidate n-grams of encoded sentences and the counts over all their occurrences (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count_spans(tokens, offsets, kinds, longest):
    """Count the candidate spans of every sentence.

    Returns:
        int64 (sentences + 1,), where the spans of sentences begin.
    """
    ends = np.zeros(len(offsets), np.int64)
    total = 0
    for s in range(len(offsets) - 1):
        for begin in range(offsets[s], offsets[s + 1]):
            if kinds[tokens[begin]] != 2:
                continue
            for end in range(begin + 1, min(begin + longest, offsets[s + 1]) + 1):
                kind = kinds[tokens[end - 1]]
                if kind == 0:
                    break
                total += kind == 2
        ends[s + 1] = total
    return ends


@njit(cache=True, nogil=True)
def fill_spans(tokens, offsets, kinds, longest, begins, lengths):
    """Write the first token and the number of tokens of every span, sentence by sentence."""
    at = 0
    for s in range(len(offsets) - 1):
        for begin in range(offsets[s], offsets[s + 1]):
            if kinds[tokens[begin]] != 2:
                continue
            for end in range(begin + 1, min(begin + longest, offsets[s + 1]) + 1):
                kind = kinds[tokens[end - 1]]
                if kind == 0:
                    break
                if kind == 2:
                    begins[at] = begin
                    lengths[at] = end - begin
                    at += 1


@njit(cache=True, nogil=True)
def number_ngrams(tokens, begins, lengths, table, ngrams, first):
    """Give equal n-grams equal numbers, in order of first appearance.

    Args:
        tokens: int32 word numbers.
        begins: int64 (spans,), first token of every span.
        lengths: uint8 (spans,).
        table: int32, all -1, its size a power of two and larger than the number of spans.
        ngrams: int32 (spans,), written: number of the n-gram of every span.
        first: int64 (spans,), written: first span of every n-gram.

    Returns:
        Number of n-grams.
    """
    mask = np.uint64(len(table) - 1)
    found = 0
    for k in range(len(begins)):
        begin, length = begins[k], lengths[k]
        key = np.uint64(length)
        for j in range(length):
            key = (key ^ np.uint64(tokens[begin + j])) * np.uint64(0x9E3779B97F4A7C15)
            key ^= key >> np.uint64(29)
        slot = key & mask
        while True:
            known = table[slot]
            if known < 0:
                table[slot] = found
                first[found] = k
                ngrams[k] = found
                found += 1
                break
            same = lengths[first[known]] == length
            if same:
                other = begins[first[known]]
                for j in range(length):
                    if tokens[other + j] != tokens[begin + j]:
                        same = False
                        break
            if same:
                ngrams[k] = known
                break
            slot = (slot + np.uint64(1)) & mask
    return found


@njit(cache=True, nogil=True)
def count_ngrams(offsets, ngrams, count, sentences):
    """Count the occurrences of every n-gram, and the sentences that hold it.

    Returns:
        int32 (n-grams,) occurrences; ``sentences``, int32 (n-grams,), is written.
    """
    occurrences = np.zeros(count, np.int32)
    last = np.full(count, -1, np.int32)
    for s in range(len(offsets) - 1):
        for k in range(offsets[s], offsets[s + 1]):
            n = ngrams[k]
            occurrences[n] += 1
            if last[n] != s:
                last[n] = s
                sentences[n] += 1
    return occurrences


# Counts over all occurrences of candidates: what they stand in, and beside what.


@njit(cache=True, nogil=True)
def sentences_of(offsets, total):
    """Return the sentence of every item, int64 (total,)."""
    found = np.empty(total, np.int64)
    for s in range(len(offsets) - 1):
        for k in range(offsets[s], offsets[s + 1]):
            found[k] = s
    return found


@njit(cache=True, nogil=True)
def containers(offsets, begins, lengths, ngrams, first, sentences, frequencies):
    """Count the longer candidates that hold each candidate, once a kind.

    Args:
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        begins: int64 (spans,), first token.
        lengths: uint8 (spans,).
        ngrams: int32 (spans,).
        first: int64 (n-grams,), first span of every n-gram.
        sentences: int64 (spans,), sentence of every span.
        frequencies: int32 (n-grams,).

    Returns:
        int32 (n-grams,): longer candidates, those of them that begin with it, that end with it, the
        frequency of the most frequent one; float64 (n-grams,): the sum of their frequencies.
    """
    count = len(first)
    longer = np.zeros(count, np.int32)
    begin_with = np.zeros(count, np.int32)
    end_with = np.zeros(count, np.int32)
    most = np.zeros(count, np.int32)
    total = np.zeros(count, np.float64)
    for g in range(count):
        k = first[g]
        begin = begins[k]
        end = begin + lengths[k]
        if lengths[k] < 2:
            continue
        s = sentences[k]
        for j in range(offsets[s], offsets[s + 1]):
            if begins[j] >= end:
                break
            inside = begins[j] >= begin and begins[j] + lengths[j] <= end
            if not inside or lengths[j] == lengths[k]:
                continue
            h = ngrams[j]
            longer[h] += 1
            total[h] += frequencies[g]
            most[h] = max(most[h], frequencies[g])
            begin_with[h] += begins[j] == begin
            end_with[h] += begins[j] + lengths[j] == end
    return longer, begin_with, end_with, most, total


@njit(cache=True, nogil=True)
def neighbours(begins, lengths, ngrams, sentences, tokens, bounds, classes, kept, count):
    """Count the classes of the words beside every kept n-gram.

    Args:
        begins: int64 (spans,), first token.
        lengths: uint8 (spans,).
        ngrams: int32 (spans,).
        sentences: int64 (spans,), sentence of every span.
        tokens: int32 (tokens,), word numbers.
        bounds: int64 (sentences + 1,), where sentences begin in ``tokens``.
        classes: uint16 (words + 1,), a bit for every class; the last one is the sentence's edge.
        kept: int32 (n-grams,), row of every n-gram, -1 for those left out.
        count: number of rows.

    Returns:
        float32 (rows, 32): left neighbours of class k in column k, right ones in column 16 + k.
    """
    found = np.zeros((count, 32), np.float32)
    edge = len(classes) - 1
    for k in range(len(begins)):
        row = kept[ngrams[k]]
        if row < 0:
            continue
        s = sentences[k]
        begin = begins[k]
        end = begin + lengths[k]
        left = classes[tokens[begin - 1]] if begin > bounds[s] else classes[edge]
        right = classes[tokens[end]] if end < bounds[s + 1] else classes[edge]
        for c in range(16):
            found[row, c] += (left >> c) & 1
            found[row, 16 + c] += (right >> c) & 1
    return found


@njit(cache=True, nogil=True)
def relatives_scores(
    offsets, begins, lengths, ngrams, first, sentences, kept, log_odds, probabilities
):
    """Look up the scores of the candidates inside and round each kept one.

    Args:
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        begins: int64 (spans,), first token.
        lengths: uint8 (spans,).
        ngrams: int32 (spans,).
        first: int64 (n-grams,), first span of every n-gram.
        sentences: int64 (spans,), sentence of every span.
        kept: int32 (n-grams,), row of every n-gram, -1 for those left out.
        log_odds: float64 (rows,).
        probabilities: float64 (rows,).

    Returns:
        float64 (rows, 6), NaN where there is none: best of the candidates of several words inside,
        best that it begins with, best that it ends with, best longer one; then the sum and the mean
        of the probabilities of longer ones.
    """
    rows = len(log_odds)
    found = np.full((rows, 6), np.nan)
    found[:, 4] = 0.0
    longer = np.zeros(rows, np.int64)
    for g in range(len(first)):
        row = kept[g]
        k = first[g]
        if row < 0 or lengths[k] < 2:
            continue
        begin = begins[k]
        end = begin + lengths[k]
        s = sentences[k]
        for j in range(offsets[s], offsets[s + 1]):
            if begins[j] >= end:
                break
            inner = kept[ngrams[j]]
            if inner < 0 or begins[j] < begin or begins[j] + lengths[j] > end:
                continue
            if lengths[j] == lengths[k]:
                continue
            value = log_odds[inner]
            if lengths[j] > 1 and not value <= found[row, 0]:
                found[row, 0] = value
            if begins[j] == begin and not value <= found[row, 1]:
                found[row, 1] = value
            if begins[j] + lengths[j] == end and not value <= found[row, 2]:
                found[row, 2] = value
            if not log_odds[row] <= found[inner, 3]:
                found[inner, 3] = log_odds[row]
            found[inner, 4] += probabilities[row]
            longer[inner] += 1
    for row in range(rows):
        found[row, 5] = found[row, 4] / max(longer[row], 1)
    return found


@njit(cache=True, nogil=True)
def weakest_joint(offsets, begins, lengths, ngrams, first, sentences, frequencies, size):
    """Return the mutual information at the joint of each n-gram where it is lowest.

    Args:
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        begins: int64 (spans,), first token.
        lengths: uint8 (spans,).
        ngrams: int32 (spans,).
        first: int64 (n-grams,), first span of every n-gram.
        sentences: int64 (spans,), sentence of every span.
        frequencies: int32 (n-grams,).
        size: tokens of the text.

    Returns:
        float64 (n-grams,), nats; NaN for single words and where no joint parts two candidates.
    """
    found = np.full(len(first), np.nan)
    left = np.zeros(256, np.int64)
    right = np.zeros(256, np.int64)
    for g in range(len(first)):
        k = first[g]
        length = lengths[k]
        if length < 2:
            continue
        begin = begins[k]
        end = begin + length
        left[:length] = 0
        right[:length] = 0
        s = sentences[k]
        for j in range(offsets[s], offsets[s + 1]):
            if begins[j] >= end:
                break
            if begins[j] < begin or begins[j] + lengths[j] > end or lengths[j] == length:
                continue
            if begins[j] == begin:
                left[lengths[j]] = frequencies[ngrams[j]]
            elif begins[j] + lengths[j] == end:
                right[length - lengths[j]] = frequencies[ngrams[j]]
        for at in range(1, length):
            if left[at] > 0 and right[at] > 0:
                value = np.log(frequencies[g] * size / (left[at] * right[at]))
                if not value >= found[g]:
                    found[g] = value
    return found
