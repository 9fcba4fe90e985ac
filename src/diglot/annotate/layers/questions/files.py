"""Questions on the terms in the outputs of systems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.annotate.layers.matches.files import marked_set
from diglot.annotate.layers.questions.items import question_items
from diglot.annotate.layers.sources import FileContents, FileNote
from diglot.errors import ConfigError
from diglot.formats import marked_terms
from diglot.formats.judgements import answers as human_answers
from diglot.model import HumanAnswer, Hypotheses

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.bodies import Value
    from diglot.annotate.exchange.answers import AnsweredItem
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Any files beside outputs of systems."""
    return bool(options.hypotheses)


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read a test set with marked terms and the outputs to ask about.

    Raises:
        InputError: a file cannot be read.
        ConfigError: no output is named.
    """
    if not options.hypotheses:
        raise ConfigError("name the outputs of systems to ask about: --hypothesis")
    marked = marked_set(paths, options)
    outputs = []
    for path in options.hypotheses:
        found = marked_terms.read_hypotheses(
            path, target_language=marked.target_language, encoding=options.reading.encoding
        )
        texts = marked_terms.texts_for(marked, found, path)
        outputs.append(Hypotheses(texts, None, found.name or path.stem, found.notes))
    items, systems = question_items(marked, outputs, seed=options.seed)
    listed = tuple(
        FileNote(path.name, "", note)
        for path, output in zip(options.hypotheses, outputs, strict=True)
        for note in output.notes
    )
    return FileContents(tuple(items), listed=listed, settings={"systems": systems})


# Answers to questions on machine translation, as the study of answers reads them.

FORMATS = {".tsv": "answers"}


def write(
    path: Path,
    name: str,
    answers: Sequence[AnsweredItem],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write an output a row, with the system that annotators were not told.

    Raises:
        InputError: the file cannot be written.
    """
    systems: dict[str, str] = layer.settings.get("systems") or {}
    human_answers.write_answers(path, [_answer(each, systems) for each in answers])
    return ()


def _answer(answer: AnsweredItem, systems: dict[str, str]) -> HumanAnswer:
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
