"""Figures of panels side by side, and plots of ranked lists and inferred dictionaries."""

from __future__ import annotations

import base64
import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

import numpy as np

from diglot._version import __version__
from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.report.plots.lines import CSS, Panel, Series, xml_safe
from diglot.report.tables.layout import short_names

if TYPE_CHECKING:
    from collections.abc import Sequence

    from diglot.evaluate.lexicons.scores import SweepRow
    from diglot.evaluate.rankings.average_precision import Curve
    from diglot.evaluate.statistics.aggregate import Floats
    from diglot.pipeline.steps.scores.lexicons import ScoredLexicon
    from diglot.pipeline.steps.scores.terms import PairScores, ScoredTerms


# Figures against rank: precision, recall, F1 and AP of runs (Adjali et al. 2022, figures 1 to 3).

EXTENSIONS = (".html", ".svg")
TOP_RUNS = 3
_WIDTH = 1080.0
_GAP = 18.0
_PAGE = """\
:root { color-scheme: light dark; --ground: #fdfdfc; --text: #1b1c1d; --muted: #5c6166; }
@media (prefers-color-scheme: dark) {
  :root { --ground: #16181a; --text: #e3e3df; --muted: #a3a8ac; }
}
body { margin: 0 auto; max-width: 1120px; padding: 20px;
  background: var(--ground); color: var(--text);
  font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", Arial, sans-serif; }
h1 { font-size: 18px; font-weight: 600; } figure { margin: 0 0 32px; }
figcaption { color: var(--muted); font-size: 13px; }
svg { display: block; width: 100%; height: auto; }
@media (max-width: 700px) { figure { overflow-x: auto; } svg { min-width: 720px; } }
footer { color: var(--muted); font-size: 13px; }
"""


class FigureContent(Protocol):
    """What a figure can show: lines, points or boxes between axes."""

    def draw(self, left: float, top: float, width: float, height: float) -> str:
        """Return the panel as SVG elements within a frame, in pixels."""

    def legend(self, left: float, top: float, width: float) -> tuple[str, float]:
        """Return what its marks stand for as SVG elements, and the height that takes."""


@dataclass(frozen=True, slots=True, eq=False)
class Figure:
    """Panels side by side under one caption; the first one's legend is that of all."""

    caption: str
    panels: Sequence[FigureContent]
    height: float = 300.0


def check_plot_path(path: str | Path) -> None:
    """Refuse a file that plots are not written to.

    Raises:
        ConfigError: it has another extension.
    """
    if Path(path).suffix.lower() not in EXTENSIONS:
        raise ConfigError(f"{path}: plots are written to {' and '.join(EXTENSIONS)} files")


def write_pair_plots(path: str | Path, scores: PairScores) -> None:
    """Draw the runs of a score of pairs into an ``.html`` or ``.svg`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    names = short_names([run.prediction for run in scores.runs])
    curves = [run.curve for run in scores.runs]
    aps = [run.score.values["ap"] for run in scores.runs]
    write_figures(
        path, rank_figures(names, curves, aps, what="term pairs"), "Term pairs against rank"
    )


def write_term_plots(path: str | Path, runs: Sequence[ScoredTerms]) -> None:
    """Draw lists of terms into an ``.html`` or ``.svg`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    names = short_names([run.prediction for run in runs])
    curves = [run.curve for run in runs]
    aps = [run.forms.values["ap"] for run in runs]
    write_figures(
        path, rank_figures(names, curves, aps, what="terms"), "Extracted terms against rank"
    )


def rank_figures(
    names: Sequence[str], curves: Sequence[Curve], aps: Sequence[float], *, what: str
) -> tuple[Figure, ...]:
    """Return the three figures of the shared task."""
    across = f"{what} examined"
    every = range(len(names))
    best = sorted(sorted(every, key=lambda run: -aps[run])[:TOP_RUNS])
    some = "the three best runs" if len(names) > TOP_RUNS else "the same runs"
    average = Panel(
        "average precision", across, _lines(names, [each.ap_min for each in curves], every)
    )
    return (
        Figure(
            f"Precision, recall and F1 against the number of {what} examined.",
            _three(names, curves, every, across),
        ),
        Figure(
            f"Uninterpolated average precision against the number of {what} examined: its value "
            "if nothing more were found.",
            (average,),
            340.0,
        ),
        Figure(
            f"Precision, recall and F1 of {some}, the number of {what} on a logarithmic axis.",
            _three(names, curves, best, across, log=True),
        ),
    )


def as_svg(figures: Sequence[Figure]) -> str:
    """Return figures below each other as one SVG file."""
    parts = []
    top = 12.0
    for number, figure in enumerate(figures, 1):
        parts.append(
            f'<text class="mute" x="12" y="{top + 10:.1f}">'
            f"{xml_safe(f'Figure {number}. {figure.caption}')}</text>"
        )
        inner, height = _inside(figure, top + 22)
        parts.append(inner)
        top += height + 46
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="plots" viewBox="0 0 {_WIDTH:g} {top:g}" '
        f'width="{_WIDTH:g}" height="{top:g}" role="img">\n<style>{CSS}</style>\n'
        f'<rect class="ground" width="100%" height="100%"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )


def figure_elements(figures: Sequence[Figure]) -> str:
    """Return figures as elements of a page that has the style `CSS`."""
    parts = []
    for number, figure in enumerate(figures, 1):
        inner, height = _inside(figure, 0)
        caption = xml_safe(f"Figure {number}. {figure.caption}")
        parts.append(
            f'<figure><svg class="plots" viewBox="0 0 {_WIDTH:g} {height:g}" role="img" '
            f'aria-label="{caption}">\n{inner}\n</svg>\n<figcaption>{caption}</figcaption></figure>'
        )
    return "\n".join(parts)


def as_html(figures: Sequence[Figure], title: str) -> str:
    """Return figures as one page that opens offline."""
    style = _PAGE + CSS
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    policy = f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta http-equiv="Content-Security-Policy" content="{policy}">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f"<title>{xml_safe(title)}</title>\n<style>{style}</style>\n</head>\n<body>\n"
        f"<h1>{xml_safe(title)}</h1>\n{figure_elements(figures)}"
        f"\n<footer>diglot {__version__}</footer>\n</body>\n</html>\n"
    )


def write_figures(path: str | Path, figures: Sequence[Figure], title: str) -> None:
    """Write figures into an ``.html`` or ``.svg`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    check_plot_path(path)
    is_svg = Path(path).suffix.lower() == ".svg"
    with atomic_open(path) as file:
        file.write(as_svg(figures) if is_svg else as_html(figures, title))


