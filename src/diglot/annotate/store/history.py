"""The history of judgements and the audit of the project: appended, never rewritten."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, bindparam, func, insert, select, update

from diglot.annotate.bodies import Body, Operation, Value, apply_operation, canonical, same_value
from diglot.annotate.records import AuditRecord, EventRecord, NotFoundError, Part, State
from diglot.annotate.store import cells, tables
from diglot.annotate.store.database import Database


def record(
    database: Database,
    connection: Connection,
    action: str,
    *,
    user: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Note an action in the transaction that does it."""
    row = {"at": database.now(), "person_id": user, "action": action, "details": details or {}}
    connection.execute(insert(tables.AUDIT), row)


class Audit:
    """The audit log of a project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, action: str, *, user: int | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        """Note an action that is not the store's own, such as an export."""
        with self._database.writing() as connection:
            record(self._database, connection, action, user=user, details=details)

    def page(self, *, offset: int = 0, limit: int = 100) -> tuple[list[AuditRecord], int]:
        """A stretch of the log, latest first, and how many entries there are."""
        latest = select(tables.AUDIT).order_by(tables.AUDIT.c.id.desc()).offset(offset).limit(limit)
        with self._database.reading() as connection:
            total = connection.execute(select(func.count()).select_from(tables.AUDIT)).scalar_one()
            return [tables.from_row(AuditRecord, row) for row in connection.execute(latest)], total


# The history of a judgement: events are appended and never rewritten, cells follow.

_HEADERS = (
    select(
        tables.ANNOTATION,
        tables.ITEM.c.layer_id,
        tables.LAYER.c.kind,
        tables.LAYER.c.scheme_version.label("scheme_now"),
        tables.PERSON.c.active,
    )
    .join(tables.ITEM, tables.ITEM.c.id == tables.ANNOTATION.c.item_id)
    .join(tables.LAYER, tables.LAYER.c.id == tables.ITEM.c.layer_id)
    .join(tables.PERSON, tables.PERSON.c.id == tables.ANNOTATION.c.person_id)
)
_KNOWN = select(tables.EVENT.c.op_id).where(
    tables.EVENT.c.annotation_id == bindparam("annotation"),
    tables.EVENT.c.op_id.in_(bindparam("ids", expanding=True)),
)
_HEADER = _HEADERS.where(tables.ANNOTATION.c.id == bindparam("annotation"))
_LOCKED_HEADER = _HEADER.with_for_update(of=tables.ANNOTATION)
_HEADERS_OF = _HEADERS.where(
    tables.ANNOTATION.c.item_id.in_(bindparam("items", expanding=True)),
    tables.ANNOTATION.c.person_id == bindparam("person"),
    tables.ANNOTATION.c.role == bindparam("role"),
)
_EVENTS = (
    select(tables.EVENT)
    .where(
        tables.EVENT.c.annotation_id.in_(bindparam("annotations", expanding=True)),
        tables.EVENT.c.rev > bindparam("after"),
    )
    .order_by(tables.EVENT.c.annotation_id, tables.EVENT.c.rev)
)
_TOUCH = update(tables.ANNOTATION).where(tables.ANNOTATION.c.id == bindparam("annotation"))


@dataclass(frozen=True, slots=True)
class Header:
    """All of an annotation but its body, and what one needs to know of its item and annotator.

    Attributes:
        scheme_version: under which it was last saved.
        scheme_now: the layer's newest.
        active: whether the annotator still takes part.
        import_id: import that it stands as it came from, if it does.
    """

    id: int
    item: int
    user: int
    role: Part
    rev: int
    state: State
    seconds: float
    updated: datetime
    layer: int
    kind: str
    scheme_version: int
    scheme_now: int
    active: bool
    import_id: int | None


_CHANGING = ("rev", "state", "seconds", "updated", "scheme_version", "import_id")


@dataclass(frozen=True, slots=True)
class Step:
    """An operation with what the event tells beyond it."""

    operation: Operation
    seconds: float = 0.0
    reason: str = ""


