"""What people say of terms against metrics: a table for the terminal, and one of every output."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import ConfigError
from diglot.files.atomic import atomic_open
from diglot.files.lines import quote_cell
from diglot.formats.judgements.answers import answer_word
from diglot.pipeline.steps.scores.metric_studies import METRICS, QUESTIONS
from diglot.report.plots.systems import metric_label
from diglot.report.tables.layout import attributes, number_as_json, table

if TYPE_CHECKING:
    from diglot.pipeline.steps.scores.metric_studies import AnswerStudy, StudiedOutput

EXTENSIONS = (".tsv", ".json")
COLUMNS = (
    "segment",
    "system",
    "source",
    "term",
    "expected",
    "output",
    "reference",
    "term correct",
    "context correct",
    *METRICS,
)


def answer_table(study: AnswerStudy) -> str:
    """Return how well every metric tells right from wrong, for both questions."""
    rows = [
        [
            *(question, metric_label(metric, study.window), found.right, found.wrong),
            *(f"{each:.4f}" for each in (found.median_right, found.median_wrong, found.auc)),
            f"{found.p:.4g}",
        ]
        for question in QUESTIONS
        for metric in METRICS
        for found in (study.separations[question, metric],)
    ]
    header = ["question", "metric", "yes", "no", "median yes", "median no", "AUC", "p"]
    return table(header, rows)


def answers_as_json(study: AnswerStudy) -> dict[str, Any]:
    """Return a study as JSON: classes by question and metric, and every output."""
    return {
        "window": study.window,
        "questions": {
            question: {
                metric: {
                    "yes": found.right,
                    "no": found.wrong,
                    "median_yes": number_as_json(found.median_right),
                    "median_no": number_as_json(found.median_wrong),
                    "auc": number_as_json(found.auc),
                    "p": number_as_json(found.p),
                }
                for metric in METRICS
                for found in (study.separations[question, metric],)
            }
            for question in QUESTIONS
        },
        "outputs": [_output(each) for each in study.outputs],
        "notes": list(study.notes),
        "signature": str(study.signature),
    }


def write_answer_table(path: str | Path, study: AnswerStudy) -> None:
    """Write every output with its answers and its figures into a ``.tsv`` or ``.json`` file.

    Raises:
        ConfigError: another extension.
        InputError: the file cannot be written.
    """
    check_table_path(path)
    with atomic_open(path) as file:
        if Path(path).suffix.lower() == ".json":
            json.dump(answers_as_json(study), file, ensure_ascii=False, indent=2)
            file.write("\n")
            return
        file.write("\t".join(COLUMNS) + "\n")
        for each in study.outputs:
            cells = ("" if value is None else str(value) for value in _output(each).values())
            file.write("\t".join(quote_cell(cell, "\t") for cell in cells) + "\n")


def check_table_path(path: str | Path) -> None:
    """Refuse a file that the figures of outputs are not written to.

    Raises:
        ConfigError: it has another extension.
    """
    if Path(path).suffix.lower() not in EXTENSIONS:
        raise ConfigError(f"{path}: figures of outputs are written to .tsv and .json files")


def _output(each: StudiedOutput) -> dict[str, Any]:
    answer = each.answer
    return {
        **attributes(answer, "segment", "system", "source", "term", "expected", "output"),
        "reference": answer.reference,
        "term correct": answer_word(answer.term_correct),
        "context correct": answer_word(answer.context_correct),
        **{metric: each.figures.get(metric) for metric in METRICS},
    }
