"""What each figure adds to the log-odds that a ranker gives."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from diglot.learning.ranker import Ranker


def contributions(ranker: Ranker, features: ArrayLike) -> tuple[NDArray[np.float64], float]:
    """Return what every figure of every row adds to the log-odds, and what they are without any.

    On its way to a leaf a row changes what is expected of it at each node; the change belongs to
    the figure that the node asks for. Expected is the mean of the examples that came to the node,
    so that all changes and the mean of all examples add up to the log-odds of the row.

    Args:
        ranker: one that knows how many examples came to each node.
        features: shape (rows, names), in the order of ``names``; NaN for unknown figures.

    Returns:
        Shape (rows, names), in log-odds; and the log-odds that are expected of any row.

    Raises:
        ConfigError: the ranker is of an earlier version, or was trained on other figures.

    Reference:
        Saabas (2014), Interpreting random forests; Palczewska et al. (2014), Interpreting random
        forest classification models using a feature contribution method, section 3.
    """
    from diglot.learning.kernels import trees as kernel

    rows = np.ascontiguousarray(features, np.float64)
    if rows.ndim != 2 or rows.shape[1] != len(ranker.names):
        raise ConfigError(
            f"this ranker was trained on {len(ranker.names)} figures, not on "
            f"{rows.shape[-1]}: train it again with this version"
        )
    if ranker.reached is None:
        raise ConfigError("this ranker cannot explain what it says: train it again")
    ways = (ranker.roots, ranker.feature)
    sides = (ranker.left, ranker.right)
    mean, total = kernel.means_below(*ways, *sides, ranker.value, ranker.reached)
    found: NDArray[np.float64] = kernel.changes(
        rows, *ways, ranker.threshold, ranker.missing_left, *sides, mean
    )
    found *= ranker.slope
    return found, float(ranker.slope * (ranker.base + total) + ranker.offset)
