"""Candidate n-grams of encoded sentences: runs of content words, linking words inside."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def count(tokens, offsets, kinds, longest):
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
def fill(tokens, offsets, kinds, longest, begins, lengths):
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
def number(tokens, begins, lengths, table, ngrams, first):
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
def frequencies(offsets, ngrams, count, sentences):
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
