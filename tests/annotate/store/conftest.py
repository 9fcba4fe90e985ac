"""A project on SQLite and one on PostgreSQL: every test that asks for a store runs on both."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from functools import reduce
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from sqlalchemy import Engine, create_engine, event, select, text

from diglot.annotate.bodies import Body, Operation, Problem, Value, apply_operation
from diglot.annotate.items import NewItem
from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.layer import Layer
from diglot.annotate.records import EventRecord, LayerRecord, UserRecord
from diglot.annotate.schemes import Label, Scheme
from diglot.annotate.store import Store
from diglot.annotate.store.tables import ASSIGNMENT

SERVER = "postgresql+pg8000://root@127.0.0.1:5432/test"

# Truncating takes a second: every table gets new files. The trigger of what is append-only is
# asleep for this one transaction.
EMPTY = """
DO $$ DECLARE name text; BEGIN
  SET LOCAL session_replication_role = replica;
  SET LOCAL synchronous_commit = off;
  FOR name IN SELECT tablename FROM pg_tables
    WHERE schemaname = current_schema() AND tablename <> 'alembic_version'
  LOOP
    EXECUTE format('DELETE FROM %I', name);
  END LOOP;
  FOR name IN SELECT sequencename FROM pg_sequences WHERE schemaname = current_schema() LOOP
    PERFORM setval(name::regclass, 1, false);
  END LOOP;
  INSERT INTO project (name, created) VALUES ('Test', '2026-01-01T00:00:00.0');
END $$
"""


def operation_of(event: EventRecord) -> Operation:
    """What was done."""
    return Operation(event.id, event.name, event.changes, event.undoes)


def inverse(step: EventRecord | Operation, new: str) -> Operation:
    """The operation that takes another one back."""
    changes = {name: (after, before) for name, (before, after) in step.changes.items()}
    return Operation(new, "undo", changes, step.id)


def replay(events: Iterable[EventRecord], start: Body | None = None) -> Body:
    """The body after events."""
    return reduce(apply_operation, map(operation_of, events), dict(sorted((start or {}).items())))


def turns_of(store: Store, user_id: int) -> list[int]:
    """The items that are assigned to a person, in order."""
    own = select(ASSIGNMENT.c.item_id).where(ASSIGNMENT.c.person_id == user_id)
    with store.database.reading() as connection:
        return list(connection.scalars(own.order_by(ASSIGNMENT.c.position, ASSIGNMENT.c.item_id)))


class Plain:
    """Cells may hold anything but under ``bad...``; ``wrong`` and ``odd`` are problems."""

    def fault(self, payload: object, scheme: Scheme, cell: str, value: Value) -> str | None:
        return f"there is no cell {cell!r}" if cell.startswith("bad") else None

    def problems(self, payload: object, scheme: Scheme, body: Body) -> list[Problem]:
        found = []
        if "wrong" in body:
            found.append(Problem("plain.wrong", "error", "this is wrong", ("wrong",)))
        if "odd" in body:
            found.append(Problem("plain.odd", "warning", "this is odd", ("odd",)))
        return found

    def label(self, payload: object, body: Body) -> str:
        return str(body.get("label", ""))


@dataclass(frozen=True)
class PlainLayer(Layer):
    """A layer with these rules."""

    rules = Plain()  # type: ignore[assignment]


SCHEME = Scheme("plain", (Label("yes", "1", "green", "✓", "right"),))
KINDS = {
    "plain": PlainLayer(SCHEME),
    "groups": PlainLayer(SCHEME, alike=LAYERS["groups"].alike),
}


@dataclass
class Clock:
    """A clock that moves when it is told to."""

    moment: datetime = field(default_factory=lambda: datetime(2026, 1, 1, tzinfo=UTC))

    def __call__(self) -> datetime:
        return self.moment

    def wait(self, **time: float) -> None:
        self.moment += timedelta(**time)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture(scope="session")
def sqlite_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty project, to be copied."""
    folder = tmp_path_factory.mktemp("template") / "project"
    Store.create(folder, name="Test", kinds=KINDS).close()
    return folder


