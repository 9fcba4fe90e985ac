"""Candidate links, their features and probabilities (compiled)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numba import njit

NAMES = (
    "sampled forward", "sampled backward", "sampled", "expected forward", "expected backward",
    "expected", "plain sampled", "plain expected", "null forward", "null backward",
    "rival of source", "rival of target", "logit rival of source", "logit rival of target",
    "before both", "after both", "before source", "after source", "before target", "after target",
    "crossing before", "crossing after", "two before", "two after", "off diagonal", "same form",
    "both signs", "one sign", "likeness", "source frequency", "target frequency",
    "frequency gap", "source length", "target length", "links of source", "links of target",
    "source words", "target words", "pairs", "times linked", "share forward", "share backward",
    "pair",
)  # fmt: skip
SIZE = len(NAMES)


class Evidence(NamedTuple):
    """What is known of the candidates of all pairs and of their words.

    Attributes:
        offsets: int64 (pairs + 1,), candidates of every pair.
        source, target: uint16 (candidates,), positions.
        forward, backward: float32 (candidates,), sampled probabilities.
        expected_forward, expected_backward: float32 (candidates,), those of the HMM.
        words: uint32 (candidates,), distinct word pair.
        tokens_s, offsets_s, tokens_t, offsets_t: word numbers of both sides, ragged.
        frequency_s, frequency_t: float32 (words,), logarithm of a word's number of tokens.
        length_s, length_t: float32 (words,), logarithm of its number of letters.
        sign_s, sign_t: bool (words,), has neither letter nor digit.
        similar: float32 (word pairs,), likeness of the letters.
        linked_f, linked_b: float32 (word pairs,), numbers of links.
        size: logarithm of the number of pairs.
    """

    offsets: np.ndarray
    source: np.ndarray
    target: np.ndarray
    forward: np.ndarray
    backward: np.ndarray
    expected_forward: np.ndarray
    expected_backward: np.ndarray
    words: np.ndarray
    tokens_s: np.ndarray
    offsets_s: np.ndarray
    tokens_t: np.ndarray
    offsets_t: np.ndarray
    frequency_s: np.ndarray
    frequency_t: np.ndarray
    length_s: np.ndarray
    length_t: np.ndarray
    sign_s: np.ndarray
    sign_t: np.ndarray
    similar: np.ndarray
    linked_f: np.ndarray
    linked_b: np.ndarray
    size: float


@njit(cache=True, nogil=True)
def _logit(p):
    return np.log((p + np.float32(1e-3)) / (np.float32(1.001) - p))


@njit(cache=True, nogil=True)
def _grid(k, evidence, grid, margins):
    """Write the mean probability of every candidate of a pair into a grid with a rim of two.

    The corners of the rim beside the first and last words count as linked. Margins, shape (8,
    words): per source word the best and second best and the sum, per target word the same; sums
    of sampled probabilities forward and backward.
    """
    n = evidence.offsets_s[k + 1] - evidence.offsets_s[k]
    m = evidence.offsets_t[k + 1] - evidence.offsets_t[k]
    grid[: n + 4, : m + 4] = 0
    grid[1, 1] = 1
    grid[n + 2, m + 2] = 1
    margins[:, : max(n, m)] = 0
    for c in range(evidence.offsets[k], evidence.offsets[k + 1]):
        i, j = np.int64(evidence.source[c]), np.int64(evidence.target[c])
        sampled = np.sqrt(evidence.forward[c] * evidence.backward[c])
        expected = np.sqrt(evidence.expected_forward[c] * evidence.expected_backward[c])
        q = np.float32(0.5) * (sampled + expected)
        grid[i + 2, j + 2] = q
        if q > margins[0, i]:
            margins[1, i] = margins[0, i]
            margins[0, i] = q
        elif q > margins[1, i]:
            margins[1, i] = q
        if q > margins[3, j]:
            margins[4, j] = margins[3, j]
            margins[3, j] = q
        elif q > margins[4, j]:
            margins[4, j] = q
        margins[2, i] += q
        margins[5, j] += q
        margins[6, j] += evidence.forward[c]
        margins[7, i] += evidence.backward[c]
    total = np.float32(0)
    for i in range(n):
        total += margins[0, i]
    for j in range(m):
        total += margins[3, j]
    return total / max(n + m, 1)


@njit(cache=True, nogil=True)
def _fill(k, c, evidence, grid, margins, mean, x):
    """Write the features of candidate c of pair k, in the order of `NAMES`."""
    n = evidence.offsets_s[k + 1] - evidence.offsets_s[k]
    m = evidence.offsets_t[k + 1] - evidence.offsets_t[k]
    i, j = np.int64(evidence.source[c]), np.int64(evidence.target[c])
    e = evidence.tokens_s[evidence.offsets_s[k] + i]
    f = evidence.tokens_t[evidence.offsets_t[k] + j]
    p = evidence.words[c]
    sampled = np.sqrt(evidence.forward[c] * evidence.backward[c])
    expected = np.sqrt(evidence.expected_forward[c] * evidence.expected_backward[c])
    q = grid[i + 2, j + 2]
    rival_s = margins[1, i] if q >= margins[0, i] else margins[0, i]
    rival_t = margins[4, j] if q >= margins[3, j] else margins[3, j]
    x[0] = _logit(evidence.forward[c])
    x[1] = _logit(evidence.backward[c])
    x[2] = _logit(sampled)
    x[3] = _logit(evidence.expected_forward[c])
    x[4] = _logit(evidence.expected_backward[c])
    x[5] = _logit(expected)
    x[6] = sampled
    x[7] = expected
    x[8] = 1 - margins[6, j]
    x[9] = 1 - margins[7, i]
    x[10] = rival_s
    x[11] = rival_t
    x[12] = _logit(rival_s)
    x[13] = _logit(rival_t)
    x[14] = grid[i + 1, j + 1]
    x[15] = grid[i + 3, j + 3]
    x[16] = grid[i + 1, j + 2]
    x[17] = grid[i + 3, j + 2]
    x[18] = grid[i + 2, j + 1]
    x[19] = grid[i + 2, j + 3]
    x[20] = grid[i + 1, j + 3]
    x[21] = grid[i + 3, j + 1]
    x[22] = max(grid[i, j], grid[i, j + 1], grid[i + 1, j])
    x[23] = max(grid[i + 4, j + 4], grid[i + 4, j + 3], grid[i + 3, j + 4])
    x[24] = abs((i + 0.5) / n - (j + 0.5) / m)
    x[25] = 1.0 if evidence.similar[p] >= 1 else 0.0
    x[26] = 1.0 if evidence.sign_s[e] and evidence.sign_t[f] else 0.0
    x[27] = 1.0 if evidence.sign_s[e] != evidence.sign_t[f] else 0.0
    x[28] = evidence.similar[p]
    x[29] = evidence.frequency_s[e]
    x[30] = evidence.frequency_t[f]
    x[31] = abs(evidence.frequency_s[e] - evidence.frequency_t[f])
    x[32] = evidence.length_s[e]
    x[33] = evidence.length_t[f]
    x[34] = margins[2, i]
    x[35] = margins[5, j]
    x[36] = np.log(np.float32(n))
    x[37] = np.log(np.float32(m))
    x[38] = evidence.size
    linked_f, linked_b = evidence.linked_f[p], evidence.linked_b[p]
    x[39] = np.log(1 + np.float32(0.5) * (linked_f + linked_b))
    x[40] = np.log(np.float32(1e-3) + linked_f) - evidence.frequency_s[e]
    x[41] = np.log(np.float32(1e-3) + linked_b) - evidence.frequency_t[f]
    x[42] = mean


@njit(cache=True, nogil=True)
def _room(first, last, evidence):
    n, m = 0, 0
    for k in range(first, last):
        n = max(n, evidence.offsets_s[k + 1] - evidence.offsets_s[k])
        m = max(m, evidence.offsets_t[k + 1] - evidence.offsets_t[k])
    return n, m


@njit(cache=True, nogil=True)
def features(evidence):
    """Features of all candidates, shape (candidates, SIZE), float32."""
    pairs = len(evidence.offsets) - 1
    n, m = _room(0, pairs, evidence)
    grid = np.zeros((n + 4, m + 4), np.float32)
    margins = np.zeros((8, max(n, m) + 1), np.float32)
    result = np.empty((len(evidence.source), SIZE), np.float32)
    for k in range(pairs):
        mean = _grid(k, evidence, grid, margins)
        for c in range(evidence.offsets[k], evidence.offsets[k + 1]):
            _fill(k, c, evidence, grid, margins, mean, result[c])
    return result


@njit(cache=True, nogil=True, fastmath=True)
def _network(x, hidden, bias, out, last, layer):
    """Probability by a network with one hidden layer of rectified units, written to ``layer``."""
    layer[:] = bias
    for d in range(SIZE):
        for h in range(len(layer)):
            layer[h] += hidden[d, h] * x[d]
    total = last
    for h in range(len(layer)):
        total += out[h] * max(layer[h], np.float32(0))
    return np.float32(1) / (np.float32(1) + np.exp(-total))


@njit(cache=True, nogil=True)
def probabilities(first, last, evidence, hidden, bias, out, end, result):
    """Write the probabilities of all candidates of the pairs first:last.

    Args:
        evidence: see `Evidence`.
        hidden: float32 (SIZE, units).
        bias, out: float32 (units,).
        end: bias of the output.
        result: float32 (candidates,).
    """
    n, m = _room(first, last, evidence)
    grid = np.zeros((n + 4, m + 4), np.float32)
    margins = np.zeros((8, max(n, m) + 1), np.float32)
    x = np.empty(SIZE, np.float32)
    layer = np.empty(len(bias), np.float32)
    for k in range(first, last):
        if evidence.offsets[k] == evidence.offsets[k + 1]:
            continue
        mean = _grid(k, evidence, grid, margins)
        for c in range(evidence.offsets[k], evidence.offsets[k + 1]):
            _fill(k, c, evidence, grid, margins, mean, x)
            result[c] = _network(x, hidden, bias, out, end, layer)


@njit(cache=True, nogil=True)
def by_step(probabilities, steps):
    """How many probabilities lie in each of some equal steps, and their sums: float64 (steps,)."""
    taken, sums = np.zeros(steps), np.zeros(steps)
    for c in range(len(probabilities)):
        step = min(np.int64(probabilities[c] * np.float32(steps)), steps - 1)
        taken[step] += 1
        sums[step] += probabilities[c]
    return taken, sums


@njit(cache=True, nogil=True)
def pair_features(offsets, source, target, probability, offsets_s, offsets_t):
    """What the links of a pair say about the whole, shape (pairs, 6), float32.

    Mean probability of the best link of the source and of the target words, share of the words
    without a link above one half, logarithms of the ratio of the lengths and of their sum, share
    of words with a link above .9.
    """
    pairs = len(offsets) - 1
    result = np.zeros((pairs, 6), np.float32)
    n, m = np.int64(0), np.int64(0)
    for k in range(pairs):
        n = max(n, offsets_s[k + 1] - offsets_s[k])
        m = max(m, offsets_t[k + 1] - offsets_t[k])
    best_s, best_t = np.zeros(n + 1, np.float32), np.zeros(m + 1, np.float32)
    for k in range(pairs):
        n, m = offsets_s[k + 1] - offsets_s[k], offsets_t[k + 1] - offsets_t[k]
        if n == 0 or m == 0:
            continue
        best_s[:n] = 0
        best_t[:m] = 0
        for c in range(offsets[k], offsets[k + 1]):
            best_s[source[c]] = max(best_s[source[c]], probability[c])
            best_t[target[c]] = max(best_t[target[c]], probability[c])
        unlinked, strong = 0, 0
        for i in range(n):
            result[k, 0] += best_s[i] / n
            unlinked += best_s[i] < 0.5
            strong += best_s[i] > 0.9
        for j in range(m):
            result[k, 1] += best_t[j] / m
            unlinked += best_t[j] < 0.5
            strong += best_t[j] > 0.9
        result[k, 2] = unlinked / (n + m)
        result[k, 3] = abs(np.log(n / m))
        result[k, 4] = np.log(n + m)
        result[k, 5] = strong / (n + m)
    return result


# Small services for candidate links (compiled).


@njit(cache=True, nogil=True)
def distinct(offsets, source, target, words, source_offsets, target_offsets, rows, cells, begins):
    """Distinct word pair of every candidate, shape (candidates,), uint32.

    Args:
        offsets, source, target, source_offsets, target_offsets: see `Posteriors`.
        words: int32, word numbers of the source sentences.
        rows, cells, begins: see `PairIndex`; no candidate is of an unknown pair.
    """
    result = np.empty(len(source), np.uint32)
    for pair in range(len(offsets) - 1):
        m = target_offsets[pair + 1] - target_offsets[pair]
        for c in range(offsets[pair], offsets[pair + 1]):
            row = rows[words[source_offsets[pair] + source[c]]]
            result[c] = row + cells[begins[pair] + source[c] * m + target[c]]
    return result


@njit(cache=True, nogil=True)
def bests(offsets, by, over, probabilities, output_offsets):
    """Most probable input position of every output word, -1 where NULL is more probable.

    Args:
        offsets: int64 (pairs + 1,), candidates of every pair.
        by, over: uint16 (candidates,), output and input positions.
        probabilities: float32 (candidates,), of the input position given the output word.
        output_offsets: int64 (pairs + 1,).
    """
    words = output_offsets[-1]
    result = np.full(words, np.int32(-1))
    best = np.zeros(words, np.float32)
    rest = np.ones(words, np.float32)
    for pair in range(len(offsets) - 1):
        for c in range(offsets[pair], offsets[pair + 1]):
            word = output_offsets[pair] + by[c]
            rest[word] -= probabilities[c]
            if probabilities[c] > best[word]:
                best[word] = probabilities[c]
                result[word] = over[c]
    for word in range(words):
        if rest[word] > best[word]:
            result[word] = -1
    return result


@njit(cache=True, nogil=True)
def compact(kept, values):
    """Move the values that are kept to the front; those behind are of no more use."""
    used = 0
    for c in range(len(kept)):
        if kept[c]:
            values[used] = values[c]
            used += 1
