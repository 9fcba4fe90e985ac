r"""The door for long line-based files, plain or gzip: whole lines in large blocks.

A block costs one call where a line costs several, and what decompresses badly is stopped while
it is read. The rules are those of ``_text``: a line ends at ``\n`` or ``\r\n`` and nowhere else.
"""

from __future__ import annotations

import codecs
import re
from typing import TYPE_CHECKING

from diglot.errors import FormatError, UnsafeFileError
from diglot.files import text as _text
from diglot.files.gzip import open_unpacked

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SIZE = 1 << 20
# A line of repeated bytes shrinks a thousandfold: the only part of a gzip file held as a whole.
MAX_PACKED_LINE = 10_000_000
BLANK = re.compile(r"[ \t]+")


def lines(path: str | Path, *, encoding: str | None = None) -> Iterator[str]:
    """Give the lines of a file, plain or gzip, one by one; memory is bounded by the longest.

    Raises:
        FormatError: it is binary, a damaged archive, or not in that encoding; the line is named.
        UnsafeFileError: a line of a compressed file is too long.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    for block in line_blocks(path, encoding=encoding):
        yield from block


def line_blocks(path: str | Path, *, encoding: str | None = None) -> Iterator[list[str]]:
    """Give the lines of a file in blocks, as `lines` does."""
    first = 1
    for data, chosen in byte_blocks(path, encoding=encoding):
        text = decode_block(data, chosen, path, first)
        block = text.split("\n") if "\r\n" not in text else text.replace("\r\n", "\n").split("\n")
        if not block[-1]:
            block.pop()
        first += len(block)
        yield block


def byte_blocks(
    path: str | Path, *, encoding: str | None = None, size: int = SIZE
) -> Iterator[tuple[bytes, str]]:
    r"""Give blocks of whole lines as bytes, with their encoding.

    A byte-order mark is left out; in every encoding that is named, ``\n`` is one byte: UTF-16 and
    the like come as UTF-8.

    Args:
        path: the file.
        encoding: of a file without a mark, when it is not UTF-8.
        size: bytes to read at a time.
    """
    with open_unpacked(path) as (file, packed):
        start = file.read(len(codecs.BOM_UTF32_LE))
        chosen = _text.encoding_of_mark(start) or encoding or "utf-8"
        if not _text.has_byte_line_feed(chosen):
            # Ends of lines are not bytes here: all at once, as everywhere in the house.
            limit = -1 if packed is None else MAX_PACKED_LINE
            whole = start + file.read(limit)
            if packed and file.read(1):
                raise _too_long(path)
            yield _text.decode(whole, path=path, encoding=encoding).encode("utf-8"), "utf-8"
            return
        if chosen == "utf-8-sig":
            start, chosen = start.removeprefix(codecs.BOM_UTF8), "utf-8"
        held = [start]
        while chunk := file.read(size):
            cut = chunk.rfind(b"\n") + 1
            if cut:
                yield b"".join((*held, chunk[:cut])), chosen
                held = [chunk[cut:]]
            else:
                held.append(chunk)
                if packed and sum(map(len, held)) > MAX_PACKED_LINE:
                    raise _too_long(path)
        if rest := b"".join(held):
            yield rest, chosen


def words_of(line: str) -> list[str]:
    """Return what stands between spaces and tabs; any other white space is content."""
    words = line.split(" ")
    if "" in words or "\t" in line:
        return [word for word in BLANK.split(line) if word]
    return words


def decode_block(data: bytes, encoding: str, path: str | Path, first: int) -> str:
    """Decode a block that begins with line ``first``; an error names the line."""
    try:
        return _text.decode_strictly(data, encoding, path)
    except FormatError:
        for number, line in enumerate(data.split(b"\n"), first):
            try:
                _text.decode_strictly(line, encoding, path)
            except FormatError as error:
                raise FormatError(
                    error.message, path=path, place=number, cure=error.cure
                ) from error
        raise


def _too_long(path: str | Path) -> UnsafeFileError:
    return UnsafeFileError(
        f"unpacks to a line of more than {MAX_PACKED_LINE:,} bytes",
        path=path,
        cure="unpack it first if you trust it",
    )
