"""CES and TEI: links of cesAlign and of link groups, and the corpora of OPUS that they make."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError, InputError
from diglot.files.atomic import atomic_open
from diglot.files.xml import iterparse, line_of, local_name, remove_illegal_characters
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips, quote
from diglot.formats.documents.ces import read, sentence_ids, sentence_text
from diglot.formats.links.plain import (
    LinkGroup,
    NamedLink,
    choose_group,
    list_losses,
    names_of,
    resolve_names,
)
from diglot.formats.units import moses, parse_probability
from diglot.model import Link, Skipped, Unit, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from lxml import etree


# Links between the named sentences of two documents: cesAlign files (XCES), and the link groups of
# TEI as InterText writes them, where names of the ``to`` document stand first.
#
# Reference: Ide, Bonhomme and Romary 2000, XCES: An XML-based Encoding Standard for Linguistic
# Corpora.

CES, TEI = "ces", "tei"
_SENTENCES = frozenset({"s", ""})
_ROOTS = {
    CES: ("cesAlign", "linkList"),
    TEI: ("linkGrp", "TEI", "TEI.2", "teiCorpus", "linkList", "cesAlign"),
}
_CURES = {
    CES: 'write xtargets="names;names", an empty list for a null link',
    TEI: 'write xtargets="names;names" or target="from.xml#name to.xml#name"',
}
# InterText: checked by a person, made by a program, never looked at.
_CONFIRMED, _AUTOMATIC, _PLAIN = "man", "auto", "plain"


def read_groups(
    path: str | Path, *, encoding: str | None = None, dialect: str = CES
) -> tuple[LinkGroup, ...]:
    """Return every group of sentence links of a file, with the names of the sentences.

    TEI has ``xtargets="a;b c"``, too, and pointers, ``target="x.xml#a y.xml#b"``.

    Raises:
        FormatError: the file is none of the dialect, or a link is malformed.
        UnsafeFileError: it breaks a safety limit.
    """
    return tuple(iterate_groups(Path(path), encoding=encoding, dialect=dialect))


def iterate_groups(
    path: Path, *, encoding: str | None = None, dialect: str = CES, data: bytes | None = None
) -> Iterator[LinkGroup]:
    """Give the groups of links of a file, or of the bytes that a container has of it, one by one.

    Raises:
        FormatError, UnsafeFileError: as `read_groups`.
    """
    found: list[NamedLink] = []
    documents: list[str] = []
    tags = ("{*}link", "{*}linkGrp")
    for element in iterparse(path, tags, encoding=encoding, roots=_ROOTS[dialect], data=data):
        if local_name(element) == "link":
            found.append(_link(element, documents, path, dialect))
            continue
        if dialect == TEI:
            known = (*documents, *("from", "to")[len(documents) :])[:2]
        else:
            root = element.getroottree().getroot()
            known = (root.get("fromDoc") or "from", root.get("toDoc") or "to")
        if dialect == TEI or (element.get("targType") or "") in _SENTENCES:
            names = [
                element.get(name) or instead
                for name, instead in zip(("fromDoc", "toDoc"), known, strict=True)
            ]
            yield LinkGroup(names[0], names[1], tuple(found))
        found, documents = [], []


def read_links(
    path: str | Path,
    *,
    encoding: str | None = None,
    source_ids: Sequence[str] | None = None,
    target_ids: Sequence[str] | None = None,
    first: str | None = None,
    document: str | None = None,
    dialect: str = CES,
) -> tuple[Link, ...]:
    """Return the links of one pair of documents as zero-based indices.

    Without ``source_ids`` and ``target_ids`` the two documents of a cesAlign file are looked for
    beside it, under the names it gives; if they are not there, sentences are ordered by the numbers
    in their names. Links of TEI that a person has checked (``status="man"``) get the kind
    ``confirmed``; another status but ``auto`` stays as the kind.

    Args:
        source_ids: names of the sentences of the ``from`` document, in order.
        target_ids: names of the sentences of the ``to`` document, in order.
        first: ``from`` or ``to``: whose names stand first in ``xtargets``; looked up when None, and
            where that leaves it open, ``to`` in links with InterText's attributes.
        document: name of one of the documents, when the file links several pairs.
        dialect: ``ces`` or ``tei``.

    Raises:
        FormatError: the file is malformed or names unknown sentences.
    """
    path = Path(path)
    group = choose_group(read_groups(path, encoding=encoding, dialect=dialect), document, path)
    if dialect == CES and source_ids is None and target_ids is None:
        source_ids = _ids_beside(path, group.from_document)
        target_ids = _ids_beside(path, group.to_document)
    intertext = dialect == TEI and any(link.certainty == "" for link in group.links)
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
    dialect: str = CES,
) -> tuple[Skipped, ...]:
    """Write links, names of the ``from`` document first, but in TEI; return what has no place.

    Args:
        links: zero-based links.
        source_ids: names of the source sentences; ``s1``, ``s2``… when None.
        target_ids: names of the target sentences.
        from_document: what the file calls the source.
        to_document: what the file calls the target.
        dialect: ``ces`` or ``tei``.

    Raises:
        ConfigError: there are fewer names than sentences.
    """
    names = [
        f"{attribute}={quote(remove_illegal_characters(name)[0])}"
        for attribute, name in (("fromDoc", from_document), ("toDoc", to_document))
    ]
    sides = [
        (names_of(link.source, source_ids), names_of(link.target, target_ids)) for link in links
    ]
    with atomic_open(path) as file:
        file.write('<?xml version="1.0" encoding="utf-8"?>\n')
        if dialect == TEI:
            file.write(f"<linkGrp {names[1]} {names[0]}>\n")
            for link, (source, target) in zip(links, sides, strict=True):
                status = {"confirmed": _CONFIRMED, _PLAIN: _PLAIN}.get(link.kind or "", _AUTOMATIC)
                file.write(
                    f'<link type="{len(link.target)}-{len(link.source)}"'
                    f' xtargets={quote(f"{target};{source}")} status="{status}"/>\n'
                )
            file.write("</linkGrp>\n")
        else:
            both = " ".join(names)
            file.write('<!DOCTYPE cesAlign PUBLIC "-//CES//DTD XML cesAlign//EN" "">\n')
            file.write(f'<cesAlign version="1.0" {both}>\n<linkGrp targType="s" {both}>\n')
            for number, (link, (source, target)) in enumerate(zip(links, sides, strict=True)):
                targets = quote(f"{source};{target}")
                certainty = "" if link.score is None else f' certainty="{link.score!r}"'
                file.write(f'<link id="SL{number}" xtargets={targets}{certainty}/>\n')
            file.write("</linkGrp>\n</cesAlign>\n")
    if dialect == CES:
        return list_losses(links, ("kind", "reasons"))
    other = [link for link in links if link.kind not in ("confirmed", None, _PLAIN)]
    return (*list_losses(links, ("score", "reasons")), *list_losses(other, ("kind",)))


def _link(element: etree._Element, documents: list[str], path: Path, dialect: str) -> NamedLink:
    get, line = element.get, line_of(element)
    targets = get("xtargets")
    # An empty certainty marks InterText's own links: they carry a type or a status.
    certainty, kind = get("certainty"), None
    if dialect == TEI:
        status = get("status")
        kind = "confirmed" if status == _CONFIRMED else None if status == _AUTOMATIC else status
        certainty = "" if get("type") or status else None
    if targets is not None and targets.count(";") == 1:
        first, second = (tuple(names.split()) for names in targets.split(";"))
        return NamedLink(first, second, certainty, kind, line)
    pointers = (get("target") or get("targets") or "").split() if dialect == TEI else []
    if targets is not None or not pointers:
        raise FormatError(
            "a link without two lists of sentences", path=path, place=line, cure=_CURES[dialect]
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


def _ids_beside(path: Path, name: str) -> tuple[str, ...] | None:
    """Return the sentence names of a document in the same folder, if it is there."""
    beside = path.parent / Path(name).name
    # The name comes from a file of others: nothing outside the folder is opened.
    if Path(name).name != name or name in ("", ".", ".."):
        return None
    try:
        return sentence_ids(read(beside))
    except InputError:
        return None


# Corpora of OPUS: links, and archives of the documents that they link.
#
# Reference: Tiedemann 2012, Parallel data, tools and interfaces in OPUS.

_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give the linked sentences of all documents, in the order of the links.

    Args:
        path: the links (``en-fr.xml``, ``en-fr.xml.gz``), with the documents in folders or zip
            archives beside them, or one zip archive that holds both; or one of Moses files.
        encoding: overrides what the files declare.

    Raises:
        FormatError: there are no links, or a document or sentence that they name is missing.
        InputError: a file cannot be read.
    """
    skips = skips if skips is not None else Skips()
    with ExitStack() as stack:
        zipped = path.suffix.lower() == ".zip"
        archives = [path] if zipped else sorted(path.parent.glob("*.zip"))
        library = _Library(
            path, [stack.enter_context(Archive(each, corpus=True)) for each in archives]
        )
        if zipped and (pair := moses.archived_pair(library.archives[0])):
            yield from moses.read_archived_units(
                library.archives[0], pair, encoding=encoding, skips=skips
            )
            return
        found = False
        for data in library.links() if zipped else [None]:
            for group in iterate_groups(path, encoding=encoding, data=data):
                found = True
                yield from _units(group, library, encoding, skips)
    if not found:
        raise FormatError(
            "holds neither links of cesAlign nor two Moses files",
            path=path,
            cure="give the links, or unpack it and give NAME.moses",
        )


