"""Who asks, and what they may do."""

from collections.abc import Callable
from dataclasses import dataclass
from hmac import compare_digest
from typing import Annotated, Literal, TypeAlias

from fastapi import Depends, HTTPException, Request, Response

from diglot.annotate.records import ROLES, Role, UserRecord
from diglot.annotate.store import Store

Right: TypeAlias = Literal["see", "judge", "adjudicate", "reports", "lead"]

RIGHTS: dict[Right, frozenset[Role]] = {
    # Schemes, one's own settings, the list of releases.
    "see": frozenset(ROLES),
    # Items given to oneself and one's own judgements of them; the store checks both.
    "judge": frozenset({"owner", "manager", "adjudicator", "annotator"}),
    # What others have said, their names hidden.
    "adjudicate": frozenset({"owner", "adjudicator"}),
    # Figures over all annotators.
    "reports": frozenset({"owner", "manager", "adjudicator", "viewer"}),
    # Imports, assignments, people, exports, releases, the log.
    "lead": frozenset({"owner", "manager"}),
}

COOKIE_AGE = 30 * 24 * 3600
DEVICE_AGE = 365 * 24 * 3600
_DEVICE = "-device"


@dataclass(frozen=True, slots=True)
class Entrance:
    """How people come in.

    Attributes:
        mode: ``local``: whoever has the token is the owner; ``team``: people sign in.
        token: of the address in local mode; empty for a team.
        port: tells the cookies of several projects on one machine apart.
    """

    mode: Literal["local", "team"]
    token: str = ""
    port: int = 0

    def cookie(self, request: Request, what: str = "") -> str:
        """The name of the session's cookie; under TLS no other host or path can set it."""
        name = f"diglot{what}-{self.port}" if self.port else f"diglot{what}"
        return f"__Host-{name}" if request.url.scheme == "https" else name

    def remember(self, request: Request, response: Response, token: str) -> None:
        """Set the cookie."""
        self._set(request, response, self.cookie(request), token, COOKIE_AGE)

    def forget(self, request: Request, response: Response) -> None:
        """Delete the cookie."""
        self._set(request, response, self.cookie(request), "", 0)

    def device_of(self, request: Request) -> str:
        """The token by which a browser is known; empty without one."""
        return request.cookies.get(self.cookie(request, _DEVICE), "")

    def remember_device(self, request: Request, response: Response, token: str) -> None:
        """Set the cookie by which a browser is known, signed in or not."""
        self._set(request, response, self.cookie(request, _DEVICE), token, DEVICE_AGE)

    def _set(
        self, request: Request, response: Response, name: str, value: str, seconds: int
    ) -> None:
        response.set_cookie(
            name,
            value,
            max_age=seconds,
            path="/",
            secure=request.url.scheme == "https",
            httponly=True,
            samesite="lax",
        )

    def admits(self, token: str) -> bool:
        """Whether a token is the one of the address."""
        return self.mode == "local" and compare_digest(token.encode(), self.token.encode())


def store_of(request: Request) -> Store:
    """The project that is served."""
    store: Store = request.app.state.store
    return store


def entrance_of(request: Request) -> Entrance:
    """How people come into it."""
    entrance: Entrance = request.app.state.entrance
    return entrance


async def _store(request: Request) -> Store:
    return store_of(request)


async def _entrance(request: Request) -> Entrance:
    return entrance_of(request)


def token_of(request: Request) -> str:
    """The token in the session's cookie; empty without one."""
    return request.cookies.get(entrance_of(request).cookie(request), "")


def caller(request: Request) -> UserRecord | None:
    """Who asks; None for strangers."""
    token = token_of(request)
    return store_of(request).sessions.session(token) if token else None


def holder_of(right: Right) -> Callable[[Request], UserRecord]:
    """A dependency that gives the caller if the role has a right, and refuses everybody else."""
    roles = RIGHTS[right]

    def allowed(request: Request) -> UserRecord:
        user = caller(request)
        if user is None:
            raise HTTPException(401, "sign in first")
        if user.role not in roles:
            raise HTTPException(403, f"{user.role}s may not do this")
        return user

    return allowed


Project = Annotated[Store, Depends(_store)]
SignIn = Annotated[Entrance, Depends(_entrance)]
Anybody = Annotated[UserRecord | None, Depends(caller)]
Member = Annotated[UserRecord, Depends(holder_of("see"))]
Judge = Annotated[UserRecord, Depends(holder_of("judge"))]
Adjudicator = Annotated[UserRecord, Depends(holder_of("adjudicate"))]
Reader = Annotated[UserRecord, Depends(holder_of("reports"))]
Leader = Annotated[UserRecord, Depends(holder_of("lead"))]
