"""What people write about items: questions, answers, flags; and what waits for each of them."""

import re
from collections.abc import Iterable
from typing import Any

from sqlalchemy import Connection, Row, insert, select, update

from diglot.annotate.records import Agenda, ForbiddenError, RemarkRecord, Role
from diglot.annotate.store import access
from diglot.annotate.store.credentials import name_key
from diglot.annotate.store.database import Database
from diglot.annotate.store.drafts import require_items
from diglot.annotate.store.tables import (
    ANNOTATION,
    ITEM,
    PERSON,
    REMARK,
    from_row,
    line,
    says_something,
)
from diglot.errors import InputError

LONGEST = 4000
MOST = 100
"""Entries of each kind in what waits for a person."""

SOMEBODY = "an annotator"
"""Stands for a name that the reader may not know."""

_ROWS = (
    select(
        REMARK,
        ITEM.c.layer_id,
        ITEM.c.seq,
        ITEM.c.sandbox,
        ITEM.c.decided,
        PERSON.c.name,
        PERSON.c.role,
    )
    .join(ITEM, ITEM.c.id == REMARK.c.item_id)
    .join(PERSON, PERSON.c.id == REMARK.c.person_id)
)


class Remarks:
    """The discussions of items.

    Annotators judge independently of each other, so an annotator reads what those say who lead and
    decide, and what other annotators say only of training items and of items that are decided.
    Adjudicators read everything, without the names of annotators.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(self, item_id: int, user_id: int, text: str, *, flag: bool = False) -> None:
        """Write something about an item; ``@`` and a name mention a person.

        Args:
            item_id: of an item that the person may see.
            user_id: who writes.
            text: may be empty for a flag.
            flag: whether it marks the item for others to look at.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: it is for others.
            InputError: there is nothing to write, or too much.
        """
        text = line(text.strip(), "the remark", longest=LONGEST)
        if not text and not flag:
            raise InputError("the remark is empty", cure="write something")
        with self._database.writing() as connection:
            require_items(connection, [item_id])
            role = access.require_visible(connection, item_id, user_id)
            row = {
                "item_id": item_id,
                "person_id": user_id,
                "at": self._database.now(),
                "text": text,
                "flag": flag,
                "mentions": _mentioned(text, _people(connection, role)),
            }
            connection.execute(insert(REMARK), row)

    def thread(self, item_id: int, user_id: int) -> tuple[list[RemarkRecord], list[str]]:
        """What a person may read of what was written about an item, and whom the person can name.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: it is for others.
        """
        with self._database.reading() as connection:
            require_items(connection, [item_id])
            role = access.require_visible(connection, item_id, user_id)
            rows = connection.execute(
                _ROWS.where(REMARK.c.item_id == item_id).order_by(REMARK.c.id)
            )
            return _readable(rows, user_id, role), sorted(_people(connection, role))

    def resolve(self, item_id: int, user_id: int) -> None:
        """Close the discussion of an item; a later remark opens it again.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: it is for others, or an annotator did not begin it.
        """
        open_ones = (REMARK.c.item_id == item_id, REMARK.c.resolved.is_(None))
        with self._database.writing() as connection:
            require_items(connection, [item_id])
            role = access.require_visible(connection, item_id, user_id)
            own = (REMARK.c.person_id == user_id,) if role == "annotator" else ()
            closing = update(REMARK).where(*open_ones, *own).values(resolved=self._database.now())
            if connection.execute(closing).rowcount == 0 and own:
                raise ForbiddenError(
                    "only the person who began a discussion, or an adjudicator, can close it"
                )

    def agenda(self, user_id: int) -> Agenda:
        """What waits for a person.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: the person has been deactivated.
        """
        with self._database.reading() as connection:
            role = access.role_of(connection, user_id)
            part = select(REMARK.c.item_id).where(REMARK.c.person_id == user_id)
            rows = connection.execute(
                _ROWS.where(REMARK.c.resolved.is_(None), ITEM.c.seq > 0).order_by(
                    REMARK.c.id.desc()
                )
            ).all()
            taken = set(connection.scalars(part))
            drafts = connection.execute(
                select(ITEM.c.layer_id, ITEM.c.seq)
                .join(ANNOTATION, ANNOTATION.c.item_id == ITEM.c.id)
                .where(ANNOTATION.c.person_id == user_id, ANNOTATION.c.role == "annotator")
                .where(ANNOTATION.c.state == "draft", says_something(), ITEM.c.seq > 0)
                .order_by(ANNOTATION.c.updated.desc())
                .limit(MOST)
            ).all()
        leads = role not in {"annotator", "viewer"}
        said = [
            row
            for row in rows
            if row.person_id != user_id
            and (user_id in row.mentions or (row.item_id in taken and not row.flag))
        ]
        flags = [row for row in rows if row.flag and (leads or row.person_id == user_id)]
        return Agenda(
            remarks=tuple(_readable(said, user_id, role)[:MOST]),
            flags=tuple(_readable(flags, user_id, role)[:MOST]),
            drafts=tuple((row.layer_id, row.seq) for row in drafts),
        )


def _readable(rows: Iterable[Row[Any]], user_id: int, role: Role) -> list[RemarkRecord]:
    """Rows as a person may read them."""
    found = []
    for row in rows:
        own = row.person_id == user_id
        peers = role == row.role == "annotator"
        if peers and not own and not (row.sandbox or row.decided):
            continue
        named = own or row.sandbox or role in access.MANAGING or row.role != "annotator"
        author = row.name if named else SOMEBODY
        found.append(from_row(RemarkRecord, row, author=author, own=own))
    return found


def _people(connection: Connection, role: Role) -> dict[str, int]:
    """The people whom somebody of a role can name: all, or for judges those who lead or decide."""
    query = select(PERSON.c.name, PERSON.c.id).where(PERSON.c.active.is_(True))
    if role not in access.MANAGING:
        query = query.where(PERSON.c.role.in_(access.DECIDING))
    return {row.name: row.id for row in connection.execute(query)}


def _mentioned(text: str, people: dict[str, int]) -> list[int]:
    folded = name_key(text)
    found = {
        number
        for name, number in people.items()
        if re.search(rf"@{re.escape(name_key(name))}(?!\w)", folded)
    }
    return sorted(found)
