"""Plots that compare metrics: systems as named points, and human answers by class."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from diglot.errors import ConfigError
from diglot.evaluate.statistics.ranks import OMITTED, Separation, spearman
from diglot.pipeline.steps.scores.metric_studies import METRICS, QUESTIONS, WINDOW, AnswerStudy
from diglot.report.plots.figures import Figure, write_figures
from diglot.report.plots.lines import Series
from diglot.report.plots.points import BoxPanel, CloudPanel, Point, PointPanel
from diglot.report.tables.layout import short_names
from diglot.report.tables.tasks import label_of
from diglot.report.tables.terminology import metric_label

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from diglot.pipeline.steps.scores.terminology import TaskScores, TerminologyScores


# Systems as points: how right their terms are, how well they fit in (Alam et al. 2021, figure 1).

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
    names = system_names([run.prediction for run in scores.runs])
    figures = terminology_figures(names, [run.headlines for run in scores.runs])
    write_figures(path, figures, "Terminology of systems")


def terminology_figures(
    names: Sequence[str], figures: Sequence[Mapping[str, float]]
) -> tuple[Figure, ...]:
    """Return the plot of term accuracy against window overlap.

    Raises:
        ConfigError: the systems have no two of these figures.
    """
    panels = _panels(names, figures, _TERMS, _NAMES.__getitem__) or _panels(
        names, figures, _WITHOUT_PLACES, _NAMES.__getitem__
    )
    return _figures(panels)


def write_task_plots(path: str | Path, scores: TaskScores) -> None:
    """Draw success against translation quality and consistency, a point for each system.

    Raises:
        ConfigError: another extension than ``.html`` or ``.svg``, or nothing to draw.
        InputError: the file cannot be written.
    """
    panels = _panels(
        system_names([run.prediction for run in scores.runs]),
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
    names: Sequence[str], across: Sequence[float], up: Sequence[float], labels: tuple[str, str]
) -> PointPanel:
    """Return the points of systems; the title tells their rank correlation where it is sure."""
    shown = spearman(across, up).label
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


# Answers of people against metrics, as boxes and as clouds (Alam et al. 2021, section 4).

ASKED = {
    "term": "Is the term translated correctly?",
    "context": "Is what stands around the term correct?",
}
_ANSWERS = ((True, "yes", 0), (False, "no", 1))


def write_answer_plots(path: str | Path, study: AnswerStudy) -> None:
    """Draw a study of answers into an ``.html`` or ``.svg`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    write_figures(path, answer_figures(study), "Metrics against human judgements of terms")


def answer_figures(study: AnswerStudy) -> tuple[Figure, ...]:
    """Return a figure of boxes for each question, and one of clouds for both."""
    lowest = min((each.figures.get("1-term", 0.0) for each in study.outputs), default=0.0)
    low = math.floor(min(lowest, 0.0) * 5) / 5
    boxes = tuple(
        Figure(
            f"{ASKED[question]} Boxes hold the middle half of the outputs with each answer; "
            "AUC is the chance that a right output has the higher figure.",
            tuple(_boxes(study, question, metric, low) for metric in METRICS),
            320.0,
        )
        for question in QUESTIONS
    )
    clouds = tuple(_cloud(study, question, low) for question in QUESTIONS)
    caption = (
        "Each point is an output, its colour the answer; as many share a height, such as 0, all "
        "are moved a little up or down."
    )
    return (*boxes, Figure(caption, clouds, 420.0))


def describe_separation(found: Separation) -> str:
    """Return how well two classes are apart, in a few words."""
    if math.isnan(found.auc):
        return "one class is empty"
    p = "p < .0001" if found.p < 0.0001 else f"p = {found.p:.4f}".replace("0.", ".")
    return f"AUC {found.auc:.3f}, {p}"


def _boxes(study: AnswerStudy, question: str, metric: str, low: float) -> BoxPanel:
    values, answers = study.values(question, metric)
    groups = tuple(
        Series(
            name,
            np.array(
                [value for value, said in zip(values, answers, strict=True) if said is answer]
            ),
            style,
        )
        for answer, name, style in _ANSWERS
    )
    ends = {"bleu": (0.0, 100.0), "1-term": (low, 1.0)}.get(metric, (0.0, 1.0))
    separation = describe_separation(study.separations[question, metric])
    return BoxPanel(metric_label(metric), separation, groups, *ends)


def _cloud(study: AnswerStudy, question: str, low: float) -> CloudPanel:
    groups = []
    for answer, name, style in _ANSWERS:
        shown = [
            each.figures
            for each in study.outputs
            if each.answer_to(question) is answer and {"1-term", "overlap"} <= each.figures.keys()
        ]
        places = np.array([figures["1-term"] for figures in shown])
        values = np.array([figures["overlap"] for figures in shown])
        groups.append(Series(name, values, style, places))
    counts = ", ".join(f"{each.name} {len(each.values)}" for each in groups)
    return CloudPanel(
        f"window overlap {WINDOW}; {question} correct: {counts}",
        metric_label("1-term"),
        tuple(groups),
        x_range=(low, 1.0),
    )
