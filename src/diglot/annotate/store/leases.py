"""Who may work on an item: those it is assigned to, or one person at a time by a lease."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from sqlalchemy import delete, exists, or_, select

from diglot.annotate.store.tables import ANNOTATION, ASSIGNMENT, LEASE

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection

    from diglot.annotate.store.database import Database
    from diglot.annotate.store.records import Part

MINUTES = 30
"""How long an item is kept for a person who has not yet said anything of it."""


def begun(item: ColumnElement[int] | int, part: Part, *, besides: int) -> ColumnElement[bool]:
    """Whether another person has done something on an item in this role."""
    others = ANNOTATION.alias("others")
    return exists().where(
        others.c.item_id == item,
        others.c.role == part,
        others.c.person_id != besides,
        others.c.rev > 0,
        others.c.copied.is_(False),
    )


def assigned(connection: Connection, item_id: int) -> set[int]:
    """The people that an item is assigned to."""
    query = select(ASSIGNMENT.c.person_id).where(ASSIGNMENT.c.item_id == item_id)
    return set(connection.scalars(query))


def claim(
    database: Database, connection: Connection, item_id: int, part: Part, user_id: int
) -> bool:
    """Lease an item to a person, anew if the person has it; whether it could be had."""
    if connection.execute(select(begun(item_id, part, besides=user_id))).scalar_one():
        return False
    now = database.now()
    row = {
        "item_id": item_id,
        "role": part,
        "person_id": user_id,
        "until": now + timedelta(minutes=MINUTES),
    }
    statement = database.insert(LEASE).values(row)
    # The row itself decides: of two transactions, the later one waits and finds it taken.
    taken = statement.on_conflict_do_update(
        index_elements=[LEASE.c.item_id, LEASE.c.role],
        set_={"person_id": statement.excluded.person_id, "until": statement.excluded.until},
        where=or_(LEASE.c.person_id == user_id, LEASE.c.until < now),
    )
    return connection.execute(taken).rowcount == 1


def let_go(connection: Connection, user_id: int, *, item_id: int | None = None) -> None:
    """Give back a person's lease on an item, or all of them."""
    statement = delete(LEASE).where(LEASE.c.person_id == user_id)
    if item_id is not None:
        statement = statement.where(LEASE.c.item_id == item_id)
    connection.execute(statement)
