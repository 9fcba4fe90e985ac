"""Which items a person sees, in which order, and whose turn it is."""

import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Connection,
    FromClause,
    Row,
    and_,
    case,
    exists,
    false,
    func,
    literal_column,
    or_,
    select,
    true,
)

from diglot.annotate.records import ItemRow, NotFoundError, Order, Role, Turn, View
from diglot.annotate.store import access
from diglot.annotate.store.access import claim_all, release_lease
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.tables import (
    ANNOTATION,
    ASSIGNMENT,
    ITEM,
    ITEM_TEXT,
    LEASE,
    SIGHT,
    from_row,
    items_of,
    rows_of,
)

DOUBT = 0.5
"""Confidence below which an item is doubtful, as one with a reason is anyway."""

UNSCORED = 2.0
"""Stands for a missing confidence when items are ordered by doubt: after every other."""


@dataclass(frozen=True, slots=True)
class PersonalQueue:
    """A layer's items seen by one person.

    Attributes:
        state: of the item for this person.
        visible: whether the person may see it.
        mine: whether it is assigned to the person.
        assigned: whether it is, and the person may judge it.
        free: whether nobody is assigned to it, nobody else has begun it, and the person has not
            seen what others say of it.
        draft: whether the person has said something of it, not taken it back, and is not done.
        done: whether the person is done with it.
    """

    layer: int
    user: int
    role: Role
    state: ColumnElement[str]
    visible: ColumnElement[bool]
    mine: ColumnElement[bool]
    assigned: ColumnElement[bool]
    free: ColumnElement[bool]
    draft: ColumnElement[bool]
    done: ColumnElement[bool]

    @property
    def has_begun(self) -> ColumnElement[bool]:
        """Whether the person has said something of it that stands."""
        return or_(self.draft, self.done)


def personal_queue(connection: Connection, layer_id: int, user_id: int) -> PersonalQueue:
    """How a person sees a layer.

    What all have done with an item stands in the indexes of items, so that a list of 200,000 is
    counted without a look at anything else.

    Raises:
        ForbiddenError: the person has been deactivated.
        NotFoundError: there is no such person.
    """
    role = access.role_of(connection, user_id)
    hands, brought = ITEM.c.hands, ITEM.c.brought
    mine = holds(connection, ITEM.c.turns, f" {user_id} ")
    draft, done = (
        or_(holds(connection, hands, each), holds(connection, brought, each))
        for each in (f" {user_id}=b", f" {user_id}=d")
    )
    seen: ColumnElement[bool] = false()
    if connection.scalar(select(exists().where(SIGHT.c.person_id == user_id))):
        seen = access.has_seen(ITEM.c.id, user_id)
    own = ("", *(f" {user_id}={letter}" for letter in "bdu"))
    free = and_(ITEM.c.turns == literal_column("''"), hands.in_(own), ~seen)
    return PersonalQueue(
        layer=layer_id,
        user=user_id,
        role=role,
        state=case((ITEM.c.decided, "adjudicated"), (done, "done"), (draft, "draft"), else_="open"),
        visible=or_(mine, free) if role == "annotator" else true(),
        mine=mine,
        assigned=and_(mine, ~seen),
        free=free,
        draft=draft,
        done=done,
    )


def holds(connection: Connection, text: ColumnElement[str], part: str) -> ColumnElement[bool]:
    """Whether a text has a part, letter by letter: several times as fast as LIKE in SQLite."""
    place = func.instr if connection.dialect.name == "sqlite" else func.strpos
    return place(text, part) > literal_column("0")


def is_doubtful() -> ColumnElement[bool]:
    """Whether something speaks against what is proposed."""
    # Spelt out, as in the index `item_doubtful`: with parameters it would not be used.
    return or_(ITEM.c.score < literal_column(str(DOUBT)), ITEM.c.reasons != literal_column("'[]'"))


def in_view(seen: PersonalQueue, view: View) -> ColumnElement[bool]:
    """Whether an item belongs to a view."""
    untouched = and_(~ITEM.c.decided, ~seen.has_begun)
    return {
        "all": true(),
        "doubtful": is_doubtful(),
        "mine": or_(seen.mine, seen.has_begun),
        "open": untouched,
        "draft": and_(~ITEM.c.decided, seen.draft),
        "done": and_(~ITEM.c.decided, seen.done),
        "adjudicated": ITEM.c.decided,
    }[view]


