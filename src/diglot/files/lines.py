"""Lines, blocks of lines, and rows of tables in text files."""

from __future__ import annotations

import codecs
import csv
import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from diglot.errors import ConfigError, FormatError
from diglot.files import text as _text
from diglot.files.binary import MAX_BYTES, bound_unpacking, open_maybe_gzip

# Reading of long line-based files, plain or packed: whole lines in large blocks.
#
# A block costs one call where a line costs several, and what decompresses badly is stopped while
# it is read. The rules are those of ``_text``: a line ends at ``\n`` or ``\r\n`` and nowhere else.

SIZE = 1 << 20
# A line of repeated bytes shrinks a thousandfold: the only part of a gzip file held as a whole.
MAX_PACKED_LINE = 10_000_000
BLANK = re.compile(r"[ \t]+")


def stream_lines(
    path: str | Path, *, encoding: str | None = None, keep_ends: bool = False
) -> Iterator[str]:
    """Give the lines of a file, plain or packed, one by one; memory is bounded by the longest.

    Args:
        path: the file.
        encoding: of a file that is not in Unicode.
        keep_ends: give the end of every line, too.

    Raises:
        FormatError: it is binary, a damaged archive, or not in that encoding; the line is named.
        UnsafeFileError: a line is too long, or a packed file unpacks to very much more.
        ConfigError: there is no encoding of that name.
        InputError: it cannot be read.
    """
    for block in line_blocks(path, encoding=encoding, keep_ends=keep_ends):
        yield from block


def line_blocks(
    path: str | Path, *, encoding: str | None = None, keep_ends: bool = False
) -> Iterator[list[str]]:
    """Give the lines of a file in blocks, as `stream_lines` does."""
    first = 1
    for data, chosen in byte_blocks(path, encoding=encoding):
        text = _text.decode_block(data, chosen, path, first)
        block = _text.WITH_END.findall(text) if keep_ends else _text.split_lines(text)
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
    with open_maybe_gzip(path) as (content, packed):
        file = bound_unpacking(content, packed, path)
        start = file.read(_text.LOOK if encoding else len(codecs.BOM_UTF32_LE))
        chosen = _text.encoding_of(start, encoding)
        if not _text.has_byte_line_feed(chosen):
            # Ends of lines are not bytes here: all at once, as everywhere in diglot.
            limit = MAX_BYTES if packed is None else MAX_PACKED_LINE
            whole = start + file.read(limit)
            if file.read(1):
                raise _text.endless_line(path, limit)
            text = _text.decode_text(whole, path=path, encoding=encoding)
            if text:
                yield text.encode("utf-8"), "utf-8"
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
                if sum(map(len, held)) > (limit := MAX_PACKED_LINE if packed else _text.MAX_LINE):
                    raise _text.endless_line(path, limit)
        if rest := b"".join(held):
            yield rest, chosen


def count_lines(path: str | Path, *, encoding: str | None = None) -> int:
    """Return how many lines `stream_lines` gives; the same errors but for what is no text."""
    count, last = 0, b"\n"
    for data, _ in byte_blocks(path, encoding=encoding):
        count += data.count(b"\n")
        last = data[-1:]
    return count + (last != b"\n")


def words_of(line: str) -> list[str]:
    """Return what stands between spaces and tabs; any other white space is content."""
    if "  " in line or "\t" in line or line[:1] in {"", " "} or line[-1] == " ":
        return [word for word in BLANK.split(line) if word]
    return line.split(" ")


# Rows of tables in text files: delimiters, quoting, and cells that spreadsheets misread.
#
# Reference: RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files, 2005.

DELIMITERS = (",", ";", "\t", "|")
LOOK_AHEAD = 50  # lines
MAX_CELL = 10_000_000  # characters
# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
APOSTROPHE = "'"


_QUOTED_CELL = re.compile(r'(?:^|(?<=\t))"((?:[^"\t]|"")*)"(?=\t|\r?$)', re.MULTILINE)
_OPEN_CELL = re.compile(r'(?:^|\t)"', re.MULTILINE)


def look_ahead(stream: Iterator[str]) -> tuple[list[str], Iterator[str]]:
    """Return the first lines of a table, with their ends, and all of its lines.

    Where there is no line feed at all, lines end as on an old Macintosh.
    """
    ahead = list(itertools.islice(stream, LOOK_AHEAD))
    if len(ahead) == 1 and "\r" in (line := ahead[0].rstrip("\r\n")):
        ahead = [f"{each}\n" for each in line.split("\r")]
    return ahead, itertools.chain(ahead, stream)


