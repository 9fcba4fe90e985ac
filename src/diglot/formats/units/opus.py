"""Corpora of OPUS: links of cesAlign, and archives of the documents that they link.

Reference: Tiedemann 2012, Parallel data, tools and interfaces in OPUS.
"""

from __future__ import annotations

from contextlib import ExitStack
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.xml import iterparse
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.documents.ces import sentence_text
from diglot.formats.links.ces import iterate_groups
from diglot.formats.units import parse_probability
from diglot.model import Unit, Variant

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.formats.links.plain import LinkGroup, NamedLink

_XML_ID = "{http://www.w3.org/XML/1998/namespace}id"


def read_units(
    path: Path, *, encoding: str | None = None, skips: Skips | None = None
) -> Iterator[Unit]:
    """Give the linked sentences of all documents, in the order of the links.

    Args:
        path: the links (``en-fr.xml``, ``en-fr.xml.gz``), with the documents in folders or zip
            archives beside them, or one zip archive that holds both.
        encoding: overrides what the files declare.
        skips: collects what is left out.

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
        found = False
        for data in library.links() if zipped else [None]:
            for group in iterate_groups(path, encoding=encoding, data=data):
                found = True
                yield from _units(group, library, encoding, skips)
    if not found:
        raise FormatError(
            "holds no links of cesAlign",
            path=path,
            cure="unpack an archive of Moses files, and give NAME.moses",
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
    """Finds documents by the names that links give them.

    Attributes:
        path: of the links.
    """

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
        self._archives = archives

    def links(self) -> Iterator[bytes]:
        """Give the files of links in the archive."""
        for archive in self._archives:
            for name in archive.names():
                if name.endswith(".xml") and b"<cesAlign" in (data := archive.read(name))[:2000]:
                    yield data

    def sentences(self, name: str, encoding: str | None) -> dict[str, str]:
        """Return the sentences of a document by their names."""
        beside = (self.path.parent / name, self.path.parent / _plain(name))
        file = next((each for each in beside if each.is_file()), None)
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
