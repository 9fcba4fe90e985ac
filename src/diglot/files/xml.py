"""All reading of XML: nothing is fetched, nothing is expanded, nothing is lost silently.

A DOCTYPE is allowed (cesAlign and TMX files carry one) but never loaded; any entity declaration is
refused, because expanding is a bomb and not expanding drops text. Sizes are bounded: the parser's
own limits on depth (256), on one text or attribute value (10 million characters) and on names
stay switched on, and the limits below are added. The hostile tests pin both.
"""

from __future__ import annotations

import io
import itertools
import re
from contextlib import suppress
from typing import IO, TYPE_CHECKING, Any
from xml.parsers import expat

from diglot.errors import EncodingError, FormatError, UnsafeFileError
from diglot.files.binary import open_bounded_gzip, read_bytes
from diglot.files.text import ENCODING_CURE, decode_text, incremental_decoder

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator
    from pathlib import Path

    from lxml import etree

MAX_BYTES = 500_000_000  # of a document that is held in memory
MAX_ELEMENTS = 5_000_000  # of such a document
MAX_UNMATCHED = 100_000_000  # bytes of a stream without one element that was asked for
CHUNK = 1 << 16
PROLOG = 1 << 18  # bytes in which the root element must start to be checked twice

# libxml2: XML_ERR_NAME_TOO_LONG, XML_ERR_RESOURCE_LIMIT, XML_ERR_ENTITY_LOOP.
# libxml2: XML_DTD_ID_REDEFINED, XML_DTD_XMLID_VALUE. Bad ids are no reason to refuse a text.
BAD_IDS = frozenset({513, 539})
LIMIT_CODES = frozenset({89, 110, 114})
# libxml2: XML_ERR_ENTITYREF_SEMICOL_MISSING, XML_ERR_NAME_REQUIRED.
BARE_CODES = frozenset({23, 68})
# libxml2: unknown encoding, unsupported encoding, invalid characters or bytes.
ENCODING_CODES = frozenset({31, 32, 81})

# What cannot be true of a declaration that is written in bytes; .NET writes it over UTF-8.
WIDE = re.compile(
    rb"(?:\xef\xbb\xbf)?<\?xml[^>]{0,200}?encoding\s{0,9}=\s{0,9}[\"'](?:utf-?(?:16|32)|ucs-?[24])",
    re.IGNORECASE,
)

FORBIDDEN = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def remove_illegal_characters(text: str) -> tuple[str, int]:
    """Return ``text`` without the characters that XML 1.0 forbids, and how many those were.

    Reference: Extensible Markup Language (XML) 1.0 (Fifth Edition), 2008, production 2.
    """
    return FORBIDDEN.subn("", text)


def parse(
    source: bytes | Path,
    *,
    path: str | Path | None = None,
    part: str | None = None,
    encoding: str | None = None,
) -> etree._Element:
    """Parse a whole document and return its root; comments and instructions are left out.

    Args:
        source: the bytes, or the file that holds them.
        path: the file to name in errors, when ``source`` is bytes.
        part: the member of a container to name in errors.
        encoding: overrides what the document declares.

    Raises:
        UnsafeFileError: it declares entities or breaks a limit.
        FormatError: it is not well-formed XML.
        InputError: the file cannot be read.
    """
    from lxml import etree

    where = path if isinstance(source, bytes) else source
    data = source if isinstance(source, bytes) else read_bytes(source)
    if encoding is not None:
        data = decode_text(data, path=where, encoding=encoding).encode()
    if len(data) > MAX_BYTES:
        raise UnsafeFileError(
            f"holds more than {MAX_BYTES // 1_000_000} MB of XML", path=where, place=part
        )
    # Every element has at least one "<", so this bounds their number before any is built.
    if data.count(b"<") > 2 * MAX_ELEMENTS:
        raise UnsafeFileError(
            f"holds more than {MAX_ELEMENTS:,} XML elements", path=where, place=part
        )
    transcoded = _known_encoding(data, encoding)
    _check_prolog(data[:PROLOG], where, part, transcoded)
    root: Any
    try:
        root = _parsed(data, transcoded)
    except etree.XMLSyntaxError as error:
        if getattr(error, "code", None) not in BAD_IDS:
            raise _explained(error, where, part) from error
        root = _parsed(data, transcoded, recover=True)
        if root is None:
            raise _explained(error, where, part) from error
    if _has_doctype(root, where, part):
        _refuse_references(root, where, part)
    parsed: etree._Element = root
    return parsed


