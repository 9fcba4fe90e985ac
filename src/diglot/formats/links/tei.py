"""TEI link groups, as InterText writes them: names of the ``to`` document first."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, line_of, local_name, remove_illegal_characters
from diglot.formats.blocks import quote
from diglot.formats.links.plain import (
    LinkGroup,
    NamedLink,
    choose_group,
    list_losses,
    names_of,
    resolve_names,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from diglot.model import Link, Skipped

_ROOTS = ("linkGrp", "TEI", "TEI.2", "teiCorpus", "linkList", "cesAlign")
# InterText: checked by a person, made by a program, never looked at.
_CONFIRMED, _AUTOMATIC, _PLAIN = "man", "auto", "plain"


def read_groups(path: str | Path, *, encoding: str | None = None) -> tuple[LinkGroup, ...]:
    """Return every link group of a file, with the names of the sentences.

    Both ``xtargets="a;b c"`` and the pointers of TEI P5, ``target="x.xml#a y.xml#b"``, are read.

    Raises:
        FormatError: the file is malformed.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    groups: list[LinkGroup] = []
    found: list[NamedLink] = []
    documents: list[str] = []
    for element in iterparse(path, ("{*}link", "{*}linkGrp"), encoding=encoding, roots=_ROOTS):
        if local_name(element) == "link":
            found.append(_link(element, documents, path))
            continue
        names = [
            element.get("fromDoc") or (documents[0] if documents else "from"),
            element.get("toDoc") or (documents[1] if len(documents) > 1 else "to"),
        ]
        groups.append(LinkGroup(names[0], names[1], tuple(found)))
        found, documents = [], []
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

    Links that a person has checked (``status="man"``) get the kind ``confirmed``; another status
    but ``auto`` stays as the kind. Options are those of `ces.read_links`; where looking names up
    leaves it open, those of the ``to`` document stand ``first`` in links with InterText's
    attributes.

    Raises:
        FormatError: the file is malformed or names unknown sentences.
        UnsafeFileError: it breaks a safety limit.
    """
    path = Path(path)
    group = choose_group(read_groups(path, encoding=encoding), document, path)
    intertext = any(link.certainty == "" for link in group.links)
    return resolve_names(
        group,
        path=path,
        source_ids=source_ids,
        target_ids=target_ids,
        first=first,
        default="to" if intertext else "from",
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
    """Write links as InterText does, and return what the format cannot carry.

    Options are those of `ces.write_links`.

    Raises:
        InputError: the file cannot be written.
        ConfigError: there are fewer names than sentences.
    """
    with atomic_open(path) as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n')
        file.write(
            f"<linkGrp toDoc={quote(remove_illegal_characters(to_document)[0])}"
            f" fromDoc={quote(remove_illegal_characters(from_document)[0])}>\n"
        )
        for link in links:
            targets = f"{names_of(link.target, target_ids)};{names_of(link.source, source_ids)}"
            status = {"confirmed": _CONFIRMED, None: _AUTOMATIC, _PLAIN: _PLAIN}.get(
                link.kind, _AUTOMATIC
            )
            file.write(
                f'<link type="{len(link.target)}-{len(link.source)}"'
                f' xtargets={quote(targets)} status="{status}"/>\n'
            )
        file.write("</linkGrp>\n")
    other = [link for link in links if link.kind not in ("confirmed", None, _PLAIN)]
    return (*list_losses(links, ("score", "reasons")), *list_losses(other, ("kind",)))


def _link(element: etree._Element, documents: list[str], path: Path) -> NamedLink:
    get, line = element.get, line_of(element)
    targets = get("xtargets")
    status = get("status")
    kind = "confirmed" if status == _CONFIRMED else None if status == _AUTOMATIC else status
    if targets is not None and targets.count(";") == 1:
        lists = [tuple(names.split()) for names in targets.split(";")]
        # An empty certainty marks InterText's own links: they carry a type or a status.
        marked = "" if get("type") or status else None
        return NamedLink(lists[0], lists[1], marked, kind, line)
    pointers = (get("target") or get("targets") or "").split()
    if targets is not None or not pointers:
        raise FormatError(
            "a link without two lists of sentences",
            path=path,
            place=line,
            cure='write xtargets="names;names" or target="from.xml#name to.xml#name"',
        )
    return NamedLink(*_by_document(pointers, documents, path, line), None, kind, line)


def _by_document(
    pointers: list[str], documents: list[str], path: Path, line: int | None
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Tell the pointers of two documents apart by the file in front of the ``#``."""
    parts = [pointer.rpartition("#")[::2] for pointer in pointers]
    for name, _ in parts:
        if name not in documents and name:
            documents.append(name)
    if len(documents) == 2 and all(name for name, _ in parts):
        first, second = (
            tuple(each for name, each in parts if name == document) for document in documents
        )
        return first, second
    if not documents and len(parts) == 2:
        return (parts[0][1],), (parts[1][1],)
    raise FormatError(
        "pointers that belong to no two documents",
        path=path,
        place=line,
        cure='write target="from.xml#name to.xml#name"',
    )
