"""Lists of terms and of pairs of terms, files of the BUCC tasks, and files of word vectors.

A file or folder enters for reading, or terms, pairs or vectors for writing. Terms, pairs, proposals
or vectors leave, or a file.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open
from diglot.formats.blocks import Skips
from diglot.formats.registry import TERM_LIST, TERMBASE, extensions_of
from diglot.formats.table_rows import (
    cell_of,
    clean_term,
    format_number,
    format_row,
    number_of,
    numbers_in,
    open_table,
    write_table,
)
from diglot.formats.termbases import TABLES, read_termbase
from diglot.formats.units.tables import join_cells, split_cell
from diglot.formats.workbooks import GENERAL, SheetLayout
from diglot.model import Term, TermPair, TermVariant
from diglot.text.languages import is_of

HEADER = ("term", "score", "frequency", "documents", "variants")
NUMBERS = HEADER[1:4]
# A variant in a table: "wind turbines (inflection, 12)".
VARIANT = re.compile(r"(?P<text>.+) \((?P<kind>[^(),]*), (?P<frequency>\d{1,12})\)", re.DOTALL)
BETWEEN_VARIANTS = "; "
NAMES = {
    "documents": "documents",
    "document frequency": "documents",
    "variants": "variants",
    "pilot": "term",
    "lemma": "lemma",  # beside the term
    "label": "label",
}
LAYOUT = SheetLayout(
    header=HEADER, widths=(50, 12, 12, 12, 60), numbers=dict.fromkeys((1, 2, 3), GENERAL)
)


def is_termbase(path: str | Path) -> bool:
    """Tell by its extension whether a list of terms is a termbase."""
    record = extensions_of(TERM_LIST, TERMBASE).get(Path(path).suffix.lower())
    return record is not None and record.kind == TERMBASE and record.name not in TABLES


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
    terms = (
        _of_termbase(path, language)
        if is_termbase(path)
        else _of_rows(path, encoding, language, column, skips)
    )
    found: dict[str, Term] = {}
    for term in terms:
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
    rows = _rows_of(terms)
    record = extensions_of(TERM_LIST).get(path.suffix.lower())
    if record is not None and record.name in TABLES:
        return write_table(path, rows, LAYOUT)
    number = 0
    with atomic_open(path) as file:
        for number, cells in enumerate(rows, 1):  # noqa: B007
            file.write(format_row(cells[:1], "\t"))
    return number


def _of_rows(
    path: Path,
    encoding: str | None,
    language: str | None,
    column: str | int | None,
    skips: Skips,
) -> Iterator[Term]:
    told = None if column is None else (column,)
    table = open_table(path, NAMES, ("term",), skips=skips, columns=told, encoding=encoding)
    if table is None:
        return
    columns = table.columns
    second = cell_of(table.first, 1).strip()
    if not table.is_header and columns["term"] == 0 and number_of(second) is not None:
        columns["score"] = 1
    known = {columns[name] for name in HEADER if name in columns}
    for place, cells in table.rows:
        for index, cell in enumerate(cells):
            if cell and index not in known:
                skips.add("further column", cell)
        text = clean_term(cell_of(cells, columns["term"]))
        if not text:
            skips.add("row without a term", "".join(cells))
            continue
        values = numbers_in(cells, columns, NUMBERS, path, place)
        variants = cell_of(cells, columns["variants"]) if "variants" in columns else ""
        yield Term(
            text,
            language,
            frequency=_count(values["frequency"], "frequency", path, place),
            documents=_count(values["documents"], "documents", path, place),
            score=values["score"],
            variants=tuple(_variants(variants)),
        )


def _of_termbase(path: Path, language: str | None) -> Iterator[Term]:
    if language is None:
        raise ConfigError(f"{path}: name the language of the terms to take from a termbase")
    for concept in read_termbase(path).concepts:
        for term in concept.terms:
            text = clean_term(term.text)
            if text and is_of(term.language, language):
                yield Term(text, language, frequency=term.frequency or 0, score=term.score)


def _count(value: float | None, name: str, path: Path, place: str | int) -> int:
    if value is not None and (value < 0 or not value.is_integer()):
        raise FormatError(
            f"the {name} {value:g} is not a count",
            path=path,
            place=place,
            cure="write a whole number",
        )
    return int(value or 0)


def _rows_of(terms: Iterable[Term | str]) -> Iterator[list[str]]:
    for each in terms:
        term = Term(each) if isinstance(each, str) else each
        counts = (term.frequency, term.documents)
        variants = [f"{each.text} ({each.kind}, {each.frequency})" for each in term.variants]
        yield [
            term.text,
            format_number(term.score),
            *(str(count or "") for count in counts),
            join_cells(variants, BETWEEN_VARIANTS),
        ]


def _variants(cell: str) -> Iterator[TermVariant]:
    """Read variants; those of other programs have no kind and no frequency."""
    for part in split_cell(cell, BETWEEN_VARIANTS):
        found = VARIANT.fullmatch(part)
        text = clean_term(found["text"] if found else part)
        if text:
            kind, frequency = (found["kind"], int(found["frequency"])) if found else ("", 0)
            yield TermVariant(text, kind, frequency)


# Pairs of terms, best first: ``source<TAB>target``, with a score if there is one.
#
# The first tab divides the two terms. A third column is the score if its first cell is a number; a
# first column of ``swt`` and ``mwt`` (single- and multi-word, as the TTC lists have it) is passed
# over. In a table whose first row names its columns, they go by their names. Blank lines, pairs
# without one side, duplicates and further columns are left out and counted.


PAIR_HEADER = (
    "source", "target", "score", "probability", "termhood", "frequency", "source_frequency",
    "target_frequency", "reasons",
)  # fmt: skip
PAIR_NAMES = {
    **{name.replace("_", " "): name for name in PAIR_HEADER},
    "frequency source": "source_frequency",
    "frequency target": "target_frequency",
}
PAIR_NUMBERS = PAIR_HEADER[2:-1]
PAIR_LAYOUT = SheetLayout(
    header=PAIR_HEADER,
    widths=(40, 40, *[11] * len(PAIR_NUMBERS), 40),
    numbers=dict.fromkeys(range(2, 2 + len(PAIR_NUMBERS)), GENERAL),
)
COUNTS = ("source_frequency", "target_frequency")
KINDS = frozenset({"swt", "mwt"})
BETWEEN_REASONS = "; "


def read_term_pairs(
    path: str | Path,
    *,
    encoding: str | None = None,
    columns: Sequence[str | int] | None = None,
    languages: Sequence[str | None] | None = None,
    distinct: bool = True,
    skips: Skips | None = None,
) -> tuple[TermPair, ...]:
    """Return the pairs of a file in its order.

    Args:
        path: text or TSV, CSV, XLSX, or a termbase such as TBX, of which every two terms
            of a concept make a pair.
        encoding: where it is not Unicode.
        columns: names, or numbers from 1, of the source and the target column.
        languages: of source and target; say which terms to take from a termbase.
        distinct: leave out repetitions of a pair.
        skips: collects what is left out.

    Raises:
        InputError: the file cannot be read, a line has one column only, or a score is no number.
        ConfigError: there are no such columns, or a termbase needs two languages.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    if is_termbase(path):
        pairs = _pairs_of_termbase(path, languages)
    else:
        pairs = _pairs_of_rows(path, encoding, columns, skips)
    if not distinct:
        return tuple(pairs)
    found: dict[tuple[str, str], TermPair] = {}
    for pair in pairs:
        key = (pair.source, pair.target)
        if key in found:
            skips.add("duplicate pair", " | ".join(key))
        found.setdefault(key, pair)
    return tuple(found.values())