def _known_encoding(start: bytes, told: str | None) -> str | None:
    """Return the encoding of XML whose declaration does not tell it: written anew, or wrong."""
    return "utf-8" if told or WIDE.match(start) else None


def _parsed(data: bytes, encoding: str | None, *, recover: bool = False) -> Any:
    """Return the root; None where something else was recovered from than bad ids."""
    from lxml import etree

    parser = etree.XMLParser(
        encoding=encoding,
        resolve_entities=False,
        no_network=True,
        load_dtd=False,
        huge_tree=False,
        remove_comments=True,
        remove_pis=True,
        recover=recover,
    )
    root: Any = etree.fromstring(data, parser)
    if recover and any(entry.type not in BAD_IDS for entry in parser.error_log):
        return None
    return root


def iterparse(
    path: str | Path,
    tags: Collection[str],
    *,
    encoding: str | None = None,
    roots: Collection[str] | None = None,
    data: bytes | None = None,
    part: str | None = None,
    outermost: bool = False,
) -> Iterator[etree._Element]:
    """Give the elements of the given names one by one as they end, and forget them afterwards.

    Memory stays bounded by the largest such element, so an element must be used before the next
    one is asked for. Comments and processing instructions are left out.

    Args:
        path: the file, plain or packed with gzip.
        tags: names as lxml writes them; ``"{*}tu"`` matches in any namespace.
        encoding: overrides what the document declares.
        roots: local names that the root may have; None for any.
        data: the bytes to read instead of the file's own: a member of a container.
        part: the name of that member.
        outermost: leave out elements that stand inside another one of the same names; they stay
            in it.

    Raises:
        UnsafeFileError: the file declares entities or breaks a limit.
        FormatError: it is not well-formed XML, or has another root.
        InputError: it cannot be read.
    """
    from lxml import etree

    with open_bounded_gzip(path) if data is None else io.BytesIO(data) as file:
        chunks = _chunks(file, path, encoding)
        first = next(chunks)
        transcoded = _known_encoding(first, encoding)
        root = _check_prolog(first, path, part, transcoded)
        if roots is not None and root is not None and root not in roots:
            raise FormatError(
                f"the root element is <{root}>, not <{'> or <'.join(roots)}>",
                path=path,
                place=part,
                cure="name the format the file is in",
            )
        parser = etree.XMLPullParser(
            ("end",),
            tag=tuple(tags),
            encoding=transcoded,
            resolve_entities=False,
            no_network=True,
            load_dtd=False,
            huge_tree=False,
            remove_comments=True,
            remove_pis=True,
        )
        unmatched = 0
        doctype: bool | None = None
        try:
            for chunk in itertools.chain((first,), chunks):
                if chunk:
                    parser.feed(chunk)
                else:
                    parser.close()
                unmatched += len(chunk)
                element: Any  # the stubs do not know what an "end" event carries
                for _, element in parser.read_events():
                    unmatched = 0
                    if doctype is None:
                        doctype = _has_doctype(element, path, part)
                    if doctype:
                        _refuse_references(element, path, part)
                    if outermost and next(element.iterancestors(*tags), None) is not None:
                        continue
                    yield element
                    _forget(element)
                if unmatched > MAX_UNMATCHED:
                    raise UnsafeFileError(
                        f"more than {MAX_UNMATCHED // 1_000_000} MB without one of the elements "
                        f"{', '.join(tag.rpartition('}')[2] for tag in tags)}",
                        path=path,
                        place=part,
                    )
        except etree.XMLSyntaxError as error:
            raise _explained(error, path, part) from error


def root_of(path: str | Path) -> str | None:
    """Return the local name of the root element of a file, plain or gzip; None if unknown.

    Raises:
        InputError: it cannot be read.
    """
    with open_bounded_gzip(path) as file:
        start = file.read(PROLOG)
    return _check_prolog(start, path, None, _known_encoding(start, None), refuse=False)


def local_name(element: etree._Element) -> str:
    """Return the name of an element without its namespace; empty for what is no element."""
    tag = element.tag
    return tag.rpartition("}")[2] if isinstance(tag, str) else ""


