"""Evidence for sentence pairs, and features and scores of blocks, all over a band (compiled).

Direction 1 explains the tokens of a target sentence by a run of source sentences, direction 2 the
tokens of a source sentence by a run of target sentences. The evidence of a block is a sum over its
sentences, so each run length is computed once and shared by all link types that use it.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.sentences.kernels import features as at
from cython.cimports.libc.math import log, sqrt

NEVER = -1e30
HOPELESS = 60.0
"""Squared deviations of length beyond which a link of four and more sentences is not considered."""
UNMARKED = 7
"""Class of the end of a sentence in a text whose sentences end without marks: it says nothing."""

UNMARKED_END = cython.declare(cython.int, UNMARKED)
CONTAINED = cython.declare(cython.int, 0)
FIRST_OF_SOURCE = cython.declare(cython.int, 1)
LAST_OF_SOURCE = cython.declare(cython.int, 2)
FIRST_OF_TARGET = cython.declare(cython.int, 3)
LAST_OF_TARGET = cython.declare(cython.int, 4)
UNREACHED = cython.declare(cython.float, NEVER)
FAR = cython.declare(cython.double, HOPELESS)
TINY = cython.declare(cython.double, 1e-200)
HUGE = cython.declare(cython.double, 1e200)
ROWS_TOGETHER = cython.declare(cython.Py_ssize_t, 64)
TAU = cython.declare(cython.double, 2.0 * np.pi)


@cython.cfunc
@cython.inline
@cython.nogil
def hopeless(expected: cython.double, found: cython.double, variance: cython.double) -> cython.bint:
    """True when lengths rule a large block out."""
    difference = found - expected
    return difference * difference > FAR * (variance * 0.5 * (expected + found) + 1.0)


@cython.cfunc
@cython.inline
@cython.nogil
def deviation(
    expected: cython.double, found: cython.double, variance: cython.double
) -> cython.double:
    """Squared deviations of a length."""
    difference = found - expected
    return difference * difference / (variance * 0.5 * (expected + found) + 1.0)


@cython.cfunc
@cython.inline
@cython.nogil
def split_penalty(count: cython.Py_ssize_t, length: cython.double) -> cython.double:
    """Logarithm of the places where a run of sentences may be divided."""
    return (count - 1) * log(length) if count > 1 else 0.0


@cython.cfunc
@cython.inline
@cython.nogil
def root(value: cython.double) -> cython.double:
    """Square root that keeps the sign."""
    return sqrt(value) if value >= 0.0 else -sqrt(-value)


@cython.cfunc
@cython.inline
@cython.nogil
def clip(value: cython.double, most: cython.double) -> cython.double:
    """The value nearest to it from -most to most."""
    return min(most, max(-most, value))


@cython.cfunc
@cython.inline
@cython.nogil
def is_open(end: cython.int) -> cython.double:
    """1 where a sentence ends without a mark, or with a colon, a comma or another mark.

    0 in a text without marks, where that says nothing.
    """
    return 1.0 if end == 0 or 4 <= end < UNMARKED_END else 0.0


@cython.final
@cython.cclass
class Side:
    """One side: prefix sums over sentences, float64 (n + 1,), and their marks (n,)."""

    tokens: cython.const_double[::1]
    idf: cython.const_double[::1]
    chars: cython.const_double[::1]
    ground: cython.const_double[::1]
    digits: cython.const_double[::1]
    asking: cython.const_double[::1]
    quotes: cython.const_double[::1]
    inner: cython.const_double[::1]
    ends: cython.const_schar[::1]
    starts: cython.const_schar[::1]
    opens: cython.const_schar[::1]
    wordless: cython.const_uchar[::1]

    def __init__(self, side, sums):
        self.tokens = sums.tokens
        self.idf = sums.idf
        self.chars = sums.chars
        self.ground = sums.ground
        self.digits = sums.digits
        self.asking = sums.asking
        self.quotes = sums.quotes
        self.inner = sums.inner
        self.ends = side.ends
        self.starts = side.starts
        self.opens = side.opens
        self.wordless = side.wordless.view(np.uint8)


@cython.final
@cython.cclass
class Pairs:
    """Evidence for the pairs of source sentences row0 <= s < row1, see ``Reach``.

    ``cosines`` is float32 (types, pairs) and ``by_parts`` float32 (pairs, comparisons), see
    ``RunCosines``; ``type_of`` is int64 (a, b), the type of a block, or -1.
    """

    row0: cython.Py_ssize_t
    row1: cython.Py_ssize_t
    begin: cython.const_longlong[::1]
    end: cython.const_longlong[::1]
    first: cython.const_longlong[::1]
    to_target: cython.const_float[:, :, ::1]
    to_source: cython.const_float[:, :, ::1]
    shared: cython.const_float[::1]
    llr: cython.const_float[::1]
    cosines: cython.const_float[:, ::1]
    by_parts: cython.const_float[:, ::1]
    type_of: cython.const_longlong[:, ::1]

    def __init__(self, reach, cosines, by_parts, type_of):
        self.row0 = reach.row0
        self.row1 = reach.row1
        self.begin = reach.begin
        self.end = reach.end
        self.first = reach.pair_first
        self.to_target = reach.to_target
        self.to_source = reach.to_source
        self.shared = reach.shared
        self.llr = reach.to_target[1, :, 0] + reach.to_source[1, :, 0]
        self.cosines = cosines
        self.by_parts = by_parts
        self.type_of = type_of


@cython.cfunc
@cython.inline
@cython.nogil
def place(pairs: Pairs, s: cython.Py_ssize_t) -> cython.Py_ssize_t:
    """Where the pair of source sentence s and target sentence 0 would be."""
    return pairs.first[s - pairs.row0] - pairs.begin[s]


@cython.cfunc
@cython.inline
@cython.nogil
def pair_llr(pairs: Pairs, s: cython.Py_ssize_t, t: cython.Py_ssize_t) -> cython.double:
    """1-1 log-likelihood ratio of sentences (s, t); 0 outside the band."""
    if s < pairs.row0 or s >= pairs.row1 or t < pairs.begin[s] or t >= pairs.end[s]:
        return 0.0
    return pairs.llr[place(pairs, s) + t]


@cython.cfunc
@cython.inline
@cython.nogil
def block_llr(
    pairs: Pairs,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.double:
    """Lexical log-likelihood ratio of the block of a and b sentences that ends before (i, j)."""
    total: cython.double = 0.0
    if a == 0 or b == 0:
        return total
    last = place(pairs, i - 1)
    for t in range(j - b, j):
        total += pairs.to_target[a, last + t, 0]
    for s in range(i - a, i):
        total += pairs.to_source[b, place(pairs, s) + j - 1, 0]
    return total


@cython.cfunc
@cython.inline
@cython.nogil
def cosine(
    pairs: Pairs,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.double:
    """Cosine of both sides of the block of a and b sentences before (i, j); -1 where not known."""
    if a < 1 or b < 1 or a >= pairs.type_of.shape[0] or b >= pairs.type_of.shape[1]:
        return -1.0
    kind = pairs.type_of[a, b]
    if kind < 0 or i <= pairs.row0 or i > pairs.row1 or i < a or j < b:
        return -1.0
    if j <= pairs.begin[i - 1] or j > pairs.end[i - 1]:
        return -1.0
    return pairs.cosines[kind, place(pairs, i - 1) + j - 1]


@cython.cfunc
@cython.inline
@cython.nogil
def vector_ratio(
    value: cython.double, middle: cython.double, slope: cython.double, size: cython.Py_ssize_t
) -> cython.double:
    """Likelihood ratio of the cosine of a block of so many sentences."""
    return clip(slope * (value - middle), 8.0) * 0.5 * size


@cython.cfunc
@cython.nogil
def vector_features(
    f: cython.double[::1],
    pairs: Pairs,
    middle: cython.double,
    slope: cython.double,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.void:
    """What the vectors of both sides of a block say."""
    value: cython.double = cosine(pairs, i, j, a, b)
    best: cython.double = -1.0
    least: cython.double = 1.0
    other: cython.double
    f[at.VECTORS] = vector_ratio(value, middle, slope, a + b)
    f[at.COSINE] = slope * (value - middle) / 10.0
    # With one more sentence before or behind, on either side.
    best = max(
        max(cosine(pairs, i, j, a + 1, b), cosine(pairs, i, j, a, b + 1)),
        max(cosine(pairs, i + 1, j, a + 1, b), cosine(pairs, i, j + 1, a, b + 1)),
    )
    f[at.EXTENDED] = slope * max(best - value, 0.0) / 10.0
    # The same block one sentence off, on either side.
    best = max(
        max(cosine(pairs, i - 1, j, a, b), cosine(pairs, i + 1, j, a, b)),
        max(cosine(pairs, i, j - 1, a, b), cosine(pairs, i, j + 1, a, b)),
    )
    f[at.SHIFTED] = slope * min(value - best, 0.5) / 10.0
    if a + b > 2:
        f[at.MERGED_COSINE] = f[at.COSINE]
        if a > 1:
            other = max(cosine(pairs, i - 1, j, a - 1, b), cosine(pairs, i, j, a - 1, b))
            least = min(least, value - other)
        if b > 1:
            other = max(cosine(pairs, i, j - 1, a, b - 1), cosine(pairs, i, j, a, b - 1))
            least = min(least, value - other)
        f[at.SHORTENED] = slope * least / 10.0
        best = -1.0
        for a1 in range(1, a):
            for b1 in range(1, b):
                other = cosine(pairs, i - a + a1, j - b + b1, a1, b1) * (a1 + b1)
                other += cosine(pairs, i, j, a - a1, b - b1) * (a + b - a1 - b1)
                best = max(best, other / (a + b))
        if best > -1.0:
            f[at.DIVIDED] = slope * (value - best) / 10.0


@cython.cfunc
@cython.inline
@cython.nogil
def by_parts(
    pairs: Pairs, s: cython.Py_ssize_t, t: cython.Py_ssize_t, what: cython.Py_ssize_t
) -> cython.double:
    """A comparison of two sentences by parts; less than by chance if not known."""
    if s < pairs.row0 or s >= pairs.row1 or t < pairs.begin[s] or t >= pairs.end[s]:
        return -0.5
    return pairs.by_parts[place(pairs, s) + t, what]


@cython.cfunc
@cython.inline
@cython.nogil
def best_by_parts(
    pairs: Pairs,
    begin_s: cython.Py_ssize_t,
    end_s: cython.Py_ssize_t,
    begin_t: cython.Py_ssize_t,
    end_t: cython.Py_ssize_t,
    what: cython.Py_ssize_t,
) -> cython.double:
    """The best comparison of source sentences begin <= s < end and target ones, likewise."""
    best: cython.double = -1.0
    for s in range(begin_s, end_s):
        for t in range(begin_t, end_t):
            best = max(best, by_parts(pairs, s, t, what))
    return best


@cython.cfunc
@cython.inline
@cython.nogil
def least_over_neighbours(
    pairs: Pairs,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    outer: cython.bint,
) -> cython.double:
    """How much better the ends of a block fit into it than to the sentences beside it, the worst.

    Whole sentences, or their outer parts: the first ones of both sides, and the last ones.
    """
    s, t = i - a, j - b
    what: cython.Py_ssize_t = FIRST_OF_SOURCE if outer else CONTAINED
    least: cython.double = best_by_parts(pairs, s, s + 1, t, j, what)
    least -= by_parts(pairs, s, t - 1, what)
    what = LAST_OF_SOURCE if outer else CONTAINED
    inside: cython.double = best_by_parts(pairs, i - 1, i, t, j, what)
    least = min(least, inside - by_parts(pairs, i - 1, j, what))
    what = FIRST_OF_TARGET if outer else CONTAINED
    inside = best_by_parts(pairs, s, i, t, t + 1, what)
    least = min(least, inside - by_parts(pairs, s - 1, t, what))
    what = LAST_OF_TARGET if outer else CONTAINED
    inside = best_by_parts(pairs, s, i, j - 1, j, what)
    least = min(least, inside - by_parts(pairs, i, j - 1, what))
    return clip(least, 1.5)


@cython.cfunc
@cython.nogil
def part_features(
    f: cython.double[::1],
    pairs: Pairs,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.void:
    """How far every sentence of a block is contained in one of the other side, or contains it.

    The outer ones, or their outer parts, might belong to the sentence beside the block instead.
    """
    f[at.PART_ENDS] = least_over_neighbours(pairs, i, j, a, b, False)
    f[at.OUTER_PARTS] = least_over_neighbours(pairs, i, j, a, b, True)
    if a + b == 2:
        return
    least: cython.double = 2.0
    for s in range(i - a, i):
        least = min(least, best_by_parts(pairs, s, s + 1, j - b, j, CONTAINED))
    for t in range(j - b, j):
        least = min(least, best_by_parts(pairs, i - a, i, t, t + 1, CONTAINED))
    f[at.PART_LEAST] = least


@cython.cfunc
@cython.nogil
def null_features(
    f: cython.double[::1],
    pairs: Pairs,
    source: Side,
    target: Side,
    ratio: cython.double,
    middle: cython.double,
    slope: cython.double,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.void:
    """Features of sentences without counterpart."""
    f[at.NULL_COUNT] = a + b - 1
    for s in range(i - a, i):
        best: cython.double = 0.0
        nearest: cython.double = -1.0
        for t in range(j - 2, j + 2):
            best = max(best, pair_llr(pairs, s, t))
            nearest = max(nearest, cosine(pairs, s + 1, t + 1, 1, 1))
        if nearest > -1.0:
            f[at.NULL_COSINE] += slope * (nearest - middle) / 10.0
        f[at.NULL_WORDLESS] += source.wordless[s]
        f[at.NULL_LENGTH] += log(ratio * (source.chars[s + 1] - source.chars[s]) / 20.0)
        f[at.NULL_PER_TOKEN] += best / (source.tokens[s + 1] - source.tokens[s] + 3.0)
        f[at.NULL_BEST] += min(best, 40.0) / 10.0
    for t in range(j - b, j):
        best = 0.0
        nearest = -1.0
        for s in range(i - 2, i + 2):
            best = max(best, pair_llr(pairs, s, t))
            nearest = max(nearest, cosine(pairs, s + 1, t + 1, 1, 1))
        if nearest > -1.0:
            f[at.NULL_COSINE] += slope * (nearest - middle) / 10.0
        f[at.NULL_WORDLESS] += target.wordless[t]
        f[at.NULL_LENGTH] += log((target.chars[t + 1] - target.chars[t]) / 20.0)
        f[at.NULL_PER_TOKEN] += best / (target.tokens[t + 1] - target.tokens[t] + 3.0)
        f[at.NULL_BEST] += min(best, 40.0) / 10.0


@cython.cfunc
@cython.nogil
def lexical_features(
    f: cython.double[::1],
    pairs: Pairs,
    source: Side,
    target: Side,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.double:
    """What the words of a block say; returns their log-likelihood ratio."""
    si, tj = i - a, j - b
    total: cython.double = 0.0
    explained_s: cython.double = 0.0
    explained_t: cython.double = 0.0
    same: cython.double = 0.0
    least_share: cython.double = 1.0
    least_token: cython.double = 1e9
    value: cython.double
    idf: cython.double
    last = place(pairs, i - 1)
    for t in range(tj, j):
        value, idf = pairs.to_target[a, last + t, 0], pairs.to_target[a, last + t, 1]
        total += value
        explained_t += idf
        least_share = min(least_share, (idf + 0.5) / (target.idf[t + 1] - target.idf[t] + 1.0))
        least_token = min(least_token, value / (target.tokens[t + 1] - target.tokens[t] + 1.0))
    for s in range(si, i):
        here = place(pairs, s)
        value, idf = pairs.to_source[b, here + j - 1, 0], pairs.to_source[b, here + j - 1, 1]
        total += value
        explained_s += idf
        least_share = min(least_share, (idf + 0.5) / (source.idf[s + 1] - source.idf[s] + 1.0))
        least_token = min(least_token, value / (source.tokens[s + 1] - source.tokens[s] + 1.0))
        for t in range(tj, j):
            same += pairs.shared[here + t]
    tokens = source.tokens[i] - source.tokens[si] + target.tokens[j] - target.tokens[tj]
    idf_s, idf_t = source.idf[i] - source.idf[si], target.idf[j] - target.idf[tj]
    f[at.LLR] = 0.1 * total
    f[at.ROOT_LLR] = root(total)
    f[at.LLR_TOKEN] = total / (tokens + 2.0)
    f[at.LEAST_SHARE] = least_share
    f[at.SHARES] = explained_s / (idf_s + 1.0) + explained_t / (idf_t + 1.0)
    f[at.UNEXPLAINED] = -sqrt(max(0.0, idf_s - explained_s)) - sqrt(max(0.0, idf_t - explained_t))
    f[at.LEAST_TOKEN] = least_token
    f[at.IDENTICAL] = sqrt(same)
    return total


@cython.cfunc
@cython.nogil
def mark_features(
    f: cython.double[::1],
    source: Side,
    target: Side,
    ends: cython.const_double[:, ::1],
    starts: cython.const_double[:, ::1],
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.void:
    """What digits, marks, capitals and paragraphs say."""
    si, tj = i - a, j - b
    digits_s, digits_t = source.digits[i] - source.digits[si], target.digits[j] - target.digits[tj]
    f[at.DIGITS] = -abs(digits_s - digits_t)
    f[at.BOTH_DIGITS] = digits_s > 0 and digits_t > 0
    asking_s, asking_t = source.asking[i] - source.asking[si], target.asking[j] - target.asking[tj]
    f[at.ASKING] = -abs(asking_s - asking_t)
    quotes_s, quotes_t = source.quotes[i] - source.quotes[si], target.quotes[j] - target.quotes[tj]
    f[at.QUOTES] = -abs(quotes_s - quotes_t)
    end_s, end_t = source.ends[i - 1], target.ends[j - 1]
    f[at.SAME_END] = end_s in (end_t, UNMARKED_END) or end_t == UNMARKED_END
    f[at.ONE_QUESTION] = (end_s == 2) != (end_t == 2)
    f[at.SAME_START] = source.starts[si] == target.starts[tj]
    f[at.OPEN_ENDS] = -abs(is_open(end_s) - is_open(end_t))
    # The break before a sentence counts where the sentence does.
    f[at.INNER] = source.inner[i] - source.inner[si + 1] + target.inner[j] - target.inner[tj + 1]
    f[at.CORNERS] = ends[end_s, end_t] + starts[source.starts[si], target.starts[tj]]
    f[at.PARAGRAPH_BOTH] = source.opens[si] + target.opens[tj] == 2
    f[at.PARAGRAPH_ONE] = source.opens[si] + target.opens[tj] == 1
    for s in range(si + 1, i):
        f[at.INNER_OPEN] += is_open(source.ends[s - 1])
        f[at.INNER_LOWER] += source.starts[s] == 2
        f[at.PARAGRAPH_INSIDE] += source.opens[s]
    for t in range(tj + 1, j):
        f[at.INNER_OPEN] += is_open(target.ends[t - 1])
        f[at.INNER_LOWER] += target.starts[t] == 2
        f[at.PARAGRAPH_INSIDE] += target.opens[t]


@cython.cfunc
@cython.nogil
def split_gain(
    pairs: Pairs,
    total: cython.double,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.double:
    """Log-likelihood ratio of a block over that of the best two blocks in its place."""
    split: cython.double = -1e9
    for a1 in range(a + 1):
        for b1 in range(b + 1):
            if 0 < a1 + b1 < a + b:
                value = block_llr(pairs, i - a + a1, j - b + b1, a1, b1)
                split = max(split, value + block_llr(pairs, i, j, a - a1, b - b1))
    return total - split


@cython.cfunc
@cython.nogil
def end_features(
    f: cython.double[::1],
    pairs: Pairs,
    source: Side,
    target: Side,
    total: cython.double,
    ratio: cython.double,
    variance: cython.double,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.void:
    """What each outer sentence of a merged side adds: the least of it."""
    si, tj = i - a, j - b
    ls, lt = ratio * (source.chars[i] - source.chars[si]), target.chars[j] - target.chars[tj]
    whole: cython.double = min(deviation(ls, lt, variance), 30.0)
    least_gain: cython.double = 1e9
    least_length: cython.double = 1e9
    last: cython.Py_ssize_t
    for last in range(2):
        if a > 1:
            s: cython.Py_ssize_t = i - 1 if last else si
            without: cython.double = block_llr(pairs, i - last, j, a - 1, b)
            tokens = source.tokens[s + 1] - source.tokens[s]
            least_gain = min(least_gain, (total - without) / (tokens + 2.0))
            shorter = ls - ratio * (source.chars[s + 1] - source.chars[s])
            least_length = min(least_length, min(deviation(shorter, lt, variance), 30.0) - whole)
        if b > 1:
            t: cython.Py_ssize_t = j - 1 if last else tj
            without = block_llr(pairs, i, j - last, a, b - 1)
            tokens = target.tokens[t + 1] - target.tokens[t]
            least_gain = min(least_gain, (total - without) / (tokens + 2.0))
            shorter = lt - (target.chars[t + 1] - target.chars[t])
            least_length = min(least_length, min(deviation(ls, shorter, variance), 30.0) - whole)
    f[at.END_GAIN] = clip(least_gain, 3.0)
    f[at.END_LENGTH] = clip(least_length, 10.0) / 5.0


@cython.cfunc
@cython.nogil
def best_outside(
    pairs: Pairs,
    i: cython.Py_ssize_t,
    j: cython.Py_ssize_t,
    a: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
) -> cython.double:
    """Best ratio of a sentence of a block and one next to the block on the other side, or 0."""
    best: cython.double = 0.0
    for t in range(j - b, j):
        best = max(best, pair_llr(pairs, i - a - 1, t), pair_llr(pairs, i, t))
    for s in range(i - a, i):
        best = max(best, pair_llr(pairs, s, j - b - 1), pair_llr(pairs, s, j))
    return best


def block_features(
    scorer,
    band,
    reach,
    row_begin: cython.Py_ssize_t,
    row_end: cython.Py_ssize_t,
    weights: cython.const_double[::1],
    scores: cython.float[:, ::1],
    similar=(None, None),
    wanted=None,
    features=None,
):
    """Score the blocks that end in rows row_begin <= i < row_end of the band.

    Args:
        scorer: models and sides, see ``BlockScorer``.
        band: see ``Band``.
        reach: evidence of words, see ``Reach``.
        row_begin, row_end: rows of cells.
        weights: float64 (features,).
        scores: float32 (cells, types), written at ``cell - first[row_begin]``.
        similar: cosines of runs, and comparisons of sentences by parts, see ``RunCosines``; None
            where sentences or their parts have no vectors.
        wanted: int64 (cells, types), row of ``features`` to fill for a block, or -1, and then it
            gets no score either; or None.
        features: float32 (wanted blocks, features); enters as zeros.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = scorer.types.source
    type_b: cython.const_longlong[::1] = scorer.types.target
    of_types: cython.const_double[:, ::1] = scorer.of_types
    by_type: cython.const_double[::1] = scorer.of_types @ weights[: at.NULL_LENGTH]
    tops: cython.const_longlong[::1] = band.texts
    ratios: cython.const_double[::1] = scorer.ratios
    variances: cython.const_double[::1] = scorer.variances
    middle: cython.double = scorer.calibration.middle
    slope: cython.double = scorer.calibration.slope
    ends: cython.const_double[:, ::1] = scorer.breaks.ends
    starts: cython.const_double[:, ::1] = scorer.breaks.starts
    source: Side = Side(scorer.pair.source, scorer.source_sums)
    target: Side = Side(scorer.pair.target, scorer.target_sums)
    known: cython.bint = similar[0] is not None
    divided: cython.bint = similar[1] is not None
    pairs: Pairs = Pairs(
        reach,
        similar[0] if known else np.empty((0, 0), np.float32),
        similar[1] if divided else np.empty((0, 0), np.float32),
        scorer.type_of if known else np.empty((0, 0), np.int64),
    )
    kept: cython.bint = wanted is not None
    rows: cython.const_longlong[:, ::1] = wanted if kept else np.empty((0, 0), np.int64)
    out: cython.float[:, ::1] = features if kept else np.empty((0, 0), np.float32)
    f: cython.double[::1] = np.zeros(at.SIZE)
    # What weighs nothing is neither computed nor added.
    weigh = np.ones(at.SIZE, bool) if kept else np.asarray(weights) != 0.0
    costly = [at.GAIN, at.ROOT_GAIN, at.END_GAIN, at.END_LENGTH, at.OUTSIDE]
    detailed: cython.bint = np.take(weigh, costly).any()
    missing: cython.bint = weigh[at.NULL_LENGTH : at.DISTANCE].any()
    weigh[: at.DISTANCE] = False
    weigh[at.VECTORS :] &= known
    weigh[at.PART_ENDS :] &= divided
    used: cython.const_longlong[::1] = np.flatnonzero(weigh)
    # The score of likelihood ratios knows these alone.
    weigh[[at.DISTANCE, at.LENGTH_REST, at.SPLIT, at.LLR, at.VECTORS]] = False
    bare: cython.bint = not weigh.any()
    # Penalties of runs of sentences, by their number and end.
    most: cython.Py_ssize_t = scorer.longest
    left: cython.Py_ssize_t = band.lo[row_begin:row_end].min(initial=band.hi[-1])
    right: cython.Py_ssize_t = band.hi[row_begin:row_end].max(initial=0)
    split_s: cython.double[::1] = np.zeros(most + 1)
    split_t: cython.double[:, ::1] = np.zeros((most + 1, max(right - left, 0) + 1))
    value: cython.double
    j: cython.Py_ssize_t
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    text: cython.Py_ssize_t = 0
    origin = first[row_begin]
    with cython.nogil:
        for b in range(2, most + 1):
            for j in range(max(b, left), right + 1):
                # Where a text begins the sums do, too; no run of sentences goes on there.
                lt = max(target.chars[j] - target.chars[j - b], 1.0)
                split_t[b, j - left] = split_penalty(b, lt)
        for i in range(row_begin, row_end):
            while i >= tops[text + 1]:
                text += 1
            top: cython.Py_ssize_t = tops[text]
            ratio: cython.double = ratios[text]
            variance: cython.double = variances[text]
            for a in range(2, min(most, i - top) + 1):
                split_s[a] = split_penalty(a, ratio * (source.chars[i] - source.chars[i - a]))
            for j in range(lo[i], hi[i] + 1):
                cell = first[i] + j - lo[i] - origin
                for k in range(len(type_a)):
                    a, b = type_a[k], type_b[k]
                    si, tj = i - a, j - b
                    scores[cell, k] = UNREACHED
                    if si < top or tj < lo[si] or tj > hi[si] or (kept and rows[cell, k] < 0):
                        continue
                    value = by_type[k]
                    if a == 0 or b == 0:
                        if missing:
                            for x in range(at.NULL_LENGTH, at.DISTANCE):
                                f[x] = 0.0
                            null_features(
                                f, pairs, source, target, ratio, middle, slope, i, j, a, b
                            )
                            for x in range(at.NULL_LENGTH, at.DISTANCE):
                                value += weights[x] * f[x]
                    else:
                        ls = ratio * (source.chars[i] - source.chars[si])
                        lt = target.chars[j] - target.chars[tj]
                        if a + b >= 4 and hopeless(ls, lt, variance):
                            continue
                        spread = variance * 0.5 * (ls + lt) + 1.0
                        ground = source.ground[i] - source.ground[si] + target.ground[j]
                        ground -= target.ground[tj]
                        f[at.DISTANCE] = -0.5 * min(deviation(ls, lt, variance), 25.0)
                        f[at.LENGTH_REST] = -0.5 * log(TAU * spread) - 0.5 * ground
                        f[at.SPLIT] = -0.5 * (split_s[a] + split_t[b, j - left])
                        if bare:
                            f[at.LLR] = 0.1 * block_llr(pairs, i, j, a, b)
                            if known:
                                near: cython.double = cosine(pairs, i, j, a, b)
                                f[at.VECTORS] = vector_ratio(near, middle, slope, a + b)
                        else:
                            for x in range(at.LOG_RATIO, at.SIZE):
                                f[x] = 0.0
                            f[at.LOG_RATIO] = -abs(log(lt / ls))
                            f[at.DIFFERENCE] = -log(1.0 + abs(lt - ls) / 10.0)
                            f[at.SHORT] = min(lt, ls) < 15.0
                            total = lexical_features(f, pairs, source, target, i, j, a, b)
                            mark_features(f, source, target, ends, starts, i, j, a, b)
                            if a + b == 2:
                                around: cython.double = max(
                                    max(pair_llr(pairs, si - 1, tj), pair_llr(pairs, si + 1, tj)),
                                    max(pair_llr(pairs, si, tj - 1), pair_llr(pairs, si, tj + 1)),
                                )
                                f[at.OVER_NEIGHBOUR] = clip(total - around, 20.0) / 10.0
                            else:
                                f[at.MERGED_SHARE] = f[at.LEAST_SHARE]
                                f[at.MERGED_TOKEN] = f[at.LEAST_TOKEN]
                                for s in range(si, i):
                                    f[at.WORDLESS] += source.wordless[s]
                                for t in range(tj, j):
                                    f[at.WORDLESS] += target.wordless[t]
                                if detailed:
                                    gain = split_gain(pairs, total, i, j, a, b)
                                    f[at.GAIN] = clip(gain, 30.0) / 10.0
                                    f[at.ROOT_GAIN] = root(gain)
                                    end_features(
                                        f, pairs, source, target, total, ratio, variance, i, j, a, b
                                    )
                            if a + b <= 5 and detailed:
                                f[at.OUTSIDE] = -sqrt(best_outside(pairs, i, j, a, b))
                            if known:
                                vector_features(f, pairs, middle, slope, i, j, a, b)
                            if divided:
                                part_features(f, pairs, i, j, a, b)
                        # Each addition waits for the one before.
                        for x in range(len(used)):
                            value += weights[used[x]] * f[used[x]]
                    scores[cell, k] = value
                    if kept:
                        row = rows[cell, k]
                        for x in range(at.NULL_LENGTH):
                            out[row, x] = of_types[k, x]
                        low, high = at.DISTANCE, at.SIZE
                        if a == 0 or b == 0:
                            low, high = at.NULL_LENGTH, at.DISTANCE
                        for x in range(low, high):
                            out[row, x] = f[x]


