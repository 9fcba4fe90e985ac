"""First pass: an additive score over sentence pairs in a wide band (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

from diglot.sentences.kernels.search import NEVER

BACKGROUND = 0.97
"""Share of tokens that the first pass expects to have no counterpart among the seeds."""


@njit(cache=True, nogil=True)
def additive_viterbi(
    lo,
    hi,
    first,
    type_a,
    type_b,
    log_prior,
    length_s,
    length_t,
    background_s,
    background_t,
    ratio,
    variance,
    token_count_s,
    token_count_t,
    words_s,
    words_offset_s,
    seed_first,
    seed_key,
    seed_weight,
    posting_first,
    posting_sentence,
    probability_s,
    probability_t,
):
    """Back-pointers of the best path; scores are kept for a few rows only.

    ``words_s``/``words_offset_s`` are the distinct keys of every source sentence, ``seed_*`` rows
    of possible translations (target key, probability) of a source key, ``posting_*`` the sentences
    that hold a target key.

    Returns:
        (back, score): int8 (cells,) type that ends in each cell (-1 for none), and the final score.
    """
    n = len(length_s)
    ring = 0
    for k in range(len(type_a)):
        ring = max(ring, type_a[k])
    ring += 1
    widest = 0
    for i in range(n + 1):
        widest = max(widest, hi[i] - lo[i] + 1)
    reach = ring + 2
    widest_pairs = 0
    for i in range(n):
        begin = lo[max(0, i - reach)]
        widest_pairs = max(widest_pairs, hi[min(n, i + reach)] - begin + 1)
    best = np.full((ring, widest), NEVER)
    pairs = np.zeros((ring, widest_pairs + 1))
    base = np.zeros(ring, np.int64)
    pointer = posting_first[:-1].copy()
    back = np.full(first[n + 1], np.int8(-1))
    best[0, 0] = 0.0
    unexplained = np.log(BACKGROUND)
    share = 1.0 - BACKGROUND
    sum_s = np.zeros(n + 1)
    tokens_sum_s = np.zeros(n + 1)
    ground_s = np.zeros(n + 1)
    for i in range(n):
        sum_s[i + 1] = sum_s[i] + length_s[i]
        tokens_sum_s[i + 1] = tokens_sum_s[i] + token_count_s[i]
        ground_s[i + 1] = ground_s[i] + background_s[i]
    m = len(length_t)
    sum_t = np.zeros(m + 1)
    tokens_sum_t = np.zeros(m + 1)
    ground_t = np.zeros(m + 1)
    for j in range(m):
        sum_t[j + 1] = sum_t[j] + length_t[j]
        tokens_sum_t[j + 1] = tokens_sum_t[j] + token_count_t[j]
        ground_t[j + 1] = ground_t[j] + background_t[j]
    for i in range(n + 1):
        slot = i % ring
        if i > 0:
            # Evidence of source sentence i - 1 against every target sentence in reach.
            s = i - 1
            begin = lo[max(0, s - reach)]
            end = hi[min(n, s + reach)]
            base[s % ring] = begin
            row = pairs[s % ring]
            row[: end - begin + 1] = 0.0
            for x in range(words_offset_s[s], words_offset_s[s + 1]):
                word = words_s[x]
                for entry in range(seed_first[word], seed_first[word + 1]):
                    key = seed_key[entry]
                    mass = share * seed_weight[entry]
                    there = np.log(
                        BACKGROUND + mass / probability_t[key] / (token_count_s[s] + 1.0)
                    )
                    here = mass / probability_s[word]
                    p = pointer[key]
                    stop = posting_first[key + 1]
                    while p < stop and posting_sentence[p] < begin:
                        p += 1
                    pointer[key] = p
                    while p < stop and posting_sentence[p] < end:
                        j = posting_sentence[p]
                        row[j - begin + 1] += there + np.log(
                            BACKGROUND + here / (token_count_t[j] + 1.0)
                        )
                        p += 1
            for j in range(end - begin):
                row[j + 1] += row[j]
        if i == 0:
            for j in range(lo[0], hi[0] + 1):
                best[0, j - lo[0]] = NEVER
            best[0, 0] = 0.0
        for j in range(lo[i], hi[i] + 1):
            value_best = 0.0 if (i == 0 and j == 0) else NEVER
            kind = -1
            for k in range(len(type_a)):
                a = type_a[k]
                b = type_b[k]
                pi = i - a
                pj = j - b
                if pi < 0 or pj < lo[pi] or pj > hi[pi]:
                    continue
                value = best[pi % ring, pj - lo[pi]]
                if value <= NEVER:
                    continue
                value += log_prior[k]
                value += unexplained * (
                    tokens_sum_s[i] - tokens_sum_s[pi] + tokens_sum_t[j] - tokens_sum_t[pj]
                )
                if a > 0 and b > 0:
                    ls = ratio * (sum_s[i] - sum_s[pi])
                    lt = sum_t[j] - sum_t[pj]
                    spread = variance * 0.5 * (ls + lt) + 1.0
                    value += -0.5 * (lt - ls) ** 2 / spread - 0.5 * np.log(2 * np.pi * spread)
                    value -= 0.5 * (ground_s[i] - ground_s[pi] + ground_t[j] - ground_t[pj])
                    value -= 0.5 * ((a - 1) * np.log(ls) + (b - 1) * np.log(lt))
                    for s in range(pi, i):
                        shift = base[s % ring]
                        row = pairs[s % ring]
                        value += row[j - shift] - row[pj - shift]
                if value > value_best:
                    value_best = value
                    kind = k
            best[slot, j - lo[i]] = value_best
            back[first[i] + j - lo[i]] = kind
    return back, best[n % ring, hi[n] - lo[n]]
