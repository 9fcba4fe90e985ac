"""Rows of lists of terms and of term pairs, whatever kind of table they come in."""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.rows import (
    LOOK_AHEAD,
    delimiter_of,
    neutral,
    plain_rows,
    quoted_cell,
    quoted_rows,
    restored,
)
from diglot.files.text import encoding_of_mark, open_binary, stream_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.formats.blocks import Skips

MARK = "\ufeff"
BREAKS = re.compile(r"[\t\r\n]+")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table, and whether a spreadsheet may have been told that cells are text."""

    rows: Iterator[tuple[str | int, list[str]]]
    is_guarded: bool


def clean(cell: str) -> str:
    """Return a term as it is compared: composed (NFC), without white space at its ends."""
    return unicodedata.normalize("NFC", cell.replace(MARK, "")).strip()


def open_rows(path: Path, *, encoding: str | None, skips: Skips) -> Rows:
    """Give the rows of a list: of an XLSX or CSV file by their rules, else tabs and nothing quoted.

    Raises:
        InputError: the file cannot be read.
    """
    extension = path.suffix.lower()
    if extension == ".xlsx":
        return Rows(_sheet_rows(path, skips), is_guarded=False)
    with open_binary(path) as file:
        if encoding_of_mark(file.read(4)) is not None:
            skips.add("byte-order mark")
    lines = stream_lines(path, encoding=encoding, keep_ends=True)
    if extension != ".csv":
        return Rows(plain_rows(lines, "\t"), is_guarded=False)
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    delimiter = delimiter_of(ahead)
    return Rows(quoted_rows(itertools.chain(ahead, lines), delimiter, path), is_guarded=True)


def _sheet_rows(path: Path, skips: Skips) -> Iterator[tuple[str | int, list[str]]]:
    from diglot.files.zip import Archive
    from diglot.formats.xlsx_read import Workbook

    with Archive(path) as archive:
        book = Workbook(archive, path, skips)
        for name, part in book.sheets():
            for number, cells in book.rows(part):
                yield f"sheet {name!r}, row {number}", cells


def meanings_of(
    first: Sequence[str],
    names: Mapping[str, str],
    needed: Sequence[str],
    columns: Sequence[str | int] | None,
) -> tuple[dict[str, int], bool]:
    """Find out from the first row which column holds what.

    Args:
        first: cells of the first row.
        names: what headers say, in lower case, to what it means.
        needed: the meanings that columns must have; without a header the first columns have them.
        columns: what the user says about them: names of a header, or numbers from 1.

    Returns:
        Columns by meaning, and whether the first row is a header.

    Raises:
        ConfigError: there are no such columns.
    """
    words = [clean(cell).lower() for cell in first]
    found: dict[str, int] = {}
    for index, word in enumerate(words):
        if word in names:
            found.setdefault(names[word], index)
    # A list may hold the word "term": one cell that could be a name makes no header.
    is_header = len(words) > 1 and set(needed) <= set(found) and len(found) > 1
    if columns is not None:
        if len(columns) != len(needed):
            raise ConfigError(f"name {len(needed)} column(s): {', '.join(needed)}")
        named = [str(column).strip().lower() for column in columns]
        is_header = is_header or all(not name.isdecimal() and name in words for name in named)
        found = found if is_header else {}
        for meaning, name in zip(needed, named, strict=True):
            found[meaning] = _index(name, words, named_too=is_header)
    elif not is_header:
        found = {meaning: index for index, meaning in enumerate(needed)}
    return found, is_header


def filled(rows: Rows, skips: Skips) -> Iterator[tuple[str | int, list[str]]]:
    """Give the rows that hold something, with their places; count the others."""
    for place, cells in rows.rows:
        if any(cell.strip(f"{MARK} \t") for cell in cells):
            yield place, cells
        else:
            skips.add("blank line")


def cell_of(cells: Sequence[str], index: int) -> str:
    """Return a cell; cells at the end of a row may be missing."""
    return cells[index] if index < len(cells) else ""


def number_of(cell: str) -> float | None:
    """Return the finite number that a cell holds, or None."""
    try:
        value = float(cell)
    except ValueError:
        return None
    return value if math.isfinite(value) and "_" not in cell else None


def number_in(cell: str, what: str, path: Path, place: str | int) -> float | None:
    """Return the number of a cell, None if it is empty.

    Raises:
        FormatError: it holds something else.
    """
    if not cell.strip():
        return None
    value = number_of(cell.strip())
    if value is None:
        raise FormatError(
            f"the {what} {cell.strip()[:30]!r} is not a number",
            path=path,
            place=place,
            cure="write it with a decimal point, or leave the column out",
        )
    return value


def written_number(value: float | None) -> str:
    """Write a number such that it is read again as it was."""
    if value is None:
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def written(cells: Iterable[str], delimiter: str) -> str:
    """Return a row as a line, a comma-separated one safe for spreadsheets."""
    flat = [BREAKS.sub(" ", cell) for cell in cells]
    if delimiter != "\t":
        flat = [quoted_cell(neutral(cell), delimiter) for cell in flat]
    return delimiter.join(flat) + "\n"


def unguarded(cells: Sequence[str]) -> list[str]:
    """Take off the apostrophes that `written` put before formulas."""
    return [restored(cell) for cell in cells]


def _index(name: str, words: Sequence[str], *, named_too: bool) -> int:
    if named_too and name in words:
        return words.index(name)
    if name.isdecimal() and 0 < int(name) <= len(words):
        return int(name) - 1
    known = ", ".join(words) if named_too else f"1 to {len(words)}"
    raise ConfigError(f"there is no column {name!r}; there are {known}")