@cython.final
@cython.cclass
class Near:
    """What the lexicon says of the words of some rows and the keys in their windows.

    A text uses few of the keys that a frequent word may mean, and its rows share them.

    Attributes:
        row_of: int32, by source word, the row of its entries, or -1.
        entries: int32, where each row begins.
        slots, forward, backward: of the entries, ascending in their keys.
        slot_of, key_of: int32, by target key its slot, or -1, and the reverse.
        first, stop: int32, by slot, the part of ``tokens_at`` that the window of a row holds.
        tokens_at, sentences_at: int32, the target tokens by slots, ascending, and their sentences.
    """

    row_first: cython.const_longlong[::1]
    row_key: cython.const_int[::1]
    all_forward: cython.const_float[::1]
    all_backward: cython.const_float[::1]
    source: cython.const_int[::1]
    source_offset: cython.const_longlong[::1]
    target: cython.const_int[::1]
    target_offset: cython.const_longlong[::1]
    begin: cython.const_longlong[::1]
    end: cython.const_longlong[::1]
    row_of: cython.int[::1]
    word_of: cython.int[::1]
    entries: cython.int[::1]
    slots: cython.int[::1]
    forward: cython.float[::1]
    backward: cython.float[::1]
    slot_of: cython.int[::1]
    key_of: cython.int[::1]
    first: cython.int[::1]
    stop: cython.int[::1]
    tokens_at: cython.int[::1]
    sentences_at: cython.int[::1]
    rows: cython.Py_ssize_t
    used: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t

    def __init__(self, scorer, reach, tokens: cython.Py_ssize_t):
        lexicon, pair = scorer.lexicon, scorer.pair
        self.row_first, self.row_key = lexicon.first, lexicon.key
        self.all_forward, self.all_backward = lexicon.forward, lexicon.backward
        self.source, self.source_offset = pair.source.tokens, pair.source.offsets
        self.target, self.target_offset = pair.target.tokens, pair.target.offsets
        self.begin, self.end = reach.begin, reach.end
        words = len(lexicon.first) - 1
        self.row_of = np.full(words, -1, np.int32)
        self.word_of, self.entries = np.empty((2, words + 1), np.int32)
        # What is never written costs no memory.
        self.slots = np.empty(len(lexicon.key) + 1, np.int32)
        self.forward, self.backward = np.empty((2, len(lexicon.key) + 1), np.float32)
        self.slot_of = np.full(len(scorer.corpus.idf_t), -1, np.int32)
        self.key_of, self.first, self.stop = np.empty((3, tokens), np.int32)
        self.tokens_at, self.sentences_at = np.empty((2, tokens), np.int32)
        self.rows = self.used = self.low = self.high = 0


