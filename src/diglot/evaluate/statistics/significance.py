"""Bootstrap intervals and paired tests for every score that keeps its statistics, or for several.

What is resampled is the rows of ``Score.statistics``: blocks of 25 source segments, or sentence
pairs, since errors of an alignment come in clusters and single links are not independent; or whole
documents, which answers how the figure would vary over other documents of the kind.

References:
    Efron and Tibshirani 1993, chapter 13 (percentile intervals); Koehn 2004 (paired bootstrap);
    Phipson and Smyth 2010 (p-values of such tests are never zero); Holm 1979 (correction of
    several tests).
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import partial
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.model import Score, Signature
from diglot.model.score import LABELS
from diglot.plurals import count_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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
        corrected: the same with respect to all pairs of runs that were compared in this figure.
        signature: how the runs were compared.
    """

    metric: str
    figure: str
    first: float
    second: float
    difference: float
    interval: tuple[float, float]
    p: float
    corrected: float
    signature: Signature


def bootstrap(
    score: Score,
    *,
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
) -> Score:
    """Return ``score`` with a percentile interval for each figure.

    A score of fewer than ``MIN_UNITS`` units gets a note instead.

    Args:
        score: any score.
        unit: ``document`` draws whole documents, the name of the second column (``block``,
            ``pair``) draws rows anew within each document; None for the latter.
        draws: number of resamples.
        level: probability the interval is to cover.
        seed: seed of the random numbers.

    Raises:
        ConfigError: an unknown unit, or a level or number of draws out of range.
        InputError: the score has no rows.
    """
    unit = unit or score.columns[1]
    layout, counts = _units(score, unit)
    check_draws(draws, level)
    if len(layout) < MIN_UNITS:
        return replace(score, note=too_few(len(layout), unit))
    drawn = np.concatenate(
        [weights @ counts for weights in draw_weights(layout, draws, np.random.default_rng(seed))]
    )
    figures = score.aggregate(drawn)
    return replace(
        score,
        intervals={name: percentiles(values, level) for name, values in figures.items()},
        signature=score.signature and with_draws(score.signature, unit, draws, seed),
    )


def too_few(units: int, unit: str) -> str:
    """Say why there are no intervals and tests."""
    return f"{count_of(units, unit)}: too few for intervals and tests, which need {MIN_UNITS}"


def with_draws(signature: Signature, unit: str, draws: int, seed: int) -> Signature:
    """Return the signature of what has intervals."""
    options = {"bootstrap": unit, "draws": str(draws), "seed": str(seed)}
    return replace(signature, options=tuple((dict(signature.options) | options).items()))


def enough_draws(draws: int, systems: int, level: float = LEVEL) -> int:
    """Return a number of draws that can show a difference between any two of so many systems.

    The smallest p is 1 / (draws + 1), and is multiplied by the number of pairs.
    """
    return max(draws, math.ceil(0.75 * systems * (systems - 1) / (1 - level)))


def paired_bootstrap(
    first: Score,
    second: Score,
    *,
    figure: str = "f1",
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
) -> Comparison:
    """Compare two runs by resampling the same rows or documents of both.

    The p-value is the share of resampled differences that lie as far from their mean as the
    observed difference lies from zero.

    Raises:
        ConfigError: an unknown unit or figure, or a level or number of draws out of range.
        InputError: the runs were not scored by the same metric against the same gold.
    """
    [(_, _, found)] = compare_scores(
        (first, second), (figure,), unit=unit, draws=draws, level=level, seed=seed
    )
    return found


def compare_scores(
    scores: Sequence[Score],
    figures: Sequence[str] = ("f1",),
    *,
    unit: str | None = None,
    draws: int = DRAWS,
    level: float = LEVEL,
    seed: int = 0,
) -> tuple[tuple[int, int, Comparison], ...]:
    """Compare every two runs in several figures, all on the same resamples.

    Returns:
        Numbers of two runs and a comparison, for each pair and figure; p-values are corrected for
        the number of pairs.

    Raises:
        ConfigError: an unknown unit or figure, or a level or number of draws out of range.
        InputError: the runs were not scored by the same metric against the same gold.
    """
    if len(scores) < 2:
        return ()
    first, *others = scores
    for figure in figures:
        if figure not in first.values:
            raise ConfigError(describe_unknown("figure", figure, first.values))
    for other in others:
        _check_pair(first, other)
    unit = unit or first.columns[1]
    layouts = [_units(each, unit) for each in scores]
    check_draws(draws, level)
    draws = enough_draws(draws, len(scores), level)
    layout = layouts[0][0]
    drawn: list[dict[str, list[Floats]]] = [{name: [] for name in figures} for _ in scores]
    if len(layout) >= MIN_UNITS:
        for weights in draw_weights(layout, draws, np.random.default_rng(seed)):
            for score, (_, counts), parts in zip(scores, layouts, drawn, strict=True):
                values = score.aggregate(weights @ counts)
                for name, part in parts.items():
                    part.append(values[name])
    signature = with_draws(
        Signature("paired-bootstrap", first.signature.version if first.signature else ""),
        unit,
        draws,
        seed,
    )
    found = [
        compare_drawn(
            (first.metric, figure),
            [each.values[figure] for each in scores],
            [np.concatenate(parts[figure]) for parts in drawn] if len(layout) >= MIN_UNITS else (),
            signature,
            level=level,
        )
        for figure in figures
    ]
    return tuple(each for pair in zip(*found, strict=True) for each in pair)


