"""IBM model 1 in both directions over the links of an alignment (compiled).

Links are two ragged arrays of keys: int32 ``source`` with int64 ``source_offset`` (links + 1,), and
``target`` with ``target_offset``.
"""

from __future__ import annotations

import cython
import numpy as np


def occurrences(links, vocabulary_s: cython.Py_ssize_t):
    """Where every source key occurs: int64 (keys + 1,), and int32 links and tokens, ragged."""
    source: cython.const_int[::1] = links.source
    source_offset: cython.const_longlong[::1] = links.source_offset
    first = np.concatenate(([0], np.cumsum(np.bincount(links.source, minlength=vocabulary_s))))
    fill: cython.longlong[::1] = first.copy()
    links_of, tokens_of = np.empty((2, len(source)), np.int32)
    place_link: cython.int[::1] = links_of
    place_token: cython.int[::1] = tokens_of
    x: cython.Py_ssize_t
    with cython.nogil:
        for link in range(len(source_offset) - 1):
            for x in range(source_offset[link], source_offset[link + 1]):
                place = fill[source[x]]
                fill[source[x]] = place + 1
                place_link[place] = link
                place_token[place] = x
    return first, links_of, tokens_of


def cooccurrences(links, vocabulary_s: cython.Py_ssize_t, vocabulary_t: cython.Py_ssize_t, seeds):
    """Pairs of keys that may translate each other: seen in two links, or given as seeds.

    Args:
        links: see above.
        vocabulary_s, vocabulary_t: numbers of keys.
        seeds: pairs that need no second witness, see ``Seeds``.

    Returns:
        (row_first, row_key, slots, slot_offset): sparse rows of target keys by source key, and
        for every (source token, target token) of every link the slot of its pair, or -1.
    """
    source_offset: cython.const_longlong[::1] = links.source_offset
    target: cython.const_int[::1] = links.target
    target_offset: cython.const_longlong[::1] = links.target_offset
    seed_first: cython.const_longlong[::1] = seeds.first
    seed_key: cython.const_int[::1] = seeds.key
    sizes = np.diff(links.source_offset) * np.diff(links.target_offset)
    slot_offset: cython.longlong[::1] = np.concatenate(([0], np.cumsum(sizes)))
    slots: cython.int[::1] = np.empty(slot_offset[len(sizes)], np.int32)
    place_first: cython.const_longlong[::1]
    place_link: cython.const_int[::1]
    place_token: cython.const_int[::1]
    place_first, place_link, place_token = occurrences(links, vocabulary_s)
    counts: cython.int[::1] = np.zeros(vocabulary_t, np.int32)
    seen_in: cython.int[::1] = np.full(vocabulary_t, -1, np.int32)
    slot_of: cython.int[::1] = np.full(vocabulary_t, -1, np.int32)
    touched: cython.int[::1] = np.empty(vocabulary_t, np.int32)
    row_first: cython.longlong[::1] = np.zeros(vocabulary_s + 1, np.int64)
    # A pair has one slot at least. What is never written costs no memory.
    row_key: cython.int[::1] = np.empty(len(slots), np.int32)
    used: cython.Py_ssize_t = 0
    p: cython.Py_ssize_t
    t: cython.Py_ssize_t
    y: cython.Py_ssize_t
    entry: cython.Py_ssize_t
    with cython.nogil:
        for s in range(vocabulary_s):
            touches = 0
            previous: cython.Py_ssize_t = -1
            for p in range(place_first[s], place_first[s + 1]):
                link: cython.Py_ssize_t = place_link[p]
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
            for t in range(touches):
                q = touched[t]
                if counts[q] >= 2:
                    slot_of[q] = used
                    row_key[used] = q
                    used += 1
            row_first[s + 1] = used
            for p in range(place_first[s], place_first[s + 1]):
                link = place_link[p]
                begin = target_offset[link]
                width = target_offset[link + 1] - begin
                at = slot_offset[link] + (place_token[p] - source_offset[link]) * width
                for y in range(width):
                    slots[at + y] = slot_of[target[begin + y]]
            for t in range(touches):
                q = touched[t]
                counts[q] = 0
                seen_in[q] = -1
                slot_of[q] = -1
    return (
        np.asarray(row_first),
        np.array(row_key[:used]),
        np.asarray(slots),
        np.asarray(slot_offset),
    )


