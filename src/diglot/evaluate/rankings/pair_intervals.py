"""Intervals and paired tests of average precision over one ranked list.

Average precision is no mean over items, so that the ranking itself is drawn anew: source terms are
drawn with replacement, and each brings all its pairs and its gold. A term drawn twice counts as
two terms whose pairs share their ranks; average precision is then the mean over every order.

References:
    Efron and Tibshirani 1993, chapter 13 (percentile intervals); Koehn 2004 (paired bootstrap).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from diglot.errors import ConfigError, InputError
from diglot.evaluate.rankings.average_precision import expected_sum
from diglot.evaluate.statistics.significance import DRAWS, LEVEL, Comparison
from diglot.model import Signature

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from diglot.evaluate.rankings.pairs import PairScore
    from diglot.evaluate.rankings.ranked_pairs import Gold, Ranked

# Random numbers held at a time, so that memory stays flat for lists of any length.
_CHUNK = 4_000_000

FIGURES = ("ap_expected", "precision", "recall", "f1")

Floats = NDArray[np.float64]


def intervals(
    run: Ranked, gold: Gold, *, draws: int = DRAWS, level: float = LEVEL, seed: int = 0
) -> dict[str, tuple[float, float]]:
    """Return the percentile intervals of ``ap_expected``, ``precision``, ``recall`` and ``f1``.

    Raises:
        ConfigError: a level or number of draws out of range.
    """
    _check(draws, level)
    names = _sources([run], gold)
    table = _Table.of(run, gold, names)
    parts: dict[str, list[Floats]] = {}
    for weights in _weights(len(names), len(table.source), draws, seed):
        for name, values in table.figures(weights).items():
            parts.setdefault(name, []).append(values)
    return {name: _percentiles(np.concatenate(drawn), level) for name, drawn in parts.items()}


def compare(
    first: PairScore,
    second: PairScore,
    *,
    figure: str = "ap_expected",
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
) -> Comparison:
    """Compare two runs by drawing the same source terms of both.

    The p-value is the share of drawn differences that lie as far from their mean as the observed
    difference lies from zero.

    Args:
        first: a run.
        second: another, scored against the same gold.
        figure: ``ap_expected``, ``precision``, ``recall`` or ``f1``.
        draws: number of resamples.
        level: probability the interval is to cover.
        seed: seed of the random numbers.

    Raises:
        ConfigError: an unknown figure, or a level or number of draws out of range.
        InputError: the runs were not scored against the same gold.
    """
    _check(draws, level)
    if first.gold.pairs.keys() != second.gold.pairs.keys():
        raise InputError(
            "the two runs were not scored against the same gold",
            cure="score both with the same files and options",
        )
    gold = first.gold
    names = _sources([first.run, second.run], gold)
    tables = [_Table.of(each.run, gold, names) for each in (first, second)]
    if figure not in FIGURES:
        raise ConfigError(f"unknown figure {figure!r}; known are: {', '.join(FIGURES)}")
    longest = max(len(table.source) for table in tables)
    parts = []
    for weights in _weights(len(names), longest, draws, seed):
        figures = [table.figures(weights)[figure] for table in tables]
        parts.append(figures[1] - figures[0])
    drawn = np.concatenate(parts)
    one, other = first.values[figure], second.values[figure]
    extreme = np.abs(drawn - drawn.mean()) >= abs(other - one) - 1e-12
    options = (("unit", "source"), ("draws", str(draws)), ("seed", str(seed)))
    return Comparison(
        metric="pairs",
        figure=figure,
        first=one,
        second=other,
        difference=other - one,
        interval=_percentiles(drawn, level),
        p=(int(np.count_nonzero(extreme)) + 1) / (draws + 1),
        signature=Signature("paired-bootstrap", first.signature.version, options),
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Table:
    """A run as numbers.

    Attributes:
        source: shape (n,): number of the source term of every pair.
        hits: shape (right,): which pairs are right.
        stretches: where groups of ties with a hit, and runs of groups without, begin.
        right: shape (right,): number of the stretch of every hit.
        gold: shape (sources,): right pairs of every source term.
    """

    source: NDArray[np.int64]
    hits: NDArray[np.int64]
    stretches: NDArray[np.int64]
    right: NDArray[np.int64]
    gold: Floats

    @classmethod
    def of(cls, run: Ranked, gold: Gold, names: Mapping[str, int]) -> _Table:
        kept = len(run.ranking)
        hits = np.flatnonzero(run.ranking.hits[:kept])
        starts = run.ranking.starts
        starts = starts[starts < kept]
        # Groups without a hit only take up ranks: neighbours count as one.
        of_hits = np.unique(np.searchsorted(starts, hits, side="right") - 1)
        begins = np.union1d(starts[of_hits], starts[np.minimum(of_hits + 1, len(starts) - 1)])
        stretches = np.union1d(begins, starts[:1]).astype(np.int64)
        counts = np.zeros(len(names))
        for source, _ in gold.pairs:
            counts[names[source]] += 1
        return cls(
            source=np.array([names[key[0]] for key in run.keys[:kept]], dtype=np.int64),
            hits=hits,
            stretches=stretches,
            right=np.searchsorted(stretches, hits, side="right") - 1,
            gold=counts,
        )

    def figures(self, weights: Floats) -> dict[str, Floats]:
        """Return the figures of every draw.

        Args:
            weights: how often each source term was drawn, shape (draws, sources).
        """
        total = weights @ self.gold
        precision_sum = np.zeros(len(weights))
        listed = true = np.zeros(len(weights))
        if len(self.source):
            sizes = np.add.reduceat(weights[:, self.source], self.stretches, axis=1)
            drawn = weights[:, self.source[self.hits]]
            right = np.zeros_like(sizes)
            first = np.searchsorted(self.right, np.unique(self.right))
            if len(first):
                right[:, np.unique(self.right)] = np.add.reduceat(drawn, first, axis=1)
            precision_sum = expected_sum(sizes, right)
            listed, true = sizes.sum(axis=1), right.sum(axis=1)
        return {
            "ap_expected": _divide(precision_sum, total),
            "precision": _divide(true, listed),
            "recall": _divide(true, total),
            "f1": _divide(2 * true, listed + total),
        }


def _sources(runs: list[Ranked], gold: Gold) -> dict[str, int]:
    """Number the source terms of gold and runs."""
    names = {source for source, _ in gold.pairs}
    for run in runs:
        names.update(key[0] for key in run.keys)
    return {name: number for number, name in enumerate(sorted(names))}


def _weights(sources: int, pairs: int, draws: int, seed: int) -> Iterator[Floats]:
    """Draw source terms with replacement, as weights of shape (draws here, sources)."""
    rng = np.random.default_rng(seed)
    step = max(1, _CHUNK // max(sources, pairs, 1))
    for start in range(0, draws, step):
        size = min(step, draws - start)
        chosen = rng.integers(0, sources, (size, sources))
        flat = chosen + np.arange(size)[:, None] * sources
        yield (
            np.bincount(flat.ravel(), minlength=size * sources).reshape(size, sources).astype(float)
        )


def _divide(above: Floats, below: Floats) -> Floats:
    return np.divide(above, below, out=np.zeros(len(above)), where=below > 0)


def _percentiles(values: Floats, level: float) -> tuple[float, float]:
    low, high = np.quantile(values, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def _check(draws: int, level: float) -> None:
    if draws < 1:
        raise ConfigError(f"the number of draws is {draws}; it must be at least 1")
    if not 0 < level < 1:
        raise ConfigError(f"the level is {level}; it must lie between 0 and 1")
