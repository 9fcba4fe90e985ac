"""Named points as SVG: one for each system, with the line that fits them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.report.plots.lines import STEPS, STYLES, safe

if TYPE_CHECKING:
    from collections.abc import Sequence

_LEFT, _RIGHT, _TOP, _BOTTOM = 52, 22, 26, 38
_RADIUS = 4.0
_LETTER = 6.2
_LINE = 12.0
_LONGEST = 30
# Difference below which values are one, as a share of their size.
_SAME = 1e-9
# Places of a name beside its point, the best first: step right, step down, where the text ends.
_SIDES = (
    (8.0, 4.0, "start"),
    (-8.0, 4.0, "end"),
    (0.0, -9.0, "middle"),
    (0.0, 17.0, "middle"),
    (8.0, -8.0, "start"),
    (8.0, 16.0, "start"),
    (-8.0, -8.0, "end"),
    (-8.0, 16.0, "end"),
)

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class Point:
    """A named point.

    Attributes:
        name: what it is of.
        x: its place across.
        y: its height.
        style: number of its colour.
    """

    name: str
    x: float
    y: float
    style: int = 0


@dataclass(frozen=True, slots=True)
class PointPanel:
    """Axes with named points.

    Attributes:
        title: what the height is.
        across: what the width is.
        points: any number.
        fit: draw the line of least squares.
    """

    title: str
    across: str
    points: tuple[Point, ...]
    fit: bool = True

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements.

        Args:
            left: of its frame, labels included.
            top: the same.
            width: of its frame, in pixels.
            height: the same.
        """
        x0, y0 = left + _LEFT, top + _TOP
        x1, y1 = left + width - _RIGHT, top + height - _BOTTOM
        across = _Axis([point.x for point in self.points], x0, x1)
        up = _Axis([point.y for point in self.points], y1, y0)
        parts = [f'<text class="head" x="{x0:.1f}" y="{top + 14:.1f}">{safe(self.title)}</text>']
        for value in up.ticks:
            y = up.place(value)
            parts.append(f'<path class="grid" d="M{x0:.1f} {y:.1f}H{x1:.1f}"/>')
            place = f'x="{x0 - 6:.1f}" y="{y + 4:.1f}"'
            parts.append(f'<text class="mute" text-anchor="end" {place}>{value:g}</text>')
        for value in across.ticks:
            x = across.place(value)
            parts.append(f'<path class="axis" d="M{x:.1f} {y1:.1f}v4"/>')
            place = f'x="{x:.1f}" y="{y1 + 17:.1f}"'
            parts.append(f'<text class="mute" text-anchor="middle" {place}>{value:g}</text>')
        parts.append(f'<path class="axis" d="M{x0:.1f} {y0:.1f}V{y1:.1f}H{x1:.1f}"/>')
        parts.append(
            f'<text class="mute" text-anchor="end" x="{x1:.1f}" y="{y1 + 32:.1f}">'
            f"{safe(self.across)}</text>"
        )
        if self.fit:
            parts.append(_fitted(self.points, across, up))
        return "\n".join([*parts, *_named(self.points, across, up, (x0, y0, x1, y1))])

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:  # noqa: ARG002
        """Return nothing: names stand beside the points."""
        return "", 0.0


class _Axis:
    """Round numbers around the values, and where they stand on the screen."""

    def __init__(self, values: Sequence[float], begin: float, end: float) -> None:
        low, high = min(values, default=0.0), max(values, default=1.0)
        if high - low < _SAME * max(abs(high), _SAME):
            low, high = low - 0.5, high + 0.5
        step = _round_step((high - low) / 4)
        first, last = math.floor(low / step), math.ceil(high / step)
        self.low, self.high = first * step, last * step
        self.ticks = [round(number * step, 10) for number in range(first, last + 1)]
        self._begin, self._end = begin, end

    def place(self, value: float) -> float:
        share = (value - self.low) / (self.high - self.low)
        return self._begin + share * (self._end - self._begin)


def _round_step(step: float) -> float:
    power = 10.0 ** math.floor(math.log10(step))
    return next((factor * power for factor in STEPS if factor * power >= step), 10 * power)


def _fitted(points: Sequence[Point], across: _Axis, up: _Axis) -> str:
    """Return the line of least squares as an SVG element; nothing for points above each other."""
    xs, ys = np.array([point.x for point in points]), np.array([point.y for point in points])
    if len(points) < 3 or np.ptp(xs) < _SAME * (across.high - across.low):
        return ""
    spread = xs - xs.mean()
    slope = float(spread @ (ys - ys.mean()) / (spread @ spread))
    ends = []
    for x in (float(xs.min()), float(xs.max())):
        y = min(max(float(ys.mean()) + slope * (x - float(xs.mean())), up.low), up.high)
        ends.append(f"{across.place(x):.1f} {up.place(y):.1f}")
    return f'<path class="line c7" stroke-dasharray="4 4" d="M{ends[0]}L{ends[1]}"/>'


def _named(points: Sequence[Point], across: _Axis, up: _Axis, frame: Box) -> list[str]:
    """Return the points with their names, where these find room."""
    places = [(across.place(point.x), up.place(point.y)) for point in points]
    taken = [(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in places]
    parts = []
    for point, (x, y) in zip(points, places, strict=True):
        style = point.style % STYLES
        tip = f"{point.name}: {point.x:.4g}, {point.y:.4g}"
        parts.append(
            f'<circle class="c{style}" cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS:g}">'
            f"<title>{safe(tip)}</title></circle>"
        )
        half = _LONGEST // 2 - 1
        long = len(point.name) > _LONGEST
        shown = f"{point.name[:half]}…{point.name[-half:]}" if long else point.name
        free = _free(shown, x, y, taken, frame)
        if free is None:  # the tip says the name
            continue
        right, down, anchor = free
        parts.append(
            f'<text class="mark c{style}" text-anchor="{anchor}" x="{x + right:.1f}" '
            f'y="{y + down:.1f}">{safe(shown)}</text>'
        )
    return parts


def _free(
    name: str, x: float, y: float, taken: list[Box], frame: Box
) -> tuple[float, float, str] | None:
    """Return a place for a name where nothing else stands, and take it; None if there is none."""
    width = _LETTER * len(name)
    for right, down, anchor in _SIDES:
        begin = x + right - {"start": 0.0, "middle": width / 2, "end": width}[anchor]
        box = (begin, y + down - _LINE + 3, begin + width, y + down + 3)
        inside = frame[0] <= box[0] and box[2] <= frame[2] and frame[1] <= box[1] + _LINE
        if inside and not any(
            box[0] < other[2] and other[0] < box[2] and box[1] < other[3] and other[1] < box[3]
            for other in taken
        ):
            taken.append(box)
            return right, down, anchor
    return None
