"""EPUB 2 and 3: the chapters in reading order.

Reference: W3C EPUB 3.3, sections 4.2.6 (container) and 5 (package document); OPF 2.0.1.
"""

from __future__ import annotations

import posixpath
from dataclasses import dataclass
from typing import TYPE_CHECKING
from urllib.parse import unquote

from diglot.errors import FormatError
from diglot.files import xml
from diglot.files.zip import Archive
from diglot.formats.blocks import Builder
from diglot.formats.documents.html import LANGUAGE, Page, as_html, decode_page

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from diglot.model import Document

CONTAINER = "META-INF/container.xml"
ENCRYPTION = "META-INF/encryption.xml"
PAGES = frozenset({"application/xhtml+xml", "text/html", "text/x-oeb1-document"})
NOT_EPUB = "check that it is an EPUB file"
# These scramble fonts only, so that they cannot be taken out of the book.
FONT_ALGORITHMS = frozenset({
    "http://www.idpf.org/2008/embedding",
    "http://ns.adobe.com/pdf/enc#RC",
})  # fmt: skip
FONTS = (".ttf", ".otf", ".woff", ".woff2", ".ttc")


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read a book; the anchors of its blocks begin with the number of the chapter.

    Raises:
        FormatError: it is not an EPUB file, is encrypted, or holds no text.
    """
    with Archive(path) as archive:
        top = _top_folder(archive, path)
        _refuse_encrypted(archive, path, top)
        book = _Book(archive, path, top)
        builder = Builder()
        number = tables = 0
        language = book.language
        for item in book.spine:
            if item.is_contents:
                builder.skips.add("table of contents", item.name)
                continue
            if item.name not in archive:
                raise FormatError(
                    f"lacks the chapter {item.name!r}", path=path, cure="get a fresh copy"
                )
            if item.media not in PAGES:
                builder.skips.add(f"part of type {item.media}", item.name)
                continue
            data = archive.read(item.name)
            text = as_html(decode_page(data, path=path, encoding=encoding), path, item.name)
            before = len(builder)
            page = Page(
                builder, path, part=item.name, anchor=f"chapter {number + 1}", tables=tables
            )
            page.read(text)
            tables = page.tables
            language = language or page.language
            number += len(builder) > before  # a cover picture is no chapter
    return builder.finish(path, "epub", language=language)


@dataclass(frozen=True, slots=True)
class _Item:
    """One entry of the spine."""

    name: str
    media: str
    is_contents: bool


class _Book:
    """The package document: language and reading order."""

    def __init__(self, archive: Archive, path: Path, top: str) -> None:
        container = xml.parse(archive.read(top + CONTAINER), path=path, part=CONTAINER)
        files = [top + part.get("full-path", "") for part in _named(container, "rootfile")]
        if not files or files[0] not in archive:
            raise FormatError(
                "names no package document", path=path, place=CONTAINER, cure=NOT_EPUB
            )
        package = xml.parse(archive.read(files[0]), path=path, part=files[0])
        folder = posixpath.dirname(files[0])
        contents = {
            _resolved(folder, part.get("href", ""))
            for part in _named(package, "reference")
            if part.get("type") == "toc"
        }
        items: dict[str, _Item] = {}
        for part in _named(package, "item"):
            name = _resolved(folder, part.get("href", ""))
            is_contents = "nav" in part.get("properties", "").split() or name in contents
            items[part.get("id", "")] = _Item(name, part.get("media-type", ""), is_contents)
        keys = [part.get("idref", "") for part in _named(package, "itemref")]
        # A page may stand there once for each of its anchors, and is read once.
        self.spine = [*{items[key].name: items[key] for key in keys if key in items}.values()]
        if not self.spine:
            raise FormatError("has no reading order", path=path, place=files[0], cure=NOT_EPUB)
        codes = [(part.text or "").strip() for part in _named(package, "language")]
        self.language = next((code for code in codes if LANGUAGE.fullmatch(code)), None)


def _named(root: _Element, name: str) -> list[_Element]:
    return [part for part in root.iter() if xml.local_name(part) == name]


def _resolved(folder: str, reference: str) -> str:
    """Return the name of the member that a reference points to."""
    target = unquote(reference.partition("#")[0])
    return posixpath.normpath(posixpath.join("/", folder, target))[1:]


def _top_folder(archive: Archive, path: Path) -> str:
    """Return the folder that the book was packed with, "" for none: readers of books allow one."""
    found = [name.removesuffix(CONTAINER) for name in archive.names() if name.endswith(CONTAINER)]
    top = min((name for name in found if name.count("/") == name.endswith("/")), default=None)
    if top is None:
        raise FormatError(f"has no {CONTAINER}: it is not an EPUB file", path=path, cure=NOT_EPUB)
    return top


def _refuse_encrypted(archive: Archive, path: Path, top: str) -> None:
    """Refuse a book under digital rights management; scrambled fonts do no harm."""
    if top + ENCRYPTION not in archive:
        return
    root = xml.parse(archive.read(top + ENCRYPTION), path=path, part=ENCRYPTION)
    for data in _named(root, "EncryptedData"):
        methods = [part.get("Algorithm", "") for part in _named(data, "EncryptionMethod")]
        names = [part.get("URI", "") for part in _named(data, "CipherReference")]
        is_font = bool(names) and all(name.lower().endswith(FONTS) for name in names)
        if not is_font and not (methods and set(methods) <= FONT_ALGORITHMS):
            raise FormatError(
                "is encrypted (copy protection)",
                path=path,
                place=names[0] if names else ENCRYPTION,
                cure="use a copy without protection",
            )
