"""Pairs of terms, best first: ``source<TAB>target``, with a score if there is one.

The first tab divides the two terms. A third column is the score if its first cell is a number; a
first column of ``swt`` and ``mwt`` (single- and multi-word, as the TTC lists have it) is passed
over. In a table whose first row names its columns, they go by their names. Blank lines, pairs
without one side, duplicates and further columns are left out and counted.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import ConfigError, FormatError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.formats.blocks import Skips
from diglot.formats.term_lists import TERMBASES, is_of
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
from diglot.model import TermPair

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

HEADER = (
    "source",
    "target",
    "score",
    "probability",
    "termhood",
    "frequency",
    "source_frequency",
    "target_frequency",
    "reasons",
)
NAMES = {
    **{name: name for name in HEADER},
    "id": "id",
    "src": "source",
    "source term": "source",
    "tgt": "target",
    "trg": "target",
    "tar": "target",
    "target term": "target",
    "translation": "target",
    "confidence": "score",
    "frequency_source": "source_frequency",
    "frequency_target": "target_frequency",
}
NUMBERS = HEADER[2:-1]
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
    if path.suffix.lower() in TERMBASES:
        pairs = _of_termbase(path, languages)
    else:
        pairs = _of_rows(path, encoding, columns, skips)
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
    if path.suffix.lower() == ".xlsx":
        from diglot.formats.units.sheet import sheet

        rows = [_row(pair) for pair in pairs]
        widths = (40, 40, *[11] * len(NUMBERS), 40)
        write_bytes(path, sheet(HEADER, rows, widths=widths, numbers=range(2, 2 + len(NUMBERS))))
        return len(rows)
    is_csv = path.suffix.lower() == ".csv"
    number = 0
    with atomic_open(path, encoding="utf-8-sig" if is_csv else "utf-8") as file:
        if is_csv:
            file.write(",".join(HEADER) + "\n")
        width = 2
        for pair in pairs:
            if not number and scores and pair.score is not None:
                width = 3
            file.write(written(_row(pair), ",") if is_csv else written(_row(pair)[:width], "\t"))
            number += 1
    return number


def _of_rows(
    path: Path, encoding: str | None, named: Sequence[str | int] | None, skips: Skips
) -> Iterator[TermPair]:
    table = open_rows(path, encoding=encoding, skips=skips)
    rows = filled(table, skips)
    first = next(rows, None)
    if first is None:
        return
    body: Iterator[tuple[str | int, list[str]]] = rows
    columns, is_header = meanings_of(first[1], NAMES, ("source", "target"), named)
    guarded = is_header and table.is_guarded
    if not is_header:
        body = itertools.chain((first,), rows)
        if named is None:
            columns = _plain_columns(first[1])
    known = set(columns.values())
    for place, row in body:
        cells = unguarded(row) if guarded else row
        for index, cell in enumerate(cells):
            if cell and index not in known:
                skips.add("further column", cell)
        if len(cells) < 2 and not is_header:
            raise FormatError(
                "holds one column, no pair",
                path=path,
                place=place,
                cure="write source<TAB>target, or name the columns",
            )
        source, target = (clean(cell_of(cells, columns[side])) for side in ("source", "target"))
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
    values = {
        name: number_in(cell_of(cells, columns[name]), name.replace("_", " "), path, place)
        for name in NUMBERS
        if name in columns
    }
    counts = {name: value if (value := values.get(name)) is None else int(value) for name in COUNTS}
    reasons = cell_of(cells, columns["reasons"]) if "reasons" in columns else ""
    return TermPair(
        source,
        target,
        score=values.get("score"),
        probability=values.get("probability"),
        termhood=values.get("termhood"),
        frequency=values.get("frequency"),
        source_frequency=counts["source_frequency"],
        target_frequency=counts["target_frequency"],
        reasons=tuple(reason for reason in reasons.split(BETWEEN_REASONS) if reason),
    )


def _of_termbase(path: Path, languages: Sequence[str | None] | None) -> Iterator[TermPair]:
    from diglot.formats.termbases import read_termbase

    source, target = languages or (None, None)
    if source is None or target is None:
        raise ConfigError(f"{path}: name the two languages of the pairs to take from a termbase")
    for concept in read_termbase(path).concepts:
        sides = [
            [clean(term.text) for term in concept.terms if is_of(term.language, language)]
            for language in (source, target)
        ]
        for one, other in itertools.product(*sides):
            if one and other:
                yield TermPair(one, other, concept.score)


def _row(pair: TermPair) -> list[str]:
    return [
        pair.source,
        pair.target,
        *(written_number(getattr(pair, name)) for name in NUMBERS),
        BETWEEN_REASONS.join(pair.reasons),
    ]