def write_term_pairs(path: str | Path, pairs: Iterable[TermPair], *, scores: bool = True) -> int:
    """Write pairs in their order; return their number.

    Args:
        path: ``.csv`` and ``.xlsx`` files get a header and the columns of ``HEADER``; any other
            file has two columns, or three if the first pair has a score, and no header.
        pairs: taken one by one.
        scores: give False for two columns only, as the scorer of BUCC 2022 wants them.

    Raises:
        InputError: the file cannot be written.
    """
    path = Path(path)
    if path.suffix.lower() in {".csv", ".xlsx"}:
        return write_table(path, map(_row, pairs), PAIR_LAYOUT)
    number, width = 0, 2
    with atomic_open(path) as file:
        for number, pair in enumerate(pairs, 1):
            if number == 1 and scores and pair.score is not None:
                width = 3
            file.write(format_row(_row(pair)[:width], "\t"))
    return number


def _pairs_of_rows(
    path: Path, encoding: str | None, named: Sequence[str | int] | None, skips: Skips
) -> Iterator[TermPair]:
    sides = ("source", "target")
    table = open_table(path, PAIR_NAMES, sides, skips=skips, columns=named, encoding=encoding)
    if table is None:
        return
    by_place = not table.is_header and named is None
    columns = _plain_columns(table.first) if by_place else table.columns
    known = set(columns.values())
    for place, cells in table.rows:
        for index, cell in enumerate(cells):
            if cell and index not in known:
                skips.add("further column", cell)
        if len(cells) < 2 and not table.is_header:
            raise FormatError(
                "holds one column, no pair",
                path=path,
                place=place,
                cure="write source<TAB>target, or name the columns",
            )
        source, target = (clean_term(cell_of(cells, columns[side])) for side in sides)
        if not source or not target:
            skips.add("pair without one side", source or target)
            continue
        yield _pair(source, target, cells, columns, path, place)


