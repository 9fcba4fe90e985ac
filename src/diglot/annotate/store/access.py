"""Who may judge an item or read a judgement, and leases on items."""

from collections.abc import Sequence
from datetime import timedelta
from functools import cache
from typing import Any, TypeAlias

from sqlalchemy import (
    ColumnElement,
    Connection,
    Executable,
    FromClause,
    Integer,
    and_,
    bindparam,
    delete,
    exists,
    literal,
    or_,
    select,
)

from diglot.annotate.records import ForbiddenError, NotFoundError, Part, Role, TakenError
from diglot.annotate.store.database import Database, upsert
from diglot.annotate.store.history import Header
from diglot.annotate.store.tables import ANNOTATION, ASSIGNMENT, ITEM, LAYER, LEASE, PERSON, SIGHT

MINUTES = 30
"""How long an item is kept for a person who has not yet said anything of it."""

Person: TypeAlias = int | ColumnElement[int]


def judged_by_others(part: Part, *, besides: Person) -> tuple[FromClause, ColumnElement[bool]]:
    """Judgements, and which of them are what another person has done in this role."""
    others = ANNOTATION.alias("others")
    return others, and_(
        others.c.role == part,
        others.c.person_id != besides,
        others.c.rev > 0,
        # What was brought by an import was not judged here.
        others.c.import_id.is_(None),
    )


def begun_by_others(
    item: ColumnElement[int] | int, part: Part, *, besides: Person
) -> ColumnElement[bool]:
    """Whether another person has done something on an item in this role."""
    others, theirs = judged_by_others(part, besides=besides)
    return exists().where(others.c.item_id == item, theirs)


def assignees(connection: Connection, item_ids: Sequence[int]) -> dict[int, set[int]]:
    """The people that items are assigned to."""
    found: dict[int, set[int]] = {each: set() for each in item_ids}
    for item_id, user_id in connection.execute(_ASSIGNEES, {"items": item_ids}):
        found[item_id].add(user_id)
    return found


def claim(
    database: Database, connection: Connection, item_id: int, part: Part, user_id: int
) -> bool:
    """Lease an item to a person, anew if the person has it; whether it could be had."""
    return bool(claim_all(database, connection, [item_id], part, user_id))


def claim_all(
    database: Database, connection: Connection, item_ids: Sequence[int], part: Part, user_id: int
) -> set[int]:
    """Lease items to a person as far as they can be had; which ones."""
    now = database.now()
    asked = {
        "items": item_ids,
        "person": user_id,
        "until": now + timedelta(minutes=MINUTES),
        "now": now,
    }
    return set(connection.scalars(_lease(database.engine.dialect.name, part), asked))


# Built once each: to build and to look up a statement takes longer than to carry it out.

_ITEMS = bindparam("items", type_=Integer, expanding=True)
_PERSON = bindparam("person", type_=Integer)
_ASSIGNEES = select(ASSIGNMENT.c.item_id, ASSIGNMENT.c.person_id).where(
    ASSIGNMENT.c.item_id.in_(_ITEMS)
)
_SEEN = select(SIGHT.c.item_id).where(SIGHT.c.item_id.in_(_ITEMS), SIGHT.c.person_id == _PERSON)


@cache
def _lease(dialect: str, part: Part) -> Executable:
    begun = begun_by_others(ITEM.c.id, part, besides=_PERSON)
    until = bindparam("until", type_=LEASE.c.until.type)
    free = (
        select(ITEM.c.id, literal(part), _PERSON, until)
        .where(ITEM.c.id.in_(_ITEMS), ~begun)
        .order_by(ITEM.c.id)  # two who claim never wait for each other
    )
    statement = upsert(LEASE, dialect).from_select(["item_id", "role", "person_id", "until"], free)
    # The row itself decides: of two transactions, the later one waits and finds it taken.
    return statement.on_conflict_do_update(
        index_elements=[LEASE.c.item_id, LEASE.c.role],
        set_={"person_id": statement.excluded.person_id, "until": statement.excluded.until},
        where=or_(
            LEASE.c.person_id == statement.excluded.person_id, LEASE.c.until < bindparam("now")
        ),
    ).returning(LEASE.c.item_id)


