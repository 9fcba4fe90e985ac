"""SGML with marked terms: the files of the shared task on terminology of 2021.

Source, reference and hypothesis are a file each, with one ``<seg id="…">`` a line. Source and
reference carry ``<term id src tgt type>`` around their terms, and share the ids of their entries.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
Evaluation of Machine Translation for Terminology Consistency, section 2.1.
"""

from __future__ import annotations

import re
from collections import defaultdict, deque
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.text import stream_lines
from diglot.formats.blocks import Skips
from diglot.formats.marked_terms.sgml_scan import (
    ANY,
    BETWEEN,
    SEGMENT,
    SEGMENT_END,
    ScannedSegment,
    ScannedTerm,
    attributes_of,
    scan,
)
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses, TermMark

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from diglot.model.terminology import Span

LEMMA_OF_SOURCE = "src_lemma"
LEMMA_OF_TARGET = "tgt_lemma"
ONE_LINE_CURE = "put every segment on a line of its own: <seg id='1'> text </seg>"
HEADER = re.compile(r"<(srcset|refset|tstset|doc)(?=[\s>])([^<>]*)>", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Line:
    """A segment of one file: its place, and what stands between its tags."""

    number: int
    document: str | None
    id: str
    content: str


@dataclass(slots=True)
class _File:
    """One of the files of a test set."""

    path: Path
    lines: list[_Line]
    source_language: str | None = None
    target_language: str | None = None
    original_language: str | None = None


def read_annotated_set(
    source: Path,
    reference: Path | None = None,
    *,
    encoding: str | None = None,
    source_language: str | None = None,
    target_language: str | None = None,
) -> AnnotatedSet:
    """Read the source and the reference of a test set, with the terms marked in them.

    Terms of both sides belong together by their id and, among those of one id, by their order.

    Args:
        source: file with the source segments.
        reference: file with their translations; None if there is none.
        encoding: where the files are not Unicode.
        source_language: code; by default what the files say.
        target_language: the same of the reference.

    Raises:
        InputError: a file cannot be read as such, or the two do not hold the same segments.
    """
    skips = Skips()
    left = _file(source, encoding)
    ids = _ids(left)
    right: dict[str, _Line] | None = None
    if reference is not None:
        other = _file(reference, encoding)
        right = dict(zip(_ids(other), other.lines, strict=True))
        _same_segments(dict.fromkeys(ids), right, source, reference)
        target_language = target_language or other.target_language
        source_language = source_language or left.source_language or other.source_language
    segments = []
    for name, line in zip(ids, left.lines, strict=True):
        found = _scanned(line, source)
        translated = None
        if right is not None and reference is not None:
            translated = _scanned(right[name], reference)
        marks = tuple(_marks(found, translated, line, source, skips))
        segments.append(
            AnnotatedSegment(
                name,
                found.text,
                None if translated is None else translated.text,
                marks,
                line.document,
            )
        )
    return AnnotatedSet(
        tuple(segments),
        source_language or left.source_language or left.original_language,
        target_language or left.target_language,
        source.stem,
        tuple(f"{each.count} × {each.kind}" for each in skips.found()),
    )


def read_hypotheses(path: Path, *, encoding: str | None = None) -> Hypotheses:
    """Read the translations of a system; tags of terms are left out.

    Raises:
        InputError: the file cannot be read as such.
    """
    file = _file(path, encoding)
    texts = tuple(scan(line.content).text for line in file.lines)
    return Hypotheses(texts, tuple(_ids(file)), path.stem)


def _file(path: Path, encoding: str | None) -> _File:
    """Read the segments of one file."""
    file = _File(path, [])
    document: str | None = None
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        at = 0
        while opening := SEGMENT.search(line, at):
            closing = SEGMENT_END.search(line, opening.end())
            if closing is None:
                raise FormatError(
                    "a segment is not closed on its line",
                    path=path,
                    place=number,
                    cure=ONE_LINE_CURE,
                )
            identifier = attributes_of(opening[1]).get("id", "").strip()
            if not identifier:
                raise FormatError(
                    "a segment has no id", path=path, place=number, cure="give every <seg> an id"
                )
            content = line[opening.end() : closing.start()]
            file.lines.append(_Line(number, document, identifier, content))
            at = closing.end()
        if at:
            continue
        if SEGMENT_END.search(line):
            raise FormatError(
                "a segment ends on a line where none begins",
                path=path,
                place=number,
                cure=ONE_LINE_CURE,
            )
        if (header := HEADER.search(line)) is not None:
            told = attributes_of(header[2])
            if header[1].lower() == "doc":
                document = told.get("docid") or None
                file.original_language = file.original_language or told.get("origlang") or None
            else:
                file.source_language = _language(told.get("srclang")) or file.source_language
                file.target_language = _language(told.get("trglang")) or file.target_language
    if not file.lines:
        raise FormatError("holds no segments", path=path, cure=ONE_LINE_CURE)
    return file


def _language(told: str | None) -> str | None:
    return None if told is None or told.lower() in {"", ANY} else told


def _ids(file: _File) -> list[str]:
    """Return an id for every segment; that of its document is put before where ids begin anew.

    Raises:
        FormatError: two segments of one document have the same id.
    """
    ids = [line.id for line in file.lines]
    if len(set(ids)) == len(ids):
        return ids
    ids = [f"{line.document or ''}:{line.id}" for line in file.lines]
    seen: set[str] = set()
    for identifier, line in zip(ids, file.lines, strict=True):
        if identifier in seen:
            raise FormatError(
                f"the id {line.id!r} stands twice in one document",
                path=file.path,
                place=line.number,
                cure="give every segment an id of its own",
            )
        seen.add(identifier)
    return ids


def _same_segments(
    left: Mapping[str, object], right: Mapping[str, object], source: Path, reference: Path
) -> None:
    """Refuse two files that do not hold the same segments."""
    for some, others, path, other_path in (
        (left, right, reference, source),
        (right, left, source, reference),
    ):
        lacking = [identifier for identifier in some if identifier not in others]
        if lacking:
            raise FormatError(
                f"lacks {len(lacking)} of the {len(some)} segments of {other_path}, the first with "
                f"the id {lacking[0]!r}",
                path=path,
                cure="name two files of the same test set",
            )


def _scanned(line: _Line, path: Path) -> ScannedSegment:
    found = scan(line.content)
    fault = found.fault
    if fault is None and any(not term.attributes.get("id") for term in found.terms):
        fault = "a <term> has no id"
    if fault is not None:
        raise FormatError(
            f"{fault} (segment {line.id})",
            path=path,
            place=line.number,
            cure="write <term id='…' src='…' tgt='…'> before a term and </term> behind it",
        )
    return found


def _marks(
    left: ScannedSegment, right: ScannedSegment | None, line: _Line, path: Path, skips: Skips
) -> Iterator[TermMark]:
    """Give the terms of a segment, each with its partner on the other side."""
    partners: dict[str, deque[ScannedTerm]] = defaultdict(deque)
    for term in right.terms if right is not None else ():
        partners[term.attributes["id"]].append(term)
    for term in left.terms:
        waiting = partners[term.attributes["id"]]
        partner = waiting.popleft() if waiting else None
        if right is not None and partner is None:
            skips.add("term without a partner in the reference, its place unknown")
        yield _mark(term, left.text, partner, right.text if right else "", line, path)
    for waiting in partners.values():
        skips.add(
            "term of the reference without a partner in the source, left out", "", len(waiting)
        )


def _mark(
    term: ScannedTerm,
    text: str,
    partner: ScannedTerm | None,
    translated: str,
    line: _Line,
    path: Path,
) -> TermMark:
    told = term.attributes
    beside = partner.attributes if partner is not None else {}
    listed = told.get("tgt", beside.get("tgt"))
    surface = translated[slice(*partner.span)] if partner is not None else ""
    alternatives = [" ".join(each.split()) for each in (listed or "").split(BETWEEN)]
    # The form in the reference is right even where the list of the entry lacks it.
    alternatives = [each for each in dict.fromkeys((*alternatives, surface)) if each]
    if not alternatives:
        raise FormatError(
            f"the term {told['id']!r} has no translation (segment {line.id})",
            path=path,
            place=line.number,
            cure="give it the attribute tgt",
        )
    kind = (told.get("type") or beside.get("type") or "").lower()
    return TermMark(
        told["id"],
        told.get("src") or text[slice(*term.span)],
        tuple(alternatives),
        _place(term.span),
        None if partner is None else _place(partner.span),
        LEMMA_OF_SOURCE in kind,
        LEMMA_OF_TARGET in kind,
        listed,
    )


def _place(span: Span) -> Span | None:
    """Return where a term stands; tags around nothing have no place."""
    return span if span[0] < span[1] else None