def _plain_columns(first: Sequence[str]) -> dict[str, int]:
    """Return the columns of a table without a header."""
    start = int(len(first) > 2 and first[0].strip().lower() in KINDS)
    columns = {"source": start, "target": start + 1} | ({"kind": 0} if start else {})
    if len(first) > start + 2 and number_of(first[start + 2].strip()) is not None:
        columns["score"] = start + 2
    return columns


def _pair(
    source: str,
    target: str,
    cells: Sequence[str],
    columns: dict[str, int],
    path: Path,
    place: str | int,
) -> TermPair:
    values = numbers_in(cells, columns, PAIR_NUMBERS, path, place)
    counts = {name: value if (value := values[name]) is None else int(value) for name in COUNTS}
    reasons = cell_of(cells, columns["reasons"]) if "reasons" in columns else ""
    return TermPair(
        source,
        target,
        score=values["score"],
        probability=values["probability"],
        termhood=values["termhood"],
        frequency=values["frequency"],
        source_frequency=counts["source_frequency"],
        target_frequency=counts["target_frequency"],
        reasons=tuple(reason for reason in reasons.split(BETWEEN_REASONS) if reason),
    )


def _pairs_of_termbase(path: Path, languages: Sequence[str | None] | None) -> Iterator[TermPair]:
    source, target = languages or (None, None)
    if source is None or target is None:
        raise ConfigError(f"{path}: name the two languages of the pairs to take from a termbase")
    for concept in read_termbase(path).concepts:
        sides = [
            [clean_term(term.text) for term in concept.terms if is_of(term.language, language)]
            for language in (source, target)
        ]
        for one, other in itertools.product(*sides):
            if one and other:
                yield TermPair(one, other, concept.score)


def _row(pair: TermPair) -> list[str]:
    return [
        pair.source,
        pair.target,
        *(format_number(getattr(pair, name)) for name in PAIR_NUMBERS),
        BETWEEN_REASONS.join(pair.reasons),
    ]
