"""Rows of lists and sheets: text tables and XLSX workbooks, whatever they hold."""

from __future__ import annotations

import itertools
import math
import re
import unicodedata
from dataclasses import dataclass
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.lines import (
    LOOK_AHEAD,
    delimiter_of,
    neutralise_formula,
    quote_cell,
    read_plain_rows,
    read_quoted_rows,
    restore_formula,
)
from diglot.files.text import encoding_of_mark, open_binary, stream_lines
from diglot.files.xml import iterparse, local_name, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from lxml import etree

    from diglot.files.zip import Archive
    from diglot.formats.blocks import Skips

MARK = "\ufeff"
BREAKS = re.compile(r"[\t\r\n]+")


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
    lines = stream_lines(path, encoding=encoding, keep_ends=True)
    if extension != ".csv":
        return Rows(read_plain_rows(lines, "\t"), is_guarded=False)
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    delimiter = delimiter_of(ahead)
    return Rows(read_quoted_rows(itertools.chain(ahead, lines), delimiter, path), is_guarded=True)


def _sheet_rows(path: Path, skips: Skips) -> Iterator[tuple[str | int, list[str]]]:
    from diglot.files.zip import Archive

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
    words = [clean_term(cell).lower() for cell in first]
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


def format_number(value: float | None) -> str:
    """Write a number such that it is read again as it was."""
    if value is None:
        return ""
    return str(int(value)) if float(value).is_integer() else repr(float(value))


def format_row(cells: Iterable[str], delimiter: str) -> str:
    """Return a row as a line, a comma-separated one safe for spreadsheets."""
    flat = [BREAKS.sub(" ", cell) for cell in cells]
    if delimiter != "\t":
        flat = [quote_cell(neutralise_formula(cell), delimiter) for cell in flat]
    return delimiter.join(flat) + "\n"


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


# Rows of an XLSX workbook, read by our own safe readers of zip and XML.
#
# Values are taken, not formulas. Hidden sheets and columns are left out and listed; a merged cell
# counts for every cell it covers.
#
# Reference: ECMA-376, Office Open XML File Formats, Part 1, SpreadsheetML.

RELATION = "{http://schemas.openxmlformats.org/officeDocument/2006/relationships}id"
STRICT_RELATION = "{http://purl.oclc.org/ooxml/officeDocument/relationships}id"
CONTENT_TYPES = "[Content_Types].xml"
MAX_COLUMNS = 16_384
MAX_MERGED = 100_000  # cells that merged areas may fill
ADDRESS = re.compile(r"([A-Z]{1,3})(\d{1,7})")
# How Excel writes characters that XML forbids, and such a sequence itself.
CODED = re.compile(r"_x([0-9A-Fa-f]{4})_")


