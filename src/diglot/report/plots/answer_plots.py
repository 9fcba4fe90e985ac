"""What people say of terms against metrics: boxes of each answer, and clouds of two metrics.

Reference: Alam et al. 2021, section 4 and its figures of human answers.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np

from diglot.pipeline.steps.scores.answer_study import METRICS, QUESTIONS
from diglot.report.plots.class_plots import BoxPanel, CloudPanel, Group
from diglot.report.plots.rank_plots import Figure, write_figures

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.evaluate.statistics.separation import Separation
    from diglot.pipeline.steps.scores.answer_study import AnswerStudy

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
    write_figures(path, answer_figures(study), "Metrics against what people say of terms")


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


def label(metric: str, window: int) -> str:
    """Return the name of a metric for people."""
    names = {"bleu": "BLEU of the sentence", "1-term": "1-TERm of the sentence"}
    return names.get(metric, f"window overlap {window} of the term")


def told(found: Separation) -> str:
    """Return how well two classes are apart, in a few words."""
    if math.isnan(found.auc):
        return "one class is empty"
    p = "p < .0001" if found.p < 0.0001 else f"p = {found.p:.4f}".replace("0.", ".")
    return f"AUC {found.auc:.3f}, {p}"


def _boxes(study: AnswerStudy, question: str, metric: str, low: float) -> BoxPanel:
    values, answers = study.values(question, metric)
    groups = tuple(
        Group(
            name,
            np.array(
                [value for value, said in zip(values, answers, strict=True) if said is answer]
            ),
            style,
        )
        for answer, name, style in _ANSWERS
    )
    ends = {"bleu": (0.0, 100.0), "1-term": (low, 1.0)}.get(metric, (0.0, 1.0))
    separation = told(study.separations[question, metric])
    return BoxPanel(label(metric, study.window), separation, groups, *ends)


def _cloud(study: AnswerStudy, question: str, low: float) -> CloudPanel:
    groups = []
    for answer, name, style in _ANSWERS:
        shown = [
            each.figures
            for each in study.outputs
            if each.said(question) is answer and {"1-term", "overlap"} <= each.figures.keys()
        ]
        places = np.array([figures["1-term"] for figures in shown])
        values = np.array([figures["overlap"] for figures in shown])
        groups.append(Group(name, values, style, places))
    counts = ", ".join(f"{each.name} {len(each.values)}" for each in groups)
    return CloudPanel(
        f"window overlap {study.window}; {question} correct: {counts}",
        label("1-term", study.window),
        tuple(groups),
        x_range=(low, 1.0),
    )
