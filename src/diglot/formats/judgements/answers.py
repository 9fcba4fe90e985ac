"""What people say of marked terms and shown items.

Verdicts, answers to questions, standoff records.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat
from pathlib import Path
from typing import Any

from diglot.errors import RIGHT_FILE, FormatError
from diglot.files.atomic import atomic_open
from diglot.files.lines import read_quoted_rows, stream_lines
from diglot.model import AnnotatedSegment, AnnotatedSet, HumanAnswer, TermMark
from diglot.plurals import count_of

YES, NO = "yes", "no"
ANSWERS = {
    **dict.fromkeys((YES, "y", "true", "1", "ok", "right", "accepted", "accept"), True),
    **dict.fromkeys((NO, "n", "false", "0", "wrong", "rejected", "reject"), False),
    **dict.fromkeys(("", "?", "-"), None),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """How a test set of diglot's own formats is read.

    Attributes:
        encoding: of the file, where it is not Unicode.
        source_language: code; None takes what the file says.
        target_language: the same of the reference.
        keep_rejected: keep the marks that a person said no to.
    """

    encoding: str | None = None
    source_language: str | None = None
    target_language: str | None = None
    keep_rejected: bool = False

    def mark_filter(self) -> RejectedMarks:
        """Return what leaves marks out."""
        return RejectedMarks(keep=self.keep_rejected)

    def annotated_set(
        self,
        path: Path,
        segments: Iterable[AnnotatedSegment],
        said: Mapping[str, str | None],
        rejected: RejectedMarks,
    ) -> AnnotatedSet:
        """Put a test set together.

        Args:
            path: of its file.
            segments: in their order.
            said: what the file says: its languages as ``source`` and ``reference``, its ``name``.
            rejected: what left marks out.

        Raises:
            FormatError: there is no segment.
        """
        found = tuple(segments)
        if not found:
            raise FormatError("holds no segments", path=path, cure=RIGHT_FILE)
        return AnnotatedSet(
            found,
            self.source_language or said.get("source"),
            self.target_language or said.get("reference"),
            said.get("name") or path.stem,
            rejected.notes(),
        )


def some_alternatives(alternatives: Iterable[str]) -> tuple[str, ...]:
    """Return the target terms of a mark.

    Raises:
        ValueError: there are none.
    """
    found = tuple(alternatives)
    if not found:
        raise ValueError("a term without alternatives")
    return found


def answer_of(cell: str) -> bool | None:
    """Return what a person wrote: True, False, or None for nothing yet.

    Raises:
        ValueError: something else stands there.
    """
    word = cell.strip().lower()
    if word not in ANSWERS:
        raise ValueError(f"{cell.strip()[:40]!r} is not an answer: write yes or no")
    return ANSWERS[word]


def answer_word(verified: bool | None) -> str:
    """Return the word that `answer_of` reads back."""
    return "" if verified is None else (YES if verified else NO)


def load_json_line(line: str) -> Any:
    """Return the value of a line of JSON.

    Raises:
        ValueError: it is none, or holds half a character.
        RecursionError: it is nested beyond all sense.
    """
    value = json.loads(line)
    if "\\u" in line:
        json.dumps(value, ensure_ascii=False).encode()  # refuses lone surrogates
    return value


def json_objects(
    path: Path, *, encoding: str | None = None, cure: str
) -> Iterator[tuple[int, dict[str, Any]]]:
    """Give the objects of a file with the numbers of their lines; blank lines are passed over.

    Raises:
        FormatError: a line is not an object.
        InputError: the file cannot be read.
    """
    for number, line in enumerate(stream_lines(path, encoding=encoding), 1):
        if not line.strip():
            continue
        try:
            value = load_json_line(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(
                f"is not JSON ({error})", path=path, place=number, cure=cure
            ) from error
        if not isinstance(value, dict):
            raise FormatError("is not a JSON object", path=path, place=number, cure=cure)
        yield number, value


class RejectedMarks:
    """Leaves marks out that a person said no to, and counts what was said."""

    def __init__(self, *, keep: bool) -> None:
        self._keep = keep
        self._answers = {True: 0, False: 0, None: 0}

    def keeps(self, mark: TermMark) -> bool:
        """Tell whether a mark stays."""
        self._answers[mark.verified] += 1
        return self._keep or mark.verified is not False

    def notes(self) -> tuple[str, ...]:
        """Return remarks for the user; none where rejected marks are kept on purpose."""
        said, rejected, silent = (self._answers[each] for each in (True, False, None))
        found = []
        if rejected and not self._keep:
            found.append(f"left out: {count_of(rejected, 'rejected mark')}")
        if silent and (said or rejected) and not self._keep:
            found.append(f"kept: {count_of(silent, 'unverified mark')}")
        return tuple(found)


# What people said of the terms in translations: TSV or JSON lines, an output a row.
#
# Two questions are asked of every output: is the source term translated correctly, and is what
# stands around it correct.
#
# Reference: Alam, Anastasopoulos, Besacier, Cross, Gallé, Koehn and Nikoulina 2021, On the
# Evaluation of Machine Translation for Terminology Consistency, section 4.


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
                    answer_word(each.term_correct),
                    answer_word(each.context_correct),
                    each.reference or "",
                    each.segment or "",
                    each.system or "",
                )
            )


def _table(path: Path, encoding: str | None) -> Iterator[tuple[int, dict[str, str]]]:
    rows = read_quoted_rows(stream_lines(path, encoding=encoding, keep_ends=True), "\t", path)
    names: list[str] | None = None
    for number, cells in rows:
        if not any(map(str.strip, cells)):
            continue
        if names is None:
            names = [_name(cell) for cell in cells]
            continue
        yield number, dict(zip(names, chain(cells, repeat("")), strict=False))


def _objects(path: Path, encoding: str | None) -> Iterator[tuple[int, Mapping[str, str]]]:
    for number, value in json_objects(path, encoding=encoding, cure="write one object per line"):
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


# Judgements beside the texts they are about: JSON lines, one record a line, any layer.
#
# The first line names the schema and the layer; then come ``item`` records with what was shown, and
# ``judgement`` and ``gold`` records with named cells. Offsets are code points, ends left out.


SCHEMA = "diglot-standoff"
VERSION = 1
STANDOFF_CURE = "see the page on formats for the keys of each record"

# Kind of a record to its keys and their types; the rest is kept as found.
RECORDS: dict[str, dict[str, type]] = {
    "item": {"item": str, "payload": dict},
    "judgement": {"item": str, "annotator": str, "cells": dict},
    "gold": {"item": str, "cells": dict},
}


def is_own(line: str) -> bool:
    """Tell from its first line whether a file is one of these."""
    try:
        head = load_json_line(line)
    except (ValueError, RecursionError):
        return False
    return isinstance(head, dict) and head.get("schema") == SCHEMA


def read_standoff(path: str | Path) -> tuple[dict[str, Any], Iterator[tuple[int, dict[str, Any]]]]:
    """Open a file of judgements.

    Returns:
        What the first line says of the layer, and the records with their line numbers, read as
        they are asked for.

    Raises:
        FormatError: the file is none of these, now or while it is read.
        InputError: it cannot be read.
    """
    path = Path(path)
    records = json_objects(path, cure=STANDOFF_CURE)
    number, head = next(records, (1, {}))
    if head.get("schema") != SCHEMA:
        raise FormatError(
            "is not a file of judgements", path=path, place=number, cure=STANDOFF_CURE
        )
    if head.get("version") != VERSION:
        raise FormatError(
            f"has version {head.get('version')!r} of its schema, not {VERSION}",
            path=path,
            place=number,
            cure="read it with the diglot that wrote it",
        )
    return head, _checked(records, path)


def write_standoff(
    path: str | Path, head: Mapping[str, Any], records: Iterable[Mapping[str, Any]]
) -> int:
    """Write a file of judgements and return how many records it has.

    Args:
        path: the file; it is replaced only when everything has been written.
        head: what the first line says beside schema and version.
        records: each with ``record``, a key of `RECORDS`.

    Raises:
        InputError: the file cannot be written.
    """
    count = 0
    with atomic_open(path, "w") as file:
        file.write(_line({"schema": SCHEMA, "version": VERSION, **head}))
        for record in records:
            file.write(_line(record))
            count += 1
    return count


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False, sort_keys=True) + "\n"


def _checked(
    records: Iterator[tuple[int, dict[str, Any]]], path: Path
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, value in records:
        keys = RECORDS.get(str(value.get("record")))
        if keys is None:
            raise FormatError(
                f"record {value.get('record')!r}, not {', '.join(RECORDS)}",
                path=path,
                place=number,
                cure=STANDOFF_CURE,
            )
        for key, kind in keys.items():
            if not isinstance(value.get(key), kind):
                raise FormatError(
                    f"the {value['record']} has no {key!r}",
                    path=path,
                    place=number,
                    cure=STANDOFF_CURE,
                )
        yield number, value
