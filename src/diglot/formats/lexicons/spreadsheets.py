"""CSV files and workbooks of translations whose first row names the columns.

Without such a row the first two columns are source and target, and a third one that holds numbers
is the confidence.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

from diglot.files.lines import LOOK_AHEAD, delimiter_of, read_quoted_rows, stream_lines
from diglot.formats import table_rows
from diglot.formats.blocks import Skips
from diglot.formats.lexicons.sources import Reading, count_losses
from diglot.formats.lexicons.tables import Layout, header_of, translations_of
from diglot.formats.units.tables import BETWEEN_REASONS, join_cells
from diglot.formats.workbooks import GENERAL, SheetLayout
from diglot.model.lexicon import Lexicon, Translation

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


def read_translations(reading: Reading) -> Iterator[Translation]:
    """Give the translations of a table one by one; see `lexicons.tables.read_translations`.

    Raises:
        FormatError: a bad row, or quotes that break the rules of CSV.
    """
    rows = table_rows.filled_rows(_rows(reading), reading.skips)
    first = next(rows, None)
    if first is None:
        return
    cells = first[1]
    ahead = [*itertools.islice(rows, 1)]
    rows = itertools.chain(ahead, rows)
    layout = header_of(cells, *(row for _, row in ahead), languages=reading.languages)
    guarded = layout is not None and reading.path.suffix.lower() != ".xlsx"
    if layout is None:
        has_score = len(cells) > 2 and table_rows.number_of(cells[2].strip()) is not None
        layout = Layout(score=2 if has_score else None)
        rows = itertools.chain((first,), rows)
    if guarded:
        rows = ((place, table_rows.unguard_formulas(row)) for place, row in rows)
    yield from translations_of(rows, layout, reading)


def write_lexicon(path: Path, lexicon: Lexicon, *, skips: Skips | None = None) -> int:
    """Write a lexicon as CSV or as a workbook with the columns of ``HEADER``; return its length."""
    count_losses(lexicon.translations, ("paths",), skips)
    return table_rows.write_table(path, map(_row, lexicon.translations), LAYOUT)


def _rows(reading: Reading) -> table_rows.Rows:
    path, encoding = reading.path, reading.encoding
    if path.suffix.lower() == ".xlsx":
        return table_rows.open_rows(path, encoding=encoding, skips=reading.skips)
    # The line feed is put back: it may stand inside a quoted cell.
    lines = (f"{line}\n" for line in stream_lines(path, encoding=encoding))
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    return table_rows.Rows(
        read_quoted_rows(itertools.chain(ahead, lines), delimiter_of(ahead), path), True
    )


def _row(each: Translation) -> list[str]:
    cells = {name: getattr(each, name) or "" for name in HEADER}
    cells["score"] = table_rows.format_number(each.score)
    cells["reasons"] = join_cells(each.reasons, BETWEEN_REASONS)
    return list(cells.values())