def _units(
    group: LinkGroup, library: _Library, encoding: str | None, skips: Skips
) -> Iterator[Unit]:
    names = (group.from_document, group.to_document)
    texts = [library.sentences(name, encoding) for name in names]
    for link in group.links:
        if not (link.first and link.second):
            skips.add("sentence without a partner", " ".join(link.first or link.second))
            continue
        variants = tuple(
            _variant(language_of(name), ids, known, name, library.path, link)
            for name, ids, known in zip(names, (link.first, link.second), texts, strict=True)
        )
        yield Unit(
            variants,
            score=parse_probability(link.certainty or ""),
            document=names[0],
            line=link.line,
        )


def _variant(
    language: str,
    ids: tuple[str, ...],
    known: dict[str, str],
    name: str,
    path: Path,
    link: NamedLink,
) -> Variant:
    missing = next((each for each in ids if each not in known), None)
    if missing is not None:
        raise FormatError(
            f"names the sentence {missing}, which {name} does not have",
            path=path,
            place=link.line,
            cure="get links and documents of the same version",
        )
    parts = [known[each] for each in ids]
    lengths = tuple(map(len, parts)) if len(parts) > 1 else ()
    return Variant(language, " ".join(parts), segments=lengths)


def language_of(document: str) -> str:
    """Return the language of a document, with whose code its name begins."""
    return document.partition("/")[0].replace("_", "-")


