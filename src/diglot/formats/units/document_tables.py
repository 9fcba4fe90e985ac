"""Tables in documents with a text and its translation side by side.

Trados, memoQ and Phrase export such files for review, and people make them themselves. Texts in two
columns of HTML are mostly bilingual laws, contracts and treaties.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from diglot.errors import FormatError
from diglot.files.binary import read_bytes
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.registry import DOCUMENT, find_format
from diglot.formats.units.tables import (
    LEAST_ROWS,
    Columns,
    columns_of,
    in_two_languages,
    titles_above,
)
from diglot.model import Document, Unit

Cells = dict[str, dict[int, dict[int, list[str]]]]
"""Paragraphs of cells by table, row and column; tables within tables are tables, too."""
LEAST = 0.5
"""Share of a document's characters that its tables hold where they are what it is about, and of
these characters that tables in two languages do."""
_CELL = re.compile(r"(.*\btable \d+) row (\d+) cell (\d+)")
# What a file holds where there is a table at all, in which parts if it is a container.
_MARKS = {
    "docx": (r"word/document\.xml", rb":tbl>"),
    "odt": (r"content\.xml", rb"<table:table-row"),
    "epub": (r".*\.x?html?", rb"<(?i:td|th)\b"),
    "pptx": (r"ppt/slides/[^/]*\.xml", rb":tc>"),
    "rtf": ("", rb"\\row"),
    "html": ("", rb"<(?i:td|th)\b"),
    "markdown": ("", rb"\||<(?i:td|th)\b"),
    "asciidoc": ("", rb"(?m)^[|,:]===|^!==="),
    "latex": ("", rb"(?<!\\)&"),
    "rst": ("", rb"[+=]--|==|-table::"),
    "docbook": ("", rb"<(?:\w+:)?(?:tgroup|tr|simpletable|strow)\b"),
}


def is_bilingual(path: Path) -> bool:
    """Tell whether a document consists of tables with two languages side by side.

    A file that is not what its extension says is left to the reader of documents to refuse.
    """
    record = find_format(path, DOCUMENT, look=True)
    try:
        if not _has_tables(path, *_MARKS[record.name]):
            return False
        document: Document = record.call("read", path)
    except FormatError:
        return False
    inside = telling = told = 0
    for table in _tables(_cells_of(document)):
        rows = [row for cells in table for row in _by_paragraphs(cells)]
        size = sum(len(text) for row in rows for text in row)
        inside += size
        telling += size * (len(rows) >= LEAST_ROWS)
        told += size * in_two_languages(rows)
    return inside > LEAST * len(document.text) and told > LEAST * telling


def _has_tables(path: Path, parts: str, mark: bytes) -> bool:
    pattern = re.compile(mark)
    if parts:
        with Archive(path) as archive:
            names = [name for name in archive.names() if re.fullmatch(parts, name)]
            return any(pattern.search(archive.read(name)) for name in names)
    return pattern.search(read_bytes(path)) is not None


def read_units(
    path: Path,
    *,
    encoding: str | None = None,
    header: bool | None = None,
    columns: Sequence[str | int] | None = None,
    languages: Sequence[str] | None = None,
    tracked: str | None = None,
    skips: Skips | None = None,
) -> Iterator[Unit]:
    """Give the rows of all tables of a document as units; columns go by names as in `tables`.

    A table without a header has the columns of the one before, if it is as wide. Text outside
    tables is listed.

    Args:
        header: whether the first row of a table is one; by default seen from its names.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target.
        tracked: which state of tracked changes is read, of the formats that have them.

    Raises:
        InputError: the file cannot be read as a document.
        ConfigError: an option has a value that it cannot have.
    """
    skips = skips if skips is not None else Skips()
    document: Document = find_format(path, DOCUMENT, look=True).call(
        "read", path, encoding=encoding, tracked=tracked
    )
    for left in document.skipped:
        skips.add(left.kind, left.example, left.count)
    for block in document.blocks:
        if not _CELL.fullmatch(block.anchor or ""):
            skips.add("paragraph outside a table", document.text[block.start : block.end])
    before: Columns | None = None
    for number, table in enumerate(_tables(_cells_of(document)), 1):
        rows = [row for cells in table for row in _parted(cells, skips)]
        above = 0
        if header is None:
            above = titles_above(rows, lambda row: columns_of(row).is_header, skips)
        rows = rows[above:]
        if max(map(len, rows)) < 2:
            skips.add("table without two columns", "".join(rows[0]))
            continue
        found = columns_of(
            rows[0], languages=languages, header=header, columns=columns, ahead=rows[1:]
        )
        if not found.is_header and before and len(before.meanings) == len(rows[0]):
            found = before
        elif found.is_header:
            rows, before = rows[1:], found
        for cells in rows:
            filled = cells + [""] * (len(found.meanings) - len(cells))
            yield found.unit(filled, path, f"table {number}", skips)


def _cells_of(document: Document) -> Cells:
    """Return the paragraphs of cells."""
    cells: Cells = {}
    for block in document.blocks:
        if found := _CELL.fullmatch(block.anchor or ""):
            row = cells.setdefault(found[1], {}).setdefault(int(found[2]), {})
            text = document.text[block.start : block.end].strip()
            row.setdefault(int(found[3]), []).append(text)
    return cells


def _tables(cells: Cells) -> Iterator[list[list[list[str]]]]:
    """Give the rows of each table, as wide as its widest one: the paragraphs of their cells."""
    for rows in cells.values():
        width = max(map(max, rows.values()))
        yield [[row.get(column, []) for column in range(1, width + 1)] for row in rows.values()]


def _parted(cells: Sequence[Sequence[str]], skips: Skips) -> list[list[str]]:
    """Return a row as one for each paragraph, where its cells have as many; else as it is."""
    counts = [len(cell) for cell in cells if len(cell) > 1]
    if len(counts) > 1 and len(set(counts)) == 1:
        return _by_paragraphs(cells)
    if len(counts) > 1:
        skips.add(
            "row whose cells have other numbers of paragraphs, joined",
            " ".join(map(" ".join, cells)),
        )
    return [[" ".join(cell) for cell in cells]]


def _by_paragraphs(cells: Sequence[Sequence[str]]) -> list[list[str]]:
    return [[*texts] for texts in itertools.zip_longest(*cells, fillvalue="")]
