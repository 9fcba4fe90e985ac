"""HTML: everything a reader of the page sees, in order; nothing is guessed away.

Menus and footers are kept: both sides of a pair have them, and no rule tells them from content for
certain. Scripts, styles, hidden parts, forms, the title and alternative texts are listed.

Reference: WHATWG HTML Standard, section 13.2.3.2 (encoding declaration), WHATWG Encoding Standard
(labels of encodings).
"""

from __future__ import annotations

import codecs
import re
from html import escape
from typing import TYPE_CHECKING

from diglot.errors import FormatError, UnsafeFileError
from diglot.files import text as _text
from diglot.formats.blocks import Builder
from diglot.formats.documents.html_walk import Page

if TYPE_CHECKING:
    from pathlib import Path

    from diglot.model import Document

DECLARED_WITHIN = 4096  # bytes; browsers look at 1024, real pages put scripts before it
META = re.compile(
    rb"<meta[^>]{0,300}?charset\s{0,9}=\s{0,9}[\"']?\s{0,9}([A-Za-z0-9_.:-]{1,40})", re.IGNORECASE
)
XML_DECLARATION = re.compile(
    rb"^\s{0,9}<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"']([\w.:-]{1,40})"
)
# What pages mean by these names, as every browser reads them.
MEANT = {
    "ascii": "cp1252",
    "iso8859-1": "cp1252",
    "iso8859-9": "cp1254",
    "iso8859-11": "cp874",
    "tis-620": "cp874",
    "gb2312": "gb18030",
    "gbk": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
    "big5": "big5hkscs",
    # A page whose declaration can be read byte by byte is not in UTF-16.
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
}
VOID = "area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr"
EMPTY_TAG = re.compile(
    rf"<(?!(?:{VOID})[\s/])([A-Za-z][\w:.-]*+)((?:[^<>\"'/]|\"[^\"]*\"|'[^']*'|/(?!>))*+)/>",
    re.IGNORECASE,
)
CDATA = re.compile(r"<!\[CDATA\[(.*?)\]\]>", re.DOTALL)
PROLOG = re.compile(r"\s*<\?xml\s")


def read(path: Path, *, encoding: str | None = None) -> Document:
    """Read an HTML page.

    Args:
        path: the file.
        encoding: overrides what the page declares (a byte-order mark still wins).

    Raises:
        FormatError: it holds no text, or is not in its encoding.
        UnsafeFileError: it breaks a safety limit.
        InputError: it cannot be read.
    """
    text = decode(_text.read_bytes(path), path=path, encoding=encoding)
    builder = Builder()
    page = Page(builder, path)
    page.read(as_html(text, path) if PROLOG.match(text) else text)
    return builder.finish(path, "html", language=page.language)


def decode(data: bytes, *, path: str | Path, encoding: str | None = None) -> str:
    """Decode a page: byte-order mark, else ``encoding``, else its declaration, else strict UTF-8.

    Raises:
        FormatError: it is not in that encoding, or declares one that does not exist.
    """
    return _text.decode(data, path=path, encoding=encoding or declared(data, path))


def declared(data: bytes, path: str | Path) -> str | None:
    """Return the codec that a page declares, or None.

    Raises:
        FormatError: there is no encoding of that name.
    """
    head = data[:DECLARED_WITHIN]
    match = XML_DECLARATION.search(head) or META.search(head)
    if match is None:
        return None
    label = match[1].decode("ascii")
    try:
        name = codecs.lookup(label).name
        b"".decode(name)
    except LookupError as error:
        raise FormatError(
            f"declares the encoding {label!r}, which does not exist",
            path=path,
            cure=_text.ENCODING_CURE,
        ) from error
    return MEANT.get(name, name)


def as_html(text: str, path: str | Path, part: str | None = None) -> str:
    """Write XHTML the way an HTML parser reads it: no empty-element tags, no CDATA sections.

    Raises:
        UnsafeFileError: it declares entities.
    """
    if "<!ENTITY" in text[: text.find("<html") if "<html" in text else len(text)]:
        raise UnsafeFileError(
            "declares entities", path=path, place=part, cure="save it without entity declarations"
        )
    text = CDATA.sub(lambda match: escape(match[1], quote=False), text)
    return EMPTY_TAG.sub(r"<\1\2></\1>", text)
