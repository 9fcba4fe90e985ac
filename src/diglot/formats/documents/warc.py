"""WARC: pages as a crawler stored them, as one document, or unpacked into a folder.

Reference: ISO 28500:2017, WARC file format.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from hashlib import blake2b
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote, urlsplit

from diglot.errors import FormatError, UnsafeFileError
from diglot.files.atomic import write_bytes
from diglot.files.binary import open_binary
from diglot.formats.blocks import Builder, Skips
from diglot.formats.documents.html import PROLOG, Page, as_html, decode_page
from diglot.installed import extra_for
from diglot.model import Document, Skipped

EXTENSIONS = (".warc", ".warc.gz")
MOST_BYTES = 20_000_000
"""Bytes of a page: what is larger is none for people."""
_HTML = ("text/html", "application/xhtml+xml")
_CHARSET = re.compile(r"charset=[\"']?([\w.:-]+)", re.IGNORECASE)
_UNSAFE = re.compile(r"[\x00-\x1f\\:*\"<>|]")
_LONGEST = 150  # bytes of a name: file systems take 255, and suffixes come


class StoredPage(NamedTuple):
    """A page: its address, its bytes, and the encoding that the server said, if any."""

    address: str
    data: bytes
    charset: str | None


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read all pages of an archive as one text, one after the other.

    Raises:
        FormatError: it is no such archive, or holds no page with text.
        ConfigError: the extra is missing.
    """
    builder = Builder()
    tables = number = 0
    languages = set()
    for stored in read_pages(path, builder.skips):
        try:
            text = decode_page(stored.data, path=path, encoding=encoding or stored.charset)
            before = len(builder)
            page = Page(
                builder, path, part=stored.address, anchor=f"page {number + 1}", tables=tables
            )
            page.read(as_html(text, path, stored.address) if PROLOG.match(text) else text)
        except (FormatError, UnsafeFileError):
            builder.skips.add("page that cannot be read", stored.address)
            continue
        tables, number = page.tables, number + (len(builder) > before)
        languages.add(page.language)
    return builder.finish(path, "warc", language=languages.pop() if len(languages) == 1 else None)


def read_pages(path: Path, skips: Skips) -> Iterator[StoredPage]:
    """Give the HTML pages that a server answered with, each address once.

    Raises:
        FormatError: it is no such archive, or damaged.
        ConfigError: the extra is missing.
    """
    with extra_for("reading WARC"):
        from warcio.archiveiterator import ArchiveIterator
        from warcio.exceptions import ArchiveLoadFailed
    seen = set[str]()
    with open_binary(path) as file:
        try:
            for record in ArchiveIterator(file):
                if record.rec_type != "response" or record.http_headers is None:
                    continue
                address = record.rec_headers.get_header("WARC-Target-URI", "").strip("<>")
                kind = record.http_headers.get_header("Content-Type", "") or ""
                if record.http_headers.get_statuscode() != "200":
                    skips.add("response that is not a page", address)
                elif kind.partition(";")[0].strip().lower() not in _HTML:
                    skips.add("file that is not a page", address)
                elif address in seen:
                    skips.add("page stored twice", address)
                else:
                    seen.add(address)
                    data = record.content_stream().read(MOST_BYTES + 1)
                    if len(data) > MOST_BYTES:
                        skips.add("page that is too large", address)
                        continue
                    charset = _CHARSET.search(kind)
                    yield StoredPage(address, data, charset[1] if charset else None)
        except (ArchiveLoadFailed, EOFError, ValueError) as error:
            raise FormatError(
                f"is not a complete WARC archive ({error})",
                path=path,
                cure="check that it was downloaded completely",
            ) from error


def unpack(path: Path, folder: Path) -> tuple[int, tuple[Skipped, ...]]:
    """Write the pages of an archive into a folder, under host and path, as wget does.

    Returns:
        The number of pages, and what was left out.

    Raises:
        FormatError: it is no such archive, damaged, or without pages.
        InputError: a file cannot be written.
        ConfigError: the extra is missing.
    """
    from diglot.formats.blocks import Skips

    skips = Skips()
    count = 0
    for stored in read_pages(path, skips):
        file = folder.joinpath(*_names(stored.address))
        file.parent.mkdir(parents=True, exist_ok=True)
        write_bytes(file, _with_charset(stored))
        count += 1
    if not count:
        raise FormatError("holds no HTML page", path=path, cure="see whether the crawl got any")
    return count, skips.entries()


def _names(address: str) -> list[str]:
    """Return folders and file of a page; nothing in an address leads out of the folder."""
    parts = urlsplit(address)
    inside = [each for each in unquote(parts.path).split("/") if each not in ("", ".", "..")]
    if not inside or parts.path.endswith("/"):
        inside.append("index.html")
    if parts.query:
        inside[-1] += f"?{unquote(parts.query)}".replace("/", "%2F")
    if not inside[-1].lower().endswith((".html", ".htm", ".xhtml")):
        inside[-1] += ".html"
    return [_safe(each) for each in (parts.netloc or "pages", *inside)]


def _safe(name: str) -> str:
    name = _UNSAFE.sub("_", name).replace("/", "_").lstrip(".") or "_"
    data = name.encode("utf-8", "replace")
    if len(data) <= _LONGEST:
        return name
    digest = blake2b(data, digest_size=6).hexdigest()
    suffix = ".html" if name.endswith(".html") else ""
    return f"{data[:_LONGEST].decode('utf-8', 'ignore')}-{digest}{suffix}"


def _with_charset(stored: StoredPage) -> bytes:
    """Keep in the page what the server said of its encoding, where the page says nothing."""
    known = stored.charset and b"charset" not in stored.data[:2048].lower()
    return f'<meta charset="{stored.charset}">'.encode() + stored.data if known else stored.data
