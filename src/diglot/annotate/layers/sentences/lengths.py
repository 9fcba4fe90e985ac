"""Lengths of beads: which are odd for their text, and where a large bead is best divided."""

from __future__ import annotations

import math
from bisect import bisect_left
from dataclasses import dataclass
from itertools import accumulate
from statistics import NormalDist, median
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

_START_VARIANCE = 10.0
_FEW = 20
"""Beads from which the variance is fitted; characters from which a length can be odd."""

_PRIORS = {(1, 1): 0.89, (1, 2): 0.0445, (2, 1): 0.0445, (2, 2): 0.011}
_RARE = 0.002


@dataclass(frozen=True, slots=True)
class Lengths:
    """Normal model of target length given source length, in characters.

    Reference: Gale and Church 1993, A program for aligning sentences in bilingual corpora,
        Computational Linguistics 19, with the mean length under the root.

    Attributes:
        ratio: target characters for one of the source.
        variance: per character.
    """

    ratio: float
    variance: float

    @classmethod
    def of(cls, pairs: Sequence[tuple[int, int]]) -> Lengths:
        """Fit the model to source and target lengths of beads with both sides.

        The ratio is the median, the variance that of the 97 percent nearest to it, so that odd
        ones stay odd.
        """
        ratios = [target / source for source, target in pairs if source and target]
        ratio = median(ratios) if ratios else 1.0
        if len(pairs) <= _FEW:
            return cls(ratio, _START_VARIANCE)
        squares = sorted(
            2 * (target - ratio * source) ** 2 / (ratio * source + target)
            for source, target in pairs
            if source or target
        )
        cut = squares[int(0.97 * (len(squares) - 1))] if squares else _START_VARIANCE
        mean = sum(min(square, cut) for square in squares) / max(len(squares), 1)
        return cls(ratio, min(max(mean, 1.0), 20.0))

    def deviation(self, source: int, target: int) -> float:
        """Standard deviations by which a target is longer than expected."""
        expected = self.ratio * source
        return (target - expected) / math.sqrt(self.variance * (expected + target) / 2 + 1)

    def log_density(self, source: int, target: int) -> float:
        """Logarithm of the density of a target length."""
        spread = self.variance * (self.ratio * source + target) / 2 + 1
        return -(self.deviation(source, target) ** 2) / 2 - math.log(
            math.sqrt(2 * math.pi * spread)
        )

    def is_odd(self, source: int, target: int, limit: float) -> bool:
        """Whether two lengths lie outside of the band of a limit; short texts never do."""
        return max(source, target) >= _FEW and abs(self.deviation(source, target)) > limit


def limit_of(band: float) -> float:
    """Standard deviations of a band that holds a share of all beads, such as .99."""
    return NormalDist().inv_cdf((1 + band) / 2)


def best_split(
    lengths: Lengths, source: Sequence[int], target: Sequence[int]
) -> tuple[int, int, float]:
    """Where a bead of two or more segments a side is best divided, by lengths alone.

    Args:
        lengths: the model of the text.
        source: lengths of the source segments, two at least.
        target: lengths of the target segments, two at least.

    Returns:
        Number of source and of target segments of the first part, and the probability of two
        beads against one.
    """
    sums = [list(accumulate(side)) for side in (source, target)]
    whole = lengths.log_density(sums[0][-1], sums[1][-1]) + _prior(len(source), len(target))
    best = (1, 1, -math.inf)
    for i in range(1, len(source)):
        # The density falls on both sides of the fitting length, so its neighbours are enough.
        near = bisect_left(sums[1], lengths.ratio * sums[0][i - 1])
        for j in {min(max(near + step, 1), len(target) - 1) for step in (-1, 0, 1, 2)}:
            score = _prior(i, j) + lengths.log_density(sums[0][i - 1], sums[1][j - 1])
            score += _prior(len(source) - i, len(target) - j) + lengths.log_density(
                sums[0][-1] - sums[0][i - 1], sums[1][-1] - sums[1][j - 1]
            )
            if score > best[2]:
                best = (i, j, score)
    gain = min(max(best[2] - whole, -700.0), 700.0)
    return best[0], best[1], 1 / (1 + math.exp(-gain))


def _prior(n: int, m: int) -> float:
    return math.log(_PRIORS.get((n, m), _RARE / (n + m)))
