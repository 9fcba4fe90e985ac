"""Members and invitations."""

from fastapi import APIRouter, HTTPException

from diglot.annotate.server.identity import Leader, Project
from diglot.annotate.server.refusals import described
from diglot.annotate.server.wire import Id
from diglot.annotate.server.wire_people import (
    Invitation,
    Invitations,
    Invite,
    Invited,
    People,
    Person,
    PersonChange,
)
from diglot.annotate.store.records import InvitationRecord, UserRecord

router = APIRouter(tags=["people"])

ABOVE_MANAGERS = frozenset({"owner", "manager"})
"""Roles that only an owner gives and takes."""


@router.get("/people")
def people(store: Project, _: Leader) -> People:
    """All members."""
    return People(people=[Person.model_validate(each) for each in store.people.all()])


@router.patch("/people/{person_id}", responses=described(409))
def change(store: Project, user: Leader, person_id: Id, given: PersonChange) -> Person:
    """Give somebody another role, or let them sign in no longer."""
    person = store.people.get(person_id)
    for role in {person.role, given.role or person.role}:
        _may_give(user, role)
    if given.role is not None and given.role != person.role:
        person = store.people.set_role(person_id, given.role, by=user.id)
    if given.active is not None and given.active != person.active:
        turn = store.people.activate if given.active else store.people.deactivate
        person = turn(person_id, by=user.id)
    return Person.model_validate(person)


@router.get("/invitations")
def invitations(store: Project, _: Leader) -> Invitations:
    """All invitations, without their tokens."""
    return Invitations(invitations=[_view(each) for each in store.people.invitations()])


@router.post("/invitations", status_code=201)
def invite(store: Project, user: Leader, given: Invite) -> Invited:
    """Invite somebody; the token is told once."""
    _may_give(user, given.role)
    invitation, token = store.people.invite(given.role, by=user.id)
    return Invited(**_view(invitation).model_dump(), token=token)


def _may_give(user: UserRecord, role: str) -> None:
    if user.role != "owner" and role in ABOVE_MANAGERS:
        raise HTTPException(403, f"only an owner may do this to the role {role}")


def _view(record: InvitationRecord) -> Invitation:
    return Invitation(
        id=record.id,
        role=record.role,
        created=record.created.isoformat(),
        expires=record.expires.isoformat(),
        used=record.used,
    )
