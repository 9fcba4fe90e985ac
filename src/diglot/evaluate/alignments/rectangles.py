"""Pairs of units that two sets of links have in common, without listing the pairs.

A link is a rectangle: every source unit with every target unit. The pairs of source unit i are
then {i} x (the union of the targets of its links), and what two files share at i depends on two
sets of targets only. So the work is linear in the number of units, even when one link holds a
whole glossary.

Reference: Langlais et al. 1998, section 4 (sentence, word and character levels).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.evaluate.alignments.links import Pair, Runs

if TYPE_CHECKING:
    from collections.abc import Sequence

Weights = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class _Partners:
    """For every source unit the set of its target units.

    Attributes:
        chosen: number of the set of each source unit, -1 when it has none, shape (sources,).
        sets: the sets, each ascending.
    """

    chosen: NDArray[np.int64]
    sets: Runs


@dataclass(frozen=True, slots=True)
class Overlap:
    """Unit pairs of two files, ready to be weighed.

    Attributes:
        predicted: sets of target units of the prediction.
        gold: the same of the gold.
        couples: distinct (predicted set, gold set) that meet at some source unit, shape (k, 2).
        couple_of: couple of each source unit, -1 where a side has no set, shape (sources,).
        shared: target units common to the two sets of each couple.
    """

    predicted: _Partners
    gold: _Partners
    couple_of: NDArray[np.int64]
    shared: Runs

    def weigh(self, source: Weights, target: Weights) -> tuple[Weights, Weights, Weights]:
        """Return for each source unit the weight of its common, predicted and gold pairs.

        Args:
            source: weight of every source unit, e.g. its length in characters, shape (sources,).
            target: weight of every target unit, shape (targets,).
        """
        return (
            source * _pick(_sums(self.shared, target), self.couple_of),
            source * _pick(_sums(self.predicted.sets, target), self.predicted.chosen),
            source * _pick(_sums(self.gold.sets, target), self.gold.chosen),
        )


def overlap(predicted: Sequence[Pair], gold: Sequence[Pair], sources: int, targets: int) -> Overlap:
    """Find the unit pairs of two files and those in common.

    Args:
        predicted: links without nulls.
        gold: links without nulls.
        sources: number of source units.
        targets: number of target units.
    """
    ours, theirs = _partners(predicted, sources), _partners(gold, sources)
    both = np.flatnonzero((ours.chosen >= 0) & (theirs.chosen >= 0))
    width = len(theirs.sets.offsets)
    keys, which = np.unique(ours.chosen[both] * width + theirs.chosen[both], return_inverse=True)
    couple_of = np.full(sources, -1, dtype=np.int64)
    couple_of[both] = which
    shared = _intersect(ours.sets, theirs.sets, keys // width, keys % width, targets)
    return Overlap(ours, theirs, couple_of, shared)


def _partners(pairs: Sequence[Pair], sources: int) -> _Partners:
    """Give every source unit its set of target units."""
    left = Runs.of([source for source, _ in pairs])
    right = Runs.of([target for _, target in pairs])
    chosen = np.full(sources, -1, dtype=np.int64)
    chosen[left.values] = left.owners
    often = np.flatnonzero(np.bincount(left.values, minlength=sources) > 1)
    if not len(often):
        return _Partners(chosen, right)
    # Units in several links: the union of their targets becomes a set of its own.
    links_of: dict[int, list[int]] = {int(unit): [] for unit in often}
    inside = np.isin(left.values, often)
    for unit, link in zip(left.values[inside], left.owners[inside], strict=True):
        links_of[int(unit)].append(int(link))
    unions: dict[tuple[int, ...], int] = {}
    for unit, links in links_of.items():
        chosen[unit] = len(pairs) + unions.setdefault(tuple(links), len(unions))
    sets = [sorted(set().union(*(pairs[link][1] for link in links))) for links in unions]
    extra = Runs.of(sets)
    return _Partners(
        chosen,
        Runs(
            np.concatenate([right.values, extra.values]),
            np.concatenate([right.offsets, right.offsets[-1] + extra.offsets[1:]]),
        ),
    )


def _intersect(
    ours: Runs,
    theirs: Runs,
    left: NDArray[np.int64],
    right: NDArray[np.int64],
    targets: int,
) -> Runs:
    """Intersect ``ours[left[k]]`` with ``theirs[right[k]]`` for every k."""
    # Walk through the smaller set of each couple, look the units up in the larger one.
    smaller = ours.sizes[left] <= theirs.sizes[right]
    owners, values = [], []
    for walk, look, walked, looked, here in (
        (ours, theirs, left, right, np.flatnonzero(smaller)),
        (theirs, ours, right, left, np.flatnonzero(~smaller)),
    ):
        candidates = walk.take(walked[here])
        # Sets are ascending and stored in order, so these keys are ascending as a whole.
        known = look.owners * targets + look.values
        wanted = looked[here][candidates.owners] * targets + candidates.values
        place = np.minimum(np.searchsorted(known, wanted), max(len(known) - 1, 0))
        found = known[place] == wanted if len(known) else np.zeros(len(wanted), dtype=np.bool_)
        owners.append(here[candidates.owners[found]])
        values.append(candidates.values[found])
    owner, value = np.concatenate(owners), np.concatenate(values)
    order = np.argsort(owner, kind="stable")
    offsets = np.zeros(len(left) + 1, dtype=np.int64)
    np.cumsum(np.bincount(owner, minlength=len(left)), out=offsets[1:])
    return Runs(value[order], offsets)


def _sums(sets: Runs, weights: Weights) -> Weights:
    """Sum the weights of the units of every set."""
    sums = np.bincount(sets.owners, weights[sets.values], len(sets.offsets) - 1)
    return sums.astype(np.float64)


def _pick(sums: Weights, chosen: NDArray[np.int64]) -> Weights:
    """Return the sum of each unit's set, 0 for units without one."""
    return np.append(sums, 0.0)[chosen]
