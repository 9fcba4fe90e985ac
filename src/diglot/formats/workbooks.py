"""XLSX workbooks: sheets as rows of text, and rows as sheets.

When a workbook is read, values are taken, not formulas. Hidden sheets and columns are left out and
listed; a merged cell counts for every cell it covers.

Reference: ECMA-376, Office Open XML File Formats, Part 1, SpreadsheetML.
"""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from contextlib import suppress
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.lines import FORMULA
from diglot.files.xml import FORBIDDEN, iterparse, local_name, parse

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from lxml import etree

    from diglot.files.zip import Archive
    from diglot.formats.blocks import Skips

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


# Rows as a workbook: every cell is text, but for columns of numbers; the same rows, the same bytes.

GENERAL = "General"  # the format of numbers that are shown as they are
MAX_ROWS = 1_048_576  # of a sheet, the header among them
MAX_CELL = 32_767  # characters
# XLSX has no characters that XML forbids, and a bare carriage return is lost in it.
UNWRITABLE = re.compile(FORBIDDEN.pattern + "|\r|_(?=x[0-9A-Fa-f]{4}_)")
MARKED = "FFF3D6"  # light, so that dark text keeps its contrast
MOMENT = (1980, 1, 1, 0, 0, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class SheetLayout:
    """What the sheets of a workbook look like; columns are numbered from 0.

    Attributes:
        header: names of the columns, which stay in sight and filter.
        widths: of the columns, in characters.
        title: name of the first sheet; the others have it with a number.
        numbers: formats of the columns that hold numbers.
        choices: what people may choose from in some columns; other words may be typed.
        frozen: first cell that moves when a sheet is scrolled.
        wrapped: whether long texts take several lines.
        height: of rows whose cells hold line breaks, in points; None for as much as they need.
        mark: column whose cells, where they are not empty, colour their rows.
    """

    header: Sequence[str]
    widths: Sequence[int]
    title: str = "terms"
    numbers: Mapping[int, str] = field(default_factory=dict)
    choices: Mapping[int, Sequence[str]] = field(default_factory=dict)
    frozen: str = "A2"
    wrapped: bool = False
    height: int | None = None
    mark: int | None = None


def workbook_of_rows(
    layout: SheetLayout, rows: Iterable[Sequence[str]], skips: Skips | None = None
) -> bytes:
    """Return a workbook, with as many sheets as the rows need, at least one.

    Args:
        layout: what the sheets look like.
        rows: cells, as many a row as there are columns; taken one by one.
        skips: counts texts that are cut since no cell can hold them.
    """
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    try:
        _fill(book, layout, iter(rows), skips)
    except BaseException:
        # A sheet that is left open complains when it is collected.
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()
        raise
    buffer = io.BytesIO()
    book.save(buffer)
    return _strip_times(buffer.getvalue())


def _fill(
    book: Any, layout: SheetLayout, rows: Iterator[Sequence[str]], skips: Skips | None
) -> None:
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    letters = [get_column_letter(number) for number in range(1, len(layout.header) + 1)]
    cells = _Cells(layout, skips)
    row = next(rows, None)
    for number in itertools.count(1):
        sheet = book.create_sheet(layout.title if number == 1 else f"{layout.title} {number}")
        for letter, width in zip(letters, layout.widths, strict=True):
            sheet.column_dimensions[letter].width = width
        sheet.freeze_panes = layout.frozen
        header = [WriteOnlyCell(sheet, name) for name in layout.header]
        for cell in header:
            cell.font = Font(bold=True)
        sheet.append(header)
        last = 1
        while row is not None and last < MAX_ROWS:
            last += 1
            if layout.height is not None and any("\n" in text for text in row):
                sheet.row_dimensions[last].height = layout.height
            sheet.append(cells.row(sheet, row))
            row = next(rows, None)
        sheet.auto_filter.ref = f"A1:{letters[-1]}{last}"
        for column, words in layout.choices.items():
            place = f"{letters[column]}2:{letters[column]}{max(2, last)}"
            listed = f'"{",".join(words)}"'
            sheet.data_validations.append(
                DataValidation("list", formula1=listed, allow_blank=True, sqref=place)
            )
        if row is None:
            return


class _Cells:
    """Makes cells."""

    def __init__(self, layout: SheetLayout, skips: Skips | None) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, PatternFill

        self._make: Any = WriteOnlyCell
        self._layout = layout
        self._skips = skips
        self._wrapped = Alignment(wrap_text=True, vertical="top")
        self._fill = PatternFill("solid", fgColor=MARKED)

    def row(self, sheet: Any, texts: Sequence[str]) -> list[Any]:
        marked = self._layout.mark is not None and bool(texts[self._layout.mark])
        return [
            self._cell(sheet, text, self._layout.numbers.get(column), marked=marked)
            if text or marked
            else None
            for column, text in enumerate(texts)
        ]

    def _cell(self, sheet: Any, text: str, shape: str | None, *, marked: bool) -> Any:
        if text and shape is not None:
            cell = self._make(sheet, int(text) if text.isdecimal() else float(text))
            cell.number_format = shape
        else:
            cell = self._make(sheet, self._written(text))
            # Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet.
            cell.data_type = "s"
            if text.startswith(FORMULA):
                cell.quotePrefix = True
        if self._layout.wrapped:
            cell.alignment = self._wrapped
        if marked:
            cell.fill = self._fill
        return cell

    def _written(self, text: str) -> str:
        """Write characters that XML forbids as Excel does; cut what no cell can hold."""
        text = UNWRITABLE.sub(_coded, text)
        if len(text) > MAX_CELL and self._skips is not None:
            self._skips.add(f"end of a text longer than {MAX_CELL} characters", text)
        return text[:MAX_CELL]


def _coded(match: re.Match[str]) -> str:
    """Return a character that XML forbids as Excel writes it; nothing for half a surrogate pair."""
    code = ord(match[0])
    return "" if 0xD800 <= code <= 0xDFFF or not code else f"_x{code:04X}_"


def _strip_times(data: bytes) -> bytes:
    """Write the container again without the moment it was made."""
    buffer = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(data)) as old,
        zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as new,
    ):
        for info in old.infolist():
            content = old.read(info)
            if info.filename == "docProps/core.xml":
                content = re.sub(
                    rb"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z", b"1980-01-01T00:00:00Z", content
                )
            entry = zipfile.ZipInfo(info.filename, MOMENT)
            entry.compress_type = zipfile.ZIP_DEFLATED
            new.writestr(entry, content)
    return buffer.getvalue()
