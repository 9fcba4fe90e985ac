"""Which items a person sees, in which order, and whose turn it is."""

import json
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

from diglot.annotate.store import access
from diglot.annotate.store.access import claim_all, release_lease
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.records import ItemRow, NotFoundError, Order, Role, Turn, View
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
        rows: items, each beside the person's own judgement if there is one.
        own: columns of that judgement.
        state: of the item for this person.
        visible: whether the person may see it.
        mine: whether it is assigned to the person, or begun by the person.
        assigned: whether it is assigned to the person, who may judge it.
        free: whether nobody is assigned to it, nobody else has begun it, and the person has not
            seen what others say of it.
        decided: whether an adjudicator has decided it.
        begun: whether the person has said something of it.
        untouched: whether neither has.
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
    decided: ColumnElement[bool]
    begun: ColumnElement[bool]
    untouched: ColumnElement[bool]


def personal_queue(
    connection: Connection, layer_id: int, user_id: int, *, whole: bool = True
) -> PersonalQueue:
    """How a person sees a layer.

    Args:
        connection: to the tables.
        layer_id: what is seen.
        user_id: by whom.
        whole: whether all items are gone through, as they are to be counted: then what hangs on
            them is gathered once. Else it is looked up, for as many as are needed.

    Raises:
        ForbiddenError: the person has been deactivated.
        NotFoundError: there is no such person.
    """
    role = access.role_of(connection, user_id)
    some = _present(connection, layer_id, user_id)
    own = ANNOTATION.alias("own")
    joined = and_(own.c.item_id == ITEM.c.id, own.c.person_id == user_id, own.c.role == "annotator")

    def has(table: FromClause, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        if whole:
            return ITEM.c.id.in_(select(table.c.item_id).where(*conditions))
        return exists().where(table.c.item_id == ITEM.c.id, *conditions)

    turn, decision, begun = (
        ASSIGNMENT.alias("turn"),
        ANNOTATION.alias("decision"),
        ANNOTATION.alias("begun"),
    )
    others, theirs = access.judged_by_others("annotator", besides=user_id)
    own_begun = and_(begun.c.person_id == user_id, begun.c.role == "annotator", begun.c.rev > 0)
    begun_items = ITEM.c.id.in_(select(begun.c.item_id).where(own_begun))
    # What there is none of need not be looked for at every item.
    mine: ColumnElement[bool] = has(turn, turn.c.person_id == user_id) if some.turns else false()
    seen = has(SIGHT, SIGHT.c.person_id == user_id) if some.sights else false()
    decided = has(decision, decision.c.state == "adjudicated") if some.judgements else false()
    free = and_(
        ~has(turn) if some.turns else true(),
        ~has(others, theirs) if some.judgements else true(),
        ~seen,
    )
    return PersonalQueue(
        layer=layer_id,
        user=user_id,
        role=role,
        rows=ITEM.outerjoin(own, joined),
        own=own.c,
        state=case(
            *(((decided, "adjudicated"),) if some.judgements else ()),
            (own.c.state == "done", "done"),
            (own.c.rev > 0, "draft"),
            else_="open",
        ),
        visible=or_(mine, free) if role == "annotator" else true(),
        mine=or_(mine, begun_items),
        assigned=and_(mine, ~seen),
        free=free,
        decided=decided,
        begun=begun_items,
        untouched=and_(~decided, ~begun_items if whole else func.coalesce(own.c.rev, 0) == 0),
    )


def _present(connection: Connection, layer_id: int, user_id: int) -> Any:
    """Whether a layer has turns, judgements of others, and anything that the person has seen."""

    def any_of(table: FromClause, *conditions: ColumnElement[bool]) -> ColumnElement[bool]:
        return exists().where(table.c.item_id == ITEM.c.id, rows_of(layer_id), *conditions)

    others = or_(ANNOTATION.c.person_id != user_id, ANNOTATION.c.state == "adjudicated")
    row: Any = connection.execute(
        select(
            any_of(ASSIGNMENT).label("turns"),
            any_of(ANNOTATION, others).label("judgements"),
            any_of(SIGHT, SIGHT.c.person_id == user_id).label("sights"),
        )
    ).one()
    return row


def is_decided() -> ColumnElement[bool]:
    """Whether an adjudicator has decided an item."""
    decision = ANNOTATION.alias("decision")
    return exists().where(decision.c.item_id == ITEM.c.id, decision.c.state == "adjudicated")


def is_doubtful() -> ColumnElement[bool]:
    """Whether something speaks against what is proposed."""
    # Spelt out, as in the index `item_doubtful`: with parameters it would not be used.
    return or_(ITEM.c.score < literal_column(str(DOUBT)), ITEM.c.reasons != literal_column("'[]'"))


def in_view(seen: PersonalQueue, view: View) -> ColumnElement[bool]:
    """Whether an item belongs to a view."""
    if view == "all":
        return true()
    if view == "doubtful":
        return is_doubtful()
    if view == "mine":
        return seen.mine
    if view == "open":
        return seen.untouched
    return seen.decided if view == "adjudicated" else and_(seen.begun, seen.state == view)


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
        seen.visible,
        in_view(seen, view),
    ]
    ordering = (*_ordering(seen, order), ITEM.c.seq)
    rows = seen.rows
    if wanted := _searchable(text):
        rows = rows.join(ITEM_TEXT, ITEM_TEXT.c.item_id == ITEM.c.id)
        conditions.append(ITEM_TEXT.c.search.contains(wanted, autoescape=True))
    # Numbers first: what stands between them and the page need not be read.
    hits = select(ITEM.c.id).select_from(rows).where(*conditions).order_by(*ordering)
    found = list(connection.scalars(hits.offset(offset).limit(limit)))
    total = offset + len(found)
    if len(found) == limit or (offset and not found):
        counting = select(func.count()).select_from(rows).where(*conditions)
        total = connection.execute(counting).scalar_one()
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
        .where(ITEM.c.id.in_(found))
        .order_by(*ordering)
    )
    return [_row(row) for row in connection.execute(query)], total


def doubt_of() -> ColumnElement[float]:
    """What items are ordered by, the least certain first."""
    # Spelt out, as in the index `item_doubt`: a parameter would not be looked up there.
    return func.coalesce(ITEM.c.score, literal_column(str(UNSCORED)))


def _ordering(seen: PersonalQueue, order: Order) -> list[ColumnElement[Any]]:
    if order == "doubt":
        return [doubt_of()]
    if order == "updated":
        return [case((seen.own.updated.is_(None), 1), else_=0), seen.own.updated.desc()]
    return []


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

    def assign(self, layer_id: int, turns: Iterable[Turn], *, by: int | None = None) -> int:
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
            record(self._database, connection, "assign", user=by, details=details)
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
            seen = personal_queue(connection, layer_id, user_id, whole=False)
            if seen.role == "viewer":
                return []
            unfinished = [
                items_of(layer_id, numbered=order != "doubt"),
                seen.state.in_(["open", "draft"]),
                in_view(seen, view),
            ]
            found = self._first(
                connection, seen, [*unfinished, seen.assigned], after_seq, order, count
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
            free = [*unfinished, seen.free, ~leased]
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
        rows, rank = seen.rows, ITEM.c.seq if order != "doubt" else doubt_of()
        if seen.assigned in conditions:
            rows = seen.rows.join(ASSIGNMENT, turn)
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
