"""The tables of a project, and how values are kept in their columns."""

import json
from dataclasses import fields
from datetime import UTC, datetime
from functools import cache
from typing import Any, TypeVar

from sqlalchemy import (
    Boolean,
    Column,
    ColumnElement,
    Float,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    Row,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
    false,
    text,
)
from sqlalchemy.engine import Dialect
from sqlalchemy.types import TypeDecorator

from diglot.annotate.bodies import canonical
from diglot.errors import InputError

MOMENT = "%Y-%m-%dT%H:%M:%S.%f"

_Record = TypeVar("_Record")
_FIELDS = {"item_id": "item", "person_id": "user", "layer_id": "layer", "op_id": "id"}
"""What records call columns that name a row of another table, or an operation."""


def from_row(kind: type[_Record], row: Row[Any], **given: Any) -> _Record:
    """A record of a row: its fields from the columns of their names, or as they are given."""
    places = _places(kind, row._fields, frozenset(given))  # type: ignore[arg-type]
    return kind(**given, **{name: row[at] for name, at in places})


@cache
def _places(
    kind: Any, columns: tuple[str, ...], given: frozenset[str]
) -> tuple[tuple[str, int], ...]:
    """Fields of a record that its row holds, and where."""
    at = {_FIELDS.get(name, name): number for number, name in enumerate(columns)}
    return tuple((each.name, at[each.name]) for each in fields(kind) if each.name not in given)


def line(text: str, what: str, *, longest: int = 200) -> str:
    """A short text that every database can hold, as it was given.

    Raises:
        InputError: it is too long, or holds NUL or half a surrogate pair.
    """
    if len(text) > longest:
        raise InputError(f"{what} is longer than {longest} characters", cure="shorten it")
    if "\0" in text or (not text.isascii() and any("\ud800" <= x <= "\udfff" for x in text)):
        raise InputError(f"{what} holds NUL or half a surrogate pair", cure="send whole characters")
    return text


def storable(text: str) -> str:
    """What of a text, sent by anybody, every database can hold."""
    return text.replace("\0", " ").encode("utf-8", "replace").decode()[:200]


