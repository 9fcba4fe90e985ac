"""Measurements as tables: the same text is aligned on a terminal and a table in Markdown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from bench.measure import Cost

NOTHING = "–"


@dataclass(frozen=True, slots=True)
class Limit:
    """What a command may cost at most."""

    cpu: float | None = None
    peak: float | None = None


NO_LIMIT = Limit()


@dataclass(frozen=True, slots=True)
class Measurement:
    """Cost of one command.

    Attributes:
        name: what was run.
        cost: what it cost.
        limit: what it may cost.
        f1: strict F1 of its links, shipped weights; None where there is nothing to score.
    """

    name: str
    cost: Cost
    limit: Limit = NO_LIMIT
    f1: float | None = None


def table(header: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    """Lay out cells in columns; the first column to the left, the others to the right."""
    body = [list(row) for row in rows]
    widths = [max(3, *(len(row[k]) for row in (header, *body))) for k in range(len(header))]

    def line(cells: Sequence[str]) -> str:
        first, *others = [
            cell.ljust(width) if k == 0 else cell.rjust(width)
            for k, (cell, width) in enumerate(zip(cells, widths, strict=True))
        ]
        return f"| {' | '.join([first, *others])} |"

    rule = ["-" * widths[0], *("-" * (width - 1) + ":" for width in widths[1:])]
    return "\n".join(
        [line(header), f"|{'|'.join(f' {cell} ' for cell in rule)}|", *map(line, body)]
    )


def figure(value: float | None, digits: int = 3) -> str:
    """A figure between 0 and 1 without its zero, as papers print it."""
    if value is None:
        return NOTHING
    text = f"{round(value, digits) + 0.0:.{digits}f}"  # no minus before zeros
    return text.replace("0.", ".", 1) if abs(value) < 1 and not text.startswith("1") else text


def interval(limits: tuple[float, float] | None) -> str:
    """Limits of an interval; nothing where there were too few blocks for one."""
    return f"[{figure(limits[0])}, {figure(limits[1])}]" if limits else NOTHING


def costs(measurements: Iterable[Measurement]) -> str:
    """Time and memory, with the limits they have to keep."""
    header = ["what", "CPU s", "limit", "wall s", "peak MB", "limit", "strict"]
    return table(
        header,
        (
            [
                each.name,
                f"{each.cost.cpu:.2f}",
                NOTHING if each.limit.cpu is None else f"{each.limit.cpu:g}",
                f"{each.cost.wall:.2f}",
                f"{each.cost.peak:.0f}",
                NOTHING if each.limit.peak is None else f"{each.limit.peak:g}",
                figure(each.f1),
            ]
            for each in measurements
        ),
    )
