"""Names and words of DOCX markup: namespaces, alternate content, toggles."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from diglot.files import xml
from diglot.formats.documents.docx_styles import attribute

if TYPE_CHECKING:
    from lxml.etree import _Element

PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
}
OFF = frozenset({"0", "false", "off"})


def qualified(element: _Element) -> str:
    """Return the name of an element with the usual prefix of its namespace."""
    space, _, local = str(element.tag).rpartition("}")
    return f"{PREFIXES.get(space[1:], '?')}:{local}"


def alternative(element: _Element) -> list[_Element]:
    """Return the branch of alternate content to read: the first with words, else the first.

    The branches say the same for readers of different age; a text box stands in both.
    """
    branches = list(element)
    return [next((branch for branch in branches if words(branch)), branches[0])] if branches else []


def words(element: _Element, *, deleted: bool = False) -> str:
    """Return the visible characters below an element, in one line."""
    wanted = {"t", "v", "delText"} if deleted else {"t", "v"}
    pieces = []
    for part in element.iter():
        name = xml.local(part)
        if name in wanted:
            pieces.append(part.text or "")
        elif name in {"p", "tab", "br"}:
            pieces.append(" ")
    return " ".join("".join(pieces).split())


def is_on(element: _Element | None) -> bool:
    """Tell whether a toggle property is there and not switched off."""
    return element is not None and attribute(element, "val") not in OFF


def language_slot(text: str) -> str:
    """Return the attribute of w:lang that speaks for the script of a text."""
    for character in text:
        if character.isalpha():
            if unicodedata.bidirectional(character) in {"R", "AL"}:
                return "bidi"
            name = unicodedata.name(character, "")
            if name.startswith(("CJK", "HIRAGANA", "KATAKANA", "HANGUL")):
                return "eastAsia"
            break
    return "val"
