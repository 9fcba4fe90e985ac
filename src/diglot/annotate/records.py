"""Values that the store takes and gives, and the errors it raises."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal, TypeAlias, get_args

from diglot.annotate.bodies import Body, Change, Problem
from diglot.annotate.schemes import Scheme
from diglot.errors import InputError

Role: TypeAlias = Literal["owner", "manager", "adjudicator", "annotator", "viewer"]
"""What a person may do in a project."""

Part: TypeAlias = Literal["annotator", "adjudicator"]
"""As what a person judges an item."""

State: TypeAlias = Literal["draft", "done", "adjudicated"]
"""Of an annotation; one of an adjudicator is never ``done`` but ``adjudicated``."""

View: TypeAlias = Literal["all", "open", "draft", "done", "adjudicated", "doubtful", "mine"]
"""Which items a list shows."""

Order: TypeAlias = Literal["seq", "doubt", "updated"]
"""Of a list of items: as added, the least certain first, the latest touched first."""

ROLES: tuple[Role, ...] = get_args(Role)


@dataclass(frozen=True, slots=True)
class ProjectRecord:
    """The project: its name, when it was made."""

    name: str
    created: datetime


@dataclass(frozen=True, slots=True)
class DocumentRecord:
    """A text that items were made from; it never changes, a corrected one is another revision.

    Attributes:
        provenance: source file, reader, segmenter with version and hash of its rules, licence.
    """

    id: int
    name: str
    lang: str
    sha256: str
    characters: int
    provenance: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class LayerRecord:
    """A layer of a project, with the scheme and the guideline that are in force.

    Attributes:
        guideline: Markdown.
        guideline_sha: SHA-256 of its UTF-8, in hexadecimal.
        settings: of the work, such as ``own_adjudication``.
    """

    id: int
    kind: str
    name: str
    scheme: Scheme
    guideline: str
    guideline_sha: str
    settings: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class SuggestionRecord:
    """What a method proposed for an item, kept with it."""

    id: int
    item: int
    method: str
    version: str
    params: Mapping[str, Any]
    cells: Body
    score: float | None


@dataclass(frozen=True, slots=True)
class ItemRecord:
    """An item with all of it; ``hidden_gold`` and ``sandbox`` are not for annotators' eyes."""

    id: int
    layer: int
    key: str
    seq: int
    payload: Mapping[str, Any]
    cells: Body
    score: float | None
    hidden_gold: Body | None
    sandbox: bool


@dataclass(frozen=True, slots=True)
class Neighbours:
    """Where an item stands: the last number of its layer, and those before and after it."""

    of: int
    previous: int | None
    next: int | None


@dataclass(frozen=True, slots=True)
class ItemRow:
    """A line of a list of items, as one person sees it.

    Attributes:
        source: the first characters of its source side, likewise ``target``.
        state: ``open``, or that of the person's own judgement, ``adjudicated`` once it is decided.
        label: of the person's own judgement, in a word or two; empty without one.
        updated: when the person last saved it.
    """

    id: int
    seq: int
    source: str
    target: str
    state: Literal["open", "draft", "done", "adjudicated"]
    label: str
    score: float | None
    reasons: tuple[str, ...]
    updated: datetime | None


@dataclass(frozen=True, slots=True)
class AnnotationRecord:
    """A judgement of one person on one item.

    Attributes:
        role: as what the person judges.
        rev: grows by one with every event; 0 if nothing has been done yet.
        cells: in alphabetical order.
        seconds: active time in all.
        scheme_version: of the scheme that it was last saved under.
    """

    id: int
    item: int
    user: int
    role: Part
    rev: int
    state: State
    cells: Body
    seconds: float
    scheme_version: int
    updated: datetime


@dataclass(frozen=True, slots=True)
class EventRecord:
    """One step in the history of an annotation.

    Attributes:
        id: of the operation.
        name: of the operation; ``done`` and ``reopen`` change the state and no cell.
        undoes: id of the operation that it takes back.
        user: who did it: the annotator, or whoever changed the scheme.
        seconds: active time that was sent with it.
        reason: of a ``reopen``.
    """

    rev: int
    id: str
    name: str
    changes: Mapping[str, Change]
    undoes: str | None
    user: int
    at: datetime
    seconds: float
    reason: str


@dataclass(frozen=True, slots=True)
class SaveResult:
    """What came of a change of an annotation."""

    rev: int
    state: State
    at: datetime
    problems: tuple[Problem, ...]


@dataclass(frozen=True, slots=True)
class NewJudgement:
    """A judgement from elsewhere, such as a file of an earlier project."""

    item: int
    user: int
    cells: Body
    role: Part = "annotator"
    done: bool = True
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class Turn:
    """An item that a person is to judge.

    Attributes:
        position: in the person's queue, from 0.
    """

    item: int
    user: int
    position: int


@dataclass(frozen=True, slots=True)
class UserRecord:
    """A person.

    Attributes:
        pseudonym: ``A1``, ``A2``, ...: given with the first judgement, never given again; empty
            before that.
        settings: the person's own: remapped keys, views.
    """

    id: int
    name: str
    role: Role
    active: bool
    pseudonym: str
    settings: Mapping[str, Any]
    created: datetime


@dataclass(frozen=True, slots=True)
class InvitationRecord:
    """An invitation, without its token: that is known to the invited person only.

    Attributes:
        name: whom it is for; empty lets the invited person choose.
        user: whose password it resets; None for one to join.
    """

    id: int
    role: Role
    created: datetime
    expires: datetime
    used: bool
    name: str
    user: int | None


