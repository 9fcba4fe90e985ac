"""Connections, transactions and the version of the tables."""

import os
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime
from getpass import getuser
from typing import Any

from sqlalchemy import Connection, Engine, Table, create_engine, event, inspect, text
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import (
    ArgumentError,
    DatabaseError,
    DBAPIError,
    InterfaceError,
    InvalidatePoolError,
    OperationalError,
)

from diglot.errors import ConfigError, RunError
from diglot.installed import extra_for

BUSY_MS = 5000
"""How long a connection waits for another process's write."""

MOST_PREPARED = 200
"""Statements that a connection keeps prepared."""

PRAGMAS = (
    # FULL waits for the disk: what was acknowledged survives a loss of power.
    "PRAGMA journal_mode=WAL",
    "PRAGMA synchronous=FULL",
    "PRAGMA foreign_keys=ON",
    f"PRAGMA busy_timeout={BUSY_MS}",
)


def utc_now() -> datetime:
    """The time of day."""
    return datetime.now(UTC)


class Database:
    """A place for a project's tables: SQLite or PostgreSQL by its URL.

    Args:
        url: such as ``sqlite:////folder/annotations.sqlite`` or
            ``postgresql+pg8000://user@host/name?schema=project``; without a schema the
            database's own default is taken.
        clock: gives the time of day.

    Attributes:
        waiting: writes that wait for their turn.
        when_lost: called when writes could not be kept that others may have read.

    Raises:
        ConfigError: the URL is none, or its driver is missing.
    """

    def __init__(self, url: str, *, clock: Callable[[], datetime] = utc_now) -> None:
        parsed = _parsed(url)
        schema = parsed.query.get("schema")
        self.schema = schema if isinstance(schema, str) else None
        self.now = clock
        self.sqlite = parsed.get_backend_name() == "sqlite"
        self.engine = _engine(parsed.difference_update_query(["schema"]), self.schema)
        self._writing = self.engine.execution_options(diglot_writes=True)
        # SQLite has one writer at a time; its own waiting is by naps, this one is in turn.
        self._turn = threading.Lock()
        self._counting = threading.Lock()
        self.waiting = 0
        self._batch: _Batch | None = None
        self.when_lost: list[Callable[[], None]] = []

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A transaction that only reads, on one state of the data.

        Raises:
            RunError: the database cannot be reached.
        """
        with _in_words(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def snapshot(self) -> Iterator[Connection]:
        """A transaction whose every statement reads the same state of the data.

        Raises:
            RunError: the database cannot be reached.
        """
        if self.sqlite:  # its transactions are such
            with self.reading() as connection:
                yield connection
            return
        engine = self.engine.execution_options(isolation_level="REPEATABLE READ")
        with _in_words(), engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[Connection]:
        """A transaction that writes, all or nothing, on the disk when the block has ended.

        Raises:
            RunError: the database cannot be reached or is locked for too long.
        """
        if self.sqlite:
            with _in_words(), self._writing_together() as connection:
                yield connection
            return
        with _in_words(), self._writing.begin() as connection:
            yield connection

    @contextmanager
    def _writing_together(self) -> Iterator[Connection]:
        """One of several writes that wait for the disk once: whoever comes meanwhile joins.

        The wait takes longer than everything else in a write, and there is one at a time. Each
        write is all or nothing by itself, and ends when all of them are on the disk.
        """
        with self._counting:
            self.waiting += 1
        try:
            self._turn.acquire()
        finally:
            with self._counting:
                self.waiting -= 1
        try:
            batch = self._batch or _Batch(self._writing)
            self._batch = None
            try:
                with batch.part() as connection:
                    yield connection
            finally:
                if self.waiting and batch.size:
                    self._batch = batch  # the next one takes it up, or ends it
                else:
                    batch.end(self.when_lost)
        finally:
            self._turn.release()
        batch.wait()

    def insert(self, table: Table) -> postgresql.Insert | sqlite.Insert:
        """An INSERT that may say what happens on a conflict."""
        return upsert(table, self.engine.dialect.name)

    def close(self) -> None:
        """Let go of every connection."""
        self.engine.dispose()


def upsert(table: Table, dialect: str) -> postgresql.Insert | sqlite.Insert:
    """An INSERT of a kind of database that may say what happens on a conflict."""
    return sqlite.insert(table) if dialect == "sqlite" else postgresql.insert(table)


class _Batch:
    """Writes that are committed together.

    Attributes:
        size: writes that have gone well so far.
    """

    def __init__(self, engine: Engine) -> None:
        self.size = 0
        with ExitStack() as opening:
            self._connection = opening.enter_context(engine.connect())
            self._transaction = self._connection.begin()
            self._ending = opening.pop_all()
        self._ended = threading.Event()
        self._error: BaseException | None = None

    @contextmanager
    def part(self) -> Iterator[Connection]:
        """One write; what it did is taken back if it fails, and nothing else."""
        if self.size:
            with self._connection.begin_nested():
                yield self._connection
        else:
            yield self._connection
        self.size += 1

    def end(self, when_lost: list[Callable[[], None]]) -> None:
        """Wait for the disk, and let all go on."""
        try:
            if self.size:
                self._transaction.commit()
            else:
                self._transaction.rollback()
        except BaseException as error:
            self._error = error
            for tell in when_lost:
                tell()
        finally:
            self._ending.close()
            self._ended.set()

    def wait(self) -> None:
        """Go on when everything is on the disk."""
        self._ended.wait()
        if self._error is not None:
            raise self._error


def _parsed(url: str) -> URL:
    try:
        parsed = make_url(url)
    except (ArgumentError, ValueError) as error:
        raise ConfigError("the address of the database is not a URL") from error
    if parsed.get_backend_name() not in {"sqlite", "postgresql"}:
        raise ConfigError("a project's database is SQLite or PostgreSQL")
    if parsed.drivername == "postgresql":
        # Who is not named is the user of the system, as for the programs of PostgreSQL.
        user = parsed.username or os.environ.get("PGUSER") or getuser()
        return parsed.set(drivername="postgresql+pg8000", username=user)
    return parsed


@extra_for("a project in PostgreSQL")
def _engine(url: URL, schema: str | None) -> Engine:
    engine = create_engine(url, pool_size=8, max_overflow=24)
    if url.get_backend_name() == "sqlite":
        event.listen(engine, "connect", _prepare)
        event.listen(engine, "begin", _begin)
        return engine
    event.listen(engine, "checkout", _ask)
    event.listen(engine, "connect", _prepare_statements)
    if schema is not None:
        event.listen(engine, "connect", _in_schema(schema))
    return engine


def _ask(connection: Any, _record: object, _proxy: object) -> None:
    """Have all connections made anew if the server was restarted since one was last used.

    SQLAlchemy's own asking expects errors of the driver, which lets those of its socket pass.
    """
    try:
        connection.execute_simple("")  # one trip: a cursor would begin a transaction and end it
    except Exception as error:
        raise InvalidatePoolError from error


def _prepare_statements(connection: Any, _record: object) -> None:
    """Have a connection prepare each statement once: its driver sends one in three trips each time.

    Statements whose length varies with what is asked are left to it when there are many.
    """
    from pg8000.converters import make_params  # type: ignore[import-untyped]

    known: dict[tuple[str, tuple[int, ...]], tuple[Any, ...]] = {}
    once = connection.execute_unnamed

    def execute(
        statement: str, vals: Any = (), oids: Any = (), stream: Any = None
    ) -> Any:  # under the driver's own names
        key = statement, tuple(oids)
        if stream is not None or (key not in known and len(known) == MOST_PREPARED):
            return once(statement, vals, oids, stream)
        if key not in known:
            known[key] = connection.prepare_statement(statement, oids)
        name, columns, readers = known[key]
        values = make_params(connection.py_types, vals)
        return connection.execute_named(name, values, columns, readers, statement)

    connection.execute_unnamed = execute


def _prepare(connection: Any, _record: object) -> None:
    # The driver's own transactions begin too late for IMMEDIATE; SQLAlchemy's documentation,
    # "SQLite: Serializable isolation, savepoints, transactional DDL", switches them off.
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _begin(connection: Connection) -> None:
    # A transaction that reads first and writes later fails at once when another one has written.
    writes = connection.get_execution_options().get("diglot_writes")
    connection.exec_driver_sql("BEGIN IMMEDIATE" if writes else "BEGIN")


def _in_schema(schema: str) -> Callable[[DBAPIConnection, object], None]:
    quoted = schema.replace('"', '""')

    def prepare(connection: DBAPIConnection, _record: object) -> None:
        cursor = connection.cursor()
        cursor.execute(f'SET search_path TO "{quoted}"')
        cursor.close()
        connection.commit()

    return prepare


@contextmanager
def _in_words() -> Iterator[None]:
    """Failures of the database as one line."""
    try:
        yield
    except OperationalError as error:
        reason = _first_line(error)
        if "disk is full" in reason or "No space left" in reason:
            reason = "its disk is full; free some space"
        raise RunError(f"the database refuses: {reason}") from error
    except ConnectionError as error:
        # A driver of PostgreSQL lets those of its socket pass.
        raise RunError(f"the database has cut the connection ({error.strerror})") from error
    except DBAPIError as error:
        # The bare class stands for a file that is damaged or no database at all.
        broken = type(error) is DatabaseError or isinstance(error, InterfaceError)
        broken |= _answer(error).get("S") == "FATAL"  # no such database, wrong password
        if not broken and not error.connection_invalidated:
            raise
        raise RunError(
            f"the database cannot be used: {_first_line(error)}; check that it is running and that "
            "its address in project.toml (or --database) is correct"
        ) from error


def _first_line(error: DBAPIError) -> str:
    reason = str(_answer(error).get("M", error.orig)).strip()
    return reason.splitlines()[0] if reason else "no reason given"


def _answer(error: DBAPIError) -> dict[str, str]:
    """What a server of PostgreSQL answered, by the letters of its protocol."""
    told = error.orig.args[:1] if error.orig else ()
    return told[0] if told and isinstance(told[0], dict) else {}


# The tables are brought to the version that this diglot knows, before anything else happens.

VERSIONS = ("v0001", "v0002", "v0003", "v0004", "v0005", "v0006", "v0007")
"""Every version there has been, oldest first."""

HEAD = VERSIONS[-1]
"""The newest version that the migrations reach."""


def upgrade(
    database: Database, *, create: bool = False, version: str = HEAD, empty: bool = False
) -> None:
    """Bring the tables to a version; with ``create``, make them where there are none.

    Args:
        database: holds the tables.
        create: whether there may be none.
        version: to be reached.
        empty: whether there must be none.

    Raises:
        ConfigError: there is no project, or one where there must be none, or a newer diglot has
            made it.
    """
    if create and database.schema is not None:
        _make_schema(database, database.schema)
    with database.reading() as connection:
        found = found_version(connection)
    if found is not None and empty:
        raise ConfigError("the database holds an annotation project already: name another")
    if found == version:
        return
    if found is None and not create:
        raise ConfigError(
            "there is no annotation project in this place: make one with diglot annotate init"
        )
    if found is not None and found not in VERSIONS:
        raise ConfigError(
            f"a newer diglot has made this project (tables {found}, available: up to {HEAD}): "
            "update diglot"
        )
    with database.writing() as connection:
        _migrate(connection, version)


def found_version(connection: Connection) -> str | None:
    """The version that the tables have; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _make_schema(database: Database, schema: str) -> None:
    with database.writing() as connection:
        quoted = schema.replace('"', '""')
        connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{quoted}"'))


def _migrate(connection: Connection, version: str) -> None:
    # Alembic costs a tenth of a second to import, and most openings have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "diglot.annotate.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, version)
