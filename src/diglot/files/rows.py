"""Rows of tables in text files: delimiters, quoting, and cells that spreadsheets misread.

Reference: RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files, 2005.
"""

from __future__ import annotations

import csv
from typing import TYPE_CHECKING

from diglot.errors import FormatError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

DELIMITERS = (",", ";", "\t", "|")
LOOK_AHEAD = 50  # lines
MAX_CELL = 10_000_000  # characters
# A spreadsheet takes a cell that begins so for a formula.
FORMULA = ("=", "+", "-", "@", "\t", "\r")
APOSTROPHE = "'"


def delimiter_of(lines: Sequence[str]) -> str:
    """Choose the delimiter that divides most lines into the same number of cells."""

    def evenness(delimiter: str) -> tuple[int, int]:
        try:
            rows = csv.reader(lines, delimiter=delimiter)
            widths = [len(row) for row in rows if len(row) > 1]
        except csv.Error:
            return 0, 0
        return max(((widths.count(width), width) for width in set(widths)), default=(0, 0))

    return max(DELIMITERS, key=evenness)


def quoted_rows(
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


def plain_rows(lines: Iterable[str], delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Give the number and the cells of every row; quotes are characters like any other."""
    for number, line in enumerate(lines, 1):
        text = line[:-2] if line.endswith("\r\n") else line.removesuffix("\n")
        yield number, text.split(delimiter)


def quoted_cell(cell: str, delimiter: str) -> str:
    """Quote a cell where it would be misread otherwise."""
    if cell.startswith('"') or any(each in cell for each in (delimiter, "\n", "\r")):
        return '"' + cell.replace('"', '""') + '"'
    if delimiter != "\t" and '"' in cell:
        return '"' + cell.replace('"', '""') + '"'
    return cell


def neutral(cell: str) -> str:
    """Put an apostrophe before a formula, and before what would look like such an apostrophe."""
    if cell.startswith(FORMULA) or _is_marked(cell):
        return APOSTROPHE + cell
    return cell


def restored(cell: str) -> str:
    """Take the apostrophe of `neutral` off again."""
    return cell[1:] if _is_marked(cell) else cell


def _is_marked(cell: str) -> bool:
    return cell.startswith(APOSTROPHE) and cell[1:].startswith((*FORMULA, APOSTROPHE))
