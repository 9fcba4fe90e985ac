"""Points as SVG: boxes of classes side by side, and clouds of two figures.

Points that share a place are moved a little, the same way every time.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from diglot.report.plots.lines import STYLES, safe, ticks_between

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 22, 26, 52
_GOLDEN = 0.6180339887498949  # steps of this length fill a stretch evenly
_BAND = 12.0  # pixels
_WHISKER = 1.5  # ranges between the quartiles, as Tukey draws them


@dataclass(frozen=True, slots=True, eq=False)
class Group:
    """Points of one class.

    Attributes:
        name: of the class.
        values: shape (n,), heights.
        style: number of its colour.
        places: shape (n,), widths; None in boxes.
    """

    name: str
    values: NDArray[np.float64]
    style: int
    places: NDArray[np.float64] | None = None


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
    groups: tuple[Group, ...]
    low: float = 0.0
    high: float = 1.0

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements."""
        x0, x1, y0, y1 = _frame(left, top, width, height)
        to_y = _scale(self.low, self.high, y1, y0)
        parts = _axes(self.title, self.across, (x0, x1, y0, y1), to_y, self.low, self.high)
        room = (x1 - x0) / max(len(self.groups), 1)
        for number, group in enumerate(self.groups):
            middle = x0 + room * (number + 0.5)
            parts += _box(group, middle, min(room * 0.3, 34.0), to_y)
            shown = f"{group.name} ({len(group.values)})"
            parts.append(
                f'<text class="c{group.style % STYLES}" text-anchor="middle" x="{middle:.1f}" '
                f'y="{y1 + 17:.1f}">{safe(shown)}</text>'
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
    groups: tuple[Group, ...]
    x_range: tuple[float, float] = (0.0, 1.0)
    y_range: tuple[float, float] = (0.0, 1.0)

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements."""
        x0, x1, y0, y1 = frame = _frame(left, top, width, height)
        to_x = _scale(*self.x_range, x0, x1)
        to_y = _scale(*self.y_range, y1, y0)
        parts = _axes(self.title, self.across, frame, to_y, *self.y_range)
        for value in ticks_between(*self.x_range):
            x = float(to_x(value))
            parts.append(f'<path class="axis" d="M{x:.1f} {y1:.1f}v4"/>')
            parts.append(
                f'<text class="mute" text-anchor="middle" x="{x:.1f}" y="{y1 + 17:.1f}">'
                f"{value:g}</text>"
            )
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
            parts.append(f'<text x="{x + 14:.1f}" y="{y:.1f}">{safe(group.name)}</text>')
            x += 40 + 7 * len(group.name)
        return "\n".join(parts), 20.0


def _frame(
    left: float, top: float, width: float, height: float
) -> tuple[float, float, float, float]:
    return left + _LEFT, left + width - _RIGHT, top + _TOP, top + height - _BOTTOM


def _scale(
    low: float, high: float, begin: float, end: float
) -> Callable[[ArrayLike], NDArray[np.float64]]:
    """Return what turns figures into places between two ends; those beyond stand at the ends."""

    def place(figure: ArrayLike) -> NDArray[np.float64]:
        share = (np.asarray(figure, np.float64) - low) / (high - low)
        result: NDArray[np.float64] = begin + np.clip(share, 0, 1) * (end - begin)
        return result

    return place


def _axes(
    title: str,
    across: str,
    frame: tuple[float, float, float, float],
    to_y: Callable[[ArrayLike], NDArray[np.float64]],
    low: float,
    high: float,
) -> list[str]:
    x0, x1, y0, y1 = frame
    parts = [f'<text class="head" x="{x0:.1f}" y="{y0 - 12:.1f}">{safe(title)}</text>']
    for value in ticks_between(low, high):
        y = float(to_y(value))
        parts.append(f'<path class="grid" d="M{x0:.1f} {y:.1f}H{x1:.1f}"/>')
        place = f'x="{x0 - 6:.1f}" y="{y + 4:.1f}"'
        parts.append(f'<text class="mute" text-anchor="end" {place}>{value:g}</text>')
    parts.append(f'<path class="axis" d="M{x0:.1f} {y0:.1f}V{y1:.1f}H{x1:.1f}"/>')
    parts.append(
        f'<text class="mute" text-anchor="end" x="{x1:.1f}" y="{y1 + 36:.1f}">{safe(across)}</text>'
    )
    return parts


def _box(
    group: Group,
    middle: float,
    half: float,
    to_y: Callable[[ArrayLike], NDArray[np.float64]],
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
        f"{safe(f'{group.name}: median {median:.3g}, half between {first:.3g} and {third:.3g}')}"
        "</title></path>"
    )
    return parts


def _dot(x: float, y: float, group: Group) -> str:
    """Return a point: filled and round, or every other style an open square."""
    style = f"c{group.style % STYLES}"
    # Classes differ in shape, too, for those who see no difference of colour.
    if group.style % 2:
        return f'<path class="line {style}" d="M{x - 3:.1f} {y - 3:.1f}h6v6h-6z"/>'
    return f'<circle class="{style}" fill-opacity=".55" cx="{x:.1f}" cy="{y:.1f}" r="3.4"/>'
