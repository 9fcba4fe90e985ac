"""How well the spans of two sentences correspond, by the links between their words."""

from __future__ import annotations

import numpy as np
from numba import njit


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
