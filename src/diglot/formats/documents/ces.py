"""CES, XCES and TEI documents, as XML and as SGML: divisions, paragraphs, headings, sentences.

SGML of the 1990s is read without its DTD: names in any case, end tags that were left out, values
without quotes, entities of ISO.

References:
    Ide, Priest-Dorman and Véronis 1995, Corpus Encoding Standard; Ide, Bonhomme and Romary 2000,
    XCES; ISO 8879:1986 (SGML), annex D (entities).
"""

from __future__ import annotations

import re
from html import entities
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import RIGHT_FILE, FormatError, UnsafeFileError
from diglot.files.binary import read_bytes, sha256_of_file
from diglot.files.text import decode_text
from diglot.files.xml import flat_text, local_name, parse, remove_illegal_characters, text_of
from diglot.formats.blocks import Skips
from diglot.model import Block, Document, Markup, Segment, Source

if TYPE_CHECKING:
    from lxml import etree

SENTENCE = "s"
SGML = (".sgm", ".sgml", ".ces")
_XML = "{http://www.w3.org/XML/1998/namespace}"
_HEADERS = frozenset({"cesheader", "teiheader", "header"})
_DIVISION = re.compile(r"div[0-7]?")
_HEADINGS = frozenset({"head", "title", "titlepart", "byline"})
# Elements that hold others or a paragraph; what is not named here stands in a line of text.
# fmt: off
_BLOCKS = frozenset({
    "cesdoc", "cesana", "cescorpus", "tei", "tei.2", "teicorpus", "teicorpus.2", "text", "group",
    "front", "body", "back", "p", "ab", "head", "list", "item", "label", "l", "lg", "quote",
    "table", "row", "cell", "note", "sp", "speaker", "stage", "figure", "caption", "byline",
    "opener", "closer", "salute", "signed", "dateline", "trailer", "epigraph", "argument",
    "titlepage", "doctitle", "titlepart", "poem", "u", "par", "chunklist", "chunk", "floatingtext",
})
# fmt: on
_SPACES = frozenset({"lb", "pb", "cb", "milestone", "br"})


def read(path: str | Path, *, encoding: str | None = None) -> Document:
    """Read a document with its tree; sentences (``s``) are its segments, where it has any.

    Words (``w``) are joined by one space, as tokenised text; the name of each sentence stands in
    ``Document.markup`` with kind ``s``, that of each paragraph in ``Block.anchor``, the divisions
    that it lies in in ``Block.division``.

    Raises:
        FormatError: the file is no such document, or holds no text.
    """
    path = Path(path)
    root, skips = _tree(path, encoding)
    walk = _Walk(skips)
    walk.read(root, ())
    if not walk.blocks:
        links = any(_name(each) in ("link", "linkgrp") for each in root.iter())
        raise FormatError(
            "holds links without texts" if links else "holds no text",
            path=path,
            cure="give the documents that it links" if links else RIGHT_FILE,
        )
    language = root.get(f"{_XML}lang") or root.get("lang")
    return walk.document(path, language)


# What says that a document is XML, and its encoding. In XML, too, entities are those of ISO, which
# a DTD that is not at hand declares; comments and sections of characters have none.
_DECLARATION = re.compile(
    rb"(?:\xef\xbb\xbf)?\s*<\?xml(?:[^?]*?\bencoding\s*=\s*[\"']([\w.-]+))?", re.ASCII
)
_REFERENCE = re.compile(rb"<!--.*?-->|<!\[CDATA\[.*?\]\]>|&([A-Za-z][\w.-]*);", re.DOTALL)
_OF_XML = frozenset({b"amp", b"lt", b"gt", b"quot", b"apos"})


def _tree(path: Path, encoding: str | None) -> tuple[etree._Element, Skips]:
    """Parse XML or SGML; what is called SGML is that, too, if it only begins like XML."""
    data = read_bytes(path)
    declared = _DECLARATION.match(data)
    sgml = path.suffix.lower() in SGML
    if declared or not sgml:
        try:
            return parse(_REFERENCE.sub(_by_number, data), path=path, encoding=encoding), Skips()
        except UnsafeFileError:
            raise
        except FormatError as error:
            if not sgml:
                cure = f"{error.cure}; if it is SGML, call it .sgm"
                raise FormatError(error.message, path=path, place=error.place, cure=cure) from error
            if declared and declared[1]:
                encoding = encoding or declared[1].decode()
    return parse_sgml(decode_text(data, path=path, encoding=encoding), path)


def _by_number(match: re.Match[bytes]) -> bytes:
    """Return a reference to an entity of ISO as one to its characters."""
    name = match[1]
    found = None if name is None or name in _OF_XML else entities.html5.get(f"{name.decode()};")
    return match[0] if found is None else b"".join(b"&#%d;" % ord(each) for each in found)


