"""Rows of lists and sheets in text tables and workbooks, whatever they hold."""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.files.binary import open_binary
from diglot.files.lines import (
    delimiter_of,
    join_row,
    look_ahead,
    read_plain_rows,
    read_quoted_rows,
    restore_formula,
    stream_lines,
)
from diglot.files.text import encoding_of_mark
from diglot.formats.workbooks import SheetLayout, Workbook, workbook_of_rows
from diglot.text.languages import language_by_heading, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from diglot.formats.blocks import Skips

MARK = "\ufeff"
NUMBER = re.compile(r"[-+]?\d+(?:[.,]\d+)?(?:[eE][-+]?\d+)?\s*%?")
BREAKS = re.compile(r"[\t\r\n]+")
CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
SEPARATORS = re.compile(r"[\s_./-]+")
SIDES = ("source", "target")
LONGEST_NAME = 6  # words of the name of a column
BRACKETED = re.compile(r"(?P<name>[^()\[\]]+?)\s*[(\[](?P<inside>[^()\[\]]*)[)\]]\s*")


@dataclass(frozen=True, slots=True)
class Rows:
    """The rows of a table, and whether a spreadsheet may have been told that cells are text."""

    rows: Iterator[tuple[str | int, list[str]]]
    is_guarded: bool


def clean_term(cell: str) -> str:
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
    ahead, lines = look_ahead(stream_lines(path, encoding=encoding, keep_ends=True))
    if extension != ".csv":
        return Rows(read_plain_rows(lines, "\t"), is_guarded=False)
    return Rows(read_quoted_rows(lines, delimiter_of(ahead), path), is_guarded=True)


def _sheet_rows(path: Path, skips: Skips) -> Iterator[tuple[str | int, list[str]]]:
    from diglot.files.zip import Archive

    with Archive(path) as archive:
        book = Workbook(archive, path, skips)
        for name, part in book.sheets():
            for number, cells in book.rows(part):
                yield f"sheet {name!r}, row {number}", cells


# What the names of columns say, in whatever tool and language.


@dataclass(frozen=True, slots=True)
class Heading:
    """What the name of a column says.

    Attributes:
        meaning: ``source``, ``score``, ...; empty where nobody knows the name.
        language: that the name tells, alone or beside the meaning, as in ``Target (de)``.
    """

    meaning: str = ""
    language: str | None = None


@cache
def _column_names() -> dict[str, str]:
    rows = read_table("column_names.tsv")
    return {name: meaning for meaning, names in rows for name in names.split("|")}


@lru_cache(1 << 12)
def normalise_heading(name: str) -> str:
    """Return the name of a column in lower case, its words divided by single spaces."""
    words = CAMEL.sub(" ", name.replace(MARK, "").strip().strip('"').strip())
    return SEPARATORS.sub(" ", words).strip().lower()


def read_heading(name: str, names: Mapping[str, str] | None = None) -> Heading:
    """Tell what the name of a column says.

    Args:
        name: the cell.
        names: what names mean in this kind of table that mean nothing, or something else, in
            others; as `normalise_heading` gives them.
    """
    if known := _meaning(name, names):
        return Heading(known)
    found = BRACKETED.fullmatch(name.strip())
    if found:
        for side, other in (found["name"], found["inside"]), (found["inside"], found["name"]):
            if known := _meaning(side, names):
                return Heading(known, language_by_heading(other))
    if language := language_by_heading(name):
        return Heading("", language)
    # "German_Status", "note en"
    words = [*filter(None, SEPARATORS.split(name.replace(":", " ").strip()))][:LONGEST_NAME]
    for cut in range(1, len(words)):
        for one, other in ((words[:cut], words[cut:]), (words[cut:], words[:cut])):
            meaning = _meaning(" ".join(one), names)
            language = language_by_heading(" ".join(other)) if meaning else None
            if language:
                return Heading(meaning, language)
    return Heading()


def _meaning(name: str, names: Mapping[str, str] | None) -> str:
    words = normalise_heading(name)
    return (names or {}).get(words) or _column_names().get(words, "")


def find_columns(headings: Sequence[Heading]) -> dict[str, int]:
    """Return the first column of every meaning.

    A term beside a target is the source, or else a language.
    """
    found: dict[str, int] = {}
    for index, heading in enumerate(headings):
        if heading.meaning:
            found.setdefault(heading.meaning, index)
    if "target" in found and "source" not in found:
        alone = [index for index, each in enumerate(headings) if each.language and not each.meaning]
        if "term" in found:
            found["source"] = found.pop("term")
        elif len(alone) == 1:
            found["source"] = alone[0]
    return found


def columns_of_languages(
    headings: Sequence[Heading], first: Sequence[str] = (), second: Sequence[str] = ()
) -> list[int]:
    """Return the columns that a language alone names; none if it names two of them, or just one.

    Args:
        headings: of the first row.
        first: its cells.
        second: the cells of the next row: what stands in both is no name.
    """
    found = [index for index, each in enumerate(headings) if each.language and not each.meaning]
    languages = {headings[index].language for index in found}
    repeated = [index for index in found if second[index : index + 1] == first[index : index + 1]]
    is_header = 1 < len(found) == len(languages) and not (second and repeated)
    return found if is_header else []


