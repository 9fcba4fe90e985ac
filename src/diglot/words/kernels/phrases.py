"""Phrase pairs of aligned sentences, and their numbers (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.words.kernels.pairs import find_column

ONE = cython.declare(cython.ulonglong, 1)
PRIME = cython.declare(cython.ulonglong, 0x9E3779B97F4A7C15)


def phrase_pairs(
    source_offsets: cython.const_longlong[::1],
    target_offsets: cython.const_longlong[::1],
    link_offsets: cython.const_longlong[::1],
    links_s: cython.const_int[::1],
    links_t: cython.const_int[::1],
    longest: cython.longlong,
    spans: cython.int[:, ::1],
    inside: cython.ulonglong[::1],
):
    """Spans that are consistent with the links, sentence pair after sentence pair.

    A pair of spans is consistent if it holds at least one link and no link leaves it. Words
    without links may stand at the edges of the target span, and of the source span.

    Args:
        source_offsets, target_offsets: int64 (pairs + 1,), tokens of the sentences.
        link_offsets: int64 (pairs + 1,).
        links_s, links_t: int32 (links,), positions, ascending by source.
        longest: words that a phrase has at most, 1 to 8.
        spans: int32 (found, 4), written: begin and length of the source span, begin and length of
            the target span, in tokens of the corpus. Without rows they are only counted.
        inside: uint64 (found,), written: the links inside, bit ``i * longest + j`` for the i-th
            and j-th word.

    Returns:
        Number of phrase pairs.
    """
    widest = np.diff(target_offsets).max(initial=0)
    linked: cython.int[::1] = np.zeros(widest, np.int32)
    found: cython.Py_ssize_t = 0
    i: cython.longlong
    j: cython.longlong
    with cython.nogil:
        for k in range(len(source_offsets) - 1):
            n = source_offsets[k + 1] - source_offsets[k]
            m = target_offsets[k + 1] - target_offsets[k]
            first, last = link_offsets[k], link_offsets[k + 1]
            for j in range(m):
                linked[j] = 0
            for x in range(first, last):
                linked[links_t[x]] += 1
            begin = first
            for i in range(n):
                # Links ascend by source position: those of the span are one run.
                while begin < last and links_s[begin] < i:
                    begin += 1
                low, high = m, cython.cast(cython.longlong, -1)
                end = begin
                for i_end in range(i, min(n, i + longest)):
                    while end < last and links_s[end] == i_end:
                        low = min(low, links_t[end])
                        high = max(high, links_t[end])
                        end += 1
                    if high < 0 or high - low >= longest:
                        continue
                    inner: cython.longlong = 0
                    for j in range(low, high + 1):
                        inner += linked[j]
                    if inner != end - begin:
                        continue
                    j = low
                    while j >= 0 and high - j < longest and (j == low or linked[j] == 0):
                        j_end = high
                        while (
                            j_end < m
                            and j_end - j < longest
                            and (j_end == high or linked[j_end] == 0)
                        ):
                            if len(spans) > 0:
                                spans[found, 0] = source_offsets[k] + i
                                spans[found, 1] = i_end - i + 1
                                spans[found, 2] = target_offsets[k] + j
                                spans[found, 3] = j_end - j + 1
                                inside[found] = 0
                                for x in range(begin, end):
                                    bit = (links_s[x] - i) * longest + links_t[x] - j
                                    inside[found] |= ONE << cython.cast(cython.ulonglong, bit)
                            found += 1
                            j_end += 1
                        j -= 1
    return found


@cython.cfunc
@cython.nogil
@cython.inline
@cython.overflowcheck(False)
def mix(value: cython.ulonglong, word: cython.ulonglong) -> cython.ulonglong:
    """Mix a word into a hash value."""
    value = (value ^ word) * PRIME
    return value ^ (value >> 29)


def number_phrases(
    tokens: cython.const_int[::1],
    begins: cython.const_int[:],
    lengths: cython.const_int[:],
):
    """Number equal runs of tokens alike, in the order in which they first occur.

    Runs are compared token by token, so that no two phrases ever share a number.

    Args:
        tokens: int32.
        begins, lengths: int32 (runs,).

    Returns:
        (numbers, first): int32 (runs,), and int32 (phrases,) the run that each was first seen as.
    """
    # Open addressing in a power of two places, more than twice the number of runs.
    size: cython.Py_ssize_t = 1 << max(4, (2 * len(begins) - 1).bit_length())
    table: cython.int[::1] = np.full(size, -1, np.int32)
    numbers: cython.int[::1] = np.empty(len(begins), np.int32)
    first: cython.int[::1] = np.empty(len(begins), np.int32)
    distinct: cython.int = 0
    x: cython.int
    with cython.nogil:
        for k in range(len(begins)):
            begin, length = begins[k], lengths[k]
            mixed = cython.cast(cython.ulonglong, length)
            for x in range(begin, begin + length):
                mixed = mix(mixed, cython.cast(cython.ulonglong, tokens[x]))
            place: cython.Py_ssize_t = mixed & cython.cast(cython.ulonglong, size - 1)
            while table[place] >= 0:
                other = first[table[place]]
                if lengths[other] == length:
                    x = 0
                    while x < length and tokens[begins[other] + x] == tokens[begin + x]:
                        x += 1
                    if x == length:
                        break
                place = (place + 1) & (size - 1)
            if table[place] < 0:
                table[place] = distinct
                first[distinct] = k
                distinct += 1
            numbers[k] = table[place]
    return np.asarray(numbers), np.array(first[:distinct])


def lexical_weights(
    source: cython.const_int[::1],
    target: cython.const_int[::1],
    spans: cython.const_int[:, ::1],
    inside: cython.const_ulonglong[::1],
    longest: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    forward: cython.const_double[::1],
    backward: cython.const_double[::1],
    null_t: cython.const_double[::1],
    null_s: cython.const_double[::1],
):
    """Lexical weights of phrase pairs in both directions.

    The weight of a word is the mean over its links, that of a phrase the product over its words.

    Args:
        source, target: int32 (tokens,), word numbers of the corpus.
        spans, inside, longest: see `phrase_pairs`.
        rows, columns: linked word pairs by source word, see ``PairIndex``; all links are of them.
        forward, backward: float64 (word pairs,), p(target word | source word) and back.
        null_t, null_s: float64 (words,), probabilities of words given NULL.

    Returns:
        (forward, backward): float32 (phrase pairs,) of the target given the source, and back.
    """
    weights_t: cython.float[::1] = np.empty(len(spans), np.float32)
    weights_s: cython.float[::1] = np.empty(len(spans), np.float32)
    sums_t: cython.double[::1] = np.empty(longest)
    sums_s: cython.double[::1] = np.empty(longest)
    links_t: cython.int[::1] = np.empty(longest, np.int32)
    links_s: cython.int[::1] = np.empty(longest, np.int32)
    with cython.nogil:
        for k in range(len(spans)):
            begin_s, n, begin_t, m = spans[k, 0], spans[k, 1], spans[k, 2], spans[k, 3]
            for j in range(m):
                sums_t[j], links_t[j] = 0, 0
            for i in range(n):
                sums_s[i], links_s[i] = 0, 0
            bits = inside[k]
            for i in range(n):
                e = source[begin_s + i]
                for j in range(m):
                    if bits >> cython.cast(cython.ulonglong, i * longest + j) & ONE:
                        p = find_column(columns, rows[e], rows[e + 1], target[begin_t + j])
                        sums_t[j] += forward[p]
                        sums_s[i] += backward[p]
                        links_t[j] += 1
                        links_s[i] += 1
            weight: cython.double = 1.0
            for j in range(m):
                weight *= sums_t[j] / links_t[j] if links_t[j] else null_t[target[begin_t + j]]
            weights_t[k] = weight
            weight = 1.0
            for i in range(n):
                weight *= sums_s[i] / links_s[i] if links_s[i] else null_s[source[begin_s + i]]
            weights_s[k] = weight
    return np.asarray(weights_t), np.asarray(weights_s)
