"""Line plots as SVG: panels with axes, lines told apart by colour, dashes and a number.

Colours are those of Okabe and Ito 2008, darkened or lightened for the ground; they follow the
reader's preference for light or dark. Nothing is fetched from outside.
"""

from __future__ import annotations

import html
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from diglot.evaluate.statistics.aggregate import Floats, Ints


STYLES = 8
DASHES = ("", "7 3", "2 3", "9 3 2 3", "12 4", "4 4", "1 4", "9 3 2 3 2 3")
CSS = """
.plots { --ground: #fdfdfc; --text: #1b1c1d; --muted: #5c6166; --line: #e9e9e5;
  --c0: #0072b2; --c1: #c05000; --c2: #00805d; --c3: #a64d80; --c4: #8a6500; --c5: #1b1c1d;
  --c6: #2b86b8; --c7: #6b6f73; }
@media (prefers-color-scheme: dark) { .plots { --ground: #16181a; --text: #e3e3df; --muted: #a3a8ac;
  --line: #303438; --c0: #56b4e9; --c1: #f0803c; --c2: #3cc39d; --c3: #dd9dc1; --c4: #e6b84d;
  --c5: #e3e3df; --c6: #f0e442; --c7: #9a9ea2; } }
.plots text { fill: var(--text); font: 12px system-ui, -apple-system, "Segoe UI", Roboto,
  "Noto Sans", Arial, sans-serif; font-variant-numeric: tabular-nums; }
.plots .head { font-weight: 600; font-size: 13px; }
.plots .mute { fill: var(--muted); font-size: 11px; }
.plots .ground { fill: var(--ground); }
.plots .grid { stroke: var(--line); stroke-width: 1; fill: none; }
.plots .axis { stroke: var(--muted); stroke-width: 1; fill: none; }
.plots .line { fill: none; stroke-width: 1.6; stroke-linejoin: round; stroke-linecap: butt; }
.plots .mark { font-size: 10px; font-weight: 600; paint-order: stroke; stroke: var(--ground);
  stroke-width: 3px; stroke-linejoin: round; }
""" + "".join(
    f".plots path.c{k} {{ stroke: var(--c{k}); }}"
    f" .plots text.c{k}, .plots circle.c{k}, .plots rect.c{k} {{ fill: var(--c{k}); }}\n"
    for k in range(STYLES)
)
# Points of a line: more would be finer than a screen.
_POINTS = 500
# Ranks that each have a tick.
_FEW = 20
_WIDE = 600
_LEFT, _RIGHT, _TOP, _BOTTOM = 44, 22, 26, 38
_LOG_FLOOR = 1.0
STEPS = (1, 2, 2.5, 5, 10)
Frame = tuple[float, float, float, float]
TOPS = (1, 1.5, 2, 3, 4, 5, 6, 8, 10)


