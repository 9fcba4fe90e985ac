"""XLIFF 1.2 and 2.x: bilingual files of translation tools, read and written unit by unit.

References: XLIFF Version 1.2, OASIS Standard, 2008; XLIFF Version 2.1, OASIS Standard, 2018.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.binary import open_binary
from diglot.files.xml import iterparse, line_of, local_name, text_of
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips, flatten_markup, is_blank_code
from diglot.formats.units import SIDES, Fields
from diglot.formats.units.xliff_write import (
    CODES_1,
    CODES_2,
    LOCKED,
    MADE_ID,
    METADATA,
    ORIGINAL_DATA,
    OWN,
    PROPERTY,
    UNIT_ATTRIBUTES_1,
    XML_LANG,
    XML_SPACE,
    xliff_1_lines,
    xliff_2_lines,
)
from diglot.model import Markup, Skipped, Unit, Variant
from diglot.text.languages import UNDETERMINED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from lxml import etree


TAGS = ("{*}trans-unit", "{*}unit", "{*}bin-unit", "{*}cmt-def", "{*}tag-defs")
PACKED = (".xlf", ".xliff", ".mqxliff", ".sdlxliff")  # in a container
INLINE = ("keep", "strip")
PHRASE = "http://www.memsource.com/mxlf/2.0"
# Codes that Phrase writes into the text: with a number that is declared, or a letter.
PHRASE_CODE = re.compile(r"(\{(?:\d+|[A-Za-z^_])>|<(?:\d+|[A-Za-z^_])\}|\{\d+\})")
VERSIONS = {"1.2": xliff_1_lines, "2.1": xliff_2_lines}


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    inline: str = "keep",
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the units of an XLIFF file one by one, whatever its version.

    A packed file (XLZ, MQXLZ) gives the units of all XLIFF files inside. Proposals (``alt-trans``)
    and units marked ``translate="no"`` are left out and counted. A unit without a target has one
    variant. Status, match rate and origin that other tools state become properties of these names.

    Args:
        inline: ``keep`` inline codes as markup beside the text, or ``strip`` them.

    Raises:
        InputError: the file cannot be read, is unsafe or is no XLIFF.
        ConfigError: ``inline`` is neither.
    """
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = skips if skips is not None else Skips()
    reader = XliffReader(keep=inline == "keep", skips=skips)
    for data, part in _documents(path, skips):
        for element in iterparse(
            path, TAGS, encoding=encoding, roots=("xliff",), data=data, part=part
        ):
            match local_name(element):
                case "trans-unit":
                    yield from reader.units_1(element)
                case "unit":
                    yield from reader.units_2(element)
                case "cmt-def":  # of SDLXLIFF, at the head of the file
                    skips.add("comment", text_of(element))
                case "tag-defs":  # of SDLXLIFF, at the head of each file
                    reader.blanks = _blanks(element)
                case _:
                    skips.add("unit with binary content", element.get("id", ""))


def _documents(path: Path, skips: Skips) -> Iterator[tuple[bytes | None, str | None]]:
    """Give content and name of the XLIFF files in a container; None for a file that is none."""
    with open_binary(path) as file:
        is_packed = file.read(4) == b"PK\x03\x04"
    if not is_packed:
        yield None, None
        return
    with Archive(path) as archive:
        parts = [name for name in archive.names() if name.lower().endswith(PACKED)]
        if not parts:
            raise FormatError("holds no XLIFF file", path=path, cure="unpack it and see")
        for name in archive.names():
            if name in parts:
                yield archive.read(name), name
            else:
                skips.add("other file in the container", name)


def write_units(
    path: Path, units: Iterable[Unit], *, version: str = "1.2", inline: str = "keep"
) -> tuple[Skipped, ...]:
    """Write the first two languages of the units; return what the format could not carry.

    Args:
        version: ``1.2``, which every tool reads, or ``2.1``.
        inline: ``keep`` inline codes, or ``strip`` them.

    Raises:
        ConfigError: an unknown version, or ``inline`` is neither.
    """
    if version not in VERSIONS:
        raise ConfigError(f"unknown XLIFF version {version}; available: {', '.join(VERSIONS)}")
    if inline not in INLINE:
        raise ConfigError(f"inline is {inline!r}; it can be {' or '.join(INLINE)}")
    skips = Skips()
    with atomic_open(path) as file:
        for line in VERSIONS[version](units, skips, keep=inline == "keep"):
            file.write(line)
    return skips.entries()


# White space in XLIFF: kept where ``xml:space`` says so, unwrapped elsewhere.

# A line break with its indentation comes from pretty-printing; other spaces may be the text's own.
WRAP = re.compile(r"[ \t\r\n]*[\r\n][ \t\r\n]*")