def delimiter_of(lines: Sequence[str]) -> str:
    """Choose the delimiter that divides most lines into the same number of cells."""

    def evenness(delimiter: str) -> tuple[int, bool, int]:
        try:
            rows = [row for row in csv.reader(lines, delimiter=delimiter) if len(row) > 1]
        except csv.Error:
            return 0, False, 0
        widths = [len(row) for row in rows]
        # A comma of a sentence has a space behind it.
        is_close = not any(cell.startswith(" ") for row in rows for cell in row)
        counts = ((widths.count(width), is_close, width) for width in set(widths))
        return max(counts, default=(0, False, 0))

    return max(DELIMITERS, key=evenness)


def has_doubled_quotes(lines: Sequence[str]) -> bool:
    """Tell whether cells between tabs are quoted, as spreadsheets do where a quote stands inside.

    Quotes that are characters like any other open sentences that no quote closes, or are not
    doubled inside.
    """
    text = "".join(lines)
    doubled = any('""' in cell for cell in _QUOTED_CELL.findall(text))
    return doubled and not _OPEN_CELL.search(_QUOTED_CELL.sub("", text))


def check_delimiter(delimiter: str | None) -> None:
    """Refuse a delimiter that no table can have.

    Raises:
        ConfigError: it is more than one character, a quote or a line end.
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise ConfigError(
            f"the delimiter is {delimiter!r}; it can be any one character but a quote"
        )


def read_rows(
    lines: Iterable[str], delimiter: str, path: Path, *, quoted: bool
) -> Iterator[tuple[int, list[str]]]:
    """Give the number and the cells of every row, quoted or not.

    Raises:
        FormatError: a quote stands where none may.
    """
    if quoted:
        return read_quoted_rows(lines, delimiter, path)
    return read_plain_rows(lines, delimiter)


def read_quoted_rows(
    lines: Iterable[str], delimiter: str, path: Path
) -> Iterator[tuple[int, list[str]]]:
    """Give the number and the cells of every row, quotes taken as RFC 4180 has them.

    Raises:
        FormatError: a quote stands where none may.
    """
    csv.field_size_limit(MAX_CELL)
    reader = csv.reader(lines, delimiter=delimiter, strict=True)
    while True:
        line = reader.line_num + 1
        try:
            row = next(reader)
        except StopIteration:
            return
        except csv.Error as error:
            raise FormatError(
                f"breaks the quoting rules ({error})",
                path=path,
                place=line,
                cure='double the quotes inside cells, or read it with quoting="none"',
            ) from error
        yield line, row


def read_plain_rows(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Give the number and the cells of every row; quotes are characters like any other."""
    for number, line in enumerate(lines, 1):
        text = line[:-2] if line.endswith("\r\n") else line.removesuffix("\n")
        yield number, text.split(delimiter)


def quote_cell(cell: str, delimiter: str) -> str:
    """Quote a cell where it would be misread otherwise."""
    if cell.startswith('"') or any(each in cell for each in (delimiter, "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    if delimiter != "\t" and '"' in cell:
        return '"' + cell.replace('"', '""') + '"'
    return cell


def join_row(cells: Iterable[str], delimiter: str, *, neutralise: bool = False) -> str:
    """Return cells as a line, quoted where they would be misread; formulas harmless if asked."""
    if neutralise:
        cells = map(neutralise_formula, cells)
    cells = list(cells)
    row = delimiter.join(cells)
    if row.count(delimiter) >= len(cells) or '"' in row or "\n" in row or "\r" in row:
        row = delimiter.join(quote_cell(cell, delimiter) for cell in cells)
    return f"{row}\n"


def neutralise_formula(cell: str) -> str:
    """Put an apostrophe before a formula, and before what would look like such an apostrophe."""
    if cell.startswith(FORMULA) or _is_marked(cell):
        return APOSTROPHE + cell
    return cell


def restore_formula(cell: str) -> str:
    """Take the apostrophe of `neutralise_formula` off again."""
    return cell[1:] if _is_marked(cell) else cell


def _is_marked(cell: str) -> bool:
    return cell.startswith(APOSTROPHE) and cell[1:].startswith((*FORMULA, APOSTROPHE))