def list_page(
    connection: Connection,
    seen: PersonalQueue,
    view: View,
    text: str,
    order: Order,
    offset: int,
    limit: int,
) -> tuple[list[ItemRow], int]:
    """A stretch of a layer's items as a person sees them, and how many there are in all."""
    conditions = [
        items_of(seen.layer, numbered=order != "doubt"),
        in_view(seen, view),
        seen.visible,
    ]
    rows: FromClause = ITEM
    if wanted := _searchable(text):
        rows = rows.join(ITEM_TEXT, ITEM_TEXT.c.item_id == ITEM.c.id)
        conditions.append(_found(connection, wanted))
    # Numbers first: what stands between them and the page need not be read.
    hits = select(ITEM.c.id).select_from(rows).where(*conditions)
    if order == "updated":
        found = _last_changed(connection, seen, rows, conditions[1:], offset, limit)
    else:
        ordering = [doubt_of(), ITEM.c.seq] if order == "doubt" else [ITEM.c.seq]
        page = hits.order_by(*ordering).offset(offset).limit(limit)
        found = list(connection.scalars(page))
    total = offset + len(found)
    if len(found) == limit or (offset and not found):
        counting = select(func.count()).select_from(rows).where(*conditions)
        total = connection.execute(counting).scalar_one()
    own = ANNOTATION.alias("mine")
    own_rows = (own.c.person_id == seen.user, own.c.role == "annotator")
    query = (
        select(
            ITEM.c.id,
            ITEM.c.seq,
            ITEM.c.source,
            ITEM.c.target,
            ITEM.c.score,
            ITEM.c.reasons,
            seen.state.label("state"),
            own.c.label,
            own.c.updated,
            own.c.rev,
        )
        .select_from(ITEM)
        .outerjoin(own, and_(own.c.item_id == ITEM.c.id, *own_rows))
        .where(ITEM.c.id.in_(found))
    )
    read = {row.id: _row(row) for row in connection.execute(query)}
    return [read[each] for each in found], total


def _last_changed(
    connection: Connection,
    seen: PersonalQueue,
    rows: FromClause,
    conditions: list[ColumnElement[bool]],
    offset: int,
    limit: int,
) -> list[int]:
    """A stretch of the items that the person has begun, last changed first, then of the others."""
    own = ANNOTATION.alias("changed")
    theirs = (own.c.person_id == seen.user, own.c.role == "annotator")
    joined = rows.join(own, and_(own.c.item_id == ITEM.c.id, *theirs))
    # Spelt out, as in the index `annotation_updated`.
    wanted = (rows_of(seen.layer), *conditions, own.c.rev > literal_column("0"), seen.has_begun)
    changed = select(ITEM.c.id).select_from(joined).where(*wanted)
    # In the order of that index, back to front: as far as is needed, whatever was changed at once.
    page = changed.order_by(own.c.updated.desc(), own.c.item_id.desc()).offset(offset).limit(limit)
    found = list(connection.scalars(page))
    if len(found) == limit:
        return found
    skipped = offset
    if offset and not found:
        count = select(func.count()).select_from(changed.subquery())
        skipped -= connection.execute(count).scalar_one()
    here = items_of(seen.layer)
    others = select(ITEM.c.id).select_from(rows).where(here, *conditions, ~seen.has_begun)
    page = others.order_by(ITEM.c.seq).offset(0 if found else skipped).limit(limit - len(found))
    return [*found, *connection.scalars(page)]


def doubt_of() -> ColumnElement[float]:
    """What items are ordered by, the least certain first."""
    # Spelt out, as in the index `item_doubt`: a parameter would not be looked up there.
    return func.coalesce(ITEM.c.score, literal_column(str(UNSCORED)))


def _found(connection: Connection, wanted: str) -> ColumnElement[bool]:
    """Whether the text of an item has a part; SQLite's GLOB takes two thirds of LIKE's time."""
    if connection.dialect.name != "sqlite":
        return ITEM_TEXT.c.search.contains(wanted, autoescape=True)
    pattern = re.sub(r"([*?[])", r"[\1]", wanted)
    return ITEM_TEXT.c.search.op("GLOB", is_comparison=True)(f"*{pattern}*")


def _searchable(text: str) -> str:
    return text.replace("\0", " ").encode("utf-8", "ignore").decode()[:500].strip().casefold()


def _row(row: Row[Any]) -> ItemRow:
    reasons = tuple(json.loads(row.reasons))
    if row.rev:
        return from_row(ItemRow, row, reasons=reasons)
    return from_row(ItemRow, row, reasons=reasons, label="", updated=None)


# Whose turn it is: assignments in their order, and leases on what is for whoever comes.


TRIES = 50
"""Items that are tried before it is said that there is none: others may lease them meanwhile."""


