"""Several metrics of one run as one score, so that all are drawn from the same resamples."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import InputError
from diglot.evaluate.statistics.significance import DRAWS, bootstrap, compare_figures
from diglot.model import Score
from diglot.model.score import LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from diglot.evaluate.statistics.aggregate import Aggregate
    from diglot.evaluate.statistics.significance import Comparison

    Part = tuple[str, slice, Aggregate]


def combined(name: str, scores: Mapping[str, Score]) -> Score:
    """Return one score with the figures of several, named ``metric.figure``.

    Args:
        name: of the combined score.
        scores: of the same rows, by name of the metric.

    Raises:
        InputError: there are none, or their rows differ.
    """
    if not scores:
        raise InputError("there are no scores to combine")
    first = next(iter(scores.values()))
    blocks: list[NDArray[np.float64]] = [first.statistics[:, :LABELS]]
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


def with_intervals(
    scores: Mapping[str, Score], *, unit: str | None = None, draws: int = DRAWS, seed: int = 0
) -> dict[str, Score]:
    """Return scores of the same rows with intervals from the same resamples (see `bootstrap`).

    Raises:
        ConfigError: an unknown unit, or a number of draws out of range.
        InputError: the rows differ, or there are none.
    """
    found = bootstrap(combined("all", scores), unit=unit, draws=draws, seed=seed).intervals
    return {
        metric: replace(
            score,
            intervals={figure: found[f"{metric}.{figure}"] for figure in score.values},
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
        combined("all", {name: score for name, score in scores.items() if name in wanted})
        for scores in (first, second)
    )
    return compare_figures(one, other, figures, unit=unit, draws=draws, seed=seed)


def _figures(
    counts: NDArray[np.float64], *, parts: Sequence[Part]
) -> dict[str, NDArray[np.float64]]:
    return {
        f"{metric}.{figure}": value
        for metric, columns, aggregate in parts
        for figure, value in aggregate(counts[..., columns]).items()
    }
