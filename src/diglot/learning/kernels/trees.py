"""What rows of features get from many decision trees: the leaves, and what each figure changes."""

from __future__ import annotations

import cython
import numpy as np
from cython.cimports.libc.math import exp


@cython.cfunc
@cython.nogil
@cython.inline
def goes_left(
    figure: cython.double, threshold: cython.double, missing_left: cython.uchar
) -> cython.bint:
    """Whether a row with this figure goes left: up to the threshold, unknown ones as told."""
    return missing_left == 1 if figure != figure else figure <= threshold


def leaf_sums(
    features: cython.const_double[:, ::1],
    roots: cython.const_int[::1],
    feature: cython.const_int[::1],
    threshold: cython.const_double[::1],
    missing_left: cython.const_uchar[::1],
    left: cython.const_int[::1],
    right: cython.const_int[::1],
    value: cython.const_double[::1],
):
    """Add up the leaf of every tree for each row.

    Args:
        features: float64 (rows, figures).
        roots: int32 (trees,), node where each tree begins.
        feature: int32 (nodes,), figure that a node asks for; -1 for leaves.
        threshold: float64 (nodes,), figures up to this go left.
        missing_left: uint8 (nodes,), 1 where NaN goes left.
        left: int32 (nodes,).
        right: int32 (nodes,).
        value: float64 (nodes,), of leaves.

    Returns:
        float64 (rows,).
    """
    sums: cython.double[::1] = np.zeros(len(features))
    with cython.nogil:
        for row in range(len(features)):
            for tree in range(len(roots)):
                node = roots[tree]
                while feature[node] >= 0:
                    figure = features[row, feature[node]]
                    if goes_left(figure, threshold[node], missing_left[node]):
                        node = left[node]
                    else:
                        node = right[node]
                sums[row] += value[node]
    return np.asarray(sums)


def path_changes(
    features: cython.const_double[:, ::1],
    roots: cython.const_int[::1],
    feature: cython.const_int[::1],
    threshold: cython.const_double[::1],
    missing_left: cython.const_uchar[::1],
    left: cython.const_int[::1],
    right: cython.const_int[::1],
    mean: cython.const_double[::1],
):
    """Add up how the mean changes where each figure is asked for, on the way to the leaves.

    Args:
        features: float64 (rows, figures).
        roots, feature, threshold, missing_left, left, right: see `leaf_sums`.
        mean: float64 (nodes,), of the leaves below each node.

    Returns:
        float64 (rows, figures).
    """
    found: cython.double[:, ::1] = np.zeros((features.shape[0], features.shape[1]))
    with cython.nogil:
        for row in range(len(features)):
            for tree in range(len(roots)):
                node = roots[tree]
                while feature[node] >= 0:
                    asked = feature[node]
                    if goes_left(features[row, asked], threshold[node], missing_left[node]):
                        below = left[node]
                    else:
                        below = right[node]
                    found[row, asked] += mean[below] - mean[node]
                    node = below
    return np.asarray(found)


# How trees are grown: the best leaf first, by histograms of gradients.

BINS = 256
SIDE_BY_SIDE = 4
"""Features whose codes lie side by side: four sums that do not wait for each other."""

LEAST_CURVATURE = cython.declare(cython.double, 1e-3)
NEVER_ZERO = cython.declare(cython.double, 1e-15)
UNKNOWN = cython.declare(cython.uchar, BINS - 1)
SIDE = cython.declare(cython.int, SIDE_BY_SIDE)


