"""Bootstrap intervals and paired tests for every score that keeps its statistics, or for several.

What is resampled is the rows of ``Score.statistics``: blocks of 25 source segments, or sentence
pairs, since errors of an alignment come in clusters and single links are not independent; or whole
documents, which answers how the figure would vary over other documents of the kind.

References:
    Efron and Tibshirani 1993, chapter 13 (percentile intervals); Koehn 2004 (paired bootstrap);
    Phipson and Smyth 2010 (p-values of such tests are never zero).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.model import Score, Signature
from diglot.model.score import LABELS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from diglot.evaluate.statistics.aggregate import Aggregate, Floats, Ints

    Part = tuple[str, slice, Aggregate]

DRAWS = 1000
LEVEL = 0.95
MIN_UNITS = 10
"""Units below which resamples say nothing of how a figure varies."""

# Random numbers held at a time, so that memory stays flat for texts of any length.
_CHUNK = 4_000_000


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two runs scored against the same gold.

    Attributes:
        metric: name of the metric.
        figure: name of the figure compared.
        first: figure of the first run.
        second: figure of the second run.
        difference: second minus first.
        interval: interval of the difference; NaN where there were too few units.
        p: probability of a difference at least as large, either way, if the runs were equally good;
            NaN in the same case.
        signature: how the runs were compared.
    """

    metric: str
    figure: str
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    p: float
    signature: Signature


def bootstrap(
    score: Score,
    *,
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
    least: int = 1,
) -> Score:
    """Return ``score`` with a percentile interval for each figure.

    Args:
        score: any score.
        unit: ``document`` draws whole documents, the name of the second column (``block``,
            ``pair``) draws rows anew within each document; None for the latter.
        draws: number of resamples.
        level: probability the interval is to cover.
        seed: seed of the random numbers.
        least: units below which the score comes back as it is, without intervals.

    Raises:
        ConfigError: an unknown unit, or a level or number of draws out of range.
        InputError: the score has no rows.
    """
    layout, counts = _units(score, unit or score.columns[1])
    check_draws(draws, level)
    if len(layout) < least:
        return score
    drawn = np.concatenate(
        [weights @ counts for weights in draw_weights(layout, draws, np.random.default_rng(seed))]
    )
    figures = score.aggregate(drawn)
    return replace(
        score, intervals={name: percentiles(values, level) for name, values in figures.items()}
    )


def paired_bootstrap(
    first: Score,
    second: Score,
    *,
    figure: str = "f1",
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
    least: int = 1,
) -> Comparison:
    """Compare two runs by resampling the same rows or documents of both.

    The p-value is the share of resampled differences that lie as far from their mean as the
    observed difference lies from zero.

    Raises:
        ConfigError: an unknown unit or figure, or a level or number of draws out of range.
        InputError: the runs were not scored by the same metric against the same gold.
    """
    [found] = compare_metrics(
        first, second, (figure,), unit=unit, draws=draws, level=level, seed=seed, least=least
    )
    return found


def compare_metrics(
    first: Score,
    second: Score,
    figures: Sequence[str],
    *,
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
    least: int = 1,
) -> tuple[Comparison, ...]:
    """Compare two runs in several figures on the same resamples (see `paired_bootstrap`).

    Returns:
        A comparison for each figure.

    Raises:
        ConfigError: an unknown unit or figure, or a level or number of draws out of range.
        InputError: the runs were not scored by the same metric against the same gold.
    """
    unit = unit or first.columns[1]
    for figure in figures:
        _check_figure(first, figure)
    layout, one, other = _paired_units(first, second, unit)
    check_draws(draws, level)
    rng = np.random.default_rng(seed)
    enough = len(layout) >= least
    parts = [
        _all_differences(first, weights @ one, weights @ other)
        for weights in draw_weights(layout, draws if enough else 1, rng)
    ]
    observed = _all_differences(first, one.sum(axis=0), other.sum(axis=0))
    version = first.signature.version if first.signature else ""
    options = (("unit", unit), ("draws", str(draws)), ("seed", str(seed)))
    found = []
    for figure in figures:
        drawn = np.concatenate([part[figure] for part in parts])
        before, after = first.values[figure], second.values[figure]
        found.append(
            Comparison(
                metric=first.metric,
                figure=figure,
                first=before,
                second=after,
                difference=after - before,
                interval=percentiles(drawn, level) if enough else (math.nan, math.nan),
                p=two_sided_p(drawn, float(observed[figure])) if enough else math.nan,
                signature=Signature("paired-bootstrap", version, options),
            )
        )
    return tuple(found)


def _units(score: Score, unit: str) -> tuple[Ints, Floats]:
    """Return the stratum of every unit, ascending, and its counts, shape (units, counts)."""
    if not len(score.statistics):
        raise InputError(f"the score {score.metric!r} has no documents to draw from")
    documents = score.statistics[:, 0].astype(np.int64)
    counts = score.statistics[:, LABELS:]
    whole, row = score.columns[:LABELS]
    if unit == row:
        return documents, counts
    if unit == whole:
        names, which = np.unique(documents, return_inverse=True)
        pooled = np.zeros((len(names), counts.shape[1]))
        np.add.at(pooled, which, counts)
        return np.zeros(len(names), dtype=np.int64), pooled
    raise ConfigError(f"unknown unit {unit!r}; available: {row}, {whole}")


def _check_figure(score: Score, figure: str) -> None:
    if figure not in score.values:
        raise ConfigError(describe_unknown("figure", figure, score.values))


