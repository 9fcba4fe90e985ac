"""Names for annotators in what leaves the project: A1, A2, ... by the order of first judgements."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import func, select, update

from diglot.annotate.store.tables import PERSON, PROJECT

if TYPE_CHECKING:
    from sqlalchemy import Connection


def give_pseudonym(connection: Connection, user_id: int) -> None:
    """Give a person the next pseudonym, unless there is one already."""
    query = select(PERSON.c.pseudonym).where(PERSON.c.id == user_id)
    if connection.execute(query).scalar() is not None:
        return
    # Two first judgements at once would take the same number: the project's row is the turnstile.
    connection.execute(select(PROJECT.c.id).with_for_update()).all()
    last = connection.execute(select(func.max(PERSON.c.pseudonym))).scalar() or 0
    statement = update(PERSON).where(PERSON.c.id == user_id, PERSON.c.pseudonym.is_(None))
    connection.execute(statement.values(pseudonym=last + 1))


def shown(number: int | None) -> str:
    """A pseudonym as it is written; empty without one."""
    return "" if number is None else f"A{number}"
