"""CES: links of cesAlign, and the documents whose sentences they name."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.text import sha256_of_file
from diglot.files.xml import iterparse, line_of, local_name, parse, remove_illegal_characters
from diglot.formats.blocks import quote
from diglot.formats.links.plain import (
    LinkGroup,
    NamedLink,
    choose_group,
    list_losses,
    names_of,
    resolve_names,
)
from diglot.model import Block, Document, Markup, Segment, Skipped, Source

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml import etree

    from diglot.model import Link


# cesAlign files (XCES): links between the named sentences of two CES documents.
#
# Reference: Ide, Bonhomme and Romary 2000, XCES: An XML-based Encoding Standard for Linguistic
# Corpora.

_SENTENCES = frozenset({"s", ""})


def read_groups(path: str | Path, *, encoding: str | None = None) -> tuple[LinkGroup, ...]:
    """Return every group of sentence links of a file, with the names of the sentences.

    Raises:
        FormatError: the file is no cesAlign file, or a link is malformed.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups: list[LinkGroup] = []
    found: list[NamedLink] = []
    for element in iterparse(
        path, ("{*}link", "{*}linkGrp"), encoding=encoding, roots=("cesAlign", "linkList")
    ):
        if local_name(element) == "link":
            found.append(_link(element, path))
            continue
        if (element.get("targType") or "") in _SENTENCES:
            root = element.getroottree().getroot()
            names = [
                element.get(name) or root.get(name) or name[:-3] for name in ("fromDoc", "toDoc")
            ]
            groups.append(LinkGroup(names[0], names[1], tuple(found)))
        found = []
    return tuple(groups)


def read_links(
    path: str | Path,
    *,
    encoding: str | None = None,
    source_ids: Sequence[str] | None = None,
    target_ids: Sequence[str] | None = None,
    first: str | None = None,
    document: str | None = None,
) -> tuple[Link, ...]:
    """Return the links of one pair of documents as zero-based indices.

    Without ``source_ids`` and ``target_ids`` the two documents are looked for beside the file,
    under the names it gives; if they are not there, sentences are ordered by the numbers in their
    names.

    Args:
        path: the file.
        encoding: overrides what the file declares.
        source_ids: names of the sentences of the ``from`` document, in order.
        target_ids: names of the sentences of the ``to`` document, in order.
        first: ``from`` or ``to``: whose names stand first in ``xtargets``; looked up when None.
        document: name of one of the documents, when the file links several pairs.

    Raises:
        FormatError: the file is malformed or names unknown sentences.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    group = choose_group(read_groups(path, encoding=encoding), document, path)
    if source_ids is None and target_ids is None:
        source_ids = _ids_beside(path, group.from_document)
        target_ids = _ids_beside(path, group.to_document)
    return resolve_names(
        group,
        path=path,
        source_ids=source_ids,
        target_ids=target_ids,
        first=first,
        default="from",
    )


def write_links(
    path: str | Path,
    links: Sequence[Link],
    *,
    source_ids: Sequence[str] | None = None,
    target_ids: Sequence[str] | None = None,
    from_document: str = "source.xml",
    to_document: str = "target.xml",
) -> tuple[Skipped, ...]:
    """Write links with the names of the ``from`` document first; return what has no place.

    Args:
        path: the file.
        links: zero-based links.
        source_ids: names of the source sentences; ``s1``, ``s2``… when None.
        target_ids: names of the target sentences.
        from_document: what the file calls the source.
        to_document: what the file calls the target.

    Raises:
        InputError: the file cannot be written.
        ConfigError: there are fewer names than sentences.
    """
    names = " ".join(
        f"{attribute}={quote(remove_illegal_characters(name)[0])}"
        for attribute, name in (("fromDoc", from_document), ("toDoc", to_document))
    )
    with atomic_open(path) as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n')
        file.write('<!DOCTYPE cesAlign PUBLIC "-//CES//DTD XML cesAlign//EN" "">\n')
        file.write(f'<cesAlign version="1.0" {names}>\n<linkGrp targType="s" {names}>\n')
        for number, link in enumerate(links):
            targets = f"{names_of(link.source, source_ids)};{names_of(link.target, target_ids)}"
            certainty = "" if link.score is None else f' certainty="{link.score!r}"'
            file.write(f'<link id="SL{number}" xtargets={quote(targets)}{certainty}/>\n')
        file.write("</linkGrp>\n</cesAlign>\n")
    return list_losses(links, ("kind", "reasons"))


def _link(element: etree._Element, path: Path) -> NamedLink:
    line = line_of(element)
    targets = element.get("xtargets")
    if targets is None or targets.count(";") != 1:
        raise FormatError(
            "a link without two lists of sentences",
            path=path,
            place=line,
            cure='write xtargets="names;names", an empty list for a null link',
        )
    lists = [tuple(names.split()) for names in targets.split(";")]
    return NamedLink(lists[0], lists[1], element.get("certainty"), None, line)


def _ids_beside(path: Path, name: str) -> tuple[str, ...] | None:
    """Return the sentence names of a document in the same folder, if it is there."""
    beside = path.parent / Path(name).name
    # The name comes from a file of others: nothing outside the folder is opened.
    if Path(name).name != name or name in ("", ".", "..") or not beside.is_file():
        return None
    try:
        return sentence_ids(read(beside))
    except InputError:
        return None


# CES documents: paragraphs ``p`` of sentences ``s``, perhaps of words ``w``.

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
        kind = "heading" if parent is not None and local_name(parent) == "head" else "paragraph"
        anchor = (_id(parent) or None) if parent is not None and local_name(parent) == "p" else None
        blocks.append(Block(block_start, length, kind, 1 if kind == "heading" else 0, anchor))
    if not segments:
        raise FormatError(
            "holds no sentence (<s>)", path=path, cure="give a segmented CES document"
        )
    headers = sum(local_name(element) in _HEADERS for element in root.iter())
    return Document(
        "".join(text),
        tuple(blocks),
        tuple(segments),
        root.get(f"{_XML}lang") or root.get("lang"),
        path.stem,
        tuple(markup),
        (Skipped("header", headers),) if headers else (),
        Source(path, "ces_document", sha256_of_file(path)),
        "ces",
    )


def sentence_ids(document: Document) -> tuple[str, ...]:
    """Return the names of the sentences of a document that `read` gave, in order."""
    return tuple(mark.data for mark in document.markup if mark.kind == SENTENCE)


def _paragraphs(root: etree._Element) -> Iterator[list[etree._Element]]:
    """Give runs of sentences with the same parent."""
    group: list[etree._Element] = []
    for element in root.iter():
        if local_name(element) != SENTENCE or _is_nested(element):
            continue
        if group and element.getparent() is not group[0].getparent():
            yield group
            group = []
        group.append(element)
    if group:
        yield group


def _is_nested(element: etree._Element) -> bool:
    return any(local_name(parent) == SENTENCE for parent in element.iterancestors())


def _sentence_text(element: etree._Element) -> str:
    words = [_text_of(word) for word in element.iter() if local_name(word) == "w"]
    return " ".join(words).strip() if words else _text_of(element)


def _text_of(element: etree._Element) -> str:
    return " ".join("".join(map(str, element.itertext())).split())


def _id(element: etree._Element) -> str:
    return element.get("id") or element.get(f"{_XML}id") or element.get("n") or ""