def release_lease(connection: Connection, user_id: int) -> None:
    """Give back all leases of a person."""
    connection.execute(delete(LEASE).where(LEASE.c.person_id == user_id))


# Who may judge an item and read a judgement: decided here, whichever way the call came.


MANAGING = frozenset({"owner", "manager"})
DECIDING = frozenset({"owner", "manager", "adjudicator"})


def role_of(connection: Connection, user_id: int) -> Role:
    """The role of a person who is active.

    Raises:
        NotFoundError: there is no such person.
        ForbiddenError: the person has been deactivated.
    """
    query = select(PERSON.c.role, PERSON.c.active).where(PERSON.c.id == user_id)
    row = connection.execute(query).first()
    if row is None:
        raise NotFoundError(f"there is no person {user_id}")
    if not row.active:
        raise ForbiddenError("this person is no longer a member")
    role: Role = row.role
    return role


def require(connection: Connection, user_id: int, roles: frozenset[str]) -> None:
    """Let pass only who has one of the roles.

    Raises:
        NotFoundError: there is no such person.
        ForbiddenError: the role is another.
    """
    if role_of(connection, user_id) not in roles:
        raise ForbiddenError(f"that is for {' or '.join(sorted(roles))} only")


def require_own(connection: Connection, head: Header, user_id: int) -> None:
    """Let pass only the annotator, as long as active.

    Raises:
        ForbiddenError: it is another person's judgement.
    """
    if head.user != user_id or not head.active:
        role_of(connection, user_id)
        raise ForbiddenError("this judgement is another person's")


def require_manageable(connection: Connection, head: Header, user_id: int) -> None:
    """Let pass the annotator, managers and owners.

    Raises:
        ForbiddenError: it is another person's judgement.
    """
    if role_of(connection, user_id) not in MANAGING and head.user != user_id:
        raise ForbiddenError("this judgement is another person's")


def require_readable(connection: Connection, head: Header, user_id: int) -> None:
    """Let pass the annotator, and managers and owners who do not judge the item themselves.

    Raises:
        ForbiddenError: it is another person's judgement.
    """
    require_manageable(connection, head, user_id)
    if head.user != user_id:
        require_impartial(connection, head.item, user_id)


def require_turn(
    database: Database, connection: Connection, item_id: int, user_id: int, part: Part
) -> None:
    """Let pass who may judge the item now, with a lease on it if it is for one person only.

    Raises:
        ForbiddenError: it is assigned to others, or the person's role is another.
        TakenError: another person works on it.
    """
    if part == "adjudicator":
        if role_of(connection, user_id) not in DECIDING:
            raise ForbiddenError("only adjudicators can decide between judgements")
        require_impartial(connection, item_id, user_id)
    for refusal in refusals(database, connection, [item_id], user_id, part).values():
        raise refusal


def refusals(
    database: Database, connection: Connection, item_ids: Sequence[int], user_id: int, part: Part
) -> dict[int, ForbiddenError | TakenError]:
    """Why a person may not judge items now; the person leases the others that are for one only.

    Raises:
        NotFoundError: there is no such person.
        ForbiddenError: the person has been deactivated.
    """
    role = role_of(connection, user_id)
    refused: dict[int, ForbiddenError | TakenError] = {}
    free = item_ids
    if part == "annotator":
        asked = {"items": item_ids, "person": user_id}
        seen = set(connection.scalars(_SEEN, asked))
        people = assignees(connection, item_ids)
        for each in item_ids:
            if role == "viewer":
                refused[each] = ForbiddenError("viewers do not judge items")
            elif each in seen:
                refused[each] = ForbiddenError(
                    "people who have seen other judgements of an item cannot annotate it"
                )
            elif people[each] and user_id not in people[each] and role not in MANAGING:
                refused[each] = ForbiddenError("this item is assigned to others")
        free = [each for each in item_ids if each not in refused and user_id not in people[each]]
    had = claim_all(database, connection, free, part, user_id)
    if role not in MANAGING:
        for each in free:
            if each not in had:
                refused[each] = TakenError(
                    "another person works on this item", cure="take the next one"
                )
    return refused