def preserves_space(element: etree._Element) -> bool:
    """Tell whether the nearest ``xml:space`` at or above ``element`` says ``preserve``."""
    node: etree._Element | None = element
    while node is not None:
        value = node.get(XML_SPACE)
        if value is not None:
            return value == "preserve"
        node = node.getparent()
    return False


def unwrap_text(text: str, markup: Sequence[Markup]) -> tuple[str, tuple[Markup, ...]]:
    """Replace line breaks and their indentation by one space, by nothing at the edges."""
    if "\n" not in text and "\r" not in text:
        return text, tuple(markup)
    parts: list[str] = []
    moves: list[tuple[int, int, int]] = []  # start, end, new start of each run removed
    last = length = 0
    for run in WRAP.finditer(text):
        kept = text[last : run.start()]
        space = " " if run.start() and run.end() < len(text) else ""
        parts += (kept, space)
        length += len(kept)
        moves.append((run.start(), run.end(), length))
        length += len(space)
        last = run.end()
    parts.append(text[last:])
    result = "".join(parts)

    def moved(place: int) -> int:
        shift = 0
        for start, end, new in moves:
            if place <= start:
                break
            if place < end:
                return new
            shift = end - new - (1 if start and end < len(text) else 0)
        return min(place - shift, len(result))

    return result, tuple(
        Markup(moved(mark.start), moved(mark.end), mark.kind, mark.data) for mark in markup
    )


# XLIFF elements as units: ``trans-unit`` of 1.x and ``unit`` of 2.x.