def sentence_ids(document: Document) -> tuple[str, ...]:
    """Return the names of the sentences of a document that `read` gave, in order."""
    return tuple(mark.data for mark in document.markup if mark.kind == SENTENCE)


class _Walk:
    """Goes through a tree and collects blocks of text with the divisions that they lie in."""

    def __init__(self, skips: Skips) -> None:
        self.skips = skips
        self.blocks: list[tuple[etree._Element, tuple[int, ...], list[tuple[str, str | None]]]] = []
        self.segmented = False
        self._divisions: dict[tuple[int, ...], int] = {}

    def read(self, element: etree._Element, division: tuple[int, ...]) -> None:
        """Read an element that may hold blocks; depth is bounded by the parsers."""
        name = _name(element)
        if name in _HEADERS:
            self.skips.add("header", flat_text(element))
            return
        if _DIVISION.fullmatch(name):
            number = self._divisions[division] = self._divisions.get(division, 0) + 1
            division = (*division, number)
        line: list[tuple[str, str | None]] = []
        self._loose(line, element.text)
        for child in element:
            if not isinstance(child.tag, str):  # a comment, an instruction
                pass
            elif _holds_blocks(child):
                self._flush(element, division, line)
                self.read(child, division)
            else:
                self._inline(child, line)
            self._loose(line, child.tail)
        self._flush(element, division, line)

    def _inline(self, element: etree._Element, line: list[tuple[str, str | None]]) -> None:
        if _name(element) == SENTENCE:
            line.append((sentence_text(element), _id(element)))
            self.segmented = True
        elif any(_name(each) == SENTENCE for each in element.iterdescendants()):
            self._loose(line, element.text)
            for child in element:
                self._inline(child, line)
                self._loose(line, child.tail)
        else:
            space = " " if _name(element) in _SPACES else ""
            self._loose(line, space or text_of(element))

    @staticmethod
    def _loose(line: list[tuple[str, str | None]], text: str | None) -> None:
        if text:
            line.append((text, None))

    def _flush(
        self,
        element: etree._Element,
        division: tuple[int, ...],
        line: list[tuple[str, str | None]],
    ) -> None:
        """End a block: sentences, or loose text where there are none."""
        if any(text.strip() for text, _ in line):
            self.blocks.append((element, division, list(line)))
        line.clear()

    def document(self, path: Path, language: str | None) -> Document:
        """Return what was collected."""
        text: list[str] = []
        length = 0
        blocks: list[Block] = []
        segments: list[Segment] = []
        markup: list[Markup] = []
        for element, division, line in self.blocks:
            sentences = [(part, name) for part, name in line if name is not None]
            loose = " ".join("".join(part for part, name in line if name is None).split())
            if sentences and loose:
                self.skips.add("text outside of sentences", loose)
            elif not sentences:
                sentences = [(loose, "")]
            if text:
                text.append("\n")
                length += 1
            begin = length
            for number, (sentence, name) in enumerate(sentences):
                if number:
                    text.append(" ")
                    length += 1
                text.append(sentence)
                end = length + len(sentence)
                if self.segmented:
                    segments.append(Segment(length, end, len(blocks)))
                    markup.append(Markup(length, end, SENTENCE, name or ""))
                length = end
            tag = _name(element)
            heading = tag in _HEADINGS
            kind = "heading" if heading else {"item": "item", "cell": "cell"}.get(tag, "paragraph")
            level = max(1, min(len(division), 9)) if heading else 0
            anchor = (_id(element) or None) if tag == "p" else None
            blocks.append(Block(begin, length, kind, level, anchor, division=division))
        return Document(
            "".join(text),
            tuple(blocks),
            tuple(segments),
            language,
            path.stem,
            tuple(markup),
            self.skips.entries(),
            Source(path, "ces_document", sha256_of_file(path)),
            "ces" if segments else None,
        )


def _name(element: etree._Element) -> str:
    return local_name(element).lower()


def _holds_blocks(element: etree._Element) -> bool:
    name = _name(element)
    if name == "quote" and _is_within_a_line(element):
        return False
    return name in _BLOCKS or name in _HEADERS or bool(_DIVISION.fullmatch(name))


def _is_within_a_line(element: etree._Element) -> bool:
    """Tell whether an element without blocks of its own stands beside text of a paragraph."""
    parent = element.getparent()
    if parent is None or _name(parent) not in _RANKS or any(map(_holds_blocks, element)):
        return False
    texts = (parent.text, *(child.tail for child in parent))
    return any(text and text.strip() for text in texts)


def sentence_text(element: etree._Element) -> str:
    """Return the text of a sentence; its words (``w``) are joined by one space."""
    words = [flat_text(word) for word in element.iter() if _name(word) in ("w", "c", "tok")]
    return " ".join(words).strip() if words else flat_text(element)