def _paired_units(first: Score, second: Score, unit: str) -> tuple[Ints, Floats, Floats]:
    """Return the common strata and the counts of both runs."""
    one, other = first.statistics, second.statistics
    known = (*range(LABELS), *map(first.columns.index, first.given))
    if (
        first.metric != second.metric
        or first.signature != second.signature
        or first.columns != second.columns
        or one.shape != other.shape
        or not np.array_equal(one[:, known], other[:, known])
    ):
        raise InputError(
            "the two runs were not scored by the same metric against the same gold",
            cure="score both with the same gold files, texts and options",
        )
    layout, counts = _units(first, unit)
    return layout, counts, _units(second, unit)[1]


def draw_weights(layout: Ints, draws: int, rng: np.random.Generator) -> Iterator[Floats]:
    """Draw units with replacement within their stratum, as weights of shape (draws here, units)."""
    units = len(layout)
    starts = np.searchsorted(layout, layout)
    sizes = np.searchsorted(layout, layout, side="right") - starts
    for size in chunks(draws, units):
        yield count_drawn(starts + (rng.random((size, units)) * sizes).astype(np.int64))


def count_drawn(chosen: Ints) -> Floats:
    """Return how often each of n units was drawn, from their numbers, both of shape (draws, n)."""
    draws, units = chosen.shape
    flat = chosen + np.arange(draws)[:, None] * units
    return np.bincount(flat.ravel(), minlength=chosen.size).reshape(chosen.shape).astype(float)


def chunks(draws: int, units: int) -> Iterator[int]:
    """Cut the draws into parts that fit in memory."""
    step = max(1, _CHUNK // max(units, 1))
    for start in range(0, draws, step):
        yield min(step, draws - start)


def two_sided_p(drawn: Floats, observed: float) -> float:
    """Return the share of resampled differences as far from their mean as ``observed`` from 0."""
    extreme = np.abs(drawn - drawn.mean()) >= abs(observed) - 1e-12
    return float((np.count_nonzero(extreme) + 1) / (len(drawn) + 1))


def _all_differences(score: Score, one: Floats, other: Floats) -> dict[str, Floats]:
    """Return the difference of each figure of ``score`` for each row of summed counts."""
    before, after = score.aggregate(one), score.aggregate(other)
    return {figure: after[figure] - before[figure] for figure in before}


def percentiles(values: Floats, level: float) -> tuple[float, float]:
    """Return the interval of the resamples in which a figure is defined; NaN if there are none."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return float("nan"), float("nan")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def check_draws(draws: int, level: float) -> None:
    """Refuse numbers that nothing can be drawn with.

    Raises:
        ConfigError: no draws, or a level outside 0 to 1.
    """
    if draws < 1:
        raise ConfigError(f"the number of draws is {draws}; it must be at least 1")
    if not 0 < level < 1:
        raise ConfigError(f"the level is {level}; it must lie between 0 and 1")


# Several metrics of one run as one score, so that all are drawn from the same resamples.


def combine_scores(name: str, scores: Mapping[str, Score]) -> Score:
    """Return one score with the figures of several, named ``metric.figure``.

    Raises:
        InputError: there are none, or their rows differ.
    """
    if not scores:
        raise InputError("there are no scores to combine")
    first = next(iter(scores.values()))
    blocks: list[Floats] = [first.statistics[:, :LABELS]]
    columns = list(first.columns[:LABELS])
    given: list[str] = []
    parts: list[Part] = []
    at = 0
    for metric, score in scores.items():
        if not np.array_equal(score.statistics[:, :LABELS], blocks[0]):
            raise InputError(f"the scores {first.metric!r} and {metric!r} have other rows")
        names = score.columns[LABELS:]
        blocks.append(score.statistics[:, LABELS:])
        columns.extend(f"{metric}.{column}" for column in names)
        given.extend(f"{metric}.{column}" for column in score.given)
        parts.append((metric, slice(at, at + len(names)), score.aggregate))
        at += len(names)
    return Score(
        metric=name,
        values={
            f"{metric}.{figure}": value
            for metric, score in scores.items()
            for figure, value in score.values.items()
        },
        statistics=np.hstack(blocks),
        columns=tuple(columns),
        given=tuple(given),
        aggregate=partial(_figures, parts=tuple(parts)),
    )


def combined_intervals(
    scores: Mapping[str, Score], *, unit: str | None = None, draws: int = DRAWS, seed: int = 0
) -> dict[str, Score]:
    """Return scores of the same rows with intervals from the same resamples (see `bootstrap`).

    Raises:
        ConfigError: an unknown unit, or a number of draws out of range.
        InputError: the rows differ, or there are none.
    """
    found = bootstrap(combine_scores("all", scores), unit=unit, draws=draws, seed=seed).intervals
    return {
        metric: replace(
            score, intervals={figure: found[f"{metric}.{figure}"] for figure in score.values}
        )
        for metric, score in scores.items()
    }


def compare_all(
    first: Mapping[str, Score],
    second: Mapping[str, Score],
    figures: Sequence[str],
    *,
    unit: str | None = None,
    draws: int = DRAWS,
    seed: int = 0,
) -> tuple[Comparison, ...]:
    """Compare two runs in figures named ``metric.figure`` (see `compare_figures`).

    Raises:
        ConfigError: an unknown unit or figure, or a number of draws out of range.
        InputError: the runs were not scored by the same metrics against the same gold.
    """
    wanted = {figure.partition(".")[0] for figure in figures}
    one, other = (
        combine_scores("all", {name: score for name, score in scores.items() if name in wanted})
        for scores in (first, second)
    )
    return compare_metrics(one, other, figures, unit=unit, draws=draws, seed=seed)


def _figures(counts: Floats, *, parts: Sequence[Part]) -> dict[str, Floats]:
    return {
        f"{metric}.{figure}": value
        for metric, columns, aggregate in parts
        for figure, value in aggregate(counts[..., columns]).items()
    }
