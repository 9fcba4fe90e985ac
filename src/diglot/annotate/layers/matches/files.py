"""Matches of a termbase to be verified, in a test set or in any parallel text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot import formats
from diglot.annotate.layers.matches.items import match_items
from diglot.annotate.layers.matches.rules import places
from diglot.annotate.layers.sources import FileContents, FileNote, FoundJudgement, start_of
from diglot.annotate.options import ImportOptions
from diglot.errors import ConfigError
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark
from diglot.pipeline.steps.terms.options import MakeSetOptions
from diglot.pipeline.steps.terms.test_sets import make_set

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.annotate.exchange.answers import AnsweredItem
    from diglot.annotate.items import NewItem
    from diglot.annotate.options import ImportOptions
    from diglot.annotate.store.records import LayerRecord
    from diglot.model import Skipped

READER = "reader"
ANSWERS = {True: "valid", False: "wrong sense"}
"""What a mark that somebody verified, or refused, says."""


_MARKED = b"diglot-annotated-set"


def recognises(paths: Sequence[Path], options: ImportOptions) -> bool:
    """Any files beside a termbase, or one test set with marked terms."""
    if options.termbases:
        return True
    return len(paths) == 1 and (
        paths[0].suffix.lower() in {".sgm", ".sgml"} or _MARKED in start_of(paths[0])
    )


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
    if len(paths) > 2:
        raise ConfigError(f"{len(paths)} files: give a test set, or source and reference")
    made = make_set(
        paths[0],
        paths[1] if len(paths) == 2 else None,
        MakeSetOptions(
            termbases=options.termbases,
            source_language=options.reading.source_language,
            target_language=options.reading.target_language,
            encoding=options.reading.encoding,
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

FORMATS = {".sgm": "sgml", ".tsv": "tsv", ".jsonl": "jsonl"}
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
