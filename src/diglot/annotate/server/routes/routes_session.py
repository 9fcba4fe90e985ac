"""Coming in, going out, and what the page needs to begin."""

from typing import Any

from fastapi import APIRouter, HTTPException, Request, Response

import diglot
from diglot.annotate.server.identity import Anybody, Door, Member, Project, token_of
from diglot.annotate.server.refusals import described
from diglot.annotate.server.routes.routes_layers import summary
from diglot.annotate.server.wire_people import Join, Login, Session, Settings
from diglot.annotate.store import Store
from diglot.annotate.store.records import UserRecord

router = APIRouter(tags=["session"])


def _session(store: Store, door: Door, user: UserRecord | None) -> Session:
    return Session.model_validate(
        {
            "user": None if user is None else {"id": user.id, "name": user.name, "role": user.role},
            "project": {"name": store.project.name},
            "mode": door.mode,
            "version": diglot.__version__,
            "layers": [] if user is None else [summary(store, x, user) for x in store.layers.all()],
            "settings": {"keys": {}, "views": {}, **(user.settings if user else {})},
        }
    )


@router.get("/session")
def session(store: Project, door: Door, user: Anybody) -> Session:
    """Who asks, and what there is to do."""
    return _session(store, door, user)


@router.post("/login", responses=described(429))
def login(
    request: Request, response: Response, store: Project, door: Door, given: Login
) -> Session:
    """Sign in with name and password."""
    _for_teams(door)
    address = request.client.host if request.client else ""
    user, token = store.sessions.login(given.name, given.password, address)
    door.remember(request, response, token)
    return _session(store, door, user)


@router.post("/join")
def join(request: Request, response: Response, store: Project, door: Door, given: Join) -> Session:
    """Accept an invitation and sign in."""
    _for_teams(door)
    user = store.people.accept(given.token, given.name, given.password)
    door.remember(request, response, store.sessions.start(user.id))
    return _session(store, door, user)


@router.post("/logout", status_code=204)
def logout(request: Request, response: Response, store: Project, door: Door, _: Member) -> None:
    """End the session of this browser."""
    store.sessions.logout(token_of(request))
    door.forget(request, response)


@router.put("/settings")
def settings(store: Project, user: Member, given: Settings) -> dict[str, Any]:
    """Keep what somebody has set for themselves."""
    return dict(store.people.set_settings(user.id, given.model_dump()).settings)


def _for_teams(door: Door) -> None:
    if door.mode != "team":
        raise HTTPException(403, "nobody signs in here; start the server with --team for that")
