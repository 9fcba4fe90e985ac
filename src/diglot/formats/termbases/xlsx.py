"""XLSX: the sheet in which terminologists review a termbase."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from diglot.files.atomic import write_bytes
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.termbases.columns import SIDE
from diglot.formats.termbases.data_categories import About
from diglot.formats.termbases.tables import concepts_of, table_of
from diglot.formats.workbooks import SheetLayout, Workbook, workbook_of_rows
from diglot.model import Concept, Skipped, Termbase
from diglot.model.termbase import STATUSES


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
        header: whether the first row of a sheet is one; by default seen from its names.
        languages: of source and target, where the sheet does not say; one for a list of terms.

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
        termbase: rows beyond the limit of a sheet go to the next one.
        layout: ``pairs``, ``terms`` or ``concepts`` a row; by default pairs for two languages,
            terms otherwise.
        languages: those of the source and the target of pairs; the columns of concepts.

    Raises:
        ConfigError: an option has a value that it cannot have.
    """
    skips = Skips()
    if termbase.title or termbase.signature:
        skips.add("title or signature", termbase.title)
    table = table_of(termbase, skips, layout=layout, languages=languages)
    last_words = [name.rpartition(" ")[2] for name in table.header]
    look = SheetLayout(
        header=table.header,
        widths=[_width(name) for name in table.header],
        numbers={k: NUMBERS[word] for k, word in enumerate(last_words) if word in NUMBERS},
        choices={k: STATUSES for k, word in enumerate(last_words) if word == "status"},
        # What a row is about stays in sight: id and terms, or the id alone.
        frozen="B2" if table.layout == "concepts" else "D2",
        wrapped=True,
        height=HEIGHT,
    )
    rows = ([row.get(name, "") for name in table.header] for row in table.rows)
    write_bytes(path, workbook_of_rows(look, rows, skips))
    return skips.entries()


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
# Several contexts would make a row as high as the screen.
HEIGHT = 48  # points: three lines
NUMBERS = {"score": "0.00", "frequency": "0"}


def _width(name: str) -> int:
    words = name.removeprefix(SIDE)
    return WIDTHS.get(words) or WIDTHS.get(words.rpartition(" ")[2], WIDTH)
