"""Types of links, such as 1-2, with their prior probabilities."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from diglot.sentences.values import Path

# Prior probabilities of the types before anything is known of the texts; each further sentence of
# the longer side halves that of a merge not named here.
_START = {
    (1, 1): 0.75,
    (1, 2): 0.08,
    (2, 2): 0.012,
    (1, 3): 0.015,
    (2, 3): 0.004,
    (3, 3): 0.001,
    (1, 4): 0.005,
    (2, 4): 0.001,
    (1, 5): 0.002,
}
_NULL = 0.006
_NULL_RUN = {2: 0.002, 3: 0.001, 4: 0.0005, 5: 5e-5, 10: 5e-5}
_PSEUDO_COUNT = 20.0


class Shapes(NamedTuple):
    """Link types by the numbers of their sentences.

    Attributes:
        longest: most sentences on one side.
        widest_a: int64 (longest + 1,), most source sentences beside so many target ones.
        widest_b: int64 (longest + 1,), most target sentences beside so many source ones.
        type_of: int64 (a + 1, b + 1), number of the type; -1: none, or a side is empty.
        features: float64 (types, 11), the block features that the numbers of sentences make.
    """

    longest: int
    widest_a: NDArray[np.int64]
    widest_b: NDArray[np.int64]
    type_of: NDArray[np.int64]
    features: NDArray[np.float64]


_CLASSES = {(1, 1): 1, (1, 2): 3, (2, 2): 4, (1, 3): 5, (2, 3): 6, (1, 4): 7, (3, 3): 8}
_NULL_CLASS, _LONGER_CLASS = 2, 9


@dataclass(frozen=True, eq=False)
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

    @cached_property
    def shapes(self) -> Shapes:
        """What the search looks up by the numbers of sentences."""
        return _shapes(self)

    def places_of(self, other: Types) -> NDArray[np.int64]:
        """Return the numbers here of the types of another list, all of which are in this one."""
        place = {pair: k for k, pair in enumerate(_pairs(self))}
        return np.array([place[pair] for pair in _pairs(other)])

    def reestimate(self, counts: NDArray[np.int64]) -> Types:
        """Types with priors smoothed towards the start: (count + 20 start) / (N + 20)."""
        start = np.array([_start_prior(pair) for pair in _pairs(self)])
        prior = (counts + _PSEUDO_COUNT * start) / (counts.sum() + _PSEUDO_COUNT)
        return Types(self.source, self.target, np.log(prior))


def _shapes(types: Types) -> Shapes:
    longest = int(max(types.source.max(), types.target.max()))
    widest_a, widest_b = np.zeros((2, longest + 1), np.int64)
    np.maximum.at(widest_a, types.target, types.source)
    np.maximum.at(widest_b, types.source, types.target)
    type_of = np.full((types.source.max() + 1, types.target.max() + 1), -1)
    merges = np.flatnonzero((types.source > 0) & (types.target > 0))
    type_of[types.source[merges], types.target[merges]] = merges
    features = np.zeros((len(types), _LONGER_CLASS + 2))
    features[:, 0] = types.log_prior
    for of_type, pair in zip(features, map(sorted, _pairs(types)), strict=True):
        kind = _CLASSES.get((pair[0], pair[1]), _LONGER_CLASS) if pair[0] else _NULL_CLASS
        of_type[kind] = 1.0
        if kind == _LONGER_CLASS:
            of_type[kind + 1] = pair[0] - 1
    return Shapes(longest, widest_a, widest_b, type_of, features)


def tilt(types: Types, n: int, m: int) -> Types:
    """Types whose links have n : m sentences on average, as near to the given priors as can be.

    Where one side has twice the sentences, 1-2 is the rule and not the exception. The priors of
    links with two sides are multiplied by exp(t (b n - a m)), the least change that does it; those
    of sentences without counterpart stay.
    """
    both = (types.source > 0) & (types.target > 0)
    excess = (types.target * n - types.source * m)[both] / max(n + m, 1)
    start = types.log_prior[both]
    low, high = -20.0, 20.0
    for _ in range(40):
        middle = (low + high) / 2
        tilted = start + middle * excess
        weight = np.exp(tilted - tilted.max())
        if weight @ excess > 0:
            high = middle
        else:
            low = middle
    log_prior = types.log_prior.copy()
    log_prior[both] = tilted + np.log(np.exp(start).sum() / np.exp(tilted).sum())
    return Types(types.source, types.target, log_prior)


def link_types(max_merge: int = 6, max_total: int = 7, *, null_runs: Sequence[int] = ()) -> Types:
    """Types with at most ``max_merge`` sentences on a side and ``max_total`` on both together.

    Args:
        max_merge: limit for one side of a link with two sides; the other has three at most.
        max_total: limit for both sides together.
        null_runs: numbers of sentences without counterpart that may be one block, so that a
            passage left out costs less than as many single omissions.
    """
    kept = [(1, 1), (1, 0), (0, 1)]
    for total in range(3, max_total + 1):
        for few in range(1, min(3, total // 2) + 1):
            if total - few <= max_merge:
                kept += dict.fromkeys([(few, total - few), (total - few, few)])
    kept += [pair for count in null_runs for pair in ((count, 0), (0, count))]
    source, target = np.array(kept, np.int64).T
    return Types(
        np.ascontiguousarray(source),
        np.ascontiguousarray(target),
        np.log([_start_prior(pair) for pair in kept]),
    )


def _start_prior(pair: tuple[int, int]) -> float:
    few, many = sorted(pair)
    if not few:
        return _NULL if many == 1 else _NULL_RUN[many]
    return _START.get((few, many)) or _start_prior((few, many - 1)) / 2


def counts(paths: Sequence[Path], old: Types, new: Types) -> NDArray[np.int64]:
    """How often each type of ``new`` occurs in paths over the types ``old``.

    A run of sentences without counterpart is one event: a chapter that is missing makes no other
    sentence less likely to have one.
    """
    place = {pair: k for k, pair in enumerate(_pairs(new))}
    total = np.zeros(len(new), np.int64)
    for path in paths:
        a, b = old.source[path.kinds], old.target[path.kinds]
        goes_on = np.zeros(len(a), bool)
        for side in (a, b):
            goes_on[1:] |= (side[1:] == 0) & (side[:-1] == 0)
        found = np.bincount(path.kinds[~goes_on], minlength=len(old))
        for (left, right), count in zip(_pairs(old), found.tolist(), strict=True):
            pair = (left, right) if left and right else (min(left, 1), min(right, 1))
            if pair in place:
                total[place[pair]] += count
    return total


def _pairs(types: Types) -> list[tuple[int, int]]:
    return list(zip(types.source.tolist(), types.target.tolist(), strict=True))
