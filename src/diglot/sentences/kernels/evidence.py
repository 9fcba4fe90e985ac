"""Inverted indices, and lexical evidence for every sentence pair in a band (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def index_tokens(tokens, offsets, keys):
    """Where every key occurs.

    Args:
        tokens: int32 (tokens,), keys of ragged sentences.
        offsets: int64 (n + 1,), sentence ``i`` is ``tokens[offsets[i]:offsets[i + 1]]``.
        keys: number of keys.

    Returns:
        (first, token, sentence_of, distinct_first, distinct_sentence), see ``Postings``.
    """
    first = np.zeros(keys + 1, np.int64)
    distinct_first = np.zeros(keys + 1, np.int64)
    sentence_of = np.empty(len(tokens), np.int32)
    last_seen = np.full(keys, np.int32(-1))
    for i in range(len(offsets) - 1):
        for x in range(offsets[i], offsets[i + 1]):
            key = tokens[x]
            sentence_of[x] = i
            first[key + 1] += 1
            if last_seen[key] != i:
                last_seen[key] = i
                distinct_first[key + 1] += 1
    for key in range(keys):
        first[key + 1] += first[key]
        distinct_first[key + 1] += distinct_first[key]
    token = np.empty(len(tokens), np.int32)
    distinct_sentence = np.empty(distinct_first[keys], np.int32)
    fill = first[:-1].copy()
    distinct_fill = distinct_first[:-1].copy()
    last_seen[:] = -1
    for x in range(len(tokens)):
        key = tokens[x]
        token[fill[key]] = x
        fill[key] += 1
        if last_seen[key] != sentence_of[x]:
            last_seen[key] = sentence_of[x]
            distinct_sentence[distinct_fill[key]] = sentence_of[x]
            distinct_fill[key] += 1
    return first, token, sentence_of, distinct_first, distinct_sentence


@njit(cache=True, nogil=True)
def distinct_tokens(tokens, offsets, keys):
    """Distinct keys of every sentence in order of first occurrence: (keys, offsets), ragged."""
    n = len(offsets) - 1
    distinct = np.empty(len(tokens), np.int32)
    distinct_offsets = np.zeros(n + 1, np.int64)
    last_seen = np.full(keys, np.int32(-1))
    used = 0
    for i in range(n):
        for x in range(offsets[i], offsets[i + 1]):
            key = tokens[x]
            if last_seen[key] != i:
                last_seen[key] = i
                distinct[used] = key
                used += 1
        distinct_offsets[i + 1] = used
    return distinct[:used].copy(), distinct_offsets


@njit(cache=True, nogil=True)
def sentence_sums(values, tokens, offsets):
    """Running sums over sentences of a value by key, float64 (n + 1,)."""
    sums = np.zeros(len(offsets))
    for i in range(len(offsets) - 1):
        total = sums[i]
        for x in range(offsets[i], offsets[i + 1]):
            total += values[tokens[x]]
        sums[i + 1] = total
    return sums


# Sums over the sentence pairs of a block, from arrays over a band (compiled).

HOPELESS = 60.0
"""Squared deviations of length beyond which a link of four and more sentences is not considered."""


@njit(cache=True, nogil=True)
def hopeless(expected, found, variance):
    """True when lengths rule a large block out."""
    return (found - expected) ** 2 > HOPELESS * (variance * 0.5 * (expected + found) + 1.0)


@njit(cache=True, nogil=True)
def root(value):
    """Square root that keeps the sign."""
    return np.sqrt(value) if value >= 0.0 else -np.sqrt(-value)


@njit(cache=True, nogil=True)
def block_llr(a, b, i, j, to_target, to_source, begin, pair_first, row0):
    """Lexical log-likelihood ratio of the block of a and b sentences that ends before (i, j)."""
    if a == 0 or b == 0:
        return 0.0
    total = 0.0
    last = pair_first[i - 1 - row0] - begin[i - 1]
    for t in range(j - b, j):
        total += to_target[a, last + t, 0]
    for s in range(i - a, i):
        total += to_source[b, pair_first[s - row0] - begin[s] + j - 1, 0]
    return total


@njit(cache=True, nogil=True)
def pair_llr(s, t, row0, row1, llr, begin, end, pair_first):
    """1-1 log-likelihood ratio of sentences (s, t); 0 outside the band."""
    if s < row0 or s >= row1 or t < begin[s] or t >= end[s]:
        return 0.0
    return llr[pair_first[s - row0] + t - begin[s]]


@njit(cache=True, nogil=True)
def similarity_of(si, i, tj, j, row0, dots, begin, pair_first, gram_s, gram_t):
    """Cosine of the summed vectors of source sentences si..i-1 and target sentences tj..j-1."""
    product = 0.0
    square_s = 0.0
    square_t = 0.0
    for s in range(si, i):
        for t in range(tj, j):
            product += dots[pair_first[s - row0] + t - begin[s]]
        for u in range(s, i):
            square_s += gram_s[s, u - s] * (1.0 if u == s else 2.0)
    for t in range(tj, j):
        for u in range(t, j):
            square_t += gram_t[t, u - t] * (1.0 if u == t else 2.0)
    return product / np.sqrt(square_s * square_t + 1e-12)


# Lexical evidence for every sentence pair that a band allows (compiled).
#
# Direction 1 explains the tokens of a target sentence by a run of source sentences, direction 2
# the
# tokens of a source sentence by a run of target sentences. The evidence of a block is a sum over
# its
# sentences, so each run length is computed once and shared by all link types that use it.


MAX_RUN = 6
TINY = 1e-200
HUGE = 1e200


@njit(cache=True, nogil=True)
def pair_evidence(
    first_row,
    last_row,
    lo,
    hi,
    widest_a,
    widest_b,
    begin,
    end,
    pair_first,
    source,
    source_offset,
    target,
    target_offset,
    row_first,
    row_key,
    forward,
    backward,
    posting_first,
    posting_token,
    sentence_of,
    probability_s,
    probability_t,
    idf_s,
    idf_t,
    null_s,
    null_t,
    same_key,
    chars_s,
    chars_t,
    ratio,
    variance,
):
    """Evidence of source sentences first_row <= i < last_row.

    Args:
        first_row, last_row: range of source sentences.
        lo, hi: band over cells, int64 (n + 1,).
        widest_a: int64 (7,), for a run of b target sentences the longest source run allowed.
        widest_b: int64 (7,), for a run of a source sentences the longest target run allowed.
        begin, end: int64 (n,), range of target sentences for each source sentence.
        pair_first: int64 (rows + 1,), flat position of (i, begin[i]), counted from first_row.
        posting_first, posting_token: token positions of every target key, ascending.
        sentence_of: int32, sentence of every target token position.
        null_s, null_t: share of tokens without a counterpart, lambda of each direction.
        same_key: int32 (source vocabulary,), the identical target key or -1.
        chars_s, chars_t: prefix sums of characters.
        ratio, variance: length model; runs of four and more that it rules out are left at 0.

    Returns:
        (to_target, to_source, shared): float32 (7, pairs, 2) log-likelihood ratio and explained
        idf of target sentence j given source sentences i-a+1..i; the same for source sentence i
        given target sentences j-b+1..j; float32 (pairs,) idf of identical tokens.
    """
    pairs = pair_first[last_row - first_row]
    to_target = np.zeros((MAX_RUN + 1, pairs, 2), np.float32)
    to_source = np.zeros((MAX_RUN + 1, pairs, 2), np.float32)
    shared = np.zeros(pairs, np.float32)
    widest = 0
    column_low = begin[first_row]
    token_low = target_offset[column_low]
    token_high = token_low
    longest = 1
    for i in range(max(0, first_row - MAX_RUN), last_row):
        token_low = min(token_low, target_offset[begin[i]])
        token_high = max(token_high, target_offset[end[i]])
        widest = max(widest, end[i] - begin[i])
        longest = max(longest, source_offset[i + 1] - source_offset[i])
    ring = np.zeros((MAX_RUN, token_high - token_low + 1), np.float32)
    reverse = np.zeros((widest + 1, longest), np.float32)
    running = np.zeros(longest)
    masses = np.zeros(token_high - token_low + 1)
    pointer = np.empty(len(posting_first) - 1, np.int64)
    # Only keys met below are initialised; -1 marks the rest.
    pointer[:] = -1
    scale_t = (1.0 - null_t) / probability_t
    scale_s = (1.0 - null_s) / probability_s
    for i in range(max(0, first_row - MAX_RUN + 1), last_row):
        b0 = begin[i]
        e0 = end[i]
        t0 = target_offset[b0]
        t1 = target_offset[e0]
        row = ring[i % MAX_RUN]
        row[t0 - token_low : t1 - token_low] = 0.0
        s0 = source_offset[i]
        count = source_offset[i + 1] - s0
        inside = i >= first_row
        flat = 0
        if inside:
            flat = pair_first[i - first_row]
            reverse[: e0 - b0, :count] = 0.0
        for x in range(count):
            word = source[s0 + x]
            same = same_key[word]
            for entry in range(row_first[word], row_first[word + 1]):
                key = row_key[entry]
                p = pointer[key]
                stop = posting_first[key + 1]
                if p < 0:
                    p = posting_first[key]
                    # Jump to the window by bisection the first time a key is met.
                    upper = stop
                    while p < upper:
                        middle = (p + upper) // 2
                        if posting_token[middle] < t0:
                            p = middle + 1
                        else:
                            upper = middle
                while p < stop and posting_token[p] < t0:
                    p += 1
                pointer[key] = p
                f = forward[entry]
                g = backward[entry]
                previous = -1
                while p < stop and posting_token[p] < t1:
                    y = posting_token[p]
                    row[y - token_low] += f
                    if inside:
                        j = sentence_of[y]
                        reverse[j - b0, x] += g
                        if key == same and j != previous:
                            shared[flat + j - b0] += idf_t[key]
                            previous = j
                    p += 1
        if not inside:
            continue
        # Direction 1: runs of a source sentences that end in i; masses add up run by run.
        tokens_s = 0
        masses[: t1 - t0] = 0.0
        for a in range(1, MAX_RUN + 1):
            r = i - a + 1
            if r < 0:
                break
            tokens_s += source_offset[r + 1] - source_offset[r]
            added = ring[r % MAX_RUN]
            low = max(lo[i + 1] - widest_b[1], b0)
            high = min(hi[i + 1], e0)
            for y in range(target_offset[low] - t0, target_offset[max(low, high)] - t0):
                masses[y] += added[y + t0 - token_low]
            if widest_b[a] == 0:
                continue
            low = max(lo[r], lo[i + 1] - widest_b[a], b0)
            for j in range(low, high):
                if a >= 4 and hopeless(
                    ratio * (chars_s[i + 1] - chars_s[r]), chars_t[j + 1] - chars_t[j], variance
                ):
                    continue
                product = 1.0
                total = 0.0
                explained = 0.0
                for y in range(target_offset[j], target_offset[j + 1]):
                    mass = masses[y - t0]
                    if mass > 0.0:
                        q = target[y]
                        value = mass * scale_t[q] / (tokens_s + 1.0)
                        explained += idf_t[q] * value / (value + null_t)
                        product *= value + null_t
                    else:
                        product *= null_t
                    if product < TINY or product > HUGE:
                        total += np.log(product)
                        product = 1.0
                to_target[a, flat + j - b0, 0] = total + np.log(product)
                to_target[a, flat + j - b0, 1] = explained
        # Direction 2: runs of b target sentences that end in j.
        for j in range(max(b0, lo[i + 1] - 1), e0):
            running[:count] = 0.0
            tokens_t = 0
            for b in range(1, min(MAX_RUN, j - b0 + 1) + 1):
                tokens_t += target_offset[j - b + 2] - target_offset[j - b + 1]
                for x in range(count):
                    running[x] += reverse[j - b + 1 - b0, x]
                if widest_a[b] == 0 or j >= hi[min(i + widest_a[b], len(lo) - 1)]:
                    continue
                if b >= 4 and hopeless(
                    ratio * (chars_s[i + 1] - chars_s[i]),
                    chars_t[j + 1] - chars_t[j - b + 1],
                    variance,
                ):
                    continue
                product = 1.0
                total = 0.0
                explained = 0.0
                for x in range(count):
                    if running[x] > 0.0:
                        word = source[s0 + x]
                        value = running[x] * scale_s[word] / (tokens_t + 1.0)
                        explained += idf_s[word] * value / (value + null_s)
                        product *= value + null_s
                    else:
                        product *= null_s
                    if product < TINY or product > HUGE:
                        total += np.log(product)
                        product = 1.0
                to_source[b, flat + j - b0, 0] = total + np.log(product)
                to_source[b, flat + j - b0, 1] = explained
    return to_target, to_source, shared


@njit(cache=True, nogil=True)
def pair_products(row0, row1, begin, end, pair_first, vectors_s, vectors_t):
    """Inner products of the vectors of all sentence pairs in reach, float32 (pairs,)."""
    out = np.empty(pair_first[row1 - row0], np.float32)
    for i in range(row0, row1):
        for j in range(begin[i], end[i]):
            total = np.float32(0.0)
            for d in range(vectors_s.shape[1]):
                total += vectors_s[i, d] * vectors_t[j, d]
            out[pair_first[i - row0] + j - begin[i]] = total
    return out
