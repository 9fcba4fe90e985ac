"""Candidate links, their features and probabilities (compiled)."""

from __future__ import annotations

from typing import NamedTuple

import cython
import numpy as np
from cython.cimports.libc.math import expf, fabs, fabsf, log, logf, sqrtf

NAMES = (
    "sampled forward", "sampled backward", "sampled", "expected forward", "expected backward",
    "expected", "plain sampled", "plain expected", "null forward", "null backward",
    "rival of source", "rival of target", "logit rival of source", "logit rival of target",
    "before both", "after both", "before source", "after source", "before target", "after target",
    "crossing before", "crossing after", "two before", "two after", "off diagonal", "same form",
    "both signs", "one sign", "likeness", "source frequency", "target frequency",
    "frequency gap", "source length", "target length", "links of source", "links of target",
    "source words", "target words", "pairs", "times linked", "share forward", "share backward",
    "pair", "opinion", "told forward", "told backward", "told of source", "told of target",
    "rate of source", "rate of target", "promised forward", "promised backward",
    "rank of source", "rank of target", "told", "beside in source", "beside in target",
    "way in source", "way in target", "source before", "source after", "target before",
    "target after", "near forward", "near backward", "near", "compared",
)  # fmt: skip
SIZE = len(NAMES)
FEATURES = cython.declare(cython.Py_ssize_t, SIZE)

ZERO = cython.declare(cython.float, 0)
HALF = cython.declare(cython.float, 0.5)
ONE = cython.declare(cython.float, 1)
LITTLE = cython.declare(cython.float, 1e-3)
MOST = cython.declare(cython.float, 1.001)
UNITS = 8  # of a network that are worked out together, for four candidates; bounds of loops that a
# compiler is to unroll are figures
NEAR = cython.declare(cython.Py_ssize_t, 5)  # words that are farther away are as good as not there

Value = cython.fused_type(cython.ushort, cython.uint, cython.float)
Rank = cython.fused_type(cython.ushort, cython.uint)


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
        told_f, told_b: float32 (word pairs,), links in other text: of a model, pack or lexicon.
        promised_f, promised_b: float32 (word pairs,), base measures.
        told_s, told_t: float32 (words,), links in other text of every word.
        rate_s, rate_t: float32 (words,), logarithm of the links of a token in other text.
        rank_s, rank_t: float32 (words,), logarithm of a word's share of all tokens.
        size: logarithm of the number of pairs.
        told: logarithm of the number of tokens of other text.
        near_f, near_b: float32 (candidates,), probabilities by the vectors of the words; of no
            length where nothing was compared.
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
    told_f: np.ndarray
    told_b: np.ndarray
    promised_f: np.ndarray
    promised_b: np.ndarray
    told_s: np.ndarray
    told_t: np.ndarray
    rate_s: np.ndarray
    rate_t: np.ndarray
    rank_s: np.ndarray
    rank_t: np.ndarray
    size: float
    told: float
    near_f: np.ndarray
    near_b: np.ndarray


@cython.cfunc
@cython.nogil
@cython.inline
def logit(p: cython.float) -> cython.float:
    """Log-odds of a probability, kept within seven of zero."""
    return logf((p + LITTLE) / (MOST - p))


