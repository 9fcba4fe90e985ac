"""Matches of a termbase to be verified, in a test set or in any parallel text, and the set."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diglot import formats
from diglot.annotate.items import AnsweredItem, NewItem
from diglot.annotate.layers.layer import AnnotatorJudgement, Measure, cell_measures
from diglot.annotate.layers.matches.rules import places
from diglot.annotate.layers.payloads import side
from diglot.annotate.layers.sources import (
    READER,
    FileContents,
    FileNote,
    FoundJudgement,
    start_of,
)
from diglot.errors import ConfigError
from diglot.files.binary import extension_of
from diglot.formats.judgements import span_editors
from diglot.model import AnnotatedSegment, AnnotatedSet, Skipped, TermMark
from diglot.pipeline.steps.terms.annotated_sets import make_set
from diglot.pipeline.steps.terms.options import MakeSetOptions

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.annotate.options import ImportOptions
    from diglot.annotate.records import LayerRecord
    from diglot.annotate.schemes import Scheme

FAR = 0.4
"""Difference of relative places from which a target looks far away."""


def match_items(marked: AnnotatedSet) -> list[NewItem]:
    """An item for every mark that has a place in the source, in the order of the set.

    Segments without a reference hold nothing to verify.
    """
    forms = Counter(
        (mark.id, _form(segment, mark).casefold())
        for segment in marked.segments
        for mark in segment.terms
    )
    found = []
    for segment in marked.segments:
        sides = {
            "source": side(segment.source, marked.source_language, name=segment.document or ""),
            "target": side(
                segment.reference or "", marked.target_language, name=segment.document or ""
            ),
        }
        for mark in segment.terms:
            if mark.source_span is None or segment.reference is None:
                continue
            place = f"{mark.source_span[0]}-{mark.source_span[1]}"
            seen = forms[mark.id, _form(segment, mark).casefold()]
            payload: dict[str, Any] = {
                **sides,
                "segment": segment.id,
                "entry": {
                    "id": mark.id,
                    "source": mark.source,
                    "targets": list(mark.alternatives),
                },
                "source_span": list(mark.source_span),
                "target_spans": [list(mark.target_span)] if mark.target_span else [],
                "kinds": [_kind(mark.source_lemma), _kind(mark.target_lemma)],
                "siblings": _siblings(segment, mark),
                "score": None,
                "reasons": list(_reasons(segment, mark, seen)),
            }
            cells = {"label": "valid"} if mark.verified else {}
            found.append(NewItem(f"{segment.id}:{mark.id}:{place}", payload, cells))
    return found


def _form(segment: AnnotatedSegment, mark: TermMark) -> str:
    """The words of the reference that are marked."""
    return (segment.reference or "")[slice(*mark.target_span)] if mark.target_span else ""


def _kind(is_lemma: bool) -> str:
    return "lemma" if is_lemma else "surface"


def _siblings(segment: AnnotatedSegment, mark: TermMark) -> list[dict[str, Any]]:
    """Other places of the entry in the segment."""
    return [
        {
            "source_span": list(other.source_span),
            "target_spans": [list(other.target_span)] if other.target_span else [],
        }
        for other in segment.terms
        if other.id == mark.id and other is not mark and other.source_span is not None
    ]


def _reasons(segment: AnnotatedSegment, mark: TermMark, seen: int) -> Iterable[str]:
    if mark.target_span is None:
        yield "no place in the target"
        return
    if mark.source_span is not None:
        sides = ((mark.source_span[0], segment.source), (mark.target_span[0], segment.reference))
        places = [start / max(len(text or ""), 1) for start, text in sides]
        if abs(places[0] - places[1]) > FAR:
            yield f"source at {places[0]:.0%} of its text, target at {places[1]:.0%}"
    form = _form(segment, mark)
    if seen == 1 and form.casefold() not in {each.casefold() for each in mark.alternatives}:
        yield f"the form {form!r} is seen here only"


ANSWERS = {True: "valid", False: "wrong sense"}
"""What a mark that somebody verified, or refused, says."""


_MARKED = b"diglot-annotated-set"


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Any files beside a termbase, or one test set with marked terms."""
    if options.termbases:
        return True
    if len(paths) != 1:
        return False
    start = start_of(paths[0])
    told = extension_of(paths[0]) in {".sgm", ".sgml"} or _MARKED in start
    return told or span_editors.holds_terms(start)


