"""TransRead XML (1.1 to 1.3): links between spans of two documents, at several levels.

Positions are zero-based and their end is inclusive; token ranges in the ids of chunk links, too.
The documents that positions point into are separate files, so the text inside the spans is kept.

Reference: Xu and Yvon 2016, Novel annotation schemes for sentential and sub-sentential alignments
of bi-texts, LREC.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.xml import iterparse, local
from diglot.formats.links.linkgroups import line_of
from diglot.formats.links.links import score_of
from diglot.model import Link

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml import etree

LEVELS = ("sentence", "token", "chunk", "paraphrase")
ROOT = "ROOT"
LONGEST = 100_000  # tokens of a sentence
_NODE = re.compile(r"(.+)\.(\d{1,9})_(\d{1,9})-(\d{1,9})_(\d{1,9})-(\d{1,9})")
_XML = "{http://www.w3.org/XML/1998/namespace}"


@dataclass(frozen=True, slots=True)
class Span:
    """A stretch of one document: first and last position as in the file, and its text."""

    document: str
    begin: str
    end: str
    text: str


@dataclass(frozen=True, slots=True)
class Node:
    """One link of a file; chunk links form trees through ``parent``.

    Attributes:
        id: as in the file.
        spans: one or two; one means a null link.
        parent: id of the parent node, `ROOT` at the top, None outside trees.
        certainty: as a number in [0, 1], if it is one.
    """

    id: str
    spans: tuple[Span, ...]
    parent: str | None = None
    certainty: float | None = None


@dataclass(frozen=True, slots=True)
class Group:
    """The links of one unit, e.g. one tree; children may come before their parents.

    Attributes:
        id: number of the group, if any.
        level: one of `LEVELS`.
        parts: the documents it joins, source first.
        nodes: its links in the order of the file; may be empty.
    """

    id: str
    level: str
    parts: tuple[str, ...]
    nodes: tuple[Node, ...]


def read_groups(
    path: str | Path,
    *,
    level: str | None = None,
    encoding: str | None = None,
    data: bytes | None = None,
) -> Iterator[Group]:
    """Give the alignment groups of a file one by one; annotation groups are passed over.

    Args:
        path: the file.
        level: only groups of this level.
        encoding: overrides what the file declares.
        data: the bytes to read instead of the file's own, e.g. unpacked ones.

    Raises:
        FormatError: the file is malformed.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups = iterparse(path, ("{*}linkGroup",), encoding=encoding, roots=("trAnnot",), data=data)
    for element in groups:
        parent = element.getparent()
        found = (parent.get("level") if parent is not None else None) or "sentence"
        if element.get("type", "alignment") != "alignment" or (level and found != level):
            continue
        children = [child for child in element if local(child) in ("docPart", "link")]
        parts = tuple(
            dict.fromkeys(child.get("doc") or "" for child in children if local(child) == "docPart")
        )
        nodes = tuple(_node(child, path) for child in children if local(child) == "link")
        yield Group(element.get("id") or "", found, parts, nodes)


def documents(
    path: str | Path, *, encoding: str | None = None, data: bytes | None = None
) -> tuple[tuple[str, str], ...]:
    """Return (id, language) of the documents of a file, in its order.

    Args:
        path: the file.
        encoding: overrides what the file declares.
        data: the bytes to read instead of the file's own, e.g. unpacked ones.

    Raises:
        FormatError: the file is malformed.
    """
    names = iterparse(path, ("{*}docName",), encoding=encoding, roots=("trAnnot",), data=data)
    return tuple(
        (element.get("id") or "", element.get(f"{_XML}lang") or element.get("lang") or "")
        for element in names
    )