class XliffReader:
    """Turns elements into units and counts what it leaves out."""

    def __init__(self, *, keep: bool, skips: Skips) -> None:
        self._keep = keep
        self._skips = skips
        self.blanks: frozenset[str] = frozenset()

    def units_1(self, element: etree._Element) -> Iterator[Unit]:
        """Give the units of a 1.x ``trans-unit``: one, or one per segment of ``seg-source``."""
        if _inherited(element, "translate") == "no":
            self._skips.add("unit not to be translated", text_of(element))
            return
        parts = self._parts(element)
        if PHRASE in element.nsmap.values():
            self.blanks = _mark_phrase_codes(element, parts.values())
        source = parts.pop("source", None)
        if source is None:
            self._skips.add("unit without a source", element.get("id", ""))
            return
        target, segmented = parts.pop("target", None), parts.pop("seg-source", None)
        fields = Fields()
        notes: list[str] = []
        properties = self._attributes_1(element)
        if target is not None:
            properties += [
                (name, str(target.get(name)))
                for name in ("state", "state-qualifier")
                if target.get(name) is not None
            ]
        for child in element:
            name = local_name(child)
            if name == "note":
                notes.append(child.text or "")
                if child.attrib:
                    self._skips.add("attribute of a note", child.text or "")
            elif name == "context-group":
                properties += self._contexts(child, fields)
        file = _ancestor(element, "file")
        languages = (
            _value(file, "source-language") or source.get(XML_LANG) or UNDETERMINED,
            _value(file, "target-language") or _value(target, XML_LANG) or UNDETERMINED,
        )
        pairs = self._segments_1(segmented, target) if segmented is not None else []
        if not pairs:
            pairs = [("", source, target)]
        identifier = element.get("id")
        told = _judgements(element)
        for mid, first, second in pairs:
            yield _unit(
                self._variants(languages, (first, second), CODES_1, fields),
                f"{identifier}:{mid}" if mid else identifier,
                fields,
                _value(file, "original"),
                properties + told.get("", []) + (told.get(mid, []) if mid else []),
                notes,
                line_of(element),
            )

    def units_2(self, element: etree._Element) -> Iterator[Unit]:
        """Give the units of a 2.x ``unit``: one per segment."""
        if _inherited(element, "translate") == "no":
            self._skips.add("unit not to be translated", text_of(element))
            return
        root, file = _ancestor(element, "xliff"), _ancestor(element, "file")
        languages = (
            _value(root, "srcLang") or UNDETERMINED,
            _value(root, "trgLang") or UNDETERMINED,
        )
        fields = Fields()
        notes: list[str] = []
        properties: list[tuple[str, str]] = []
        segments: list[etree._Element] = []
        self.blanks = frozenset()
        for child in element:
            match local_name(child):
                case "segment":
                    segments.append(child)
                case "ignorable":
                    text = text_of(child)
                    self._skips.add("ignorable text between segments", text, bool(text.strip()))
                case "notes":
                    notes += [note.text or "" for note in child]
                case "originalData":
                    self.blanks = _blanks(child)
                    properties += [
                        (f"{ORIGINAL_DATA}{data.get('id', '')}", self._text(data, CODES_2)[0])
                        for data in child
                    ]
                case "metadata" if child.tag == f"{{{METADATA}}}metadata":
                    properties += self._metadata(child, fields)
                case name:
                    self._skips.add(f"element <{name}> of a unit", text_of(child))
        identifier = element.get("id")
        if identifier and MADE_ID.fullmatch(identifier):
            identifier = element.get("name")
        for segment in segments:
            parts = {local_name(child): child for child in segment}
            if "source" not in parts:
                self._skips.add("segment without a source", identifier or "")
                continue
            own = segment.get("id") or (str(segments.index(segment) + 1) if segments[1:] else None)
            states = [
                (name, str(segment.get(name)))
                for name in ("state", "subState")
                if segment.get(name) is not None
            ]
            yield _unit(
                self._variants(languages, (parts["source"], parts.get("target")), CODES_2, fields),
                f"{identifier}:{own}" if own else identifier,
                fields,
                _value(file, "original"),
                states + properties,
                notes,
                line_of(segment),
            )

    def _parts(self, element: etree._Element) -> dict[str, etree._Element]:
        """Find the texts of a ``trans-unit``; count what is not read."""
        parts: dict[str, etree._Element] = {}
        namespace = str(element.tag)[: -len("trans-unit")]
        for child in element:
            name = local_name(child)
            if name in {"seg-defs", "tunit-metadata", "tunit-target-metadata"}:
                continue  # what `_judgements` and `_mark_phrase_codes` read
            if name == "comments":  # of MQXLIFF
                for comment in child:
                    self._skips.add("comment", text_of(comment))
                continue
            if not str(child.tag).startswith(namespace) or child.tag != f"{namespace}{name}":
                self._skips.add(f"element <{name}> of another tool", text_of(child))
            elif name in {"source", "target", "seg-source"}:
                parts.setdefault(name, child)
            elif name == "alt-trans":
                self._skips.add("alternative translation", text_of(child))
            elif name not in {"note", "context-group"}:
                self._skips.add(f"element <{name}> of a unit", text_of(child))
        return parts

    def _attributes_1(self, element: etree._Element) -> list[tuple[str, str]]:
        found = []
        for name, value in element.attrib.items():
            if name in UNIT_ATTRIBUTES_1:
                found.append((str(name), str(value)))
            elif name not in {"id", "translate", XML_SPACE} and not _judgement(name, value):
                _, brace, local = str(name).rpartition("}")
                self._skips.add(
                    "attribute of another tool" if brace else f"attribute {local}",
                    f"{local}={value!s}" if brace else str(value),
                )
        return found

    def _contexts(self, group: etree._Element, fields: Fields) -> list[tuple[str, str]]:
        left = []
        for context in group:
            name, value = context.get("context-type", ""), context.text or ""
            if name.startswith(OWN) and fields.take(name.removeprefix(OWN), value):
                continue
            left.append((name.removeprefix(PROPERTY), value))
        return left

    def _metadata(self, metadata: etree._Element, fields: Fields) -> list[tuple[str, str]]:
        left = []
        for group in metadata:
            own = group.get("category") == "diglot"
            for meta in group:
                name, value = meta.get("type", ""), self._text(meta, CODES_2)[0]
                if not (own and fields.take(name, value)):
                    left.append((name.removeprefix(PROPERTY) if own else name, value))
        return left

    def _segments_1(
        self, segmented: etree._Element, target: etree._Element | None
    ) -> list[tuple[str, etree._Element, etree._Element | None]]:
        """Pair ``mrk mtype="seg"`` of both sides by ``mid``; empty if the target has none."""
        sources = [mark for mark in segmented.iter("{*}mrk") if mark.get("mtype") == "seg"]
        targets = {
            mark.get("mid"): mark
            for mark in (target.iter("{*}mrk") if target is not None else ())
            if mark.get("mtype") == "seg"
        }
        if target is not None and not targets and text_of(target).strip():
            return []
        known = {mark.get("mid") for mark in sources}
        for mid, mark in targets.items():
            if mid not in known:
                self._skips.add("target segment without a source", text_of(mark))
        return [
            (mark.get("mid") or str(number), mark, targets.get(mark.get("mid")))
            for number, mark in enumerate(sources, 1)
        ]

    def _variants(
        self,
        languages: tuple[str, str],
        elements: tuple[etree._Element, etree._Element | None],
        codes: frozenset[str],
        fields: Fields,
    ) -> tuple[Variant, ...]:
        variants = []
        for side, language, element in zip(SIDES, languages, elements, strict=True):
            if element is None:
                continue
            text, markup = self._text(element, codes)
            if not preserves_space(element):
                text, markup = unwrap_text(text, markup)
            variants.append(Variant(language, text, markup, fields.segments.get(side, ())))
        return tuple(variants)

    def _text(
        self, element: etree._Element, codes: frozenset[str]
    ) -> tuple[str, tuple[Markup, ...]]:
        for mark in element.iter("{*}mrk"):
            if mark.get("mtype") == "x-sdl-deleted":  # a tracked change of Trados
                self._skips.add("deleted revision", text_of(mark))
                del mark[:]
                mark.text = None
        return flatten_markup(
            element,
            codes,
            keep=self._keep,
            skips=self._skips,
            characters=_control if codes is CODES_2 else None,
            blanks=self.blanks,
        )