def expectation(
    links,
    slots: cython.const_int[::1],
    slot_offset: cython.const_longlong[::1],
    forward: cython.const_float[::1],
    backward: cython.const_float[::1],
    null_t: cython.const_double[::1],
    null_s: cython.const_double[::1],
    count_f: cython.float[::1],
    count_b: cython.float[::1],
):
    """One E step of both directions.

    Args:
        links: see above.
        slots, slot_offset: see `cooccurrences`.
        forward, backward: float32 (pairs,), t(target | source) and t(source | target).
        null_t, null_s: float64, by key, probability without a partner.
        count_f, count_b: float32 (pairs,); expected counts are added.

    Returns:
        (count_null_t, count_null_s): float64, by key, expected counts without a partner.
    """
    source: cython.const_int[::1] = links.source
    source_offset: cython.const_longlong[::1] = links.source_offset
    target: cython.const_int[::1] = links.target
    target_offset: cython.const_longlong[::1] = links.target_offset
    count_null_t: cython.double[::1] = np.zeros(len(null_t))
    count_null_s: cython.double[::1] = np.zeros(len(null_s))
    # Both directions of a pair side by side. The first row is that of tokens without a pair: to
    # add its zeros is cheaper than to ask.
    shares: cython.const_float[:, ::1] = _beside(forward, backward)
    counts: cython.float[:, ::1] = _beside(count_f, count_b)
    scale_s: cython.double[::1] = np.empty(np.diff(links.source_offset).max(initial=0))
    scale_t: cython.double[::1] = np.empty(np.diff(links.target_offset).max(initial=0))
    x: cython.Py_ssize_t
    y: cython.Py_ssize_t
    with cython.nogil:
        for link in range(len(source_offset) - 1):
            s0, t0 = source_offset[link], target_offset[link]
            a, b = source_offset[link + 1] - s0, target_offset[link + 1] - t0
            at = slot_offset[link]
            # One sweep for the totals of both directions, one for the counts: the slots are read
            # in order, and what they point to is still in the cache the second time.
            for y in range(b):
                scale_t[y] = null_t[target[t0 + y]]
            for x in range(a):
                total: cython.double = null_s[source[s0 + x]]
                for y in range(b):
                    slot = slots[at + x * b + y] + 1
                    scale_t[y] += shares[slot, 0]
                    total += shares[slot, 1]
                scale_s[x] = total
            for y in range(b):
                scale_t[y] = 1.0 / scale_t[y] if scale_t[y] > 0.0 else 0.0
                count_null_t[target[t0 + y]] += null_t[target[t0 + y]] * scale_t[y]
            for x in range(a):
                scale_s[x] = 1.0 / scale_s[x] if scale_s[x] > 0.0 else 0.0
                count_null_s[source[s0 + x]] += null_s[source[s0 + x]] * scale_s[x]
                for y in range(b):
                    slot = slots[at + x * b + y] + 1
                    counts[slot, 0] += shares[slot, 0] * scale_t[y]
                    counts[slot, 1] += shares[slot, 1] * scale_s[x]
        for slot in range(len(count_f)):
            count_f[slot] = counts[slot + 1, 0]
            count_b[slot] = counts[slot + 1, 1]
    return np.asarray(count_null_t), np.asarray(count_null_s)


def _beside(one, other):
    """Two arrays as the columns of one, under a row of zeros."""
    both = np.zeros((len(one) + 1, 2), np.float32)
    both[1:, 0], both[1:, 1] = one, other
    return both


def maximisation(
    row_first: cython.const_longlong[::1],
    row_key: cython.const_int[::1],
    count_f: cython.const_float[::1],
    count_b: cython.const_float[::1],
    forward: cython.float[::1],
    backward: cython.float[::1],
    vocabulary_t: cython.Py_ssize_t,
    smoothing: cython.double,
):
    """M step: t = count / (total + smoothing), rows and columns.

    Args:
        row_first, row_key: see `cooccurrences`.
        count_f, count_b: float32 (pairs,), expected counts.
        forward, backward: float32 (pairs,); written.
        vocabulary_t: number of target keys.
        smoothing: added to every total.
    """
    totals: cython.double[::1] = np.zeros(vocabulary_t)
    slot: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(row_first) - 1):
            total: cython.double = smoothing
            for slot in range(row_first[s], row_first[s + 1]):
                total += count_f[slot]
                totals[row_key[slot]] += count_b[slot]
            for slot in range(row_first[s], row_first[s + 1]):
                forward[slot] = count_f[slot] / total
        for slot in range(len(row_key)):
            backward[slot] = count_b[slot] / (totals[row_key[slot]] + smoothing)


