"""Which items a person sees, in which state and order: the same for lists and queues."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import and_, case, exists, func, or_, select, true

from diglot.annotate.store import access
from diglot.annotate.store.leases import begun
from diglot.annotate.store.records import ItemRow
from diglot.annotate.store.tables import ANNOTATION, ASSIGNMENT, ITEM

if TYPE_CHECKING:
    from sqlalchemy import ColumnElement, Connection, FromClause, Row

    from diglot.annotate.store.records import Order, Role, View

DOUBT = 0.5
"""Confidence below which an item is doubtful, as one with a reason is anyway."""

UNSCORED = 2.0
"""Stands for a missing confidence when items are ordered by doubt: after every other."""


@dataclass(frozen=True, slots=True)
class Lens:
    """A layer's items seen by one person.

    Attributes:
        rows: items, each beside the person's own judgement if there is one.
        own: columns of that judgement.
        state: of the item for this person.
        visible: whether the person may see it.
        mine: whether it is assigned to the person, or begun by the person.
        assigned: whether it is assigned to the person.
        free: whether nobody is assigned to it and nobody else has begun it.
    """

    layer: int
    user: int
    role: Role
    rows: FromClause
    own: Any
    state: ColumnElement[str]
    visible: ColumnElement[bool]
    mine: ColumnElement[bool]
    assigned: ColumnElement[bool]
    free: ColumnElement[bool]


def lens(connection: Connection, layer_id: int, user_id: int) -> Lens:
    """How a person sees a layer.

    Raises:
        ForbiddenError: the person has been deactivated.
        NotFoundError: there is no such person.
    """
    role = access.role_of(connection, user_id)
    own = ANNOTATION.alias("own")
    joined = and_(own.c.item_id == ITEM.c.id, own.c.person_id == user_id, own.c.role == "annotator")
    turn = ASSIGNMENT.alias("turn")
    anyone = exists().where(turn.c.item_id == ITEM.c.id)
    mine = exists().where(turn.c.item_id == ITEM.c.id, turn.c.person_id == user_id)
    free = and_(~anyone, ~begun(ITEM.c.id, "annotator", besides=user_id))
    return Lens(
        layer=layer_id,
        user=user_id,
        role=role,
        rows=ITEM.outerjoin(own, joined),
        own=own.c,
        state=case(
            (decided(), "adjudicated"),
            (own.c.state == "done", "done"),
            (own.c.rev > 0, "draft"),
            else_="open",
        ),
        visible=or_(mine, free) if role == "annotator" else true(),
        mine=or_(mine, func.coalesce(own.c.rev, 0) > 0),
        assigned=mine,
        free=free,
    )


def decided() -> ColumnElement[bool]:
    """Whether an adjudicator has decided an item."""
    decision = ANNOTATION.alias("decision")
    return exists().where(decision.c.item_id == ITEM.c.id, decision.c.state == "adjudicated")


def doubtful() -> ColumnElement[bool]:
    """Whether something speaks against what is proposed."""
    return or_(ITEM.c.score < DOUBT, ITEM.c.reasons != "[]")


def matching(seen: Lens, view: View) -> ColumnElement[bool]:
    """Whether an item belongs to a view."""
    if view == "all":
        return true()
    if view == "doubtful":
        return doubtful()
    if view == "mine":
        return seen.mine
    return seen.state == view


def page(
    connection: Connection,
    seen: Lens,
    view: View,
    text: str,
    order: Order,
    offset: int,
    limit: int,
) -> tuple[list[ItemRow], int]:
    """A stretch of a layer's items as a person sees them, and how many there are in all."""
    conditions = [ITEM.c.layer_id == seen.layer, seen.visible, matching(seen, view)]
    wanted = _searchable(text)
    if wanted:
        conditions.append(ITEM.c.search.contains(wanted, autoescape=True))
    total = connection.execute(
        select(func.count()).select_from(seen.rows).where(*conditions)
    ).scalar_one()
    query = (
        select(
            ITEM.c.id,
            ITEM.c.seq,
            ITEM.c.source,
            ITEM.c.target,
            ITEM.c.score,
            ITEM.c.reasons,
            seen.state.label("state"),
            seen.own.label,
            seen.own.updated,
            seen.own.rev,
        )
        .select_from(seen.rows)
        .where(*conditions)
        .order_by(*_ordering(seen, order), ITEM.c.seq)
        .offset(offset)
        .limit(limit)
    )
    return [_row(row) for row in connection.execute(query)], total


def doubt() -> ColumnElement[float]:
    """What items are ordered by, the least certain first."""
    return func.coalesce(ITEM.c.score, UNSCORED)


def _ordering(seen: Lens, order: Order) -> list[ColumnElement[Any]]:
    if order == "doubt":
        return [doubt()]
    if order == "updated":
        return [case((seen.own.updated.is_(None), 1), else_=0), seen.own.updated.desc()]
    return []


def _searchable(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "ignore").decode()[:500].strip().casefold()


def _row(row: Row[Any]) -> ItemRow:
    begun_by_me = bool(row.rev)
    return ItemRow(
        id=row.id,
        seq=row.seq,
        source=row.source,
        target=row.target,
        state=row.state,
        label=row.label if begun_by_me else "",
        score=row.score,
        reasons=tuple(json.loads(row.reasons)),
        updated=row.updated if begun_by_me else None,
    )