def _id(element: etree._Element) -> str:
    return element.get("id") or element.get(f"{_XML}id") or element.get("n") or ""


# SGML without its DTD.

_TOKEN = re.compile(
    r"<!--.*?-->|<!\[.*?\]\]>|<![A-Za-z][^\[>]*(?:\[.*?\]\s*)?>|<\?[^>]*>"
    r"|<(?P<end>/?)(?:[A-Za-z]+:)?(?P<name>[A-Za-z][A-Za-z0-9_.-]*)?(?P<rest>(?:\"[^\"]*\"|'[^']*'|[^<>\"'])*)>",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(
    r"(?:[A-Za-z]+:)?([A-Za-z][A-Za-z0-9_.-]*)\s*(?:=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+))?"
)
_ENTITY = re.compile(r"&(#[xX]?[0-9A-Fa-f]+|[A-Za-z][\w.-]*);?")
_EMPTY = _SPACES | {"ptr", "xptr", "gap", "anchor", "index"}
_DEEPEST = 256
# How far in an element stands: one that begins ends those that stand as far in or farther.
_RANKS = {"p": 20, "head": 20, "ab": 20, "l": 20, "item": 20, "label": 20, "cell": 22, "row": 21,
          "s": 30, "w": 40}  # fmt: skip
_CONTAINERS = frozenset({"list", "table", "quote", "note", "lg", "sp", "figure"})


def parse_sgml(text: str, path: Path) -> tuple[etree._Element, Skips]:
    """Make a tree of SGML whose DTD is not at hand; return what had to be left out, too.

    A paragraph ends where the next one, a heading or a division begins, a sentence where the next
    one does, a numbered division where one of its depth or above begins.

    Raises:
        FormatError: there is no element.
        UnsafeFileError: elements lie too deep in each other.
    """
    from lxml import etree

    skips = Skips()
    builder = etree.TreeBuilder()
    open_: list[str] = []
    at = 0
    for token in _TOKEN.finditer(text):
        if open_:
            builder.data(_decode(text[at : token.start()], skips))
        at = token.end()
        name = (token["name"] or "").lower()
        if token["end"]:
            name = name or (open_[-1] if open_ else "")
            if name in open_[1:]:
                _close(builder, open_, len(open_) - 1 - open_[::-1].index(name))
        elif name and not (open_ and name == open_[0]):
            _close(builder, open_, _keep(open_, name))
            attributes: dict[str | bytes, str | bytes] = {
                key.lower(): _decode((value or key).strip("\"'"), skips)
                for key, value in _ATTRIBUTE.findall(token["rest"])
            }
            builder.start(name, attributes)
            open_.append(name)
            if len(open_) > _DEEPEST:
                raise UnsafeFileError(f"elements lie more than {_DEEPEST} deep", path=path)
            if name in _EMPTY or token["rest"].endswith("/"):
                _close(builder, open_, len(open_) - 1)
    if not open_:
        raise FormatError("holds no element", path=path, cure="check that it is SGML")
    builder.data(_decode(text[at:], skips))
    _close(builder, open_, 0)
    return builder.close(), skips


def _keep(open_: list[str], name: str) -> int:
    """How many of the open elements stay open when one begins; the root always does."""
    rank = _RANKS.get(name)
    numbered = name[:3] == "div" and name[3:].isdigit()
    for place in range(1, len(open_)):
        other = open_[place]
        if numbered and other[:3] == "div" and other[3:] >= name[3:] and other[3:].isdigit():
            return place
        begun = _RANKS.get(other, 0)
        # A list may stand within a paragraph, and paragraphs within its items.
        inner = any(each in _CONTAINERS for each in open_[place + 1 :])
        if rank and begun >= rank and not inner:
            return place
        if begun >= 20 and (_DIVISION.fullmatch(name) or name in ("body", "back", "text")):
            return place
    return len(open_)


def _close(builder: etree.TreeBuilder, open_: list[str], keep: int) -> None:
    for name in reversed(open_[keep:]):
        builder.end(name)
    del open_[keep:]


def _decode(text: str, skips: Skips) -> str:
    """Return text with its entities resolved and without what XML does not know."""

    def character(match: re.Match[str]) -> str:
        name = match[1]
        if name.startswith("#"):
            digits, base = (name[2:], 16) if name[1:2] in "xX" else (name[1:], 10)
            try:
                return chr(int(digits, base))
            except (ValueError, OverflowError):
                return match[0]
        found = entities.html5.get(f"{name};")
        if found is None:
            skips.add("unknown entity", match[0])
        return found or match[0]

    return remove_illegal_characters(_ENTITY.sub(character, text))[0]