def header(connection: Connection, annotation_id: int, *, lock: bool = False) -> Header:
    """An annotation as it stands; with ``lock`` nobody else changes it in this transaction.

    Raises:
        NotFoundError: there is none.
    """
    query = _LOCKED_HEADER if lock else _HEADER
    row = connection.execute(query, {"annotation": annotation_id}).first()
    if row is None:
        raise NotFoundError(f"there is no judgement {annotation_id}")
    return tables.from_row(Header, row)


def headers_of(
    connection: Connection, item_ids: Sequence[int], user_id: int, role: Part
) -> dict[int, Header]:
    """A person's annotations of items, as far as there are such, by item."""
    asked = {"items": item_ids, "person": user_id, "role": role}
    rows = connection.execute(_HEADERS_OF, asked)
    return {row.item_id: tables.from_row(Header, row) for row in rows}


def known_operations(connection: Connection, annotation_id: int, ids: list[str]) -> set[str]:
    """Those ids of operations that the annotation has already."""
    asked = {"annotation": annotation_id, "ids": ids}
    return set(connection.scalars(_KNOWN, asked)) if ids else set()


def events(connection: Connection, annotation_id: int, *, after: int = 0) -> list[EventRecord]:
    """Events of an annotation after a revision, oldest first."""
    return events_of(connection, [annotation_id], after=after)[annotation_id]


def events_of(
    connection: Connection, annotation_ids: Sequence[int], *, after: int = 0
) -> dict[int, list[EventRecord]]:
    """Events of annotations after a revision, oldest first."""
    found: dict[int, list[EventRecord]] = {each: [] for each in annotation_ids}
    for row in connection.execute(_EVENTS, {"annotations": annotation_ids, "after": after}):
        changes = {name: (old, new) for name, (old, new) in json.loads(row.changes).items()}
        found[row.annotation_id].append(tables.from_row(EventRecord, row, changes=changes))
    return found


def marker(name: str, *, seconds: float = 0.0, reason: str = "") -> Step:
    """A step that changes the state and no cell."""
    return Step(Operation(id=uuid4().hex, name=name, changes={}), seconds, reason)


def append(
    connection: Connection,
    annotation_id: int,
    body: Body,
    steps: list[Step],
    *,
    rev: int,
    person: int,
    at: datetime,
) -> dict[str, Value]:
    """Append steps to the history after a revision; the body after them, which the cells now hold.

    Raises:
        StaleOperationError: an operation expects another value than stands in a cell.
        InputError: a name or a value cannot be kept.
    """
    changed: dict[str, Value | None] = {}
    rows = []
    after = body if isinstance(body, dict) else dict(body)
    for number, step in enumerate(steps, start=rev + 1):
        operation = _exact(step.operation, after)
        after = apply_operation(after, operation)
        for name, (_, new) in operation.changes.items():
            changed[tables.line(name, "the name of a cell", longest=500)] = new
        rows.append(_row(annotation_id, number, operation, step, person, at))
    cells.write(connection, annotation_id, changed)
    connection.execute(insert(tables.EVENT), rows)
    return after


def touch(connection: Connection, head: Header, **values: Any) -> Header:
    """Set columns of an annotation; the annotation as it stands then."""
    connection.execute(_TOUCH, {"annotation": head.id, **values})
    return replace(head, **{name: values[name] for name in _CHANGING if name in values})


def _exact(operation: Operation, body: Body) -> Operation:
    """The operation with the values that stand there, so that its inverse restores them exactly.

    A client may send 1.0 for 1: equal, and yet another text.
    """
    changes = {
        name: (found if same_value(found := body.get(name), before) else before, after)
        for name, (before, after) in operation.changes.items()
    }
    return Operation(operation.id, operation.name, changes, operation.undoes)


def _row(
    annotation_id: int, rev: int, operation: Operation, step: Step, person: int, at: datetime
) -> dict[str, Any]:
    undoes = operation.undoes
    return {
        "annotation_id": annotation_id,
        "rev": rev,
        "op_id": tables.line(operation.id, "the id of an operation", longest=100),
        "name": tables.line(operation.name, "the name of an operation", longest=100),
        "changes": canonical(operation.changes),
        "undoes": None if undoes is None else tables.line(undoes, "an operation's id", longest=100),
        "person_id": person,
        "at": at,
        "seconds": step.seconds,
        "reason": step.reason,
    }
