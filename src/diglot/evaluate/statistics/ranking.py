"""Rank systems by a mean over texts, with intervals, corrected tests and letters.

Each text counts the same, however long it is. Every system is resampled alike, so that two of them
can be compared; all pairs are, and the p-values corrected.

References:
    Holm 1979 (correction of several tests); Piepho 2004, "An algorithm for a letter-based
    representation of all-pairwise comparisons" (letters); Koehn 2004 (paired bootstrap).
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError, InputError, describe_unknown
from diglot.evaluate.statistics import significance
from diglot.model.score import LABELS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.model import Score


@dataclass(frozen=True, slots=True)
class PairTest:
    """Two systems compared.

    Attributes:
        first, second: their names; the first is ranked higher.
        difference: figure of the first minus that of the second.
        interval: of the difference.
        p: probability of a difference at least as large, either way, if they were equally good.
        corrected: the same with respect to all pairs.
    """

    first: str
    second: str
    difference: float
    interval: tuple[float, float]
    p: float
    corrected: float


@dataclass(frozen=True, slots=True)
class Ranking:
    """Systems from the best to the worst.

    Attributes:
        values: the mean of each, in that order.
        intervals: of each; empty where there are too few units.
        tests: of all pairs; empty where there are too few units.
        letters: systems that share one do not differ; empty where nothing was tested.
        unit: what was resampled: the name of a column of the scores.
        units: how many of them there are.
        signature: how it was done.
    """

    values: Mapping[str, float]
    intervals: Mapping[str, tuple[float, float]]
    tests: tuple[PairTest, ...]
    letters: Mapping[str, str]
    unit: str
    units: int
    signature: str

    @property
    def note(self) -> str:
        """Why there are no intervals and tests, if there are none."""
        return "" if self.intervals else significance.too_few(self.units, self.unit)


def rank_systems(
    scores: Mapping[str, Score],
    figure: str,
    *,
    correction: str = "holm",
    draws: int = significance.DRAWS,
    seed: int = 0,
) -> Ranking:
    """Rank systems by the mean of a figure over documents.

    Documents are resampled where there are at least ``MIN_UNITS`` of them, or else the rows within
    each document.

    Args:
        scores: by name of the system, all of the same documents and rows.
        figure: the figure that is averaged.
        correction: a name of ``CORRECTIONS``.
        draws: number of resamples; more are drawn where so many could show no difference between
            any two of many systems.
        seed: of the random numbers.

    Raises:
        ConfigError: the correction is unknown, or draws are out of range.
        InputError: there are no scores, or they are of different rows.
    """
    if correction not in significance.CORRECTIONS:
        raise ConfigError(describe_unknown("correction", correction, significance.CORRECTIONS))
    significance.check_draws(draws)
    if not scores:
        raise InputError("there are no systems to rank")
    first = next(iter(scores.values()))
    labels = first.statistics[:, :LABELS]
    if any(not np.array_equal(each.statistics[:, :LABELS], labels) for each in scores.values()):
        raise InputError("the systems were not scored on the same documents")
    unit, units = _units(first)
    means = {name: float(_document_figures(each)[figure].mean()) for name, each in scores.items()}
    values = dict(sorted(means.items(), key=lambda item: (-item[1], item[0])))
    if correction != "none":
        draws = significance.enough_draws(draws, len(scores))
    signature = (
        f"bootstrap|unit:{unit}|units:{units}|draws:{draws}|seed:{seed}|correction:{correction}"
    )
    if units < significance.MIN_UNITS:
        return Ranking(values, {}, (), {}, unit, units, signature)
    resamples = _draw_means([scores[name] for name in values], draws, seed)
    drawn = {name: each[figure] for name, each in zip(values, resamples, strict=True)}
    tests = _tests(values, drawn, correction)
    apart = {(each.first, each.second) for each in tests if each.corrected < 1 - significance.LEVEL}
    return Ranking(
        values,
        {name: significance.percentiles(each) for name, each in drawn.items()},
        tests,
        letters(list(values), apart),
        unit,
        units,
        signature,
    )


def mean_intervals(
    scores: Sequence[Score],
    *,
    draws: int = significance.DRAWS,
    seed: int = 0,
) -> list[dict[str, tuple[float, float]]]:
    """Return the intervals of the means over documents of all figures, none of too few units.

    Args:
        scores: all of the same documents and rows, which are resampled alike.
        draws: number of resamples.
        seed: of the random numbers.

    Raises:
        ConfigError: draws are out of range.
    """
    significance.check_draws(draws)
    if not scores or _units(scores[0])[1] < significance.MIN_UNITS:
        return [{} for _ in scores]
    return [
        {name: significance.percentiles(values) for name, values in drawn.items()}
        for drawn in _draw_means(scores, draws, seed)
    ]


def _units(score: Score) -> tuple[str, int]:
    """Return what is resampled, documents or rows, and how many of them there are."""
    documents = len(np.unique(score.statistics[:, 0]))
    if documents >= significance.MIN_UNITS:
        return score.columns[0], documents
    return score.columns[1], len(score.statistics)


def _document_figures(score: Score) -> dict[str, Floats]:
    documents, of = np.unique(score.statistics[:, 0], return_inverse=True)
    sums = np.zeros((len(documents), score.statistics.shape[1] - LABELS))
    np.add.at(sums, of, score.statistics[:, LABELS:])
    return dict(score.aggregate(sums))


def _draw_means(scores: Sequence[Score], draws: int, seed: int) -> list[dict[str, Floats]]:
    """Return the means over documents of all figures in each resample, float64 (draws,)."""
    rng = np.random.default_rng(seed)
    parts: list[dict[str, list[Floats]]] = [defaultdict(list) for _ in scores]
    documents, of = np.unique(scores[0].statistics[:, 0], return_inverse=True)
    if len(documents) >= significance.MIN_UNITS:
        figures = [_document_figures(each) for each in scores]
        for weights in significance.draw_weights(np.zeros(len(documents), np.int64), draws, rng):
            for part, values in zip(parts, figures, strict=True):
                for name, own in values.items():
                    part[name].append(weights @ own / len(own))
    else:
        rows = [np.flatnonzero(of == one) for one in range(len(documents))]
        # The counts of all scores side by side, so that one product sums them.
        counts = np.hstack([each.statistics[:, LABELS:] for each in scores])
        ends = np.cumsum([each.statistics.shape[1] - LABELS for each in scores])
        for weights in significance.draw_weights(of, draws, rng):
            sums = np.stack([weights[:, own] @ counts[own] for own in rows], axis=1)
            cut = np.split(sums, ends[:-1], axis=2)
            for part, score, own in zip(parts, scores, cut, strict=True):
                for name, figures_of in score.aggregate(own).items():
                    part[name].append(figures_of.mean(axis=1))
    return [{name: np.concatenate(each) for name, each in part.items()} for part in parts]


def _tests(
    values: Mapping[str, float], drawn: Mapping[str, Floats], correction: str
) -> tuple[PairTest, ...]:
    names, figures = list(values), list(values.values())
    # What the first has more than the second.
    pairs = [(other, one) for one, other in combinations(range(len(names)), 2)]
    tests = significance.difference_tests(
        pairs, figures, list(drawn.values()), significance.LEVEL, correction
    )
    return tuple(
        PairTest(names[one], names[other], figures[one] - figures[other], *test)
        for (other, one), test in zip(pairs, tests, strict=True)
    )


def letters(names: Sequence[str], apart: set[tuple[str, str]]) -> dict[str, str]:
    """Return letters such that two names share one exactly if they are not ``apart``.

    Piepho's insertion and absorption: a column with both names of a pair that is apart becomes two,
    and columns inside others go.

    Args:
        names: from the best to the worst; the best has the letter a.
        apart: pairs that differ, in any order.
    """
    columns: list[set[str]] = [set(names)]
    for one, other in sorted(apart):
        split = [
            part
            for column in columns
            for part in (
                (column - {one}, column - {other}) if {one, other} <= column else (column,)
            )
        ]
        columns = []
        for column in sorted(split, key=len, reverse=True):
            if column and not any(column <= known for known in columns):
                columns.append(column)
    place = {name: number for number, name in enumerate(names)}
    columns.sort(key=lambda column: sorted(place[name] for name in column))
    signs = [_sign(number) for number in range(len(columns))]
    return {
        name: "".join(sign for sign, column in zip(signs, columns, strict=True) if name in column)
        for name in names
    }


def _sign(number: int) -> str:
    alphabet = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    rest, place = divmod(number, len(alphabet))
    return alphabet[place] + (str(rest) if rest else "")
