"""Counts of candidates of both sides of sentence pairs.

How well spans correspond by word links (compiled).
"""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def distinct_ngrams(offsets, ngrams, kept, ends, out):
    """Write the distinct kept n-grams of every sentence.

    Args:
        offsets: int64 (sentences + 1,), where the spans of sentences begin.
        ngrams: int32 (spans,), n-gram of every span.
        kept: uint8 (n-grams,), 1 for those that count.
        ends: int64 (sentences + 1,), written: where the n-grams of sentences begin in ``out``.
        out: int32 (spans,), written.
    """
    last = np.full(len(kept), -1, np.int64)
    at = 0
    ends[0] = 0
    for s in range(len(offsets) - 1):
        for k in range(offsets[s], offsets[s + 1]):
            n = ngrams[k]
            if kept[n] and last[n] != s:
                last[n] = s
                out[at] = n
                at += 1
        ends[s + 1] = at


@njit(cache=True, nogil=True)
def sentences_of_ngrams(offsets, ngrams, rows):
    """Turn n-grams of sentences into sentences of n-grams.

    Args:
        offsets: int64 (sentences + 1,).
        ngrams: int32, distinct within a sentence.
        rows: int64 (n-grams + 1,), zeros; written: where the sentences of n-grams begin.

    Returns:
        int32, sentences of every n-gram, ascending.
    """
    for n in ngrams:
        rows[n + 1] += 1
    for n in range(len(rows) - 1):
        rows[n + 1] += rows[n]
    at = rows[:-1].copy()
    out = np.empty(len(ngrams), np.int32)
    for s in range(len(offsets) - 1):
        for k in range(offsets[s], offsets[s + 1]):
            n = ngrams[k]
            out[at[n]] = s
            at[n] += 1
    return out


@njit(cache=True, nogil=True)
def count_cooccurrences(row, rows, sentences, offsets, ngrams, least, counter, touched, out):
    """Count the targets that share sentence pairs with sources, from source ``row`` on.

    Args:
        row: first source to look at.
        rows: int64 (sources + 1,), where the sentences of sources begin.
        sentences: int32, sentences of every source.
        offsets: int64 (sentences + 1,), where the targets of sentences begin.
        ngrams: int32, distinct targets of every sentence.
        least: pairs that share fewer sentence pairs are left out.
        counter: int32 (targets,), zeros; zeros again at the end.
        touched: int32 (targets,), room.
        out: int32 (3, room), written: source, target, sentence pairs that hold both; there must
            be room for all targets.

    Returns:
        The first source that did not fit, and the number of pairs written.
    """
    filled = 0
    while row < len(rows) - 1:
        found = 0
        kept = 0
        for k in range(rows[row], rows[row + 1]):
            s = sentences[k]
            for j in range(offsets[s], offsets[s + 1]):
                t = ngrams[j]
                if counter[t] == 0:
                    touched[found] = t
                    found += 1
                counter[t] += 1
                kept += counter[t] == least
        fits = filled + kept <= out.shape[1]
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
    return row, filled


@njit(cache=True, nogil=True)
def accept_greedily(source, target, sources, targets, per_source, per_target):
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
    used_s = np.zeros(sources, np.int32)
    used_t = np.zeros(targets, np.int32)
    accepted = np.zeros(len(source), np.bool_)
    for k in range(len(source)):
        s, t = source[k], target[k]
        if used_s[s] < per_source and used_t[t] < per_target:
            used_s[s] += 1
            used_t[t] += 1
            accepted[k] = True
    return accepted


@njit(cache=True, nogil=True)
def consistent_spans(s_text, s_spans, t_text, t_spans, links, widen, out):
    """Find the target candidate that the links of each source span hold, and nothing else.

    Args:
        s_text: int64 (sentences + 1,), where source sentences begin among the tokens.
        s_spans: offsets of spans by sentence, first tokens, lengths, n-grams of the source.
        t_text: as ``s_text``, of the target.
        t_spans: as ``s_spans``, of the target.
        links: offsets by sentence pair, int64, and positions of source and target words, int32.
        widen: words without link that may be added on each side of the target span.
        out: int32 (source spans, 3), written: source n-gram, target n-gram, sentence pair.

    Returns:
        Number of rows written.
    """
    s_offsets, s_begins, s_lengths, s_ngrams = s_spans
    t_offsets, t_begins, t_lengths, t_ngrams = t_spans
    l_offsets, l_source, l_target = links
    longest_s, longest_t, widest = 1, 1, 1
    for k in range(len(s_text) - 1):
        longest_s = max(longest_s, s_text[k + 1] - s_text[k])
        longest_t = max(longest_t, t_text[k + 1] - t_text[k])
    for k in range(len(t_lengths)):
        widest = max(widest, t_lengths[k])
    low_t = np.empty(longest_s, np.int32)
    high_t = np.empty(longest_s, np.int32)
    low_s = np.empty(longest_t, np.int32)
    high_s = np.empty(longest_t, np.int32)
    known = np.full((longest_t, widest), -1, np.int32)
    filled = 0
    for k in range(len(s_text) - 1):
        m = t_text[k + 1] - t_text[k]
        low_t[: s_text[k + 1] - s_text[k]] = longest_t
        high_t[: s_text[k + 1] - s_text[k]] = -1
        low_s[:m] = longest_s
        high_s[:m] = -1
        for j in range(l_offsets[k], l_offsets[k + 1]):
            a, b = l_source[j], l_target[j]
            low_t[a] = min(low_t[a], b)
            high_t[a] = max(high_t[a], b)
            low_s[b] = min(low_s[b], a)
            high_s[b] = max(high_s[b], a)
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
            inside = True
            for b in range(low, high + 1):
                if high_s[b] >= 0 and (low_s[b] < begin or high_s[b] >= end):
                    inside = False
                    break
            if not inside:
                continue
            found = -1
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
    return filled


