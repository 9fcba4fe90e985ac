"""DOCX: the body in order, with tables, text boxes, notes and the chosen state of tracked changes.

Headers, footers and comments are listed, not read. The usual library loses tracked insertions and
the place of tables, hence a reader of our own.

Reference: ISO/IEC 29500-1:2016, part 17 (WordprocessingML); 29500-3 for alternate content.
"""

from __future__ import annotations

import posixpath
import re
from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from diglot.errors import RIGHT_FILE, ConfigError, FormatError
from diglot.files import xml
from diglot.files.binary import open_binary
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.docx_styles import (
    LanguageVotes,
    Styles,
    chosen_alternative,
    descendant,
    is_numbered,
    is_on,
    language_slot,
    local_attribute,
    outline_level,
    qualified_name,
    visible_text,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document


Tracked = Literal["accepted", "original", "refuse"]
POLICIES = ("accepted", "original", "refuse")
MAIN = "word/document.xml"
# Parts that hold text which is not read: (last part of the relationship type, name in the list).
LISTED = (
    ("header", "header"),
    ("footer", "footer"),
    ("comments", "comment"),
    ("diagramData", "diagram"),
    ("chart", "chart"),
    ("oleObject", "embedded object"),
    ("package", "embedded object"),
    ("glossaryDocument", "building block"),
)
NOT_DOCX = "save it as DOCX (Word document) in the program that made it"


def read(
    path: Path,
    *,
    encoding: str | None = None,  # noqa: ARG001  every reader takes it
    tracked: Tracked = "accepted",
) -> Document:
    """Read a Word document.

    Args:
        encoding: has no effect, since the format says its own.
        tracked: state of tracked changes: all ``accepted``, the ``original`` text before them, or
            ``refuse`` a file that has some.

    Raises:
        FormatError: it is not a DOCX file, holds no text, or has tracked changes to refuse.
    """
    check_policy(tracked)
    _refuse_other_formats(path)
    with Archive(path) as archive:
        package = _Package(archive, path)
        builder = Builder()
        styles = Styles(package.related("styles"))
        story = DocxStory(builder, styles, tracked, package.links())
        bodies = [child for child in package.main if xml.local_name(child) == "body"]
        if not bodies:
            raise FormatError("has no document body", path=path, place=package.name, cure=NOT_DOCX)
        for body in bodies:  # one, but for those of programs that join files
            story.body(body)
        story.notes("footnote", package.related("footnotes"))
        story.notes("endnote", package.related("endnotes"))
        if tracked == "refuse":
            refuse_changes(story.changes, path)
        for name, kind in LISTED:
            for part in package.parts(name):
                _list(builder, part, kind)
    return builder.finish(path, "docx", language=story.language())


def check_policy(tracked: str) -> None:
    """Refuse a state of tracked changes that there is not.

    Raises:
        ConfigError: it is none of `POLICIES`.
    """
    if tracked not in POLICIES:
        raise ConfigError(f"unknown policy {tracked!r} for tracked changes; use {POLICIES}")


def refuse_changes(changes: int, path: Path) -> None:
    """Refuse a file that has tracked changes.

    Raises:
        FormatError: it has some.
    """
    if changes:
        raise FormatError(
            f"holds {changes} tracked changes",
            path=path,
            cure="accept or reject them in the word processor, or choose accepted or original",
        )


@dataclass(frozen=True, slots=True)
class _Relation:
    """One arrow of a relationships part: last part of its type, target, whether outside."""

    kind: str
    target: str
    external: bool


class _Package:
    """The parts of the container, found through their relationships."""

    def __init__(self, archive: Archive, path: Path) -> None:
        self._archive = archive
        self._path = path
        roots = self._relations("_rels/.rels", "")
        main = [item.target for item in roots.values() if item.kind == "officeDocument"]
        self.name = main[0] if main and main[0] in archive else MAIN
        if self.name not in archive:
            raise FormatError(f"has no {MAIN}: it is not a DOCX file", path=path, cure=NOT_DOCX)
        self.main = self._parse(self.name)
        if xml.local_name(self.main) != "document":
            raise FormatError(
                f"the main part is <{xml.local_name(self.main)}>, not a Word document",
                path=path,
                cure=NOT_DOCX,
            )
        folder, base = posixpath.split(self.name)
        self._arrows = self._relations(f"{folder}/_rels/{base}.rels", folder)

    def links(self) -> dict[str, str]:
        """Return the targets of hyperlinks by relationship id."""
        return {key: item.target for key, item in self._arrows.items() if item.kind == "hyperlink"}

    def related(self, kind: str) -> _Element | None:
        """Return the root of the part of this kind, if the document has one."""
        name = next(iter(self._names(kind)), None)
        return None if name is None else self._parse(name)

    def parts(self, kind: str) -> list[_Element | None]:
        """Return the roots of all parts of this kind; None for one that is not XML."""
        return [self._parse(name) if name.endswith(".xml") else None for name in self._names(kind)]

    def _names(self, kind: str) -> list[str]:
        """Names of the parts of a kind: as the relationships say, else as Word names them."""
        names = [
            item.target
            for item in self._arrows.values()
            if item.kind == kind and not item.external and item.target in self._archive
        ]
        folder = posixpath.dirname(self.name)
        usual = re.compile(rf"{re.escape(folder)}/{kind}\d*\.xml")
        names += [name for name in self._archive.names() if usual.fullmatch(name)]
        return list(dict.fromkeys(names))

    def _relations(self, name: str, folder: str) -> dict[str, _Relation]:
        if name not in self._archive:
            return {}
        found = {}
        for item in self._parse(name):
            external = item.get("TargetMode") == "External"
            target = item.get("Target", "")
            if not external:
                target = posixpath.normpath(posixpath.join("/", folder, unquote(target)))[1:]
            kind = item.get("Type", "").rpartition("/")[2]
            found[item.get("Id", "")] = _Relation(kind, target, external)
        return found

    def _parse(self, name: str) -> _Element:
        return xml.parse(self._archive.read(name), path=self._path, part=name)


def _list(builder: Builder, root: _Element | None, kind: str) -> None:
    """List a part that is not read; a comments part counts its comments."""
    if root is None:
        builder.skips.add(kind)
    elif kind == "comment":
        for child in root:
            builder.skips.add(kind, visible_text(child))
    elif kind == "building block" or (text := visible_text(root)):
        builder.skips.add(kind, "" if kind == "building block" else text)


def _refuse_other_formats(path: Path) -> None:
    """Tell an old, encrypted or renamed file from a damaged one."""
    with open_binary(path) as file:
        head = file.read(8)
    others = (
        (
            b"\xd0\xcf\x11\xe0",
            "is an old DOC file or has a password",
            "save it as DOCX without a password",
        ),
        (b"{\\rtf", "is an RTF file", NOT_DOCX),
        (b"%PDF", "is a PDF file", "give it the extension .pdf"),
        (b"", "is empty", RIGHT_FILE),
    )
    for magic, message, cure in others:
        if head.startswith(magic) if magic else not head:
            raise FormatError(message, path=path, cure=cure)


# The walk through the stories of a DOCX file: body, cells, text boxes, notes.
#
# A paragraph's runs are joined before anything else, since Word cuts runs anywhere, also in words.

# Elements that only hold other content.
WRAPPERS = frozenset(
    {"w:sdt", "w:sdtContent", "w:smartTag", "w:customXml", "w:fldSimple", "w:dir", "w:bdo"}
)
INSERTED = frozenset({"w:ins", "w:moveTo"})
DELETED = frozenset({"w:del", "w:moveFrom"})
DRAWN = frozenset({"w:drawing", "w:pict", "w:object"})
NOTES = {"w:footnoteReference": "footnote", "w:endnoteReference": "endnote"}
CHARACTERS = {
    "w:tab": "\t",
    "w:ptab": "\t",
    "w:noBreakHyphen": "\u2011",
    "w:softHyphen": "\u00ad",
}
# The letters of the font Symbol, which stands for Greek text in old files.
SYMBOL_LETTERS = {
    **dict(zip(range(0x41, 0x5B), "ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ", strict=True)),
    **dict(zip(range(0x61, 0x7B), "αβχδεφγηιϕκλμνοπθρστυϖωξψζ", strict=True)),
}
MAX_COLUMNS = 1000  # of a table; Word has 63
PRIVATE = 0xF000  # where Word puts the characters of symbol fonts


@dataclass(slots=True)
class Frame:
    """One flow of paragraphs: the body, a cell, a text box or a note."""

    line: Inline
    kind: str | None = None
    anchor: str | None = None
    fields: list[bool] = field(default_factory=list)  # per open field: past its instruction?
    boxes: list[_Element] = field(default_factory=list)
    items: int = 0  # of lists that are open here
    tables: int = 0

    @property
    def prefix(self) -> str:
        """What the addresses of its tables begin with: in a cell or a text box they count anew."""
        return f"{self.anchor} / " if self.anchor else ""


class Story(ABC):
    """Walks the flows of paragraphs of a document and fills a builder.

    Args:
        builder: takes the blocks and what was skipped.
        original: read tracked changes in the state before them.
        collapse: whether runs of white space count as one space.
    """

    def __init__(self, builder: Builder, *, original: bool, collapse: bool) -> None:
        self._builder = builder
        self._skip = builder.skips.add
        self._original = original
        self._collapse = collapse
        self._counts: Counter[str] = Counter()

    @abstractmethod
    def _blocks(self, container: _Element, frame: Frame) -> None:
        """Read what stands in an element, a block after the other."""

    def _flow(self, element: _Element, kind: str | None = None, anchor: str | None = None) -> None:
        """Read an element as a flow of its own; without a kind it is the body."""
        frame = Frame(Inline(collapse=self._collapse), kind, anchor)
        self._blocks(element, frame)
        self._flush(frame)

    def _flush(self, frame: Frame, kind: str = "paragraph", level: int = 0) -> None:
        """Turn what was collected into a block, and the text boxes anchored in it into theirs."""
        text, markup = frame.line.take()
        anchor = frame.anchor
        if frame.kind is not None:
            kind, level = frame.kind, 0
        elif text.strip():
            anchor = self._count("paragraph")
        self._builder.add(text, markup, kind=kind, level=level, anchor=anchor)
        boxes, frame.boxes = frame.boxes, []
        for box in boxes:
            self._flow(box, "textbox", self._count("text box"))

    def _count(self, what: str) -> str:
        """Return the address of the next one."""
        self._counts[what] += 1
        return f"{what} {self._counts[what]}"


class DocxStory(Story):
    """Walks the stories of one document and fills a builder.

    Args:
        builder: takes the blocks and what was skipped.
        styles: the paragraph styles.
        tracked: state of tracked changes; ``refuse`` reads like ``accepted`` and lets the caller
            look at ``changes``.
        links: targets of hyperlinks by relationship id.
    """

    def __init__(
        self, builder: Builder, styles: Styles, tracked: str, links: Mapping[str, str]
    ) -> None:
        super().__init__(builder, original=tracked == "original", collapse=False)
        self.changes = 0
        self._styles = styles
        self._links = links
        self._notes: dict[str, list[str]] = {"footnote": [], "endnote": []}
        self._votes = LanguageVotes()

    def language(self) -> str | None:
        """Return the language that most of the text is marked with."""
        return self._votes.winner()

    def body(self, element: _Element) -> None:
        """Read the body."""
        self._flow(element)

    def notes(self, kind: str, root: _Element | None) -> None:
        """Append the notes of a kind, in the order of their marks in the text."""
        elements = {
            local_attribute(note, "id") or "": note for note in (() if root is None else root)
        }
        for number, key in enumerate(self._notes[kind], 1):
            note = elements.pop(key, None)
            if note is not None:
                self._flow(note, "footnote", f"{kind} {number}")
        for note in elements.values():
            # Separators have a type; other notes without a mark belong to deleted text.
            if local_attribute(note, "type") in {None, "normal"} and (text := visible_text(note)):
                self._skip(f"{kind} without a mark in the text", text)

    # Blocks

    def _blocks(self, container: _Element, frame: Frame) -> None:
        for element in container:
            name = qualified_name(element)
            if name == "w:p":
                self._paragraph(element, frame)
            elif name == "w:tbl":
                self._flush(frame)
                self._table(element, frame)
            elif name in WRAPPERS or (name in INSERTED | DELETED and self._takes(name, element)):
                self._blocks(element, frame)
            elif name == "mc:AlternateContent":
                for part in chosen_alternative(element):
                    self._blocks(part, frame)
            elif name == "w:altChunk":
                self._skip("embedded document")
            elif name not in INSERTED | DELETED:
                self._unknown(element)

    def _paragraph(self, element: _Element, frame: Frame) -> None:
        properties = descendant(element, "pPr")
        style = descendant(properties, "pStyle")
        name = None if style is None else local_attribute(style, "val")
        self._inline(element, frame, name)
        mark = descendant(properties, "rPr")
        added, removed = descendant(mark, "ins") is not None, descendant(mark, "del") is not None
        self.changes += added + removed
        if added if self._original else removed:
            return  # the paragraph mark does not exist in this state: the next one goes on here
        stated = outline_level(properties)
        level = self._styles.level(name) if stated is None else stated
        listed = is_numbered(properties)
        listed = self._styles.is_item(name) if listed is None else listed
        self._flush(frame, "heading" if level else "item" if listed else "paragraph", level)

    def _table(self, table: _Element, frame: Frame) -> None:
        frame.tables += 1
        number = 0
        for row in self._parts(table, "w:tr"):
            if not self._keeps(row, "trPr", "ins", "del"):
                continue
            number += 1
            column = 1 + _span(descendant(row, "trPr", "gridBefore"), 0)
            for cell in self._parts(row, "w:tc"):
                if not self._keeps(cell, "tcPr", "cellIns", "cellDel"):
                    continue
                anchor = f"{frame.prefix}table {frame.tables} row {number} cell {column}"
                self._flow(cell, "cell", anchor)
                column += _span(descendant(cell, "tcPr", "gridSpan"), 1)

    def _parts(self, element: _Element, wanted: str) -> Iterator[_Element]:
        """Give the rows of a table or the cells of a row, also those inside content controls."""
        for part in element:
            name = qualified_name(part)
            if name == wanted:
                yield part
            elif name in WRAPPERS or (name in INSERTED | DELETED and self._takes(name, part)):
                yield from self._parts(part, wanted)
            elif name not in INSERTED | DELETED:
                self._unknown(part)

    def _keeps(self, element: _Element, properties: str, added: str, removed: str) -> bool:
        """Tell whether a row or cell exists in the chosen state of tracked changes."""
        stated = descendant(element, properties)
        is_added, is_removed = (descendant(stated, name) is not None for name in (added, removed))
        self.changes += is_added + is_removed
        if not (is_added if self._original else is_removed):
            return True
        self._skip(self._revision, visible_text(element))
        return False

    # Inside a paragraph

    def _inline(self, container: _Element, frame: Frame, style: str | None) -> None:
        for element in container:
            name = qualified_name(element)
            if name == "w:r":
                self._run(element, frame, style)
            elif name in INSERTED | DELETED:
                if self._takes(name, element):
                    self._marked(
                        name[2:], local_attribute(element, "author"), element, frame, style
                    )
            elif name == "w:hyperlink":
                target = self._links.get(local_attribute(element, "id") or "", "")
                bookmark = local_attribute(element, "anchor")
                data = target + (f"#{bookmark}" if bookmark else "")
                self._marked("a", data, element, frame, style)
            elif name in WRAPPERS:
                self._inline(element, frame, style)
            else:
                self._special(name, element, frame, style)

    def _marked(
        self, kind: str, data: str | None, element: _Element, frame: Frame, style: str | None
    ) -> None:
        frame.line.open(kind, data or "")
        self._inline(element, frame, style)
        frame.line.close()

    def _special(self, name: str, element: _Element, frame: Frame, style: str | None) -> None:
        """Handle what may stand both in a paragraph and in a run, and is no plain text."""
        if name == "mc:AlternateContent":
            for part in chosen_alternative(element):
                self._run_content(part, frame, style, None)
        elif name in DRAWN:
            self._drawing(element, frame)
        elif name in {"m:oMath", "m:oMathPara"}:
            frame.line.open("math")
            frame.line.text(visible_text(element))
            frame.line.close()
        elif name == "w:ruby":
            base = descendant(element, "rubyBase")
            if base is not None:
                self._inline(base, frame, style)
            reading = descendant(element, "rt")
            if reading is not None:
                self._skip("ruby annotation", visible_text(reading))
        else:
            self._unknown(element)

    def _run(self, run: _Element, frame: Frame, style: str | None) -> None:
        properties = descendant(run, "rPr")
        if is_on(descendant(properties, "vanish")):
            self._skip("hidden text", visible_text(run))
            return
        self._run_content(run, frame, style, descendant(properties, "lang"))

    def _run_content(
        self, run: _Element, frame: Frame, style: str | None, language: _Element | None
    ) -> None:
        for element in run:
            name = qualified_name(element)
            if name in {"w:t", "w:delText"}:
                self._text(name, element.text or "", frame, style, language)
            elif name == "w:fldChar":
                self._field(local_attribute(element, "fldCharType"), frame)
            elif not all(frame.fields) or name in {"w:instrText", "w:delInstrText"}:
                continue  # part of a field's instruction
            elif name in CHARACTERS:
                frame.line.literal(CHARACTERS[name])
            elif name in {"w:br", "w:cr"}:
                frame.line.soft_break()
            elif name == "w:sym":
                self._symbol(element, frame)
            elif name in NOTES:
                self._note(NOTES[name], element, frame)
            elif name == "w:r":  # inside alternate content between runs
                self._run(element, frame, style)
            else:
                self._special(name, element, frame, style)

    def _text(
        self, name: str, text: str, frame: Frame, style: str | None, language: _Element | None
    ) -> None:
        if not all(frame.fields):
            if text.strip():
                self._skip("field instruction", text)
        elif name == "w:delText" and not self._original:
            self._skip("deleted revision", text)
        else:
            frame.line.text(text)
            marked = None if language is None else local_attribute(language, language_slot(text))
            self._votes.add(marked or self._styles.language(style), len(text))

    def _field(self, kind: str | None, frame: Frame) -> None:
        """Follow a field: its instruction is no text, its result is."""
        if kind == "begin":
            frame.fields.append(False)
        elif frame.fields and kind == "separate":
            frame.fields[-1] = True
        elif frame.fields and kind == "end":
            frame.fields.pop()

    def _symbol(self, element: _Element, frame: Frame) -> None:
        font = local_attribute(element, "font") or ""
        try:
            code = int(local_attribute(element, "char") or "", 16)
            character = chr(code)
            character.encode()
        except (ValueError, OverflowError):
            self._skip("symbol without a character", font)
            return
        if font.lower() == "symbol":
            character = SYMBOL_LETTERS.get(code - PRIVATE if code >= PRIVATE else code, character)
        frame.line.open("sym", font)
        frame.line.text(character)
        frame.line.close()

    def _note(self, kind: str, element: _Element, frame: Frame) -> None:
        key = local_attribute(element, "id") or ""
        order = self._notes[kind]
        if key not in order:
            order.append(key)
        frame.line.point("footnote", f"{kind} {order.index(key) + 1}")

    def _drawing(self, element: _Element, frame: Frame) -> None:
        """Queue the text boxes of a drawing; list its other words."""
        for part in element:
            name = qualified_name(part)
            if name == "w:txbxContent":
                frame.boxes.append(part)
                continue
            if name == "mc:AlternateContent":
                for chosen in chosen_alternative(part):
                    self._drawing(chosen, frame)
                continue
            local = xml.local_name(part)
            if local == "docPr" and (text := local_attribute(part, "descr")):
                self._skip("alternative text", text)
            elif local == "textpath" and (text := local_attribute(part, "string")):
                self._skip("WordArt", text)
            elif name == "a:t" and (text := part.text):
                self._skip("text in a drawing", text)
            self._drawing(part, frame)

    # Tracked changes and the rest

    @property
    def _revision(self) -> str:
        return "inserted revision" if self._original else "deleted revision"

    def _takes(self, name: str, element: _Element) -> bool:
        """Count a tracked change; tell whether it exists in the chosen state, or list it."""
        self.changes += 1
        if (name in DELETED) == self._original:
            return True
        if text := visible_text(element, deleted=True):
            moved = name in {"w:moveFrom", "w:moveTo"}
            self._skip("moved revision" if moved else self._revision, text)
        return False

    def _unknown(self, element: _Element) -> None:
        """List an element that is not read, if it has words."""
        local = xml.local_name(element)
        if not local.endswith("Pr") and (text := visible_text(element, deleted=True)):
            self._skip(f"unknown element {local}", text)


def _span(element: _Element | None, default: int) -> int:
    """Return how many columns of the grid a cell takes, or a row leaves out before its first."""
    stated = (None if element is None else local_attribute(element, "val")) or ""
    return min(int(stated), MAX_COLUMNS) if stated.isdecimal() and len(stated) < 5 else default
