"""Articles in HTML, XDXF or Pango markup as plain text: lines, without examples and phonetics."""

from __future__ import annotations

import html
import re

# Possessive: a tag that never ends must not be tried again from each of its letters.
TAG = re.compile(r"<(/?)([A-Za-z][A-Za-z0-9]*+)([^<>]*+)>")
BREAKS = frozenset({"br", "p", "div", "li", "ol", "ul", "dl", "dt", "dd", "tr", "table", "hr"})
BREAKS_OF_XDXF = frozenset({"def", "dtrn", "br", "sense", "deftext", "ar"})
DROPPED = frozenset({"script", "style", "ex", "head"})
# In XDXF the head comes from the index, and "tr" is a transcription, no row of a table.
DROPPED_OF_XDXF = frozenset({"k", "tr", "ex", "co", "rref", "etm"})


def plain(text: str, kind: str) -> str:
    """Return the text of an article of one of the types of StarDict; one pass, no nesting needed.

    Args:
        text: the article.
        kind: ``x`` for XDXF, any other for HTML and what is like it.
    """
    is_xdxf = kind == "x"
    breaks = BREAKS_OF_XDXF if is_xdxf else BREAKS
    dropped = DROPPED_OF_XDXF if is_xdxf else DROPPED
    parts: list[str] = []
    place, inside, until = 0, 0, ""
    for tag in TAG.finditer(text):
        closing, name, empty = tag[1], tag[2].lower(), tag[3].endswith("/")
        if not inside:
            parts.append(html.unescape(text[place : tag.start()]))
        place = tag.end()
        if inside:
            if name == until and not empty:
                inside += -1 if closing else 1
        elif name in dropped:
            if not closing and not empty:
                inside, until = 1, name
        elif name == "gr" and is_xdxf:
            parts.append(">" if closing else "<")
        elif name in breaks:
            parts.append("\n")
    if not inside:
        parts.append(html.unescape(text[place:]))
    return "".join(parts)
