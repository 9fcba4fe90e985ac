"""Bodies in the database: cells as rows, the latest ones in memory."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from sqlalchemy import select, text

from diglot.annotate.store.columns import canonical
from diglot.annotate.store.memory import Recent
from diglot.annotate.store.tables import CELL

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from sqlalchemy import Connection

    from diglot.annotate.bodies import Value

KEPT_CELLS = 400_000
"""Cells that are held in memory at most."""

# One statement whatever the number of cells: a parameter holds them all as one JSON object.
_WRITE = {
    True: text(
        "INSERT INTO cell (annotation_id, name, value)"
        " SELECT :annotation, key, value FROM json_each(:cells) WHERE true"
        " ON CONFLICT (annotation_id, name) DO UPDATE SET value = excluded.value"
    ),
    False: text(
        "INSERT INTO cell (annotation_id, name, value)"
        " SELECT CAST(:annotation AS integer), key, value"
        " FROM json_each_text(CAST(:cells AS json))"
        " ON CONFLICT (annotation_id, name) DO UPDATE SET value = excluded.value"
    ),
}
_REMOVE = {
    True: text(
        "DELETE FROM cell WHERE annotation_id = :annotation"
        " AND name IN (SELECT value FROM json_each(:names))"
    ),
    False: text(
        "DELETE FROM cell WHERE annotation_id = CAST(:annotation AS integer)"
        " AND name IN (SELECT json_array_elements_text(CAST(:names AS json)))"
    ),
}
_READ = select(CELL.c.name, CELL.c.value)


def read(connection: Connection, annotation_id: int) -> dict[str, Value]:
    """The body of an annotation, its cells in alphabetical order."""
    rows = connection.execute(_READ.where(CELL.c.annotation_id == annotation_id)).all()
    return _body((row[0], row[1]) for row in rows)


def read_many(connection: Connection, annotation_ids: list[int]) -> dict[int, dict[str, Value]]:
    """The bodies of annotations, each in alphabetical order."""
    statement = select(CELL.c.annotation_id, CELL.c.name, CELL.c.value)
    rows: dict[int, list[tuple[str, str]]] = {each: [] for each in annotation_ids}
    for owner, name, value in connection.execute(
        statement.where(CELL.c.annotation_id.in_(annotation_ids))
    ):
        rows[owner].append((name, value))
    return {owner: _body(found) for owner, found in rows.items()}


def write(connection: Connection, annotation_id: int, changed: Mapping[str, Value | None]) -> None:
    """Set cells, and remove those whose value is None."""
    sqlite = connection.dialect.name == "sqlite"
    kept = {name: canonical(value) for name, value in changed.items() if value is not None}
    gone = [name for name, value in changed.items() if value is None]
    if gone:
        names = json.dumps(gone, ensure_ascii=False)
        connection.execute(_REMOVE[sqlite], {"annotation": annotation_id, "names": names})
    if kept:
        cells = json.dumps(kept, ensure_ascii=False)
        connection.execute(_WRITE[sqlite], {"annotation": annotation_id, "cells": cells})


def _body(rows: Iterable[tuple[str, str]]) -> dict[str, Value]:
    ordered = sorted(rows)
    # One call of the parser for all values: ten thousand single ones take ten times as long.
    values = json.loads("[" + ",".join(value for _, value in ordered) + "]")
    return dict(zip((name for name, _ in ordered), values, strict=True))


class Bodies:
    """Bodies in memory by annotation; one counts only for the revision it was kept at."""

    def __init__(self) -> None:
        self._recent: Recent[tuple[int, dict[str, Value]]] = Recent(KEPT_CELLS)

    def get(self, connection: Connection, annotation_id: int, rev: int) -> dict[str, Value]:
        """The body of an annotation at its present revision; not to be changed."""
        found = self._recent.get(annotation_id)
        if found is not None and found[0] == rev:
            return found[1]
        body = read(connection, annotation_id)
        self.keep(annotation_id, rev, body)
        return body

    def keep(self, annotation_id: int, rev: int, body: dict[str, Value]) -> None:
        """Keep a body that is in the database at this revision."""
        self._recent.keep(annotation_id, (rev, body), weight=len(body))
