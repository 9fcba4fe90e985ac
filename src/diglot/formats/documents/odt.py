"""ODT: the text in order, with tables, text boxes, notes and the chosen state of tracked changes.

Reference: OASIS OpenDocument 1.3, part 3, chapters 5 to 9 and 19.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.docx import Frame, Story, Tracked, check_policy, refuse_changes
from diglot.formats.documents.docx_styles import local_attribute, qualified_name
from diglot.formats.documents.html import LANGUAGE

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document


NOT_ODT = "save it as ODT (text document) in the program that made it"


def read(
    path: Path,
    *,
    encoding: str | None = None,  # noqa: ARG001  every reader takes it
    tracked: Tracked = "accepted",
) -> Document:
    """Read an OpenDocument text.

    Args:
        encoding: has no effect, since the format says its own.
        tracked: state of tracked changes: all ``accepted``, the ``original`` text before them, or
            ``refuse`` a file that has some.

    Raises:
        FormatError: it is not an ODT file, holds no text, or has tracked changes to refuse.
    """
    check_policy(tracked)
    with Archive(path) as archive:
        _refuse_encrypted(archive, path)
        if "content.xml" not in archive:
            raise FormatError("has no content.xml: it is not an ODT file", path=path, cure=NOT_ODT)
        root = xml.parse(archive.read("content.xml"), path=path, part="content.xml")
        text = next((part for part in root.iter() if qualified_name(part) == "office:text"), None)
        if text is None:
            raise FormatError("holds no text document", path=path, cure=NOT_ODT)
        builder = Builder()
        story = OdtStory(builder, text, original=tracked == "original")
        if tracked == "refuse":
            refuse_changes(story.changes, path)
        story.read(text)
        _list_masters(archive, path, builder)
        language = _stated_language(archive, path)
    return builder.finish(path, "odt", language=language)


def _refuse_encrypted(archive: Archive, path: Path) -> None:
    name = "META-INF/manifest.xml"
    if name in archive:
        manifest = xml.parse(archive.read(name), path=path, part=name)
        if any(xml.local_name(part) == "encryption-data" for part in manifest.iter()):
            raise FormatError(
                "is protected by a password", path=path, cure="save it without a password"
            )


def _list_masters(archive: Archive, path: Path, builder: Builder) -> None:
    """List the headers and footers, which live with the page styles."""
    if "styles.xml" not in archive:
        return
    styles = xml.parse(archive.read("styles.xml"), path=path, part="styles.xml")
    for part in styles.iter():
        name = qualified_name(part)
        if name.startswith(("style:header", "style:footer")) and (text := xml.flat_text(part)):
            kind = "header" if name.startswith("style:header") else "footer"
            builder.skips.add(kind, text)


def _stated_language(archive: Archive, path: Path) -> str | None:
    """Return the language in the document's properties.

    The default style is not asked: it carries the language of the program's user.
    """
    if "meta.xml" not in archive:
        return None
    meta = xml.parse(archive.read("meta.xml"), path=path, part="meta.xml")
    for part in meta.iter():
        code = (part.text or "").strip()
        if qualified_name(part) == "dc:language" and LANGUAGE.fullmatch(code):
            return code
    return None


# The walk through the text of an ODT file: paragraphs, lists, tables, drawings, notes.

MAX_REPEATED = 100  # a cell with text said to repeat more often is a slip or an attack
MAX_SPACES = 1_000
MAX_DIGITS = 10

# Elements whose content is read as if they were not there.
BLOCK_WRAPPERS = frozenset({
    "text:section", "text:list", "text:index-body", "text:index-title", "text:table-of-content",
    "text:illustration-index", "text:table-index", "text:object-index", "text:user-index",
    "text:alphabetical-index", "text:bibliography", "table:table-header-rows", "office:text",
    "draw:text-box", "draw:frame", "draw:g", "text:numbered-paragraph",
})  # fmt: skip
ROW_WRAPPERS = frozenset({
    "table:table-header-rows", "table:table-rows", "table:table-row-group",
    "table:table-header-columns",
})  # fmt: skip
COVERED = "table:covered-table-cell"
SHAPES = frozenset({
    "draw:g", "draw:rect", "draw:custom-shape", "draw:ellipse", "draw:line", "draw:polygon",
    "draw:polyline", "draw:path", "draw:connector", "draw:caption", "draw:circle", "draw:a",
})  # fmt: skip
SILENT = frozenset({
    "text:sequence-decls", "text:variable-decls", "text:user-field-decls", "office:forms",
    "text:table-of-content-source", "text:soft-page-break", "text:tracked-changes",
    "text:illustration-index-source", "text:alphabetical-index-source",
    "text:bibliography-source", "text:note-citation", "table:table-column",
    "table:table-columns", "draw:image",
})  # fmt: skip


class OdtStory(Story):
    """Walks the text and fills a builder."""

    def __init__(self, builder: Builder, text: _Element, *, original: bool) -> None:
        super().__init__(builder, original=original, collapse=True)
        self._insertions: set[str] = set()
        self._deletions: dict[str, _Element] = {}
        self._inserting: set[str] = set()  # insertions that are open here
        self._notes: list[tuple[str, _Element]] = []
        self._register(text)

    @property
    def changes(self) -> int:
        """How many tracked insertions and deletions there are."""
        return len(self._insertions) + len(self._deletions)

    def read(self, text: _Element) -> None:
        """Read the body, then the notes in the order of their marks."""
        self._flow(text)
        while self._notes:
            notes, self._notes = self._notes, []
            for anchor, body in notes:
                self._flow(body, "footnote", anchor)

    def _register(self, text: _Element) -> None:
        """Learn the tracked changes, which stand before the text."""
        for region in text.iter():
            if qualified_name(region) != "text:changed-region":
                continue
            key = next((str(v) for k, v in region.attrib.items() if str(k).endswith("}id")), "")
            for change in region:
                name = qualified_name(change)
                if name == "text:insertion":
                    self._insertions.add(key)
                elif name == "text:deletion":
                    self._deletions[key] = change
                    if not self._original:
                        kept = [
                            part for part in change if qualified_name(part) != "office:change-info"
                        ]
                        self._skip(
                            "deleted revision", " ".join(xml.flat_text(part) for part in kept)
                        )

    # Blocks

    def _blocks(self, container: _Element, frame: Frame) -> None:
        for element in container:
            name = qualified_name(element)
            if name in {"text:p", "text:h"}:
                self._paragraph(element, name, frame)
            elif name == "table:table":
                self._flush(frame)
                self._table(element, frame)
            elif name in {"text:list-item", "text:list-header"}:
                frame.items += 1
                self._blocks(element, frame)
                frame.items -= 1
            elif name in SHAPES or name == "draw:frame":
                self._drawing(element, frame)
                self._flush(frame)
            elif name in BLOCK_WRAPPERS:
                self._blocks(element, frame)
            elif name in {"text:change", "text:change-start", "text:change-end"}:
                self._change(element, name, frame)
            else:
                self._unread(element, name)

    def _paragraph(self, element: _Element, name: str, frame: Frame) -> None:
        self._inline(element, frame)
        level = 0
        if name == "text:h":
            stated = local_attribute(element, "outline-level") or "1"
            level = int(stated) if stated.isdecimal() and stated.isascii() else 1
        kind = "heading" if level else "item" if frame.items else "paragraph"
        self._flush(frame, kind, min(level, 9))

    def _table(self, table: _Element, frame: Frame) -> None:
        frame.tables += 1
        number = 0
        for row, times in self._repeated(table, "table:table-row"):
            for _ in range(times):
                number += 1
                column = 0
                for cell, copies in self._repeated(row, "table:table-cell", COVERED):
                    for _ in range(copies):
                        column += 1
                        if qualified_name(cell) == COVERED:
                            if text := xml.flat_text(cell).strip():
                                self._skip("text below a merged cell", text)
                            continue
                        anchor = f"{frame.prefix}table {frame.tables} row {number} cell {column}"
                        self._flow(cell, "cell", anchor)

    def _repeated(self, container: _Element, *wanted: str) -> Iterator[tuple[_Element, int]]:
        """Give rows or cells with how often they stand there; empty rows count once."""
        for element in container:
            name = qualified_name(element)
            if name in wanted:
                kind = "rows" if name == "table:table-row" else "columns"
                stated = local_attribute(element, f"number-{kind}-repeated") or "1"
                times = int(stated) if stated.isdecimal() and len(stated) < MAX_DIGITS else 1
                text = xml.flat_text(element)
                if text and times > MAX_REPEATED:
                    self._skip("repeated cell", text, times - MAX_REPEATED)
                yield element, min(times, MAX_REPEATED) if text or kind == "columns" else 1
            elif name in ROW_WRAPPERS:
                yield from self._repeated(element, *wanted)
            else:
                self._unread(element, name)

    # Inside a paragraph

    def _inline(self, element: _Element, frame: Frame) -> None:
        self._text(element.text, frame)
        for part in element:
            self._part(part, qualified_name(part), frame)
            self._text(part.tail, frame)

    def _text(self, text: str | None, frame: Frame) -> None:
        if not text:
            return
        if self._inserting:
            if text.strip():
                self._skip("inserted revision", text)
        else:
            frame.line.text(text)

    def _part(self, part: _Element, name: str, frame: Frame) -> None:
        if name in {"text:s", "text:tab", "text:line-break"}:
            if not self._inserting:
                _space(part, name, frame.line)
        elif name == "text:note":
            self._note(part, frame)
        elif name == "text:a":
            frame.line.open("a", local_attribute(part, "href") or "")
            self._inline(part, frame)
            frame.line.close()
        elif name == "text:ruby":
            self._ruby(part, frame)
        elif name in {"text:change", "text:change-start", "text:change-end"}:
            self._change(part, name, frame)
        elif name == "draw:frame" or name in SHAPES:
            self._drawing(part, frame)
        elif name in {"office:annotation", "office:annotation-end", "text:hidden-text"}:
            self._unread(part, name)
        elif name in SILENT:
            return
        else:
            # Spans, fields, bookmarks, meta: their content is what the page shows.
            self._inline(part, frame)

    def _note(self, note: _Element, frame: Frame) -> None:
        body = next((part for part in note if qualified_name(part) == "text:note-body"), None)
        if self._inserting:
            if body is not None:
                self._skip("inserted revision", xml.flat_text(body))
            return
        kind = "endnote" if local_attribute(note, "note-class") == "endnote" else "footnote"
        anchor = self._count(kind)
        frame.line.point("footnote", anchor)
        if body is not None:
            self._notes.append((anchor, body))

    def _ruby(self, ruby: _Element, frame: Frame) -> None:
        for part in ruby:
            if qualified_name(part) == "text:ruby-base":
                self._inline(part, frame)
            else:
                self._skip("ruby annotation", xml.flat_text(part))

    def _drawing(self, element: _Element, frame: Frame) -> None:
        """Queue the text boxes of a drawing; list its other words."""
        if any(qualified_name(part) in {"text:p", "text:list"} for part in element):
            frame.boxes.append(element)
            return
        for part in element:
            name = qualified_name(part)
            if name == "draw:text-box":
                frame.boxes.append(part)
            elif name in {"svg:title", "svg:desc"}:
                self._skip("alternative text", xml.flat_text(part))
            elif name == "draw:object":
                self._skip("embedded object")
            else:
                self._drawing(part, frame)

    # Tracked changes and the rest

    def _change(self, mark: _Element, name: str, frame: Frame) -> None:
        """Follow the marks of tracked changes; only the original state needs them."""
        key = local_attribute(mark, "change-id") or ""
        if not self._original:
            return
        if name == "text:change-start" and key in self._insertions:
            self._inserting.add(key)
        elif name == "text:change-end":
            self._inserting.discard(key)
        elif name == "text:change" and key in self._deletions:
            paragraphs = [
                part
                for part in self._deletions[key]
                if qualified_name(part) in {"text:p", "text:h"}
            ]
            for number, part in enumerate(paragraphs):
                if number:
                    self._flush(frame)
                frame.line.open("del")
                self._inline(part, frame)
                frame.line.close()

    def _unread(self, element: _Element, name: str) -> None:
        """List an element that is not read, if it has words."""
        if name in SILENT:
            return
        known = {
            "office:annotation": "comment",
            "text:hidden-text": "hidden text",
            "svg:title": "alternative text",
            "svg:desc": "alternative text",
        }
        if name == "office:annotation":
            kept = [p for p in element if qualified_name(p) not in {"dc:creator", "dc:date"}]
            self._skip("comment", " ".join(xml.flat_text(part) for part in kept))
        elif text := xml.flat_text(element):
            self._skip(known.get(name, f"unknown element {xml.local_name(element)}"), text)


def _space(part: _Element, name: str, line: Inline) -> None:
    """Add the white space that an element stands for."""
    if name == "text:line-break":
        line.soft_break()
    elif name == "text:tab":
        line.literal("\t")
    else:
        stated = local_attribute(part, "c") or "1"
        count = int(stated) if stated.isdecimal() and len(stated) < MAX_DIGITS else 1
        line.literal(" " * min(count, MAX_SPACES))
