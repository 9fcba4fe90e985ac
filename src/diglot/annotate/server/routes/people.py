"""Routes of sessions, members and invitations."""

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response

from diglot._version import __version__
from diglot.annotate.server.identity import Anybody, Leader, Member, Project, SignIn, token_of
from diglot.annotate.server.refusals import describe_refusals
from diglot.annotate.server.routes.layers import summary
from diglot.annotate.server.wire import (
    Id,
    Invitations,
    Invite,
    Join,
    Login,
    NewInvitation,
    People,
    Person,
    PersonChange,
    Session,
    Settings,
)
from diglot.annotate.store import Store
from diglot.annotate.store.records import UserRecord

people_router = APIRouter(tags=["people"])

ABOVE_MANAGERS = frozenset({"owner", "manager"})
"""Roles that only an owner gives and takes."""


@people_router.get("/people")
def people(store: Project, _: Leader) -> People:
    """All members."""
    return People.make(people=store.people.all())


@people_router.patch("/people/{person_id}", responses=describe_refusals(409))
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


@people_router.get("/invitations")
def invitations(store: Project, _: Leader) -> Invitations:
    """All invitations, without their tokens."""
    return Invitations.make(invitations=store.people.invitations())


@people_router.post("/invitations", status_code=201)
def invite(store: Project, user: Leader, given: Invite) -> NewInvitation:
    """Invite somebody; the token is told once."""
    _may_give(user, given.role)
    invitation, token = store.people.invite(given.role, by=user.id)
    return NewInvitation.make(**asdict(invitation), token=token)


def _may_give(user: UserRecord, role: str) -> None:
    if user.role != "owner" and role in ABOVE_MANAGERS:
        raise HTTPException(403, f"only an owner may do this to the role {role}")


# Coming in, going out, and what the page needs to begin.

session_router = APIRouter(tags=["session"])


def _session(store: Store, sign_in: SignIn, user: UserRecord | None) -> Session:
    return Session.make(
        user=user,
        project=store.project,
        mode=sign_in.mode,
        version=__version__,
        layers=[] if user is None else [summary(store, x, user) for x in store.layers.all()],
        settings={"keys": {}, "views": {}, **(user.settings if user else {})},
    )


@session_router.get("/session")
def session(store: Project, sign_in: SignIn, user: Anybody) -> Session:
    """Who asks, and what there is to do."""
    return _session(store, sign_in, user)


@session_router.post("/login", responses=describe_refusals(429))
def login(
    request: Request, response: Response, store: Project, sign_in: SignIn, given: Login
) -> Session:
    """Sign in with name and password."""
    _for_teams(sign_in)
    address = request.client.host if request.client else ""
    user, token = store.sessions.login(given.name, given.password, address)
    sign_in.remember(request, response, token)
    return _session(store, sign_in, user)


@session_router.post("/join")
def join(
    request: Request, response: Response, store: Project, sign_in: SignIn, given: Join
) -> Session:
    """Accept an invitation and sign in."""
    _for_teams(sign_in)
    user = store.people.accept(given.token, given.name, given.password)
    sign_in.remember(request, response, store.sessions.start(user.id))
    return _session(store, sign_in, user)


@session_router.post("/logout", status_code=204)
def logout(
    request: Request, response: Response, store: Project, sign_in: SignIn, _: Member
) -> None:
    """End the session of this browser."""
    store.sessions.logout(token_of(request))
    sign_in.forget(request, response)


@session_router.put("/settings")
def settings(store: Project, user: Member, given: Settings) -> dict[str, Any]:
    """Keep what somebody has set for themselves."""
    return dict(store.people.set_settings(user.id, given.model_dump()).settings)


def _for_teams(sign_in: SignIn) -> None:
    if sign_in.mode != "team":
        raise HTTPException(403, "nobody signs in here; start the server with --team for that")
