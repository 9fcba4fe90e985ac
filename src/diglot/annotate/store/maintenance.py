"""Maintenance of a project: back up, restore, upgrade the tables, examine its state."""

from __future__ import annotations

import json
import os
import shutil
import warnings
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePosixPath
from typing import Any, Literal

from sqlalchemy import Connection, MetaData, Table, func, insert, select, text
from sqlalchemy.exc import SAWarning

from diglot._version import __version__
from diglot.annotate.bodies import Operation, apply_operation
from diglot.annotate.store import database as schema
from diglot.annotate.store import store as places
from diglot.annotate.store.cells import read_many
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import events
from diglot.annotate.store.store import Store
from diglot.annotate.store.tables import ANNOTATION, PERSON, SESSION
from diglot.errors import ConfigError, DiglotError, FormatError, InputError
from diglot.files.atomic import atomic_open

MANIFEST = "manifest.json"
FORMAT = 1
LEFT_OUT = frozenset({"alembic_version", "session", "login_attempt", "lease"})
"""Tables whose rows are of no use later: people sign in again."""
KEPT_FOLDERS = ("guidelines", "releases")
PIECE = 2000
LEAST_SPACE = 500_000_000
"""Bytes that the disk of a project should have free."""


@dataclass(frozen=True, slots=True)
class Copy:
    """What a backup or a restoration moved.

    Attributes:
        rows: by table; of annotations they include those of items that were only handed out.
        judgements: annotations in which something is said.
    """

    rows: Mapping[str, int]
    judgements: int
    files: int
    version: str


def back_up(folder: Path, output: Path) -> Copy:
    """Write a project into one file, from any database, on one state of the data.

    The file holds password hashes and only its owner can read it; sessions and the database's
    address are left out.

    Args:
        folder: of the project; its tables may be older than this diglot, and it may be in use.
        output: a zip container; it appears when it is complete.

    Raises:
        InputError: there is no project, or the file cannot be written.
        RunError: the database cannot be reached.
    """
    place = places.find_project(folder)
    database = Database(place.url)
    try:
        with atomic_open(output, "wb") as file:
            if os.name == "posix":
                os.fchmod(file.fileno(), 0o600)
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as packed:
                return _write(database, place, packed)
    finally:
        database.close()


def _write(database: Database, place: places.Place, packed: zipfile.ZipFile) -> Copy:
    rows, judgements = {}, 0
    with database.snapshot() as connection:
        version = schema.found_version(connection)
        if version is None:
            raise ConfigError("the database holds no annotation project")
        for table in _tables(connection):
            with packed.open(f"tables/{table.name}.jsonl", "w", force_zip64=True) as file:
                rows[table.name] = 0
                for row in connection.execution_options(yield_per=PIECE).execute(select(table)):
                    file.write(json.dumps(list(row), ensure_ascii=False).encode() + b"\n")
                    rows[table.name] += 1
                    judgements += table.name == "annotation" and row.rev > 0
            columns = [column.name for column in table.columns]
            packed.writestr(f"tables/{table.name}.columns.json", json.dumps(columns))
    files = 0
    for inner in KEPT_FOLDERS:
        root = (place.folder or Path()) / inner
        for path in sorted(each for each in root.rglob("*") if each.is_file()):
            packed.write(path, f"files/{path.relative_to(root.parent).as_posix()}")
            files += 1
    manifest = {
        "format": FORMAT,
        "name": place.name,
        "diglot": __version__,
        "tables": version,
        "made": datetime.now(UTC).isoformat(timespec="seconds"),
        "rows": rows,
        "judgements": judgements,
    }
    packed.writestr(MANIFEST, json.dumps(manifest, ensure_ascii=False, indent=1))
    return Copy(rows, judgements, files, version)