@cython.final
@cython.cclass
class Describer:
    """Describes candidates, pair by pair.

    Attributes:
        opinion: float32 (candidates,), probabilities so far.
        grid: float32, probability so far of every cell of a pair, with a rim of two; the corners
            of the rim beside the first and last words count as linked.
        margins: float32 (8, words); per source word the best and second best of the grid and its
            sum, per target word the same; sums of sampled probabilities forward and backward.
        places: intp (4, words); where the best and second best of a source word are, of a target
            word.
        mean: of the best links of all words of the pair.
        rows: float32 (rows, SIZE), the features of a pair's candidates, in the order of `NAMES`;
            three more follow, so that candidates can be judged in fours.
        untold: what features say of word pairs without links in other text.
    """

    offsets: cython.const_longlong[::1]
    source: cython.const_ushort[::1]
    target: cython.const_ushort[::1]
    forward: cython.const_float[::1]
    backward: cython.const_float[::1]
    expected_forward: cython.const_float[::1]
    expected_backward: cython.const_float[::1]
    words: cython.const_uint[::1]
    tokens_s: cython.const_int[::1]
    offsets_s: cython.const_longlong[::1]
    tokens_t: cython.const_int[::1]
    offsets_t: cython.const_longlong[::1]
    frequency_s: cython.const_float[::1]
    frequency_t: cython.const_float[::1]
    length_s: cython.const_float[::1]
    length_t: cython.const_float[::1]
    sign_s: cython.const_uchar[::1]
    sign_t: cython.const_uchar[::1]
    similar: cython.const_float[::1]
    linked_f: cython.const_float[::1]
    linked_b: cython.const_float[::1]
    told_f: cython.const_float[::1]
    told_b: cython.const_float[::1]
    promised_f: cython.const_float[::1]
    promised_b: cython.const_float[::1]
    told_s: cython.const_float[::1]
    told_t: cython.const_float[::1]
    rate_s: cython.const_float[::1]
    rate_t: cython.const_float[::1]
    rank_s: cython.const_float[::1]
    rank_t: cython.const_float[::1]
    size: cython.double
    told: cython.double
    near_f: cython.const_float[::1]
    near_b: cython.const_float[::1]
    compared: cython.bint
    opinion: cython.const_float[::1]
    places: cython.Py_ssize_t[:, ::1]
    grid: cython.float[:, ::1]
    margins: cython.float[:, ::1]
    mean: cython.double
    rows: cython.float[:, ::1]
    untold: cython.float

    def __init__(self, evidence, opinion, first, last):
        """Make room for the pairs first:last."""
        self.offsets = evidence.offsets
        self.source = evidence.source
        self.target = evidence.target
        self.forward = evidence.forward
        self.backward = evidence.backward
        self.expected_forward = evidence.expected_forward
        self.expected_backward = evidence.expected_backward
        self.words = evidence.words
        self.tokens_s = evidence.tokens_s
        self.offsets_s = evidence.offsets_s
        self.tokens_t = evidence.tokens_t
        self.offsets_t = evidence.offsets_t
        self.frequency_s = evidence.frequency_s
        self.frequency_t = evidence.frequency_t
        self.length_s = evidence.length_s
        self.length_t = evidence.length_t
        self.sign_s = evidence.sign_s.view(np.uint8)
        self.sign_t = evidence.sign_t.view(np.uint8)
        self.similar = evidence.similar
        self.linked_f = evidence.linked_f
        self.linked_b = evidence.linked_b
        self.told_f = evidence.told_f
        self.told_b = evidence.told_b
        self.promised_f = evidence.promised_f
        self.promised_b = evidence.promised_b
        self.told_s = evidence.told_s
        self.told_t = evidence.told_t
        self.rate_s = evidence.rate_s
        self.rate_t = evidence.rate_t
        self.rank_s = evidence.rank_s
        self.rank_t = evidence.rank_t
        self.size = evidence.size
        self.told = evidence.told
        self.near_f = evidence.near_f
        self.near_b = evidence.near_b
        self.compared = len(evidence.near_f) > 0
        self.opinion = opinion
        n = np.diff(evidence.offsets_s[first : last + 1]).max(initial=0)
        m = np.diff(evidence.offsets_t[first : last + 1]).max(initial=0)
        self.grid = np.zeros((n + 4, m + 4), np.float32)
        self.margins = np.zeros((8, max(n, m)), np.float32)
        self.places = np.zeros((4, max(n, m)), np.intp)
        size = np.diff(evidence.offsets[first : last + 1]).max(initial=0)
        self.rows = np.zeros((size + 3, SIZE), np.float32)
        self.untold = logf(LITTLE)

    @cython.cfunc
    @cython.nogil
    def enter(self, k: cython.Py_ssize_t) -> cython.void:
        """Write the grid, the margins and the mean of a pair."""
        grid: cython.float[:, ::1] = self.grid
        margins: cython.float[:, ::1] = self.margins
        places: cython.Py_ssize_t[:, ::1] = self.places
        n = self.offsets_s[k + 1] - self.offsets_s[k]
        m = self.offsets_t[k + 1] - self.offsets_t[k]
        for i in range(n + 4):
            for j in range(m + 4):
                grid[i, j] = 0
        grid[1, 1] = 1
        grid[n + 2, m + 2] = 1
        for i in range(8):
            for j in range(max(n, m)):
                margins[i, j] = 0
        for i in range(4):
            for j in range(max(n, m)):
                places[i, j] = -NEAR
        for c in range(self.offsets[k], self.offsets[k + 1]):
            i, j = self.source[c], self.target[c]
            q = self.opinion[c]
            grid[i + 2, j + 2] = q
            if q > margins[0, i]:
                margins[1, i], places[1, i] = margins[0, i], places[0, i]
                margins[0, i], places[0, i] = q, j
            elif q > margins[1, i]:
                margins[1, i], places[1, i] = q, j
            if q > margins[3, j]:
                margins[4, j], places[3, j] = margins[3, j], places[2, j]
                margins[3, j], places[2, j] = q, i
            elif q > margins[4, j]:
                margins[4, j], places[3, j] = q, i
            margins[2, i] += q
            margins[5, j] += q
            margins[6, j] += self.forward[c]
            margins[7, i] += self.backward[c]
        total: cython.float = 0
        for i in range(n):
            total += margins[0, i]
        for j in range(m):
            total += margins[3, j]
        self.mean = cython.cast(cython.double, total) / max(n + m, 1)

    @cython.cfunc
    @cython.nogil
    def describe_words(self, k: cython.Py_ssize_t) -> cython.void:
        """Write the features of the candidates of pair k that no opinion changes."""
        x: cython.float[:, ::1] = self.rows
        n = self.offsets_s[k + 1] - self.offsets_s[k]
        m = self.offsets_t[k + 1] - self.offsets_t[k]
        length_s, length_t = logf(n), logf(m)
        first = self.offsets[k]
        size = self.offsets[k + 1] - first
        # What stands by word pair is far apart in memory: these loads do not wait for each other.
        for row in range(size):
            p = self.words[first + row]
            x[row, 28] = self.similar[p]
            x[row, 40] = self.linked_f[p]
            x[row, 41] = self.linked_b[p]
            x[row, 44] = self.told_f[p]
            x[row, 45] = self.told_b[p]
            x[row, 50] = self.promised_f[p]
            x[row, 51] = self.promised_b[p]
        for row in range(size):
            c = first + row
            i, j = self.source[c], self.target[c]
            e = self.tokens_s[self.offsets_s[k] + i]
            f = self.tokens_t[self.offsets_t[k] + j]
            sampled = sqrtf(self.forward[c] * self.backward[c])
            expected = sqrtf(self.expected_forward[c] * self.expected_backward[c])
            linked_f, linked_b = x[row, 40], x[row, 41]
            told_s, told_t = self.told_s[e], self.told_t[f]
            x[row, 0] = logit(self.forward[c])
            x[row, 1] = logit(self.backward[c])
            x[row, 2] = logit(sampled)
            x[row, 3] = logit(self.expected_forward[c])
            x[row, 4] = logit(self.expected_backward[c])
            x[row, 5] = logit(expected)
            x[row, 6] = sampled
            x[row, 7] = expected
            x[row, 24] = fabs((i + 0.5) / n - (j + 0.5) / m)
            x[row, 25] = x[row, 28] >= 1
            x[row, 26] = self.sign_s[e] and self.sign_t[f]
            x[row, 27] = self.sign_s[e] != self.sign_t[f]
            x[row, 29] = self.frequency_s[e]
            x[row, 30] = self.frequency_t[f]
            x[row, 31] = fabsf(self.frequency_s[e] - self.frequency_t[f])
            x[row, 32] = self.length_s[e]
            x[row, 33] = self.length_t[f]
            x[row, 36] = length_s
            x[row, 37] = length_t
            x[row, 38] = self.size
            x[row, 39] = log(1.0 + HALF * (linked_f + linked_b))
            x[row, 40] = logf(LITTLE + linked_f) - self.frequency_s[e]
            x[row, 41] = logf(LITTLE + linked_b) - self.frequency_t[f]
            x[row, 44] = logf(LITTLE + x[row, 44] / (ONE + told_s)) if told_s > 0 else self.untold
            x[row, 45] = logf(LITTLE + x[row, 45] / (ONE + told_t)) if told_t > 0 else self.untold
            x[row, 46] = logf(ONE + told_s) if told_s > 0 else ZERO
            x[row, 47] = logf(ONE + told_t) if told_t > 0 else ZERO
            x[row, 48] = self.rate_s[e]
            x[row, 49] = self.rate_t[f]
            x[row, 50] = logf(LITTLE + x[row, 50])
            x[row, 51] = logf(LITTLE + x[row, 51])
            x[row, 52] = self.rank_s[e]
            x[row, 53] = self.rank_t[f]
            x[row, 54] = self.told
            x[row, 63] = x[row, 64] = x[row, 65] = x[row, 66] = 0
            if self.compared:
                near_f, near_b = self.near_f[c], self.near_b[c]
                x[row, 63] = logit(near_f)
                x[row, 64] = logit(near_b)
                x[row, 65] = sqrtf(near_f * near_b)
                x[row, 66] = ONE

    @cython.cfunc
    @cython.nogil
    def describe_opinion(self, k: cython.Py_ssize_t) -> cython.void:
        """Write the other features of the candidates of pair k, from the opinion so far."""
        grid: cython.float[:, ::1] = self.grid
        margins: cython.float[:, ::1] = self.margins
        places: cython.Py_ssize_t[:, ::1] = self.places
        x: cython.float[:, ::1] = self.rows
        n = self.offsets_s[k + 1] - self.offsets_s[k]
        m = self.offsets_t[k + 1] - self.offsets_t[k]
        self.enter(k)
        for row in range(self.offsets[k + 1] - self.offsets[k]):
            c = self.offsets[k] + row
            i, j = self.source[c], self.target[c]
            q = grid[i + 2, j + 2]
            # Of the two best of a word, the one that is not this.
            other_s: cython.Py_ssize_t = places[0, i] == j
            other_t: cython.Py_ssize_t = places[2, j] == i
            rival_s, rival_t = margins[other_s, i], margins[3 + other_t, j]
            way_s, way_t = places[other_s, i] - j, places[2 + other_t, j] - i
            x[row, 8] = 1 - margins[6, j]
            x[row, 9] = 1 - margins[7, i]
            x[row, 10] = rival_s
            x[row, 11] = rival_t
            x[row, 12] = logit(rival_s)
            x[row, 13] = logit(rival_t)
            x[row, 14] = grid[i + 1, j + 1]
            x[row, 15] = grid[i + 3, j + 3]
            x[row, 16] = grid[i + 1, j + 2]
            x[row, 17] = grid[i + 3, j + 2]
            x[row, 18] = grid[i + 2, j + 1]
            x[row, 19] = grid[i + 2, j + 3]
            x[row, 20] = grid[i + 1, j + 3]
            x[row, 21] = grid[i + 3, j + 1]
            x[row, 22] = max(grid[i, j], grid[i, j + 1], grid[i + 1, j])
            x[row, 23] = max(grid[i + 4, j + 4], grid[i + 4, j + 3], grid[i + 3, j + 4])
            x[row, 34] = margins[2, i]
            x[row, 35] = margins[5, j]
            x[row, 42] = self.mean
            x[row, 43] = logit(q)
            x[row, 55] = max(grid[i + 2, j], grid[i + 2, j + 4])
            x[row, 56] = max(grid[i, j + 2], grid[i + 4, j + 2])
            x[row, 57] = max(-NEAR, min(NEAR, way_s))
            x[row, 58] = max(-NEAR, min(NEAR, way_t))
            x[row, 59] = margins[0, i - 1] if i > 0 else ONE
            x[row, 60] = margins[0, i + 1] if i + 1 < n else ONE
            x[row, 61] = margins[3, j - 1] if j > 0 else ONE
            x[row, 62] = margins[3, j + 1] if j + 1 < m else ONE


