"""IBM model 1 in both directions over the links of an alignment (compiled)."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def cooccurrences(
    source, source_offset, target, target_offset, vocabulary_s, vocabulary_t, seed_first, seed_key
):
    """Pairs of keys that may translate each other: seen in two links, or given as seeds.

    Args:
        source, source_offset: keys of the source side of every link, ragged.
        target, target_offset: keys of the target side.
        vocabulary_s, vocabulary_t: numbers of keys.
        seed_first, seed_key: rows of target keys that need no second witness.

    Returns:
        (row_first, row_key, slots, slot_offset): sparse rows of target keys by source key, and
        for every (source token, target token) of every link the slot of its pair, or -1.
    """
    links = len(source_offset) - 1
    slot_offset = np.zeros(links + 1, np.int64)
    for link in range(links):
        a = source_offset[link + 1] - source_offset[link]
        b = target_offset[link + 1] - target_offset[link]
        slot_offset[link + 1] = slot_offset[link] + a * b
    slots = np.full(slot_offset[links], np.int32(-1))
    place_first = np.zeros(vocabulary_s + 1, np.int64)
    for x in range(source_offset[0], source_offset[links]):
        place_first[source[x] + 1] += 1
    for s in range(vocabulary_s):
        place_first[s + 1] += place_first[s]
    fill = place_first[:-1].copy()
    place_link = np.empty(place_first[vocabulary_s], np.int32)
    place_row = np.empty(place_first[vocabulary_s], np.int32)
    for link in range(links):
        for x in range(source_offset[link], source_offset[link + 1]):
            s = source[x]
            place_link[fill[s]] = link
            place_row[fill[s]] = x - source_offset[link]
            fill[s] += 1
    counts = np.zeros(vocabulary_t, np.int32)
    seen_in = np.full(vocabulary_t, np.int32(-1))
    slot_of = np.full(vocabulary_t, np.int32(-1))
    touched = np.empty(vocabulary_t, np.int32)
    row_first = np.zeros(vocabulary_s + 1, np.int64)
    row_key = np.empty(1 << 16, np.int32)
    used = 0
    for s in range(vocabulary_s):
        row_first[s] = used
        touches = 0
        previous = -1
        for p in range(place_first[s], place_first[s + 1]):
            link = place_link[p]
            if link == previous:
                continue
            previous = link
            for y in range(target_offset[link], target_offset[link + 1]):
                q = target[y]
                if seen_in[q] != link:
                    seen_in[q] = link
                    if counts[q] == 0:
                        touched[touches] = q
                        touches += 1
                    counts[q] += 1
        for entry in range(seed_first[s], seed_first[s + 1]):
            q = seed_key[entry]
            if counts[q] > 0:
                counts[q] += 2
        if used + touches > len(row_key):
            grown = np.empty(max(2 * len(row_key), used + touches), np.int32)
            grown[:used] = row_key[:used]
            row_key = grown
        for t in range(touches):
            q = touched[t]
            if counts[q] >= 2:
                slot_of[q] = used
                row_key[used] = q
                used += 1
        for p in range(place_first[s], place_first[s + 1]):
            link = place_link[p]
            begin = target_offset[link]
            width = target_offset[link + 1] - begin
            at = slot_offset[link] + place_row[p] * width
            for y in range(width):
                slots[at + y] = slot_of[target[begin + y]]
        for t in range(touches):
            q = touched[t]
            counts[q] = 0
            seen_in[q] = -1
            slot_of[q] = -1
    row_first[vocabulary_s] = used
    return row_first, row_key[:used].copy(), slots, slot_offset


@njit(cache=True, nogil=True)
def expectation(
    source,
    source_offset,
    target,
    target_offset,
    slots,
    slot_offset,
    forward,
    backward,
    null_t,
    null_s,
    weights,
    count_f,
    count_b,
    count_null_t,
    count_null_s,
):
    """One E step of both directions; adds expected counts to the ``count_*`` arrays.

    ``forward[slot]`` is t(target | source), ``backward[slot]`` t(source | target), ``null_*`` the
    probability of a key without a partner, ``weights`` float32 (links,).
    """
    links = len(source_offset) - 1
    widest_s = 0
    widest_t = 0
    for link in range(links):
        widest_s = max(widest_s, source_offset[link + 1] - source_offset[link])
        widest_t = max(widest_t, target_offset[link + 1] - target_offset[link])
    scale_s = np.empty(widest_s)
    scale_t = np.empty(widest_t)
    for link in range(links):
        weight = weights[link]
        s0 = source_offset[link]
        t0 = target_offset[link]
        a = source_offset[link + 1] - s0
        b = target_offset[link + 1] - t0
        at = slot_offset[link]
        # One sweep for the totals of both directions, one for the counts: the slots are read in
        # order, and what they point to is still in the cache the second time.
        for y in range(b):
            scale_t[y] = null_t[target[t0 + y]]
        for x in range(a):
            total = null_s[source[s0 + x]]
            for y in range(b):
                slot = slots[at + x * b + y]
                if slot >= 0:
                    scale_t[y] += forward[slot]
                    total += backward[slot]
            scale_s[x] = total
        for y in range(b):
            scale_t[y] = weight / scale_t[y] if scale_t[y] > 0.0 else 0.0
            count_null_t[target[t0 + y]] += null_t[target[t0 + y]] * scale_t[y]
        for x in range(a):
            scale_s[x] = weight / scale_s[x] if scale_s[x] > 0.0 else 0.0
            count_null_s[source[s0 + x]] += null_s[source[s0 + x]] * scale_s[x]
            for y in range(b):
                slot = slots[at + x * b + y]
                if slot >= 0:
                    count_f[slot] += forward[slot] * scale_t[y]
                    count_b[slot] += backward[slot] * scale_s[x]


@njit(cache=True, nogil=True)
def maximisation(row_first, row_key, count_f, count_b, forward, backward, vocabulary_t, smoothing):
    """M step: t = count / (total + smoothing), rows and columns."""
    totals = np.zeros(vocabulary_t)
    for s in range(len(row_first) - 1):
        total = smoothing
        for slot in range(row_first[s], row_first[s + 1]):
            total += count_f[slot]
            totals[row_key[slot]] += count_b[slot]
        for slot in range(row_first[s], row_first[s + 1]):
            forward[slot] = count_f[slot] / total
    for slot in range(len(row_key)):
        backward[slot] = count_b[slot] / (totals[row_key[slot]] + smoothing)


@njit(cache=True, nogil=True)
def lookups(
    source,
    source_offset,
    target,
    target_offset,
    row_first,
    row_key,
    forward,
    backward,
    vocabulary_t,
    out_t,
    out_s,
):
    """Sums of translation probabilities for each token of given links.

    ``out_t[y]`` becomes sum over source tokens of t(q_y | s); ``out_s[x]`` the reverse.
    """
    dense_f = np.zeros(vocabulary_t, np.float32)
    dense_b = np.zeros(vocabulary_t, np.float32)
    for link in range(len(source_offset) - 1):
        for x in range(source_offset[link], source_offset[link + 1]):
            s = source[x]
            for slot in range(row_first[s], row_first[s + 1]):
                dense_f[row_key[slot]] = forward[slot]
                dense_b[row_key[slot]] = backward[slot]
            total = 0.0
            for y in range(target_offset[link], target_offset[link + 1]):
                q = target[y]
                out_t[y] += dense_f[q]
                total += dense_b[q]
            out_s[x] = total
            for slot in range(row_first[s], row_first[s + 1]):
                dense_f[row_key[slot]] = 0.0
                dense_b[row_key[slot]] = 0.0
