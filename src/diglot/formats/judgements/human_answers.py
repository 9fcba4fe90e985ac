"""What people said of the terms in translations: TSV or JSON lines, an output a row.

Two questions are asked of every output: is the source term translated correctly, and is what
stands around it correct.

Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
Evaluation of Machine Translation for Terminology Consistency, section 4.
"""

from __future__ import annotations

import csv
from itertools import chain
from typing import TYPE_CHECKING

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.rows import quoted_rows
from diglot.files.text import stream_lines
from diglot.formats.judgements.annotated import answer_of, loaded, verdict
from diglot.model import HumanAnswer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path

# Names of columns and keys, small letters, to ours.
NAMES = {
    **dict.fromkeys(("source", "source text", "source sentence"), "source"),
    **dict.fromkeys(("term", "source term"), "term"),
    **dict.fromkeys(("expected", "target term", "expected target", "translation"), "expected"),
    **dict.fromkeys(("output", "hypothesis", "system output", "mt"), "output"),
    **dict.fromkeys(("term correct", "term answer", "q1", "question 1"), "term correct"),
    **dict.fromkeys(("context correct", "context answer", "q2", "question 2"), "context correct"),
    **dict.fromkeys(("reference", "reference translation"), "reference"),
    **dict.fromkeys(("segment", "id", "segment id"), "segment"),
    **dict.fromkeys(("system", "system name"), "system"),
}
NEEDED = ("source", "term", "expected", "output", "term correct", "context correct")
CURE = f"name the columns {', '.join(NEEDED)} in the first row"


def read_answers(path: Path, *, encoding: str | None = None) -> tuple[HumanAnswer, ...]:
    """Read the answers of people, a row an output.

    Args:
        path: ``.jsonl``, or a table with tabs whose first row names its columns.
        encoding: where it is not Unicode.

    Raises:
        InputError: the file cannot be read as such.
    """
    rows = _objects if path.suffix.lower() == ".jsonl" else _table
    found = []
    for number, row in rows(path, encoding):
        lacking = [name for name in NEEDED if name not in row]
        if lacking:
            raise FormatError(f"has no {', no '.join(lacking)}", path=path, place=number, cure=CURE)
        try:
            answers = (answer_of(row["term correct"]), answer_of(row["context correct"]))
        except ValueError as error:
            raise FormatError(
                str(error), path=path, place=number, cure="leave it empty where nobody answered"
            ) from error
        found.append(
            HumanAnswer(
                row["source"],
                row["term"],
                row["expected"],
                row["output"],
                *answers,
                row.get("reference") or None,
                row.get("segment") or None,
                row.get("system") or None,
            )
        )
    if not found:
        raise FormatError("holds no answers", path=path, cure=CURE)
    return tuple(found)


def write_answers(path: Path, answers: Iterable[HumanAnswer]) -> None:
    """Write answers as a table with tabs, as `read_answers` reads it.

    Raises:
        InputError: the file cannot be written.
    """
    names = (*NEEDED, "reference", "segment", "system")
    with atomic_open(path, "w") as file:
        writer = csv.writer(file, delimiter="\t", lineterminator="\n")
        writer.writerow(names)
        for each in answers:
            writer.writerow(
                (
                    each.source,
                    each.term,
                    each.expected,
                    each.output,
                    verdict(each.term_correct),
                    verdict(each.context_correct),
                    each.reference or "",
                    each.segment or "",
                    each.system or "",
                )
            )


def _table(path: Path, encoding: str | None) -> Iterator[tuple[int, dict[str, str]]]:
    rows = quoted_rows(stream_lines(path, encoding=encoding, keep_ends=True), "\t", path)
    names: list[str] | None = None
    for number, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        if names is None:
            names = [_name(cell) for cell in cells]
            continue
        yield number, dict(zip(names, chain(cells, _endless("")), strict=False))


def _endless(cell: str) -> Iterator[str]:
    """Give cells for rows that end early."""
    while True:
        yield cell


def _objects(path: Path, encoding: str | None) -> Iterator[tuple[int, Mapping[str, str]]]:
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if not line.strip():
            continue
        try:
            value = loaded(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(
                f"is no JSON ({error})", path=path, place=number, cure="write an object a line"
            ) from error
        if not isinstance(value, dict):
            raise FormatError(
                "is no JSON object", path=path, place=number, cure="write an object a line"
            )
        yield number, {_name(key): _word(each) for key, each in value.items()}


def _name(cell: str) -> str:
    words = " ".join(cell.lower().replace("_", " ").split())
    return NAMES.get(words, words)


def _word(value: object) -> str:
    """Return a value as the cell of a table would have it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)