def features(evidence, opinion: cython.const_float[::1]):
    """Features of all candidates, shape (candidates, SIZE), float32; see `probabilities`."""
    table = np.empty((len(evidence.source), SIZE), np.float32)
    rows: cython.float[:, ::1] = table
    describer: Describer = Describer(evidence, opinion, 0, len(evidence.offsets) - 1)
    offsets: cython.const_longlong[::1] = evidence.offsets
    with cython.nogil:
        for k in range(len(offsets) - 1):
            describer.describe_words(k)
            describer.describe_opinion(k)
            for c in range(offsets[k], offsets[k + 1]):
                for d in range(FEATURES):
                    rows[c, d] = describer.rows[c - offsets[k], d]
    return table


@cython.cfunc
@cython.nogil
def judge(
    rows: cython.const_float[:, ::1],
    row: cython.Py_ssize_t,
    hidden: cython.const_float[:, :, ::1],
    bias: cython.const_float[::1],
    out: cython.const_float[::1],
    totals: cython.float[::1],
    told: cython.Py_ssize_t[::1],
) -> cython.void:
    """Add what a network says of four candidates, see `probabilities`.

    Args:
        rows, row: their features, from this row on.
        hidden, bias, out: see `probabilities`.
        totals: float32 (4,), grows.
        told: intp (SIZE + 1,), to work in: features that one of them has.
    """
    layer = cython.declare(cython.float[32])  # it stays in the registers
    used: cython.Py_ssize_t = 0
    for d in range(FEATURES):
        told[used] = d
        some: cython.bint = rows[row, d] != 0 or rows[row + 1, d] != 0
        used += some or rows[row + 2, d] != 0 or rows[row + 3, d] != 0
    for block in range(hidden.shape[0]):
        for h in range(8):
            for r in range(4):
                layer[8 * r + h] = bias[8 * block + h]
        for at in range(used):
            d = told[at]
            for h in range(8):
                w: cython.float = hidden[block, d, h]
                layer[h] += w * rows[row, d]
                layer[8 + h] += w * rows[row + 1, d]
                layer[16 + h] += w * rows[row + 2, d]
                layer[24 + h] += w * rows[row + 3, d]
        for r in range(4):
            for h in range(8):
                totals[r] += out[8 * block + h] * max(layer[8 * r + h], ZERO)