def restore(source: Path, folder: Path, *, url: str | None = None) -> Copy:
    """Make a project of a backup, in a database of either kind.

    Args:
        source: from `back_up`.
        folder: of the new project.
        url: of its database, which holds no project; a file in the folder unless told.

    Raises:
        InputError: the file cannot be read, or there is a project in the folder.
        FormatError: the file is no backup, or is damaged.
        ConfigError: the database holds a project, or a newer diglot has made the backup.
    """
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise InputError("is not an empty folder", path=folder, cure="choose another")
    try:
        with zipfile.ZipFile(source) as packed:
            manifest = json.loads(packed.read(MANIFEST))
            if manifest["format"] != FORMAT or manifest["tables"] not in schema.VERSIONS:
                raise ConfigError(
                    f"{source} was made by a newer diglot ({manifest['diglot']}): update diglot"
                )
            place = places.make_folder(folder, name=str(manifest["name"]), url=url)
            try:
                return _read(packed, manifest, place)
            except BaseException:
                shutil.rmtree(folder, ignore_errors=True)  # so that it can be tried again
                raise
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror})", path=source) from error
    except (zipfile.BadZipFile, KeyError, TypeError, ValueError) as error:
        raise FormatError(
            f"is not a complete backup of an annotation project ({error})",
            path=source,
            cure="name a file that diglot annotate backup has written",
        ) from error


def _read(packed: zipfile.ZipFile, manifest: Mapping[str, Any], place: places.Place) -> Copy:
    database = Database(place.url)
    try:
        schema.upgrade(database, create=True, version=manifest["tables"], empty=True)
        with database.writing() as connection:
            for table in _tables(connection):
                _fill(connection, packed, table, manifest["rows"].get(table.name, 0))
            if not database.sqlite:
                _set_sequences(connection)
        schema.upgrade(database)
        places.close_to_others(place)
    finally:
        database.close()
    files = 0
    for name in packed.namelist():
        path = PurePosixPath(name)
        if path.parts[0] == "files" and path.parts[1] in KEPT_FOLDERS and ".." not in path.parts:
            target = (place.folder or Path()).joinpath(*path.parts[1:])
            target.parent.mkdir(parents=True, exist_ok=True)
            with packed.open(name) as file, target.open("wb") as copy:
                shutil.copyfileobj(file, copy)
            files += 1
    rows = manifest["rows"]
    judgements = manifest.get("judgements", rows.get("annotation", 0))
    return Copy(rows, judgements, files, manifest["tables"])


def _fill(connection: Connection, packed: zipfile.ZipFile, table: Table, rows: int) -> None:
    columns = json.loads(packed.read(f"tables/{table.name}.columns.json"))
    piece: list[dict[str, Any]] = []
    count = 0
    with packed.open(f"tables/{table.name}.jsonl") as file:
        for line in file:
            piece.append(dict(zip(columns, json.loads(line), strict=True)))
            count += 1
            if len(piece) == PIECE:
                connection.execute(insert(table), piece)
                piece = []
    if piece:
        connection.execute(insert(table), piece)
    if count != rows:
        raise ValueError(f"{table.name} has {count} rows of {rows}")


def _tables(connection: Connection) -> list[Table]:
    """The tables as they are in the database, each after those that it refers to."""
    found = MetaData()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", SAWarning)  # of an index by an expression
        found.reflect(connection, only=lambda name, _: name not in LEFT_OUT)
    return [table for table in found.sorted_tables if table.name not in LEFT_OUT]


def _set_sequences(connection: Connection) -> None:
    for table in _tables(connection):
        key = table.primary_key.columns.values()
        if len(key) == 1 and key[0].name == "id":
            following = func.coalesce(func.max(key[0]), 0) + 1
            sequence = func.pg_get_serial_sequence(table.name, "id")
            connection.execute(select(func.setval(sequence, following, False)))


def upgrade(folder: Path) -> tuple[str, str, Path | None]:
    """Bring the tables of a project to the version of this diglot, after a backup of the old ones.

    Returns:
        The version before, the version now, and the backup; None where nothing was to be done.

    Raises:
        InputError: there is no project.
        ConfigError: a newer diglot has made it.
    """
    place = places.find_project(folder)
    database = Database(place.url)
    try:
        with database.reading() as connection:
            before = schema.found_version(connection)
        if before is None or before == schema.HEAD or before not in schema.VERSIONS:
            schema.upgrade(database)
            return schema.HEAD, schema.HEAD, None
        stamp = datetime.now(UTC).strftime("%Y%m%dT%H%M%SZ")
        copy = folder / f"backup-{before}-{stamp}.zip"
        back_up(folder, copy)
        schema.upgrade(database)
    finally:
        database.close()
    return before, schema.HEAD, copy


@dataclass(frozen=True, slots=True)
class Finding:
    """What an examination says of one thing; a problem comes with its cure."""

    what: str
    state: Literal["ok", "problem"]
    message: str


