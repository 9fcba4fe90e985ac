"""Verified matches of a termbase as a test set with marked terms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.layers.matches.rules import places
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import Answered
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

FORMATS = {".sgm": "sgml", ".tsv": "tsv", ".jsonl": "jsonl"}
KEPT = frozenset({"valid", "wrong span", "translated otherwise"})
"""Labels under which the mark stays, with the places as corrected."""
LEMMA = "lemma"


def write(
    path: Path,
    name: str,
    answers: Sequence[Answered],
    layer: LayerRecord,  # noqa: ARG001 - every layer is written with it
) -> tuple[Skipped, ...]:
    """Write the segments of the matches; those that people refused are marked as refused.

    Raises:
        InputError: a file cannot be written.
    """
    return formats.write_annotated_set(path, annotated_set(answers), format=name)[1]


def annotated_set(answers: Sequence[Answered]) -> AnnotatedSet:
    """The test set of verified matches, segments in the order of their first match."""
    marks: dict[str, list[TermMark]] = {}
    first: dict[str, Answered] = {}
    for each in answers:
        segment = str(each.payload.get("segment") or each.key)
        first.setdefault(segment, each)
        marks.setdefault(segment, []).append(_mark(each))
    segments = tuple(
        AnnotatedSegment(
            segment,
            each.payload["source"]["text"],
            each.payload["target"]["text"],
            tuple(sorted(marks[segment], key=lambda mark: mark.source_span or (0, 0))),
            each.payload["source"].get("doc") or None,
        )
        for segment, each in first.items()
    )
    sides = answers[0].payload
    return AnnotatedSet(segments, sides["source"]["lang"] or None, sides["target"]["lang"] or None)


def _mark(answer: Answered) -> TermMark:
    payload, cells = answer.payload, answer.cells
    entry = payload["entry"]
    source, targets = places(payload, cells)
    label = str(cells.get("label", ""))
    text = payload["target"]["text"]
    alternatives = [str(each) for each in entry["targets"]]
    span = targets[0] if targets else None
    if span is not None and label in KEPT and (cells.get("alternative") or not alternatives):
        alternatives.append(text[span[0] : span[1]])
    kinds = payload.get("kinds") or ("surface", "surface")
    return TermMark(
        id=str(entry["id"]),
        source=str(entry["source"]),
        alternatives=tuple(dict.fromkeys(alternatives)),
        source_span=source,
        target_span=span,
        source_lemma=kinds[0] == LEMMA,
        target_lemma=kinds[1] == LEMMA,
        verified=label in KEPT,
    )
