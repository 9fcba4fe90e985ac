"""Points as SVG: classes in boxes and clouds, and named systems with the line that fits them.

Points that share a place are moved a little, the same way every time.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.report.plots.lines import (
    STEPS,
    STYLES,
    Frame,
    Series,
    axes,
    ticks,
    ticks_between,
    xml_safe,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from numpy.typing import ArrayLike

    from diglot.evaluate.statistics.aggregate import Floats

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 22, 26, 52
_GOLDEN = 0.6180339887498949  # steps of this length fill a stretch evenly
_BAND = 12.0  # pixels
_WHISKER = 1.5  # ranges between the quartiles, as Tukey draws them


@dataclass(frozen=True, slots=True, eq=False)
class BoxPanel:
    """Axes with a box a class: quartiles, the furthest points within 1.5 of their range, points.

    Attributes:
        title: what the height is.
        across: a line below, such as how well the classes are apart.
        groups: drawn in this order.
        low: height of the lower end.
        high: the same of the upper end.
    """

    title: str
    across: str
    groups: tuple[Series, ...]
    low: float = 0.0
    high: float = 1.0

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements."""
        x0, x1, y0, y1 = frame = _frame(left, top, width, height)
        to_y = _scale(self.low, self.high, y1, y0)
        heights = ((float(to_y(value)), value) for value in ticks_between(self.low, self.high))
        parts = axes(frame, self.title, self.across, heights, below=36)
        step = (x1 - x0) / max(len(self.groups), 1)
        for number, group in enumerate(self.groups):
            middle = x0 + step * (number + 0.5)
            parts += _box(group, middle, min(step * 0.3, 34.0), to_y)
            shown = f"{group.name} ({len(group.values)})"
            parts.append(
                f'<text class="c{group.style % STYLES}" text-anchor="middle" x="{middle:.1f}" '
                f'y="{y1 + 17:.1f}">{xml_safe(shown)}</text>'
            )
        return "\n".join(parts)

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:  # noqa: ARG002
        """Return nothing: the classes are named below their boxes."""
        return "", 0.0


@dataclass(frozen=True, slots=True, eq=False)
class CloudPanel:
    """Axes with the points of classes, each at its two figures, its height a little moved.

    Attributes:
        title: what the height is.
        across: what the width is.
        groups: drawn in this order; all have places.
        x_range: widths of both ends.
        y_range: heights of both ends.
    """

    title: str
    across: str
    groups: tuple[Series, ...]
    x_range: tuple[float, float] = (0.0, 1.0)
    y_range: tuple[float, float] = (0.0, 1.0)

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements."""
        x0, x1, y0, y1 = frame = _frame(left, top, width, height)
        to_x = _scale(*self.x_range, x0, x1)
        to_y = _scale(*self.y_range, y1, y0)
        heights = ((float(to_y(value)), value) for value in ticks_between(*self.y_range))
        parts = axes(frame, self.title, self.across, heights, below=36)
        steps = ((float(to_x(value)), f"{value:g}") for value in ticks_between(*self.x_range))
        parts += ticks(steps, y1)
        number = 0
        for group in self.groups:
            widths = group.places if group.places is not None else np.zeros(len(group.values))
            for place, value in zip(widths, group.values, strict=True):
                # Many share a height, such as 0: they are spread over a band.
                shift = _BAND * ((number * _GOLDEN) % 1 - 0.5)
                y = min(max(float(to_y(value)) + shift, y0), y1)
                parts.append(_dot(float(to_x(place)), y, group))
                number += 1
        return "\n".join(parts)

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:  # noqa: ARG002
        """Return the names of the classes, and the height they take."""
        parts = []
        x, y = left, top + 12
        for group in self.groups:
            parts.append(_dot(x + 4, y - 4, group))
            parts.append(f'<text x="{x + 14:.1f}" y="{y:.1f}">{xml_safe(group.name)}</text>')
            x += 40 + 7 * len(group.name)
        return "\n".join(parts), 20.0


@dataclass(frozen=True, slots=True, eq=False)
class StackPanel:
    """Axes with a bar a class, cut by shares.

    Attributes:
        title: what the height is.
        parts: what bars are cut into, from below.
        names: of the bars.
        shares: shape (bars, parts); those of a bar add up to 1.
    """

    title: str
    parts: tuple[str, ...]
    names: tuple[str, ...]
    shares: Floats

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements."""
        x0, x1, y0, y1 = frame = _frame(left, top, width, height)
        to_y = _scale(0.0, 1.0, y1, y0)
        heights = ((float(to_y(value)), value) for value in ticks_between(0.0, 1.0))
        drawn = axes(frame, self.title, "", heights)
        step = (x1 - x0) / max(len(self.names), 1)
        wide = min(step * 0.5, 60.0)
        for number, (name, shares) in enumerate(zip(self.names, self.shares, strict=True)):
            middle = x0 + step * (number + 0.5)
            ends = to_y(np.concatenate([[0.0], np.cumsum(shares)]))
            for part, share in enumerate(shares):
                low, high = float(ends[part]), float(ends[part + 1])
                drawn.append(
                    f'<rect class="c{part % STYLES}" x="{middle - wide / 2:.1f}" y="{high:.1f}" '
                    f'width="{wide:.1f}" height="{low - high:.1f}">'
                    f"<title>{xml_safe(f'{name}, {self.parts[part]}: {share:.1%}')}</title></rect>"
                )
            drawn.append(
                f'<text class="mute" text-anchor="middle" x="{middle:.1f}" y="{y1 + 17:.1f}">'
                f"{xml_safe(name)}</text>"
            )
        return "\n".join(drawn)

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:  # noqa: ARG002
        """Return the names of the parts as SVG elements, and the height they take."""
        drawn = []
        x, y = left, top + 12
        for part, name in enumerate(self.parts):
            drawn.append(
                f'<rect class="c{part % STYLES}" x="{x:.1f}" y="{y - 9:.1f}" width="10" '
                f'height="10"/><text x="{x + 16:.1f}" y="{y:.1f}">{xml_safe(name)}</text>'
            )
            x += 40 + 7 * len(name)
        return "\n".join(drawn), 24.0