class _Library:
    """Finds documents by the names that links give them."""

    def __init__(self, path: Path, archives: list[Archive]) -> None:
        self.path = path
        # Links say "en/1.xml.gz", archives "Corpus/xml/en/1.xml".
        self._members = {
            "/".join(name.split("/")[-depth:]): (archive, name)
            for archive in archives
            for name in archive.names()
            for depth in range(2, name.count("/") + 2)
            if name.endswith(".xml")
        }
        self.archives = archives

    def links(self) -> Iterator[bytes]:
        """Give the files of links in the archive."""
        for archive in self.archives:
            for name in archive.names():
                if name.endswith(".xml") and b"<cesAlign" in (data := archive.read(name))[:2000]:
                    yield data

    def sentences(self, name: str, encoding: str | None) -> dict[str, str]:
        """Return the sentences of a document by their names."""
        beside = (self.path.parent / name, self.path.parent / _plain(name))
        try:
            file = next((each for each in beside if each.is_file()), None)
        except OSError:  # a name that no file can have
            file = None
        data = None
        if file is None:
            if _plain(name) not in self._members:
                raise FormatError(
                    f"names the document {name}, which is not there",
                    path=self.path,
                    cure="put the documents, or their zip archives, beside the links",
                )
            archive, member = self._members[_plain(name)]
            data = archive.read(member)
        return {
            element.get("id") or element.get(_XML_ID) or "": sentence_text(element)
            for element in iterparse(
                file or self.path,
                ("{*}s",),
                data=data,
                encoding=encoding,
                part=name if data else None,
            )
        }


def _plain(name: str) -> str:
    return name.removesuffix(".gz")
