"""Text of files: in a stated encoding, strictly, with the line of what is no text."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import IO

from diglot.errors import ConfigError, FormatError, UnsafeFileError
from diglot.files.binary import MAX_BYTES, read_bytes

# UTF-32 first: its little-endian mark starts with that of UTF-16.
MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
ENCODING_CURE = "name the encoding with --encoding NAME (for example cp1252 or utf-16-le)"
# How ISO 2022 leaves ASCII; all of its bytes are ASCII, too.
SHIFT = re.compile(r"\x1b\$[@-D(]")
_ASCII_ABOVE = frozenset({"utf-8", "utf-8-sig"})
KNOWN_BINARY = (
    (b"PK\x03\x04", "a zip container (such as DOCX, ODT, EPUB or XLSX)"),
    (b"%PDF", "a PDF file"),
    (b"\xd0\xcf\x11\xe0", "an old Office file (DOC or XLS)"),
    (b"\x89PNG", "a PNG image"),
    (b"\xff\xd8\xff", "a JPEG image"),
    (b"\x7fELF", "a program"),
)
PIECE = 1 << 16
"""Bytes that are read at once."""
MAX_DOCUMENT = 50_000_000
"""Bytes of a document whose parser holds all of it several times."""
MAX_LINE = 100_000_000
"""Bytes of a line in a file that is read line by line."""

WITH_END = re.compile(r"[^\n]*\n|[^\n]+")


def read_text(path: str | Path, *, encoding: str | None = None, most: int = MAX_BYTES) -> str:
    """Return the text of a file: by its byte-order mark, else ``encoding``, else strict UTF-8.

    Line ends stay as found.

    Raises:
        UnsafeFileError: it has more than ``most`` bytes.
        FormatError: it is binary, or not in that encoding.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    return decode_text(read_bytes(path, most=most), path=path, encoding=encoding)


def decode_text(data: bytes, *, path: str | Path | None = None, encoding: str | None = None) -> str:
    """Decode ``data`` as `read_text` does; ``path`` is named in errors."""
    marked = encoding_of_mark(data)
    return decode_strictly(data, marked or encoding or "utf-8", path)


def endless_line(path: str | Path, most: int) -> UnsafeFileError:
    """Return the error of a line that has more than ``most`` bytes."""
    return UnsafeFileError(
        f"holds a line of more than {most:,} bytes",
        path=path,
        cure="check that it is the right file, or divide the line",
    )


def decode_block(data: bytes, encoding: str, path: str | Path, first: int) -> str:
    """Decode a block that begins with line ``first``; an error names the line."""
    try:
        return decode_strictly(data, encoding, path)
    except FormatError:
        for number, line in enumerate(data.split(b"\n"), first):
            try:
                decode_strictly(line, encoding, path)
            except FormatError as error:
                raise FormatError(
                    error.message, path=path, place=number, cure=error.cure
                ) from error
        raise


def incremental_decoder(file: IO[bytes], *, path: str | Path, encoding: str) -> Iterator[str]:
    """Give the text of an open file piece by piece; the same rules as `read_text`.

    Raises:
        FormatError: it is not in that encoding.
        ConfigError: there is no encoding of that name.
    """
    chosen = encoding_of_mark(file.read(4)) or encoding
    file.seek(0)
    lines = 1
    try:
        with suppress(UnicodeError, ValueError):
            b"-".decode(chosen)  # finds codecs between bytes, such as hex
        decoder = codecs.getincrementaldecoder(chosen)()
    except LookupError as error:
        raise ConfigError(f"unknown text encoding {chosen!r}") from error
    while True:
        chunk = file.read(1 << 16)
        try:
            text = decoder.decode(chunk, final=not chunk)
            text.encode("utf-8")
        except (UnicodeError, ValueError) as error:
            raise FormatError(
                f"is not {chosen.upper()}: {_found(error)}",
                path=path,
                place=f"near line {lines}",
                cure=ENCODING_CURE,
            ) from error
        lines += text.count("\n")
        yield text
        if not chunk:
            return


def split_lines(text: str) -> list[str]:
    r"""Split at ``\n`` and ``\r\n`` only; a final line end closes the last line.

    Other characters that Unicode counts as line ends (U+2028, U+0085, form feed) are content:
    cutting there would break line-parallel files.
    """
    lines = (text.replace("\r\n", "\n") if "\r\n" in text else text).split("\n")
    if lines[-1] == "":
        lines.pop()
    return lines


def encoding_of_mark(data: bytes) -> str | None:
    """Name of the encoding that a byte-order mark announces."""
    return next((name for mark, name in MARKS if data.startswith(mark)), None)


def has_byte_line_feed(encoding: str) -> bool:
    """Whether a line feed is one byte in an encoding."""
    try:
        return "\n".encode(encoding) == b"\n" or encoding == "utf-8-sig"
    except (LookupError, UnicodeError):
        return False


def decode_strictly(data: bytes, encoding: str, path: str | Path | None) -> str:
    """Decode ``data``; what is not text in ``encoding`` is an error."""
    try:
        text = data.decode(encoding)
        if not encoding.startswith("utf-8"):
            text.encode("utf-8")  # some codecs let lone surrogates through
    except LookupError as error:
        raise ConfigError(f"unknown text encoding {encoding!r}") from error
    except (UnicodeError, ValueError) as error:
        _refuse_binary(data, path)
        raise FormatError(
            f"is not {encoding.removesuffix('-sig').upper()}: {_found(error)}",
            path=path,
            place=_line(error, encoding),
            cure=ENCODING_CURE,
        ) from error
    position = text.find("\0")
    if position >= 0:
        _refuse_binary(data, path)
        raise FormatError(
            "holds a NUL character, so it is binary or in another encoding",
            path=path,
            place=text.count("\n", 0, position) + 1,
            cure=_nul_cure(data),
        )
    if encoding in _ASCII_ABOVE and (shift := SHIFT.search(text)):
        raise FormatError(
            "changes its character set, so it is in ISO-2022-JP or a relative of it",
            path=path,
            place=text.count("\n", 0, shift.start()) + 1,
            cure="read it with --encoding iso2022_jp",
        )
    return text


def _nul_cure(data: bytes) -> str:
    """Name the encoding whose Latin letters and spaces have a NUL at every second place."""
    begin = data[:PIECE]
    after, before = begin[1::2].count(0), begin[::2].count(0)
    if max(after, before) < max(2, len(begin) // 50) or 10 * min(after, before) > after + before:
        return ENCODING_CURE
    return (
        f"it looks like UTF-16: read it with --encoding utf-16-{'le' if after > before else 'be'}"
    )


def _refuse_binary(data: bytes, path: str | Path | None) -> None:
    """Raise if the bytes are of a kind that no encoding makes text."""
    for magic, name in KNOWN_BINARY:
        if data.startswith(magic):
            raise FormatError(
                f"is {name}, not text",
                path=path,
                cure="give the file the extension of its format or name the format",
            )


def _found(error: Exception) -> str:
    if isinstance(error, UnicodeDecodeError):
        return f"byte 0x{error.object[error.start]:02X} {error.reason}"
    return str(error)


def _line(error: Exception, encoding: str) -> int | None:
    """Number of the line that holds the first bad byte."""
    if not isinstance(error, UnicodeDecodeError):
        return None
    return error.object[: error.start].decode(encoding, "ignore").count("\n") + 1