def is_over_numbers(first: Sequence[str], below: Sequence[Sequence[str]]) -> bool:
    """Tell names of columns in words that nobody knows: one stands over numbers, beside texts."""
    rows = [row for row in below if len(row) == len(first)]
    numeric = [
        all(NUMBER.fullmatch(cell.strip()) for cell in cells) for cells in zip(*rows, strict=True)
    ]
    words = [any(map(str.isalpha, cell)) for cell in first]
    is_named = any(word and number for word, number in zip(words, numeric, strict=False))
    return len(rows) > 1 and is_named and numeric.count(False) >= len(SIDES)


@dataclass(frozen=True, slots=True)
class Table:
    """A table whose columns are known.

    Attributes:
        columns: numbers of the columns, by meaning.
        first: cells of the first row.
        is_header: whether that row names the columns.
        rows: place and cells of the rows below the header.
    """

    columns: dict[str, int]
    first: Sequence[str]
    is_header: bool
    rows: Iterator[tuple[str | int, list[str]]]


def open_table(
    path: Path,
    names: Mapping[str, str],
    needed: Sequence[str],
    *,
    skips: Skips,
    columns: Sequence[str | int] | None = None,
    encoding: str | None = None,
) -> Table | None:
    """Open a table and find out from its first row which column holds what; None if it is empty.

    Args:
        path: the file.
        names: see `read_heading`.
        needed: the meanings that columns must have; without a header the first columns have them.
        skips: counts blank lines.
        columns: what the user says about them: names of a header, or numbers from 1.
        encoding: where it is not Unicode.

    Raises:
        ConfigError: there are no such columns.
        InputError: the file cannot be read.
    """
    found = open_rows(path, encoding=encoding, skips=skips)
    rows = filled_rows(found, skips)
    first = next(rows, None)
    if first is None:
        return None
    second = next(rows, None)
    rows = itertools.chain(() if second is None else (second,), rows)
    ahead = (first[1], second[1] if second else [])
    meanings, is_header = _meanings(ahead, names, needed, columns)
    if not is_header:
        rows = itertools.chain((first,), rows)
    elif found.is_guarded:
        rows = ((place, unguard_formulas(cells)) for place, cells in rows)
    return Table(meanings, first[1], is_header, rows)


def _meanings(
    ahead: tuple[Sequence[str], Sequence[str]],
    names: Mapping[str, str],
    needed: Sequence[str],
    columns: Sequence[str | int] | None,
) -> tuple[dict[str, int], bool]:
    """Return columns by meaning, and whether the first row is a header."""
    words = [clean_term(cell).lower() for cell in ahead[0]]
    headings = [read_heading(cell, names) for cell in ahead[0]]
    found = find_columns(headings)
    in_languages = columns_of_languages(headings, *ahead)
    if len(in_languages) == len(needed) and not {*needed} & {*found}:
        found |= dict(zip(needed, in_languages, strict=True))
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


def filled_rows(rows: Rows, skips: Skips) -> Iterator[tuple[str | int, list[str]]]:
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


def numbers_in(
    cells: Sequence[str],
    columns: Mapping[str, int],
    names: Iterable[str],
    path: Path,
    place: str | int,
) -> dict[str, float | None]:
    """Return the numbers of a row by their names; None where there is none.

    Raises:
        FormatError: a cell holds something else.
    """
    return {
        name: _number_in(cell_of(cells, columns[name]), name.replace("_", " "), path, place)
        if name in columns
        else None
        for name in names
    }


def _number_in(cell: str, what: str, path: Path, place: str | int) -> float | None:
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


def format_number(value: float | None) -> str:
    """Write a number such that it is read again as it was."""
    if value is None:
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def format_row(cells: Iterable[str], delimiter: str) -> str:
    """Return a row as a line, a comma-separated one safe for spreadsheets."""
    flat = [BREAKS.sub(" ", cell) for cell in cells]
    if delimiter == "\t":
        return "\t".join(flat) + "\n"
    return join_row(flat, delimiter, neutralise=True)


def write_table(path: Path, rows: Iterable[Sequence[str]], layout: SheetLayout) -> int:
    """Write rows under a header, and return their number: ``.xlsx``, ``.csv``, any other as TSV.

    Raises:
        InputError: the file cannot be written.
    """
    number = 0

    def counted() -> Iterator[Sequence[str]]:
        nonlocal number
        for number, row in enumerate(rows, 1):  # noqa: B007
            yield row

    extension = path.suffix.lower()
    if extension == ".xlsx":
        write_bytes(path, workbook_of_rows(layout, counted()))
        return number
    delimiter = "," if extension == ".csv" else "\t"
    # Spreadsheets take a CSV file for an 8-bit encoding unless it begins with a mark.
    with atomic_open(path, encoding="utf-8-sig" if delimiter == "," else "utf-8") as file:
        file.write(delimiter.join(layout.header) + "\n")
        file.writelines(format_row(row, delimiter) for row in counted())
    return number


def unguard_formulas(cells: Sequence[str]) -> list[str]:
    """Take off the apostrophes that `written` put before formulas."""
    return [restore_formula(cell) for cell in cells]


def _index(name: str, words: Sequence[str], *, named_too: bool) -> int:
    if named_too and name in words:
        return words.index(name)
    if name.isdecimal() and 0 < int(name) <= len(words):
        return int(name) - 1
    known = ", ".join(words) if named_too else f"1 to {len(words)}"
    raise ConfigError(f"no column {name!r}; available: {known}")