class Json(TypeDecorator[Any]):
    """A JSON value as canonical text; a missing one is NULL."""

    impl = Text
    cache_ok = True

    def process_bind_param(self, value: Any, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text of a value."""
        return None if value is None else canonical(value)

    def process_result_value(self, value: str | None, dialect: Dialect) -> Any:  # noqa: ARG002
        """The value of a text."""
        return None if value is None else json.loads(value)


class Moment(TypeDecorator[datetime]):
    """A moment in UTC as text that sorts by time."""

    impl = String(26)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Dialect) -> str | None:  # noqa: ARG002
        """The text of a moment."""
        return None if value is None else value.astimezone(UTC).strftime(MOMENT)

    def process_result_value(self, value: str | None, dialect: Dialect) -> datetime | None:  # noqa: ARG002
        """The moment of a text."""
        return None if value is None else datetime.fromisoformat(value).replace(tzinfo=UTC)


# The tables of a project, as SQLAlchemy sees them; `migrations` makes them.


METADATA = MetaData()

PROJECT = Table(
    "project",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", Moment, nullable=False),
)

PERSON = Table(
    "person",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("name_key", Text, nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("active", Boolean, nullable=False),
    Column("pseudonym", Integer, unique=True),
    Column("password", Text),
    Column("settings", Json, nullable=False),
    Column("created", Moment, nullable=False),
)

DOCUMENT = Table(
    "document",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name", Text, nullable=False),
    Column("lang", String(35), nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("text", Text, nullable=False),
    Column("characters", Integer, nullable=False),
    Column("provenance", Json, nullable=False),
    Column("import_id", ForeignKey("import.id")),
    UniqueConstraint("name", "lang", "sha256", name="document_once"),
)

LAYER = Table(
    "layer",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("kind", String(32), nullable=False),
    Column("name", Text, nullable=False, unique=True),
    Column("scheme_version", Integer, nullable=False),
    Column("guideline_version", Integer, nullable=False),
    Column("settings", Json, nullable=False),
    Column("removed", Integer),  # with the import that had made it and was taken back
)

SCHEME = Table(
    "scheme",
    METADATA,
    Column("layer_id", ForeignKey("layer.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("scheme", Json, nullable=False),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("person.id")),
)

GUIDELINE = Table(
    "guideline",
    METADATA,
    Column("layer_id", ForeignKey("layer.id"), primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("text", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("person.id")),
)

# The databases that have an index, where one does without.
_SQLITE, _POSTGRESQL = {"dialect": "sqlite"}, {"dialect": "postgresql"}
_DOUBT = text("coalesce(score, 2.0)")
_DOUBTFUL = text("score < 0.5 OR reasons != '[]'")
_BEGUN = text("rev > 0")
_STANDING = ("turns", "hands", "brought", "decided")

ITEM = Table(
    "item",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("layer_id", ForeignKey("layer.id"), nullable=False),
    Column("key", Text, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("payload", Text, nullable=False),
    Column("cells", Text, nullable=False),
    Column("score", Float),
    Column("hidden_gold", Text),
    Column("hidden_digest", String(64)),
    Column("sandbox", Boolean, nullable=False),
    # What lists show, taken from the payload once.
    Column("source", Text, nullable=False),
    Column("target", Text, nullable=False),
    Column("reasons", Text, nullable=False),
    Column("import_id", ForeignKey("import.id")),
    # What all have done with it, kept by triggers and read from the indexes below: whom it is
    # assigned to, as " 2  3 "; who has begun it, done it, or taken everything back here, as
    # " 2=b 3=d 4=u", and who by an import.
    Column("turns", Text, nullable=False, server_default=""),
    Column("hands", Text, nullable=False, server_default=""),
    Column("brought", Text, nullable=False, server_default=""),
    Column("decided", Boolean, nullable=False, server_default=false()),
    UniqueConstraint("layer_id", "key", name="item_key_once"),
    UniqueConstraint("layer_id", "seq", name="item_seq_once"),
    # SQLite lists from indexes alone. Entries of PostgreSQL's hold 2,704 bytes, and many people may
    # have an item.
    Index("item_standing", "layer_id", "seq", *_STANDING, info=_SQLITE),
    # By doubt: see `queue.doubt_of`.
    Index("item_doubt", "layer_id", _DOUBT, "seq", *_STANDING, info=_SQLITE),
    Index("item_doubt", "layer_id", _DOUBT, "seq", info=_POSTGRESQL),
    # Doubtful ones only: see `queue.is_doubtful`.
    Index("item_doubtful", "layer_id", "seq", *_STANDING, sqlite_where=_DOUBTFUL, info=_SQLITE),
    Index("item_doubtful", "layer_id", "seq", postgresql_where=_DOUBTFUL, info=_POSTGRESQL),
)

ITEM_TEXT = Table(  # apart, so that a search reads nothing else
    "item_text",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True),
    Column("search", Text, nullable=False),
)

SUGGESTION = Table(
    "suggestion",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False, index=True),
    Column("method", Text, nullable=False),
    Column("version", Text, nullable=False),
    Column("params", Json, nullable=False),
    Column("cells", Json, nullable=False),
    Column("score", Float),
)

ASSIGNMENT = Table(
    "assignment",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True),
    Column("person_id", ForeignKey("person.id"), primary_key=True),
    Column("position", Integer, nullable=False),
    Index("assignment_person", "person_id", "position"),
)

ANNOTATION = Table(
    "annotation",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("role", String(16), nullable=False),
    Column("rev", Integer, nullable=False),
    Column("state", String(16), nullable=False),
    Column("seconds", Float, nullable=False),
    Column("label", Text, nullable=False),
    # Of what was judged, notes and acknowledgements left out: equal judgements have equal ones. A
    # draft has none, or `TAKEN_BACK` where nothing is left of what was done.
    Column("digest", String(64), nullable=False),
    Column("copied", Boolean, nullable=False),  # always false
    Column("scheme_version", Integer, nullable=False),
    Column("updated", Moment, nullable=False),
    # While it stands as an import brought it.
    Column("import_id", ForeignKey("import.id")),
    UniqueConstraint("item_id", "person_id", "role", name="annotation_once"),
    Index("annotation_person", "person_id", "role", "item_id", "state", "rev"),
    # What was changed last: see `queue.list_page`.
    Index(
        "annotation_updated",
        "person_id",
        "role",
        "updated",
        "item_id",
        sqlite_where=_BEGUN,
        postgresql_where=_BEGUN,
    ),
)

CELL = Table(
    "cell",
    METADATA,
    Column("annotation_id", ForeignKey("annotation.id"), primary_key=True),
    Column("name", Text, primary_key=True),
    Column("value", Text, nullable=False),
    sqlite_with_rowid=False,
)

EVENT = Table(
    "event",
    METADATA,
    Column("annotation_id", ForeignKey("annotation.id"), primary_key=True),
    Column("rev", Integer, primary_key=True, autoincrement=False),
    Column("op_id", String(100), nullable=False),
    Column("name", String(100), nullable=False),
    Column("changes", Text, nullable=False),
    Column("undoes", String(100)),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("seconds", Float, nullable=False),
    Column("reason", Text, nullable=False),
    UniqueConstraint("annotation_id", "op_id", name="event_once"),
)

LEASE = Table(
    "lease",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True),
    Column("role", String(16), primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("until", Moment, nullable=False),
)

SESSION = Table(
    "session",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Column("used", Moment),  # now and then, by requests
    Column("agent", Text, nullable=False, server_default=""),
)

# Browsers that a person has signed in with: guesses from elsewhere do not lock them out.
DEVICE = Table(
    "device",
    METADATA,
    Column("token", String(64), primary_key=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("created", Moment, nullable=False),
)

INVITATION = Table(
    "invitation",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("token", String(64), nullable=False, unique=True),
    Column("role", String(16), nullable=False),
    Column("by_id", ForeignKey("person.id")),
    Column("created", Moment, nullable=False),
    Column("expires", Moment, nullable=False),
    Column("used", Boolean, nullable=False),
    Column("name", Text, nullable=False, server_default=""),
    Column("person_id", ForeignKey("person.id")),  # whose password it resets
)

LOGIN_ATTEMPT = Table(
    "login_attempt",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("name_key", Text, nullable=False),
    Column("address", Text, nullable=False),
    Column("at", Moment, nullable=False),
    Column("failed", Boolean, nullable=False),
    Index("login_attempt_name", "name_key", "at"),
    Index("login_attempt_address", "address", "at"),
)

# Who has seen what others say of an item, and so cannot judge it independently any more.
SIGHT = Table(
    "sight",
    METADATA,
    Column("item_id", ForeignKey("item.id"), primary_key=True),
    Column("person_id", ForeignKey("person.id"), primary_key=True),
    Column("at", Moment, nullable=False),
)

REMARK = Table(
    "remark",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("item_id", ForeignKey("item.id"), nullable=False, index=True),
    Column("person_id", ForeignKey("person.id"), nullable=False),
    Column("at", Moment, nullable=False),
    Column("text", Text, nullable=False),
    Column("flag", Boolean, nullable=False),
    Column("mentions", Json, nullable=False),
    Column("resolved", Moment),
)

AUDIT = Table(
    "audit",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("action", Text, nullable=False),
    Column("details", Json, nullable=False),
)

IMPORT = Table(
    "import",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("at", Moment, nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("layer_id", ForeignKey("layer.id"), nullable=False),
    Column("files", Json, nullable=False),
    Column("removed", Moment),
)

RELEASE = Table(
    "release",
    METADATA,
    Column("id", Integer, primary_key=True),
    Column("version", Text, nullable=False, unique=True),
    Column("state", String(16), nullable=False),
    Column("folder", Text, nullable=False),
    Column("sha256", String(64), nullable=False),
    Column("message", Text, nullable=False),
    Column("person_id", ForeignKey("person.id")),
    Column("created", Moment, nullable=False),
)


def items_of(layer_id: int | ColumnElement[int], *, numbered: bool = True) -> ColumnElement[bool]:
    """Whether an item is one of a layer's; those of imports that were taken back are not.

    Args:
        layer_id: of the layer.
        numbered: whether the numbers of items are the way to find them; another order has an
            index of its own, from which the sum keeps SQLite from turning away.
    """
    return and_(ITEM.c.layer_id == layer_id, (ITEM.c.seq if numbered else ITEM.c.seq + 0) > 0)


def rows_of(layer_id: int) -> ColumnElement[bool]:
    """As `items_of`, where what is asked for hangs on few items of a layer.

    The sum keeps SQLite from going through all items of the layer to find those few.
    """
    return and_(ITEM.c.layer_id + 0 == layer_id, ITEM.c.seq > 0)


TAKEN_BACK = "="
"""Stands for the digest of a draft which holds again what it began with."""


def says_something() -> ColumnElement[bool]:
    """Whether anything was done in a judgement that was not taken back."""
    return and_(ANNOTATION.c.rev > 0, ANNOTATION.c.digest != TAKEN_BACK)