class Workbook:
    """The sheets of an open container."""

    def __init__(self, archive: Archive, path: Path, skips: Skips) -> None:
        self._archive = archive
        self._path = path
        self._skips = skips
        main = self._main_part()
        self._relations = self._targets(main)
        self._book = self._parsed(main)
        self._strings = self._shared_strings(main)

    def sheets(self) -> Iterator[tuple[str, str]]:
        """Give name and part of the sheets that are not hidden."""
        for sheet in self._book.iter("{*}sheet"):
            name = sheet.get("name", "")
            if sheet.get("state", "visible") != "visible":
                self._skips.add("hidden sheet", name)
                continue
            relation = sheet.get(RELATION) or sheet.get(STRICT_RELATION) or ""
            part = self._relations.get(relation)
            if part is None or part not in self._archive:
                raise FormatError(
                    f"the sheet {name!r} is missing", path=self._path, cure="get a fresh copy"
                )
            if "worksheets/" not in part:
                self._skips.add("sheet without cells", name)
                continue
            yield name, part

    def rows(self, part: str) -> Iterator[tuple[int, list[str]]]:
        """Give the number and the cells of every row of a sheet that has any; hidden columns out.

        Raises:
            FormatError: a cell has no valid address or refers to no text.
        """
        data = self._archive.read(part)
        hidden, merged = self._layout(data, part)
        heads: dict[tuple[int, int], str] = {}
        number = 0
        for row in iterparse(self._path, ("{*}row",), data=data, part=part):
            told = row.get("r", "")
            number = int(told) if told.isdecimal() and len(told) < 8 else number + 1
            cells = self._cells(row, part)
            for column, head in merged.get(number, {}).items():
                cells.extend([""] * (column + 1 - len(cells)))
                if head == (number, column):
                    heads[head] = cells[column]
                cells[column] = heads.get(head, "")
            for column in hidden:
                if column < len(cells) and cells[column]:
                    self._skips.add("cell in a hidden column", cells[column])
                    cells[column] = ""
            yield number, cells

    def _cells(self, row: etree._Element, part: str) -> list[str]:
        cells: list[str] = []
        for cell in row:
            if local_name(cell) != "c":
                continue
            address = cell.get("r")
            index = len(cells)
            if address is not None:
                match = ADDRESS.fullmatch(address)
                index = _column(match[1]) if match else -1
                if not 0 <= index < MAX_COLUMNS:
                    raise FormatError(
                        f"the cell address {address!r} is not valid", path=self._path, place=part
                    )
            cells.extend([""] * (index + 1 - len(cells)))
            cells[index] = self._value(cell, part)
        return cells

    def _value(self, cell: etree._Element, part: str) -> str:
        """Return what a cell shows as text; numbers as they are stored."""
        kind = cell.get("t", "n")
        if kind == "inlineStr":
            return "".join(_text(child) for child in cell if local_name(child) == "is")
        value = next((child.text or "" for child in cell if local_name(child) == "v"), "")
        if kind == "s" and value:
            try:
                return self._strings[int(value)]
            except (ValueError, IndexError):
                raise FormatError(
                    f"a cell refers to text {value!r:.20}, which does not exist",
                    path=self._path,
                    place=part,
                    cure="get a fresh copy",
                ) from None
        if kind == "b":
            return "TRUE" if value == "1" else "FALSE"
        if kind == "e":
            self._skips.add("cell with an error", value)
            return ""
        return _decoded(value)

    def _layout(
        self, data: bytes, part: str
    ) -> tuple[list[int], dict[int, dict[int, tuple[int, int]]]]:
        """Return hidden columns, and by row and column the first cell of a merged area."""
        hidden: list[int] = []
        merged: dict[int, dict[int, tuple[int, int]]] = {}
        room = MAX_MERGED
        # Rows are asked for only to be forgotten.
        tags = ("{*}col", "{*}mergeCell", "{*}row")
        for element in iterparse(self._path, tags, data=data, part=part):
            name = local_name(element)
            if name == "col" and element.get("hidden") in {"1", "true"}:
                first, last = element.get("min", ""), element.get("max", "")
                if first.isdecimal() and last.isdecimal() and len(first + last) < 12:
                    hidden += range(int(first) - 1, min(int(last), MAX_COLUMNS))
            elif name == "mergeCell":
                ends = [ADDRESS.fullmatch(end) for end in element.get("ref", "").split(":")]
                if len(ends) != 2 or ends[0] is None or ends[1] is None:
                    continue
                head = (int(ends[0][2]), _column(ends[0][1]))
                last_row, last_column = int(ends[1][2]), _column(ends[1][1])
                room -= max(0, last_row - head[0] + 1) * max(0, last_column - head[1] + 1)
                if room < 0:
                    self._skips.add("merged area too large to fill", element.get("ref", ""))
                    break
                for row in range(head[0], last_row + 1):
                    for column in range(head[1], last_column + 1):
                        merged.setdefault(row, {})[column] = head
        return sorted({column for column in hidden if column >= 0}), merged

    def _main_part(self) -> str:
        """Find the workbook by its content type; its usual name otherwise."""
        types = self._parsed(CONTENT_TYPES)
        for override in types.iter("{*}Override"):
            if override.get("ContentType", "").endswith("sheet.main+xml"):
                return override.get("PartName", "").lstrip("/")
        return "xl/workbook.xml"

    def _targets(self, part: str) -> dict[str, str]:
        """Return the relations of a part: identifier to part."""
        name = join(dirname(part), "_rels", part.rpartition("/")[2] + ".rels")
        if name not in self._archive:
            return {}
        found = {}
        for relation in self._parsed(name).iter("{*}Relationship"):
            target = relation.get("Target", "")
            if relation.get("TargetMode") != "External":
                path = target.lstrip("/") if target.startswith("/") else join(dirname(part), target)
                found[relation.get("Id", "")] = normpath(path)
        return found

    def _shared_strings(self, main: str) -> list[str]:
        part = join(dirname(main), "sharedStrings.xml")
        part = next((p for p in self._relations.values() if p.endswith("sharedStrings.xml")), part)
        if part not in self._archive:
            return []
        data = self._archive.read(part)
        return [_text(item) for item in iterparse(self._path, ("{*}si",), data=data, part=part)]

    def _parsed(self, part: str) -> etree._Element:
        return parse(self._archive.read(part), path=self._path, part=part)


def _text(item: etree._Element) -> str:
    """Join the runs of a rich text; phonetic readings (rPh) stand beside it, not in it."""
    parts = []
    for child in item:
        if local_name(child) == "t":
            parts.append(child.text or "")
        elif local_name(child) == "r":
            parts += [each.text or "" for each in child if local_name(each) == "t"]
    return _decoded("".join(parts))


def _decoded(text: str) -> str:
    if "_x" not in text:
        return text
    return CODED.sub(_character, text)


def _character(match: re.Match[str]) -> str:
    code = int(match[1], 16)
    return match[0] if 0xD800 <= code <= 0xDFFF or not code else chr(code)


def _column(letters: str) -> int:
    """Zero-based index of a column: 0 for A, 26 for AA."""
    index = 0
    for letter in letters:
        index = index * 26 + ord(letter) - ord("A") + 1
    return index - 1