def _frame(left: float, top: float, width: float, height: float) -> Frame:
    return left + _LEFT, left + width - _RIGHT, top + _TOP, top + height - _BOTTOM


def _scale(low: float, high: float, begin: float, end: float) -> Callable[[ArrayLike], Floats]:
    """Return what turns figures into places between two ends; those beyond stand at the ends."""

    def place(figure: ArrayLike) -> Floats:
        share = (np.asarray(figure, np.float64) - low) / (high - low)
        result: Floats = begin + np.clip(share, 0, 1) * (end - begin)
        return result

    return place


def _box(
    group: Series, middle: float, half: float, to_y: Callable[[ArrayLike], Floats]
) -> list[str]:
    """Return a box with its points; a class without values has neither."""
    if not len(group.values):
        return []
    parts = []
    for number, value in enumerate(group.values):
        share = (number * _GOLDEN) % 1 - 0.5
        parts.append(_dot(middle + 1.4 * half * share, float(to_y(value)), group))
    first, median, third = (float(each) for each in np.percentile(group.values, [25, 50, 75]))
    reach = _WHISKER * (third - first)
    near = group.values[(group.values >= first - reach) & (group.values <= third + reach)]
    q1, q2, q3, low, high = (
        float(to_y(each)) for each in (first, median, third, near.min(), near.max())
    )
    left, right, cap = middle - half, middle + half, half / 2
    parts.append(
        f'<path class="line c{group.style % STYLES}" d="M{left:.1f} {q1:.1f}H{right:.1f}V{q3:.1f}'
        f"H{left:.1f}Z M{left:.1f} {q2:.1f}H{right:.1f} M{middle:.1f} {q1:.1f}V{low:.1f} "
        f"M{middle - cap:.1f} {low:.1f}h{2 * cap:.1f} M{middle:.1f} {q3:.1f}V{high:.1f} "
        f'M{middle - cap:.1f} {high:.1f}h{2 * cap:.1f}"><title>'
        f"{xml_safe(f'{group.name}: median {median:.3g}, ')}"
        f"{xml_safe(f'half between {first:.3g} and {third:.3g}')}"
        "</title></path>"
    )
    return parts


def _dot(x: float, y: float, group: Series) -> str:
    """Return a point: filled and round, or every other style an open square."""
    style = f"c{group.style % STYLES}"
    # Classes differ in shape, too, for those who see no difference of colour.
    if group.style % 2:
        return f'<path class="line {style}" d="M{x - 3:.1f} {y - 3:.1f}h6v6h-6z"/>'
    return f'<circle class="{style}" fill-opacity=".55" cx="{x:.1f}" cy="{y:.1f}" r="3.4"/>'


# Named points as SVG: one for each system, with the line that fits them.

_POINT_LEFT, _POINT_RIGHT, _POINT_TOP, _POINT_BOTTOM = 52, 22, 26, 38
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

Box = Frame


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
        """Return the panel as SVG elements."""
        x0, y0 = left + _POINT_LEFT, top + _POINT_TOP
        x1, y1 = left + width - _POINT_RIGHT, top + height - _POINT_BOTTOM
        across = _Axis([point.x for point in self.points], x0, x1)
        up = _Axis([point.y for point in self.points], y1, y0)
        heights = ((up.place(value), value) for value in up.ticks)
        widths = ((across.place(value), f"{value:g}") for value in across.ticks)
        parts = axes((x0, x1, y0, y1), self.title, self.across, heights, widths)
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
    """Return the points with their names, where these fit."""
    places = [(across.place(point.x), up.place(point.y)) for point in points]
    taken = [(x - _RADIUS, y - _RADIUS, x + _RADIUS, y + _RADIUS) for x, y in places]
    parts = []
    for point, (x, y) in zip(points, places, strict=True):
        style = point.style % STYLES
        tip = f"{point.name}: {point.x:.4g}, {point.y:.4g}"
        parts.append(
            f'<circle class="c{style}" cx="{x:.1f}" cy="{y:.1f}" r="{_RADIUS:g}">'
            f"<title>{xml_safe(tip)}</title></circle>"
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
            f'y="{y + down:.1f}">{xml_safe(shown)}</text>'
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
