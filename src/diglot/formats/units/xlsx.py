"""XLSX workbooks of translation units."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from diglot.files.atomic import write_bytes
from diglot.files.lines import LOOK_AHEAD
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.units import SIDES
from diglot.formats.units.tables import Columns, check_fit, columns_of, is_own, row_of, titles_above
from diglot.formats.workbooks import SheetLayout, Workbook, workbook_of_rows
from diglot.model import Skipped, Unit
from diglot.model.links import is_doubtful


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
        header: whether the first row of a sheet is one; by default seen from its names.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target.

    Raises:
        InputError: the file cannot be read, is unsafe or is no workbook.
        ConfigError: an option has a value that it cannot have.
    """
    skips = skips if skips is not None else Skips()
    with Archive(path) as archive:
        book = Workbook(archive, path, skips)
        begun: list[_Sheet] = []
        for name, part in book.sheets():
            rows = book.rows(part)
            ahead = list(itertools.islice(rows, LOOK_AHEAD))
            titles = 0
            if header is None:
                titles = titles_above(
                    [cells for _, cells in ahead], lambda row: columns_of(row).is_header, skips
                )
            ahead = ahead[titles:]
            if not ahead:
                skips.add("empty sheet", name)
                continue
            first, *more = (cells for _, cells in ahead)
            if len(first) < 2:
                skips.add("sheet without two columns", name)
                continue
            found = columns_of(
                first, languages=languages, header=header, columns=columns, ahead=more
            )
            begun.append(_Sheet(name, replace(found, is_own=is_own(first, HEADER)), ahead, rows))
        named = any(sheet.columns.is_header for sheet in begun)
        for sheet in begun:
            if named and header is None and not sheet.columns.is_header and sheet.is_sparse():
                told = next((cell for cell in sheet.ahead[0][1] if cell.strip()), "")
                skips.add("sheet without a header", f"{sheet.name}, {told}")
                continue
            yield from sheet.units(path, skips)


@dataclass(frozen=True, slots=True)
class _Sheet:
    """A sheet of which the first rows have been read, behind its titles."""

    name: str
    columns: Columns
    ahead: list[tuple[int, list[str]]]
    rows: Iterator[tuple[int, list[str]]]

    def is_sparse(self) -> bool:
        """Tell whether most rows hold no two texts, as in notes beside the table."""
        sides = [self.columns.meanings.index(side) for side in SIDES]
        pairs = [
            [cells[side].strip() for side in sides if side < len(cells)] for _, cells in self.ahead
        ]
        return 2 * sum(len({*filter(None, pair)}) == len(SIDES) for pair in pairs) < len(pairs)

    def units(self, path: Path, skips: Skips) -> Iterator[Unit]:
        """Give the rows as units."""
        look = self.columns.meanings.index("reasons") if self.columns.is_own else -1
        for number, cells in itertools.chain(self.ahead[self.columns.is_header :], self.rows):
            if not any(cells):
                continue
            # Trailing empty cells are not stored.
            filled = cells + [""] * (len(self.columns.meanings) - len(cells))
            if self.columns.is_own:
                filled[look] = filled[look].removeprefix(DOUBTFUL).removeprefix(": ")
            yield self.columns.unit(filled, path, f"sheet {self.name!r}, row {number}", skips)


def write_units(path: Path, units: Iterable[Unit]) -> tuple[Skipped, ...]:
    """Write the first two languages of the units as a sheet for review.

    The header stays in sight and filters; doubtful rows are coloured and carry the word.

    Args:
        units: rows beyond the limit of a sheet go to the next one.
    """
    skips = Skips()
    rows = (_row(unit) for unit in units if check_fit(unit, skips))
    write_bytes(path, workbook_of_rows(LAYOUT, rows, skips))
    return skips.entries()


def _row(unit: Unit) -> list[str]:
    row = row_of(unit)
    cells = [row[place] for place in ORDER]
    if is_doubtful(unit):
        cells[LOOK] = f"{DOUBTFUL}: {cells[LOOK]}" if cells[LOOK] else DOUBTFUL
    return cells


# Units as sheets for reviewers.

HEADER = (
    "source", "target", "probability", "look", "type", "comment", "document", "id", "kind",
    "paragraphs", "segments", "method",
)  # fmt: skip
# Where the cells of `row_of` go in this order.
ORDER = (0, 1, 2, 4, 3, 7, 5, 6, 8, 9, 10, 11)
PROBABILITY, LOOK = 2, 3
DOUBTFUL = "doubtful"
LAYOUT = SheetLayout(
    header=HEADER,
    # The last columns are narrow: they are there for reading the file again.
    widths=(60, 60, 11, 28, 7, 30, 16, 10, 9, 9, 9, 9),
    title="bitext",
    numbers={PROBABILITY: "0.00"},
    wrapped=True,
    mark=LOOK,
)