def _blanks(declared: etree._Element) -> frozenset[str]:
    """Return the ids of inline codes that are declared apart and stand for tabs or breaks."""
    codes = ((code, each) for each in declared for code in (each, *each))
    return frozenset(each.get("id", "") for code, each in codes if is_blank_code(code))


def _mark_phrase_codes(unit: etree._Element, texts: Iterable[etree._Element]) -> frozenset[str]:
    """Make elements of the codes in the texts of Phrase; return the ids of tabs and breaks."""
    declared = unit.find(f"{{{PHRASE}}}tunit-metadata")
    known = () if declared is None else {mark.get("id") for mark in declared}
    for text in texts:
        text.text, *rest = PHRASE_CODE.split(text.text or "")
        for code, after in zip(rest[::2], rest[1::2], strict=True):
            name = code.strip("{<>}")
            if name.isdecimal() and name not in known:
                add_text(text, code + after)
                continue
            element = text.makeelement("ph", id=name)
            element.text, element.tail = code, after
            text.append(element)
    return frozenset() if declared is None else _blanks(declared)


def add_text(element: etree._Element, text: str) -> None:
    """Add characters behind all that an element holds."""
    if len(element):
        element[-1].tail = f"{element[-1].tail or ''}{text}"
    else:
        element.text = f"{element.text or ''}{text}"


def _unit(
    variants: tuple[Variant, ...],
    identifier: str | None,
    fields: Fields,
    document: str | None,
    properties: list[tuple[str, str]],
    notes: list[str],
    line: int | None,
) -> Unit:
    if identifier is not None and MADE_ID.fullmatch(identifier):
        identifier = None
    return Unit(
        variants,
        identifier,
        fields.score,
        fields.kind,
        tuple(fields.reasons),
        fields.method,
        document or None,
        fields.paragraphs,
        tuple(properties),
        tuple(notes),
        line,
    )


def _control(element: etree._Element) -> str:
    """Return the character that ``cp`` stands for: one that XML cannot hold."""
    if local_name(element) != "cp":
        return ""
    try:
        character = chr(int(element.get("hex", ""), 16))
    except (ValueError, OverflowError):
        return ""
    return "" if "\ud800" <= character <= "\udfff" else character


def _ancestor(element: etree._Element, name: str) -> etree._Element | None:
    return next((node for node in element.iterancestors() if local_name(node) == name), None)


def _inherited(element: etree._Element, name: str) -> str | None:
    node: etree._Element | None = element
    while node is not None:
        if (value := node.get(name)) is not None:
            return value
        node = node.getparent()
    return None


def _value(element: etree._Element | None, name: str) -> str | None:
    return None if element is None else element.get(name)


# What tools say of a unit in names of their own: SDLXLIFF, MQXLIFF and MXLIFF, in this order.
STATUS = dict.fromkeys(("conf", "status", "confirmed"), "status")
MATCH = dict.fromkeys(("percent", "score"), "match")
ORIGIN = dict.fromkeys(("origin", "trans-origin"), "origin")
JUDGEMENTS = STATUS | MATCH | ORIGIN


def _judgement(name: object, value: object) -> tuple[str, str] | None:
    """Return what an attribute of another tool says: status, match rate, origin or lock."""
    _, brace, local = str(name).rpartition("}")
    if not brace:
        return None
    if local == "locked":
        return LOCKED if str(value) in {"locked", "true", "yes"} else None
    return (JUDGEMENTS[local], str(value)) if local in JUDGEMENTS else None


def _judgements(element: etree._Element) -> dict[str, list[tuple[str, str]]]:
    """Return what its tool says of a 1.x unit, and by their ids of its segments."""
    found = {"": [each for item in element.attrib.items() if (each := _judgement(*item))]}
    # SDLXLIFF says it of every segment, behind the texts.
    definitions = (child for child in element if local_name(child) == "seg-defs")
    for segment in (segment for child in definitions for segment in child):
        named = ((f"}}{name!s}", value) for name, value in segment.attrib.items())
        told = [each for item in named if (each := _judgement(*item))]
        found.setdefault(segment.get("id", ""), []).extend(told)
    return found
