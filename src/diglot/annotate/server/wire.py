"""Request and response models of judgements, layers and people."""

import math
from datetime import datetime
from typing import Annotated, Any, Literal, Self, TypeAlias

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    StringConstraints,
    WithJsonSchema,
    model_validator,
)

from diglot.annotate.bodies import Problem
from diglot.annotate.records import Role
from diglot.annotate.review.jobs import Job
from diglot.annotate.schemes import Label
from diglot.annotate.store.progress import Counts
from diglot.options import drop_options

DEEPEST = 12
LARGEST_INTEGER = 2**53 - 1
"""Above it a page cannot tell integers apart."""
LARGEST_ID = 2**31 - 1

State: TypeAlias = Literal["open", "draft", "done", "adjudicated"]

Id = Annotated[int, Field(ge=1, le=LARGEST_ID)]
Word = Annotated[str, StringConstraints(min_length=1, max_length=200)]
Line = Annotated[str, StringConstraints(max_length=2000)]
Secret = Annotated[str, StringConstraints(min_length=1, max_length=1000)]
# What is said for the command line, too.
Told = Annotated[str, AfterValidator(drop_options)]
# Values of cells nest; a description that refers to itself tells clients nothing more.
Cell = Annotated[
    Any,
    WithJsonSchema({"anyOf": [{"type": t} for t in ("string", "number", "boolean", "array")]}),
]
Change = Annotated[list[Cell | None], Field(min_length=2, max_length=2)]
Cells: TypeAlias = dict[Word, Cell]
Moment = Annotated[
    str, BeforeValidator(lambda value: value.isoformat() if isinstance(value, datetime) else value)
]


def faults(value: object, depth: int = 0) -> str | None:
    """Why a value from outside cannot be stored in every database and read on every page."""
    if isinstance(value, str):
        if "\0" in value:
            return "texts cannot hold the character NUL"
        if not value.isascii() and any("\ud800" <= c <= "\udfff" for c in value):
            return "texts cannot hold half a surrogate pair"
    elif isinstance(value, float) and not math.isfinite(value):
        return "numbers must be finite"
    elif isinstance(value, int) and abs(value) > LARGEST_INTEGER:
        return f"integers must lie within {LARGEST_INTEGER:,}"
    elif isinstance(value, dict | list):
        if depth == DEEPEST:
            return f"values nest more than {DEEPEST} levels deep"
        parts = (*value, *value.values()) if isinstance(value, dict) else value
        return next((found for part in parts if (found := faults(part, depth + 1))), None)
    return None


class Answer(BaseModel):
    """A part of what is sent."""

    model_config = ConfigDict(extra="forbid", from_attributes=True)

    @classmethod
    def make(cls, **fields: Any) -> Self:
        """An answer made of values and of records of the store, which have more than is sent."""
        return cls.model_validate(fields, from_attributes=True)


class Part(BaseModel):
    """A part of what is received."""

    model_config = ConfigDict(extra="forbid", strict=True)


class Request(Part):
    """What is received as a whole."""

    @model_validator(mode="before")
    @classmethod
    def _storable(cls, data: object) -> object:
        if fault := faults(data):
            raise ValueError(fault)
        return data


class Error(Answer):
    """Why a request was not done, in one line."""

    error: str


# Layers and lists of items on the wire.


class LayerSummary(Answer):
    """One layer of the project."""

    id: int
    kind: str
    name: str
    counts: Counts


class SchemeView(Answer):
    """How a layer is judged."""

    version: int
    labels: list[Label]
    settings: dict[str, Any]


class LayerView(LayerSummary):
    """A layer with its scheme and its guideline."""

    scheme: SchemeView
    guideline: str
    guideline_sha: str


class ItemRow(Answer):
    """One line of a list."""

    id: int
    seq: int
    source: str
    target: str
    state: State
    label: str
    score: float | None
    reasons: list[str]


class ItemPage(Answer):
    """Lines of a list."""

    total: int
    items: list[ItemRow]


class NextItem(Answer):
    """Where to go on, if anywhere."""

    item: int | None


# People on the wire: who is signed in, who is invited.


class Login(Request):
    """Who comes back."""

    name: Word
    password: Secret


class Join(Request):
    """Who accepts an invitation; one for a name needs none."""

    token: Secret
    name: Annotated[str, StringConstraints(max_length=200)] = ""
    password: Secret


class Token(Request):
    """An invitation to look at."""

    token: Secret


class InvitationTo(Answer):
    """What an invitation is for: to join as somebody, or to set a password anew."""

    project: str
    role: Role
    name: str
    reset: bool


class NewPassword(Request):
    """The password that was, and the one to be."""

    old: Secret
    new: Secret


class Settings(Request):
    """What people have set for themselves: keys by action, views by name."""

    keys: Annotated[dict[Word, Line], Field(max_length=500)] = Field(default_factory=dict)
    views: Annotated[dict[Word, Any], Field(max_length=500)] = Field(default_factory=dict)


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
    workspace: bool = False
    files: list[str] = Field(default_factory=list)


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
    """Who is invited, and as what; without a name whoever accepts chooses one."""

    role: Role
    name: Annotated[str, StringConstraints(max_length=200)] = ""


