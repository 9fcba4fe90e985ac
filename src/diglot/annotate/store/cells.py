"""Bodies of judgements in the database, the latest ones in memory, and their comparison."""

import hashlib
import json
import threading
from collections import OrderedDict
from collections.abc import Iterable, Mapping
from typing import Generic, TypeVar

from sqlalchemy import Connection, bindparam, select, text

from diglot.annotate.bodies import ACKNOWLEDGED, Body, Value, canonical
from diglot.annotate.layers.layer import Layer
from diglot.annotate.store.tables import CELL

Kept = TypeVar("Kept")


class Recent(Generic[Kept]):
    """Values by number, the longest unused dropped first; safe between threads.

    Args:
        weight: that all values together may have.
    """

    def __init__(self, weight: int) -> None:
        self._limit = weight
        self._weight = 0
        self._kept: OrderedDict[int, tuple[Kept, int]] = OrderedDict()
        self._lock = threading.Lock()

    def get(self, key: int) -> Kept | None:
        """The value, if it is still there."""
        with self._lock:
            found = self._kept.get(key)
            if found is None:
                return None
            self._kept.move_to_end(key)
            return found[0]

    def keep(self, key: int, value: Kept, *, weight: int) -> None:
        """Keep a value; the one just kept stays, however heavy."""
        with self._lock:
            _, old = self._kept.pop(key, (None, 0))
            self._weight += weight - old
            self._kept[key] = (value, weight)
            while self._weight > self._limit and len(self._kept) > 1:
                _, (_, dropped) = self._kept.popitem(last=False)
                self._weight -= dropped


# When two people have judged alike: notes put aside, group numbers compared away.

ASIDE = frozenset({"note", "reason"})
"""Cells that say something of a judgement and are no part of it; acknowledgements are neither."""


def comparable_body(body: Body) -> dict[str, Value]:
    """What is judged in a body: without notes, reasons and acknowledgements, in order."""
    return {
        name: body[name]
        for name in sorted(body)
        if name not in ASIDE and not name.startswith(ACKNOWLEDGED)
    }


def digest(layer: Layer, body: Body) -> str:
    """SHA-256 of what is judged in a body: alike judgements have the same."""
    return hashlib.sha256(canonical(layer.alike(comparable_body(body))).encode()).hexdigest()


# Bodies in the database: cells as rows, the latest ones in memory.


KEPT_CELLS = 400_000
"""Cells that are held in memory at most."""

# One statement whatever the number of cells: a parameter holds them all as one JSON object, by
# annotation.
_WRITE = {
    True: text(
        "INSERT INTO cell (annotation_id, name, value)"
        " SELECT CAST(body.key AS integer), one.key, one.value"
        " FROM json_each(:bodies) AS body, json_each(body.value) AS one WHERE true"
        " ON CONFLICT (annotation_id, name) DO UPDATE SET value = excluded.value"
    ),
    False: text(
        "INSERT INTO cell (annotation_id, name, value)"
        " SELECT CAST(body.key AS integer), one.key, one.value"
        " FROM json_each(CAST(:bodies AS json)) AS body, json_each_text(body.value) AS one"
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
_READ = select(CELL.c.annotation_id, CELL.c.name, CELL.c.value).where(
    CELL.c.annotation_id.in_(bindparam("annotations", expanding=True))
)


def read(connection: Connection, annotation_id: int) -> dict[str, Value]:
    """The body of an annotation, its cells in alphabetical order."""
    return read_many(connection, [annotation_id])[annotation_id]


def read_many(connection: Connection, annotation_ids: list[int]) -> dict[int, dict[str, Value]]:
    """The bodies of annotations, each in alphabetical order."""
    rows: dict[int, list[tuple[str, str]]] = {each: [] for each in annotation_ids}
    for owner, name, value in connection.execute(_READ, {"annotations": annotation_ids}).all():
        rows[owner].append((name, value))
    return {owner: _body(found) for owner, found in rows.items()}


def write(connection: Connection, annotation_id: int, changed: Mapping[str, Value | None]) -> None:
    """Set cells, and remove those whose value is None."""
    gone = [name for name, value in changed.items() if value is None]
    if gone:
        names = json.dumps(gone, ensure_ascii=False)
        remove = _REMOVE[connection.dialect.name == "sqlite"]
        connection.execute(remove, {"annotation": annotation_id, "names": names})
    kept = {name: value for name, value in changed.items() if value is not None}
    write_many(connection, {annotation_id: kept})


def write_many(connection: Connection, bodies: Mapping[int, Body]) -> None:
    """Set cells of annotations."""
    kept = {
        owner: {name: canonical(value) for name, value in body.items()}
        for owner, body in bodies.items()
        if body
    }
    if kept:
        sqlite = connection.dialect.name == "sqlite"
        connection.execute(_WRITE[sqlite], {"bodies": json.dumps(kept, ensure_ascii=False)})


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
        return self.get_many(connection, {annotation_id: rev})[annotation_id]

    def get_many(
        self, connection: Connection, revs: Mapping[int, int]
    ) -> dict[int, dict[str, Value]]:
        """The bodies of annotations at their present revisions; not to be changed."""
        found = {}
        for owner, rev in revs.items():
            kept = self._recent.get(owner)
            if kept is not None and kept[0] == rev:
                found[owner] = kept[1]
        missing = [owner for owner in revs if owner not in found]
        for owner, body in (read_many(connection, missing) if missing else {}).items():
            self.keep(owner, revs[owner], body)
            found[owner] = body
        return found

    def forget(self) -> None:
        """Keep nothing: writes that others have seen did not reach the disk."""
        self._recent = Recent(KEPT_CELLS)

    def keep(self, annotation_id: int, rev: int, body: dict[str, Value]) -> None:
        """Keep a body that is in the database at this revision."""
        self._recent.keep(annotation_id, (rev, body), weight=len(body))
