"""XLSX workbooks of translation units."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from diglot.files.atomic import write_bytes
from diglot.files.lines import LOOK_AHEAD
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.units.tables import check_fit, columns_of, is_own, row_of, titles_above
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
            own = is_own(first, HEADER)
            found = replace(found, is_own=own)
            look = found.meanings.index("reasons") if own else -1
            for number, cells in itertools.chain(ahead[found.is_header :], rows):
                if not any(cells):
                    continue
                # Trailing empty cells are not stored.
                filled = cells + [""] * (len(found.meanings) - len(cells))
                if own:
                    filled[look] = filled[look].removeprefix(DOUBTFUL).removeprefix(": ")
                yield found.unit(filled, path, f"sheet {name!r}, row {number}", skips)


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
