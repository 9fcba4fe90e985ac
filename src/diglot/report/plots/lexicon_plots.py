"""Figures of inferred dictionaries against their threshold, and precision against recall.

Reference: TIAD 2021, tables 3.1 to 3.16, as curves.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from diglot.report.plots.lines import Line, Panel
from diglot.report.plots.rank_plots import Figure, short_names, write_figures

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.evaluate.lexicons.thresholds import SweepRow
    from diglot.pipeline.steps.scores.lexicons import ScoredLexicon

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
    """Return the figures of sweeps.

    Args:
        sweeps: rows by ascending threshold, by the name of what they are of.
        mean: words before what is drawn, which say that it is a mean.
    """
    panels = tuple(
        Panel(
            title,
            "threshold",
            tuple(
                _line(name, number, rows, figure)
                for number, (name, rows) in enumerate(sweeps.items())
            ),
            top=1.0,
            end=1.0,
        )
        for figure, title in _PANELS.items()
    )
    curves = Panel(
        "precision",
        "recall",
        tuple(_curve(name, number, rows) for number, (name, rows) in enumerate(sweeps.items())),
        top=1.0,
        end=1.0,
    )
    begin = f"{mean}precision".capitalize() if mean else "Precision"
    return (
        Figure(f"{begin}, recall, F1 and coverage against threshold.", panels),
        Figure(f"{begin} against recall; the highest threshold is left.", (curves,), 420.0),
    )


def _line(name: str, style: int, rows: Sequence[SweepRow], figure: str) -> Line:
    # The precision of nothing has no height.
    shown = [row for row in rows if row.kept or figure != "precision"]
    return Line(
        name,
        np.array([getattr(row, figure) for row in shown]),
        style,
        np.array([row.threshold for row in shown]),
    )


def _curve(name: str, style: int, rows: Sequence[SweepRow]) -> Line:
    shown = [row for row in reversed(rows) if row.kept]
    return Line(
        name,
        np.array([row.precision for row in shown]),
        style,
        np.array([row.recall for row in shown]),
    )
