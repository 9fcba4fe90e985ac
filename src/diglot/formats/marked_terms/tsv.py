"""TSV of a test set with marked terms: a mark a row, so that people verify it in a spreadsheet.

A segment without marks has one row without a term. The rows of a segment belong together by its id,
wherever they stand.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import join_row, read_quoted_rows, stream_lines
from diglot.formats.judgements.answers import Reading, answer_of, answer_word, some_alternatives
from diglot.formats.units.tables import join_cells, split_cell
from diglot.model import AnnotatedSegment, AnnotatedSet, TermMark
from diglot.model.terms import Span

DELIMITER = "\t"
SYNONYMS = " | "
ORIGINAL, LEMMA = "original", "lemma"
TEXT = re.compile(r"(source|reference)(?: \((.+)\))?", re.IGNORECASE)
NEEDED = ("segment", "source", "entry", "term", "alternatives")
BESIDE = (
    "source span", "found in source", "source match", "reference span", "found in reference",
    "reference match", "listed", "verified",
)  # fmt: skip
SPAN = re.compile(r"\s*(\d{1,9})\s*-\s*(\d{1,9})\s*")
CURE = "change the column 'verified' only, and keep the others as they are"


def is_own(line: str) -> bool:
    """Tell from its first line whether a table is one of marked terms."""
    names = [TEXT.sub(r"\1", cell.strip().lower()) for cell in line.rstrip("\r\n").split(DELIMITER)]
    return set(NEEDED) <= set(names)


def read_annotated_set(path: Path, reading: Reading) -> AnnotatedSet:
    """Read a test set from a table as diglot writes it."""
    lines = stream_lines(path, encoding=reading.encoding, keep_ends=True)
    rows = read_quoted_rows(lines, DELIMITER, path)
    names, languages = _header(next(rows, (1, []))[1], path)
    texts: dict[str, tuple[str, str | None, str | None]] = {}
    marks: dict[str, list[TermMark]] = {}
    rejected = reading.mark_filter()
    for number, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        row = dict(zip(names, cells, strict=False))
        try:
            identifier = _identifier(row, texts)
            marks.setdefault(identifier, [])
            if row.get("entry") or row.get("term"):
                mark = _mark(row, *texts[identifier][:2])
                if rejected.keeps(mark):
                    marks[identifier].append(mark)
        except ValueError as error:
            raise FormatError(str(error), path=path, place=number, cure=CURE) from error
    segments = (
        AnnotatedSegment(identifier, source, reference, tuple(marks[identifier]), document)
        for identifier, (source, reference, document) in texts.items()
    )
    return reading.annotated_set(path, segments, languages, rejected)


def write(path: Path, annotated: AnnotatedSet) -> None:
    """Write a test set as a table; its name is that of the file."""
    has_reference = any(segment.reference is not None for segment in annotated.segments)
    header = ["segment", "document", _named("source", annotated.source_language)]
    if has_reference:
        header.append(_named("reference", annotated.target_language))
    header += ["entry", "term", "alternatives", *BESIDE]
    with atomic_open(path) as file:
        file.write(DELIMITER.join(header) + "\n")
        for segment in annotated.segments:
            head = [segment.id, segment.document or "", segment.source]
            if has_reference:
                head.append(segment.reference or "")
            rows = [_cells(mark, segment) for mark in segment.terms]
            for row in rows or [[""] * (len(header) - len(head))]:
                file.write(join_row((*head, *row), DELIMITER))


def _named(side: str, language: str | None) -> str:
    return f"{side} ({language})" if language else side


def _cells(mark: TermMark, segment: AnnotatedSegment) -> list[str]:
    return [
        mark.id,
        mark.source,
        join_cells(mark.alternatives, SYNONYMS),
        *_place(mark.source_span, segment.source),
        LEMMA if mark.source_lemma else ORIGINAL,
        *_place(mark.target_span, segment.reference or ""),
        LEMMA if mark.target_lemma else ORIGINAL,
        mark.listed or "",
        answer_word(mark.verified),
    ]


def _place(span: Span | None, text: str) -> tuple[str, str]:
    return ("", "") if span is None else (f"{span[0]}-{span[1]}", text[slice(*span)])


def _header(cells: Sequence[str], path: Path) -> tuple[list[str], dict[str, str]]:
    """Return the names of the columns, and the languages of the texts."""
    names: list[str] = []
    languages: dict[str, str] = {}
    for cell in cells:
        name = cell.strip().lower()
        if (match := TEXT.fullmatch(cell.strip())) is not None:
            name = match[1].lower()
            if match[2]:
                languages[name] = match[2]
        names.append(name)
    lacking = [name for name in NEEDED if name not in names]
    if lacking:
        raise FormatError(
            f"has no column {', '.join(lacking)}",
            path=path,
            place=1,
            cure="keep the first row as it was written",
        )
    return names, languages


def _identifier(
    row: Mapping[str, str], texts: dict[str, tuple[str, str | None, str | None]]
) -> str:
    """Return the id of the segment of a row, whose texts are the same in all its rows."""
    identifier = row.get("segment", "")
    told = (row.get("source", ""), row.get("reference"), row.get("document") or None)
    if not identifier:
        raise ValueError("a row without the id of its segment")
    if texts.setdefault(identifier, told) != told:
        raise ValueError(f"the rows of the segment {identifier!r} differ in their texts")
    return identifier


def _mark(row: Mapping[str, str], source: str, reference: str | None) -> TermMark:
    alternatives = some_alternatives(split_cell(row.get("alternatives", ""), SYNONYMS))
    return TermMark(
        row.get("entry", ""),
        row.get("term", ""),
        alternatives,
        _span(row, "source", source),
        _span(row, "reference", reference),
        row.get("source match", "") == LEMMA,
        row.get("reference match", "") == LEMMA,
        row.get("listed") or None,
        answer_of(row.get("verified", "")),
    )


def _span(row: Mapping[str, str], side: str, text: str | None) -> Span | None:
    """Return the range that a row tells, if the text has there what the row says it has."""
    cell = row.get(f"{side} span", "")
    if not cell.strip():
        return None
    match = SPAN.fullmatch(cell)
    found = row.get(f"found in {side}")
    if match is None or text is None:
        raise ValueError(f"{cell!r} is not a range of characters such as 12-20")
    begin, end = int(match[1]), int(match[2])
    if not begin <= end <= len(text) or (found is not None and text[begin:end] != found):
        raise ValueError(f"the characters {cell} of the {side} are not {found!r}")
    return begin, end
