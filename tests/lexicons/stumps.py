"""Scorers of one question, made by hand."""

from __future__ import annotations

import numpy as np

from diglot.learning.trees import Ranker
from diglot.lexicons.learned.features import NAMES


def stump(name: str, border: float, low: float = -2.0, high: float = 2.0) -> Ranker:
    """A tree that asks one figure alone: the log-odds up to a border, and above it."""
    return Ranker(
        names=NAMES,
        roots=np.array([0], np.int32),
        feature=np.array([NAMES.index(name), -1, -1], np.int32),
        threshold=np.array([border, 0.0, 0.0]),
        missing_left=np.array([1, 0, 0], np.uint8),
        left=np.array([1, 0, 0], np.int32),
        right=np.array([2, 0, 0], np.int32),
        value=np.array([0.0, low, high]),
        base=0.0,
    )
