"""Judgements on the wire: items as they are judged, operations, conflicts."""

from typing import Annotated, Any

from pydantic import Field

from diglot.annotate.problems import Severity
from diglot.annotate.server.wire import Answer, Change, Line, Part, Request, State, Word


class ProblemView(Answer):
    """One breach of a rule."""

    code: str
    severity: Severity
    message: str
    cells: list[str] = Field(default_factory=list)


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
    problems: list[ProblemView]
    judgements: list[JudgementView] | None = None


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
    at: str


class Saved(Answer):
    """A judgement after it was stored."""

    rev: int
    state: State
    saved: str
    problems: list[ProblemView]


class Moved(Answer):
    """A judgement after its state changed."""

    rev: int
    state: State
    problems: list[ProblemView] = Field(default_factory=list)


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


class Refused(Answer):
    """What stands between a judgement and its place."""

    error: str
    problems: list[ProblemView] = Field(default_factory=list)


class Events(Answer):
    """Everything that was done to a judgement."""

    events: list[OperationOut]