@cython.cfunc
@cython.nogil
def gather(near: Near, begin: cython.Py_ssize_t, end: cython.Py_ssize_t) -> cython.void:
    """Take the entries for the rows begin <= i < end; their windows are empty until they move."""
    total: cython.int = 0
    entry: cython.Py_ssize_t
    j: cython.Py_ssize_t
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    for k in range(near.rows):
        near.row_of[near.word_of[k]] = -1
    for k in range(near.used):
        near.slot_of[near.key_of[k]] = -1
    near.rows = near.used = 0
    low, high = near.begin[begin], near.end[end - 1]
    near.low = near.high = near.target_offset[low]
    for y in range(near.low, near.target_offset[high]):
        slot: cython.int = near.slot_of[near.target[y]]
        if slot < 0:
            slot = near.used
            near.slot_of[near.target[y]] = slot
            near.key_of[slot] = near.target[y]
            near.stop[slot] = 0
            near.used += 1
        near.stop[slot] += 1
    for k in range(near.used):
        near.first[k] = total
        total += near.stop[k]
        near.stop[k] = near.first[k]
    for j in range(low, high):
        for y in range(near.target_offset[j], near.target_offset[j + 1]):
            slot = near.slot_of[near.target[y]]
            near.tokens_at[near.stop[slot]] = y
            near.sentences_at[near.stop[slot]] = j
            near.stop[slot] += 1
    for k in range(near.used):
        near.stop[k] = near.first[k]
    total = 0
    for x in range(near.source_offset[begin], near.source_offset[end]):
        word = near.source[x]
        if near.row_of[word] >= 0:
            continue
        near.row_of[word] = near.rows
        near.word_of[near.rows] = word
        near.entries[near.rows] = total
        for entry in range(near.row_first[word], near.row_first[word + 1]):
            slot = near.slot_of[near.row_key[entry]]
            near.slots[total] = slot
            near.forward[total] = near.all_forward[entry]
            near.backward[total] = near.all_backward[entry]
            total += slot >= 0
        near.rows += 1
        near.entries[near.rows] = total


