"""First pass: an additive score over sentence pairs in a wide band (compiled)."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import log

from diglot.sentences.kernels.postings import running_sums

NEVER = -1e30
BACKGROUND = 0.97
"""Share of tokens that the first pass expects to have no counterpart among the seeds."""
IDENTITY = 0.5
"""Probability given to a token present on both sides to be its own translation."""

UNREACHED = cython.declare(cython.double, NEVER)
IMPOSSIBLE = cython.declare(cython.double, 2.0 * NEVER)
UNEXPLAINED = cython.declare(cython.double, BACKGROUND)
SHARE = cython.declare(cython.double, 1.0 - BACKGROUND)
CERTAIN = cython.declare(cython.float, IDENTITY)
MUTUAL = cython.declare(cython.double, 1.5)
"""Log-likelihood ratio of two sentences that are each other's nearest by their vectors."""
ROUNDING = cython.declare(cython.double, 1e-6)  # more than sums of scores are rounded by
TAU = cython.declare(cython.double, 2.0 * np.pi)


@cython.cfunc
@cython.nogil
def limit_blocks(
    bounds: cython.double[::1],
    best: cython.const_double[::1],
    base: cython.double,
    ls: cython.double,
    variance: cython.double,
    sums: cython.const_double[::1],
    chars: cython.const_double[::1],
    split: cython.const_double[::1],
    at: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.void:
    """Bound what the blocks of a type can be worth that end in a stretch of a row, without pairs.

    Args:
        bounds: float64, written from 0 on.
        best: float64, of the cells where they begin, from 0 on.
        base: what does not depend on the target side.
        ls: expected length.
        variance: of lengths.
        sums, chars, split: float64, of the target side, see ``additive_viterbi``.
        at: column of the first cell.
        b: target sentences of a block.
        count: cells.
    """
    if b == 0:
        for x in range(count):
            bounds[x] = best[x] + base
        return
    for x in range(count):
        lt = chars[at + x] - chars[at + x - b]
        spread = variance * 0.5 * (ls + lt) + 1.0
        value = base - 0.5 * (lt - ls) * (lt - ls) / spread - 0.5 * split[at + x]
        bounds[x] = best[x] + value + (sums[at + x] - sums[at + x - b])


@cython.cfunc
@cython.nogil
def add_pairs(
    bounds: cython.double[::1],
    pairs: cython.const_double[::1],
    at: cython.Py_ssize_t,
    b: cython.Py_ssize_t,
    count: cython.Py_ssize_t,
) -> cython.void:
    """Add the evidence of one source sentence for the last ``b`` target sentences of blocks."""
    for x in range(count):
        bounds[x] += pairs[at + x] - pairs[at + x - b]


def additive_viterbi(corpus, pair, band, types, length, grounds, words, index) -> tuple:
    """Back-pointers of the best path; scores are kept for a few rows only.

    Args:
        corpus, pair: see ``Corpus`` and ``Pair``; the pair may be several, see ``join_pairs``.
        band: see ``Band``.
        types, length: of each of these pairs, see ``Types`` and ``LengthModel``; the priors alone
            differ.
        grounds: (source, target), float64, log density of the length of every sentence.
        words: (keys, offsets), distinct keys of every source sentence, int32, ragged.
        index: where every target key occurs, see ``Postings``.

    Returns:
        (back, score): int8 (cells,) type that ends in each cell (-1 for none), and the score of the
        last pair.
    """
    lo: cython.const_longlong[::1] = band.lo
    hi: cython.const_longlong[::1] = band.hi
    first: cython.const_longlong[::1] = band.first
    type_a: cython.const_longlong[::1] = types[0].source
    type_b: cython.const_longlong[::1] = types[0].target
    log_prior: cython.const_double[:, ::1] = np.array([each.log_prior for each in types])
    ratios: cython.const_double[::1] = np.array([each.ratio for each in length])
    variances: cython.const_double[::1] = np.array([each.variance for each in length])
    tops: cython.const_longlong[::1] = pair.rows
    lefts: cython.const_longlong[::1] = pair.columns
    words_s: cython.const_int[::1] = words[0]
    words_offset_s: cython.const_longlong[::1] = words[1]
    seed_first: cython.const_longlong[::1] = corpus.seeds.first
    seed_key: cython.const_int[::1] = corpus.seeds.key
    seed_weight: cython.const_float[::1] = corpus.seeds.weight
    posting_first: cython.const_longlong[::1] = index.first
    posting_sentence: cython.const_int[::1] = index.sentence
    probability_s: cython.const_double[::1] = corpus.probability_s
    probability_t: cython.const_double[::1] = corpus.probability_t
    offsets_s: cython.const_longlong[::1] = pair.source.offsets
    offsets_t: cython.const_longlong[::1] = pair.target.offsets
    sums_s: cython.const_double[:, ::1] = running_sums(
        np.array([pair.source.lengths, grounds[0]]), pair.rows
    )
    sums_of_t: cython.const_double[:, ::1] = running_sums(
        np.array([pair.target.lengths, grounds[1]]), pair.columns
    )
    chars_s: cython.const_double[::1] = sums_s[0]
    ground_s: cython.const_double[::1] = sums_s[1]
    chars_t: cython.const_double[::1] = sums_of_t[0]
    ground_t: cython.const_double[::1] = sums_of_t[1]

    n: cython.Py_ssize_t = len(lo) - 1
    ring: cython.Py_ssize_t = types[0].source.max() + 1
    reach = ring + 2
    rows = np.arange(n)
    first_row, last_row = (
        np.repeat(each, np.diff(pair.rows))[:-1] for each in (pair.rows[:-1], pair.rows[1:] - 1)
    )
    near = band.lo[np.maximum(rows - reach, first_row)]
    far = band.hi[np.minimum(rows + reach, last_row)]
    between = pair.rows[1:-1] - 1
    near[between] = far[between]
    begins: cython.const_longlong[::1] = near
    ends: cython.const_longlong[::1] = far
    best: cython.double[:, ::1] = np.full((ring, (band.hi - band.lo).max() + 1), NEVER)
    # Evidence of a source sentence against target sentences from `begins` up to the column.
    pairs: cython.double[:, ::1] = np.empty((ring, (far - near).max(initial=0) + 1))
    # Penalties of runs of sentences, by their number and end.
    split_s: cython.double[:, ::1] = np.zeros((ring, n + 1))
    split_t: cython.double[:, ::1] = np.zeros((types[0].target.max() + 1, len(offsets_t)))
    pointer: cython.longlong[::1] = np.array(posting_first)
    types_count: cython.Py_ssize_t = len(type_a)
    ring_of: cython.longlong[::1] = np.empty(ring + 1, np.int64)
    sums_t: cython.double[::1] = np.empty(len(offsets_t))
    bounds: cython.double[:, ::1] = np.empty((types_count, best.shape[1]))
    mutual = np.full(n, -1, np.int64)
    mutual[pair.nearest[:, 0]] = pair.nearest[:, 1]
    nearest: cython.const_longlong[::1] = mutual
    back: cython.schar[::1] = np.full(first[n + 1], -1, np.int8)
    j: cython.Py_ssize_t
    x: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    value: cython.double
    text: cython.Py_ssize_t
    with cython.nogil:
        unexplained = log(UNEXPLAINED)
        for j in range(len(offsets_t)):
            sums_t[j] = unexplained * offsets_t[j] - 0.5 * ground_t[j]
        for text in range(len(ratios)):
            for k in range(2, split_s.shape[0]):
                for i in range(tops[text] + k, tops[text + 1]):
                    split_s[k, i] = (k - 1) * log(ratios[text] * (chars_s[i] - chars_s[i - k]))
            for k in range(2, split_t.shape[0]):
                for j in range(lefts[text] + k, lefts[text + 1]):
                    split_t[k, j] = (k - 1) * log(chars_t[j] - chars_t[j - k])
        text = 0
        for i in range(n + 1):
            if i == tops[text + 1]:
                text += 1
            top: cython.Py_ssize_t = tops[text]
            ratio: cython.double = ratios[text]
            variance: cython.double = variances[text]
            if i > top:
                s: cython.Py_ssize_t = i - 1
                row = s % ring
                begin, end = begins[s], ends[s]
                for j in range(end - begin + 1):
                    pairs[row, j] = 0.0
                tokens_s = offsets_s[i] - offsets_s[s]
                for x in range(words_offset_s[s], words_offset_s[i]):
                    word = words_s[x]
                    for entry in range(seed_first[word], seed_first[word + 1]):
                        key = seed_key[entry]
                        mass = SHARE * (CERTAIN * seed_weight[entry])
                        there = log(UNEXPLAINED + mass / probability_t[key] / (tokens_s + 1.0))
                        here = mass / probability_s[word]
                        p = pointer[key]
                        stop = posting_first[key + 1]
                        while p < stop and posting_sentence[p] < begin:
                            p += 1
                        pointer[key] = p
                        while p < stop and posting_sentence[p] < end:
                            j = posting_sentence[p]
                            tokens_t = offsets_t[j + 1] - offsets_t[j]
                            pairs[row, j - begin + 1] += there + log(
                                UNEXPLAINED + here / (tokens_t + 1.0)
                            )
                            p += 1
                if begin <= nearest[s] < end:
                    pairs[row, nearest[s] - begin + 1] += MUTUAL
                for j in range(end - begin):
                    pairs[row, j + 1] += pairs[row, j]
            for s in range(max(i + 1 - ring, 0), i + 1):
                ring_of[i - s] = s % ring
            width = hi[i] - lo[i] + 1
            for k in range(types_count):
                a, b = type_a[k], type_b[k]
                low, high = width, width
                if a == 0:
                    low = 0
                elif i - top >= a:
                    low = min(max(lo[i - a] + b - lo[i], 0), width)
                    high = max(min(hi[i - a] + b - lo[i] + 1, width), low)
                    ls = ratio * (chars_s[i] - chars_s[i - a])
                    value = log_prior[text, k] + unexplained * (offsets_s[i] - offsets_s[i - a])
                    value += ROUNDING
                    if b > 0:
                        value -= 0.5 * (ground_s[i] - ground_s[i - a]) + 0.5 * split_s[a, i]
                        value -= 0.5 * log(TAU * (variance * 0.5 * ls + 1.0))
                    j = lo[i] + low
                    limit_blocks(
                        bounds[k, low:],
                        best[ring_of[a], j - b - lo[i - a] :],
                        value,
                        ls,
                        variance,
                        sums_t,
                        chars_t,
                        split_t[b],
                        j,
                        b,
                        high - low,
                    )
                    if b > 0:
                        for s in range(i - a, i):
                            add_pairs(
                                bounds[k, low:],
                                pairs[ring_of[i - s]],
                                j - begins[s],
                                b,
                                high - low,
                            )
                for j in range(low):
                    bounds[k, j] = IMPOSSIBLE
                for j in range(high, width):
                    bounds[k, j] = IMPOSSIBLE
            for j in range(lo[i], hi[i] + 1):
                value_best: cython.double = 0.0 if i == top and j == lefts[text] else UNREACHED
                kind: cython.schar = -1
                for k in range(types_count):
                    a, b = type_a[k], type_b[k]
                    # Most blocks are worse than the best even with the spread of an empty target
                    # side; only the others are worth a logarithm.
                    if a > 0 and bounds[k, j - lo[i]] < value_best:
                        continue
                    pi, pj = i - a, j - b
                    if a == 0 and pj < lo[i]:
                        continue
                    value = best[ring_of[a], pj - lo[pi]]
                    if value <= UNREACHED:
                        continue
                    value += log_prior[text, k]
                    tokens = offsets_s[i] - offsets_s[pi] + offsets_t[j] - offsets_t[pj]
                    value += unexplained * tokens
                    if a > 0 and b > 0:
                        ls = ratio * (chars_s[i] - chars_s[pi])
                        lt = chars_t[j] - chars_t[pj]
                        spread = variance * 0.5 * (ls + lt) + 1.0
                        value += -0.5 * (lt - ls) ** 2 / spread - 0.5 * log(TAU * spread)
                        value -= 0.5 * (ground_s[i] - ground_s[pi] + ground_t[j] - ground_t[pj])
                        value -= 0.5 * (split_s[a, i] + split_t[b, j])
                        for s in range(pi, i):
                            row = ring_of[i - s]
                            value += pairs[row, j - begins[s]] - pairs[row, pj - begins[s]]
                    if value > value_best:
                        value_best = value
                        kind = k
                best[i % ring, j - lo[i]] = value_best
                back[first[i] + j - lo[i]] = kind
    return np.asarray(back), best[n % ring, hi[n] - lo[n]]
