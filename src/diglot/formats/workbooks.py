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
from dataclasses import dataclass, field
from posixpath import dirname, join, normpath
from typing import IO, TYPE_CHECKING, NamedTuple

from diglot.errors import FormatError, UnsafeFileError
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
# A text is stored once and may stand in every cell: characters that all cells show, and that times
# the bytes of the file.
MAX_SHOWN = 50_000_000
SHOWN_TIMES = 40
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
        self._left = max(MAX_SHOWN, SHOWN_TIMES * path.stat().st_size)

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

    def rows(self, part: str, *, repeat_merged: bool = True) -> Iterator[tuple[int, list[str]]]:
        """Give the number and the cells of every row of a sheet that has any; hidden columns out.

        Args:
            part: of the sheet.
            repeat_merged: give the text of a merged area for every cell that it covers.

        Raises:
            FormatError: a cell has no valid address or refers to no text.
            UnsafeFileError: the cells repeat few texts too often.
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
                is_shown = repeat_merged or head == (number, column)
                cells[column] = heads.get(head, "") if is_shown else ""
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
        parts = {local_name(child): child.text or "" for child in cell}
        value = parts.get("v", "")
        if not value and "f" in parts and kind != "str":  # no spreadsheet has worked it out
            self._skips.add("formula without a value", parts["f"])
        if kind == "s" and value:
            try:
                text = self._strings[int(value)]
            except (ValueError, IndexError):
                raise FormatError(
                    f"a cell refers to text {value!r:.20}, which does not exist",
                    path=self._path,
                    place=part,
                    cure="get a fresh copy",
                ) from None
            self._left -= len(text)
            if self._left < 0:
                raise UnsafeFileError(
                    "repeats its texts in so many cells that they fill the memory",
                    path=self._path,
                    place=part,
                    cure="divide it",
                )
            return text
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
        left = MAX_MERGED
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
                left -= max(0, last_row - head[0] + 1) * max(0, last_column - head[1] + 1)
                if left < 0:
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
MARKED = "FFFFF3D6"  # light, so that dark text keeps its contrast
MOMENT = (1980, 1, 1, 0, 0, 0)
BATCH = 1_000  # rows that are written at once
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
RELATIONS = "http://schemas.openxmlformats.org/package/2006/relationships"
OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
TYPES = "application/vnd.openxmlformats-officedocument.spreadsheetml"


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
    writer = _Writer(layout, skips)
    left = iter(rows)
    filled: list[tuple[str, int]] = []  # names of sheets, and their last rows
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        row = next(left, None)
        while row is not None or not filled:
            number = len(filled) + 1
            with archive.open(_entry(f"xl/worksheets/sheet{number}.xml"), "w") as file:
                taken = itertools.chain([] if row is None else [row], left)
                last = writer.write_sheet(file, itertools.islice(taken, MAX_ROWS - 1))
            filled.append((f"{layout.title} {number}" if filled else layout.title, last))
            row = next(left, None)
        for name, text in writer.other_parts(filled):
            archive.writestr(_entry(name), text)
    return buffer.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry of the container without the moment it was made."""
    entry = zipfile.ZipInfo(name, MOMENT)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


class _Style(NamedTuple):
    """How a cell looks; the first style of a workbook is that of cells without any."""

    number: str = GENERAL
    bold: bool = False
    wrapped: bool = False
    marked: bool = False
    quoted: bool = False