def probabilities(first: cython.Py_ssize_t, last: cython.Py_ssize_t, evidence, networks, result):
    """Judge all candidates of the pairs first:last by one network after the other.

    Args:
        first, last: half-open range of pairs.
        evidence: see `Evidence`.
        networks: hidden, bias, out and end of all of them, which have one hidden layer of
            rectified units; units that are not there have no weights.

            - hidden: float32 (networks, units / UNITS, SIZE, UNITS).
            - bias, out: float32 (networks, units).
            - end: float32 (networks,), bias of the output.
        result: float32 (candidates,), probabilities so far, written over.
    """
    hidden: cython.const_float[:, :, :, ::1] = networks[0]
    bias: cython.const_float[:, ::1] = networks[1]
    out: cython.const_float[:, ::1] = networks[2]
    end: cython.const_float[::1] = networks[3]
    opinion: cython.float[::1] = result
    describer: Describer = Describer(evidence, result, first, last)
    offsets: cython.const_longlong[::1] = evidence.offsets
    totals: cython.float[::1] = np.empty(4, np.float32)
    told: cython.Py_ssize_t[::1] = np.empty(SIZE + 1, np.intp)
    with cython.nogil:
        for k in range(first, last):
            size = offsets[k + 1] - offsets[k]
            if size == 0:
                continue
            describer.describe_words(k)
            for network in range(len(end)):
                describer.describe_opinion(k)
                for row in range(0, size, 4):
                    for r in range(4):
                        totals[r] = end[network]
                    judge(
                        describer.rows, row, hidden[network], bias[network], out[network], totals,
                        told,
                    )  # fmt: skip
                    for r in range(min(4, size - row)):
                        opinion[offsets[k] + row + r] = ONE / (ONE + expf(-totals[r]))


