r"""CSV, TSV and plain lists of terms: a pair, a term or a concept a row.

The columns are found by their names, or by what they look like where there is no header. A table
that diglot wrote gives the same termbase back, whatever order its rows are in: those with the same
id belong together.

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
from diglot.formats.termbases.columns import TermColumns, term_columns
from diglot.formats.termbases.concept_layouts import table_of
from diglot.formats.termbases.concept_rows import RowReader
from diglot.formats.termbases.termbase import Ids
from diglot.formats.units import UNKNOWN

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from diglot.formats.termbases.termbase import About
    from diglot.model import Concept, Skipped, Termbase

UNTOLD = "does not say the languages of its pairs"
LANGUAGES_CURE = "name the two languages, source first: --languages en,fr"


def read_concepts(
    path: Path,
    *,
    encoding: str | None = None,
    delimiter: str | None = None,
    header: bool | None = None,
    languages: Sequence[str] | None = None,
    about: About | None = None,  # noqa: ARG001 - a table says nothing of the whole
    skips: Skips | None = None,
) -> Iterator[Concept]:
    """Give the concepts of a table of terms.

    Args:
        path: the file.
        encoding: where it is not Unicode.
        delimiter: between cells; by default the one that divides the first lines evenly.
        header: whether the first row is one; by default seen from its names.
        languages: of source and target, where the table does not say; one for a list of terms.
        about: not used.
        skips: collects blank and duplicate rows, and what else is left out.

    Raises:
        InputError: the file cannot be read as a table, or does not tell its languages.
        ConfigError: an option has a value that it cannot have.
    """
    if delimiter is not None and (len(delimiter) != 1 or delimiter in '"\r\n'):
        raise ConfigError(
            f"the delimiter is {delimiter!r}; it can be any one character but a quote"
        )
    skips = skips if skips is not None else Skips()
    lines = stream_lines(path, encoding=encoding, keep_ends=True)
    ahead = list(itertools.islice(lines, LOOK_AHEAD))
    if not any(line.strip() for line in ahead):
        raise FormatError("is empty", path=path, cure="check that it is the right file")
    delimiter = delimiter or _delimiter(path, ahead)
    everything = itertools.chain(ahead, lines)
    quoted = delimiter != "\t" or _is_own(ahead[0])
    rows = quoted_rows(everything, delimiter, path) if quoted else plain_rows(everything, delimiter)
    cells = ([restored(cell) for cell in row] if delimiter != "\t" else row for _, row in rows)
    tables = ((cells, None),)
    yield from concepts_of(tables, path, languages=languages, header=header, skips=skips)


def concepts_of(
    tables: Iterable[tuple[Iterator[list[str]], str | None]],
    path: Path,
    *,
    languages: Sequence[str] | None,
    header: bool | None,
    skips: Skips,
) -> Iterator[Concept]:
    """Give the concepts of tables of cells, each with its place in the file.

    Raises:
        FormatError: a table does not tell the languages of its pairs.
        ConfigError: more than two languages.
    """
    ids = Ids(skips)
    reader: RowReader | None = None
    for rows, place in tables:
        first = list(itertools.islice(rows, LOOK_AHEAD))
        ahead = [row for row in first if any(map(str.strip, row))]
        if not ahead:
            skips.add("table without rows", place or "")
            continue
        columns = term_columns(ahead, languages=languages, header=header)
        if columns.layout == "pairs" and not _tells_languages(columns):
            raise FormatError(
                UNTOLD,
                path=path,
                place=place,
                cure=LANGUAGES_CURE,
            )
        if reader is None or not columns.is_own or columns != reader.columns:
            # A long table of ours goes on in the next sheet; other sheets number anew.
            if reader is not None:
                yield from reader.concepts()
            reader = RowReader(columns, ids, skips)
        if columns.is_header:
            first.remove(ahead[0])
        for row in itertools.chain(first, rows):
            reader.add(row)
    if reader is not None:
        yield from reader.concepts()


def write(
    path: Path,
    termbase: Termbase,
    *,
    delimiter: str | None = None,
    layout: str | None = None,
    languages: Sequence[str] | None = None,
    mark: bool = False,
    neutralise: bool | None = None,
) -> tuple[Skipped, ...]:
    """Write a termbase as a table; return what it could not carry.

    Args:
        path: the file.
        termbase: with rejected terms, which serve as a stop list.
        delimiter: between cells; a tab for TSV, a comma by default.
        layout: ``pairs``, ``terms`` or ``concepts`` a row; by default pairs for two languages,
            terms otherwise.
        languages: those of the source and the target of pairs; the columns of concepts.
        mark: begin with a byte-order mark, for spreadsheets that take a file for 8-bit text.
        neutralise: put an apostrophe before what a spreadsheet would take for a formula; by
            default not in TSV, which feeds programs.

    Raises:
        InputError: the file cannot be written.
        ConfigError: an option has a value that it cannot have.
    """
    delimiter = delimiter or ","
    safe = delimiter != "\t" if neutralise is None else neutralise
    if safe and delimiter == "\t":
        raise ConfigError("cells of a TSV file are not neutralised; write CSV or XLSX")
    skips = Skips()
    if termbase.title or termbase.signature:
        skips.add("title or signature", termbase.title)
    table = table_of(termbase, skips, layout=layout, languages=languages)
    with atomic_open(path, encoding="utf-8-sig" if mark else "utf-8") as file:
        file.write(delimiter.join(table.header) + "\n")
        for row in table.rows:
            cells = [row.get(name, "") for name in table.header]
            if safe:
                cells = [neutral(cell) for cell in cells]
            file.write(delimiter.join(quoted_cell(cell, delimiter) for cell in cells) + "\n")
    return skips.found()


DELIMITERS = (",", ";", "\t", "|")


def _delimiter(path: Path, ahead: Sequence[str]) -> str:
    """Choose the delimiter; a list of one term a line has none."""
    if path.suffix.lower() in {".tsv", ".tab"}:
        return "\t"
    if not any(each in line for line in ahead for each in DELIMITERS):
        return "\t"
    for each in DELIMITERS:
        if _is_own(ahead[0], each):
            return each  # its cells may hold whole lines without any, or with others
    if path.suffix.lower() not in {".csv"} and any("\t" in line for line in ahead):
        return "\t"
    if path.suffix.lower() == ".txt":
        return "\t"  # a comma in a plain list belongs to its term
    chosen = delimiter_of(ahead)
    lines = [line for line in ahead if line.strip()]
    # What stands in few lines belongs to their terms.
    return chosen if 2 * sum(chosen in line for line in lines) > len(lines) else "\t"


def _is_own(line: str, delimiter: str = "\t") -> bool:
    """Tell from its header whether diglot wrote a table: then its cells are quoted."""
    cells = line.rstrip("\r\n").lstrip("\ufeff").split(delimiter)
    return term_columns([cells]).is_own


def _tells_languages(columns: TermColumns) -> bool:
    if columns.languages != (UNKNOWN, UNKNOWN):
        return True
    return {"source language", "target language"} <= set(columns.meanings)
