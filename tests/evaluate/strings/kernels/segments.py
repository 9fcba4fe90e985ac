"""Segments as the kernels of string metrics take them."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

SYMBOLS = st.lists(st.integers(0, 3), max_size=9)


def flat(segments, dtype=np.int32):
    """All symbols behind one another, and where each segment begins."""
    symbols = np.array([symbol for segment in segments for symbol in segment], dtype)
    return symbols, np.cumsum([0, *map(len, segments)]).astype(np.int64)
