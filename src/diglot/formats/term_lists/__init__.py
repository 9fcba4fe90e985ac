"""Lists of terms and of term pairs in tables and termbases.

The folders and judgement tables of the BUCC tasks, and files of word vectors. A file or folder
enters, or terms, pairs and vectors for writing. Terms, term pairs, proposals or vectors leave, or a
file.
"""

from __future__ import annotations

import itertools
import re
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.formats.blocks import Skips
from diglot.formats.term_rows import (
    cell_of,
    clean,
    filled,
    meanings_of,
    number_in,
    number_of,
    open_rows,
    unguarded,
    written,
    written_number,
)
from diglot.formats.units.columns import joined, parted
from diglot.model import Term, TermVariant

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

HEADER = ("term", "score", "frequency", "documents", "variants")
NUMBERS = HEADER[1:4]
# A variant in a table: "wind turbines (inflection, 12)".
VARIANT = re.compile(r"(?P<text>.+) \((?P<kind>[^(),]*), (?P<frequency>\d{1,12})\)", re.DOTALL)
BETWEEN_VARIANTS = "; "
NAMES = {
    **{name: name for name in HEADER},
    "pilot": "term",
    "lemma": "lemma",
    "probability": "score",
    "confidence": "score",
    "freq": "frequency",
    "count": "frequency",
    "document frequency": "documents",
    "label": "label",
    "language": "language",
    "part of speech": "part of speech",
}
TERMBASES = (".tbx", ".xml", ".rdf", ".ttl")
TABLES = {".tsv": "\t", ".csv": ","}


def read_term_list(
    path: str | Path,
    *,
    encoding: str | None = None,
    language: str | None = None,
    column: str | int | None = None,
    skips: Skips | None = None,
) -> tuple[Term, ...]:
    """Return the terms of a list in its order, each once.

    Args:
        path: text (one term a line), TSV, CSV, XLSX, or a termbase such as TBX.
        encoding: where it is not Unicode.
        language: of the terms; says which ones to take from a termbase.
        column: name or number (from 1) of the column of the terms.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, or a score is no number.
        ConfigError: there is no such column, or a termbase needs a language.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    is_termbase = path.suffix.lower() in TERMBASES
    found: dict[str, Term] = {}
    for term in (
        _of_termbase(path, language)
        if is_termbase
        else _of_rows(path, encoding, language, column, skips)
    ):
        if term.text in found:
            skips.add("duplicate term", term.text)
        found.setdefault(term.text, term)
    return tuple(found.values())


def write_term_list(path: str | Path, terms: Iterable[Term | str]) -> int:
    """Write terms in their order; return their number.

    Args:
        path: ``.tsv``, ``.csv`` and ``.xlsx`` files get a header and the columns of ``HEADER``;
            any other file holds one term a line and nothing else.
        terms: taken one by one.

    Raises:
        InputError: the file cannot be written.
    """
    path = Path(path)
    extension = path.suffix.lower()
    rows = _rows_of(terms)
    number = 0
    if extension == ".xlsx":
        from diglot.formats.units.sheet import sheet

        table = list(rows)
        write_bytes(path, sheet(HEADER, table, widths=(50, 12, 12, 12, 60), numbers=(1, 2, 3)))
        return len(table)
    delimiter = TABLES.get(extension)
    with atomic_open(path, encoding="utf-8-sig" if delimiter == "," else "utf-8") as file:
        if delimiter is not None:
            file.write(delimiter.join(HEADER) + "\n")
        for cells in rows:
            file.write(written(cells if delimiter else cells[:1], delimiter or "\t"))
            number += 1
    return number


def _of_rows(
    path: Path,
    encoding: str | None,
    language: str | None,
    column: str | int | None,
    skips: Skips,
) -> Iterator[Term]:
    table = open_rows(path, encoding=encoding, skips=skips)
    rows = filled(table, skips)
    first = next(rows, None)
    if first is None:
        return
    body: Iterator[tuple[str | int, list[str]]] = rows
    columns, is_header = meanings_of(
        first[1], NAMES, ("term",), None if column is None else (column,)
    )
    guarded = is_header and table.is_guarded
    if not is_header:
        body = itertools.chain((first,), rows)
        cell = first[1][1].strip() if len(first[1]) > 1 else ""
        if columns["term"] == 0 and number_of(cell) is not None:
            columns["score"] = 1
    known = {columns[name] for name in HEADER if name in columns}
    for place, row in body:
        cells = unguarded(row) if guarded else row
        for index, cell in enumerate(cells):
            if cell and index not in known:
                skips.add("further column", cell)
        text = clean(cell_of(cells, columns["term"]))
        if not text:
            skips.add("row without a term", "".join(cells))
            continue
        values = {
            name: number_in(cell_of(cells, columns[name]), name, path, place)
            for name in NUMBERS
            if name in columns
        }
        variants = cell_of(cells, columns["variants"]) if "variants" in columns else ""
        yield Term(
            text,
            language,
            frequency=_count(values.get("frequency"), "frequency", path, place),
            documents=_count(values.get("documents"), "documents", path, place),
            score=values.get("score"),
            variants=tuple(_variants(variants)),
        )


def _of_termbase(path: Path, language: str | None) -> Iterator[Term]:
    from diglot.formats.termbases import read_termbase

    if language is None:
        raise ConfigError(f"{path}: name the language of the terms to take from a termbase")
    for concept in read_termbase(path).concepts:
        for term in concept.terms:
            text = clean(term.text)
            if text and is_of(term.language, language):
                yield Term(text, language, frequency=term.frequency or 0, score=term.score)


def is_of(tag: str, language: str) -> bool:
    """Tell whether a language tag is ``language`` or one of its regions or scripts."""
    return f"{tag.lower()}-".startswith(f"{language.lower()}-")


def _count(value: float | None, name: str, path: Path, place: str | int) -> int:
    if value is not None and (value < 0 or not value.is_integer()):
        raise FormatError(
            f"the {name} {value:g} is no count", path=path, place=place, cure="write a whole number"
        )
    return int(value or 0)


def _rows_of(terms: Iterable[Term | str]) -> Iterator[list[str]]:
    for each in terms:
        term = Term(each) if isinstance(each, str) else each
        counts = (term.frequency, term.documents)
        variants = [f"{each.text} ({each.kind}, {each.frequency})" for each in term.variants]
        yield [
            term.text,
            written_number(term.score),
            *(str(count or "") for count in counts),
            joined(variants, BETWEEN_VARIANTS),
        ]


def _variants(cell: str) -> Iterator[TermVariant]:
    """Read variants; those of other programs have no kind and no frequency."""
    for part in parted(cell, BETWEEN_VARIANTS):
        found = VARIANT.fullmatch(part)
        text = clean(found["text"] if found else part)
        if text:
            kind, frequency = (found["kind"], int(found["frequency"])) if found else ("", 0)
            yield TermVariant(text, kind, frequency)
