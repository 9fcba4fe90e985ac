"""Average precision of a ranked list, as it stands and over every order of its ties.

Reference:
    Adjali et al. 2022, "Overview of the 2022 BUCC shared task", equations 1, 2 and 4.
    McSherry and Najork 2008, "Computing information retrieval performance measures efficiently in
    the presence of tied scores" (expected values).
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from diglot.evaluate.statistics import significance
from diglot.evaluate.statistics.aggregate import Flags, Floats, Ints, divide, harmonic_mean


@dataclass(frozen=True, slots=True, eq=False)
class Ranking:
    """A ranked list, judged.

    Attributes:
        hits: shape (n,): what is right, best ranked first.
        starts: shape (groups,), int64: where groups of equal score begin, 0 the first.
        gold: number of right answers there are.
        cut: only the first ``cut`` ranks count; what a tie at the cut keeps is left to chance.
    """

    hits: Flags
    starts: Ints
    gold: int
    cut: int | None = None

    @classmethod
    def of(cls, hits: Flags, gold: int, scores: Floats | None = None) -> Ranking:
        """Return a ranking without ties, or with those of ``scores``, which must descend."""
        if scores is None:
            return cls(hits, np.arange(len(hits)), gold)
        return cls(hits, np.flatnonzero(np.diff(scores, prepend=np.inf)), gold)

    def __len__(self) -> int:
        return len(self.hits) if self.cut is None else min(self.cut, len(self.hits))

    @property
    def sizes(self) -> Ints:
        """Members of every group, shape (groups,)."""
        return np.diff(self.starts, append=len(self.hits))

    @property
    def ties(self) -> int:
        """Number of members that share their score with another."""
        sizes = self.sizes
        return int(sizes[sizes > 1].sum())


def uninterpolated_ap(ranking: Ranking) -> float:
    """Return the mean over gold of the precision at each hit, in the order of the list."""
    return float(_precisions(_kept(ranking)).sum() / ranking.gold)


def interpolated_ap(ranking: Ranking) -> float:
    """Return the same with the best precision at that hit or a later one."""
    return float(_interpolated(_precisions(_kept(ranking))).sum() / ranking.gold)


def mean_over_ties(ranking: Ranking) -> float:
    """Return the mean of `uninterpolated` over every order of the ties."""
    if not ranking.ties:
        return uninterpolated_ap(ranking)
    sizes, hits = _groups(ranking)
    return float(expected_precision_sum(sizes, hits, seen=_seen(ranking, sizes)) / ranking.gold)


def best_over_ties(ranking: Ranking) -> float:
    """Return `uninterpolated` with the hits of every tie first."""
    return uninterpolated_ap(_ordered(ranking, first=True))


def worst_over_ties(ranking: Ranking) -> float:
    """Return `uninterpolated` with the hits of every tie last."""
    return uninterpolated_ap(_ordered(ranking, first=False))


def expected_hits(ranking: Ranking, rank: int) -> float:
    """Return the mean number of hits among the first ``rank``, over every order of the ties."""
    rank = min(rank, len(ranking))
    if not rank:
        return 0.0
    sizes, hits = _groups(ranking)
    group = int(np.searchsorted(ranking.starts, rank - 1, side="right")) - 1
    before = float(hits[:group].sum())
    return before + float(hits[group] * (rank - ranking.starts[group]) / sizes[group])


def expected_precision_sum(sizes: Floats, hits: Floats, *, seen: Floats | None = None) -> Floats:
    """Return the mean sum of the precisions at all hits, over every order of the ties.

    With the numbers i of a group's places from 1 to s, hits h, and n items with t hits before it,
    the mean precision of a hit at place i is (t + 1 + (i - 1) c) / (n + i), c = (h - 1) / (s - 1),
    and a place has a hit with probability h / s. The sum over i has a closed form in harmonic
    numbers.

    Args:
        sizes: members of every group, whole numbers, shape (..., groups).
        hits: hits among them, the same shape.
        seen: places of every group that count, the first ones; all by default.

    Returns:
        Shape (...).
    """
    seen = sizes if seen is None else seen
    items = np.cumsum(sizes, axis=-1) - sizes
    found = np.cumsum(hits, axis=-1) - hits
    slope = np.divide(hits - 1, sizes - 1, out=np.zeros_like(hits), where=sizes > 1)
    share = np.divide(hits, sizes, out=np.zeros_like(hits), where=sizes > 0)
    harmonic = _harmonic(int(items.max(initial=0) + sizes.max(initial=0)))
    ends = harmonic[(items + seen).astype(np.int64)] - harmonic[items.astype(np.int64)]
    sums = share * (slope * seen + (found + 1 - slope - slope * items) * ends)
    total: Floats = sums.sum(axis=-1)
    return total


def draw_ap(ranking: Ranking, *, draws: int = significance.DRAWS, seed: int = 0) -> Floats:
    """Return the average precision of resamples of all terms, the listed and the missed ones.

    What is drawn several times is so many neighbours in the list, in the order that it has.

    Args:
        ranking: in which no tie is left to chance: the list counts as it stands.
        draws: number of resamples.
        seed: of the random numbers.

    Returns:
        Shape (draws,); none of fewer than ``MIN_UNITS`` terms.
    """
    kept = _kept(ranking)
    right = np.append(kept, np.ones(ranking.gold - int(kept.sum()), np.bool_))
    if len(right) < significance.MIN_UNITS:
        return np.zeros(0)
    units = np.zeros(len(right), np.int64)
    return np.concatenate(
        [
            divide(
                expected_precision_sum(weights[:, : len(kept)], (weights * right)[:, : len(kept)]),
                weights @ right,
            )
            for weights in significance.draw_weights(units, draws, np.random.default_rng(seed))
        ]
    )


@dataclass(frozen=True, slots=True, eq=False)
class Curve:
    """How figures run along the ranks of a list; every array has shape (n,).

    Attributes:
        true: hits so far.
        precision: share of hits so far.
        recall: share of gold so far.
        f1: harmonic mean of both; 0 before the first hit.
        interpolated: best precision at this or a later hit; 0 after the last hit.
        ap_min: average precision if nothing more is found.
        ap_max: average precision if gold ended here; 0 before the first hit.
        ap_i_min: the same as ``ap_min``, interpolated.
        ap_i_max: the same as ``ap_max``, interpolated.
    """

    true: Ints
    precision: Floats
    recall: Floats
    f1: Floats
    interpolated: Floats
    ap_min: Floats
    ap_max: Floats
    ap_i_min: Floats
    ap_i_max: Floats


def rank_curve(ranking: Ranking) -> Curve:
    """Return the figures after every rank, in the order of the list."""
    hits = _kept(ranking)
    true = np.cumsum(hits, dtype=np.int64)
    precision = true / np.arange(1, len(hits) + 1)
    recall = true / ranking.gold
    at_hits = _precisions(hits)
    later = np.zeros(len(hits))
    later[hits] = _interpolated(at_hits)
    # Between two hits the next one counts: the recall level that is being worked at.
    level = np.maximum.accumulate(later[::-1])[::-1]
    plain = np.cumsum(np.where(hits, precision, 0.0))
    raised = np.cumsum(later)
    return Curve(
        true=true,
        precision=precision,
        recall=recall,
        f1=harmonic_mean(precision, recall),
        interpolated=level,
        ap_min=plain / ranking.gold,
        ap_max=divide(plain, true),
        ap_i_min=raised / ranking.gold,
        ap_i_max=divide(raised, true),
    )


def _kept(ranking: Ranking) -> Flags:
    return ranking.hits[: len(ranking)]


def _precisions(hits: Flags) -> Floats:
    """Return the precision at every hit."""
    ranks = np.flatnonzero(hits) + 1
    return np.arange(1, len(ranks) + 1) / ranks


def _interpolated(precisions: Floats) -> Floats:
    best_later: Floats = np.maximum.accumulate(precisions[::-1])[::-1]
    return best_later


def _groups(ranking: Ranking) -> tuple[Floats, Floats]:
    """Return the members and the hits of every group."""
    if not len(ranking.hits):
        return np.zeros(0), np.zeros(0)
    hits = np.add.reduceat(ranking.hits.astype(np.float64), ranking.starts)
    return ranking.sizes.astype(np.float64), hits


def _seen(ranking: Ranking, sizes: Floats) -> Floats:
    """Return how many places of every group lie before the cut."""
    seen: Floats = np.clip(len(ranking) - ranking.starts, 0, sizes)
    return seen


def _ordered(ranking: Ranking, *, first: bool) -> Ranking:
    """Put the hits of every group first or last."""
    if not len(ranking.hits):
        return ranking
    group = np.repeat(np.arange(len(ranking.starts)), ranking.sizes)
    rank = ~ranking.hits if first else ranking.hits
    return replace(ranking, hits=ranking.hits[np.lexsort((rank, group))])


def _harmonic(count: int) -> Floats:
    """Return the harmonic numbers from 0 to ``count``."""
    numbers = np.zeros(count + 1)
    np.cumsum(1.0 / np.arange(1, count + 1), out=numbers[1:])
    return numbers