def _no_waiting_for_the_disk(connection: Any, _: object) -> None:
    """Have a connection to PostgreSQL end its transactions before they are on the disk."""
    if type(connection).__module__.startswith("pg8000"):
        connection.run("SET synchronous_commit = off")
        connection.commit()


@pytest.fixture(scope="session")
def postgresql() -> Iterator[str]:
    """The URL of a schema of its own; no server skips here and fails where CI is set."""
    engine = create_engine(SERVER)
    try:
        engine.connect().close()
    except Exception as error:
        message = f"no PostgreSQL at 127.0.0.1:5432: {error}"
        if os.environ.get("CI"):
            pytest.fail(message)
        pytest.skip(message)
    schema = f"diglot_{uuid4().hex}"
    with pytest.MonkeyPatch.context() as environment:
        # Every connection would read the certificates of the world, which takes longer than a test.
        environment.setenv("SSL_CERT_FILE", os.devnull)
        event.listen(Engine, "connect", _no_waiting_for_the_disk)
        yield f"{SERVER}?schema={schema}"
        event.remove(Engine, "connect", _no_waiting_for_the_disk)
    with engine.begin() as connection:
        connection.execute(text(f"DROP SCHEMA IF EXISTS {schema} CASCADE"))
    engine.dispose()


@pytest.fixture(scope="session")
def postgresql_template(
    tmp_path_factory: pytest.TempPathFactory, postgresql: str
) -> Iterator[Store]:
    """A project in the schema, whose folder is to be copied and whose tables are to be emptied."""
    folder = tmp_path_factory.mktemp("template") / "project"
    with Store.create(folder, name="Test", url=postgresql, kinds=KINDS) as found:
        yield found


@pytest.fixture(params=["sqlite", "postgresql"])
def folder(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The folder of an empty project."""
    found = tmp_path / "project"
    if request.param == "sqlite":
        shutil.copytree(request.getfixturevalue("sqlite_template"), found)
        return found
    made: Store = request.getfixturevalue("postgresql_template")
    assert made.folder is not None
    shutil.copytree(made.folder, found)
    with made.database.writing() as connection:
        connection.execute(text(EMPTY))
    return found


@pytest.fixture
def store(folder: Path, clock: Clock) -> Iterator[Store]:
    """An empty project, open."""
    with Store.open(folder, kinds=KINDS, clock=clock) as found:
        yield found


@pytest.fixture
def layer(store: Store) -> LayerRecord:
    return store.layers.add("plain", "plain")


@pytest.fixture
def anna(store: Store) -> UserRecord:
    return store.people.add("Anna", "annotator")


@pytest.fixture
def bert(store: Store) -> UserRecord:
    return store.people.add("Bert", "annotator")


@pytest.fixture
def judge(store: Store) -> UserRecord:
    return store.people.add("Judge", "adjudicator")


def side(words: str) -> dict[str, object]:
    return {"lang": "en", "dir": "ltr", "text": words, "tokens": []}


def pair(number: int, **more: object) -> NewItem:
    """An item; ``more`` are its attributes."""
    payload = {"source": side(f"the {number}"), "target": side(f"il {number}")}
    return NewItem(**{"key": f"pair-{number}", "payload": payload, **more})


def add(store: Store, layer: LayerRecord, count: int, **more: object) -> list[int]:
    """The numbers of new items."""
    store.items.add_many(layer.id, [pair(number, **more) for number in range(1, count + 1)])
    return [item.id for item in store.items.each(layer.id)]


def step(name: str, **cells: tuple[Value | None, Value | None]) -> Operation:
    """An operation of this id."""
    return Operation(id=name, name="set", changes=cells)


def judged(store: Store, item: int, user: UserRecord, label: str, **cells: Value) -> int:
    """The number of a judgement that is done."""
    mine = store.annotations.open(item, user.id)
    changes = {"label": (None, label), **{name: (None, value) for name, value in cells.items()}}
    saved = store.annotations.apply(mine.id, user.id, 0, [step("a", **changes)], seconds=10)
    store.annotations.finish(mine.id, user.id, saved.rev)
    return mine.id