def read(paths: Sequence[Path], options: ImportOptions) -> FileContents:
    """Read a test set with marked terms, and mark the terms of the termbases in it.

    Raises:
        InputError: a file cannot be read.
        ConfigError: more files than two, or nobody says the languages.
    """
    marked = marked_set(paths, options)
    items = match_items(marked)
    listed = tuple(FileNote(paths[0].name, "", note) for note in marked.notes)
    judgements = _answered(marked, items, options.annotator or READER)
    return FileContents(tuple(items), tuple(judgements), listed)


def marked_set(paths: Sequence[Path], options: ImportOptions) -> AnnotatedSet:
    """Read the test set that one or two files hold, terms of the termbases marked.

    Raises:
        InputError: a file cannot be read.
        ConfigError: more files than two, or nobody says the languages.
    """
    start = b"" if len(paths) > 1 or options.termbases else start_of(paths[0]).lstrip()
    reading = options.reading
    languages = reading.languages
    for begins, read_terms in (
        (b"[", span_editors.read_label_studio_terms),
        (span_editors.WEBANNO, span_editors.read_webanno_terms),
    ):
        if start.startswith(begins):
            found = read_terms(paths[0], encoding=reading.encoding)
            return replace(
                found,
                source_language=languages[0] or found.source_language,
                target_language=languages[1] or found.target_language,
            )
    if len(paths) > 2:
        raise ConfigError(f"{len(paths)} files: give a test set, or source and reference")
    made = make_set(
        paths[0],
        paths[1] if len(paths) == 2 else None,
        MakeSetOptions(
            termbases=options.termbases,
            source_language=languages[0],
            target_language=languages[1],
            encoding=reading.encoding,
        ),
    )
    return made.annotated


def _answered(
    marked: AnnotatedSet, items: Sequence[NewItem], annotator: str
) -> Iterator[FoundJudgement]:
    """What the file says of marks that somebody looked at."""
    said = {
        (segment.id, mark.id, mark.source_span): mark.verified
        for segment in marked.segments
        for mark in segment.terms
    }
    for item in items:
        payload = item.payload
        place = (payload["source_span"][0], payload["source_span"][1])
        verified = said.get((payload["segment"], payload["entry"]["id"], place))
        if verified is not None:
            yield FoundJudgement(item.key, annotator, {"label": ANSWERS[verified]})


# Verified matches of a termbase as a test set with marked terms.

FORMATS = {
    ".sgm": "sgml",
    ".tsv": "tsv",
    ".jsonl": "jsonl",
    ".json": "label_studio",
    ".webanno": "webanno",
}
_SPAN_EDITORS = {
    "label_studio": span_editors.write_label_studio_terms,
    "webanno": span_editors.write_webanno_terms,
}
KEPT = frozenset({"valid", "wrong span", "translated otherwise"})
"""Labels under which the mark stays, with the places as corrected."""
LEMMA = "lemma"


def write(
    path: Path,
    name: str,
    answers: Sequence[AnsweredItem],
    layer: LayerRecord,
) -> tuple[Skipped, ...]:
    """Write the segments of the matches; those that people refused are marked as refused.

    Raises:
        InputError: a file cannot be written.
    """
    if name in _SPAN_EDITORS:
        _SPAN_EDITORS[name](path, annotated_set(answers))
        return ()
    return formats.write_annotated_set(path, annotated_set(answers), format=name)[1]


def annotated_set(answers: Sequence[AnsweredItem]) -> AnnotatedSet:
    """The test set of verified matches, segments in the order of their first match."""
    marks: dict[str, list[TermMark]] = {}
    first: dict[str, AnsweredItem] = {}
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


def _mark(answer: AnsweredItem) -> TermMark:
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


# Agreement on matches of a termbase.


def compare(judgements: Sequence[AnnotatorJudgement], scheme: Scheme) -> Iterator[Measure]:
    """Compare labels."""
    yield from cell_measures("label", judgements, scheme.names)
