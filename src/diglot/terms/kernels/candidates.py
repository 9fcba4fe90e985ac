"""Candidate n-grams of encoded sentences and the counts over all their occurrences (compiled)."""

from __future__ import annotations

from typing import Any, NamedTuple

import cython
import numpy as np
from cython.cimports.libc.math import log

LONGEST = 255
"""Words of the longest span that `find_spans` finds: lengths are bytes."""
CLASSES = 16
"""Classes that a word can have, a bit each."""

CONTENT = cython.declare(cython.uchar, 2)
OTHER = cython.declare(cython.uchar, 0)
CLASS_BITS = cython.declare(cython.Py_ssize_t, CLASSES)
MOST = cython.declare(cython.Py_ssize_t, LONGEST)
GOLDEN = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


class Spans(NamedTuple):
    """The candidate spans of a corpus.

    Attributes:
        text: int64 (sentences + 1,), where sentences begin among the tokens.
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        begins: int64 (spans,), first token; ascending.
        lengths: uint8 (spans,), number of tokens.
        ngrams: int32 (spans,), number of the n-gram.
    """

    text: Any
    offsets: Any
    begins: Any
    lengths: Any
    ngrams: Any


def find_spans(tokens, offsets: cython.const_longlong[::1], kinds, longest: cython.Py_ssize_t):
    """Find the spans that begin and end with content and have no other words than linking ones.

    Args:
        tokens: int32 word numbers.
        offsets: int64 (sentences + 1,), where sentences begin.
        kinds: uint8 (words,): 2 content, 1 linking, 0 other.
        longest: words of the longest span; more than `LONGEST` are not found.

    Returns:
        Offsets, begins and lengths as `Spans` has them.
    """
    longest = min(longest, MOST)
    of_tokens: cython.const_uchar[::1] = np.take(kinds, tokens)
    ends = np.zeros(len(offsets), np.int64)
    none = np.empty(0, np.int64), np.empty(0, np.uint8)
    total = _walk(of_tokens, offsets, longest, ends, none[0], none[1])
    begins, lengths = np.empty(total, np.int64), np.empty(total, np.uint8)
    _walk(of_tokens, offsets, longest, ends, begins, lengths)
    return ends, begins, lengths


@cython.cfunc
def _walk(
    kinds: cython.const_uchar[::1],
    offsets: cython.const_longlong[::1],
    longest: cython.Py_ssize_t,
    ends: cython.longlong[::1],
    begins: cython.longlong[::1],
    lengths: cython.uchar[::1],
) -> cython.Py_ssize_t:
    """Count the spans, and write them if there is room for any."""
    at: cython.Py_ssize_t = 0
    write: cython.bint = len(begins) > 0
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for begin in range(offsets[s], offsets[s + 1]):
                if kinds[begin] != CONTENT:
                    continue
                for end in range(begin + 1, min(begin + longest, offsets[s + 1]) + 1):
                    kind = kinds[end - 1]
                    if kind == OTHER:
                        break
                    if kind == CONTENT:
                        if write:
                            begins[at] = begin
                            lengths[at] = end - begin
                        at += 1
            ends[s + 1] = at
    return at


@cython.overflowcheck(False)
def number_ngrams(
    tokens: cython.const_int[::1],
    begins: cython.const_longlong[::1],
    lengths: cython.const_uchar[::1],
):
    """Give equal n-grams equal numbers, in order of first appearance.

    Args:
        tokens: int32 word numbers.
        begins: int64 (spans,), first token of every span.
        lengths: uint8 (spans,).

    Returns:
        int32 (spans,), number of the n-gram of every span; int64 (n-grams,), first span of each.
    """
    spans: cython.Py_ssize_t = len(begins)
    ngrams: cython.int[::1] = np.empty(spans, np.int32)
    first: cython.longlong[::1] = np.empty(spans, np.int64)
    # Open addressing: twice as many slots as keys keep the runs short.
    table: cython.int[::1] = np.full(1 << (2 * spans + 1).bit_length(), -1, np.int32)
    mask: cython.ulonglong = len(table) - 1
    found: cython.int = 0
    j: cython.Py_ssize_t
    with cython.nogil:
        for k in range(spans):
            begin = begins[k]
            key: cython.ulonglong = lengths[k]
            for j in range(begin, begin + lengths[k]):
                key = (key ^ cython.cast(cython.ulonglong, tokens[j])) * GOLDEN
                key ^= key >> 29
            slot: cython.Py_ssize_t = key & mask
            while True:
                known = table[slot]
                if known < 0:
                    table[slot] = found
                    first[found] = k
                    ngrams[k] = found
                    found += 1
                    break
                if lengths[first[known]] == lengths[k]:
                    other = begins[first[known]]
                    j = 0
                    while j < lengths[k] and tokens[other + j] == tokens[begin + j]:
                        j += 1
                    if j == lengths[k]:
                        ngrams[k] = known
                        break
                slot = (slot + 1) & mask
    return np.asarray(ngrams), np.asarray(first)[:found].copy()