@cython.cfunc
@cython.nogil
def move(near: Near, low: cython.Py_ssize_t, high: cython.Py_ssize_t) -> cython.void:
    """Make the tokens low <= y < high the window; neither border goes back."""
    for y in range(near.high, high):
        near.stop[near.slot_of[near.target[y]]] += 1
    for y in range(near.low, low):
        near.first[near.slot_of[near.target[y]]] += 1
    near.low, near.high = low, high


def pair_evidence(scorer, band, reach) -> None:
    """Evidence of source sentences row0 <= i < row1; runs that the lengths rule out are left at 0.

    Args:
        scorer: models and sides, see ``BlockScorer``.
        band: see ``Band``.
        reach: see ``Reach``; its ``to_target``, ``to_source`` and ``shared`` enter as zeros and are
            filled.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    widest_a: cython.const_longlong[::1] = scorer.widest_a
    widest_b: cython.const_longlong[::1] = scorer.widest_b
    row0: cython.Py_ssize_t = reach.row0
    row1: cython.Py_ssize_t = reach.row1
    begin: cython.const_longlong[::1] = reach.begin
    end: cython.const_longlong[::1] = reach.end
    pair_first: cython.const_longlong[::1] = reach.pair_first
    to_target: cython.float[:, :, ::1] = reach.to_target
    to_source: cython.float[:, :, ::1] = reach.to_source
    shared: cython.float[::1] = reach.shared
    source: cython.const_int[::1] = scorer.pair.source.tokens
    source_offset: cython.const_longlong[::1] = scorer.pair.source.offsets
    target: cython.const_int[::1] = scorer.pair.target.tokens
    target_offset: cython.const_longlong[::1] = scorer.pair.target.offsets
    chars_s: cython.const_double[::1] = scorer.source_sums.chars
    chars_t: cython.const_double[::1] = scorer.target_sums.chars
    null_s: cython.double = scorer.lexicon.null_source
    null_t: cython.double = scorer.lexicon.null_target
    idf_s: cython.const_double[::1] = scorer.corpus.idf_s
    idf_t: cython.const_double[::1] = scorer.corpus.idf_t
    scale_s: cython.const_double[::1] = (1.0 - null_s) / scorer.corpus.probability_s
    scale_t: cython.const_double[::1] = (1.0 - null_t) / scorer.corpus.probability_t
    same_key: cython.const_int[::1] = scorer.corpus.seeds.identical
    tops: cython.const_longlong[::1] = band.texts
    ratios: cython.const_double[::1] = scorer.ratios
    variances: cython.const_double[::1] = scorer.variances

    most: cython.Py_ssize_t = scorer.longest
    seen = slice(max(0, row0 - most), row1)
    sizes = np.diff(scorer.pair.source.offsets)[seen]
    longest: cython.Py_ssize_t = sizes.max(initial=1)
    widest: cython.Py_ssize_t = (reach.end - reach.begin)[seen].max(initial=0)
    offsets = scorer.pair.target.offsets
    token_high: cython.Py_ssize_t = offsets[reach.end[seen]].max(initial=0)
    token_low: cython.Py_ssize_t = offsets[reach.begin[seen]].min(initial=token_high)
    ring: cython.float[:, ::1] = np.zeros((most, token_high - token_low + 1), np.float32)
    reverse: cython.float[:, ::1] = np.zeros((widest + 1, longest), np.float32)
    running: cython.double[::1] = np.zeros(longest)
    masses: cython.double[::1] = np.zeros(token_high - token_low + 1)
    near: Near = Near(scorer, reach, token_high - token_low)
    row_of: cython.const_int[::1] = near.row_of
    entries: cython.const_int[::1] = near.entries
    slots: cython.const_int[::1] = near.slots
    forward: cython.const_float[::1] = near.forward
    backward: cython.const_float[::1] = near.backward
    key_of: cython.const_int[::1] = near.key_of
    first: cython.const_int[::1] = near.first
    stop: cython.const_int[::1] = near.stop
    tokens_at: cython.const_int[::1] = near.tokens_at
    sentences_at: cython.const_int[::1] = near.sentences_at
    found: cython.int[::1] = np.empty(token_high - token_low + 1, np.int32)
    j: cython.Py_ssize_t
    b: cython.Py_ssize_t
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    p: cython.Py_ssize_t
    until: cython.Py_ssize_t = 0
    text: cython.Py_ssize_t = 0
    f: cython.float
    g: cython.float
    with cython.nogil:
        for i in range(max(0, row0 - most + 1), row1):
            b0, e0 = begin[i], end[i]
            t0, t1 = target_offset[b0], target_offset[e0]
            while i >= tops[text + 1]:
                text += 1
            top: cython.Py_ssize_t = tops[text]
            ratio: cython.double = ratios[text]
            variance: cython.double = variances[text]
            if i >= until:
                until = min(i + ROWS_TOGETHER, row1)
                gather(near, i, until)
            move(near, t0, t1)
            row = i % most
            for y in range(t0 - token_low, t1 - token_low):
                ring[row, y] = 0.0
            s0 = source_offset[i]
            count = source_offset[i + 1] - s0
            inside: cython.bint = i >= row0
            flat: cython.Py_ssize_t = 0
            if inside:
                flat = pair_first[i - row0] - b0
                for j in range(e0 - b0):
                    for x in range(count):
                        reverse[j, x] = 0.0
            for x in range(count):
                word: cython.Py_ssize_t = source[s0 + x]
                # Many entries are of keys that the window of this row lacks; a branch here would
                # be foretold wrongly too often.
                kept: cython.Py_ssize_t = 0
                for entry in range(entries[row_of[word]], entries[row_of[word] + 1]):
                    found[kept] = entry
                    kept += first[slots[entry]] < stop[slots[entry]]
                for k in range(kept):
                    entry = found[k]
                    slot: cython.Py_ssize_t = slots[entry]
                    f, g = forward[entry], backward[entry]
                    for p in range(first[slot], stop[slot]):
                        ring[row, tokens_at[p] - token_low] += f
                        if inside:
                            reverse[sentences_at[p] - b0, x] += g
                    key: cython.Py_ssize_t = key_of[slot]
                    if inside and key == same_key[word]:
                        previous: cython.Py_ssize_t = -1
                        for p in range(first[slot], stop[slot]):
                            j = sentences_at[p]
                            if j != previous:
                                shared[flat + j] += idf_t[key]
                                previous = j
            if not inside:
                continue
            # Direction 1: runs of a source sentences that end in i; masses add up run by run.
            tokens: cython.Py_ssize_t = 0
            for y in range(t1 - t0):
                masses[y] = 0.0
            for a in range(1, most + 1):
                r: cython.Py_ssize_t = i - a + 1
                if r < top:
                    break
                tokens += source_offset[r + 1] - source_offset[r]
                row = r % most
                low: cython.Py_ssize_t = max(lo[i + 1] - widest_b[1], b0)
                high: cython.Py_ssize_t = min(hi[i + 1], e0)
                for y in range(target_offset[low] - t0, target_offset[max(low, high)] - t0):
                    masses[y] += ring[row, y + t0 - token_low]
                if widest_b[a] == 0:
                    continue
                low = max(lo[r], lo[i + 1] - widest_b[a], b0)
                for j in range(low, high):
                    if a >= 4 and hopeless(
                        ratio * (chars_s[i + 1] - chars_s[r]), chars_t[j + 1] - chars_t[j], variance
                    ):
                        continue
                    product: cython.double = 1.0
                    total: cython.double = 0.0
                    explained: cython.double = 0.0
                    for y in range(target_offset[j], target_offset[j + 1]):
                        if masses[y - t0] > 0.0:
                            key = target[y]
                            value: cython.double = masses[y - t0] * scale_t[key] / (tokens + 1.0)
                            explained += idf_t[key] * value / (value + null_t)
                            product *= value + null_t
                        else:
                            product *= null_t
                        if product < TINY or product > HUGE:
                            total += log(product)
                            product = 1.0
                    to_target[a, flat + j, 0] = total + log(product)
                    to_target[a, flat + j, 1] = explained
            # Direction 2: runs of b target sentences that end in j.
            for j in range(max(b0, lo[i + 1] - 1), e0):
                for x in range(count):
                    running[x] = 0.0
                tokens = 0
                for b in range(1, min(most, j - b0 + 1) + 1):
                    r = j - b + 1
                    tokens += target_offset[r + 1] - target_offset[r]
                    for x in range(count):
                        running[x] += reverse[r - b0, x]
                    if widest_a[b] == 0 or j >= hi[min(i + widest_a[b], len(lo) - 1)]:
                        continue
                    if b >= 4 and hopeless(
                        ratio * (chars_s[i + 1] - chars_s[i]), chars_t[j + 1] - chars_t[r], variance
                    ):
                        continue
                    product = 1.0
                    total = 0.0
                    explained = 0.0
                    for x in range(count):
                        if running[x] > 0.0:
                            word = source[s0 + x]
                            value = running[x] * scale_s[word] / (tokens + 1.0)
                            explained += idf_s[word] * value / (value + null_s)
                            product *= value + null_s
                        else:
                            product *= null_s
                        if product < TINY or product > HUGE:
                            total += log(product)
                            product = 1.0
                    to_source[b, flat + j, 0] = total + log(product)
                    to_source[b, flat + j, 1] = explained
