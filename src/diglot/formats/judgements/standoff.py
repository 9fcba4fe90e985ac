r"""Judgements beside the texts they are about: JSON lines, one record a line, any layer.

The first line names the schema and the layer; then come ``item`` records with what was shown, and
``judgement`` and ``gold`` records with named cells. Offsets are code points, ends left out.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from diglot.errors import FormatError
from diglot.files.atomic import atomic_open
from diglot.files.text import stream_lines
from diglot.formats.judgements.annotated import loaded

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

SCHEMA = "diglot-standoff"
VERSION = 1
CURE = "see the page on formats for the keys of each record"

# Kind of a record to its keys and their types; the rest is kept as found.
RECORDS: dict[str, dict[str, type]] = {
    "item": {"item": str, "payload": dict},
    "judgement": {"item": str, "annotator": str, "cells": dict},
    "gold": {"item": str, "cells": dict},
}


def is_standoff(path: str | Path) -> bool:
    """Tell whether a file begins as one of these does."""
    try:
        first = next(iter(stream_lines(Path(path))), "")
        head = loaded(first)
    except (ValueError, RecursionError, FormatError):
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
    records = _objects(path)
    number, head = next(records, (1, {}))
    if head.get("schema") != SCHEMA:
        raise FormatError("is no file of judgements", path=path, place=f"line {number}", cure=CURE)
    if head.get("version") != VERSION:
        raise FormatError(
            f"has version {head.get('version')!r} of its schema, not {VERSION}",
            path=path,
            place=f"line {number}",
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


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(stream_lines(path), 1):
        if not line.strip():
            continue
        try:
            value = loaded(line)
        except (ValueError, RecursionError) as error:
            raise FormatError(
                f"is no JSON: {error}", path=path, place=f"line {number}", cure=CURE
            ) from error
        if not isinstance(value, dict):
            raise FormatError("is no object", path=path, place=f"line {number}", cure=CURE)
        yield number, value


def _checked(
    records: Iterator[tuple[int, dict[str, Any]]], path: Path
) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, value in records:
        keys = RECORDS.get(str(value.get("record")))
        place = f"line {number}"
        if keys is None:
            raise FormatError(
                f"record {value.get('record')!r}, not {', '.join(RECORDS)}",
                path=path,
                place=place,
                cure=CURE,
            )
        for key, kind in keys.items():
            if not isinstance(value.get(key), kind):
                raise FormatError(
                    f"the {value['record']} has no {key!r}", path=path, place=place, cure=CURE
                )
        yield number, value
