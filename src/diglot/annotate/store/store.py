"""The store of a project, and the folder that holds it."""

import json
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any, Self
from urllib.parse import quote, unquote

from sqlalchemy import insert, select

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.layer import Layer
from diglot.annotate.records import ProjectRecord
from diglot.annotate.store import database as schema
from diglot.annotate.store.adjudication import Adjudication, Judgements, Releases
from diglot.annotate.store.annotations import Annotations
from diglot.annotate.store.database import Database, utc_now
from diglot.annotate.store.drafts import Drafts, SchemeChanges
from diglot.annotate.store.history import Audit
from diglot.annotate.store.imports import Imports
from diglot.annotate.store.items import Documents, Items
from diglot.annotate.store.layers import Layers
from diglot.annotate.store.people import People
from diglot.annotate.store.progress import Progress
from diglot.annotate.store.queue import Queue
from diglot.annotate.store.remarks import Remarks
from diglot.annotate.store.sessions import Sessions
from diglot.annotate.store.tables import PROJECT
from diglot.errors import ConfigError, FormatError, InputError
from diglot.files.atomic import write_bytes
from diglot.files.binary import read_bytes

FILE = "project.toml"
DATABASE = "annotations.sqlite"
FOLDERS = ("guidelines", "releases")
PASSWORD_FILE = "database.password"  # noqa: S105
PASSWORD_VARIABLE = "DIGLOT_DATABASE_PASSWORD"  # noqa: S105
_PASSWORD = re.compile(r"(?P<before>[\w+]+://[^:/?#]*):(?P<password>[^/?#]*)@(?P<after>[^@]*)")


@dataclass(frozen=True, slots=True)
class Place:
    """Where a project is.

    Attributes:
        name: of the project.
        url: of its database.
        folder: None for a project that is only a database.
    """

    name: str
    url: str
    folder: Path | None


def make_folder(folder: Path, *, name: str, url: str | None) -> Place:
    """Make the folder of a project, with its file and folders in it.

    Raises:
        InputError: there is a project already, or the folder cannot be written.
    """
    if (folder / FILE).exists():
        raise InputError("there is a project already", path=folder, cure="choose another folder")
    try:
        for inner in FOLDERS:
            (folder / inner).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(f"the folder cannot be made ({error.strerror})", path=folder) from error
    lines = [f"name = {_quoted(name)}"]
    if url is not None:
        shown, password = split_password(url)
        lines += ["", "[database]", f"url = {_quoted(shown)}"]
        if password is not None:
            write_secret(folder / PASSWORD_FILE, password)
    write_bytes(folder / FILE, ("\n".join(lines) + "\n").encode())
    return Place(name=name, url=url or _default(folder), folder=folder)


def remove_folder(place: Place) -> None:
    """Take away what `make` made, as far as nothing else came to it."""
    if place.folder is None:
        return
    for name in (FILE, PASSWORD_FILE):
        (place.folder / name).unlink(missing_ok=True)
    with suppress(OSError):
        for inner in FOLDERS:
            (place.folder / inner).rmdir()
        place.folder.rmdir()


