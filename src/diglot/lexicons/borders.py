"""Measures of any scale as scores: the border between right and wrong comes to lie at one half."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


def placed(
    values: NDArray[np.floating], border: float, *, least: float = 0.0, greatest: float = 1.0
) -> NDArray[np.float64]:
    """Return scores in [0, 1] that rise with the values, 0.5 at the border.

    Two straight lines: from least to border, from border to greatest; what lies beyond is cut off.

    Args:
        values: measures.
        border: a value between the two others.
        least: value that gets 0.
        greatest: value that gets 1.
    """
    known = np.clip(np.asarray(values, np.float64), least, greatest)
    return np.interp(known, [least, border, greatest], [0.0, 0.5, 1.0])
