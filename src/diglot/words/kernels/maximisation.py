"""Maximisation: probabilities of links from expected counts (compiled)."""

from __future__ import annotations

import cython
import numpy as np


def maximise(
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    size_t: cython.Py_ssize_t,
    counts: cython.const_float[:, ::1],
    links: cython.float[:, ::1],
):
    """Probabilities of links in both directions from counts.

    Args:
        rows, columns: see ``PairIndex``.
        size_t: number of target words.
        counts: float32 (distinct pairs, 1 or 2), in any unit; one column serves both directions.
        links: float32 (distinct pairs + 1, 2), written, see ``Parameters``; a word without any
            count keeps none, and the last row, of unknown word pairs, is 0.
    """
    other = counts.shape[1] - 1
    sums: cython.double[::1] = np.zeros(size_t)
    p: cython.Py_ssize_t
    with cython.nogil:
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
        links[len(columns), 0] = links[len(columns), 1] = 0


def sum_columns(
    columns: cython.const_int[::1], values: cython.const_float[:], totals: cython.double[::1]
):
    """Add the values of all word pairs to the totals of their target words."""
    with cython.nogil:
        for p in range(len(columns)):
            totals[columns[p]] += values[p]


def inform(
    first: cython.Py_ssize_t,
    last: cython.Py_ssize_t,
    rows: cython.const_longlong[::1],
    columns: cython.const_int[::1],
    counts: cython.const_float[:],
    bare: cython.bint,
    links: cython.float[:],
    totals: cython.const_double[::1],
    backward: cython.bint,
):
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
    p: cython.Py_ssize_t
    total: cython.double
    with cython.nogil:
        for e in range(first, last):
            total = 0.0  # backward the input words are the target words: there may be fewer
            if not backward:
                total = totals[e]
                for p in range(rows[e], rows[e + 1]):
                    total += links[p] if bare else counts[p]
            for p in range(rows[e], rows[e + 1]):
                if backward:
                    total = totals[columns[p]]
                value: cython.float = links[p] if bare else counts[p] + links[p]
                links[p] = value / total if total > 0 else 0.0