def find_project(folder: Path) -> Place:
    """The project in a folder.

    Raises:
        InputError: there is none, or its file is wrong.
    """
    path = folder / FILE
    if not path.exists():
        raise InputError(
            f"holds no {FILE}" if folder.is_dir() else "no such project",
            path=folder,
            cure="make a project with diglot annotate init",
        )
    try:
        content: dict[str, Any] = tomllib.loads(read_bytes(path).decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise FormatError(f"is not TOML ({error})", path=path, cure="correct the line") from error
    name = content.get("name")
    database = content.get("database", {})
    url = database.get("url", _default(folder)) if isinstance(database, dict) else None
    if not isinstance(name, str) or not isinstance(url, str):
        raise FormatError(
            "lacks a name, or the url of its database is not text",
            path=path,
            cure='write name = "..." and, if it is not the default, [database] url = "..."',
        )
    return Place(name=name, url=_with_password(url, folder), folder=folder)


# The password of a database is nobody's to read but its owner's.


def split_password(url: str) -> tuple[str, str | None]:
    """A database's URL without its password, and the password; None if it has none."""
    match = _PASSWORD.fullmatch(url)
    if match is None:
        return url, None
    return f"{match['before']}@{match['after']}", unquote(match["password"])


def write_secret(path: Path, text: str) -> None:
    """Write a file that only its owner can read, from its first byte on."""
    path.unlink(missing_ok=True)
    with open(path, "x", opener=partial(os.open, mode=0o600)) as file:
        file.write(f"{text}\n")


def is_readable_by_others(path: Path) -> bool:
    """Whether the group or everybody can read a file; never on Windows, which has other rules."""
    return os.name == "posix" and bool(path.stat().st_mode & 0o077)


def close_to_others(place: Place) -> None:
    """Let nobody but owner and group read the database file, which has hashes of passwords."""
    file = None if place.folder is None else place.folder / DATABASE
    if file is not None and file.exists() and os.name == "posix":
        file.chmod(file.stat().st_mode & 0o770)


def _with_password(url: str, folder: Path) -> str:
    """The URL of a project's database with the password, from wherever that is kept."""
    shown, password = split_password(url)
    path = folder / (PASSWORD_FILE if password is None else FILE)
    if password is not None or path.exists():
        if is_readable_by_others(path):
            raise ConfigError(
                f"{path} holds the password of the database and can be read by others: "
                f"chmod 600 {path}"
            )
        if password is None:
            password = read_bytes(path).decode(errors="replace").rstrip("\n")
    elif shown.startswith("postgresql"):
        password = os.environ.get(PASSWORD_VARIABLE)
    if password is None:
        return url
    scheme, _, rest = shown.partition("://")
    user, _, place = rest.rpartition("@")
    return f"{scheme}://{user}:{quote(password, safe='')}@{place}"


def _default(folder: Path) -> str:
    return f"sqlite:///{(folder / DATABASE).resolve()}"


def _quoted(text: str) -> str:
    # A JSON string is a TOML basic string but for the one control character JSON lets pass.
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


# A project's store: everything that people have said, and what they were asked.


class Store:
    """What a project holds, by parts; use `Store.open` or `Store.create`.

    Attributes:
        folder: of the project; None if it is only a database.
        project: its name, and when it was made.
    """

    def __init__(
        self, database: Database, *, folder: Path | None, kinds: Mapping[str, Layer]
    ) -> None:
        self.folder = folder
        self.database = database
        with database.reading() as connection:
            row = connection.execute(select(PROJECT)).one()
        self.project = ProjectRecord(name=row.name, created=row.created)
        self.layers = Layers(database, kinds)
        self.documents = Documents(database)
        self.items = Items(database, self.layers)
        drafts = Drafts(database, self.layers)
        self.schemes = SchemeChanges(database, self.layers, drafts)
        self.annotations = Annotations(database, drafts)
        self.imports = Imports(database, drafts)
        self.queue = Queue(database)
        self.people = People(database)
        self.sessions = Sessions(database)
        self.progress = Progress(database)
        self.adjudication = Adjudication(database, self.annotations)
        self.judgements = Judgements(database)
        self.remarks = Remarks(database)
        self.audit = Audit(database)
        self.releases = Releases(database)

    @classmethod
    def create(
        cls,
        folder: str | Path,
        *,
        name: str,
        url: str | None = None,
        kinds: Mapping[str, Layer] = LAYERS,
        clock: Callable[[], datetime] = utc_now,
    ) -> Self:
        """Make a project in a folder, which may exist, and open it.

        Args:
            folder: becomes the project: its file, its database unless that is elsewhere,
                ``guidelines`` and ``releases``.
            name: of the project.
            url: of its database, if it is not the SQLite file in the folder.
            kinds: of layers, by name; diglot's own unless told.
            clock: gives the time of day.

        Raises:
            InputError: there is a project already, or the folder cannot be written.
            ConfigError: the URL is no database's, or the database holds a project already.
        """
        place = make_folder(Path(folder), name=name, url=url)
        try:
            return cls._start(place, kinds, clock, create=True)
        except BaseException:
            remove_folder(place)  # so that it can be tried again
            raise

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        kinds: Mapping[str, Layer] = LAYERS,
        clock: Callable[[], datetime] = utc_now,
    ) -> Self:
        """Open a project by its folder or by the URL of its database; old tables are brought along.

        Raises:
            InputError: there is no project in the folder.
            ConfigError: there is none in the database, or a newer diglot has made it.
            RunError: the database cannot be reached.
        """
        if "://" in str(place):
            found = Place(name="", url=str(place), folder=None)
        else:
            found = find_project(Path(place))
        return cls._start(found, kinds, clock, create=False)

    @classmethod
    def _start(
        cls,
        place: Place,
        kinds: Mapping[str, Layer],
        clock: Callable[[], datetime],
        *,
        create: bool,
    ) -> Self:
        database = Database(place.url, clock=clock)
        try:
            schema.upgrade(database, create=create)
            if create:
                _name(database, place.name)
                close_to_others(place)
            return cls(database, folder=place.folder, kinds=kinds)
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _name(database: Database, name: str) -> None:
    with database.writing() as connection:
        if connection.execute(select(PROJECT.c.id)).first() is None:
            connection.execute(insert(PROJECT), {"name": name, "created": database.now()})
