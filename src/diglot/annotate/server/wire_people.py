"""People on the wire: who is signed in, who is invited."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from diglot.annotate.server.wire import Answer, Line, Request, Role, Secret, Word
from diglot.annotate.server.wire_layers import LayerSummary


class Login(Request):
    """Who comes back."""

    name: Word
    password: Secret


class Join(Request):
    """Who accepts an invitation."""

    token: Secret
    name: Word
    password: Annotated[str, StringConstraints(min_length=10, max_length=1000)]


class Settings(Request):
    """What people have set for themselves: keys by action, views by name."""

    keys: dict[Word, Line] = Field(default_factory=dict)
    views: dict[Word, Any] = Field(default_factory=dict)


class User(Answer):
    """Who is signed in."""

    id: int
    name: str
    role: Role


class Project(Answer):
    """The project served."""

    name: str


class Session(Answer):
    """What the page needs to begin."""

    user: User | None
    project: Project
    mode: Literal["local", "team"]
    version: str
    layers: list[LayerSummary]
    settings: dict[str, Any]


class Person(Answer):
    """A member of the project."""

    id: int
    name: str
    role: Role
    active: bool
    pseudonym: str


class People(Answer):
    """All members."""

    people: list[Person]


class PersonChange(Request):
    """Another role, or whether somebody may still sign in."""

    role: Role | None = None
    active: bool | None = None


class Invite(Request):
    """As what somebody is invited."""

    role: Role


class Invitation(Answer):
    """An invitation, without its token."""

    id: int
    role: Role
    created: str
    expires: str
    used: bool


class Invitations(Answer):
    """All invitations."""

    invitations: list[Invitation]


class Invited(Invitation):
    """A new invitation: the only time that its token is told."""

    token: str
