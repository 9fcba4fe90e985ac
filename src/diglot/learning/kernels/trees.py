"""What rows of features get from many decision trees: the leaves, and what each figure changes."""

from __future__ import annotations

import numpy as np
from numba import njit


@njit(cache=True, nogil=True)
def leaf_sums(features, roots, feature, threshold, missing_left, left, right, value):
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
    sums = np.zeros(len(features))
    for row in range(len(features)):
        for node in roots:
            while feature[node] >= 0:
                figure = features[row, feature[node]]
                if np.isnan(figure):
                    goes_left = missing_left[node] == 1
                else:
                    goes_left = figure <= threshold[node]
                node = left[node] if goes_left else right[node]
            sums[row] += value[node]
    return sums


@njit(cache=True, nogil=True)
def means_below(roots, feature, left, right, value, reached):
    """Return the mean leaf below every node, by the examples that came to each.

    Args:
        roots: int32 (trees,).
        feature: int32 (nodes,), -1 for leaves.
        left: int32 (nodes,), greater than the node itself.
        right: int32 (nodes,), the same.
        value: float64 (nodes,), of leaves.
        reached: int32 (nodes,), examples that came to each node.

    Returns:
        float64 (nodes,), and the sum of the roots.
    """
    mean = value.copy()
    for node in range(len(feature) - 1, -1, -1):
        if feature[node] >= 0:
            one, other = left[node], right[node]
            whole = np.float64(reached[one]) + reached[other]
            mean[node] = (mean[one] * reached[one] + mean[other] * reached[other]) / whole
    total = 0.0
    for node in roots:
        total += mean[node]
    return mean, total


@njit(cache=True, nogil=True)
def path_changes(features, roots, feature, threshold, missing_left, left, right, mean):
    """Add up how the mean changes where each figure is asked for, on the way to the leaves.

    Args:
        features: float64 (rows, figures).
        roots: int32 (trees,), node where each tree begins.
        feature: int32 (nodes,), figure that a node asks for; -1 for leaves.
        threshold: float64 (nodes,), figures up to this go left.
        missing_left: uint8 (nodes,), 1 where NaN goes left.
        left: int32 (nodes,).
        right: int32 (nodes,).
        mean: float64 (nodes,), of the leaves below each node.

    Returns:
        float64 (rows, figures).
    """
    found = np.zeros(features.shape)
    for row in range(len(features)):
        for node in roots:
            while feature[node] >= 0:
                asked = feature[node]
                figure = features[row, asked]
                if np.isnan(figure):
                    goes_left = missing_left[node] == 1
                else:
                    goes_left = figure <= threshold[node]
                below = left[node] if goes_left else right[node]
                found[row, asked] += mean[below] - mean[node]
                node = below
    return found