@cython.cclass
class Forest:
    """Trees that grow one after the other, each on what those before it leave to be explained.

    Reference:
        Friedman 2001, Greedy function approximation; Chen and Guestrin 2016, XGBoost, equations 5
        and 7 and algorithm 3, for values, gains and unknown figures.
    """

    codes: cython.const_uchar[:, :, ::1]
    bins: cython.const_int[::1]
    unknown: cython.const_uchar[::1]
    right: cython.const_uchar[::1]
    weight: cython.const_double[::1]
    least_leaf: cython.Py_ssize_t
    leaves: cython.Py_ssize_t
    rate: cython.double
    penalty: cython.double
    # By row: log-odds, gradient of the loss and its curvature, rows in the order of the leaves.
    log_odds: cython.double[::1]
    slopes: cython.float[:, ::1]
    order: cython.int[::1]
    aside: cython.int[::1]
    # By leaf: histograms of slopes and curvatures, and of rows.
    sums: cython.double[:, :, :, ::1]
    counts: cython.int[:, :, ::1]
    # By node.
    begin: cython.int[::1]
    end: cython.int[::1]
    place: cython.int[::1]
    feature: cython.int[::1]
    code: cython.int[::1]
    leftward: cython.uchar[::1]
    left: cython.int[::1]
    slope: cython.double[:, ::1]
    left_slope: cython.double[:, ::1]
    value: cython.double[::1]
    gain: cython.double[::1]

    def __init__(self, codes, bins, unknown, right, weight, base: cython.double, growth):
        """Take the examples.

        Args:
            codes: uint8 (groups, rows, SIDE_BY_SIDE), bins of features, the last one unknown.
            bins: int32 (features,), bins of what is known of each.
            unknown: uint8 (features,), 1 where a figure is unknown in some row.
            right, weight: uint8 and float64 (rows,).
            base: log-odds before the first tree.
            growth: leaves of a tree, rows of a leaf, learning rate and penalty.
        """
        self.leaves, self.least_leaf, self.rate, self.penalty = growth
        self.codes, self.bins, self.unknown = codes, bins, unknown
        self.right, self.weight = right, weight
        rows, wide = len(right), len(codes) * SIDE_BY_SIDE
        self.log_odds = np.full(rows, base)
        self.slopes = np.zeros((rows, 2), np.float32)
        self.order, self.aside = np.zeros((2, rows), np.int32)
        self.sums = np.zeros((self.leaves, wide, BINS, 2))
        self.counts = np.zeros((self.leaves, wide, BINS), np.int32)
        nodes = 2 * self.leaves - 1
        whole = np.zeros((6, nodes), np.int32)
        self.begin, self.end, self.place, self.feature, self.code, self.left = whole
        self.leftward = np.zeros(nodes, np.uint8)
        self.slope, self.left_slope = np.zeros((2, nodes, 2))
        self.value, self.gain = np.zeros((2, nodes))

    def grow(self) -> list:
        """Grow the next tree.

        Returns:
            Its nodes, children after their parents: feature, -1 for leaves; code up to which rows
            go left; whether unknown ones do; left child, which the right one follows; value; and
            number of rows.
        """
        with cython.nogil:
            self.derive()
            nodes: cython.Py_ssize_t = self.split_all()
            self.step(nodes)
        found = [self.feature, self.code, self.leftward, self.left, self.value]
        rows = np.subtract(self.end, self.begin)
        return [*[np.array(each)[:nodes] for each in found], rows[:nodes]]

    @cython.cfunc
    @cython.nogil
    def derive(self) -> cython.void:
        """Find slope and curvature of the loss of every row."""
        for row in range(self.order.shape[0]):
            self.order[row] = row
            odds = exp(-self.log_odds[row])
            slope = -odds / (1.0 + odds) if self.right[row] else 1.0 / (1.0 + odds)
            curvature = odds / ((1.0 + odds) * (1.0 + odds))
            self.slopes[row, 0] = cython.cast(cython.float, self.weight[row] * slope)
            self.slopes[row, 1] = cython.cast(cython.float, self.weight[row] * curvature)

    @cython.cfunc
    @cython.nogil
    def fill(self, node: cython.Py_ssize_t) -> cython.void:
        """Add up the rows of a node by the bins of all features."""
        place = self.place[node]
        sums: cython.double[:, :, ::1] = self.sums[place]
        counts: cython.int[:, ::1] = self.counts[place]
        sums[:, :, :] = 0.0
        counts[:, :] = 0
        for group in range(self.codes.shape[0]):
            feature = group * self.codes.shape[2]
            for at in range(self.begin[node], self.end[node]):
                row = self.order[at]
                slope, curvature = self.slopes[row, 0], self.slopes[row, 1]
                for each in range(4):  # SIDE_BY_SIDE, which the compiler must know
                    code = self.codes[group, row, each]
                    sums[feature + each, code, 0] += slope
                    sums[feature + each, code, 1] += curvature
                    counts[feature + each, code] += 1

    @cython.cfunc
    @cython.nogil
    def take_away(self, node: cython.Py_ssize_t, other: cython.Py_ssize_t) -> cython.void:
        """Turn the histogram of the parent into that of one child by taking away the other's."""
        place, less = self.place[node], self.place[other]
        for feature in range(self.bins.shape[0]):
            for code in range(self.counts.shape[2]):
                self.sums[place, feature, code, 0] -= self.sums[less, feature, code, 0]
                self.sums[place, feature, code, 1] -= self.sums[less, feature, code, 1]
                self.counts[place, feature, code] -= self.counts[less, feature, code]

    @cython.cfunc
    @cython.nogil
    def best_value(self, slope: cython.double, curvature: cython.double) -> cython.double:
        """Return what a leaf adds to the log-odds, before the learning rate."""
        return -slope / (curvature + self.penalty + NEVER_ZERO)

    @cython.cfunc
    @cython.nogil
    def find_split(self, node: cython.Py_ssize_t) -> cython.void:
        """Find the split of a node that gains most; its gain is -1 where it cannot be split."""
        place = self.place[node]
        size = self.end[node] - self.begin[node]
        loss = self.slope[node, 0] * self.value[node]
        slope: cython.double
        curvature: cython.double
        self.gain[node] = -1.0
        if size < 2 * self.least_leaf or self.slope[node, 1] < LEAST_CURVATURE:
            return
        for feature in range(self.bins.shape[0]):
            known = self.bins[feature]
            # Bins are walked over from the left, unknown figures right, then from the right.
            for leftward in range(1 + self.unknown[feature]):
                slope = curvature = 0.0
                near: cython.Py_ssize_t = 0
                for step in range(known if self.unknown[feature] and not leftward else known - 1):
                    code = known - 1 - step if leftward else step
                    near += self.counts[place, feature, code]
                    slope += self.sums[place, feature, code, 0]
                    curvature += self.sums[place, feature, code, 1]
                    if near < self.least_leaf or curvature < LEAST_CURVATURE:
                        continue
                    far_slope = self.slope[node, 0] - slope
                    far_curvature = self.slope[node, 1] - curvature
                    if size - near < self.least_leaf or far_curvature < LEAST_CURVATURE:
                        break
                    one = slope * self.best_value(slope, curvature)
                    other = far_slope * self.best_value(far_slope, far_curvature)
                    gain = loss - other - one if leftward else loss - one - other
                    if gain > self.gain[node] and gain > 0.0:
                        self.gain[node] = gain
                        self.feature[node], self.code[node] = feature, code - leftward
                        self.leftward[node] = leftward
                        self.left_slope[node, 0] = far_slope if leftward else slope
                        self.left_slope[node, 1] = far_curvature if leftward else curvature

    @cython.cfunc
    @cython.nogil
    def part(self, node: cython.Py_ssize_t) -> cython.Py_ssize_t:
        """Put the rows of a node that go left before those that go right; return the border."""
        group = self.feature[node] // SIDE
        each = self.feature[node] % SIDE
        border = self.begin[node]
        others: cython.Py_ssize_t = 0
        goes: cython.bint
        for at in range(self.begin[node], self.end[node]):
            row = self.order[at]
            code = self.codes[group, row, each]
            goes = self.leftward[node] == 1 if code == UNKNOWN else code <= self.code[node]
            if goes:
                self.order[border] = row
                border += 1
            else:
                self.aside[others] = row
                others += 1
        for at in range(others):
            self.order[border + at] = self.aside[at]
        return border

    @cython.cfunc
    @cython.nogil
    def split_all(self) -> cython.Py_ssize_t:
        """Split the leaf that gains most until there are enough; return the number of nodes."""
        nodes: cython.Py_ssize_t = 1
        places: cython.int = 1
        self.begin[0], self.end[0], self.place[0], self.value[0] = 0, self.order.shape[0], 0, 0.0
        self.fill(0)
        self.slope[0, 0], self.slope[0, 1] = 0.0, 0.0
        for code in range(self.counts.shape[2]):
            self.slope[0, 0] += self.sums[0, 0, code, 0]
            self.slope[0, 1] += self.sums[0, 0, code, 1]
        self.left[0] = 0
        self.find_split(0)
        while nodes < self.gain.shape[0]:
            best = 0
            for node in range(1, nodes):
                if self.left[node] == 0 and (self.left[best] or self.gain[node] > self.gain[best]):
                    best = node
            if self.left[best] or self.gain[best] <= 0.0:
                break
            self.left[best] = nodes
            self.begin[nodes] = self.begin[best]
            self.end[nodes] = self.begin[nodes + 1] = self.part(best)
            self.end[nodes + 1] = self.end[best]
            # Rows more on the left than on the right; what is unknown later goes with the more.
            excess = 2 * self.end[nodes] - self.begin[best] - self.end[best]
            small = nodes + 1 if excess >= 0 else nodes
            large = nodes if excess >= 0 else nodes + 1
            if not self.unknown[self.feature[best]]:
                self.leftward[best] = excess > 0
            for side in range(2):
                self.slope[nodes, side] = self.left_slope[best, side]
                self.slope[nodes + 1, side] = self.slope[best, side] - self.left_slope[best, side]
            for node in range(nodes, nodes + 2):
                self.left[node] = 0
                self.value[node] = self.best_value(self.slope[node, 0], self.slope[node, 1])
                self.gain[node] = -1.0
            nodes += 2
            # The last leaves are not split: what they hold is not asked.
            if nodes < self.gain.shape[0]:
                self.place[small], self.place[large] = places, self.place[best]
                places += 1
                self.fill(small)
                self.take_away(large, small)
                self.find_split(small)
                self.find_split(large)
        return nodes

    @cython.cfunc
    @cython.nogil
    def step(self, nodes: cython.Py_ssize_t) -> cython.void:
        """Add the values of the leaves to the log-odds of their rows."""
        for node in range(nodes):
            if self.left[node]:
                continue
            self.feature[node], self.code[node], self.leftward[node] = -1, 0, 0
            self.value[node] *= self.rate
            for at in range(self.begin[node], self.end[node]):
                self.log_odds[self.order[at]] += self.value[node]
