"""Routes of sessions, members and invitations."""

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Path, Request, Response

from diglot._version import __version__
from diglot.annotate.records import UserRecord
from diglot.annotate.server import wire
from diglot.annotate.server.identity import (
    Anybody,
    Judge,
    Leader,
    Member,
    Project,
    SignIn,
    token_of,
)
from diglot.annotate.server.refusals import describe_refusals
from diglot.annotate.server.routes.layers import summary
from diglot.annotate.store import Store
from diglot.annotate.store.credentials import token_hash

people_router = APIRouter(tags=["people"])

ABOVE_MANAGERS = frozenset({"owner", "manager"})
"""Roles that only an owner gives and takes."""


@people_router.get("/people")
def people(store: Project, _: Leader) -> wire.People:
    """All members."""
    return wire.People.make(people=store.people.all())


@people_router.patch("/people/{person_id}", responses=describe_refusals(409))
def change(
    store: Project, user: Leader, person_id: wire.Id, given: wire.PersonChange
) -> wire.Person:
    """Give somebody another role, or let them sign in no longer."""
    person = store.people.get(person_id)
    for role in {person.role, given.role or person.role}:
        _may_give(user, role)
    if given.role is not None and given.role != person.role:
        person = store.people.set_role(person_id, given.role, by=user.id)
    if given.active is not None and given.active != person.active:
        turn = store.people.activate if given.active else store.people.deactivate
        person = turn(person_id, by=user.id)
    return wire.Person.model_validate(person)


@people_router.get("/invitations")
def invitations(store: Project, _: Leader) -> wire.Invitations:
    """All invitations, without their tokens."""
    return wire.Invitations.make(invitations=store.people.invitations())


@people_router.post("/invitations", status_code=201)
def invite(store: Project, user: Leader, given: wire.Invite) -> wire.NewInvitation:
    """Invite somebody; the token is told once."""
    _may_give(user, given.role)
    invitation, token = store.people.invite(given.role, name=given.name, by=user.id)
    return wire.NewInvitation.make(**asdict(invitation), token=token)


@people_router.delete("/invitations/{invitation_id}", status_code=204)
def revoke(store: Project, user: Leader, invitation_id: wire.Id) -> None:
    """Make an invitation useless."""
    store.people.revoke(invitation_id, by=user.id)


@people_router.post("/people/{person_id}/reset", status_code=201, responses=describe_refusals(409))
def reset(store: Project, user: Leader, person_id: wire.Id) -> wire.NewInvitation:
    """Make a link by which somebody sets a new password; the token is told once."""
    _may_give(user, store.people.get(person_id).role)
    invitation, token = store.people.invite_to_reset(person_id, by=user.id)
    return wire.NewInvitation.make(**asdict(invitation), token=token)


@people_router.delete("/people/{person_id}/sessions", status_code=204)
def sign_out(store: Project, user: Leader, person_id: wire.Id) -> None:
    """End all sessions of somebody."""
    _may_give(user, store.people.get(person_id).role)
    store.sessions.end(person_id, by=user.id)


def _may_give(user: UserRecord, role: str) -> None:
    if user.role != "owner" and role in ABOVE_MANAGERS:
        raise HTTPException(403, f"only an owner may do this to the role {role}")


# Coming in, going out, and what the page needs to begin.

session_router = APIRouter(tags=["session"])


def _session(
    store: Store, sign_in: SignIn, user: UserRecord | None, request: Request | None = None
) -> wire.Session:
    state = request.app.state if request and user else None
    follower = getattr(state, "follower", None)
    return wire.Session.make(
        user=user,
        project=store.project,
        mode=sign_in.mode,
        version=__version__,
        layers=[] if user is None else [summary(store, x, user) for x in store.layers.all()],
        settings={"keys": {}, "views": {}, **(user.settings if user else {})},
        workspace=getattr(state, "workspace", None) is not None,
        files=list(follower.state().names) if follower else [],
    )


@session_router.get("/session")
def session(request: Request, store: Project, sign_in: SignIn, user: Anybody) -> wire.Session:
    """Who asks, and what there is to do."""
    return _session(store, sign_in, user, request)