def read_links(
    path: str | Path, *, level: str = "sentence", encoding: str | None = None
) -> tuple[Link, ...]:
    """Return the links of one level.

    Sentences are numbered in the order of their positions. Token and chunk links hold the
    positions of tokens in their sentence; their kind says where they belong: ``token:4-4``
    (numbers of the two sentences, from 1) or ``chunk:GROUP:NODE<PARENT``.

    Args:
        path: the file.
        level: one of `LEVELS`.
        encoding: overrides what the file declares.

    Raises:
        FormatError: the file is malformed or has no link of that level.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups = list(read_groups(path, level=level, encoding=encoding))
    if not groups:
        raise FormatError(
            f"holds no links of the level {level!r}",
            path=path,
            cure=f"choose another level of {', '.join(LEVELS)}",
        )
    sides = tuple(name for name, _ in documents(path, encoding=encoding))[:2]
    if level == "chunk":
        return tuple(_chunk_link(group, node, path) for group in groups for node in group.nodes)
    if level == "token":
        return tuple(_token_link(node, sides, path) for group in groups for node in group.nodes)
    nodes = [node for group in groups for node in group.nodes]
    tables = [
        {
            key: index
            for index, key in enumerate(
                sorted(
                    {
                        (_position(span.begin, path), _position(span.end, path))
                        for node in nodes
                        for span in node.spans
                        if span.document == side
                    }
                )
            )
        }
        for side in sides
    ]
    links = []
    for node in nodes:
        found: list[tuple[int, ...]] = []
        for side, table in zip(sides, tables, strict=True):
            keys = [
                (_position(span.begin, path), _position(span.end, path))
                for span in node.spans
                if span.document == side
            ]
            found.append(tuple(sorted({table[key] for key in keys})))
        links.append(Link(found[0], found[1], node.certainty))
    return tuple(links)


def token_ranges(node: Node, path: str | Path) -> tuple[int, int, int, int]:
    """Return the tokens of a chunk link, first and one after the last: source, then target.

    They stand in the id, ``group.level_a-b_c-d``, where ends are included.

    Raises:
        FormatError: the id is of another form, or a range is empty or very long.
    """
    match = _NODE.fullmatch(node.id)
    if match is None:
        raise FormatError(
            f"the id {node.id!r} holds no token ranges",
            path=path,
            cure="write ids as group.level_a-b_c-d",
        )
    first, last, begin, end = (int(number) for number in match.groups()[2:])
    if max(last, end) > LONGEST:
        raise FormatError(f"the token range of {node.id!r} is too long", path=path)
    if last < first or end < begin:
        raise FormatError(f"the token range of {node.id!r} is empty", path=path)
    return first, last + 1, begin, end + 1


def _node(element: etree._Element, path: Path) -> Node:
    spans = tuple(_span(child) for child in element if local(child) == "docSpan")
    if not spans:
        raise FormatError(
            "a link without docSpan",
            path=path,
            place=line_of(element),
            cure="check that the file is complete",
        )
    try:
        certainty = score_of(element.get("certainty") or "")
    except ValueError as error:
        raise FormatError(str(error), path=path, place=line_of(element)) from error
    return Node(element.get("id") or "", spans, element.get("parentID"), certainty)


def _span(element: etree._Element) -> Span:
    begin = (element.get("beginPos") or "").split()
    end = (element.get("endPos") or "").split()
    document = begin[0] if len(begin) > 1 else ""
    return Span(
        document,
        begin[-1] if begin else "",
        end[-1] if end else "",
        " ".join("".join(map(str, element.itertext())).split()),
    )


def _chunk_link(group: Group, node: Node, path: Path) -> Link:
    first, last, begin, end = token_ranges(node, path)
    return Link(
        tuple(range(first, last)),
        tuple(range(begin, end)),
        node.certainty,
        f"chunk:{group.id}:{node.id}<{node.parent or ROOT}",
    )


def _token_link(node: Node, sides: Sequence[str], path: Path) -> Link:
    """Tokens are ``sentence.token``: sentences from 1, tokens from 0."""
    tokens: list[tuple[int, ...]] = []
    sentences: list[str] = []
    for side in sides:
        found: set[int] = set()
        of = "0"
        for span in node.spans:
            if span.document == side:
                begin, end = _position(span.begin, path), _position(span.end, path)
                if len(begin) != 2 or len(end) != 2 or end[1] - begin[1] > LONGEST:
                    raise FormatError(
                        f"the position {span.begin!r} is no token",
                        path=path,
                        cure="write tokens as sentence.token",
                    )
                found.update(range(begin[1], end[1] + 1))
                of = str(begin[0])
        tokens.append(tuple(sorted(found)))
        sentences.append(of)
    return Link(tokens[0], tokens[1], node.certainty, f"token:{'-'.join(sentences)}")


def _position(text: str, path: Path) -> tuple[int, ...]:
    parts = text.split(".")
    if not all(part.isascii() and part.isdigit() and len(part) <= 9 for part in parts):
        raise FormatError(
            f"{text!r} is no position", path=path, cure="write numbers separated by full stops"
        )
    return tuple(int(part) for part in parts)
