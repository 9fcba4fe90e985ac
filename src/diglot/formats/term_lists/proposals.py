"""Pairs for people to judge as a table: TSV, CSV or a sheet with a choice in every row."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open, write_bytes
from diglot.formats.blocks import Skips
from diglot.formats.term_rows import (
    cell_of,
    clean,
    filled,
    meanings_of,
    number_in,
    open_rows,
    unguarded,
    written,
    written_number,
)
from diglot.model.proposals import NO, YES, Proposal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

HEADER = (
    "accept",
    "source",
    "target",
    "note",
    "source_context",
    "target_context",
    "origins",
    "similarity",
    "phrase_probability",
    "phrase_rank",
    "source_frequency",
    "target_frequency",
)
WIDTHS = (9, 32, 32, 24, 60, 60, 18, 10, 10, 8, 10, 10)
NUMBERS = range(7, 12)
NAMES = {name: name for name in HEADER}
WORDS = {
    **dict.fromkeys(("yes", "y", "1", "x", "true", "right", "ok"), YES),
    **dict.fromkeys(("no", "n", "0", "-", "false", "wrong"), NO),
}


def write_proposals(path: str | Path, proposals: Iterable[Proposal]) -> int:
    """Write pairs in their order; return their number.

    Args:
        path: ``.xlsx`` for a sheet, ``.csv``, or any other name for TSV.
        proposals: taken one by one.

    Raises:
        InputError: the file cannot be written.
    """
    path = Path(path)
    rows = [_row(each) for each in proposals]
    if path.suffix.lower() == ".xlsx":
        content = sheet_of(rows)
        write_bytes(path, content)
        return len(rows)
    delimiter = "," if path.suffix.lower() == ".csv" else "\t"
    with atomic_open(path, encoding="utf-8-sig" if delimiter == "," else "utf-8") as file:
        file.write(delimiter.join(HEADER) + "\n")
        file.writelines(written(row, delimiter) for row in rows)
    return len(rows)


def sheet_of(rows: Iterable[Sequence[str]]) -> bytes:
    """Return rows as a workbook."""
    from diglot.formats.units.sheet import sheet

    return sheet(HEADER, rows, widths=WIDTHS, numbers=NUMBERS, choices=(YES, NO), title="check")


def read_proposals(path: str | Path, *, skips: Skips | None = None) -> tuple[Proposal, ...]:
    """Return judged pairs; what else the table says is taken as it is.

    Args:
        path: a table that `write_proposals` wrote and people filled in.
        skips: collects what is left out.

    Raises:
        FormatError: a decision is neither yes nor no, or columns are missing.
        InputError: the file cannot be read.
    """
    path = Path(path)
    skips = skips if skips is not None else Skips()
    table = open_rows(path, encoding=None, skips=skips)
    rows = filled(table, skips)
    first = next(rows, None)
    columns, is_header = (
        ({}, False) if first is None else meanings_of(first[1], NAMES, HEADER[:3], None)
    )
    if not is_header:
        raise FormatError(
            f"has no header with {', '.join(HEADER[:3])}",
            path=path,
            place=None if first is None else first[0],
            cure="give the table that was written to be filled in",
        )
    found: dict[tuple[str, str], Proposal] = {}
    for place, row in rows:
        cells = unguarded(row) if table.is_guarded else row
        proposal = _proposal(cells, columns, path, place)
        key = proposal.source, proposal.target
        if not all(key):
            skips.add("pair without one side", "".join(key))
        elif key in found and found[key].decision not in (None, proposal.decision):
            raise FormatError(
                f"decides on {' | '.join(key)} once more, and otherwise",
                path=path,
                place=place,
                cure="keep one of the two lines",
            )
        else:
            found[key] = proposal
    return tuple(found.values())


def _proposal(
    cells: Sequence[str], columns: dict[str, int], path: Path, place: str | int
) -> Proposal:
    texts = {
        name: cell_of(cells, columns[name]).strip() if name in columns else "" for name in HEADER
    }
    numbers = {
        name: number_in(texts[name], name.replace("_", " "), path, place)
        for name in (HEADER[k] for k in NUMBERS)
    }
    word = texts["accept"].casefold().removesuffix(".0")
    if word and word not in WORDS:
        raise FormatError(
            f"the decision {texts['accept'][:30]!r} is neither yes nor no",
            path=path,
            place=place,
            cure="write yes or no, or leave the cell empty",
        )
    rank = numbers["phrase_rank"]
    return Proposal(
        clean(texts["source"]),
        clean(texts["target"]),
        WORDS.get(word),
        tuple(filter(None, texts["origins"].split("; "))),
        numbers["similarity"],
        numbers["phrase_probability"],
        None if rank is None else int(rank),
        int(numbers["source_frequency"] or 0),
        int(numbers["target_frequency"] or 0),
        texts["source_context"],
        texts["target_context"],
        texts["note"],
    )


def _row(each: Proposal) -> list[str]:
    return [
        each.decision or "",
        each.source,
        each.target,
        each.note,
        each.source_context,
        each.target_context,
        "; ".join(each.origins),
        *(written_number(value) for value in (each.similarity, each.phrase_probability)),
        *(written_number(value) for value in (each.phrase_rank, each.source_frequency)),
        written_number(each.target_frequency),
    ]
