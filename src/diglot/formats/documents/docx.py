"""DOCX: the body in order, with tables, text boxes, notes and the chosen state of tracked changes.

Headers, footers and comments are listed, not read. The usual library loses tracked insertions and
the place of tables, hence a reader of our own.

Reference: ISO/IEC 29500-1:2016, part 17 (WordprocessingML); 29500-3 for alternate content.
"""

from __future__ import annotations

import posixpath
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal
from urllib.parse import unquote

from diglot.errors import ConfigError, FormatError
from diglot.files import text as _text
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder
from diglot.formats.documents.docx_names import words
from diglot.formats.documents.docx_styles import Styles
from diglot.formats.documents.docx_walk import Story

if TYPE_CHECKING:
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
        path: the file.
        encoding: has no effect, since the format says its own.
        tracked: state of tracked changes: all ``accepted``, the ``original`` text before them, or
            ``refuse`` a file that has some.

    Raises:
        FormatError: it is not a DOCX file, holds no text, or has tracked changes to refuse.
        UnsafeFileError: it breaks a safety limit.
        InputError: it cannot be read.
    """
    if tracked not in POLICIES:
        raise ConfigError(f"there is no policy {tracked!r} for tracked changes; use {POLICIES}")
    _refuse_other_formats(path)
    with Archive(path) as archive:
        package = _Package(archive, path)
        builder = Builder()
        styles = Styles(package.related("styles"))
        story = Story(builder, styles, tracked, package.links())
        body = next(
            (child for child in package.main if xml.local(child) == "body"),
            None,
        )
        if body is None:
            raise FormatError("has no document body", path=path, place=package.name, cure=NOT_DOCX)
        story.body(body)
        story.notes("footnote", package.related("footnotes"))
        story.notes("endnote", package.related("endnotes"))
        if tracked == "refuse" and story.changes:
            raise FormatError(
                f"holds {story.changes} tracked changes",
                path=path,
                cure="accept or reject them in the word processor, or choose accepted or original",
            )
        for name, kind in LISTED:
            for part in package.parts(name):
                _list(builder, part, kind)
    return builder.finish(path, "docx", language=story.language())


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
        if xml.local(self.main) != "document":
            raise FormatError(
                f"the main part is <{xml.local(self.main)}>, not a Word document",
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
            builder.skips.add(kind, words(child))
    elif kind == "building block" or (text := words(root)):
        builder.skips.add(kind, "" if kind == "building block" else text)


def _refuse_other_formats(path: Path) -> None:
    """Tell an old, encrypted or renamed file from a damaged one."""
    with _text.open_binary(path) as file:
        head = file.read(8)
    others = (
        (
            b"\xd0\xcf\x11\xe0",
            "is an old DOC file or has a password",
            "save it as DOCX without a password",
        ),
        (b"{\\rtf", "is an RTF file", NOT_DOCX),
        (b"%PDF", "is a PDF file", "give it the extension .pdf"),
        (b"", "is empty", "check that it is the right file"),
    )
    for magic, message, cure in others:
        if head.startswith(magic) if magic else not head:
            raise FormatError(message, path=path, cure=cure)