@dataclass(frozen=True, slots=True)
class SessionRecord:
    """A session: a browser in which a person is signed in.

    Attributes:
        id: tells it from others, and does not give it away.
        used: when it was last used, to some minutes.
        agent: what the browser calls itself.
    """

    id: str
    created: datetime
    used: datetime
    agent: str


@dataclass(frozen=True, slots=True)
class RemarkRecord:
    """What somebody wrote about an item, as one person sees it.

    Attributes:
        author: name of the writer; ``an annotator`` for those who may not know who judges.
        own: whether the reader wrote it.
        flag: whether it marks the item for others to look at.
        resolved: when the question was closed; None while it is open.
    """

    id: int
    layer: int
    seq: int
    author: str
    own: bool
    at: datetime
    text: str
    flag: bool
    resolved: datetime | None


@dataclass(frozen=True, slots=True)
class Agenda:
    """What waits for one person.

    Attributes:
        remarks: open ones that mention the person, or answer the person; the latest first.
        flags: open flags that the person has set, or is to look at; the latest first.
        drafts: layer and number of items that the person has begun; the latest first.
    """

    remarks: tuple[RemarkRecord, ...]
    flags: tuple[RemarkRecord, ...]
    drafts: tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class AuditRecord:
    """Something that was done to the project; ``user`` is None for the command line."""

    id: int
    at: datetime
    user: int | None
    action: str
    details: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class AdjudicationGroup:
    """Items judged with the same labels.

    Attributes:
        labels: in alphabetical order, one a judgement; a single one where all agree.
        items: their numbers.
    """

    labels: tuple[str, ...]
    items: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class HiddenJudgement:
    """A judgement as an adjudicator sees it: by ``A``, ``B``, ... in an order without a meaning."""

    name: str
    state: State
    cells: Body
    label: str


@dataclass(frozen=True, slots=True)
class JudgementRecord:
    """A judgement for agreement and exports, its annotator under the pseudonym."""

    item: int
    seq: int
    key: str
    user: str
    role: Part
    state: State
    cells: Body
    label: str
    seconds: float
    scheme_version: int
    sandbox: bool
    hidden_gold: bool


@dataclass(frozen=True, slots=True)
class GoldRecord:
    """What an item's answer is.

    Attributes:
        source: an adjudicator's decision, the same answer of two or more, or one person's.
    """

    item: ItemRecord
    cells: Body
    source: Literal["adjudicated", "unanimous", "single"]


@dataclass(frozen=True, slots=True)
class ImportRecord:
    """Files that were imported together.

    Attributes:
        by: name of the person; None for the command line.
        items: that it brought.
        judgements: that stand as it brought them.
        answered: judgements that people made of its items.
        removed: when it was taken back; None while it counts.
    """

    id: int
    at: datetime
    by: str | None
    layer: int
    layer_name: str
    files: Sequence[str]
    items: int
    judgements: int
    answered: int
    removed: datetime | None


@dataclass(frozen=True, slots=True)
class ReleaseRecord:
    """A release of gold data.

    Attributes:
        folder: its name inside ``releases/``.
        sha256: of its manifest, once it is ready.
        message: why it failed.
    """

    id: int
    version: str
    state: Literal["building", "ready", "failed"]
    folder: str
    sha256: str
    message: str
    user: int | None
    created: datetime


# What the store refuses, each as one line.
#
# InputError
# ├── NotFoundError         there is no such thing
# ├── ForbiddenError        this person may not do it
# │   └── TakenError        another person works on the item
# ├── StateError            not in this state, such as a change to what is done
# ├── StaleRevisionError    the annotation has changed meanwhile
# ├── FaultError            a change cannot be stored, or an error stands before ``done``
# ├── InvitationError       unknown, used or expired
# └── LoginError            name or password is wrong
#     └── ThrottledError    too many attempts


class NotFoundError(InputError):
    """There is no such thing in the project."""


class ForbiddenError(InputError):
    """The person may not do this."""


class TakenError(ForbiddenError):
    """Another person works on an item that one person judges."""


class StateError(InputError):
    """The thing is not in a state in which this can be done."""


class StaleRevisionError(InputError):
    """The annotation has another revision than the change was made on.

    Attributes:
        rev: the revision that it has.
        state: the state that it is in.
        cells: its body.
        since: events after the expected revision, the caller's own operations left out.
    """

    def __init__(
        self, *, rev: int, state: State, cells: Body, since: Sequence[EventRecord]
    ) -> None:
        super().__init__(f"the annotation is now at revision {rev}", cure="merge and try again")
        self.rev = rev
        self.state = state
        self.cells = cells
        self.since = tuple(since)


class FaultError(InputError):
    """A change cannot be stored, or problems stand between a judgement and ``done``."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__("; ".join(problem.message for problem in problems))
        self.problems = tuple(problems)


class InvitationError(InputError):
    """An invitation is unknown, used or expired."""


class LoginError(InputError):
    """Name or password is wrong; which of them is not said."""


class ThrottledError(LoginError):
    """Too many attempts to log in.

    Attributes:
        retry_after: seconds until the next one is looked at.
    """

    def __init__(self, retry_after: int) -> None:
        super().__init__("too many attempts to log in", cure=f"wait {retry_after} seconds")
        self.retry_after = retry_after
