"""Request and response models of reports, assignments, imports and releases."""

from typing import Annotated, Any, Literal

from pydantic import Field, StringConstraints

from diglot.annotate.options import Design
from diglot.annotate.server.wire import Answer, Cells, Counts, Moment, Request, Word


class Realign(Request):
    """What is confirmed so far, and from where on everything else is aligned again."""

    cells: Cells
    # "from" is a word of Python.
    start: Annotated[list[int], Field(alias="from", min_length=2, max_length=2)]


class Changes(Answer):
    """What an operation would change; the page makes it."""

    changes: dict[str, list[Any]]


class SplitView(Answer):
    """A division of a block, in characters of both texts."""

    op: Literal["direct", "inverse"]
    i: int
    j: int
    crossed: float
    balance: float


class TrimView(Answer):
    """Words to drop at one edge of a block, in characters."""

    side: Literal["source", "target"]
    edge: Literal["left", "right"]
    offset: int


class Splits(Answer):
    """What may be done with a block, the best first; ``closed`` needs no question.

    ``follow`` says, by side, where the cursor of the other side goes for each place of this one.
    """

    splits: list[SplitView]
    trim: TrimView | None
    leaf: bool
    closed: bool
    follow: dict[Literal["source", "target"], dict[str, int]]


class Group(Answer):
    """Items judged with the same labels."""

    labels: list[str]
    items: list[int]


class AdjudicationQueue(Answer):
    """What waits for an adjudicator, disagreements first."""

    groups: list[Group]


class AgreementView(Answer):
    """Figures of a layer with their tables, never one alone, and how to read them."""

    layer: str
    kind: str
    reports: list[dict[str, Any]]
    guide: list[str]


class AnnotatorView(Answer):
    """How far somebody is, and how fast."""

    user: int
    name: str
    assigned: int
    draft: int
    done: int
    median_seconds: float | None
    per_minute: float | None
    hasty: list[int]
    suggested: dict[str, int]
    taken: dict[str, int]
    acknowledged: int
    gold_right: int | None
    gold_seen: int | None
    last_saved: Moment | None


class LayerProgressView(Answer):
    """How far a layer is."""

    layer: int
    name: str
    kind: str
    states: Counts
    disagreements: int
    annotators: list[AnnotatorView]


class ProgressView(Answer):
    """How far the project is."""

    layers: list[LayerProgressView]


class AuditRow(Answer):
    """Something that was done, and by whom."""

    id: int
    at: Moment
    user: int | None
    action: str
    details: dict[str, Any]


class AuditPage(Answer):
    """A stretch of the log, the latest first."""

    total: int
    entries: list[AuditRow]


class Assign(Request):
    """A design, and who takes part."""

    design: Design = "ranges"
    to: Annotated[list[Word], Field(min_length=1, max_length=200)]
    per_item: Annotated[int, Field(ge=1, le=200)] = 2
    shared: Annotated[int, Field(ge=0, le=10_000_000)] | None = None
    repeat: Annotated[float, Field(ge=0, le=1)] = 0.0
    known: Annotated[float, Field(ge=0, le=1)] = 0.1
    random: Annotated[float, Field(ge=0, le=1)] = 0.1
    seed: Annotated[int, Field(ge=0, le=2**31 - 1)] = 0


class AssignmentCounts(Answer):
    """How many items each of them has got."""

    items: dict[str, int]


class FileProblem(Answer):
    """What is wrong in a file, and where."""

    line: int | None
    place: str
    message: str


class PreviewView(Answer):
    """What an import would do."""

    layer: str
    new: bool
    kind: str
    languages: tuple[str, str]
    items: int
    known: int
    judgements: dict[str, int]
    rows: list[tuple[str, str]]
    listed: list[FileProblem]


class ImportedView(Answer):
    """What came of files; ``number`` is that of the import, by which it is undone."""

    layer: str
    kind: str
    added: int
    known: int
    judgements: int
    listed: list[FileProblem]
    number: int


class ImportView(Answer):
    """Files that were imported together; ``removed`` once that was undone."""

    id: int
    at: Moment
    by: str | None
    layer: int
    layer_name: str
    files: list[str]
    items: int
    judgements: int
    answered: int
    removed: Moment | None


class Imports(Answer):
    """All imports."""

    imports: list[ImportView]


class ReleaseRequest(Request):
    """A release to make."""

    version: Annotated[str, StringConstraints(pattern=r"^[0-9A-Za-z][0-9A-Za-z.+-]{0,39}$")]
    datasheet: dict[Word, Annotated[str, StringConstraints(max_length=20_000)]] = Field(
        default_factory=dict
    )


class ReleaseView(Answer):
    """A release, or one being made."""

    id: int
    version: str
    state: Literal["building", "ready", "failed"]
    folder: str
    sha256: str
    message: str
    created: Moment


class Releases(Answer):
    """All releases."""

    releases: list[ReleaseView]
