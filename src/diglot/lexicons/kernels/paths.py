"""Paths between words over words of other languages (compiled).

The score of a path is a product of one factor for each of its words, so that the best ways to a
word in the middle are those of the best first steps: nothing else has to be kept.
"""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.diglot.learning.kernels.order import greatest
from cython.cimports.libc.math import sqrt

ONE = cython.declare(cython.ulonglong, 1)


@cython.cclass
class PathSearch:
    """The search for the best paths of pairs of words.

    Args:
        view: the graph, a `View`.
        source: int32 (pairs,), nodes.
        target: int32 (pairs,), nodes.
        near: int32 (nodes,), number of neighbours of each node in the source, and the same in the
            target language.
        beyond: int32 (nodes,), number of its pivots with neighbours there, and there.
        budget: edges to go over for a source word at most, and again for a pair of four steps. A
            pivot with more neighbours than are left of it is passed over: a hub has so many ways
            out that its paths weigh little.
        found: pivots int32 (pairs, best, 3), -1 beyond; scores float64 (pairs, best), 0 beyond;
            numbers of paths int64 (pairs, 3); sums of scores float64 (pairs,); languages of pivots
            as bits uint64 (pairs, words of 64); whether something was passed over uint8 (pairs,).
            Changed.
    """

    starts: cython.const_longlong[::1]
    neighbours: cython.const_int[::1]
    language: cython.const_ushort[::1]
    wanted: cython.const_uchar[::1]
    source: cython.const_int[::1]
    target: cython.const_int[::1]
    to_source: cython.const_int[::1]
    to_target: cython.const_int[::1]
    by_source: cython.const_int[::1]
    by_target: cython.const_int[::1]
    budget: cython.longlong
    best_pivots: cython.int[:, :, ::1]
    best_scores: cython.double[:, ::1]
    counts: cython.longlong[:, ::1]
    strength: cython.double[::1]
    through: cython.ulonglong[:, ::1]
    cut: cython.uchar[::1]
    best: cython.Py_ssize_t
    most: cython.Py_ssize_t
    order: cython.int[::1]
    # What the pivots of a source word lead to: the group, and the row of each word in what follows;
    # the best pivots of each, how many it has, and the sum of their weights.
    group: cython.int
    reached: cython.int[:, ::1]
    which: cython.int[:, ::1]
    number: cython.int[::1]
    total: cython.double[::1]

    def __init__(self, view, source, target, near, beyond, budget: cython.longlong, found):
        self.starts, self.neighbours, self.language, self.wanted = view
        self.source, self.target = source, target
        self.to_source, self.to_target = near
        self.by_source, self.by_target = beyond
        self.budget = budget
        self.best_pivots, self.best_scores, self.counts, self.strength, self.through, self.cut = (
            found
        )
        self.best = self.best_scores.shape[1]
        ends = np.concatenate((source, target))
        self.most = (view.starts[ends + 1] - view.starts[ends]).max(initial=1)
        self.order = np.empty(self.most, np.int32)
        self.group = 0
        self.reached = np.zeros((len(view.language), 2), np.int32)
        self.which = np.empty((budget, self.best), np.int32)
        self.number = np.empty(budget, np.int32)
        self.total = np.empty(budget)

    def short_paths(self, pairs: cython.const_longlong[::1], longest: cython.int):
        """Find the best paths of two and of three steps.

        Args:
            pairs: numbers of pairs, those of one source word side by side.
            longest: 2 or 3.
        """
        pivots: cython.int[::1] = np.empty(self.most, np.int32)
        others: cython.int[::1] = np.empty(self.most, np.int32)
        shares: cython.double[::1] = np.empty(self.most)
        other_shares: cython.double[::1] = np.empty(self.most)
        weights: cython.double[::1] = np.empty(self.most)
        longer: cython.double[::1] = np.empty(self.most)
        place: cython.int[:, ::1] = np.zeros((len(self.language), 2), np.int32)
        size: cython.Py_ssize_t = 0
        whole: cython.bint = True
        x: cython.Py_ssize_t
        with cython.nogil:
            for q in range(len(pairs)):
                k = pairs[q]
                s = self.source[k]
                if q == 0 or s != self.source[pairs[q - 1]]:
                    self.group = self.group + 1
                    size = self.first_steps(s, pivots, shares)
                    for x in range(size):
                        place[pivots[x], 0] = self.group
                        place[pivots[x], 1] = x
                    weigh_pivots(size, pivots, shares, self.to_target, self.to_source, weights)
                    if longest > 2:
                        weigh_pivots(size, pivots, shares, self.by_target, self.to_source, longer)
                        whole = self.spread_pivots(size, pivots, longer, self.to_target)
                self.cut[k] = not whole
                for y in range(self.first_steps(self.target[k], others, other_shares)):
                    m = others[y]
                    if place[m, 0] == self.group:
                        code = self.language[m]
                        self.through[k, code // 64] |= ONE << code % 64
                        score = weights[place[m, 1]] * sqrt(other_shares[y])
                        self.counts[k, 0] += 1
                        self.strength[k] += score
                        self.keep_best(k, score, m, -1, -1)
                    if longest > 2 and self.reached[m, 0] == self.group and self.by_source[m] > 0:
                        row = self.reached[m, 1]
                        ways: cython.double = self.by_source[m]
                        ways *= self.to_target[m]
                        weight = sqrt(other_shares[y] / ways)
                        self.counts[k, 1] += self.number[row]
                        self.strength[k] += self.total[row] * weight
                        for z in range(min(self.best, self.number[row])):
                            x = self.which[row, z]
                            self.keep_best(k, longer[x] * weight, pivots[x], m, -1)

    def long_paths(
        self,
        pairs: cython.const_longlong[::1],
        far_source: cython.const_int[::1],
        far_target: cython.const_int[::1],
    ):
        """Find the best paths of four steps.

        Args:
            pairs: numbers of pairs without shorter ones, those of one source word side by side.
            far_source: int32 (nodes,), number of neighbours of each node with pivots that have
                neighbours in the source language.
            far_target: the same of the target language.
        """
        pivots: cython.int[::1] = np.empty(self.most, np.int32)
        others: cython.int[::1] = np.empty(self.most, np.int32)
        shares: cython.double[::1] = np.empty(self.most)
        weights: cython.double[::1] = np.empty(self.most)
        other_weights: cython.double[::1] = np.empty(self.most)
        whole: cython.bint = True
        with cython.nogil:
            for q in range(len(pairs)):
                k = pairs[q]
                s, t = self.source[k], self.target[k]
                if q == 0 or s != self.source[pairs[q - 1]]:
                    self.group = self.group + 1
                    size = self.first_steps(s, pivots, shares)
                    weigh_pivots(size, pivots, shares, far_target, self.to_source, weights)
                    whole = self.spread_pivots(size, pivots, weights, self.by_target)
                if not whole:
                    self.cut[k] = True
                size = self.first_steps(t, others, shares)
                weigh_pivots(size, others, shares, far_source, self.to_target, other_weights)
                greatest(other_weights, size, size, self.order)
                left = self.budget
                for place in range(size):
                    y: cython.Py_ssize_t = self.order[place]
                    if other_weights[y] <= 0.0:
                        break
                    last = others[y]
                    if self.starts[last + 1] - self.starts[last] > left:
                        self.cut[k] = True
                        continue
                    left -= self.starts[last + 1] - self.starts[last]
                    for edge in range(self.starts[last], self.starts[last + 1]):
                        m = self.neighbours[edge]
                        if self.reached[m, 0] != self.group or self.by_source[m] == 0:
                            continue
                        row = self.reached[m, 1]
                        ways: cython.double = self.by_source[m]
                        ways *= self.by_target[m]
                        weight = other_weights[y] / sqrt(ways)
                        self.counts[k, 2] += self.number[row]
                        self.strength[k] += self.total[row] * weight
                        for z in range(min(self.best, self.number[row])):
                            x = self.which[row, z]
                            self.keep_best(k, weights[x] * weight, pivots[x], m, last)

    @cython.cfunc
    @cython.nogil
    def first_steps(
        self, node: cython.int, pivots: cython.int[::1], shares: cython.double[::1]
    ) -> cython.Py_ssize_t:
        """Find the pivots of a node and the probability that a walk steps to each.

        A language is chosen first, each with equal probability, then a neighbour in it.

        Returns:
            Number of pivots.
        """
        size: cython.Py_ssize_t = 0
        begin: cython.Py_ssize_t = 0
        languages: cython.longlong = 0
        for edge in range(self.starts[node], self.starts[node + 1]):
            pivot = self.neighbours[edge]
            if self.wanted[pivot]:
                continue
            if size == 0 or self.language[pivot] != self.language[pivots[begin]]:
                for x in range(begin, size):
                    shares[x] = 1.0 / (size - begin)
                begin = size
                languages += 1
            pivots[size] = pivot
            size += 1
        for x in range(begin, size):
            shares[x] = 1.0 / (size - begin)
        for x in range(size):
            shares[x] /= languages
        return size

    @cython.cfunc
    @cython.nogil
    def spread_pivots(
        self,
        size: cython.Py_ssize_t,
        pivots: cython.const_int[::1],
        weights: cython.const_double[::1],
        goal: cython.const_int[::1],
    ) -> cython.bint:
        """Note which words the pivots with a weight lead to, best pivots first.

        Not words whose ``goal`` is 0, nor those of the two languages; returns whether the budget
        sufficed.
        """
        left = self.budget
        rows: cython.int = 0
        whole: cython.bint = True
        greatest(weights, size, size, self.order)
        for place in range(size):
            x = self.order[place]
            if weights[x] <= 0.0:
                break
            pivot = pivots[x]
            if self.starts[pivot + 1] - self.starts[pivot] > left:
                whole = False
                continue
            left -= self.starts[pivot + 1] - self.starts[pivot]
            for edge in range(self.starts[pivot], self.starts[pivot + 1]):
                other = self.neighbours[edge]
                if goal[other] == 0 or self.wanted[other]:
                    continue
                if self.reached[other, 0] != self.group:
                    self.reached[other, 0] = self.group
                    self.reached[other, 1] = rows
                    self.number[rows] = 0
                    self.total[rows] = 0.0
                    rows += 1
                row = self.reached[other, 1]
                if self.number[row] < self.best:
                    self.which[row, self.number[row]] = x
                self.number[row] += 1
                self.total[row] += weights[x]
        return whole

    @cython.cfunc
    @cython.nogil
    def keep_best(
        self,
        k: cython.Py_ssize_t,
        score: cython.double,
        one: cython.int,
        two: cython.int,
        three: cython.int,
    ) -> cython.void:
        """Put a path among the best of a pair, if it is.

        Of equal ones the shorter one comes first, then the one with the lower numbers.
        """
        at = self.best
        while at > 0 and self.comes_before(k, at - 1, score, one, two, three):
            at -= 1
        if at == self.best:
            return
        for x in range(self.best - 1, at, -1):
            self.best_scores[k, x] = self.best_scores[k, x - 1]
            for y in range(3):
                self.best_pivots[k, x, y] = self.best_pivots[k, x - 1, y]
        self.best_scores[k, at] = score
        self.best_pivots[k, at, 0] = one
        self.best_pivots[k, at, 1] = two
        self.best_pivots[k, at, 2] = three

    @cython.cfunc
    @cython.nogil
    @cython.inline
    def comes_before(
        self,
        k: cython.Py_ssize_t,
        at: cython.Py_ssize_t,
        score: cython.double,
        one: cython.int,
        two: cython.int,
        three: cython.int,
    ) -> cython.bint:
        """Whether a path comes before one that is kept, or before nothing."""
        held = self.best_pivots[k, at, 0]
        if self.best_scores[k, at] != score or held < 0:
            return self.best_scores[k, at] <= score
        second, third = self.best_pivots[k, at, 1], self.best_pivots[k, at, 2]
        if (second >= 0) != (two >= 0):
            return second >= 0
        if (third >= 0) != (three >= 0):
            return third >= 0
        if held != one:
            return held > one
        if second != two:
            return second > two
        return third > three


@cython.cfunc
@cython.nogil
def weigh_pivots(
    size: cython.Py_ssize_t,
    pivots: cython.const_int[::1],
    shares: cython.const_double[::1],
    onward: cython.const_int[::1],
    back: cython.const_int[::1],
    weights: cython.double[::1],
) -> cython.void:
    """Weigh each pivot: the root of the probability to come to it and of that to leave it.

    ``shares`` are the probabilities of the step to each; nodes have ways ``onward`` and ``back``.
    """
    for x in range(size):
        ways: cython.double = onward[pivots[x]]
        ways *= back[pivots[x]]
        weights[x] = sqrt(shares[x] / ways) if ways > 0 else 0.0