def by_step(probabilities: cython.const_float[::1], steps: cython.Py_ssize_t):
    """How many probabilities lie in each of some equal steps, and their sums: float64 (steps,)."""
    taken: cython.double[::1] = np.zeros(steps)
    sums: cython.double[::1] = np.zeros(steps)
    with cython.nogil:
        for c in range(len(probabilities)):
            step: cython.Py_ssize_t = cython.cast(
                cython.Py_ssize_t, probabilities[c] * cython.cast(cython.float, steps)
            )
            step = min(step, steps - 1)
            taken[step] += 1
            sums[step] += probabilities[c]
    return np.asarray(taken), np.asarray(sums)


def words_without_link(
    offsets: cython.const_longlong[::1],
    positions: cython.const_ushort[::1],
    probability: cython.const_float[::1],
    word_offsets: cython.const_longlong[::1],
):
    """Expected number of the words of a side without a link, of at most one link a word.

    Args:
        offsets: int64 (pairs + 1,), candidates of every pair.
        positions: uint16 (candidates,), of their words of this side.
        probability: float32 (candidates,).
        word_offsets: int64 (pairs + 1,), words of the side.
    """
    left: cython.float[::1] = np.empty(np.diff(word_offsets).max(initial=0), np.float32)
    total: cython.double = 0
    with cython.nogil:
        for k in range(len(offsets) - 1):
            n = word_offsets[k + 1] - word_offsets[k]
            for i in range(n):
                left[i] = 1
            for c in range(offsets[k], offsets[k + 1]):
                left[positions[c]] -= probability[c]
            for i in range(n):
                total += max(left[i], ZERO)
    return total


