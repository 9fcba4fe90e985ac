"""XLSX: the sheet in which terminologists review a termbase."""

from __future__ import annotations

import io
import itertools
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from diglot.files.atomic import write_bytes
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.table_rows import Workbook
from diglot.formats.termbases.columns import SIDE
from diglot.formats.termbases.tables import concepts_of, table_of
from diglot.formats.units.xlsx import (
    FORMULA_STARTS,
    MAX_CELL,
    MAX_ROWS,
    UNWRITABLE,
    escape_character,
    strip_times,
)
from diglot.model.termbase import STATUSES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.formats.termbases.data_categories import About
    from diglot.formats.termbases.tables import Row, Table
    from diglot.model import Concept, Skipped, Termbase


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,  # noqa: ARG001 - a workbook says its own
    header: bool | None = None,
    languages: Sequence[str] | None = None,
    about: About | None = None,  # noqa: ARG001 - a sheet says nothing of the whole
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of all visible sheets; columns go by names as in tables.

    Args:
        path: the file.
        encoding: not used.
        header: whether the first row of a sheet is one; by default seen from its names.
        languages: of source and target, where the sheet does not say; one for a list of terms.
        about: not used.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, is unsafe or is no workbook.
        ConfigError: more than two languages.
    """
    skips = skips if skips is not None else Skips()
    with Archive(path) as archive:
        book = Workbook(archive, path, skips)
        tables = (
            ((cells for _, cells in book.rows(part)), f"sheet {name!r}")
            for name, part in book.sheets()
        )
        yield from concepts_of(tables, path, languages=languages, header=header, skips=skips)


def write(
    path: Path,
    termbase: Termbase,
    *,
    layout: str | None = None,
    languages: Sequence[str] | None = None,
) -> tuple[Skipped, ...]:
    """Write a termbase as a sheet for review; return what it could not carry.

    Statuses are chosen from a list, the header stays in sight and filters, and the ids bring what
    was changed back to its concept.

    Args:
        path: the file.
        termbase: rows beyond the limit of a sheet go to the next one.
        layout: ``pairs``, ``terms`` or ``concepts`` a row; by default pairs for two languages,
            terms otherwise.
        languages: those of the source and the target of pairs; the columns of concepts.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an option has a value that it cannot have.
    """
    skips = Skips()
    if termbase.title or termbase.signature:
        skips.add("title or signature", termbase.title)
    table = table_of(termbase, skips, layout=layout, languages=languages)
    write_bytes(path, workbook_of_concepts(table, skips))
    return skips.entries()


# Tables of terms as a workbook: text is text, numbers are numbers, statuses are chosen.

# Widths of columns in characters, by the last words of their names.
WIDTHS = {
    "id": 10,
    "about": 8,
    "language": 9,
    "status": 16,
    "score": 9,
    "frequency": 10,
    "part of speech": 12,
    "type": 14,
    "context": 60,
    "translation": 60,
    "note": 30,
    "properties": 14,
    "subject": 16,
}
WIDTH = 34
HEIGHT = 48  # points: three lines
BREAK = "\n"
NUMBERS = {"score": "0.00", "frequency": "0"}


def workbook_of_concepts(table: Table, skips: Skips) -> bytes:
    """Return the workbook's bytes, the same for the same table.

    Args:
        table: the rows.
        skips: collects what is cut.
    """
    import openpyxl

    book = openpyxl.Workbook(write_only=True)
    try:
        _fill(book, table, _Cells(skips))
    except BaseException:
        # A sheet that is left open complains when it is collected.
        for sheet in book.worksheets:
            with suppress(Exception):
                sheet.close()
        raise
    buffer = io.BytesIO()
    book.save(buffer)
    return strip_times(buffer.getvalue())


def _fill(book: Any, table: Table, cells: _Cells) -> None:
    """Append the rows to as many sheets as they need, at least one."""
    from openpyxl.utils import get_column_letter

    letters = [get_column_letter(number) for number in range(1, len(table.header) + 1)]
    rows = iter(table.rows)
    for number in itertools.count(1):
        some = list(itertools.islice(rows, MAX_ROWS - 1))
        if number > 1 and not some:
            return
        sheet = book.create_sheet("terms" if number == 1 else f"terms {number}")
        for letter, name in zip(letters, table.header, strict=True):
            sheet.column_dimensions[letter].width = _width(name)
        # What a row is about stays in sight: id and terms, or the id alone.
        sheet.freeze_panes = "B2" if table.layout == "concepts" else "D2"
        sheet.append(cells.header(sheet, table.header))
        for number_of_row, row in enumerate(some, 2):
            if any(BREAK in row.get(name, "") for name in table.header):
                # Several contexts would make a row as high as the screen.
                sheet.row_dimensions[number_of_row].height = HEIGHT
            sheet.append(cells.row(sheet, row, table.header))
        last = len(some) + 1
        sheet.auto_filter.ref = f"A1:{letters[-1]}{last}"
        for letter, name in zip(letters, table.header, strict=True):
            if name.removeprefix(SIDE) == "status":
                sheet.data_validations.append(_choice(f"{letter}2:{letter}{max(2, last)}"))


def _choice(cells: str) -> Any:
    """Return the list that statuses are chosen from; other words may be typed."""
    from openpyxl.worksheet.datavalidation import DataValidation

    chosen = ",".join(STATUSES)
    return DataValidation("list", formula1=f'"{chosen}"', allow_blank=True, sqref=cells)


def _width(name: str) -> int:
    words = name.removeprefix(SIDE)
    return WIDTHS.get(words) or WIDTHS.get(words.rpartition(" ")[2], WIDTH)


class _Cells:
    """Makes cells."""

    def __init__(self, skips: Skips) -> None:
        from openpyxl.cell import WriteOnlyCell
        from openpyxl.styles import Alignment, Font

        self._make: Any = WriteOnlyCell
        self._skips = skips
        self._wrapped = Alignment(wrap_text=True, vertical="top")
        self._bold = Font(bold=True)

    def header(self, sheet: Any, names: Sequence[str]) -> list[Any]:
        cells = [self._make(sheet, name) for name in names]
        for cell in cells:
            cell.font = self._bold
        return cells

    def row(self, sheet: Any, row: Row, names: Sequence[str]) -> list[Any]:
        return [self._cell(sheet, name, row.get(name, "")) for name in names]

    def _cell(self, sheet: Any, name: str, text: str) -> Any:
        if not text:
            return None
        shape = NUMBERS.get(name.rpartition(" ")[2])
        if shape is not None:
            cell = self._make(sheet, float(text) if "." in text or "e" in text else int(text))
            cell.number_format = shape
        else:
            cell = self._make(sheet, self._written(text))
            # Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet.
            cell.data_type = "s"
            if text.startswith(FORMULA_STARTS):
                cell.quotePrefix = True
        cell.alignment = self._wrapped
        return cell

    def _written(self, text: str) -> str:
        """Write characters that XML forbids as Excel does; cut what no cell can hold."""
        text = UNWRITABLE.sub(escape_character, text)
        if len(text) > MAX_CELL:
            self._skips.add(f"end of a text longer than {MAX_CELL} characters", text)
            text = text[:MAX_CELL]
        return text
