"""Answers to questions on machine translation, as the study of answers reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.formats.judgements import answers as human_answers
from diglot.model import HumanAnswer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Value
    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {".tsv": "answers"}


def write(
    path: Path,
    name: str,  # noqa: ARG001 - the only format
    answers: Sequence[Answered],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write an output a row, with the system that annotators were not told.

    Raises:
        InputError: the file cannot be written.
    """
    systems: dict[str, str] = layer.settings.get("systems") or {}
    human_answers.write_answers(path, [_answer(each, systems) for each in answers])
    return ()


def _answer(answer: Answered, systems: dict[str, str]) -> HumanAnswer:
    payload = answer.payload
    source = payload["source"]["text"]
    start, end = payload["source_span"]
    return HumanAnswer(
        source=source,
        term=source[start:end],
        expected=" | ".join(payload["expected"]),
        output=payload["output"]["text"],
        term_correct=_yes(answer.cells.get("term")),
        context_correct=_yes(answer.cells.get("context")),
        segment=str(payload.get("segment") or "") or None,
        system=systems.get(answer.key),
    )


def _yes(value: Value | None) -> bool | None:
    return None if value is None else value == "yes"