class _Writer:
    """Writes the parts of a workbook; styles are numbered as cells need them."""

    def __init__(self, layout: SheetLayout, skips: Skips | None) -> None:
        self._layout = layout
        self._skips = skips
        self._letters = [column_letters(number) for number in range(1, len(layout.header) + 1)]
        self._styles: dict[_Style, int] = {_Style(): 0}

    def write_sheet(self, file: IO[bytes], rows: Iterable[Sequence[str]]) -> int:
        """Write a sheet and return the number of its last row."""
        layout, last = self._layout, 1
        header = [self._text(name, _Style(bold=True)) for name in layout.header]
        file.write((self._head() + self._row(1, header)).encode())
        left = iter(rows)
        while batch := list(itertools.islice(left, BATCH)):
            first, last = last + 1, last + len(batch)
            file.write("".join(map(self._cells, range(first, last + 1), batch)).encode())
        area = f"A1:{self._letters[-1]}{last}"
        end = ["</sheetData>", f'<autoFilter ref="{area}"/>']
        if layout.choices:
            end.append(f'<dataValidations count="{len(layout.choices)}">')
            for column, words in layout.choices.items():
                place = f"{self._letters[column]}2:{self._letters[column]}{max(2, last)}"
                end.append(
                    f'<dataValidation type="list" allowBlank="1" sqref="{place}">'
                    f'<formula1>"{_escape(",".join(words))}"</formula1></dataValidation>'
                )
            end.append("</dataValidations>")
        file.write("".join([*end, "</worksheet>"]).encode())
        return last

    def _head(self) -> str:
        frozen = self._layout.frozen
        address = ADDRESS.fullmatch(frozen)
        columns, rows = (_column(address[1]), int(address[2]) - 1) if address else (0, 0)
        split = f'xSplit="{columns}" ' * bool(columns) + f'ySplit="{rows}" ' * bool(rows)
        pane = "bottomRight" if columns and rows else "topRight" if columns else "bottomLeft"
        widths = "".join(
            f'<col min="{number}" max="{number}" width="{width}" customWidth="1"/>'
            for number, width in zip(itertools.count(1), self._layout.widths, strict=False)
        )
        return (
            f'{XML}<worksheet xmlns="{MAIN}"><sheetViews><sheetView workbookViewId="0">'
            f'<pane {split}topLeftCell="{frozen}" activePane="{pane}" state="frozen"/>'
            f'<selection pane="{pane}"/></sheetView></sheetViews>'
            f'<sheetFormatPr defaultRowHeight="15"/><cols>{widths}</cols><sheetData>'
        )

    def _cells(self, number: int, texts: Sequence[str]) -> str:
        """Write the cells of a row."""
        layout = self._layout
        marked = layout.mark is not None and bool(texts[layout.mark])
        plain = _Style(wrapped=layout.wrapped, marked=marked)
        cells = [
            ""
            if not (text or marked)
            else self._number(text, plain._replace(number=layout.numbers[column]))
            if text and column in layout.numbers
            else self._text(text, plain)
            for column, text in enumerate(texts)
        ]
        return self._row(number, cells, high=any("\n" in text for text in texts))

    def _row(self, number: int, cells: Iterable[str], *, high: bool = False) -> str:
        height = self._layout.height
        tall = f' ht="{height}" customHeight="1"' if high and height is not None else ""
        written = "".join(
            f'<c r="{letters}{number}"{cell}</c>'
            for letters, cell in zip(self._letters, cells, strict=True)
            if cell
        )
        return f'<row r="{number}"{tall}>{written}</row>'

    def _number(self, text: str, style: _Style) -> str:
        value = int(text) if text.isdecimal() else float(text)
        return f' s="{self._style(style)}"><v>{value}</v>'

    def _text(self, text: str, style: _Style) -> str:
        """Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet."""
        if text.startswith(FORMULA):
            style = style._replace(quoted=True)
        text = self._written(text)
        space = ' xml:space="preserve"' if text != text.strip() else ""
        cell = f"<is><t{space}>{_escape(text)}</t></is>"
        return f' s="{self._style(style)}" t="inlineStr">{cell}'

    def _style(self, style: _Style) -> int:
        return self._styles.setdefault(style, len(self._styles))

    def _written(self, text: str) -> str:
        """Write characters that XML forbids as Excel does; cut what no cell can hold."""
        if not text.isprintable() or "_x" in text:
            text = UNWRITABLE.sub(_coded, text)
        if len(text) > MAX_CELL and self._skips is not None:
            self._skips.add(f"end of a text longer than {MAX_CELL} characters", text)
        return text[:MAX_CELL]

    def other_parts(self, sheets: Sequence[tuple[str, int]]) -> Iterator[tuple[str, str]]:
        """Give name and content of all parts but the sheets, whose names and sizes are given."""
        numbers = range(1, len(sheets) + 1)
        names, filters, kinds, parts = [], [], [], []
        spaces = f'xmlns="{MAIN}" xmlns:r="{OFFICE}"'
        for number, (name, last) in zip(numbers, sheets, strict=True):
            names.append(f'<sheet name="{_escape(name)}" sheetId="{number}" r:id="rId{number}"/>')
            area = f"'{_escape(name)}'!$A$1:${self._letters[-1]}${last}"
            local = f'localSheetId="{number - 1}" hidden="1"'
            filters.append(
                f'<definedName name="_xlnm._FilterDatabase" {local}>{area}</definedName>'
            )
            kinds.append((f"/xl/worksheets/sheet{number}.xml", "worksheet"))
            parts.append(("worksheet", f"worksheets/sheet{number}.xml"))
        yield (
            "xl/workbook.xml",
            (
                f"{XML}<workbook {spaces}><sheets>{''.join(names)}</sheets>"
                f"<definedNames>{''.join(filters)}</definedNames></workbook>"
            ),
        )
        yield "xl/_rels/workbook.xml.rels", _relations([*parts, ("styles", "styles.xml")])
        yield "xl/styles.xml", self._style_sheet()
        yield "_rels/.rels", _relations([("officeDocument", "xl/workbook.xml")])
        kinds += [("/xl/workbook.xml", "sheet.main"), ("/xl/styles.xml", "styles")]
        relations = "application/vnd.openxmlformats-package.relationships+xml"
        types = "".join(
            f'<Override PartName="{name}" ContentType="{TYPES}.{kind}+xml"/>'
            for name, kind in kinds
        )
        yield (
            CONTENT_TYPES,
            (
                f'{XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
                f'<Default Extension="rels" ContentType="{relations}"/>'
                f'<Default Extension="xml" ContentType="application/xml"/>{types}</Types>'
            ),
        )

    def _style_sheet(self) -> str:
        formats = {GENERAL: 0}
        for style in self._styles:
            formats.setdefault(style.number, 164 + len(formats))  # below are those of Excel itself
        declared = "".join(
            f'<numFmt numFmtId="{number}" formatCode="{_escape(code)}"/>'
            for code, number in formats.items()
            if number
        )
        declared = f'<numFmts count="{len(formats) - 1}">{declared}</numFmts>' if declared else ""
        looks = "".join(
            f'<xf numFmtId="{formats[style.number]}" fontId="{style.bold:d}"'
            f' fillId="{2 * style.marked}" borderId="0" xfId="0" quotePrefix="{style.quoted:d}"'
            ' applyNumberFormat="1" applyFont="1" applyFill="1" applyAlignment="1">'
            + '<alignment vertical="top" wrapText="1"/>' * style.wrapped
            + "</xf>"
            for style in self._styles
        )
        font = '<sz val="11"/><name val="Calibri"/><family val="2"/>'
        return (
            f'{XML}<styleSheet xmlns="{MAIN}">{declared}'
            f'<fonts count="2"><font>{font}</font><font><b/>{font}</font></fonts>'
            '<fills count="3"><fill><patternFill/></fill>'
            '<fill><patternFill patternType="gray125"/></fill>'
            f'<fill><patternFill patternType="solid"><fgColor rgb="{MARKED}"/></patternFill></fill>'
            '</fills><borders count="1"><border/></borders>'
            '<cellStyleXfs count="1"><xf/></cellStyleXfs>'
            f'<cellXfs count="{len(self._styles)}">{looks}</cellXfs>'
            '<cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles>'
            "</styleSheet>"
        )


XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'


def _relations(targets: Sequence[tuple[str, str]]) -> str:
    inside = "".join(
        f'<Relationship Id="rId{number}" Type="{OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in zip(itertools.count(1), targets, strict=False)
    )
    return f'{XML}<Relationships xmlns="{RELATIONS}">{inside}</Relationships>'


def _escape(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")
    )


def column_letters(number: int) -> str:
    """Return the letters of a column: A for 1, AA for 27."""
    letters = ""
    while number:
        number, place = divmod(number - 1, 26)
        letters = chr(ord("A") + place) + letters
    return letters


def _coded(match: re.Match[str]) -> str:
    """Return a character that XML forbids as Excel writes it; nothing for half a surrogate pair."""
    code = ord(match[0])
    return "" if 0xD800 <= code <= 0xDFFF or not code else f"_x{code:04X}_"
