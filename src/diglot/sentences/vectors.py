"""Sentence vectors as evidence: similarities turned into log-odds by the links at hand.

Vectors of any encoder can be given, so nothing is assumed of their scale: the similarities of the
current 1-1 links and of their neighbours show what a high similarity is.

Reference: Thompson and Koehn (2019) for block vectors as sums; the self-calibration is ours.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.corpus import Pair, Path
    from diglot.sentences.types import Types

REACH = 6
_NEIGHBOURS = (-3, -2, -1, 1, 2, 3)
_STEEPEST = 60.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """Log-odds of a link are ``slope * (cosine - middle)``."""

    middle: float = 0.5
    slope: float = 0.0


def calibrated(pairs: Sequence[Pair], paths: Sequence[Path], types: Types) -> Calibration:
    """Fit two normal distributions of one width: 1-1 links, and their neighbours."""
    linked: list[NDArray[np.float32]] = []
    unlinked: list[NDArray[np.float32]] = []
    for pair, path in zip(pairs, paths, strict=True):
        if pair.vectors is None:
            continue
        source, target = pair.vectors
        single = (types.source[path.kinds] == 1) & (types.target[path.kinds] == 1)
        i, j = path.ends_i[single] - 1, path.ends_j[single] - 1
        linked.append(np.einsum("ld,ld->l", source[i], target[j]))
        for step in _NEIGHBOURS:
            inside = (j + step >= 0) & (j + step < len(target))
            unlinked.append(np.einsum("ld,ld->l", source[i[inside]], target[j[inside] + step]))
    if not linked or sum(map(len, linked)) < 10:
        return Calibration()
    # The median and the quartiles: some of the current links are wrong.
    yes, no = np.concatenate(linked), np.concatenate(unlinked)
    high, low = float(np.median(yes)), float(np.median(no))
    width = max(
        float(np.subtract(*np.percentile(yes, [75, 25]))) / 1.349,
        float(np.subtract(*np.percentile(no, [75, 25]))) / 1.349,
        1e-3,
    )
    slope = max(0.0, (high - low) / width**2)
    return Calibration((high + low) / 2, min(slope, _STEEPEST))


def grams(vectors: NDArray[np.float32]) -> NDArray[np.float32]:
    """Inner products of every sentence with itself and the next five, float32 (n, 6)."""
    result = np.zeros((len(vectors), REACH), np.float32)
    for step in range(min(REACH, len(vectors))):
        ahead = vectors[step:]
        result[: len(ahead), step] = np.einsum("nd,nd->n", vectors[: len(ahead)], ahead)
    return result