def pair_features(
    offsets: cython.const_longlong[::1],
    source: cython.const_ushort[::1],
    target: cython.const_ushort[::1],
    probability: cython.const_float[::1],
    offsets_s: cython.const_longlong[::1],
    offsets_t: cython.const_longlong[::1],
):
    """What the links of a pair say about the whole, shape (pairs, 6), float32.

    Mean probability of the best link of the source and of the target words, share of the words
    without a link above one half, logarithms of the ratio of the lengths and of their sum, share
    of words with a link above .9.
    """
    pairs = len(offsets) - 1
    rows: cython.float[:, ::1] = np.zeros((pairs, 6), np.float32)
    best_s: cython.float[::1] = np.zeros(np.diff(offsets_s).max(initial=0), np.float32)
    best_t: cython.float[::1] = np.zeros(np.diff(offsets_t).max(initial=0), np.float32)
    n: cython.double
    m: cython.double
    with cython.nogil:
        for k in range(pairs):
            n, m = offsets_s[k + 1] - offsets_s[k], offsets_t[k + 1] - offsets_t[k]
            if n == 0 or m == 0:
                continue
            for i in range(cython.cast(cython.Py_ssize_t, n)):
                best_s[i] = 0
            for j in range(cython.cast(cython.Py_ssize_t, m)):
                best_t[j] = 0
            for c in range(offsets[k], offsets[k + 1]):
                best_s[source[c]] = max(best_s[source[c]], probability[c])
                best_t[target[c]] = max(best_t[target[c]], probability[c])
            mean_s: cython.float = 0
            mean_t: cython.float = 0
            unlinked: cython.longlong = 0
            strong: cython.longlong = 0
            for i in range(cython.cast(cython.Py_ssize_t, n)):
                mean_s += best_s[i] / n
                unlinked += best_s[i] < 0.5
                strong += best_s[i] > 0.9
            for j in range(cython.cast(cython.Py_ssize_t, m)):
                mean_t += best_t[j] / m
                unlinked += best_t[j] < 0.5
                strong += best_t[j] > 0.9
            rows[k, 0] = mean_s
            rows[k, 1] = mean_t
            rows[k, 2] = unlinked / (n + m)
            rows[k, 3] = fabs(log(n / m))
            rows[k, 4] = log(n + m)
            rows[k, 5] = strong / (n + m)
    return np.asarray(rows)


