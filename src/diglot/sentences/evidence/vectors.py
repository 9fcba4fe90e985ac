"""Sentence vectors as evidence."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.sentences.evidence.anchors import drop_strays, longest_increasing

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.search.bands import Types
    from diglot.sentences.values import Pair, Path


# Vectors of any encoder can be given, so nothing is assumed of their scale: the similarities of
# the current 1-1 links and of their neighbours show what a high similarity is.
#
# Reference: Thompson and Koehn (2019) for block vectors as sums; the self-calibration is ours.

CHUNK = 1024
WHOLE = 10_000
CONVINCING = 0.35
"""Share of sentences that the chain must hold; one of random vectors holds 2 / root n."""
_NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
_STEEPEST = 60.0
LEAST_PAIRS = 10


@dataclass(frozen=True, slots=True)
class Calibration:
    """Log-odds of a link are ``slope * (cosine - middle)``."""

    middle: float = 0.5
    slope: float = 0.0


def calibrate(pairs: Sequence[Pair], paths: Sequence[Path], types: Types) -> Calibration:
    """Fit two normal distributions of one width: linked sentences, and their neighbours.

    What is linked is said by ``Pair.nearest`` where the vectors convince by themselves, else by
    the 1-1 links of the current paths.
    """
    linked: list[NDArray[np.float32]] = []
    unlinked: list[NDArray[np.float32]] = []
    for pair, path in zip(pairs, paths, strict=True):
        if pair.vectors is None:
            continue
        source, target = (side.vectors for side in pair.vectors)
        i, j = pair.nearest[:, 0], pair.nearest[:, 1]
        if not len(pair.nearest):
            single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
            i, j = path.ends_i[single] - 1, path.ends_j[single] - 1
        linked.append(np.einsum("ld,ld->l", source[i], target[j]))
        for step in _NEIGHBOURS:
            inside = (j + step >= 0) & (j + step < len(target))
            unlinked.append(np.einsum("ld,ld->l", source[i[inside]], target[j[inside] + step]))
    if sum(map(len, linked)) < LEAST_PAIRS:
        return Calibration()
    yes, no = np.concatenate(linked), np.concatenate(unlinked)
    # Medians and quartiles: some of the links are wrong.
    high, low = float(np.median(yes)), float(np.median(no))
    width = max(
        float(np.subtract(*np.percentile(yes, [75, 25]))) / 1.349,
        float(np.subtract(*np.percentile(no, [75, 25]))) / 1.349,
        1e-3,
    )
    slope = max(0.0, (high - low) / width**2)
    return Calibration((high + low) / 2, min(slope, _STEEPEST))


def nearest_chain(source: NDArray[np.float32], target: NDArray[np.float32]) -> NDArray[np.int64]:
    """Chain of sentence pairs that are each other's nearest, int64 (points, 2), increasing.

    Texts of more than ``WHOLE`` sentences are compared near the diagonal only. A chain that leaves
    most sentences out is chance, and no chain at all.
    """
    n, m = len(source), len(target)
    best_target = np.full(n, -1, np.int64)
    best_source = np.full(m, -1, np.int64)
    nearest = np.full(m, -np.inf, np.float32)
    for begin in range(0, n, CHUNK):
        end = min(n, begin + CHUNK)
        low, high = 0, m
        if m > WHOLE:
            low = max(0, begin * m // n - WHOLE // 2)
            high = min(m, end * m // n + WHOLE // 2)
        cosines = source[begin:end] @ target[low:high].T
        best_target[begin:end] = low + cosines.argmax(axis=1)
        rows = cosines.argmax(axis=0)
        values = cosines[rows, np.arange(high - low)]
        better = values > nearest[low:high]
        nearest[low:high][better] = values[better]
        best_source[low:high][better] = begin + rows[better]
    mutual = best_source[best_target] == np.arange(n)
    points = np.stack([np.flatnonzero(mutual), best_target[mutual]], axis=1)
    chain = drop_strays(longest_increasing(points))
    return chain if len(chain) >= CONVINCING * min(n, m) else chain[:0]