def compare_drawn(
    names: tuple[str, str],
    values: Sequence[float],
    drawn: Sequence[Floats],
    signature: Signature,
    *,
    level: float = LEVEL,
) -> list[tuple[int, int, Comparison]]:
    """Compare every two runs in one figure.

    Args:
        names: of the metric and of the figure.
        values: the figure of each run.
        drawn: the same in each resample, shape (draws,); none where there were too few units.
        signature: how that was drawn.
        level: probability the intervals are to cover.
    """
    pairs = list(combinations(range(len(values)), 2))
    tests = difference_tests(pairs, values, drawn, level) if drawn else [_UNKNOWN] * len(pairs)
    return [
        (
            *(one, other),
            Comparison(
                *(*names, values[one], values[other], values[other] - values[one]),
                *(interval, p, corrected, signature),
            ),
        )
        for (one, other), (interval, p, corrected) in zip(pairs, tests, strict=True)
    ]


_UNKNOWN = ((math.nan, math.nan), math.nan, math.nan)


def difference_tests(
    pairs: Sequence[tuple[int, int]],
    values: Sequence[float],
    drawn: Sequence[Floats],
    level: float,
    correction: str = "holm",
) -> list[tuple[tuple[float, float], float, float]]:
    """Return for each pair interval, p and corrected p of the second's difference from the first.

    Args:
        pairs: numbers of runs.
        values: a figure of each run.
        drawn: the same in each resample, shape (draws,).
        level: probability the intervals are to cover.
        correction: a name of ``CORRECTIONS``.
    """
    found = [
        (
            percentiles(drawn[other] - drawn[one], level),
            two_sided_p(drawn[other] - drawn[one], values[other] - values[one]),
        )
        for one, other in pairs
    ]
    corrected = CORRECTIONS[correction]([p for _, p in found])
    return [(*each, p) for each, p in zip(found, corrected, strict=True)]


def holm(values: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number, in the order given (Holm 1979)."""
    order = sorted(range(len(values)), key=lambda place: values[place])
    corrected = [0.0] * len(values)
    highest = 0.0
    for rank, place in enumerate(order):
        highest = max(highest, min(1.0, (len(values) - rank) * values[place]))
        corrected[place] = highest
    return corrected


CORRECTIONS: Mapping[str, Callable[[Sequence[float]], list[float]]] = {"holm": holm, "none": list}
"""Corrections of p-values by name."""


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


def _check_pair(first: Score, second: Score) -> None:
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


def percentiles(values: Floats, level: float = LEVEL) -> tuple[float, float]:
    """Return the interval of the resamples in which a figure is defined; NaN if there are none."""
    defined = values[~np.isnan(values)]
    if not len(defined):
        return float("nan"), float("nan")
    low, high = np.quantile(defined, [(1 - level) / 2, (1 + level) / 2])
    return float(low), float(high)


def check_draws(draws: int, level: float = LEVEL) -> None:
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
    found = bootstrap(combine_scores("all", scores), unit=unit, draws=draws, seed=seed)
    if found.note:
        return {metric: replace(score, note=found.note) for metric, score in scores.items()}
    unit = unit or found.columns[1]
    return {
        metric: replace(
            score,
            intervals={name: found.intervals[f"{metric}.{name}"] for name in score.values},
            signature=score.signature and with_draws(score.signature, unit, draws, seed),
        )
        for metric, score in scores.items()
    }


def _figures(counts: Floats, *, parts: Sequence[Part]) -> dict[str, Floats]:
    return {
        f"{metric}.{figure}": value
        for metric, columns, aggregate in parts
        for figure, value in aggregate(counts[..., columns]).items()
    }
