"""SGML with marked terms: the files of the shared task on terminology of 2021.

Source, reference and hypothesis are a file each, with one ``<seg id="…">`` a line. Source and
reference carry ``<term id src tgt type>`` around their terms, and share the ids of their entries.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
Evaluation of Machine Translation for Terminology Consistency, section 2.1.
"""

from __future__ import annotations

import html
import re
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import stream_lines
from diglot.formats.blocks import Skips
from diglot.model import AnnotatedSegment, AnnotatedSet, Hypotheses, Skipped, TermMark
from diglot.model.terms import Span

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
        tuple(map(str, skips.entries())),
    )


def read_hypotheses(path: Path, *, encoding: str | None = None) -> Hypotheses:
    """Read the translations of a system; tags of terms are left out.

    Raises:
        InputError: the file cannot be read as such.
    """
    file = _file(path, encoding)
    texts = tuple(scan_segment(line.content).text for line in file.lines)
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
    """Return an id for every segment; that of its document is put before where ids begin anew."""
    ids = [line.id for line in file.lines]
    if len(set(ids)) == len(ids):
        return ids
    ids = [f"{line.document or ''}:{line.id}" for line in file.lines]
    seen: set[str] = set()
    for identifier, line in zip(ids, file.lines, strict=True):
        if identifier in seen:
            raise FormatError(
                f"the id {line.id!r} appears twice in one document",
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
    found = scan_segment(line.content)
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


# One segment of SGML with marked terms: its text, and where the marks stand in it.
#
# The files are no well-formed XML: a ``<`` that opens no term is text. White space counts as one
# space, and what stands around a term inside its tags does not belong to it.

BETWEEN = "|"  # the alternatives of a term
ANY = "any"  # language of a file that does not say it
# Possessive: no text makes the search look at its signs again and again.
ATTRIBUTES = r"(?:[^<>\"']++|\"[^\"]*+\"|'[^']*+')*+"
SEGMENT = re.compile(rf"<seg(?=[\s>])({ATTRIBUTES})>", re.IGNORECASE)
SEGMENT_END = re.compile(r"</seg\s{0,9}>", re.IGNORECASE)
OPENING = rf"<term(?=[\s>])(?P<open>{ATTRIBUTES})>"
CLOSING = r"(?P<close></term\s{0,9}>)"
OTHER = rf"<(?!term(?=[\s>]){ATTRIBUTES}>|/term\s{{0,9}}>)"  # a sign that begins no tag
PIECE = re.compile(rf"(?:[^<]++|{OTHER})++|{OPENING}|{CLOSING}", re.IGNORECASE)
ATTRIBUTE = re.compile(r"([\w:.-]+)\s{0,9}=\s{0,9}(?:\"([^\"]*)\"|'([^']*)')")
# White space other than one space alone, so that most texts need no change.
SPACES = re.compile(r"[\t\r\n\f\v][ \t\r\n\f\v]*+| [ \t\r\n\f\v]++")


@dataclass(slots=True)
class ScannedTerm:
    """A term as one side of the test set has it.

    Attributes:
        attributes: of its tag, entities resolved.
        span: half-open character range in the text, without the spaces around; may be empty.
    """

    attributes: dict[str, str]
    span: Span = (0, 0)


@dataclass(slots=True)
class ScannedSegment:
    """A segment with the marks of one side.

    Attributes:
        text: without tags.
        terms: in the order of their first tags.
        fault: what is wrong with the tags; None if nothing is.
    """

    text: str = ""
    terms: list[ScannedTerm] = field(default_factory=list)
    fault: str | None = None


def attributes_of(tag: str) -> dict[str, str]:
    """Return the attributes of a tag, names in small letters, entities resolved."""
    return {
        name.lower(): html.unescape(double or single)
        for name, double, single in ATTRIBUTE.findall(tag)
    }


def scan_segment(content: str) -> ScannedSegment:
    """Return the text of a segment and its marked terms.

    Args:
        content: what stands between the tags of the segment.
    """
    pieces: list[str] = []
    length = 0
    found = ScannedSegment()
    still_open: list[ScannedTerm] = []
    after_space = True
    for piece in PIECE.finditer(content):
        if piece["open"] is not None:
            term = ScannedTerm(attributes_of(piece["open"]), (length, length))
            found.terms.append(term)
            still_open.append(term)
        elif piece["close"] is not None:
            if not still_open:
                found.fault = found.fault or "a </term> closes nothing"
                continue
            term = still_open.pop()
            term.span = (term.span[0], length)
        else:
            text = SPACES.sub(" ", html.unescape(piece.group()))
            if after_space:
                text = text.removeprefix(" ")
            if text:
                pieces.append(text)
                length += len(text)
                after_space = text[-1] == " "
    if still_open:
        found.fault = found.fault or "a <term> is not closed in its segment"
    whole = "".join(pieces)
    found.text = whole.rstrip(" ")
    for term in found.terms:
        term.span = _inside(whole, *term.span)
    return found


def _inside(text: str, begin: int, end: int) -> Span:
    """Return the range without one space at either side, as white space has been joined."""
    if begin < end and text[begin] == " ":
        begin += 1
    if begin < end and text[end - 1] == " ":
        end -= 1
    return begin, end


# Writing SGML with marked terms; module `term_sgml` has the format.


def write_sgml(
    source: Path, reference: Path | None, annotated: AnnotatedSet
) -> tuple[Skipped, ...]:
    """Write the two files of a test set; return what they could not carry.

    Args:
        source: file for the source segments.
        reference: file for their translations; None where the set has none.
        annotated: the test set; rejected marks are not written.

    Raises:
        InputError: a file cannot be written.
    """
    skips = Skips()
    left: list[str] = []
    right: list[str] = []
    for document, segments in groupby(annotated.segments, key=lambda each: each.document):
        opening = f'<doc sysid="ref" docid="{_quoted(document or "")}">'
        left.append(opening)
        right.append(opening)
        for segment in segments:
            texts = _tagged(segment, skips)
            for lines, text in zip((left, right), texts, strict=True):
                lines.append(f'<seg id="{_quoted(segment.id)}"> {text} </seg>')
        left.append("</doc>")
        right.append("</doc>")
    languages = (
        f'srclang="{_quoted(annotated.source_language or ANY)}"',
        f'trglang="{_quoted(annotated.target_language or ANY)}"',
    )
    name = f'setid="{_quoted(annotated.name)}"'
    _write_lines(source, "srcset", f"{name} {languages[0]}", left)
    if reference is not None:
        _write_lines(reference, "refset", f"{name} {languages[0]} {languages[1]}", right)
    return skips.entries()


def _tagged(segment: AnnotatedSegment, skips: Skips) -> tuple[str, str]:
    """Return the two texts of a segment with tags around its terms."""
    kept: list[TermMark] = []
    for mark in segment.terms:
        if mark.verified is False:
            skips.add("rejected mark", mark.source)
        elif mark.source_span is None:
            skips.add("mark without a place in the source", mark.source)
        elif any(_cross(mark.source_span, each.source_span) for each in kept) or any(
            _cross(mark.target_span, each.target_span) for each in kept
        ):
            skips.add("mark that overlaps another one in part", mark.source)
        else:
            kept.append(mark)
    left = [(mark.source_span, mark) for mark in kept if mark.source_span is not None]
    right = [(mark.target_span, mark) for mark in kept if mark.target_span is not None]
    if not _paired_by_order(left, right):
        skips.add("segment whose marks of one entry are in another order on the other side")
    return (
        _with_tags(segment.source, left, skips),
        _with_tags(segment.reference or "", right, Skips()),
    )


def _cross(one: Span | None, other: Span | None) -> bool:
    """Tell whether two ranges share a part without one holding the other."""
    if one is None or other is None:
        return False
    first, second = sorted((one, other))
    return first[0] < second[0] < first[1] < second[1]


def _paired_by_order(
    left: Sequence[tuple[Span, TermMark]], right: Sequence[tuple[Span, TermMark]]
) -> bool:
    """Tell whether those of one id come in the same order on both sides."""
    orders: list[dict[str, list[int]]] = []
    for side in (left, right):
        order: dict[str, list[int]] = defaultdict(list)
        for _, mark in sorted(side, key=lambda each: (each[0][0], -each[0][1])):
            order[mark.id].append(id(mark))
        orders.append(order)
    return all(marks == orders[0][name][: len(marks)] for name, marks in orders[1].items())


def _with_tags(text: str, marks: Sequence[tuple[Span, TermMark]], skips: Skips) -> str:
    """Return a text in entities, tags around its terms, the outer ones of nested terms first."""
    openings: dict[int, list[tuple[int, TermMark]]] = defaultdict(list)
    closings: Counter[int] = Counter()
    for (begin, end), mark in marks:
        openings[begin].append((end, mark))
        closings[end] += 1
    pieces: list[str] = []
    at = 0
    for place in sorted({*openings, *closings}):
        pieces.append(html.escape(text[at:place], quote=False))
        pieces += ["</term>"] * closings[place]
        for _, mark in sorted(openings[place], key=lambda each: -each[0]):
            pieces.append(_tag(mark, skips))
        at = place
    pieces.append(html.escape(text[at:], quote=False))
    return SPACES.sub(" ", "".join(pieces)).strip(" ")


def _tag(mark: TermMark, skips: Skips) -> str:
    sides = ("lemma" if each else "original" for each in (mark.source_lemma, mark.target_lemma))
    kind = "src_{}_and_tgt_{}".format(*sides)
    told = [each for each in mark.alternatives if BETWEEN not in each]
    skips.add("translation that holds a |", "", len(mark.alternatives) - len(told))
    listed = BETWEEN.join(told) if mark.listed is None else mark.listed
    return (
        f'<term id="{_quoted(mark.id)}" type="{kind}" src="{_quoted(mark.source)}" '
        f'tgt="{_quoted(listed)}">'
    )


def _quoted(value: str) -> str:
    """Return the value of an attribute, on one line."""
    return html.escape(SPACES.sub(" ", value))


def _write_lines(path: Path, element: str, attributes: str, lines: Iterable[str]) -> None:
    with atomic_open(path) as file:
        file.write(f"<{element} {attributes}>\n")
        for line in lines:
            file.write(line + "\n")
        file.write(f"</{element}>\n")
