"""PPTX: slides in their order, with tables, and the speaker's notes after each slide.

Reference: ECMA-376, part 1, chapters 19 (PresentationML) and 21 (DrawingML).
"""

from __future__ import annotations

import posixpath
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder, Inline
from diglot.formats.documents.docx_styles import local_attribute

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document

NOT_PPTX = "save it as PPTX in the program that made it"
PRESENTATION = "ppt/presentation.xml"
# Placeholders that repeat on every slide: date, footer, number of the slide, header.
FURNITURE = frozenset({"dt", "ftr", "sldNum", "hdr"})
TITLES = frozenset({"title", "ctrTitle"})


def read(path: Path, *, encoding: str | None = None) -> Document:  # noqa: ARG001  every reader takes it
    """Read a presentation; hidden slides are read, too, and counted.

    Raises:
        FormatError: it is not a PPTX file, or holds no text.
    """
    builder = Builder()
    with Archive(path) as archive:
        if PRESENTATION not in archive:
            raise FormatError(
                f"has no {PRESENTATION}: it is not a PPTX file", path=path, cure=NOT_PPTX
            )
        for number, name in enumerate(_slides(archive, path), 1):
            slide = xml.parse(archive.read(name), path=path, part=name)
            if slide.get("show") in {"0", "false"}:
                builder.skips.add("hidden slide (read as the others)", f"slide {number}")
            _read_page(slide, builder, f"slide {number}")
            for kind, target in _relations(archive, name, path).values():
                part = f"slide {number}, {kind}"
                if kind == "notesSlide":
                    notes = xml.parse(archive.read(target), path=path, part=target)
                    _read_page(notes, builder, f"slide {number}, notes")
                elif kind in {"comments", "diagramData", "chart"}:
                    label = {"comments": "comments", "chart": "chart"}.get(kind, "diagram")
                    builder.skips.add(label, part)
    return builder.finish(path, "pptx")


def _slides(archive: Archive, path: Path) -> Iterator[str]:
    root = xml.parse(archive.read(PRESENTATION), path=path, part=PRESENTATION)
    targets = _relations(archive, PRESENTATION, path)
    # Sections list the slides again.
    for slide in root.iterfind("{*}sldIdLst/{*}sldId"):
        # The number of the slide has the same local name as its relation, without a namespace.
        key = next((value for name, value in slide.attrib.items() if str(name).endswith("}id")), "")
        kind, name = targets.get(str(key), ("", ""))
        if kind != "slide" or name not in archive:
            raise FormatError(f"lacks the slide {key!r}", path=path, cure="get a fresh copy")
        yield name


def _relations(archive: Archive, part: str, path: Path) -> dict[str, tuple[str, str]]:
    """Return kind and member to each relation of a part that leads into the container."""
    folder, _, name = part.rpartition("/")
    member = f"{folder}/_rels/{name}.rels"
    if member not in archive:
        return {}
    found = {}
    for each in xml.parse(archive.read(member), path=path, part=member):
        target = posixpath.normpath(posixpath.join(folder, each.get("Target", "")))
        target = target.lstrip("/") if each.get("Target", "").startswith("/") else target
        kind = each.get("Type", "").rpartition("/")[2]
        if each.get("TargetMode") != "External" and target in archive:
            found[each.get("Id", "")] = (kind, target)
    return found


def _read_page(root: _Element, builder: Builder, anchor: str) -> None:
    """Read the shapes of a slide or of its notes, in the order of the file."""
    places = _cells(root)
    for body in _bodies(root):
        shape, role = _role(body)
        if role in FURNITURE:
            builder.skips.add("date, footer or number of a slide", xml.text_of(body))
            continue
        kind = "heading" if role in TITLES else "cell" if shape == "tc" else "paragraph"
        place = f"{anchor} {places[body]}" if body in places else anchor
        for paragraph in body.iter("{*}p"):
            line = Inline(collapse=False)
            for part in paragraph.iter("{*}t", "{*}br", "{*}tab"):
                name = xml.local_name(part)
                line.text((part.text or "") if name == "t" else " ")
            text, markup = line.take()
            builder.add(text, markup, kind=kind, level=int(kind == "heading"), anchor=place)


def _bodies(root: _Element) -> Iterator[_Element]:
    """Give the text bodies; of the alternatives for old programs, none but the first choice."""
    for body in root.iter("{*}txBody"):
        if not any(xml.local_name(outer) == "Fallback" for outer in body.iterancestors()):
            yield body


def _cells(root: _Element) -> dict[_Element, str]:
    """Return the place of every cell of a table by its text body."""
    return {
        body: f"table {number} row {row} cell {column}"
        for number, table in enumerate(root.iter("{*}tbl"), 1)
        for row, cells in enumerate(table.iterfind("{*}tr"), 1)
        for column, cell in enumerate(cells.iterfind("{*}tc"), 1)
        for body in cell.iterfind("{*}txBody")
    }


def _role(body: _Element) -> tuple[str, str]:
    """Return the element around a text body, and the role of a placeholder."""
    parent = body.getparent()
    if parent is None:
        return "", ""
    holder = next(parent.iter("{*}ph"), None) if xml.local_name(parent) == "sp" else None
    role = "" if holder is None else local_attribute(holder, "type") or ""
    return xml.local_name(parent), role
