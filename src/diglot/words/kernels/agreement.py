"""One pass of expectation and maximisation in both directions at once (compiled).

Expected counts are integers, in units of 1 / UNIT: their sums do not depend on the order of
pairs or on the number of threads.

Reference: Liang, Taskar and Klein (2006), alignment by agreement.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numba import njit

from diglot.words.kernels.batches import gather, largest, number
from diglot.words.kernels.hmm import CLIP, jumps_of, model1, posteriors

if TYPE_CHECKING:
    from numpy.typing import NDArray

UNIT = 1 << 30
"""Steps of an expected count of one; a word may occur 2 ** 33 times before a sum overflows."""

LEAST = np.float32(1e-7)
"""Products of posteriors below this are not counted: nearly all are, and memory is slow."""


class Counts(NamedTuple):
    """Expected counts in units of 1 / UNIT, laid out as ``Parameters``.

    Attributes:
        links: int64 (distinct pairs + 1, 2), of each direction, or of both in one column with
            agreement; the last row is of all word pairs without a number.
        null_s, null_t: int64 by word.
        jumps_t, jumps_s: int64 (2 * CLIP + 1,).
    """

    links: NDArray[np.int64]
    null_s: NDArray[np.int64]
    null_t: NDArray[np.int64]
    jumps_t: NDArray[np.int64]
    jumps_s: NDArray[np.int64]


@njit(cache=True, nogil=True)
def logarithms(scale, size):
    """Sum of the logarithms of some float32 numbers."""
    total = 0.0
    for x in range(size):
        total += np.log(scale[x])
    return total


@njit(cache=True, nogil=True)
def count_nulls(pairs, n, m, text, empty_t, empty_s, counts):
    """Add a batch's posteriors of NULL."""
    unit = np.float32(UNIT)
    lanes = len(pairs)
    for x in range(lanes):
        k = pairs[x]
        for i in range(n):
            word = text.source[text.source_offsets[k] + i]
            counts.null_s[word] += np.int64(empty_s[i * lanes + x] * unit)
        for j in range(m):
            word = text.target[text.target_offsets[k] + j]
            counts.null_t[word] += np.int64(empty_t[j * lanes + x] * unit)


@njit(cache=True, nogil=True)
def count_apart(numbers, n, m, lanes, post_t, post_s, links):
    """Add a batch's posteriors of links, each direction to its own counts."""
    unit = np.float32(UNIT)
    for i in range(n):
        for j in range(m):
            t = (j * n + i) * lanes
            s = (i * m + j) * lanes
            for x in range(lanes):
                p = numbers[s + x]
                links[p, 0] += np.int64(post_t[t + x] * unit)
                links[p, 1] += np.int64(post_s[s + x] * unit)


@njit(cache=True, nogil=True)
def count_agreed(numbers, n, m, lanes, post_t, post_s, links):
    """Add the products of a batch's posteriors of both directions; they overwrite `post_s`."""
    unit = np.float32(UNIT)
    for i in range(n):
        for j in range(m):
            t = (j * n + i) * lanes
            s = (i * m + j) * lanes
            for x in range(lanes):
                post_s[s + x] *= post_t[t + x]
    for y in range(n * m * lanes):
        both = post_s[y]
        if both > LEAST:
            links[numbers[y], 0] += np.int64(both * unit)


