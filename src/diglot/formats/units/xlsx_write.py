"""Units as a workbook for reviewers."""

from __future__ import annotations

import io
import itertools
import re
import zipfile
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from diglot.files.xml import FORBIDDEN
from diglot.formats.units.columns import fits, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from diglot.formats.blocks import Skips
    from diglot.model import Unit

HEADER = (
    "source",
    "target",
    "probability",
    "look",
    "type",
    "comment",
    "document",
    "id",
    "kind",
    "paragraphs",
    "segments",
    "method",
)
# Where the cells of `row_of` go in this order.
ORDER = (0, 1, 2, 4, 3, 7, 5, 6, 8, 9, 10, 11)
LETTERS = "ABCDEFGHIJKL"
# The last columns are narrow: they are there for reading the file again.
WIDTHS = (60, 60, 11, 28, 7, 30, 16, 10, 9, 9, 9, 9)
PROBABILITY = 2
FORMULA = ("=", "+", "-", "@")
LOOK = 3
MAX_ROWS = 1_048_576  # of a sheet, the header among them
MAX_CELL = 32_767
DOUBTFUL = "doubtful"
FILL = "FFF3D6"  # light, so that dark text keeps its contrast
# XLSX has no characters that XML forbids, and a bare carriage return is lost in it.
UNWRITABLE = re.compile(FORBIDDEN.pattern + "|\r|_(?=x[0-9A-Fa-f]{4}_)")
MOMENT = (1980, 1, 1, 0, 0, 0)


def workbook(units: Iterable[Unit], skips: Skips, *, doubtful: float) -> bytes:
    """Return the workbook's bytes, the same for the same units.

    Args:
        units: taken one by one.
        skips: collects what is left out.
        doubtful: units with a lower probability, or with reasons, are marked.
    """
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    try:
        _fill(book, (unit for unit in units if fits(unit, skips)), _Style(skips), doubtful)
    except BaseException:
        # A sheet that is left open complains when it is collected.
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()
        raise
    buffer = io.BytesIO()
    book.save(buffer)
    return without_times(buffer.getvalue())


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
            if text.startswith(FORMULA):
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
    text = UNWRITABLE.sub(coded, text)
    if len(text) > MAX_CELL:
        skips.add(f"end of a text longer than {MAX_CELL} characters", text)
        text = text[:MAX_CELL]
    return text


def coded(match: re.Match[str]) -> str:
    """Return a character that XML forbids as Excel writes it; nothing for half a surrogate pair."""
    code = ord(match[0])
    return "" if 0xD800 <= code <= 0xDFFF or not code else f"_x{code:04X}_"


def without_times(data: bytes) -> bytes:
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