# How well the spans of two sentences correspond, by the links between their words.


@njit(cache=True, nogil=True)
def score_spans(
    source_offsets,
    target_offsets,
    source_spans,
    source_begins,
    source_lengths,
    target_spans,
    target_begins,
    target_lengths,
    link_offsets,
    link_source,
    link_target,
    link_scores,
    highest,
    boundary,
    least,
    out_source,
    out_target,
    out_scores,
):
    """Score every pair of candidate spans of every sentence pair; see `parallel.correspondences`.

    Args:
        source_offsets, target_offsets: int64 (pairs + 1,), where sentences begin.
        source_spans, target_spans: int64 (pairs + 1,), where the spans of sentences begin.
        source_begins, target_begins: int64 (spans,), first token of the corpus.
        source_lengths, target_lengths: uint8 (spans,).
        link_offsets: int64 (pairs + 1,).
        link_source, link_target: int32 (links,), positions in the sentence.
        link_scores: float32 (links,), probabilities.
        highest: probabilities are cut here, so that no link is certain.
        boundary: least value of a boundary factor.
        least: least score of a correspondence.
        out_source, out_target: int64, spans that correspond; written as far as they reach.
        out_scores: float32, their scores.

    Returns:
        Number of correspondences, which may be more than there was room for.
    """
    found = 0
    room = len(out_scores)
    for k in range(len(source_offsets) - 1):
        n = source_offsets[k + 1] - source_offsets[k]
        m = target_offsets[k + 1] - target_offsets[k]
        if link_offsets[k] == link_offsets[k + 1]:
            continue
        # table[i, j]: log-odds against "no link" of all cells above and left of (i, j).
        table = np.zeros((n + 1, m + 1))
        for x in range(link_offsets[k], link_offsets[k + 1]):
            p = min(float(link_scores[x]), highest)
            table[link_source[x] + 1, link_target[x] + 1] = -np.log1p(-p)
        for i in range(1, n + 1):
            for j in range(1, m + 1):
                table[i, j] += table[i - 1, j] + table[i, j - 1] - table[i - 1, j - 1]
        for a in range(source_spans[k], source_spans[k + 1]):
            i0 = source_begins[a] - source_offsets[k]
            i1 = i0 + source_lengths[a]
            rows = table[i1, m] - table[i0, m]
            if rows <= 0.0:
                continue
            for b in range(target_spans[k], target_spans[k + 1]):
                j0 = target_begins[b] - target_offsets[k]
                j1 = j0 + target_lengths[b]
                inside = table[i1, j1] - table[i0, j1] - table[i1, j0] + table[i0, j0]
                if inside <= 0.0:
                    continue
                crossing = rows + (table[n, j1] - table[n, j0]) - 2.0 * inside
                extent = (1.0 - np.exp(-inside)) * np.exp(-max(crossing, 0.0))
                if extent < least:
                    continue
                # Each border word of a span should be linked into the other span.
                edges = 1.0
                for i in (i0, i1 - 1):
                    inner = table[i + 1, j1] - table[i, j1] - table[i + 1, j0] + table[i, j0]
                    edges *= max(1.0 - np.exp(-inner), boundary)
                for j in (j0, j1 - 1):
                    inner = table[i1, j + 1] - table[i0, j + 1] - table[i1, j] + table[i0, j]
                    edges *= max(1.0 - np.exp(-inner), boundary)
                score = extent * edges**0.25
                if score < least:
                    continue
                if found < room:
                    out_source[found] = a
                    out_target[found] = b
                    out_scores[found] = score
                found += 1
    return found


@njit(cache=True, nogil=True)
def best_of_sentences(order, keys, sentences, kept):
    """Keep the best occurrence of every pair of n-grams in each sentence pair.

    Args:
        order: int64 (found,), by key, then sentence, then falling score.
        keys: int64 (found,), pair of n-grams of a correspondence.
        sentences: int32 (found,).
        kept: int64 (found,), written: the correspondences that stay, in the order given.

    Returns:
        Number of correspondences kept.
    """
    count = 0
    for x in range(len(order)):
        here = order[x]
        if x and keys[order[x - 1]] == keys[here] and sentences[order[x - 1]] == sentences[here]:
            continue
        kept[count] = here
        count += 1
    return count