def require_visible(connection: Connection, item_id: int, user_id: int) -> Role:
    """Let pass who may see an item: who may judge or decide it; the role of the person.

    Raises:
        NotFoundError: there is no such person.
        ForbiddenError: it is for others.
    """
    role = role_of(connection, user_id)
    if role == "viewer":
        raise ForbiddenError("viewers do not judge items")
    if role == "annotator":
        people = assignees(connection, [item_id])[item_id]
        others = begun_by_others(item_id, "annotator", besides=user_id)
        own = connection.scalar(select(is_party(item_id, user_id)))
        if not own and (people or connection.scalar(select(others))):
            raise ForbiddenError("this item is assigned to others")
    return role


def require_impartial(connection: Connection, item_id: int, user_id: int) -> None:
    """Let pass who may see what others say of an item.

    That is who neither has judged it nor is to do so, unless the layer lets people adjudicate
    their own items.

    Raises:
        ForbiddenError: the person is a party.
    """
    query = select(is_party(ITEM.c.id, user_id)).where(ITEM.c.id == item_id)
    if connection.scalar(query) and not own_adjudication(connection, item=item_id):
        raise ForbiddenError(
            "people who judge an item cannot see other judgements of it or adjudicate it"
        )


def own_adjudication(
    connection: Connection, *, item: int | None = None, layer: int | None = None
) -> bool:
    """Whether the layer of an item, or a layer, lets people adjudicate their own items."""
    query = select(LAYER.c.settings)
    if item is not None:
        query = query.join(ITEM, ITEM.c.layer_id == LAYER.c.id).where(ITEM.c.id == item)
    else:
        query = query.where(LAYER.c.id == layer)
    settings: dict[str, Any] = connection.execute(query).scalar() or {}
    return bool(settings.get("own_adjudication"))


def is_party(item: ColumnElement[int] | int, user_id: int) -> ColumnElement[bool]:
    """Whether a person has judged an item, or is to judge it."""
    own, turn = ANNOTATION.alias("own_judgement"), ASSIGNMENT.alias("own_turn")
    return or_(
        exists().where(
            own.c.item_id == item,
            own.c.person_id == user_id,
            own.c.role == "annotator",
            own.c.rev > 0,
        ),
        exists().where(turn.c.item_id == item, turn.c.person_id == user_id),
    )


def party_items(connection: Connection, user_id: int) -> set[int]:
    """The items that a person has judged or is to judge."""
    own = select(ANNOTATION.c.item_id).where(
        ANNOTATION.c.person_id == user_id, ANNOTATION.c.role == "annotator", ANNOTATION.c.rev > 0
    )
    turns = select(ASSIGNMENT.c.item_id).where(ASSIGNMENT.c.person_id == user_id)
    return {*connection.scalars(own), *connection.scalars(turns)}


def has_seen(item: ColumnElement[int] | int, user_id: int) -> ColumnElement[bool]:
    """Whether a person has seen what others say of an item."""
    return exists().where(SIGHT.c.item_id == item, SIGHT.c.person_id == user_id)


def note_sight(database: Database, connection: Connection, item_id: int, user_id: int) -> None:
    """Note that a person sees what others say of an item, so as not to be asked about it again.

    Where people adjudicate their own items nobody is kept from anything.
    """
    if own_adjudication(connection, item=item_id):
        return
    row = {"item_id": item_id, "person_id": user_id, "at": database.now()}
    connection.execute(database.insert(SIGHT).values(row).on_conflict_do_nothing())
