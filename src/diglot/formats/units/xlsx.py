"""XLSX workbooks of translation units, and workbooks of one sheet of text."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from diglot.files.atomic import write_bytes
from diglot.files.lines import FORMULA
from diglot.files.xml import FORBIDDEN
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import Workbook
from diglot.formats.units.tables import check_fit, columns_of, is_own, row_of

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Iterator, Sequence
    from pathlib import Path

    from diglot.model import Skipped, Unit


def read_units(
    path: Path,
    *,
    encoding: str | None = None,  # noqa: ARG001 - a workbook says its own
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the rows of all visible sheets as units; columns go by names as in `tables`.

    Args:
        path: the file.
        encoding: not used.
        header: whether the first row of a sheet is one; by default seen from its names.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no workbook.
        ConfigError: an option has a value that it cannot have.
    """
    skips = skips if skips is not None else Skips()
    with Archive(path) as archive:
        book = Workbook(archive, path, skips)
        for name, part in book.sheets():
            rows = book.rows(part)
            first = next(rows, None)
            if first is None:
                skips.add("empty sheet", name)
                continue
            if len(first[1]) < 2:
                skips.add("sheet without two columns", name)
                continue
            found = columns_of(first[1], languages=languages, header=header, columns=columns)
            own = is_own(first[1], HEADER)
            found = replace(found, is_own=own)
            look = found.meanings.index("reasons") if own else -1
            for number, cells in rows if found.is_header else itertools.chain((first,), rows):
                if not any(cells):
                    continue
                # Trailing empty cells are not stored.
                filled = cells + [""] * (len(found.meanings) - len(cells))
                if own:
                    filled[look] = _reasons(filled[look])
                yield found.unit(filled, path, f"sheet {name!r}, row {number}", skips)


def write_units(path: Path, units: Iterable[Unit], *, doubtful: float = 0.6) -> tuple[Skipped, ...]:
    """Write the first two languages of the units as a sheet for review.

    The header stays in sight and filters; doubtful rows are coloured and carry the word.

    Args:
        path: the file.
        units: rows beyond the limit of a sheet go to the next one.
        doubtful: units with a lower probability, or with reasons, are marked.

    Raises:
        InputError: the file cannot be written.
    """
    skips = Skips()
    write_bytes(path, workbook_of_units(units, skips, doubtful=doubtful))
    return skips.entries()


def _reasons(cell: str) -> str:
    """Take the mark off what a reviewer was told to look at."""
    return cell.removeprefix(DOUBTFUL).removeprefix(": ")


# Units as a workbook for reviewers.

HEADER = (
    "source", "target", "probability", "look", "type", "comment", "document", "id", "kind",
    "paragraphs", "segments", "method",
)  # fmt: skip
# Where the cells of `row_of` go in this order.
ORDER = (0, 1, 2, 4, 3, 7, 5, 6, 8, 9, 10, 11)
LETTERS = "ABCDEFGHIJKL"
# The last columns are narrow: they are there for reading the file again.
WIDTHS = (60, 60, 11, 28, 7, 30, 16, 10, 9, 9, 9, 9)
PROBABILITY = 2
FORMULA_STARTS = ("=", "+", "-", "@")
LOOK = 3
MAX_ROWS = 1_048_576  # of a sheet, the header among them
MAX_CELL = 32_767
DOUBTFUL = "doubtful"
FILL = "FFF3D6"  # light, so that dark text keeps its contrast
# XLSX has no characters that XML forbids, and a bare carriage return is lost in it.
UNWRITABLE = re.compile(FORBIDDEN.pattern + "|\r|_(?=x[0-9A-Fa-f]{4}_)")
MOMENT = (1980, 1, 1, 0, 0, 0)


def workbook_of_units(units: Iterable[Unit], skips: Skips, *, doubtful: float) -> bytes:
    """Return the workbook's bytes, the same for the same units.

    Args:
        units: taken one by one.
        skips: collects what is left out.
        doubtful: units with a lower probability, or with reasons, are marked.
    """
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    try:
        _fill(book, (unit for unit in units if check_fit(unit, skips)), _Style(skips), doubtful)
    except BaseException:
        # A sheet that is left open complains when it is collected.
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()
        raise
    buffer = io.BytesIO()
    book.save(buffer)
    return strip_times(buffer.getvalue())


