"""Imports: what files brought into a project, taken back, brought again, deleted."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy import Connection, Row, Select, delete, func, insert, literal, or_, select, update

from diglot.annotate.bodies import Operation
from diglot.annotate.items import AGAIN
from diglot.annotate.records import FaultError, ImportRecord, NotFoundError, StateError
from diglot.annotate.store import cells, history
from diglot.annotate.store.database import Database
from diglot.annotate.store.drafts import Drafts
from diglot.annotate.store.history import Step, record
from diglot.annotate.store.tables import (
    ANNOTATION,
    ASSIGNMENT,
    CELL,
    DOCUMENT,
    EVENT,
    IMPORT,
    ITEM,
    ITEM_TEXT,
    LAYER,
    LEASE,
    PERSON,
    REMARK,
    SIGHT,
    SUGGESTION,
    from_row,
    items_of,
    line,
)


def operation_prefix(import_id: int) -> str:
    """How the ids of operations begin that an import made on judgements that were there."""
    return f"import-{import_id}-"


class Imports:
    """What was imported into a project, the latest first.

    What is taken back keeps its rows: items get numbers below 0 and keys with a prefix, judgements
    of items that stay get a role of their own. So nobody sees them, and what people said of them
    comes back with them. `delete` removes the rows.
    """

    def __init__(self, database: Database, drafts: Drafts) -> None:
        self._database = database
        self._drafts = drafts

    def begin(self, layer_id: int, files: Sequence[str], *, by: int | None = None) -> int:
        """Note that files are imported into a layer; the number of the import."""
        row = {
            "at": self._database.now(),
            "person_id": by,
            "layer_id": layer_id,
            "files": [line(name, "the name of a file", longest=500) for name in files],
        }
        with self._database.writing() as connection:
            found: int = connection.execute(
                insert(IMPORT).values(row).returning(IMPORT.c.id)
            ).scalar_one()
        return found

    def all(self) -> list[ImportRecord]:
        """Every import, the latest first, with what is left of it."""
        query = (
            select(IMPORT, LAYER.c.name.label("layer_name"), PERSON.c.name.label("by"))
            .join(LAYER, LAYER.c.id == IMPORT.c.layer_id)
            .outerjoin(PERSON, PERSON.c.id == IMPORT.c.person_id)
            .order_by(IMPORT.c.id.desc())
        )
        brought, asked = ANNOTATION.c.import_id, ITEM.c.import_id
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
            items = _counts(connection, select(asked, func.count()).group_by(asked))
            judgements = _counts(connection, select(brought, func.count()).group_by(brought))
            answers = select(asked, func.count()).join(
                ANNOTATION, ANNOTATION.c.item_id == ITEM.c.id
            )
            people = answers.where(brought.is_(None), ANNOTATION.c.rev > 0).group_by(asked)
            answered = _counts(connection, people)
        return [
            from_row(
                ImportRecord,
                row,
                items=items.get(row.id, 0),
                judgements=judgements.get(row.id, 0),
                answered=answered.get(row.id, 0),
            )
            for row in rows
        ]

    def withdraw(self, import_id: int, *, by: int | None = None) -> None:
        """Take an import back: its items, with all that people said of them, and its judgements.

        A judgement that its annotator has changed since stays, as the annotator's own.

        Raises:
            NotFoundError: there is no such import.
            StateError: it is taken back already.
        """
        with self._database.writing() as connection:
            found = self._find(connection, import_id, removed=False)
            own = select(ITEM.c.key).where(ITEM.c.import_id == import_id)
            again = ITEM.c.key.in_(select(own.subquery().c.key + AGAIN))
            copies = update(ITEM).where(ITEM.c.layer_id == found.layer_id, again)
            connection.execute(copies.values(import_id=import_id))
            hidden = {"seq": -ITEM.c.id, "key": literal(_prefix(import_id)) + ITEM.c.key}
            connection.execute(update(ITEM).where(ITEM.c.import_id == import_id).values(hidden))
            staying = select(ITEM.c.id).where(ITEM.c.seq > 0)
            brought = update(ANNOTATION).where(
                ANNOTATION.c.import_id == import_id, ANNOTATION.c.item_id.in_(staying)
            )
            connection.execute(brought.values(role=_role(import_id)))
            self._turn_changes(connection, import_id)
            left = select(func.count()).select_from(ITEM).where(items_of(found.layer_id))
            if not connection.execute(left).scalar_one():
                layer = update(LAYER).where(LAYER.c.id == found.layer_id)
                connection.execute(layer.values(removed=import_id))
            self._mark(connection, import_id, "take back import", by, removed=True)

    def restore(self, import_id: int, *, by: int | None = None) -> None:
        """Bring back what was taken back, with all that people had said of it.

        Raises:
            NotFoundError: there is no such import.
            StateError: it is not taken back, or a later one has brought the same items.
        """
        own = ITEM.c.import_id == import_id
        with self._database.writing() as connection:
            found = self._find(connection, import_id, removed=True)
            key = func.substr(ITEM.c.key, len(_prefix(import_id)) + 1)
            known = select(ITEM.c.key).where(items_of(found.layer_id))
            clash = select(func.count()).select_from(ITEM).where(own, key.in_(known))
            if connection.execute(clash).scalar_one():
                raise StateError(
                    "a later import has brought the same items", cure="undo that one first"
                )
            inside = ITEM.c.layer_id == found.layer_id
            last = connection.scalar(select(func.max(ITEM.c.seq)).where(inside)) or 0
            place = func.row_number().over(order_by=ITEM.c.id).label("place")
            ranked = select(ITEM.c.id, place).where(own).subquery()
            numbered = update(ITEM).where(ITEM.c.id == ranked.c.id)
            connection.execute(numbered.values(seq=max(last, 0) + ranked.c.place, key=key))
            connection.execute(
                update(LAYER).where(LAYER.c.id == found.layer_id).values(removed=None)
            )
            now = ANNOTATION.alias("now")
            judged = select(now.c.id).where(
                now.c.item_id == ANNOTATION.c.item_id,
                now.c.person_id == ANNOTATION.c.person_id,
                now.c.role == "annotator",
            )
            withdrawn = update(ANNOTATION).where(ANNOTATION.c.role == _role(import_id))
            connection.execute(withdrawn.where(~judged.exists()).values(role="annotator"))
            self._turn_changes(connection, import_id)
            self._mark(connection, import_id, "bring back import", by, removed=False)

    def delete(self, import_id: int, *, by: int | None = None) -> None:
        """Delete for good what was taken back, with all that people had said of it.

        Raises:
            NotFoundError: there is no such import.
            StateError: it is not taken back.
        """
        own = select(ITEM.c.id).where(ITEM.c.import_id == import_id)
        of_own = ANNOTATION.c.item_id.in_(own)
        judged = select(ANNOTATION.c.id).where(or_(of_own, ANNOTATION.c.role == _role(import_id)))
        with self._database.writing() as connection:
            found = self._find(connection, import_id, removed=True)
            for table in (CELL, EVENT):
                connection.execute(delete(table).where(table.c.annotation_id.in_(judged)))
            connection.execute(delete(ANNOTATION).where(ANNOTATION.c.id.in_(judged)))
            for table in (ITEM_TEXT, SUGGESTION, ASSIGNMENT, LEASE, SIGHT, REMARK):
                connection.execute(delete(table).where(table.c.item_id.in_(own)))
            connection.execute(delete(ITEM).where(ITEM.c.import_id == import_id))
            connection.execute(delete(DOCUMENT).where(DOCUMENT.c.import_id == import_id))
            details = {"import": import_id, "files": list(found.files)}
            record(self._database, connection, "delete import", user=by, details=details)
            connection.execute(delete(IMPORT).where(IMPORT.c.id == import_id))

    def _turn_changes(self, connection: Connection, import_id: int) -> None:
        """Undo, or do again, what an import changed in judgements that were there before."""
        prefix = operation_prefix(import_id)
        query = select(EVENT.c.annotation_id, func.max(EVENT.c.rev)).group_by(EVENT.c.annotation_id)
        for number, rev in connection.execute(query.where(EVENT.c.op_id.startswith(prefix))).all():
            (last, *_) = history.events(connection, number, after=rev - 1)
            head = history.header(connection, number, lock=True)
            body = cells.read(connection, number)
            turned = {name: (new, old) for name, (old, new) in last.changes.items()}
            step = Step(Operation(f"{prefix}{rev}", "undo import", turned, last.id))
            try:
                self._drafts.advance(connection, head, body, [step], import_id=head.import_id)
            except FaultError:
                continue  # changed since: it is the annotator's own

    def _find(self, connection: Connection, import_id: int, *, removed: bool) -> Row[Any]:
        row = connection.execute(select(IMPORT).where(IMPORT.c.id == import_id)).first()
        if row is None:
            raise NotFoundError(f"there is no import {import_id}")
        if (row.removed is not None) != removed:
            raise StateError("the import is not undone" if removed else "the import is undone")
        return row

    def _mark(
        self, connection: Connection, import_id: int, action: str, by: int | None, *, removed: bool
    ) -> None:
        at = self._database.now() if removed else None
        connection.execute(update(IMPORT).where(IMPORT.c.id == import_id).values(removed=at))
        record(self._database, connection, action, user=by, details={"import": import_id})


def _prefix(import_id: int) -> str:
    """How the keys of items begin that were taken back; they are free for others meanwhile."""
    return f"import {import_id}/"


def _role(import_id: int) -> str:
    """Role of judgements that were taken back from items that stay."""
    return f"import {import_id}"


def _counts(connection: Connection, query: Select[Any]) -> dict[int, int]:
    return {key: count for key, count in connection.execute(query) if key is not None}