# Small services for candidate links.


def distinct(
    offsets: cython.const_longlong[::1],
    source: cython.const_ushort[::1],
    target: cython.const_ushort[::1],
    words: cython.const_int[::1],
    source_offsets: cython.const_longlong[::1],
    target_offsets: cython.const_longlong[::1],
    rows: cython.const_longlong[::1],
    cells: cython.const[Rank][::1],
    begins: cython.const_longlong[::1],
):
    """Distinct word pair of every candidate, shape (candidates,), uint32.

    Args:
        offsets, source, target, source_offsets, target_offsets: see ``Posteriors``.
        words: int32, word numbers of the source sentences.
        rows, cells, begins: see ``PairIndex``; no candidate is of an unknown pair.
    """
    numbers: cython.uint[::1] = np.empty(len(source), np.uint32)
    with cython.nogil:
        for pair in range(len(offsets) - 1):
            m = target_offsets[pair + 1] - target_offsets[pair]
            for c in range(offsets[pair], offsets[pair + 1]):
                row = rows[words[source_offsets[pair] + source[c]]]
                numbers[c] = row + cells[begins[pair] + source[c] * m + target[c]]
    return np.asarray(numbers)


def bests(
    offsets: cython.const_longlong[::1],
    by: cython.const_ushort[::1],
    over: cython.const_ushort[::1],
    probabilities: cython.const_float[::1],
    output_offsets: cython.const_longlong[::1],
):
    """Most probable input position of every output word, -1 where NULL is more probable.

    Args:
        offsets: int64 (pairs + 1,), candidates of every pair.
        by, over: uint16 (candidates,), output and input positions.
        probabilities: float32 (candidates,), of the input position given the output word.
        output_offsets: int64 (pairs + 1,).
    """
    words = output_offsets[len(output_offsets) - 1]
    places: cython.int[::1] = np.full(words, -1, np.int32)
    best: cython.float[::1] = np.zeros(words, np.float32)
    rest: cython.float[::1] = np.ones(words, np.float32)
    with cython.nogil:
        for pair in range(len(offsets) - 1):
            for c in range(offsets[pair], offsets[pair + 1]):
                word = output_offsets[pair] + by[c]
                rest[word] -= probabilities[c]
                if probabilities[c] > best[word]:
                    best[word] = probabilities[c]
                    places[word] = over[c]
        for word in range(words):
            if rest[word] > best[word]:
                places[word] = -1
    return np.asarray(places)


def compact(kept: cython.const_uchar[::1], values: Value[::1]):
    """Move the values that are kept to the front; those behind are of no more use.

    Args:
        kept: uint8 (values,), 0 for those left out.
        values: uint16, uint32 or float32, written over.
    """
    used: cython.Py_ssize_t = 0
    with cython.nogil:
        for c in range(len(kept)):
            values[used] = values[c]  # one that is left out is written over
            used += kept[c] != 0
