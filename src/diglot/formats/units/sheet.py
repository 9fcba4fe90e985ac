"""A table as a workbook of one sheet: every cell is text, but for the columns of numbers."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

from diglot.files.rows import FORMULA
from diglot.formats.units.xlsx_write import MAX_CELL, UNWRITABLE, coded, without_times

if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Sequence


def sheet(
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
    return without_times(buffer.getvalue())


def _cell(page: Any, text: str, is_number: bool) -> Any:
    from openpyxl.cell import WriteOnlyCell

    if not text:
        return None
    if is_number:
        return WriteOnlyCell(page, float(text))
    cell = WriteOnlyCell(page, UNWRITABLE.sub(coded, text)[:MAX_CELL])
    # Text, never a formula; the prefix keeps it so when it is edited in a spreadsheet.
    cell.data_type = "s"
    if text.startswith(FORMULA):
        cell.quotePrefix = True
    return cell
