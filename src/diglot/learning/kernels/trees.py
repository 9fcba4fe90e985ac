"""What rows of features get from many decision trees: the leaves, and what each figure changes."""

from __future__ import annotations

import cython
import numpy as np


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


def means_below(
    roots: cython.const_int[::1],
    feature: cython.const_int[::1],
    left: cython.const_int[::1],
    right: cython.const_int[::1],
    value: cython.const_double[::1],
    reached: cython.const_int[::1],
):
    """Return the mean leaf below every node, by the examples that came to each.

    Args:
        roots: int32 (trees,).
        feature: int32 (nodes,), -1 for leaves.
        left: int32 (nodes,), greater than the node itself.
        right: int32 (nodes,), the same.
        value: float64 (nodes,), of leaves.
        reached: int32 (nodes,), examples that came to each node, at least one.

    Returns:
        float64 (nodes,), and the sum of the roots.
    """
    mean: cython.double[::1] = np.array(value)
    total: cython.double = 0.0
    node: cython.Py_ssize_t
    with cython.nogil:
        for node in range(len(feature) - 1, -1, -1):
            if feature[node] >= 0:
                one, other = left[node], right[node]
                whole = cython.cast(cython.double, reached[one]) + reached[other]
                mean[node] = (mean[one] * reached[one] + mean[other] * reached[other]) / whole
        for tree in range(len(roots)):
            total += mean[roots[tree]]
    return np.asarray(mean), total


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
        mean: float64 (nodes,), of the leaves below each node, see `means_below`.

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
