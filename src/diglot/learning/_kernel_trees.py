"""Sums of the leaves that rows of features fall into, over many decision trees."""

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