@session_router.post("/login", responses=describe_refusals(429))
def login(
    request: Request, response: Response, store: Project, sign_in: SignIn, given: wire.Login
) -> wire.Session:
    """Sign in with name and password."""
    _for_teams(sign_in)
    address = request.client.host if request.client else ""
    device = sign_in.device_of(request)
    user, token = store.sessions.login(
        given.name, given.password, address, device=device, agent=_agent(request)
    )
    sign_in.remember(request, response, token)
    sign_in.remember_device(request, response, store.sessions.remember_device(user.id, device))
    return _session(store, sign_in, user)


def _agent(request: Request) -> str:
    return request.headers.get("user-agent", "")


@session_router.post("/invitation")
def invitation(store: Project, sign_in: SignIn, given: wire.Token) -> wire.InvitationTo:
    """What an invitation is for."""
    _for_teams(sign_in)
    found = store.people.invitation_of(given.token)
    return wire.InvitationTo(
        project=store.project.name,
        role=found.role,
        name=found.name,
        reset=found.user is not None,
    )


@session_router.post("/join")
def join(
    request: Request, response: Response, store: Project, sign_in: SignIn, given: wire.Join
) -> wire.Session:
    """Accept an invitation, or set a new password by one, and sign in."""
    _for_teams(sign_in)
    user = store.people.accept(given.token, given.name, given.password)
    sign_in.remember(request, response, store.sessions.start(user.id, agent=_agent(request)))
    device = store.sessions.remember_device(user.id, sign_in.device_of(request))
    sign_in.remember_device(request, response, device)
    return _session(store, sign_in, user)


@session_router.post("/logout", status_code=204)
def logout(
    request: Request, response: Response, store: Project, sign_in: SignIn, _: Member
) -> None:
    """End the session of this browser."""
    store.sessions.logout(token_of(request))
    sign_in.forget(request, response)


@session_router.put("/password", status_code=204, responses=describe_refusals(429))
def password(
    request: Request, store: Project, sign_in: SignIn, user: Member, given: wire.NewPassword
) -> None:
    """Change one's password; other sessions end."""
    _for_teams(sign_in)
    store.sessions.change_password(user.id, given.old, given.new, token=token_of(request))


@session_router.get("/sessions")
def sessions(request: Request, store: Project, user: Member) -> wire.Sessions:
    """Where the one who asks is signed in."""
    here = token_hash(token_of(request))
    found = store.sessions.of(user.id)
    return wire.Sessions(
        sessions=[wire.SessionView.make(**asdict(each), here=each.id == here) for each in found]
    )


@session_router.delete("/sessions/{session_id}", status_code=204)
def end_session(
    store: Project, user: Member, session_id: Annotated[str, Path(pattern="^[0-9a-f]{64}$")]
) -> None:
    """Sign out elsewhere."""
    store.sessions.end(user.id, session_id, by=user.id)


@session_router.put("/settings")
def settings(store: Project, user: Member, given: wire.Settings) -> dict[str, Any]:
    """Keep what somebody has set for themselves."""
    return dict(store.people.set_settings(user.id, given.model_dump()).settings)


def _for_teams(sign_in: SignIn) -> None:
    if sign_in.mode != "team":
        raise HTTPException(403, "this server has no sign-in; start it with --team")


# What people say of items to each other.

remarks_router = APIRouter(tags=["remarks"])


@remarks_router.get("/agenda")
def agenda(store: Project, user: Member) -> wire.AgendaView:
    """What waits for the one who asks: answers, mentions, flags, drafts."""
    return wire.AgendaView.model_validate(store.remarks.agenda(user.id))


@remarks_router.get("/items/{item_id}/remarks")
def remarks(store: Project, user: Judge, item_id: wire.Id) -> wire.Thread:
    """The discussion of an item."""
    found, people = store.remarks.thread(item_id, user.id)
    return wire.Thread.make(remarks=found, people=people)


@remarks_router.post("/items/{item_id}/remarks", status_code=201)
def remark(store: Project, user: Judge, item_id: wire.Id, given: wire.RemarkIn) -> wire.Thread:
    """Write something about an item, or flag it."""
    store.remarks.add(item_id, user.id, given.text, flag=given.flag)
    return remarks(store, user, item_id)


@remarks_router.post("/items/{item_id}/remarks/resolve")
def resolve(store: Project, user: Judge, item_id: wire.Id) -> wire.Thread:
    """Close the discussion of an item."""
    store.remarks.resolve(item_id, user.id)
    return remarks(store, user, item_id)