def count_ngrams(
    offsets: cython.const_longlong[::1], ngrams: cython.const_int[::1], count: cython.Py_ssize_t
):
    """Count the occurrences of every n-gram, and the sentences that hold it.

    Args:
        offsets, ngrams: see `Spans`.
        count: number of n-grams.

    Returns:
        int32 (n-grams,) occurrences and int32 (n-grams,) sentences.
    """
    occurrences: cython.int[::1] = np.zeros(count, np.int32)
    sentences: cython.int[::1] = np.zeros(count, np.int32)
    last: cython.int[::1] = np.full(count, -1, np.int32)
    s: cython.int
    k: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for k in range(offsets[s], offsets[s + 1]):
                n = ngrams[k]
                occurrences[n] += 1
                if last[n] != s:
                    last[n] = s
                    sentences[n] += 1
    return np.asarray(occurrences), np.asarray(sentences)


# Counts over all occurrences of candidates: what they stand in, and beside what. What stands
# inside an n-gram is the same wherever it does: its first occurrence is looked at.


@cython.cfunc
@cython.nogil
@cython.inline
def _first_inside(begins: cython.const_longlong[::1], k: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Return the first span that begins with span k."""
    while k > 0 and begins[k - 1] == begins[k]:
        k -= 1
    return k


def containers(spans, first: cython.const_longlong[::1], frequencies: cython.const_int[::1]):
    """Count the longer candidates that hold each candidate, once a kind.

    Args:
        spans: `Spans`.
        first: int64 (n-grams,), first span of every n-gram.
        frequencies: int32 (n-grams,).

    Returns:
        int32 (n-grams,): longer candidates, those of them that begin with it, that end with it, the
        frequency of the most frequent one; float64 (n-grams,): the sum of their frequencies.
    """
    begins: cython.const_longlong[::1] = spans.begins
    lengths: cython.const_uchar[::1] = spans.lengths
    ngrams: cython.const_int[::1] = spans.ngrams
    count = len(first)
    longer: cython.int[::1] = np.zeros(count, np.int32)
    begin_with: cython.int[::1] = np.zeros(count, np.int32)
    end_with: cython.int[::1] = np.zeros(count, np.int32)
    most: cython.int[::1] = np.zeros(count, np.int32)
    total: cython.double[::1] = np.zeros(count)
    with cython.nogil:
        for g in range(count):
            k = first[g]
            begin, end = begins[k], begins[k] + lengths[k]
            for j in range(_first_inside(begins, k), len(begins)):
                if begins[j] >= end:
                    break
                if begins[j] + lengths[j] > end or lengths[j] == lengths[k]:
                    continue
                h = ngrams[j]
                longer[h] += 1
                total[h] += frequencies[g]
                most[h] = max(most[h], frequencies[g])
                begin_with[h] += begins[j] == begin
                end_with[h] += begins[j] + lengths[j] == end
    return tuple(map(np.asarray, [longer, begin_with, end_with, most, total]))


def neighbours(
    spans,
    tokens: cython.const_int[::1],
    classes: cython.const_ushort[::1],
    kept: cython.const_int[::1],
    count: cython.Py_ssize_t,
):
    """Count the classes of the words beside every kept n-gram.

    Args:
        spans: `Spans`.
        tokens: int32 (tokens,), word numbers.
        classes: uint16 (words + 1,), a bit for every class; the last one is the sentence's edge.
        kept: int32 (n-grams,), row of every n-gram, -1 for those left out.
        count: number of rows.

    Returns:
        float32 (rows, 2 * `CLASSES`): left neighbours of class k in column k, right ones behind.
    """
    text: cython.const_longlong[::1] = spans.text
    offsets: cython.const_longlong[::1] = spans.offsets
    begins: cython.const_longlong[::1] = spans.begins
    lengths: cython.const_uchar[::1] = spans.lengths
    ngrams: cython.const_int[::1] = spans.ngrams
    found: cython.float[:, ::1] = np.zeros((count, 2 * CLASSES), np.float32)
    edge: cython.uint = classes[len(classes) - 1]
    k: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for k in range(offsets[s], offsets[s + 1]):
                row = kept[ngrams[k]]
                if row < 0:
                    continue
                begin, end = begins[k], begins[k] + lengths[k]
                left: cython.uint = classes[tokens[begin - 1]] if begin > text[s] else edge
                right: cython.uint = classes[tokens[end]] if end < text[s + 1] else edge
                for c in range(CLASS_BITS):
                    found[row, c] += (left >> c) & 1
                    found[row, CLASS_BITS + c] += (right >> c) & 1
    return np.asarray(found)


def relatives_scores(
    spans,
    first: cython.const_longlong[::1],
    kept: cython.const_int[::1],
    log_odds: cython.const_double[::1],
    probabilities: cython.const_double[::1],
):
    """Look up the scores of the candidates inside and round each kept one.

    Args:
        spans: `Spans`.
        first: int64 (n-grams,), first span of every n-gram.
        kept: int32 (n-grams,), row of every n-gram, -1 for those left out.
        log_odds: float64 (rows,).
        probabilities: float64 (rows,).

    Returns:
        float64 (rows, 6), NaN where there is none: best of the candidates of several words inside,
        best that it begins with, best that it ends with, best longer one; then the sum and the mean
        of the probabilities of longer ones.
    """
    begins: cython.const_longlong[::1] = spans.begins
    lengths: cython.const_uchar[::1] = spans.lengths
    ngrams: cython.const_int[::1] = spans.ngrams
    rows: cython.Py_ssize_t = len(log_odds)
    scores = np.full((rows, 6), np.nan)
    scores[:, 4] = 0.0
    found: cython.double[:, ::1] = scores
    longer: cython.longlong[::1] = np.zeros(rows, np.int64)
    with cython.nogil:
        for g in range(len(first)):
            row: cython.Py_ssize_t = kept[g]
            if row < 0:
                continue
            k = first[g]
            begin, end = begins[k], begins[k] + lengths[k]
            for j in range(_first_inside(begins, k), len(begins)):
                if begins[j] >= end:
                    break
                inner = kept[ngrams[j]]
                if inner < 0 or begins[j] + lengths[j] > end or lengths[j] == lengths[k]:
                    continue
                # No score is lower than the NaN that stands for none.
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
    return scores


def weakest_joint(
    spans,
    first: cython.const_longlong[::1],
    frequencies: cython.const_int[::1],
    size: cython.longlong,
):
    """Return the mutual information at the joint of each n-gram where it is lowest.

    Args:
        spans: `Spans`.
        first: int64 (n-grams,), first span of every n-gram.
        frequencies: int32 (n-grams,).
        size: tokens of the text.

    Returns:
        float64 (n-grams,), nats; NaN for single words and where no joint parts two candidates.
    """
    begins: cython.const_longlong[::1] = spans.begins
    lengths: cython.const_uchar[::1] = spans.lengths
    ngrams: cython.const_int[::1] = spans.ngrams
    found: cython.double[::1] = np.full(len(first), np.nan)
    left: cython.longlong[::1] = np.zeros(LONGEST + 1, np.int64)
    right: cython.longlong[::1] = np.zeros(LONGEST + 1, np.int64)
    with cython.nogil:
        for g in range(len(first)):
            k = first[g]
            length: cython.Py_ssize_t = lengths[k]
            begin, end = begins[k], begins[k] + length
            left[:length] = 0
            right[:length] = 0
            for j in range(_first_inside(begins, k), len(begins)):
                if begins[j] >= end:
                    break
                if begins[j] + lengths[j] > end or lengths[j] == length:
                    continue
                if begins[j] == begin:
                    left[lengths[j]] = frequencies[ngrams[j]]
                elif begins[j] + lengths[j] == end:
                    right[length - lengths[j]] = frequencies[ngrams[j]]
            for at in range(1, length):
                if left[at] > 0 and right[at] > 0:
                    together: cython.double = frequencies[g] * size
                    value = log(together / (left[at] * right[at]))
                    if not value >= found[g]:
                        found[g] = value
    return np.asarray(found)