def lookups(
    links,
    row_first: cython.const_longlong[::1],
    row_key: cython.const_int[::1],
    forward: cython.const_float[::1],
    backward: cython.const_float[::1],
    vocabulary_t: cython.Py_ssize_t,
):
    """Sums of translation probabilities for each token of given links.

    Args:
        links: see above.
        row_first, row_key: see `cooccurrences`.
        forward, backward: float32 (pairs,), t(target | source) and t(source | target).
        vocabulary_t: number of target keys.

    Returns:
        (of_target, of_source): float64 (tokens,), sum over the source tokens of the link of
        t(token | source), and the reverse.
    """
    target: cython.const_int[::1] = links.target
    target_offset: cython.const_longlong[::1] = links.target_offset
    vocabulary_s: cython.Py_ssize_t = len(row_first) - 1
    place_first: cython.const_longlong[::1]
    place_link: cython.const_int[::1]
    place_token: cython.const_int[::1]
    place_first, place_link, place_token = occurrences(links, vocabulary_s)
    of_target: cython.double[::1] = np.zeros(len(target))
    of_source: cython.double[::1] = np.zeros(len(links.source))
    dense: cython.float[:, ::1] = np.zeros((vocabulary_t, 2), np.float32)
    p: cython.Py_ssize_t
    y: cython.Py_ssize_t
    slot: cython.Py_ssize_t
    with cython.nogil:
        # A row is laid out once for all links that have its word: those of common words are long.
        for s in range(vocabulary_s):
            if place_first[s] == place_first[s + 1]:
                continue
            for slot in range(row_first[s], row_first[s + 1]):
                dense[row_key[slot], 0] = forward[slot]
                dense[row_key[slot], 1] = backward[slot]
            for p in range(place_first[s], place_first[s + 1]):
                total: cython.double = 0.0
                for y in range(target_offset[place_link[p]], target_offset[place_link[p] + 1]):
                    of_target[y] += dense[target[y], 0]
                    total += dense[target[y], 1]
                of_source[place_token[p]] = total
            for slot in range(row_first[s], row_first[s + 1]):
                dense[row_key[slot], 0] = dense[row_key[slot], 1] = 0.0
    return np.asarray(of_target), np.asarray(of_source)


def restrict(
    row_first: cython.const_longlong[::1],
    row_key: cython.const_int[::1],
    forward: cython.const_float[::1],
    backward: cython.const_float[::1],
    keys_s: cython.const_int[::1],
    keys_t: cython.const_int[::1],
):
    """The entries between some source keys and some target keys, numbered by their places there.

    Args:
        row_first, row_key: sparse rows of target keys by source key, ascending in each row.
        forward, backward: float32 (entries,).
        keys_s, keys_t: int32, ascending.

    Returns:
        (row_first, row_key, forward, backward) of these entries.
    """
    n: cython.Py_ssize_t = len(keys_s)
    m: cython.Py_ssize_t = len(keys_t)
    sizes = np.diff(row_first)[np.asarray(keys_s)]
    most = int(np.minimum(sizes, m).sum())
    first: cython.longlong[::1] = np.zeros(n + 1, np.int64)
    key: cython.int[::1] = np.empty(most, np.int32)
    ahead: cython.float[::1] = np.empty(most, np.float32)
    back: cython.float[::1] = np.empty(most, np.float32)
    used: cython.Py_ssize_t = 0
    begin: cython.Py_ssize_t
    end: cython.Py_ssize_t
    with cython.nogil:
        for s in range(n):
            begin, end = row_first[keys_s[s]], row_first[keys_s[s] + 1]
            if end - begin < 8 * m:
                t: cython.Py_ssize_t = 0
                for entry in range(begin, end):
                    while t < m and keys_t[t] < row_key[entry]:
                        t += 1
                    if t == m:
                        break
                    if keys_t[t] == row_key[entry]:
                        key[used], ahead[used], back[used] = t, forward[entry], backward[entry]
                        used += 1
            else:
                # The rows of common words are many times as long as what one text can use of them.
                low: cython.Py_ssize_t = begin
                for t in range(m):
                    high: cython.Py_ssize_t = end
                    while low < high:
                        middle: cython.Py_ssize_t = (low + high) // 2
                        if row_key[middle] < keys_t[t]:
                            low = middle + 1
                        else:
                            high = middle
                    if low < end and row_key[low] == keys_t[t]:
                        key[used], ahead[used], back[used] = t, forward[low], backward[low]
                        used += 1
            first[s + 1] = used
    return (
        np.asarray(first),
        np.array(key[:used]),
        np.array(ahead[:used]),
        np.array(back[:used]),
    )
