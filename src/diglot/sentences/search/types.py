"""The link types an alignment is made of, and their prior probabilities."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from diglot.sentences.corpus import Path

# Prior probabilities of the types before anything is known of the texts.
_START = {
    (1, 1): 0.75,
    (1, 0): 0.006,
    (0, 1): 0.006,
    (1, 2): 0.08,
    (2, 1): 0.08,
    (2, 2): 0.012,
    (1, 3): 0.015,
    (3, 1): 0.015,
    (2, 3): 0.004,
    (3, 2): 0.004,
    (3, 3): 0.001,
    (1, 4): 0.005,
    (4, 1): 0.005,
    (1, 5): 0.002,
    (5, 1): 0.002,
    (1, 6): 0.001,
    (6, 1): 0.001,
    **{
        pair: prior
        for count, prior in {2: 0.002, 3: 0.001, 4: 0.0005, 5: 5e-5, 10: 5e-5}.items()
        for pair in ((count, 0), (0, count))
    },
}
_PSEUDO_COUNT = 20.0


@dataclass(frozen=True, slots=True, eq=False)
class Types:
    """Link types in the order in which ties are broken.

    Attributes:
        source, target: int64 (types,), numbers of sentences on each side.
        log_prior: float64 (types,).
    """

    source: NDArray[np.int64]
    target: NDArray[np.int64]
    log_prior: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.source)

    def reestimated(self, counts: NDArray[np.int64]) -> Types:
        """Types with priors smoothed towards the start: (count + 20 start) / (N + 20)."""
        start = _start_priors(self)
        prior = (counts + _PSEUDO_COUNT * start) / (counts.sum() + _PSEUDO_COUNT)
        return Types(self.source, self.target, np.log(prior))


def link_types(max_merge: int = 6, max_total: int = 7, *, null_runs: Sequence[int] = ()) -> Types:
    """Types with at most ``max_merge`` sentences on a side and ``max_total`` on both together.

    Args:
        max_merge: limit for one side of a link with two sides.
        max_total: limit for both sides together.
        null_runs: numbers of sentences without counterpart that may be one block, so that a
            passage left out costs less than as many single omissions.
    """
    kept = [
        (pair, prior)
        for pair, prior in _START.items()
        if (max(pair) <= max_merge and sum(pair) <= max_total and (min(pair) or sum(pair) == 1))
        or (not min(pair) and max(pair) in null_runs)
    ]
    source, target = np.array([pair for pair, _ in kept], np.int64).T
    return Types(
        np.ascontiguousarray(source),
        np.ascontiguousarray(target),
        np.log(np.array([prior for _, prior in kept])),
    )


def counts(paths: Sequence[Path], old: Types, new: Types) -> NDArray[np.int64]:
    """How often each type of ``new`` occurs in paths over the types ``old``."""
    number = {pair: k for k, pair in enumerate(_pairs(new))}
    total = np.zeros(len(new), np.int64)
    for path in paths:
        for pair, count in zip(
            _pairs(old), np.bincount(path.kinds, minlength=len(old)), strict=True
        ):
            if pair in number:
                total[number[pair]] += count
    return total


def _pairs(types: Types) -> list[tuple[int, int]]:
    return list(zip(types.source.tolist(), types.target.tolist(), strict=True))


def _start_priors(types: Types) -> NDArray[np.float64]:
    return np.array([_START[pair] for pair in _pairs(types)])
