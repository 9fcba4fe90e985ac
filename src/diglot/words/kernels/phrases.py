"""Phrase pairs of aligned sentences, and their numbers (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit

EMPTY = -1


@njit(cache=True, nogil=True)
def phrase_pairs(source_offsets, target_offsets, link_offsets, links_s, links_t, longest, out):
    """Spans that are consistent with the links, sentence pair after sentence pair.

    A pair of spans is consistent if it holds at least one link and no link leaves it. Words
    without links may stand at the edges of the target span, and of the source span.

    ``out`` is int32 (found, 4): begin and length of the source span, begin and length of the
    target span, in tokens of the corpus; and uint64 (found,): the links inside, bit
    ``i * longest + j`` for the i-th and j-th word. Without rows they are only counted.

    Returns:
        Number of phrase pairs.
    """
    spans, inside = out
    found = 0
    widest = 0
    for k in range(len(target_offsets) - 1):
        widest = max(widest, target_offsets[k + 1] - target_offsets[k])
    linked = np.zeros(widest, np.int32)
    for k in range(len(source_offsets) - 1):
        n = source_offsets[k + 1] - source_offsets[k]
        m = target_offsets[k + 1] - target_offsets[k]
        first, last = link_offsets[k], link_offsets[k + 1]
        linked[:m] = 0
        for x in range(first, last):
            linked[links_t[x]] += 1
        begin_link = first
        for i in range(n):
            # Links ascend by source position: those of the span are one run.
            while begin_link < last and links_s[begin_link] < i:
                begin_link += 1
            low, high = m, -1
            x = begin_link
            for i_end in range(i, min(n, i + longest)):
                while x < last and links_s[x] == i_end:
                    low = min(low, links_t[x])
                    high = max(high, links_t[x])
                    x += 1
                if high < 0 or high - low >= longest:
                    continue
                inner = 0
                for j in range(low, high + 1):
                    inner += linked[j]
                if inner != x - begin_link:
                    continue
                j = low
                while j >= 0 and high - j < longest and (j == low or linked[j] == 0):
                    j_end = high
                    while (
                        j_end < m and j_end - j < longest and (j_end == high or not linked[j_end])
                    ):
                        if len(spans) > 0:
                            spans[found, 0] = source_offsets[k] + i
                            spans[found, 1] = i_end - i + 1
                            spans[found, 2] = target_offsets[k] + j
                            spans[found, 3] = j_end - j + 1
                            bits = np.uint64(0)
                            for y in range(begin_link, x):
                                place = (links_s[y] - i) * longest + links_t[y] - j
                                bits |= np.uint64(1) << np.uint64(place)
                            inside[found] = bits
                        found += 1
                        j_end += 1
                    j -= 1
    return found


@njit(cache=True, nogil=True)
def number_phrases(tokens, begins, lengths, size):
    """Number equal runs of tokens alike, in the order in which they first occur.

    Open addressing in ``size`` places, a power of two above the number of runs. Runs are compared
    token by token, so that no two phrases ever share a number.

    Returns:
        (numbers, first): int32 (runs,), and int32 (phrases,) the run that each was first seen as.
    """
    table = np.full(size, np.int32(EMPTY))
    numbers = np.empty(len(begins), np.int32)
    first = np.empty(len(begins), np.int32)
    mask = np.uint64(size - 1)
    distinct = 0
    for k in range(len(begins)):
        begin, length = begins[k], lengths[k]
        mixed = np.uint64(length)
        for x in range(begin, begin + length):
            mixed = (mixed ^ np.uint64(tokens[x])) * np.uint64(0x9E3779B97F4A7C15)
            mixed ^= mixed >> np.uint64(29)
        place = mixed & mask
        while True:
            number = table[place]
            if number == EMPTY:
                table[place] = distinct
                first[distinct] = k
                numbers[k] = distinct
                distinct += 1
                break
            other = first[number]
            if lengths[other] == length:
                same = True
                for x in range(length):
                    if tokens[begins[other] + x] != tokens[begin + x]:
                        same = False
                        break
                if same:
                    numbers[k] = number
                    break
            place = (place + np.uint64(1)) & mask
    return numbers, first[:distinct].copy()


@njit(cache=True, nogil=True)
def lexical_weights(
    source, target, spans, inside, longest, rows, columns, forward, backward, null_t, null_s
):
    """Lexical weights of phrase pairs in both directions.

    ``rows``/``columns`` are the linked word pairs of each source word, ``forward`` p(target word |
    source word), ``backward`` p(source word | target word), ``null_t`` and ``null_s`` the
    probabilities of words given NULL. The weight of a word is the mean over its links, that of a
    phrase the product over its words.

    Returns:
        (forward, backward): float32 (phrase pairs,) of the target given the source, and back.
    """
    weights_t = np.empty(len(spans), np.float32)
    weights_s = np.empty(len(spans), np.float32)
    sum_t = np.empty(longest)
    sum_s = np.empty(longest)
    links_t = np.empty(longest, np.int32)
    links_s = np.empty(longest, np.int32)
    for k in range(len(spans)):
        begin_s, n, begin_t, m = spans[k]
        sum_t[:m] = 0
        sum_s[:n] = 0
        links_t[:m] = 0
        links_s[:n] = 0
        bits = inside[k]
        for i in range(n):
            e = source[begin_s + i]
            for j in range(m):
                if not (bits >> np.uint64(i * longest + j)) & np.uint64(1):
                    continue
                f = target[begin_t + j]
                place = rows[e] + np.searchsorted(columns[rows[e] : rows[e + 1]], f)
                sum_t[j] += forward[place]
                sum_s[i] += backward[place]
                links_t[j] += 1
                links_s[i] += 1
        weight = 1.0
        for j in range(m):
            weight *= sum_t[j] / links_t[j] if links_t[j] else null_t[target[begin_t + j]]
        weights_t[k] = weight
        weight = 1.0
        for i in range(n):
            weight *= sum_s[i] / links_s[i] if links_s[i] else null_s[source[begin_s + i]]
        weights_s[k] = weight
    return weights_t, weights_s