def _inside(figure: Figure, top: float) -> tuple[str, float]:
    """Return the panels and the legend of a figure, and the height they take."""
    count = len(figure.panels)
    width = (_WIDTH - _GAP * (count - 1)) / count
    parts = [
        panel.draw(number * (width + _GAP), top, width, figure.height)
        for number, panel in enumerate(figure.panels)
    ]
    shown, height = figure.panels[0].legend(44, top + figure.height + 4, _WIDTH - 66)
    return "\n".join([*parts, shown]), figure.height + height + 4


def _three(
    names: Sequence[str],
    curves: Sequence[Curve],
    chosen: Sequence[int],
    across: str,
    *,
    log: bool = False,
) -> tuple[Panel, ...]:
    values = {
        "precision": [each.precision for each in curves],
        "recall": [each.recall for each in curves],
        "F1": [each.f1 for each in curves],
    }
    return tuple(
        Panel(title, across, _lines(names, each, chosen), log=log, top=1.0)
        for title, each in values.items()
    )


def _lines(
    names: Sequence[str], values: Sequence[Floats], chosen: Sequence[int]
) -> tuple[Series, ...]:
    return tuple(Series(names[run], values[run], run) for run in chosen)


# Figures of inferred dictionaries against threshold (TIAD 2021, tables 3.1 to 3.16, as curves).

_PANELS = {"precision": "precision", "recall": "recall", "f1": "F1", "coverage": "coverage"}


def write_lexicon_plots(path: str | Path, runs: Sequence[ScoredLexicon]) -> None:
    """Draw systems into an ``.html`` or ``.svg`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    names = short_names([run.prediction for run in runs])
    sweeps = {name: run.sweep for name, run in zip(names, runs, strict=True)}
    mean = "mean over directions of " if len(runs[0].directions) > 1 else ""
    if len(runs) == 1 and mean:
        # With one system there is room for each of its directions.
        sweeps = {f"{names[0]}, mean": runs[0].sweep} | {
            each.gold.name: each.score.sweep for each in runs[0].directions
        }
        mean = ""
    write_figures(path, lexicon_figures(sweeps, mean), "Inferred dictionaries against threshold")


def lexicon_figures(sweeps: dict[str, tuple[SweepRow, ...]], mean: str = "") -> tuple[Figure, ...]:
    """Return the figures of sweeps."""

    def panel(title: str, across: str, up: str) -> Panel:
        lines = (
            _line(name, number, rows, up, across)
            for number, (name, rows) in enumerate(sweeps.items())
        )
        return Panel(title, across, tuple(lines), top=1.0, end=1.0)

    panels = tuple(panel(title, "threshold", figure) for figure, title in _PANELS.items())
    curves = panel("precision", "recall", "precision")
    begin = f"{mean}precision".capitalize() if mean else "Precision"
    return (
        Figure(f"{begin}, recall, F1 and coverage against threshold.", panels),
        Figure(f"{begin} against recall; the highest threshold is left.", (curves,), 420.0),
    )


def _line(name: str, style: int, rows: Sequence[SweepRow], up: str, across: str) -> Series:
    # The precision of nothing has no height.
    shown = [row for row in rows if row.kept or up != "precision"]
    if across == "recall":
        shown.reverse()
    heights, places = (np.array([getattr(row, name) for row in shown]) for name in (up, across))
    return Series(name, heights, style, places)
