"""CES documents: paragraphs ``p`` of sentences ``s``, perhaps of words ``w``."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files import text as _text
from diglot.files.xml import local, parse
from diglot.model import Block, Document, Markup, Segment, Skipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator

    from lxml import etree

SENTENCE = "s"
_HEADERS = frozenset({"cesHeader", "teiHeader", "header"})
_XML = "{http://www.w3.org/XML/1998/namespace}"


def read(path: str | Path, *, encoding: str | None = None) -> Document:
    """Read a CES document with its sentences as segments.

    Words (``w``) are joined by one space, as tokenised text; the name of each sentence stands in
    ``Document.markup`` with kind ``s``, that of each paragraph in ``Block.anchor``.

    Raises:
        FormatError: the file is not XML, or holds no sentence.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    root = parse(path, encoding=encoding)
    text: list[str] = []
    length = 0
    blocks: list[Block] = []
    segments: list[Segment] = []
    markup: list[Markup] = []
    for group in _paragraphs(root):
        if text:
            text.append("\n")
            length += 1
        block_start = length
        for element in group:
            if length > block_start:
                text.append(" ")
                length += 1
            sentence = _sentence_text(element)
            text.append(sentence)
            segments.append(Segment(length, length + len(sentence), len(blocks)))
            markup.append(Markup(length, length + len(sentence), SENTENCE, _id(element)))
            length += len(sentence)
        parent = group[0].getparent()
        kind = "heading" if parent is not None and local(parent) == "head" else "paragraph"
        anchor = (_id(parent) or None) if parent is not None and local(parent) == "p" else None
        blocks.append(Block(block_start, length, kind, 1 if kind == "heading" else 0, anchor))
    if not segments:
        raise FormatError(
            "holds no sentence (<s>)", path=path, cure="give a segmented CES document"
        )
    headers = sum(local(element) in _HEADERS for element in root.iter())
    return Document(
        "".join(text),
        tuple(blocks),
        tuple(segments),
        root.get(f"{_XML}lang") or root.get("lang"),
        path.stem,
        tuple(markup),
        (Skipped("header", headers),) if headers else (),
        Source(path, "ces_document", _text.digest(path)),
        "ces",
    )


def sentence_ids(document: Document) -> tuple[str, ...]:
    """Return the names of the sentences of a document that `read` gave, in order."""
    return tuple(mark.data for mark in document.markup if mark.kind == SENTENCE)


def _paragraphs(root: etree._Element) -> Iterator[list[etree._Element]]:
    """Give runs of sentences with the same parent."""
    group: list[etree._Element] = []
    for element in root.iter():
        if local(element) != SENTENCE or _is_nested(element):
            continue
        if group and element.getparent() is not group[0].getparent():
            yield group
            group = []
        group.append(element)
    if group:
        yield group


def _is_nested(element: etree._Element) -> bool:
    return any(local(parent) == SENTENCE for parent in element.iterancestors())


def _sentence_text(element: etree._Element) -> str:
    words = [_text_of(word) for word in element.iter() if local(word) == "w"]
    return " ".join(words).strip() if words else _text_of(element)


def _text_of(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _id(element: etree._Element) -> str:
    return element.get("id") or element.get(f"{_XML}id") or element.get("n") or ""
