"""What every document reader builds with: inline text, blocks, and the list of what was left out.

Inside a block there is no line feed, since line feeds separate blocks in ``Document.text``. A soft
break of a format (``br``, ``w:br``, a wrapped line) becomes one space: every tokeniser and every
line-based file takes a space for what it is, while U+2028 would cut lines in many tools.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import text as _text
from diglot.model import Block, Document, Markup, Segment, Skipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# White space in the sense of HTML and ODF: no-break and other typographic spaces are content.
SPACES = re.compile(r"[ \t\n\f\r]+")
EDGES = " \t\n\v\f\r"
BREAKS = {10: " ", 11: " ", 12: " ", 13: " "}
EXAMPLE_LENGTH = 60


class Skips:
    """Counts what a reader leaves out, by kind, with the beginning of the first one."""

    def __init__(self) -> None:
        self._kinds: dict[str, list[int | str]] = {}

    def add(self, kind: str, example: str = "", count: int = 1) -> None:
        """Note ``count`` things of one kind."""
        if count < 1:
            return
        shown = " ".join(example.split())
        if len(shown) > EXAMPLE_LENGTH:
            shown = shown[: EXAMPLE_LENGTH - 1].rstrip() + "…"
        entry = self._kinds.setdefault(kind, [0, ""])
        entry[0] = int(entry[0]) + count
        entry[1] = entry[1] or shown

    def found(self) -> tuple[Skipped, ...]:
        """Return the list, in the order in which the kinds were met."""
        return tuple(
            Skipped(kind, int(count), str(example))
            for kind, (count, example) in self._kinds.items()
        )


class Inline:
    """The characters of one block while they are collected, with markup beside them.

    Args:
        collapse: whether runs of white space count as one space, as in HTML and ODF.
    """

    def __init__(self, *, collapse: bool) -> None:
        self._collapse = collapse
        self._parts: list[str] = []
        self._length = 0
        self._after_space = True
        self._open: list[tuple[int, str, str]] = []
        self._markup: list[Markup] = []

    def text(self, text: str) -> None:
        """Append characters of the file."""
        if self._collapse:
            text = SPACES.sub(" ", text)
            if self._after_space and text.startswith(" "):
                text = text[1:]
        else:
            text = text.translate(BREAKS)
        if text:
            self._parts.append(text)
            self._length += len(text)
            self._after_space = text[-1] in " \t"

    def literal(self, text: str) -> None:
        """Append characters that are never collapsed, such as a tab the file spells out."""
        self._parts.append(text)
        self._length += len(text)
        self._after_space = False

    def soft_break(self) -> None:
        """Append one space, unless white space is there already."""
        if not self._after_space:
            self.text(" ")

    def open(self, kind: str, data: str = "") -> None:
        """Begin inline markup; every call needs its `close`."""
        self._open.append((self._length, kind, data))

    def close(self) -> None:
        """End the markup opened last."""
        start, kind, data = self._open.pop()
        if start < self._length:
            self._markup.append(Markup(start, self._length, kind, data))

    def point(self, kind: str, data: str = "") -> None:
        """Note an element without text at this place."""
        self._markup.append(Markup(self._length, self._length, kind, data))

    def take(self) -> tuple[str, list[Markup]]:
        """Return text and markup of the block and begin the next; open markup goes on there."""
        for start, kind, data in self._open:
            if start < self._length:
                self._markup.append(Markup(start, self._length, kind, data))
        whole = "".join(self._parts)
        text = whole.strip(EDGES)
        shift = len(whole) - len(whole.lstrip(EDGES))
        markup = [_moved(mark, shift, len(text)) for mark in self._markup]
        markup.sort(key=lambda mark: (mark.start, -mark.end))
        self._parts, self._length, self._after_space = [], 0, True
        self._open = [(0, kind, data) for _, kind, data in self._open]
        self._markup = []
        return text, markup


class Builder:
    """Collects the blocks of one document."""

    def __init__(self) -> None:
        self.skips = Skips()
        self._texts: list[str] = []
        self._length = 0
        self._blocks: list[Block] = []
        self._markup: list[Markup] = []

    def __len__(self) -> int:
        return len(self._blocks)

    def add(
        self,
        text: str,
        markup: Iterable[Markup] = (),
        *,
        kind: str = "paragraph",
        level: int = 0,
        anchor: str | None = None,
        blank: bool = False,
    ) -> None:
        """Append a block; one without visible characters only when ``blank`` positions count.

        Args:
            text: its characters, without line feeds.
            markup: offsets into ``text``.
            kind: see `diglot.model.Block`.
            level: depth of a heading.
            anchor: address in the file.
            blank: keep the block even if it is blank.
        """
        if not blank and not text.strip():
            return
        if self._blocks:
            self._length += 1
        start = self._length
        self._texts.append(text)
        self._length += len(text)
        self._blocks.append(Block(start, self._length, kind, level, anchor))
        self._markup.extend(
            Markup(mark.start + start, mark.end + start, mark.kind, mark.data) for mark in markup
        )

    def finish(
        self,
        path: str | Path,
        reader: str,
        *,
        language: str | None = None,
        segmented: bool = False,
        cure: str = "check that it is the right file",
    ) -> Document:
        """Return the document.

        Args:
            path: the file, for name and provenance.
            reader: name of the reader.
            language: what the file says about its language.
            segmented: make every block one segment.
            cure: advice when the file holds no text.

        Raises:
            FormatError: no block was added.
        """
        found = self.skips.found()
        if not self._blocks:
            left = ", ".join(f"{skip.count} × {skip.kind}" for skip in found)
            raise FormatError(
                f"holds no text (left out: {left})" if left else "holds no text",
                path=path,
                cure=cure,
            )
        segments: Sequence[Segment] = ()
        if segmented:
            segments = [
                Segment(block.start, block.end, index) for index, block in enumerate(self._blocks)
            ]
        return Document(
            text="\n".join(self._texts),
            blocks=tuple(self._blocks),
            segments=tuple(segments),
            language=language,
            name=Path(path).stem,
            markup=tuple(self._markup),
            skipped=found,
            source=Source(Path(path), reader, _text.digest(path)),
            segmenter="lines" if segmented else None,
        )


def _moved(mark: Markup, shift: int, length: int) -> Markup:
    """Shift markup after the edges of its text were stripped."""
    start = min(max(mark.start - shift, 0), length)
    end = min(max(mark.end - shift, 0), length)
    return Markup(start, end, mark.kind, mark.data)
