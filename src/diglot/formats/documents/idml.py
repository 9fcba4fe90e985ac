"""IDML: the stories of an InDesign document, in the order of the spreads that show them.

Reference: Adobe, IDML File Format Specification, version 8, chapters 7 (packages) and 10 (stories).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder, Inline

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document

NOT_IDML = "export it as IDML from InDesign"
MAP = "designmap.xml"
LEFT_OUT = {"Note": "note", "Change": "tracked change", "HiddenText": "hidden text"}


def read(path: Path, *, encoding: str | None = None) -> Document:  # noqa: ARG001  every reader takes it
    """Read a document of InDesign.

    Stories come in the order in which the spreads place their frames, stories that no frame shows
    after them. Text of tracked changes that were deleted, notes and hidden text are listed.

    Raises:
        FormatError: it is not an IDML file, or holds no text.
    """
    builder = Builder()
    with Archive(path) as archive:
        if MAP not in archive:
            raise FormatError(f"has no {MAP}: it is not an IDML file", path=path, cure=NOT_IDML)
        design = xml.parse(archive.read(MAP), path=path, part=MAP)
        listed = {kind: _members(design, kind) for kind in ("Spread", "Story")}
        stories: dict[str, _Element] = {}
        for name in listed["Story"]:
            if name in archive:
                for story in xml.parse(archive.read(name), path=path, part=name).iter("Story"):
                    stories[story.get("Self", name)] = story
        order: dict[str, None] = {}
        for name in listed["Spread"]:
            if name in archive:
                spread = xml.parse(archive.read(name), path=path, part=name)
                for frame in spread.iter("TextFrame", "TextPath"):
                    order[frame.get("ParentStory", "")] = None
    for key in dict.fromkeys((*order, *stories)):
        if key in stories:
            _Story(builder, key).read(stories[key])
    return builder.finish(path, "idml")


def _members(design: _Element, kind: str) -> list[str]:
    return [part.get("src", "") for part in design.iter(f"{{*}}{kind}")]


class _Story:
    """One flow of text: paragraphs end at ``Br``, cells and footnotes are blocks of their own."""

    def __init__(self, builder: Builder, anchor: str) -> None:
        self._builder = builder
        self._anchor = anchor
        self._line = Inline(collapse=False)

    def read(self, story: _Element) -> None:
        self._walk(story, "paragraph")
        self._flush("paragraph")

    def _walk(self, element: _Element, kind: str) -> None:
        for part in element:
            name = xml.local_name(part)
            if name == "Content":
                # A line feed is a forced break, U+2029 the end of a paragraph.
                pieces = xml.text_of(part).split("\u2029")
                self._line.text(pieces[0].replace("\u2028", "\n"))
                for piece in pieces[1:]:
                    self._flush(kind)
                    self._line.text(piece.replace("\u2028", "\n"))
            elif name == "Br":
                self._flush(kind)
            elif name in LEFT_OUT and (name != "Change" or part.get("ChangeType") == "DeletedText"):
                text = "".join(str(content.text or "") for content in part.iter("Content"))
                self._builder.skips.add(LEFT_OUT[name], text)
            elif name in {"Cell", "Footnote", "Endnote"}:
                self._nested(part, "cell" if name == "Cell" else "footnote")
            else:
                self._walk(part, kind)

    def _nested(self, part: _Element, kind: str) -> None:
        """Read what stands beside the line it is anchored in, after that line has begun."""
        inner = _Story(self._builder, f"{self._anchor} {part.get('Name') or ''}".strip())
        if kind == "cell":
            self._flush("paragraph")
        inner._walk(part, kind)
        inner._flush(kind)

    def _flush(self, kind: str) -> None:
        text, markup = self._line.take()
        self._builder.add(text, markup, kind=kind, anchor=self._anchor)
