"""Counts of candidates of both sides of sentence pairs.

How well spans correspond by word links (compiled).
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import exp, log1p
from cython.cimports.libc.math import pow as power


def distinct_ngrams(
    offsets: cython.const_longlong[::1],
    ngrams: cython.const_int[::1],
    kept: cython.const_uchar[::1],
):
    """Find the distinct kept n-grams of every sentence.

    Args:
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        ngrams: int32 (spans,), n-gram of every span.
        kept: uint8 (n-grams,), 1 for those that count.

    Returns:
        int64 (sentences + 1,), where the n-grams of sentences begin; int32, the n-grams.
    """
    ends: cython.longlong[::1] = np.zeros(len(offsets), np.int64)
    found: cython.int[::1] = np.empty(len(ngrams), np.int32)
    last: cython.longlong[::1] = np.full(len(kept), -1, np.int64)
    at: cython.Py_ssize_t = 0
    k: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for k in range(offsets[s], offsets[s + 1]):
                n = ngrams[k]
                if kept[n] and last[n] != s:
                    last[n] = s
                    found[at] = n
                    at += 1
            ends[s + 1] = at
    return np.asarray(ends), np.asarray(found)[:at]


def sentences_of_ngrams(
    offsets: cython.const_longlong[::1], ngrams: cython.const_int[::1], count: cython.Py_ssize_t
):
    """Turn n-grams of sentences into sentences of n-grams.

    Args:
        offsets: int64 (sentences + 1,).
        ngrams: int32, distinct within a sentence.
        count: number of n-grams.

    Returns:
        int64 (n-grams + 1,), where the sentences of n-grams begin; int32, the sentences of every
        n-gram, ascending.
    """
    rows = np.zeros(count + 1, np.int64)
    np.cumsum(np.bincount(ngrams, minlength=count), out=rows[1:])
    at: cython.longlong[::1] = rows.copy()
    sentences: cython.int[::1] = np.empty(len(ngrams), np.int32)
    k: cython.Py_ssize_t
    with cython.nogil:
        for s in range(len(offsets) - 1):
            for k in range(offsets[s], offsets[s + 1]):
                n = ngrams[k]
                sentences[at[n]] = s
                at[n] += 1
    return rows, np.asarray(sentences)


def count_cooccurrences(
    row: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    sentences: cython.const_int[::1],
    offsets: cython.const_longlong[::1],
    ngrams: cython.const_int[::1],
    targets: cython.Py_ssize_t,
    least: cython.int,
    capacity: cython.Py_ssize_t,
):
    """Count the targets that share sentence pairs with sources, from source ``row`` on.

    Args:
        row: first source to look at.
        rows: int64 (sources + 1,), where the sentences of sources begin.
        sentences: int32, sentences of every source.
        offsets: int64 (sentences + 1,), where the targets of sentences begin.
        ngrams: int32, distinct targets of every sentence.
        targets: number of targets.
        least: pairs that share fewer sentence pairs are left out.
        capacity: pairs to count at most, at least the number of targets.

    Returns:
        The first source that did not fit; int32 (3, pairs): source, target, sentence pairs that
        hold both.
    """
    pairs = np.empty((3, capacity), np.int32)
    out: cython.int[:, ::1] = pairs
    counter: cython.int[::1] = np.zeros(targets, np.int32)
    touched: cython.int[::1] = np.empty(targets, np.int32)
    filled: cython.Py_ssize_t = 0
    j: cython.Py_ssize_t
    k: cython.Py_ssize_t
    with cython.nogil:
        while row < len(rows) - 1:
            found: cython.Py_ssize_t = 0
            kept: cython.Py_ssize_t = 0
            for k in range(rows[row], rows[row + 1]):
                s = sentences[k]
                for j in range(offsets[s], offsets[s + 1]):
                    t = ngrams[j]
                    if counter[t] == 0:
                        touched[found] = t
                        found += 1
                    counter[t] += 1
                    kept += counter[t] == least
            fits: cython.bint = filled + kept <= capacity
            for j in range(found):
                t = touched[j]
                if fits and counter[t] >= least:
                    out[0, filled] = row
                    out[1, filled] = t
                    out[2, filled] = counter[t]
                    filled += 1
                counter[t] = 0
            if not fits:
                break
            row += 1
    return row, pairs[:, :filled].copy()


def accept_greedily(
    source: cython.const_int[::1],
    target: cython.const_int[::1],
    sources: cython.Py_ssize_t,
    targets: cython.Py_ssize_t,
    per_source: cython.int,
    per_target: cython.int,
):
    """Accept pairs in their order while both sides have room.

    Args:
        source: int32 (pairs,).
        target: int32 (pairs,).
        sources: number of sources.
        targets: number of targets.
        per_source: targets that a source can have.
        per_target: sources that a target can have.

    Returns:
        bool (pairs,).
    """
    used_s: cython.int[::1] = np.zeros(sources, np.int32)
    used_t: cython.int[::1] = np.zeros(targets, np.int32)
    accepted: cython.uchar[::1] = np.zeros(len(source), np.uint8)
    with cython.nogil:
        for k in range(len(source)):
            s, t = source[k], target[k]
            if used_s[s] < per_source and used_t[t] < per_target:
                used_s[s] += 1
                used_t[t] += 1
                accepted[k] = 1
    return np.asarray(accepted).view(np.bool_)


def consistent_spans(source, target, links, widen: cython.Py_ssize_t):
    """Find the target candidate that the links of each source span hold, and nothing else.

    Args:
        source: `candidates.Spans`.
        target: the same of the other side.
        links: `WordLinks`; each inside its sentences.
        widen: words without link that may be added on each side of the target span.

    Returns:
        int32 (rows, 3): source n-gram, target n-gram, sentence pair.
    """
    s_text: cython.const_longlong[::1] = source.text
    s_offsets: cython.const_longlong[::1] = source.offsets
    s_begins: cython.const_longlong[::1] = source.begins
    s_lengths: cython.const_uchar[::1] = source.lengths
    s_ngrams: cython.const_int[::1] = source.ngrams
    t_text: cython.const_longlong[::1] = target.text
    t_offsets: cython.const_longlong[::1] = target.offsets
    t_begins: cython.const_longlong[::1] = target.begins
    t_lengths: cython.const_uchar[::1] = target.lengths
    t_ngrams: cython.const_int[::1] = target.ngrams
    l_offsets: cython.const_longlong[::1] = links.offsets
    l_source: cython.const_int[::1] = links.source
    l_target: cython.const_int[::1] = links.target
    longest_s: cython.int = np.diff(source.text).max(initial=1)
    longest_t: cython.int = np.diff(target.text).max(initial=1)
    widest: cython.int = target.lengths.max(initial=1)
    low_t: cython.int[::1] = np.empty(longest_s, np.int32)
    high_t: cython.int[::1] = np.empty(longest_s, np.int32)
    low_s: cython.int[::1] = np.empty(longest_t, np.int32)
    high_s: cython.int[::1] = np.empty(longest_t, np.int32)
    known: cython.int[:, ::1] = np.full((longest_t, widest), -1, np.int32)
    rows = np.empty((len(source.begins), 3), np.int32)
    out: cython.int[:, ::1] = rows
    filled: cython.Py_ssize_t = 0
    a: cython.Py_ssize_t
    j: cython.Py_ssize_t
    low: cython.Py_ssize_t
    high: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(s_text) - 1):
            n = s_text[k + 1] - s_text[k]
            m = t_text[k + 1] - t_text[k]
            low_t[:n] = longest_t
            high_t[:n] = -1
            low_s[:m] = longest_s
            high_s[:m] = -1
            for j in range(l_offsets[k], l_offsets[k + 1]):
                x, y = l_source[j], l_target[j]
                low_t[x] = min(low_t[x], y)
                high_t[x] = max(high_t[x], y)
                low_s[y] = min(low_s[y], x)
                high_s[y] = max(high_s[y], x)
            for j in range(t_offsets[k], t_offsets[k + 1]):
                known[t_begins[j] - t_text[k], t_lengths[j] - 1] = t_ngrams[j]
            for j in range(s_offsets[k], s_offsets[k + 1]):
                begin = s_begins[j] - s_text[k]
                end = begin + s_lengths[j]
                low, high = longest_t, -1
                for a in range(begin, end):
                    low = min(low, low_t[a])
                    high = max(high, high_t[a])
                if high < 0 or high - low >= widest:
                    continue
                free: cython.bint = True
                for b in range(low, high + 1):
                    if high_s[b] >= 0 and (low_s[b] < begin or high_s[b] >= end):
                        free = False
                        break
                if not free:
                    continue
                found: cython.int = -1
                # The narrowest span first; of equally wide ones that with more words on the left.
                for more in range(2 * widen + 1):
                    for left in range(min(more, widen), max(-1, more - widen - 1), -1):
                        a, b = low - left, high + more - left
                        if found >= 0 or a < 0 or b >= m or b - a >= widest:
                            continue
                        free = True
                        for c in range(a, low):
                            free = free and high_s[c] < 0
                        for c in range(high + 1, b + 1):
                            free = free and high_s[c] < 0
                        if free:
                            found = known[a, b - a]
                if found >= 0:
                    out[filled, 0] = s_ngrams[j]
                    out[filled, 1] = found
                    out[filled, 2] = k
                    filled += 1
            for j in range(t_offsets[k], t_offsets[k + 1]):
                known[t_begins[j] - t_text[k], t_lengths[j] - 1] = -1
    return rows[:filled]


# How well the spans of two sentences correspond, by the links between their words.


@cython.cfunc
@cython.nogil
@cython.inline
def _block(
    table: cython.const_double[::1],
    above: cython.Py_ssize_t,
    below: cython.Py_ssize_t,
    left: cython.Py_ssize_t,
    right: cython.Py_ssize_t,
) -> cython.double:
    """Return the sum of the cells between two rows, named by their places, and two columns."""
    return table[below + right] - table[above + right] - table[below + left] + table[above + left]


def score_spans(
    source, target, links, highest: cython.double, boundary: cython.double, least: cython.double
):
    """Score every pair of candidate spans of every sentence pair; see `parallel.correspondences`.

    Args:
        source: `candidates.Spans`.
        target: the same of the other side.
        links: `WordLinks` with probabilities; each inside its sentences.
        highest: probabilities are cut here, so that no link is certain.
        boundary: least value of a boundary factor.
        least: least score of a correspondence.

    Returns:
        int64 source spans and int64 target spans that correspond, float32 scores; ascending.
    """
    s_text: cython.const_longlong[::1] = source.text
    s_offsets: cython.const_longlong[::1] = source.offsets
    s_begins: cython.const_longlong[::1] = source.begins
    s_lengths: cython.const_uchar[::1] = source.lengths
    t_text: cython.const_longlong[::1] = target.text
    t_offsets: cython.const_longlong[::1] = target.offsets
    t_begins: cython.const_longlong[::1] = target.begins
    t_lengths: cython.const_uchar[::1] = target.lengths
    l_offsets: cython.const_longlong[::1] = links.offsets
    l_source: cython.const_int[::1] = links.source
    l_target: cython.const_int[::1] = links.target
    l_scores: cython.const_float[::1] = links.scores
    cells = (np.diff(source.text) + 1) * (np.diff(target.text) + 1)
    table: cython.double[::1] = np.empty(cells.max(initial=0))
    capacity: cython.Py_ssize_t = max(1024, 32 * len(cells))
    rows: cython.longlong[::1] = np.empty(capacity, np.int64)
    columns: cython.longlong[::1] = np.empty(capacity, np.int64)
    scores: cython.float[::1] = np.empty(capacity, np.float32)
    found: cython.Py_ssize_t = 0
    a: cython.Py_ssize_t
    b: cython.Py_ssize_t
    i: cython.Py_ssize_t
    x: cython.Py_ssize_t
    with cython.nogil:
        for k in range(len(s_text) - 1):
            if l_offsets[k] == l_offsets[k + 1]:
                continue
            n = s_text[k + 1] - s_text[k]
            m = t_text[k + 1] - t_text[k]
            # Row i, column j at i * wide + j: log-odds against "no link" of all cells above and
            # left of it.
            wide = m + 1
            table[: (n + 1) * wide] = 0.0
            for x in range(l_offsets[k], l_offsets[k + 1]):
                p: cython.double = min(cython.cast(cython.double, l_scores[x]), highest)
                table[(l_source[x] + 1) * wide + l_target[x] + 1] = -log1p(-p)
            for x in range(1, n + 1):
                for i in range(x * wide + 1, (x + 1) * wide):
                    table[i] += table[i - wide] + table[i - 1] - table[i - wide - 1]
            last = n * wide
            for a in range(s_offsets[k], s_offsets[k + 1]):
                i0 = (s_begins[a] - s_text[k]) * wide
                i1 = i0 + s_lengths[a] * wide
                linked = table[i1 + m] - table[i0 + m]
                if linked <= 0.0:
                    continue
                for b in range(t_offsets[k], t_offsets[k + 1]):
                    j0 = t_begins[b] - t_text[k]
                    j1 = j0 + t_lengths[b]
                    inside = _block(table, i0, i1, j0, j1)
                    if inside <= 0.0:
                        continue
                    crossing = linked + (table[last + j1] - table[last + j0]) - 2.0 * inside
                    extent = (1.0 - exp(-inside)) * exp(-max(crossing, 0.0))
                    if extent < least:
                        continue
                    # Each border word of a span should be linked into the other span.
                    edges = max(1.0 - exp(-_block(table, i0, i0 + wide, j0, j1)), boundary)
                    edges *= max(1.0 - exp(-_block(table, i1 - wide, i1, j0, j1)), boundary)
                    edges *= max(1.0 - exp(-_block(table, i0, i1, j0, j0 + 1)), boundary)
                    edges *= max(1.0 - exp(-_block(table, i0, i1, j1 - 1, j1)), boundary)
                    score: cython.double = extent * power(edges, 0.25)
                    if score < least:
                        continue
                    if found == capacity:
                        with cython.gil:
                            capacity *= 2
                            rows = np.concatenate((rows, rows))
                            columns = np.concatenate((columns, columns))
                            scores = np.concatenate((scores, scores))
                    rows[found] = a
                    columns[found] = b
                    scores[found] = score
                    found += 1
    return np.asarray(rows)[:found], np.asarray(columns)[:found], np.asarray(scores)[:found]


def best_of_sentences(
    order: cython.const_longlong[::1],
    keys: cython.const_longlong[::1],
    sentences: cython.const_int[::1],
):
    """Keep the best occurrence of every pair of n-grams in each sentence pair.

    Args:
        order: int64 (found,), by key, then sentence, then falling score.
        keys: int64 (found,), pair of n-grams of a correspondence.
        sentences: int32 (found,).

    Returns:
        int64, the correspondences that stay, in the order given.
    """
    kept: cython.longlong[::1] = np.empty(len(order), np.int64)
    count: cython.Py_ssize_t = 0
    before: cython.longlong = -1
    with cython.nogil:
        for x in range(len(order)):
            here = order[x]
            if x and keys[before] == keys[here] and sentences[before] == sentences[here]:
                continue
            before = here
            kept[count] = here
            count += 1
    return np.asarray(kept)[:count]