def examine(folder: Path) -> Iterator[Finding]:
    """Yield what is right and wrong with a project, one thing after the other; nothing is changed.

    Raises:
        InputError: there is no project in the folder.
    """
    try:
        place = places.find_project(folder)
    except ConfigError as error:
        yield Finding("password", "problem", str(error))
        return
    yield from _disk(place)
    database = Database(place.url)
    try:
        yield from _database(database)
    except DiglotError as error:
        yield Finding("database", "problem", str(error))
        return
    finally:
        database.close()
    with Store.open(folder) as store:
        yield from _people(store)
        yield _histories(store)
        yield _releases(store, folder)


def _disk(place: places.Place) -> Iterator[Finding]:
    folder = place.folder or Path()
    free = shutil.disk_usage(folder).free
    state: Literal["ok", "problem"] = "ok" if free >= LEAST_SPACE else "problem"
    cure = "" if state == "ok" else ": free some space before saving fails"
    yield Finding("disk", state, f"{free / 1e9:.1f} GB free{cure}")
    if not os.access(folder, os.W_OK):
        yield Finding("folder", "problem", f"{folder} cannot be written by this user")
    file = folder / places.DATABASE
    if file.exists() and places.is_readable_by_others(file) and file.stat().st_mode & 0o004:
        message = f"everybody on this machine can read it: chmod 640 {file}"
        yield Finding("database file", "problem", message)


def _database(database: Database) -> Iterator[Finding]:
    with database.reading() as connection:
        version = schema.found_version(connection)
        if version != schema.HEAD:
            known = version in schema.VERSIONS
            cure = "diglot annotate upgrade" if known else "update diglot"
            yield Finding("tables", "problem", f"{version}, this diglot has {schema.HEAD}: {cure}")
            if not known:
                raise ConfigError("its tables are not known")
        else:
            yield Finding("tables", "ok", str(version))
        if database.sqlite:
            said = [row[0] for row in connection.execute(text("PRAGMA integrity_check"))]
            foreign = connection.execute(text("PRAGMA foreign_key_check")).all()
            whole = said == ["ok"] and not foreign
            cure = f"{said[0]}, {len(foreign)} broken references: restore a backup"
            yield Finding("database", "ok" if whole else "problem", "whole" if whole else cure)
        else:
            number = connection.execute(text("SHOW server_version")).scalar()
            yield Finding("database", "ok", f"PostgreSQL {number}")


def _people(store: Store) -> Iterator[Finding]:
    with store.database.reading() as connection:
        people = connection.scalar(select(func.count()).where(PERSON.c.active.is_(True)))
        sessions = connection.scalar(select(func.count()).select_from(SESSION))
    signs_in = store.people.owner_signs_in()
    message = f"{people} active, {sessions} sessions"
    if not signs_in:
        message += "; no owner has a password: diglot annotate invite PROJECT NAME --role owner"
    yield Finding("people", "ok", message)


def _histories(store: Store) -> Finding:
    """Whether every judgement is what its history says."""
    checked, broken = 0, []
    with store.database.reading() as connection:
        numbers = list(connection.scalars(select(ANNOTATION.c.id).where(ANNOTATION.c.rev > 0)))
        for start in range(0, len(numbers), PIECE):
            piece = numbers[start : start + PIECE]
            bodies = read_many(connection, piece)
            for number in piece:
                checked += 1
                if not _agrees(connection, number, bodies[number]):
                    broken.append(number)
    if broken:
        message = f"{len(broken)} of {checked} differ from their history, the first is {broken[0]}"
        return Finding("judgements", "problem", f"{message}: restore a backup")
    return Finding("judgements", "ok", f"{checked} agree with their history")


def _agrees(connection: Connection, number: int, body: Mapping[str, Any]) -> bool:
    """Whether the steps of a judgement, taken back from its end, all fit."""
    after: dict[str, Any] = dict(body)
    try:
        for event in reversed(events(connection, number)):
            inverse = {name: (new, old) for name, (old, new) in event.changes.items()}
            after = dict(apply_operation(after, Operation(event.id, event.name, inverse)))
    except ValueError:
        return False
    return True


def _releases(store: Store, folder: Path) -> Finding:
    ready = [each for each in store.releases.all() if each.state == "ready"]
    missing = [each for each in ready if not (folder / "releases" / each.folder).is_dir()]
    if missing:
        return Finding("releases", "problem", f"{missing[0].version} is not in the folder releases")
    return Finding("releases", "ok", f"{len(ready)} ready")
