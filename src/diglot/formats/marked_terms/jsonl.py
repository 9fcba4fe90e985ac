"""JSON lines of a test set with marked terms: a segment a line, for programs and for people.

Every mark carries ``verified``: ``yes`` or ``no`` where a person looked at it.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.formats.judgements import answers
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark
from diglot.model.terms import Span

SCHEMA = "diglot-annotated-set"
VERSION = 1
CURE = "see the page on formats for the keys"


def read_annotated_set(path: Path, reading: answers.Reading) -> AnnotatedSet:
    """Read a test set as diglot writes it."""
    head: dict[str, Any] = {}
    segments: list[AnnotatedSegment] = []
    seen: set[str] = set()
    rejected = reading.mark_filter()
    for number, line in enumerate(stream_lines(path, encoding=reading.encoding), 1):
        if not line.strip():
            continue
        try:
            value = _typed(answers.load_json_line(line), dict)
            if number == 1 and "schema" in value:
                head = _checked_head(value)
                continue
            segment = _segment(value, rejected, seen)
        except (ValueError, TypeError, KeyError, RecursionError) as error:
            what = f"{error} is missing" if isinstance(error, KeyError) else str(error)
            raise FormatError(
                f"is not a segment with terms ({what})", path=path, place=number, cure=CURE
            ) from error
        segments.append(segment)
    said = {
        "source": _text(head, "source_language"),
        "reference": _text(head, "target_language"),
        "name": _text(head, "name"),
    }
    return reading.annotated_set(path, segments, said, rejected)


def write(path: Path, annotated: AnnotatedSet) -> None:
    """Write a test set; nothing is lost."""
    with atomic_open(path) as file:
        head = {
            "schema": SCHEMA,
            "version": VERSION,
            "name": annotated.name,
            "source_language": annotated.source_language,
            "target_language": annotated.target_language,
        }
        file.write(json.dumps(head, ensure_ascii=False) + "\n")
        for segment in annotated.segments:
            file.write(json.dumps(_object(segment), ensure_ascii=False) + "\n")


def is_own(line: str) -> bool:
    """Tell from its first line whether a file is one of ours, or has segments as ours do."""
    try:
        value = json.loads(line)
    except (ValueError, RecursionError):
        return False
    if not isinstance(value, dict):
        return False
    return value.get("schema") == SCHEMA or {"id", "source", "terms"} <= set(value)


def _object(segment: AnnotatedSegment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": segment.id,
        "source": segment.source,
        "reference": segment.reference,
        "terms": [_mark_object(mark, segment) for mark in segment.terms],
    }
    if segment.document is not None:
        found["document"] = segment.document
    return found


def _mark_object(mark: TermMark, segment: AnnotatedSegment) -> dict[str, Any]:
    found: dict[str, Any] = {
        "id": mark.id,
        "source": mark.source,
        "alternatives": list(mark.alternatives),
        "source_span": mark.source_span,
        "target_span": mark.target_span,
        "verified": answers.answer_word(mark.verified),
    }
    # For the eye of the person who verifies; not read back.
    if mark.source_span is not None:
        found["source_found"] = segment.source[slice(*mark.source_span)]
    if mark.target_span is not None and segment.reference is not None:
        found["target_found"] = segment.reference[slice(*mark.target_span)]
    if mark.source_lemma:
        found["source_lemma"] = True
    if mark.target_lemma:
        found["target_lemma"] = True
    if mark.listed is not None:
        found["listed"] = mark.listed
    return found


def _checked_head(value: dict[str, Any]) -> dict[str, Any]:
    if value["schema"] != SCHEMA or value.get("version") != VERSION:
        raise ValueError(f"the schema is not {SCHEMA!r}, version {VERSION}")
    return value


def _segment(
    value: dict[str, Any], rejected: answers.RejectedMarks, seen: set[str]
) -> AnnotatedSegment:
    if value["id"] in seen:
        raise ValueError(f"the id {value['id']!r} appears twice")
    source = _typed(value["source"], str)
    reference = _text(value, "reference")
    marks = [
        _mark(_typed(each, dict), source, reference)
        for each in _typed(value.get("terms", []), list)
    ]
    identifier = _typed(value["id"], str)
    seen.add(identifier)
    return AnnotatedSegment(
        identifier,
        source,
        reference,
        tuple(mark for mark in marks if rejected.keeps(mark)),
        _text(value, "document"),
    )


def _mark(value: dict[str, Any], source: str, reference: str | None) -> TermMark:
    alternatives = answers.some_alternatives(
        _typed(each, str) for each in _typed(value["alternatives"], list)
    )
    return TermMark(
        _typed(value["id"], str),
        _typed(value["source"], str),
        alternatives,
        _span(value.get("source_span"), source),
        _span(value.get("target_span"), reference),
        bool(value.get("source_lemma", False)),
        bool(value.get("target_lemma", False)),
        _text(value, "listed"),
        _verified(value.get("verified")),
    )


def _verified(value: object) -> bool | None:
    """Return what a person said of a mark."""
    if value is None or isinstance(value, bool):
        return value
    return answers.answer_of(_typed(value, str))


def _span(value: object, text: str | None) -> Span | None:
    if value is None:
        return None
    match value:
        case [int(begin), int(end)] if text is not None and 0 <= begin <= end <= len(text):
            return begin, end
    raise ValueError(f"{value} is not a range of the text")


def _text(value: dict[str, Any], name: str) -> str | None:
    found = value.get(name)
    return None if found is None else str(_typed(found, str))


def _typed(value: object, kind: type) -> Any:
    if not isinstance(value, kind):
        raise TypeError(f"{str(value)[:40]!r} is not a {kind.__name__}")
    return value
