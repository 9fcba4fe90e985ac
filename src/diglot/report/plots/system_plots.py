"""Systems as points: how right their terms are against how well they fit in.

Reference: Alam et al. 2021, figure 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import ConfigError
from diglot.evaluate.statistics.rank_correlation import OMITTED, spearman
from diglot.report.plots.named_points import Point, PointPanel
from diglot.report.plots.rank_plots import Figure, short_names, write_figures
from diglot.report.tables.task_tables import label_of

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from diglot.pipeline.steps.scores.task_results import TaskScores
    from diglot.pipeline.steps.scores.terminology_results import TerminologyScores

_TERMS = (
    ("exact_match.accuracy", "window_overlap_2.all_terms"),
    ("exact_match.accuracy", "window_overlap_3.all_terms"),
)
# Test sets that do not say where terms stand have no windows.
_WITHOUT_PLACES = (("exact_match.accuracy", "bleu.score"),)
_NAMES = {
    "bleu.score": "BLEU",
    "exact_match.accuracy": "term accuracy (exact match)",
    "window_overlap_2.all_terms": "window overlap 2",
    "window_overlap_3.all_terms": "window overlap 3",
}
_TASK = (
    ("success_proper.success", "chrf2++.score"),
    ("success_proper.success", "consistency_frequent.micro"),
    ("lemma_regex_terms.success", "chrf2++.score"),
    ("lemma_regex_terms.success", "consistency_first.micro"),
)


def write_terminology_plots(path: str | Path, scores: TerminologyScores) -> None:
    """Draw term accuracy against window overlap, a point for each system.

    Raises:
        ConfigError: another extension than ``.html`` or ``.svg``, or nothing to draw.
        InputError: the file cannot be written.
    """
    figures = [run.headlines for run in scores.runs]
    names = system_names([run.hypothesis for run in scores.runs])
    panels = _panels(names, figures, _TERMS, _NAMES.__getitem__) or _panels(
        names, figures, _WITHOUT_PLACES, _NAMES.__getitem__
    )
    write_figures(path, _figures(panels), "Terminology of systems")


def write_task_plots(path: str | Path, scores: TaskScores) -> None:
    """Draw success against translation quality and consistency, a point for each system.

    Raises:
        ConfigError: another extension than ``.html`` or ``.svg``, or nothing to draw.
        InputError: the file cannot be written.
    """
    panels = _panels(
        system_names([run.hypothesis for run in scores.runs]),
        [run.figures for run in scores.runs],
        _TASK,
        label_of,
    )
    write_figures(path, _figures(panels), "Systems of a task on terminology")


def system_names(paths: Sequence[Path]) -> list[str]:
    """Return names of files without what all of them end with, such as ``.en-de.proper``."""
    parts = [name.split(".") for name in short_names(paths)]
    while len(parts) > 1 and all(len(each) > 1 and each[-1] == parts[0][-1] for each in parts):
        parts = [each[:-1] for each in parts]
    return [".".join(each) for each in parts]


def panel(
    names: Sequence[str],
    across: Sequence[float],
    up: Sequence[float],
    labels: tuple[str, str],
) -> PointPanel:
    """Return the points of systems; the title tells their rank correlation where it is sure.

    Args:
        names: of the systems.
        across: the first figure of each.
        up: the second figure of each.
        labels: what the figures are.
    """
    shown = spearman(across, up).shown
    correlation = "" if shown == OMITTED else f" (Spearman {shown}, {len(names)} systems)"
    points = tuple(Point(*each) for each in zip(names, across, up, strict=True))
    return PointPanel(f"{labels[1]}{correlation}", labels[0], points)


def _panels(
    names: Sequence[str],
    figures: Sequence[Mapping[str, float]],
    pairs: Sequence[tuple[str, str]],
    label: Callable[[str], str],
) -> list[PointPanel]:
    """Return a panel for each pair of figures that every system has."""
    return [
        panel(
            names,
            [each[one] for each in figures],
            [each[other] for each in figures],
            (label(one), label(other)),
        )
        for one, other in pairs
        if all({one, other} <= each.keys() for each in figures)
    ]


def _figures(panels: Sequence[PointPanel]) -> tuple[Figure, ...]:
    caption = (
        "Each point is a system, the dashed line that of least squares; a star marks a rank "
        "correlation with p < .1."
    )
    if not panels:
        raise ConfigError("there is nothing to draw: the systems have no two figures to compare")
    return (Figure(caption, tuple(panels), 420.0),)