class SessionView(Answer):
    """A browser in which somebody is signed in; ``here`` is the one that asks."""

    id: str
    created: Moment
    used: Moment
    agent: str
    here: bool


class Sessions(Answer):
    """All browsers in which the one who asks is signed in."""

    sessions: list[SessionView]


class Invitation(Answer):
    """An invitation, without its token; ``user`` is whose password it resets."""

    id: int
    role: Role
    name: str
    user: int | None
    created: Moment
    expires: Moment
    used: bool


class Invitations(Answer):
    """All invitations."""

    invitations: list[Invitation]


class NewInvitation(Invitation):
    """A new invitation: the only time that its token is told."""

    token: str


# Judgements on the wire: items as they are judged, operations, conflicts.


class AnnotationView(Answer):
    """The judgement of the one who asks."""

    id: int
    rev: int
    state: State
    cells: dict[str, Any]
    seconds: float


class SuggestionView(Answer):
    """What a method proposes."""

    method: str
    version: str
    score: float | None
    cells: dict[str, Any]


class JudgementView(Answer):
    """What somebody said whose name is hidden."""

    name: str
    state: State
    cells: dict[str, Any]


class ItemView(Answer):
    """An item as it is judged."""

    id: int
    layer: int
    seq: int
    of: int
    previous: int | None
    next: int | None
    payload: dict[str, Any]
    annotation: AnnotationView
    suggestions: list[SuggestionView]
    problems: list[Problem]
    judgements: list[JudgementView] | None = None
    events: list["OperationOut"]


class Items(Answer):
    """Items as they are judged."""

    items: list[ItemView]


class OperationIn(Part):
    """One step, as the page made it."""

    id: Word
    name: Word
    changes: dict[Word, Change]
    undoes: Word | None = None


class Save(Request):
    """Steps to store, in their order."""

    operations: Annotated[list[OperationIn], Field(max_length=1000)]
    seconds: Annotated[float, Field(ge=0, le=86_400)] = 0.0
    done: bool = False
    reopening: Line | None = None


class SaveOne(Save):
    """Steps of one judgement among several."""

    id: Id
    rev: Annotated[int, Field(ge=0, le=LARGEST_ID)]


class SaveMany(Request):
    """Judgements to store, each by itself."""

    saves: Annotated[list[SaveOne], Field(max_length=100)]


class Reason(Request):
    """Why a judgement is opened again."""

    reason: Line = ""


class OperationOut(Answer):
    """One step that is stored."""

    rev: int
    id: str
    name: str
    changes: dict[str, list[Any]]
    undoes: str | None
    at: Moment


class SavedJudgement(Answer):
    """A judgement after it was stored."""

    rev: int
    state: State
    saved: Moment
    problems: list[Problem]


class SavedOne(Answer):
    """What came of one of several: the body that saving it alone would be answered with."""

    id: int
    status: int
    body: dict[str, Any]


class SavedMany(Answer):
    """What came of each, in their order."""

    results: list[SavedOne]


class MovedJudgement(Answer):
    """A judgement after its state changed."""

    rev: int
    state: State
    problems: list[Problem] = Field(default_factory=list)


class Offer(Answer):
    """Which steps fit the server's copy as they are, and which cells both have changed."""

    operations: list[str]
    conflicts: list[str]


class Conflict(Answer):
    """The server's copy, and what happened since the revision that was named."""

    error: str
    rev: int
    state: State
    cells: dict[str, Any]
    since: list[OperationOut]
    offer: Offer


class Refusal(Answer):
    """What stands between a judgement and its place."""

    error: str
    problems: list[Problem] = Field(default_factory=list)


class Events(Answer):
    """Everything that was done to a judgement."""

    events: list[OperationOut]


# Discussions on the wire.


class RemarkIn(Request):
    """Something to write about an item."""

    text: Annotated[str, StringConstraints(max_length=4000)] = ""
    flag: bool = False


class RemarkView(Answer):
    """What somebody wrote about an item, and where."""

    id: int
    layer: int
    seq: int
    author: str
    own: bool
    at: Moment
    text: str
    flag: bool
    resolved: Moment | None


class Thread(Answer):
    """The discussion of an item, and whom the one who asks can mention."""

    remarks: list[RemarkView]
    people: list[str]


class AgendaView(Answer):
    """What waits for the one who asks; drafts are pairs of a layer and a number."""

    remarks: list[RemarkView]
    flags: list[RemarkView]
    drafts: list[tuple[int, int]]


# Jobs of a workspace on the wire, and how far files follow what was judged.


class Jobs(Answer):
    """All jobs, the latest first, where they are, and how many bytes a file of one may have."""

    jobs: list[Job]
    folder: str
    now: float
    limit: int


class NewJob(Request):
    """What a job is called."""

    name: Word


class StartJob(Request):
    """In which languages; none: as recognised."""

    source: Word | None = None
    target: Word | None = None
