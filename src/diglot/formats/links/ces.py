"""cesAlign files (XCES): links between the named sentences of two CES documents.

Reference: Ide, Bonhomme and Romary 2000, XCES: An XML-based Encoding Standard for Linguistic
Corpora.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING
from xml.sax.saxutils import quoteattr

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, legal, local
from diglot.formats.links.linkgroups import LinkGroup, NamedLink, choose, line_of, names_of, resolve
from diglot.formats.links.links import lost

if TYPE_CHECKING:
    from collections.abc import Sequence

    from lxml import etree

    from diglot.model import Link, Skipped

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
        if local(element) == "link":
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
    group = choose(read_groups(path, encoding=encoding), document, path)
    if source_ids is None and target_ids is None:
        source_ids = _ids_beside(path, group.from_document)
        target_ids = _ids_beside(path, group.to_document)
    return resolve(
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
        f"{attribute}={quoteattr(legal(name)[0])}"
        for attribute, name in (("fromDoc", from_document), ("toDoc", to_document))
    )
    with atomic_open(path) as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n')
        file.write('<!DOCTYPE cesAlign PUBLIC "-//CES//DTD XML cesAlign//EN" "">\n')
        file.write(f'<cesAlign version="1.0" {names}>\n<linkGrp targType="s" {names}>\n')
        for number, link in enumerate(links):
            targets = f"{names_of(link.source, source_ids)};{names_of(link.target, target_ids)}"
            certainty = "" if link.score is None else f' certainty="{link.score!r}"'
            file.write(f'<link id="SL{number}" xtargets={quoteattr(targets)}{certainty}/>\n')
        file.write("</linkGrp>\n</cesAlign>\n")
    return lost(links, ("kind", "reasons"))


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
    from diglot.formats.links import ces_document

    beside = path.parent / Path(name).name
    # The name comes from a file of others: nothing outside the folder is opened.
    if Path(name).name != name or name in ("", ".", "..") or not beside.is_file():
        return None
    try:
        return ces_document.sentence_ids(ces_document.read(beside))
    except InputError:
        return None
