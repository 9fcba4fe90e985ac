"""Outputs of systems with two questions on a term: who made an output, nobody can see."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers.cells import marked_spans, tokens_in, tokens_of
from diglot.annotate.layers.layer import (
    AnnotatorJudgement,
    Measure,
    annotator_pairs,
    cell_measures,
)
from diglot.annotate.layers.matches.files import marked_set
from diglot.annotate.layers.payloads import side
from diglot.annotate.layers.sources import FileContents, FileNote
from diglot.errors import ConfigError
from diglot.evaluate.agreement import span_agreement
from diglot.formats import marked_terms
from diglot.formats.judgements import answers as human_answers
from diglot.model import AnnotatedSet, HumanAnswer, Hypotheses, Skipped
from diglot.pipeline.steps.scores.agreement import AgreementComparison

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.bodies import Value
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord
    from diglot.annotate.schemes import Scheme


def question_items(
    marked: AnnotatedSet, outputs: Sequence[Hypotheses], *, seed: int = 0
) -> tuple[list[NewItem], dict[str, str]]:
    """An item for every marked term in every output, those of one segment far apart.

    Args:
        marked: the test set with its terms; marks without a place in the source are left out.
        outputs: of the systems, one translation a segment; blank ones are left out.
        seed: of the order.

    Returns:
        The items in an order that nobody can guess, and the systems by keys of the items.
    """
    rng = random.Random(seed)  # noqa: S311 - repeatable, no secret
    by_segment = {segment.id: segment for segment in marked.segments}
    numbers = {id_: at for at, id_ in enumerate(by_segment)}
    texts = [dict(zip(output.ids or by_segment, output.texts, strict=False)) for output in outputs]
    asked = [
        (segment.id, number)
        for segment in marked.segments
        for number, mark in enumerate(segment.terms)
        if mark.source_span is not None
    ]
    rng.shuffle(asked)
    orders = {name: rng.sample(range(len(outputs)), len(outputs)) for name, _ in asked}
    items: list[NewItem] = []
    systems: dict[str, str] = {}
    # A round asks about every segment once, so a segment comes again after all others.
    for round_ in range(len(outputs)):
        for name, number in asked:
            system = orders[name][round_]
            text = texts[system].get(name, "")
            if not text.strip():
                continue
            key = _key(seed, name, number, system)
            systems[key] = outputs[system].name
            items.append(NewItem(key, _payload(marked, numbers[name], number, text)))
    return items, systems


def _key(seed: int, segment: str, number: int, system: int) -> str:
    """A stable name that does not tell the system."""
    text = f"{seed}/{segment}/{number}/{system}"
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _payload(marked: AnnotatedSet, at: int, number: int, text: str) -> dict[str, Any]:
    segment = marked.segments[at]
    mark = segment.terms[number]
    assert mark.source_span is not None  # noqa: S101 - such marks are not asked about
    return {
        "source": {
            **side(segment.source, marked.source_language, name=segment.document or ""),
            "source_span": list(mark.source_span),
        },
        "source_span": list(mark.source_span),
        "expected": list(mark.alternatives),
        "output": side(text, marked.target_language),
        "segment": segment.id,
        "score": None,
        "reasons": [],
    }


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


# Agreement on answers to questions, and on the words of a term.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare both answers, and the words marked as the term."""
    for question in ("term", "context"):
        yield from cell_measures(question, judgements, ("yes", "no"))
    for between, both in annotator_pairs(judgements):
        marked = [[_words(j) for j in side] for side in zip(*both, strict=True)]
        if any(map(any, marked)):
            yield AgreementComparison("words of the term", *between, span_agreement(*marked))


def _words(judged: AnnotatorJudgement) -> list[int]:
    return tokens_in(tokens_of(judged.payload, "output"), marked_spans(judged.cells, "w"))
