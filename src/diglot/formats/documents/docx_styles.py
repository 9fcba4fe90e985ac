"""Styles, qualified names and visible text in WordprocessingML."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.files import xml

if TYPE_CHECKING:
    from lxml.etree import _Element

BODY_TEXT = 9  # w:outlineLvl of text that is no heading

# Word stores built-in style names in English; other programs store what the user saw.
HEADING_WORDS = (
    "heading", "überschrift", "titre", "título", "titulo", "titolo", "titol", "títol", "kop",
    "rubrik", "overskrift", "otsikko", "nagłówek", "nadpis", "címsor", "заголовок", "antraštė",
    "virsraksts", "pealkiri", "naslov", "titlu", "başlık", "επικεφαλίδα", "encabezado",
    "intestazione", "fyrirsögn", "goiburua", "标题", "標題", "見出し", "제목", "عنوان", "כותרת",
)  # fmt: skip
HEADING_NAME = re.compile(rf"(?:{'|'.join(HEADING_WORDS)})\s*([1-9])", re.IGNORECASE)
TITLE_NAMES = frozenset({"title"})


@dataclass(frozen=True, slots=True)
class Style:
    """What matters of one paragraph style, as the file says it (None: not said here)."""

    parent: str | None
    level: int | None
    item: bool | None
    language: str | None
    is_default: bool


class Styles:
    """The paragraph styles by id, with inheritance."""

    def __init__(self, root: _Element | None) -> None:
        self._styles: dict[str, Style] = {}
        for element in () if root is None else root:
            if (
                xml.local_name(element) == "style"
                and local_attribute(element, "type") == "paragraph"
            ):
                self._styles[local_attribute(element, "styleId") or ""] = _style(element)

    def level(self, style: str | None) -> int:
        """Return the heading level that a style gives; 0 for none."""
        for found in self._chain(style):
            if found.level is not None:
                return found.level
        # A file without a styles part still names the style.
        match = HEADING_NAME.fullmatch(style or "") if style not in self._styles else None
        return int(match[1]) if match else 0

    def is_item(self, style: str | None) -> bool:
        """Tell whether a style numbers its paragraphs or gives them bullets."""
        return next((found.item for found in self._chain(style) if found.item is not None), False)

    def language(self, style: str | None) -> str | None:
        """Return the language a style gives.

        The default style is not asked: it carries the language of the template, whatever language
        the text was written in.
        """
        chain = [found for found in self._chain(style) if not found.is_default]
        return next((found.language for found in chain if found.language), None)

    def _chain(self, style: str | None) -> list[Style]:
        """Return a style and its ancestors, nearest first."""
        chain: list[Style] = []
        seen: set[str] = set()
        while style in self._styles and style not in seen:
            seen.add(style)
            chain.append(self._styles[style])
            style = self._styles[style].parent
        return chain


def local_attribute(element: _Element, name: str) -> str | None:
    """Return an attribute by its local name, whatever its namespace."""
    for key, value in element.attrib.items():
        if str(key).rpartition("}")[2] == name:
            return str(value)
    return None


def descendant(element: _Element | None, *names: str) -> _Element | None:
    """Return the first descendant along a path of local names."""
    for name in names:
        if element is None:
            return None
        element = next((part for part in element if xml.local_name(part) == name), None)
    return element


def outline_level(properties: _Element | None) -> int | None:
    """Return the heading level that paragraph properties state: 0 for body text, None if silent."""
    element = descendant(properties, "outlineLvl")
    value = None if element is None else local_attribute(element, "val")
    if value is None or not value.isdecimal() or not value.isascii():
        return None
    return int(value) + 1 if int(value) < BODY_TEXT else 0


def is_numbered(properties: _Element | None) -> bool | None:
    """Tell whether paragraph properties put it in a list; None if they do not say."""
    element = descendant(properties, "numPr")
    if element is None:
        return None
    number = descendant(element, "numId")
    return number is None or local_attribute(number, "val") != "0"  # 0 takes a list style away


def _style(element: _Element) -> Style:
    properties = descendant(element, "pPr")
    name = descendant(element, "name")
    label = ((local_attribute(name, "val") if name is not None else None) or "").strip()
    level = outline_level(properties)
    match = HEADING_NAME.fullmatch(label)
    if match:
        level = int(match[1])
    elif label.lower() in TITLE_NAMES:
        level = 1
    parent = descendant(element, "basedOn")
    language = descendant(element, "rPr", "lang")
    return Style(
        parent=None if parent is None else local_attribute(parent, "val"),
        level=level,
        item=is_numbered(properties),
        language=None if language is None else local_attribute(language, "val"),
        is_default=local_attribute(element, "default") in {"1", "true", "on"},
    )


class LanguageVotes:
    """Characters by the language that runs and styles give them."""

    def __init__(self) -> None:
        self._characters: Counter[str | None] = Counter()

    def add(self, language: str | None, characters: int) -> None:
        """Count characters of one language; None where the file does not say."""
        self._characters[language] += characters

    def winner(self) -> str | None:
        """Return the language of more than half of the characters, if there is one."""
        total = self._characters.total()
        for language, count in self._characters.most_common(1):
            if language and count * 2 > total and not language.startswith("x-"):
                return language
        return None


# Names and words of the markup of office documents: namespaces, alternate content, toggles.

PREFIXES = {
    "http://schemas.openxmlformats.org/wordprocessingml/2006/main": "w",
    "http://purl.oclc.org/ooxml/wordprocessingml/main": "w",
    "http://schemas.openxmlformats.org/officeDocument/2006/math": "m",
    "http://purl.oclc.org/ooxml/officeDocument/math": "m",
    "http://schemas.openxmlformats.org/markup-compatibility/2006": "mc",
    "http://schemas.openxmlformats.org/drawingml/2006/main": "a",
    "http://purl.oclc.org/ooxml/drawingml/main": "a",
    "urn:oasis:names:tc:opendocument:xmlns:office:1.0": "office",
    "urn:oasis:names:tc:opendocument:xmlns:text:1.0": "text",
    "urn:oasis:names:tc:opendocument:xmlns:table:1.0": "table",
    "urn:oasis:names:tc:opendocument:xmlns:drawing:1.0": "draw",
    "urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0": "svg",
    "urn:oasis:names:tc:opendocument:xmlns:style:1.0": "style",
    "http://purl.org/dc/elements/1.1/": "dc",
}
OFF = frozenset({"0", "false", "off"})


def qualified_name(element: _Element) -> str:
    """Return the name of an element with the usual prefix of its namespace."""
    space, _, local = str(element.tag).rpartition("}")
    return f"{PREFIXES.get(space[1:], '?')}:{local}"


def chosen_alternative(element: _Element) -> list[_Element]:
    """Return the branch of alternate content to read: the first with words, else the first.

    The branches say the same for readers of different age; a text box stands in both.
    """
    branches = list(element)
    return (
        [next((branch for branch in branches if visible_text(branch)), branches[0])]
        if branches
        else []
    )


def visible_text(element: _Element, *, deleted: bool = False) -> str:
    """Return the visible characters below an element, in one line."""
    wanted = {"t", "v", "delText"} if deleted else {"t", "v"}
    pieces = []
    for part in element.iter():
        name = xml.local_name(part)
        if name in wanted:
            pieces.append(part.text or "")
        elif name in {"p", "tab", "br"}:
            pieces.append(" ")
    return " ".join("".join(pieces).split())


def is_on(element: _Element | None) -> bool:
    """Tell whether a toggle property is there and not switched off."""
    return element is not None and local_attribute(element, "val") not in OFF


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
