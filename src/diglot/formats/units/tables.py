r"""TSV and CSV: tables with a unit a row.

Quoting is a matter of convention, so the rules are explicit: CSV follows RFC 4180; a TSV file that
diglot wrote follows the same rules; in any other TSV file quotes are just characters, as tools for
parallel corpora have it, unless ``quoting="csv"`` is asked for.

Reference: RFC 4180, Common Format and MIME Type for Comma-Separated Values (CSV) Files, 2005.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.rows import (
    LOOK_AHEAD,
    delimiter_of,
    neutral,
    plain_rows,
    quoted_cell,
    quoted_rows,
    restored,
)
from diglot.files.text import stream_lines
from diglot.formats.blocks import Skips
from diglot.formats.units.columns import HEADER, columns_of, fits, is_own, row_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from diglot.model import Skipped, Unit

QUOTING = ("csv", "none")


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    quoting: str | None = None,
    columns: Sequence[str | int] | None = None,
    languages: Sequence[str] | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the rows of a table as units.

    With a header, columns go by their names: ``source``, ``target``, ``score``, ``note``… or one
    column per language, named by its code; other columns become properties. Without one, the first
    two columns are source and target.

    Args:
        path: the file.
        encoding: where it is not Unicode.
        delimiter: between cells; by default the one that divides the first lines evenly.
        header: whether the first row is one; by default seen from its names.
        quoting: ``csv`` or ``none``; see the module.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read as a table.
        ConfigError: an option has a value that it cannot have.
    """
    _check(delimiter, quoting)
    skips = skips if skips is not None else Skips()
    lines = stream_lines(path, encoding=encoding, keep_ends=True)
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    if not ahead:
        raise FormatError("is empty", path=path, cure="check that it is the right file")
    delimiter = delimiter or delimiter_of(ahead)
    own = is_own(cell.strip('"') for cell in ahead[0].rstrip("\r\n").split(delimiter))
    quoted = quoting == "csv" if quoting else own or delimiter != "\t"
    everything = itertools.chain(ahead, lines)
    rows = quoted_rows(everything, delimiter, path) if quoted else plain_rows(everything, delimiter)
    number, first = next(rows)
    found = columns_of(first, languages=languages, header=header, columns=columns)
    if not found.is_header:
        rows = itertools.chain(((number, first),), rows)
    restore = found.is_own and delimiter != "\t"
    for number, cells in rows:
        if not any(cells) and len(cells) < 2:
            skips.add("blank line")
            continue
        if restore:
            cells = [restored(cell) for cell in cells]
        yield found.unit(cells, path, number, skips)


def write_units(
    path: Path,
    units: Iterable[Unit],
    *,
    delimiter: str | None = None,
    neutralise: bool | None = None,
) -> tuple[Skipped, ...]:
    """Write the first two languages of the units as a table; return what it could not carry.

    Args:
        path: the file.
        units: taken one by one.
        delimiter: between cells; a tab for TSV, a comma by default.
        neutralise: put an apostrophe before what a spreadsheet would take for a formula. By
            default not in TSV, which feeds programs: a dialogue is full of leading dashes.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an option has a value that it cannot have.
    """
    _check(delimiter, None)
    delimiter = delimiter or ","
    safe = delimiter != "\t" if neutralise is None else neutralise
    if safe and delimiter == "\t":
        raise ConfigError("cells of a TSV file are not neutralised; write CSV or XLSX")
    skips = Skips()
    # Spreadsheets take a CSV file for an 8-bit encoding unless it begins with a mark.
    with atomic_open(path, encoding="utf-8" if delimiter == "\t" else "utf-8-sig") as file:
        file.write(delimiter.join(HEADER) + "\n")
        for unit in units:
            if not fits(unit, skips):
                continue
            cells = row_of(unit)
            if safe:
                cells = [neutral(cell) for cell in cells]
            file.write(delimiter.join(quoted_cell(cell, delimiter) for cell in cells) + "\n")
    return skips.found()


def _check(delimiter: str | None, quoting: str | None) -> None:
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise ConfigError(
            f"the delimiter is {delimiter!r}; it can be any one character but a quote"
        )
    if quoting is not None and quoting not in QUOTING:
        raise ConfigError(f"quoting is {quoting!r}; it can be {' or '.join(QUOTING)}")