def text_of(element: etree._Element) -> str:
    """Return all characters below an element."""
    return "".join(map(str, element.itertext()))


def flat_text(element: etree._Element) -> str:
    """Return all characters below an element in one line, single spaces between them."""
    return " ".join(text_of(element).split())


def line_of(element: etree._Element) -> int | None:
    """Return the number of the line that an element begins in, from 1; None if unknown."""
    line: Any = element.sourceline  # the stubs do not know its type
    return None if line is None else int(line)


def _chunks(file: IO[bytes], path: str | Path, encoding: str | None) -> Iterator[bytes]:
    """Give the bytes of a stream, as UTF-8 where an encoding is given; an empty chunk ends it.

    The first chunk is large enough to hold any honest prolog.
    """
    if encoding is None:
        yield file.read(PROLOG)
        while chunk := file.read(CHUNK):
            yield chunk
    else:
        decoder = incremental_decoder(file, path=path, encoding=encoding)
        yield "".join(itertools.islice(decoder, PROLOG // CHUNK)).encode()
        for text in decoder:
            yield text.encode()
    yield b""


def _forget(element: Any) -> None:
    """Free an element that has been used, and everything before it."""
    element.clear(keep_tail=False)
    parent = element.getparent()
    if parent is not None:
        while element.getprevious() is not None:
            del parent[0]


class _RootReachedError(Exception):
    """Ends the look at the prolog."""


def _check_prolog(
    head: bytes,
    path: str | Path | None,
    part: str | None,
    encoding: str | None,
    *,
    refuse: bool = True,
) -> str | None:
    """Refuse entity declarations before the real parser sees them; return the root's name.

    A second parser, so that the answer does not depend on how the first one treats entities. What
    it cannot read is left to the real parser to complain about.
    """
    found: list[str] = []

    def declared(name: str, *_: object) -> None:
        raise UnsafeFileError(
            f"declares the entity {name!r}",
            path=path,
            place=part or scout.CurrentLineNumber,
            cure="save it without entity declarations",
        )

    def started(name: str, _: object) -> None:
        found.append(name)
        raise _RootReachedError

    scout = expat.ParserCreate(encoding)
    if refuse:
        scout.EntityDeclHandler = declared
    scout.StartElementHandler = started
    with suppress(_RootReachedError, expat.ExpatError, LookupError, ValueError):
        scout.Parse(head, False)
    return found[0].rpartition(":")[2] if found else None


def _has_doctype(element: Any, path: str | Path | None, part: str | None) -> bool:
    """Tell whether the document has a DOCTYPE; refuse one that declares entities."""
    info = element.getroottree().docinfo
    if not info.doctype:
        return False
    if info.internalDTD is not None:
        for entity in info.internalDTD.iterentities():
            raise UnsafeFileError(
                f"declares the entity {entity.name!r}",
                path=path,
                place=part,
                cure="save it without entity declarations",
            )
    return True


def _refuse_references(element: Any, path: str | Path | None, part: str | None) -> None:
    """Refuse references to entities of a DTD that is not loaded: their text would be lost."""
    from lxml import etree

    for reference in element.iter(etree.Entity):
        raise FormatError(
            f"uses the entity {reference.text}, which it does not declare",
            path=path,
            place=part or reference.sourceline,
            cure="replace it by the character itself",
        )


def _explained(
    error: Any, path: str | Path | None, part: str | None
) -> FormatError | UnsafeFileError:
    """Turn the parser's complaint into one of ours."""
    message = (error.msg or "cannot be parsed").split("\n")[0].split(", line ")[0]
    line = error.lineno or None
    place = f"{part}, line {line}" if part and line else part or line
    if error.code in LIMIT_CODES or "XML_PARSE_HUGE" in message:
        return UnsafeFileError(
            f"breaks a safety limit of XML ({message.split(', ')[0]})", path=path, place=place
        )
    told = f"is not well-formed XML ({message})"
    if error.code in ENCODING_CODES:
        return EncodingError(told, path=path, place=place, cure=ENCODING_CURE)
    cure = "check that the file is complete"
    if error.code in BARE_CODES:
        cure = "write the sign & as &amp;, and < as &lt;, where they are text"
    return FormatError(told, path=path, place=place, cure=cure)