class Queue:
    """Who is to judge what, and what comes next."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def assign(self, layer_id: int, turns: Iterable[Turn]) -> int:
        """Assign items to people; a turn that is there already gets its new position. How many.

        Raises:
            NotFoundError: an item is not of this layer.
        """
        rows = [
            {"item_id": turn.item, "person_id": turn.user, "position": turn.position}
            for turn in turns
        ]
        with self._database.writing() as connection:
            inside = set(connection.scalars(select(ITEM.c.id).where(items_of(layer_id))))
            foreign = [row["item_id"] for row in rows if row["item_id"] not in inside]
            if foreign:
                raise NotFoundError(f"there is no item {foreign[0]} in this layer")
            statement = self._database.insert(ASSIGNMENT)
            moved = statement.on_conflict_do_update(
                index_elements=[ASSIGNMENT.c.item_id, ASSIGNMENT.c.person_id],
                set_={"position": statement.excluded.position},
            )
            if rows:
                connection.execute(moved, rows)
            people = sorted({row["person_id"] for row in rows})
            details = {"layer": layer_id, "turns": len(rows), "people": people}
            record(self._database, connection, "assign", details=details)
        return len(rows)

    def next(
        self,
        layer_id: int,
        user_id: int,
        *,
        after_seq: int | None = None,
        order: Order = "seq",
        view: View = "all",
    ) -> int | None:
        """The first of `next_many`, or None."""
        found = self.next_many(
            layer_id, user_id, count=1, after_seq=after_seq, order=order, view=view
        )
        return found[0] if found else None

    def next_many(
        self,
        layer_id: int,
        user_id: int,
        *,
        count: int,
        after_seq: int | None = None,
        order: Order = "seq",
        view: View = "all",
    ) -> list[int]:
        """The next items that a person has not finished, leased to the person.

        First come the person's own turns in their order, then what nobody is assigned to. After
        the last item the first ones come again.

        Args:
            layer_id: where to look.
            user_id: whose turn it is.
            count: items at most.
            after_seq: number of the item that the person comes from.
            order: ``doubt`` takes the least certain first.
            view: of the items that may come.

        Raises:
            ForbiddenError: the person has been deactivated.
            NotFoundError: there is no such person.
        """
        with self._database.writing() as connection:
            seen = personal_queue(connection, layer_id, user_id)
            if seen.role == "viewer":
                return []
            unfinished = [
                items_of(layer_id, numbered=order != "doubt"),
                ~ITEM.c.decided,
                ~seen.done,
                in_view(seen, view),
            ]
            found = self._first(
                connection, seen, [seen.assigned, *unfinished], after_seq, order, count
            )
            if len(found) == count:
                return found
            now = self._database.now()
            leased = exists().where(
                LEASE.c.item_id == ITEM.c.id,
                LEASE.c.role == "annotator",
                LEASE.c.person_id != user_id,
                LEASE.c.until >= now,
            )
            free = [seen.free, *unfinished, ~leased]
            wanted = count - len(found)
            tried = self._first(connection, seen, free, after_seq, order, wanted + TRIES)
            while tried and len(found) < count:
                wanted = count - len(found)
                had = claim_all(self._database, connection, tried[:wanted], "annotator", user_id)
                found += [each for each in tried[:wanted] if each in had]
                tried = tried[wanted:]
        return found

    def release(self, user_id: int) -> None:
        """Give back everything that is leased to a person."""
        with self._database.writing() as connection:
            release_lease(connection, user_id)

    @staticmethod
    def _first(
        connection: Connection,
        seen: PersonalQueue,
        conditions: list[ColumnElement[bool]],
        after_seq: int | None,
        order: Order,
        limit: int,
    ) -> list[int]:
        """The first items in an order, those after a given one before those up to it."""
        turn = and_(ASSIGNMENT.c.item_id == ITEM.c.id, ASSIGNMENT.c.person_id == seen.user)
        rows: FromClause = ITEM
        rank = ITEM.c.seq if order != "doubt" else doubt_of()
        if seen.assigned in conditions:
            rows = ITEM.join(ASSIGNMENT, turn)
            rank = ASSIGNMENT.c.position if order != "doubt" else rank
        query = select(ITEM.c.id).select_from(rows).where(*conditions)
        # SQLite takes an order that is named twice for another one than that of the index.
        query = query.order_by(*([] if rank is ITEM.c.seq else [rank]), ITEM.c.seq).limit(limit)
        found: list[int] = []
        if after_seq is not None:
            here = (ITEM.c.layer_id == seen.layer, ITEM.c.seq == after_seq)
            at = connection.execute(select(rank).select_from(rows).where(*here)).scalar()
            if at is not None:
                # Those behind first: an order by an index is read only as far as is needed.
                later = or_(rank > at, and_(rank == at, ITEM.c.seq > after_seq))
                found = list(connection.scalars(query.where(rank >= at, later)))
                query = query.where(rank <= at)
        if len(found) < limit:
            found += [each for each in connection.scalars(query) if each not in set(found)]
        return found[:limit]
