"""White space in XLIFF: kept where ``xml:space`` says so, unwrapped elsewhere."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from diglot.formats.units.xliff_names import XML_SPACE
from diglot.model import Markup

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

# A line break with its indentation comes from pretty-printing; other spaces may be the text's own.
WRAP = re.compile(r"[ \t\r\n]*[\r\n][ \t\r\n]*")


def preserved(element: etree._Element) -> bool:
    """Tell whether the nearest ``xml:space`` at or above ``element`` says ``preserve``."""
    node: etree._Element | None = element
    while node is not None:
        value = node.get(XML_SPACE)
        if value is not None:
            return value == "preserve"
        node = node.getparent()
    return False


def unwrapped(text: str, markup: Sequence[Markup]) -> tuple[str, tuple[Markup, ...]]:
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