@njit(cache=True, nogil=True)
def expect(first, last, order, firsts, text, parameters, null, hmm, counts):
    """Add the expected counts of some batches.

    Args:
        first, last: half-open range of batches.
        order, firsts: see ``by_shape``.
        text: see ``Text``.
        parameters: see ``Parameters``.
        null: probability of NULL for the HMM; with model 1, weight of NULL against a word.
        hmm: the HMM, or model 1.
        counts: see ``Counts``, added to.

    Returns:
        (float, float): log-likelihood of the target words given the source words, and the reverse;
        model 1 without its constant prior of a link.
    """
    cells, words = largest(first, last, order, firsts, text.source_offsets, text.target_offsets)
    numbers = np.empty(cells, np.uint32)
    space = np.empty((5, cells), np.float32)
    to_t, to_s, post_t, post_s, mass = space[0], space[1], space[2], space[3], space[4]
    ends = np.empty((4, words), np.float32)
    empty_t, empty_s, scale_t, scale_s = ends[0], ends[1], ends[2], ends[3]
    work = np.empty((5, words), np.float32)
    seen = np.empty((CLIP + 1, 2, words), np.float32)
    given_s, given_t = 0.0, 0.0
    for q in range(first, last):
        pairs = order[firsts[q] : firsts[q + 1]]
        lanes = len(pairs)
        n = text.source_offsets[pairs[0] + 1] - text.source_offsets[pairs[0]]
        m = text.target_offsets[pairs[0] + 1] - text.target_offsets[pairs[0]]
        number(pairs, n, m, text, len(parameters.links) - 1, numbers)
        gather(pairs, n, m, text, parameters, numbers, to_t, to_s, empty_t, empty_s)
        if hmm:
            jumps_t, jumps_s = parameters.jumps_t, parameters.jumps_s
            posteriors(to_t, empty_t, jumps_t, null, m, n, lanes, post_t, mass, scale_t, work, seen)
            jumps_of(seen, jumps_t, n, lanes, UNIT, counts.jumps_t)
            posteriors(to_s, empty_s, jumps_s, null, n, m, lanes, post_s, mass, scale_s, work, seen)
            jumps_of(seen, jumps_s, m, lanes, UNIT, counts.jumps_s)
        else:
            model1(to_t, empty_t, null, m, n, lanes, scale_t)
            model1(to_s, empty_s, null, n, m, lanes, scale_s)
            post_t, post_s = to_t, to_s
        given_s -= logarithms(scale_t, m * lanes)
        given_t -= logarithms(scale_s, n * lanes)
        count_nulls(pairs, n, m, text, empty_t, empty_s, counts)
        if counts.links.shape[1] == 1:
            count_agreed(numbers, n, m, lanes, post_t, post_s, counts.links)
        else:
            count_apart(numbers, n, m, lanes, post_t, post_s, counts.links)
    return given_s, given_t


@njit(cache=True, nogil=True)
def maximise(rows, columns, size_t, counts, links):
    """Probabilities of links in both directions from counts.

    Args:
        rows, columns: see ``PairIndex``.
        size_t: number of target words.
        counts: float32 or int64 (distinct pairs, 1 or 2), in any unit; one column serves both
            directions.
        links: float32 (distinct pairs + 1, 2), written, see ``Parameters``; a word without any
            count keeps none, and the last row, of unknown word pairs, is 0.
    """
    other = counts.shape[1] - 1
    sums = np.zeros(size_t)
    for p in range(len(columns)):
        sums[columns[p]] += counts[p, other]
    for e in range(len(rows) - 1):
        total = 0.0
        for p in range(rows[e], rows[e + 1]):
            total += counts[p, 0]
        for p in range(rows[e], rows[e + 1]):
            f = columns[p]
            links[p, 0] = counts[p, 0] / total if total > 0 else 0.0
            links[p, 1] = counts[p, other] / sums[f] if sums[f] > 0 else 0.0
    links[len(columns)] = 0


@njit(cache=True, nogil=True)
def sum_columns(columns, values, totals):
    """Add the values of all word pairs to the totals of their target words."""
    for p in range(len(columns)):
        totals[columns[p]] += values[p]


@njit(cache=True, nogil=True)
def inform(first, last, rows, columns, counts, bare, links, totals, backward):
    """Turn base measures into probabilities of links, with counts.

    Args:
        first, last: half-open range of source words.
        rows, columns: see ``PairIndex``.
        counts: float32 (distinct pairs,).
        bare: there are no counts yet, the base measures share out all there is.
        links: float32 (distinct pairs + 1,), base measures, written over but for the last.
        totals: float64 (input words,): forward pseudo-counts of all pairs of a word, backward with
            what was counted, see `sum_columns`.
        backward: whether the target words are the input.
    """
    for e in range(first, last):
        total = 0.0  # backward the input words are the target words, of which there may be fewer
        if not backward:
            total = totals[e]
            for p in range(rows[e], rows[e + 1]):
                total += links[p] if bare else counts[p]
        for p in range(rows[e], rows[e + 1]):
            if backward:
                total = totals[columns[p]]
            value = links[p] if bare else counts[p] + links[p]
            links[p] = value / total if total > 0 else 0.0


@njit(cache=True, nogil=True)
def in_ones(first, last, counts, ones):
    """Write counts in units of 1 / UNIT as numbers of tokens."""
    for p in range(first, last):
        for k in range(counts.shape[1]):
            ones[p, k] = np.float32(counts[p, k] * (1.0 / UNIT))


@njit(cache=True, nogil=True)
def add(counts, more, first, last):
    """Add the counts of other pairs, for a half-open range of word pairs."""
    for p in range(first, last):
        for k in range(counts.shape[1]):
            counts[p, k] += more[p, k]
