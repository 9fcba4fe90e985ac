"""One layout for every table of figures, one writer for every score as JSON.

Tables are data: the heads of their columns, each with an attribute of the records that are shown,
or with a function of them. Values of cells become text by their kind.
"""

from __future__ import annotations

import math
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

from diglot.model.score import LABELS, Score

Interval = tuple[float, float]
Columns = Sequence[str | tuple[str, Callable[[Any], object]]]
UNDEFINED = "undefined"


def table(
    header: Sequence[str],
    rows: Iterable[Sequence[object]],
    *,
    missing: str = "–",
    thousands: bool = False,
) -> str:
    """Lay out rows of values: first column to the left, all others to the right.

    Args:
        header: names of the columns.
        rows: cells, as many a row as there are columns.
        missing: what stands for None.
        thousands: set off the thousands of whole numbers.
    """
    text = partial(cell_text, missing=missing, thousands=thousands)
    cells = [list(header), *([text(cell) for cell in row] for row in rows)]
    widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
    lines = ["  ".join(map(_pad, row, widths, range(len(row)))).rstrip() for row in cells]
    lines.insert(1, "  ".join("─" * width for width in widths).rstrip())
    return "\n".join(lines)


def cell_text(cell: object, *, missing: str = "–", thousands: bool = False) -> str:
    """Return what stands in a cell: figures and intervals as the field writes them."""
    if isinstance(cell, str):
        return cell
    if cell is None:
        return missing
    if isinstance(cell, tuple):
        return interval_text(cell)
    if isinstance(cell, float):
        return figure_of(cell)
    return f"{cell:,}" if thousands else f"{cell}"


def record_table(
    columns: Columns, records: Iterable[Any], *, missing: str = "–", thousands: bool = False
) -> str:
    """Show records, one a row.

    Args:
        columns: names of attributes, ``head=path`` for a dotted path under another head, or pairs
            of a head and a function of a record.
        records: of one kind.
        missing: what stands for None.
        thousands: set off the thousands of whole numbers.
    """
    reads = dict(map(_reader, columns))
    rows = ([read(record) for read in reads.values()] for record in records)
    return table(list(reads), rows, missing=missing, thousands=thousands)


def _reader(column: str | tuple[str, Callable[[Any], object]]) -> tuple[str, Callable[[Any], Any]]:
    if not isinstance(column, str):
        return column
    head, _, path = column.partition("=")
    return head, attrgetter(path or head)


def score_table(
    figures: Mapping[str, str],
    scores: Mapping[str, Score],
    *,
    interval_of: str | None = None,
) -> str:
    """Show figures of each score, one score a row, with the interval of one of them.

    Args:
        figures: heads of columns by the figures that they show.
        scores: scores by the names of their rows.
        interval_of: the figure whose interval is shown where a score has one.
    """
    shown = any(interval_of in score.intervals for score in scores.values())
    rows = [
        [
            name,
            *(score.values[figure] for figure in figures),
            *([score.intervals.get(str(interval_of))] if shown else []),
        ]
        for name, score in scores.items()
    ]
    last = [f"95 % of {figures[str(interval_of)]}"] if shown else []
    return table(["", *figures.values(), *last], rows, missing="")


def figure_table(rows: Iterable[tuple[str, Score, str]]) -> str:
    """Show one figure a row with its interval: its name, its score, its key in the score."""
    return table(
        ["", "value", "95 %"], ([name, *figure_cells(score, key)] for name, score, key in rows)
    )


def figure_cells(
    score: Score, name: str, show: Callable[[float], str] | None = None, between: str = "–"
) -> list[str]:
    """Return a figure of a score and its interval, which is empty where it is not known."""
    show = show or figure_of
    if math.isnan(score.values[name]):
        return [UNDEFINED, ""]
    return [
        show(score.values[name]),
        interval_text(score.intervals.get(name), show=show, between=between),
    ]


def figure_of(value: float, digits: int = 3) -> str:
    """Write a figure in [-1, 1] as the field does: .875, 1.000, -.125."""
    text = f"{value:.{digits}f}"
    return text.replace("0.", ".", 1) if text.startswith(("0.", "-0.")) else text


def interval_text(
    interval: Interval | None, *, show: Callable[[float], str] = figure_of, between: str = "–"
) -> str:
    """Write an interval; nothing if it is not known."""
    if interval is None or math.isnan(interval[0]):
        return ""
    return f"{show(interval[0])}{between}{show(interval[1])}"


# Scores as plain values for JSON output, on which other programs rely.


def attributes(record: object, *keys: str) -> dict[str, Any]:
    """Return attributes of a record; ``key=path`` gives the one at a dotted path another key."""
    return {key: read(record) for key, read in map(_reader, keys)}


def intervals_as_json(intervals: Mapping[str, Interval]) -> dict[str, list[float]] | None:
    """Return [low, high] for each figure; None before a bootstrap."""
    return {name: list(each) for name, each in intervals.items()} or None


def counts_as_json(score: Score) -> dict[str, float]:
    """Return what the statistics of a score add up to, whole numbers as such."""
    sums = score.statistics[:, LABELS:].sum(axis=0).tolist()
    return {
        name: int(value) if value == int(value) else value
        for name, value in zip(score.columns[LABELS:], sums, strict=True)
    }


def score_as_json(score: Score) -> dict[str, Any]:
    """Return the figures of a score, its ``intervals``, ``counts`` and ``signature``.

    A figure that is undefined is None. Where a bootstrap gave no intervals, ``note`` says why.
    """
    return {
        **{name: number_as_json(value) for name, value in score.values.items()},
        "intervals": intervals_as_json(score.intervals),
        "counts": counts_as_json(score),
        "signature": None if score.signature is None else str(score.signature),
        **({"note": score.note} if score.note else {}),
    }


def number_as_json(value: float) -> float | None:
    """Return a number, None for NaN, which JSON does not have."""
    return None if math.isnan(value) else value


def _width(text: str) -> int:
    """Return the columns a terminal gives ``text``: two for wide characters, none for marks."""
    return sum(
        0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
        for c in text
    )


def _pad(text: str, width: int, column: int) -> str:
    space = " " * (width - _width(text))
    return space + text if column else text + space


def short_names(paths: Sequence[Path]) -> list[str]:
    """Return short names of files: without folder and extension where that tells them apart."""
    stems = Counter(path.stem for path in paths)
    names = Counter(path.name for path in paths)
    return [
        path.stem if stems[path.stem] == 1 else path.name if names[path.name] == 1 else str(path)
        for path in paths
    ]
