"""CSV files and workbooks of translations whose first row names the columns.

Without such a row the first two columns are source and target, and a third one that holds numbers
is the confidence.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

from diglot.files.lines import LOOK_AHEAD, delimiter_of, read_quoted_rows
from diglot.files.lines import lines as packed_lines
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Faults, count_losses, languages_of, origin_beside
from diglot.formats.lexicons.tables import Layout, header_of, translations_of
from diglot.formats.table_rows import (
    Rows,
    filled_rows,
    format_number,
    number_of,
    open_rows,
    unguard_formulas,
    write_table,
)
from diglot.formats.units.tables import BETWEEN_REASONS, join_cells
from diglot.formats.workbooks import GENERAL, SheetLayout

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from diglot.model.lexicon import Lexicon, Origin, Translation

HEADER = (
    "source", "target", "source_language", "target_language", "source_pos", "target_pos", "score",
    "direction", "sense", "reasons",
)  # fmt: skip
LAYOUT = SheetLayout(
    header=HEADER,
    widths=(30, 30, 10, 10, 12, 12, 10, 10, 30, 40),
    title="lexicon",
    numbers={HEADER.index("score"): GENERAL},
)


def read_translations(
    path: Path,
    *,
    languages: tuple[str, str] | None = None,
    encoding: str | None = None,
    skips: Skips | None = None,
    skip_bad: bool = False,
) -> Iterator[Translation]:
    """Give the translations of a table one by one; see `lexicon_tables.read_translations`.

    Raises:
        FormatError: a bad row, or quotes that break the rules of CSV.
        InputError: it cannot be read.
    """
    skips = skips if skips is not None else Skips()
    rows = filled_rows(_rows(path, encoding, skips), skips)
    first = next(rows, None)
    if first is None:
        return
    cells = first[1]
    languages = languages or languages_of(path)
    layout = header_of(cells, languages=languages)
    guarded = layout is not None and path.suffix.lower() != ".xlsx"
    if layout is None:
        has_score = len(cells) > 2 and number_of(cells[2].strip()) is not None
        layout = Layout(score=2 if has_score else None)
        rows = itertools.chain((first,), rows)
    faults = Faults(path, skips, skip_bad=skip_bad)
    yield from translations_of(
        ((place, unguard_formulas(row) if guarded else row) for place, row in rows),
        layout,
        languages,
        faults,
    )


def read_origin(path: Path) -> Origin:
    """Return the name of a table, and what its folder says about its origin.

    Raises:
        InputError: ``meta.json`` beside it cannot be read.
    """
    return origin_beside(path)


def write_lexicon(path: Path, lexicon: Lexicon, *, skips: Skips | None = None) -> int:
    """Write a lexicon as CSV or as a workbook with the columns of ``HEADER``; return its length.

    Raises:
        InputError: the file cannot be written.
    """
    count_losses(lexicon.translations, ("paths",), skips)
    return write_table(path, map(_row, lexicon.translations), LAYOUT)


def _rows(path: Path, encoding: str | None, skips: Skips) -> Rows:
    if path.suffix.lower() == ".xlsx":
        return open_rows(path, encoding=encoding, skips=skips)
    # The line feed is put back: it may stand inside a quoted cell.
    lines = (f"{line}\n" for line in packed_lines(path, encoding=encoding))
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    return Rows(read_quoted_rows(itertools.chain(ahead, lines), delimiter_of(ahead), path), True)


def _row(each: Translation) -> list[str]:
    cells = {name: getattr(each, name) or "" for name in HEADER}
    cells["score"] = format_number(each.score)
    cells["reasons"] = join_cells(each.reasons, BETWEEN_REASONS)
    return list(cells.values())