@dataclass(frozen=True, slots=True, eq=False)
class Series:
    """Values in one style: a line of a panel, or the points of one class.

    Attributes:
        name: what it shows.
        values: shape (n,): heights, of a line at 1, 2, … n.
        style: number of its colour and dashes; what comes of one run has the same everywhere.
        places: shape (n,): where the heights are, ascending in a line, if not at 1, 2, … n; None
            in boxes.
    """

    name: str
    values: Floats
    style: int
    places: Floats | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Panel:
    """Axes with lines.

    Attributes:
        title: what the height is.
        across: what the width is.
        lines: drawn in this order.
        log: the width is logarithmic.
        top: height of the upper end; None fits the lines.
        low: height of the lower end of logarithmic heights; None: they are even, from 0.
        end: width of the right end; None fits the lines.
    """

    title: str
    across: str
    lines: tuple[Series, ...]
    log: bool = False
    top: float | None = None
    end: float | None = None
    low: float | None = None

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements within a frame, in pixels, labels included."""
        frame = (left + _LEFT, left + width - _RIGHT, top + _TOP, top + height - _BOTTOM)
        x0, x1, y0, y1 = frame
        last = self.end or max((len(line.values) for line in self.lines), default=1)
        highest = max((float(line.values.max(initial=0)) for line in self.lines), default=1.0)
        ceiling = self.top or (min(1.0, _round_up(highest, TOPS)) if highest > 0 else 1.0)
        first = _LOG_FLOOR if self.log else 0.0
        end = self.end or max(float(last), first + 1)

        def across(rank: Floats) -> Floats:
            share = (
                np.log(rank / first) / math.log(end / first)
                if self.log
                else (rank - first) / (end - first)
            )
            return x0 + share * (x1 - x0)

        def up(values: Floats) -> Floats:
            share = (
                np.clip(values / ceiling, 0, 1)
                if self.low is None
                else np.log(np.maximum(values, self.low) / self.low) / math.log(ceiling / self.low)
            )
            return y1 - share * (y1 - y0)

        heights = _ticks(ceiling) if self.low is None else _log_heights(self.low, ceiling)
        ups = ((float(up(np.array(value))), value) for value in heights)
        most = 4 if width < _WIDE else 10
        if self.log:
            ranks: Iterable[float] = _log_ticks(int(last))
        elif self.end is None and last <= _FEW:  # few ranks: classes, each with its own tick
            ranks = map(float, range(1, int(last) + 1))
        else:
            ranks = _ticks(self.end or float(max(last, 1)), most)
        steps = ((float(across(np.array([max(rank, first)]))[0]), _short(rank)) for rank in ranks)
        parts = axes(frame, self.title, self.across, ups, steps)
        ends: list[tuple[float, float]] = []
        marks = []
        for line in self.lines:
            if not len(line.values):
                continue
            drawn = _chosen(len(line.values))
            xs = across(drawn.astype(np.float64) if line.places is None else line.places[drawn - 1])
            ys = up(line.values[drawn - 1])
            points = " ".join(f"{x:.1f} {y:.1f}" for x, y in zip(xs, ys, strict=True))
            style = line.style % STYLES
            parts.append(
                f'<path class="line c{style}" stroke-dasharray="{DASHES[style]}" d="M{points}">'
                f"<title>{xml_safe(line.name)}</title></path>"
            )
            label = _free(float(xs[-1]), float(ys[-1]) + 3.5, ends)
            marks.append(
                f'<text class="mark c{style}" x="{float(xs[-1]) + 4:.1f}" y="{label:.1f}">'
                f"{line.style + 1}</text>"
            )
        return "\n".join([*parts, *marks])

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:
        """Return the names of the lines as SVG elements, and the height they take."""
        parts = []
        x, y = left, top + 12
        for line in self.lines:
            name, number = line.name, line.style
            shown = name if len(name) <= 60 else f"{name[:28]}…{name[-30:]}"
            size = 52 + 7 * len(shown)
            if x > left and x + size > left + width:
                x, y = left, y + 20
            style = number % STYLES
            parts.append(
                f'<path class="line c{style}" stroke-dasharray="{DASHES[style]}"'
                f' d="M{x:.1f} {y - 4:.1f}h26"/>'
                f'<text x="{x + 32:.1f}" y="{y:.1f}">{number + 1} {xml_safe(shown)}</text>'
            )
            x += size + 12
        return "\n".join(parts), y + 12 - top


def axes(
    frame: Frame,
    title: str,
    across: str,
    heights: Iterable[tuple[float, float]],
    widths: Iterable[tuple[float, str]] = (),
    *,
    below: float = 32,
) -> list[str]:
    """Return what panels have around their marks as SVG elements.

    Args:
        frame: left, right, upper and lower end, in pixels.
        title: what the height is.
        across: what the width is.
        heights: where lines are drawn, and the figures that they stand for.
        widths: the same of ticks below, with their labels.
        below: pixels from the lower end to what the width is.
    """
    x0, x1, y0, y1 = frame
    parts = [f'<text class="head" x="{x0:.1f}" y="{y0 - 12:.1f}">{xml_safe(title)}</text>']
    for y, value in heights:
        parts.append(f'<path class="grid" d="M{x0:.1f} {y:.1f}H{x1:.1f}"/>')
        place = f'x="{x0 - 6:.1f}" y="{y + 4:.1f}"'
        parts.append(f'<text class="mute" text-anchor="end" {place}>{value:g}</text>')
    parts += ticks(widths, y1)
    parts.append(f'<path class="axis" d="M{x0:.1f} {y0:.1f}V{y1:.1f}H{x1:.1f}"/>')
    place = f'x="{x1:.1f}" y="{y1 + below:.1f}"'
    parts.append(f'<text class="mute" text-anchor="end" {place}>{xml_safe(across)}</text>')
    return parts


def ticks(widths: Iterable[tuple[float, str]], y: float) -> list[str]:
    """Return ticks below a height with their labels as SVG elements."""
    parts = []
    for x, label in widths:
        parts.append(f'<path class="axis" d="M{x:.1f} {y:.1f}v4"/>')
        place = f'x="{x:.1f}" y="{y + 17:.1f}"'
        parts.append(f'<text class="mute" text-anchor="middle" {place}>{label}</text>')
    return parts


def _chosen(count: int) -> Ints:
    """Return the ranks to draw: all of a short line; near the top of a long one more than below."""
    if count <= _POINTS:
        return np.arange(1, count + 1)
    even = np.linspace(1, count, _POINTS)
    early = np.geomspace(1, count, _POINTS)
    ranks: Ints = np.unique(np.concatenate([even, early]).round().astype(np.int64))
    return ranks


def _free(x: float, y: float, taken: list[tuple[float, float]]) -> float:
    """Return a height for a label at ``x``, near ``y``, where no other stands."""
    for step in range(40):
        for place in (y - 5 * step, y + 5 * step):
            if all(abs(place - high) >= 10 or abs(x - wide) >= 10 for wide, high in taken):
                taken.append((x, place))
                return place
    return y


def _ticks(top: float, most: int = 5) -> list[float]:
    """Return round numbers from 0 to ``top``."""
    step = _round_up(top / most)
    return [step * number for number in range(int(top / step + 1e-9) + 1)]


def ticks_between(low: float, high: float, most: int = 5) -> list[float]:
    """Return round numbers from ``low`` to ``high``, which may be below zero."""
    step = _round_up((high - low) / most)
    first, last = math.ceil(low / step - 1e-9), math.floor(high / step + 1e-9)
    return [step * number for number in range(first, last + 1)]


def _log_ticks(last: int) -> Iterator[float]:
    power = 1
    while power <= last:
        yield float(power)
        power *= 10


def _log_heights(low: float, top: float) -> list[float]:
    """Return 1, 2 and 5 times powers of ten, and both ends."""
    power = 10.0 ** math.floor(math.log10(low))
    round_ones = [factor * power * 10**k for k in range(4) for factor in (1, 2, 5)]
    return [low, *(value for value in round_ones if low * 1.1 < value < top / 1.1), top]


def _round_up(value: float, factors: Sequence[float] = STEPS) -> float:
    """Return the next number that is one of ``factors`` times a power of ten."""
    if value <= 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(value))
    for factor in factors:
        if factor * power >= value * (1 - 1e-9):
            return factor * power
    return 10 * power


def _short(number: float) -> str:
    return f"{number / 1000:g}k" if number >= 10_000 else f"{number:g}"


def xml_safe(text: str) -> str:
    """Return a text that XML can hold."""
    held = "".join(c if c.isprintable() else " " for c in text)
    return html.escape(held.encode("utf-8", "replace").decode("utf-8"))
