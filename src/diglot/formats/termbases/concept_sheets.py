"""XLSX: the sheet in which terminologists review a termbase."""

from __future__ import annotations

from typing import TYPE_CHECKING

from diglot.files.atomic import write_bytes
from diglot.files.zip import Archive
from diglot.formats.blocks import Skips
from diglot.formats.termbases.concept_layouts import table_of
from diglot.formats.termbases.concept_tables import concepts_of
from diglot.formats.termbases.concept_workbook import workbook
from diglot.formats.xlsx_read import Workbook

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from diglot.formats.termbases.termbase import About
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
    write_bytes(path, workbook(table, skips))
    return skips.found()