def _fill(book: Any, units: Iterator[Unit], style: _Style, doubtful: float) -> None:
    """Append the units to as many sheets as they need, at least one."""
    unit = next(units, None)
    for number in itertools.count(1):
        sheet = book.create_sheet("bitext" if number == 1 else f"bitext {number}")
        for letter, width in zip(LETTERS, WIDTHS, strict=True):
            sheet.column_dimensions[letter].width = width
        sheet.freeze_panes = "A2"
        sheet.append(style.header(sheet))
        count = 1
        while unit is not None and count < MAX_ROWS:
            marked = bool(unit.reasons) or (unit.score is not None and unit.score < doubtful)
            sheet.append(style.row(sheet, unit, marked=marked))
            count += 1
            unit = next(units, None)
        sheet.auto_filter.ref = f"A1:{LETTERS[-1]}{count}"
        if unit is None:
            return


class _Style:
    """Makes cells."""

    def __init__(self, skips: Skips) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, Font, PatternFill

        self._make: Any = WriteOnlyCell
        self._skips = skips
        self._wrapped = Alignment(wrap_text=True, vertical="top")
        self._fill = PatternFill("solid", fgColor=FILL)
        self._bold = Font(bold=True)

    def header(self, sheet: Any) -> list[Any]:
        cells = [self._make(sheet, name) for name in HEADER]
        for cell in cells:
            cell.font = self._bold
        return cells

    def row(self, sheet: Any, unit: Unit, *, marked: bool) -> list[Any]:
        row = row_of(unit)
        texts = [row[place] for place in ORDER]
        if marked:
            texts[LOOK] = f"{DOUBTFUL}: {texts[LOOK]}" if texts[LOOK] else DOUBTFUL
        cells: list[Any] = []
        for index, text in enumerate(texts):
            if not text and not marked:
                cells.append(None)
                continue
            cell = self._make(sheet, _written(text, self._skips))
            # Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet.
            cell.data_type = "s"
            if text.startswith(FORMULA_STARTS):
                cell.quotePrefix = True
            if index == PROBABILITY and unit.score is not None:
                cell = self._make(sheet, float(unit.score))
                cell.number_format = "0.00"
            cell.alignment = self._wrapped
            if marked:
                cell.fill = self._fill
            cells.append(cell)
        return cells


def _written(text: str, skips: Skips) -> str:
    """Write characters that XML forbids as Excel does; cut what is longer than a cell can be."""
    text = UNWRITABLE.sub(escape_character, text)
    if len(text) > MAX_CELL:
        skips.add(f"end of a text longer than {MAX_CELL} characters", text)
        text = text[:MAX_CELL]
    return text


def escape_character(match: re.Match[str]) -> str:
    """Return a character that XML forbids as Excel writes it; nothing for half a surrogate pair."""
    code = ord(match[0])
    return "" if 0xD800 <= code <= 0xDFFF or not code else f"_x{code:04X}_"


def strip_times(data: bytes) -> bytes:
    """Write the container again without the moment it was made: same units, same bytes."""
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


# A table as a workbook of one sheet: every cell is text, but for the columns of numbers.


def workbook_of_rows(
    header: Sequence[str],
    rows: Iterable[Sequence[str]],
    *,
    widths: Sequence[int],
    numbers: Container[int] = (),
    choices: Sequence[str] = (),
    chosen: int = 0,
    title: str = "terms",
) -> bytes:
    """Return the workbook's bytes, the same for the same rows.

    Args:
        header: names of the columns; they stay in sight and filter.
        rows: cells, as many a row as there are columns.
        widths: of the columns, in characters.
        numbers: columns whose cells are numbers.
        choices: what people may choose from in the column ``chosen``.
        chosen: number of that column.
        title: name of the sheet.
    """
    import openpyxl
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Font
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    book = openpyxl.Workbook(write_only=True)
    page: Any = book.create_sheet(title)
    letters = [get_column_letter(number) for number in range(1, len(header) + 1)]
    for letter, width in zip(letters, widths, strict=True):
        page.column_dimensions[letter].width = width
    page.freeze_panes = "A2"
    names = [WriteOnlyCell(page, name) for name in header]
    for name in names:
        name.font = Font(bold=True)
    page.append(names)
    count = 1
    for row in rows:
        page.append([_cell(page, text, index in numbers) for index, text in enumerate(row)])
        count += 1
    page.auto_filter.ref = f"A1:{letters[-1]}{count}"
    if choices:
        told = DataValidation("list", formula1=f'"{",".join(choices)}"', allow_blank=True)
        told.add(f"{letters[chosen]}2:{letters[chosen]}{max(count, 2)}")
        page.data_validations.append(told)
    buffer = io.BytesIO()
    book.save(buffer)
    return strip_times(buffer.getvalue())


def _cell(page: Any, text: str, is_number: bool) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if not text:
        return None
    if is_number:
        return WriteOnlyCell(page, float(text))
    cell = WriteOnlyCell(page, UNWRITABLE.sub(escape_character, text)[:MAX_CELL])
    # Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet.
    cell.data_type = "s"
    if text.startswith(FORMULA):
        cell.quotePrefix = True
    return cell
