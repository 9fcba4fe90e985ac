"""A project's store: everything that people have said, and what they were asked."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Self

from sqlalchemy import insert, select

from diglot.annotate.store import project, schema
from diglot.annotate.store.adjudication import Adjudication
from diglot.annotate.store.annotations import Annotations
from diglot.annotate.store.audit import Audit
from diglot.annotate.store.database import Database, utc_now
from diglot.annotate.store.documents import Documents
from diglot.annotate.store.drafts import Drafts
from diglot.annotate.store.items import Items
from diglot.annotate.store.judgements import Judgements
from diglot.annotate.store.layers import Layers
from diglot.annotate.store.people import People
from diglot.annotate.store.progress import Progress
from diglot.annotate.store.queue import Queue
from diglot.annotate.store.records import ProjectRecord
from diglot.annotate.store.releases import Releases
from diglot.annotate.store.scheme_changes import SchemeChanges
from diglot.annotate.store.sessions import Sessions
from diglot.annotate.store.tables import PROJECT

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime
    from types import TracebackType

    from diglot.annotate.layers.layer import Layer


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
        self.items = Items(database)
        drafts = Drafts(database, self.layers)
        self.schemes = SchemeChanges(database, self.layers, drafts)
        self.annotations = Annotations(database, drafts)
        self.queue = Queue(database)
        self.people = People(database)
        self.sessions = Sessions(database)
        self.progress = Progress(database)
        self.adjudication = Adjudication(database, self.annotations, drafts)
        self.judgements = Judgements(database)
        self.audit = Audit(database)
        self.releases = Releases(database)

    @classmethod
    def create(
        cls,
        folder: str | Path,
        *,
        name: str,
        url: str | None = None,
        kinds: Mapping[str, Layer] | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> Store:
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
        place = project.make(Path(folder), name=name, url=url)
        try:
            return cls._start(place, kinds, clock, create=True)
        except BaseException:
            project.unmake(place)  # so that it can be tried again
            raise

    @classmethod
    def open(
        cls,
        place: str | Path,
        *,
        kinds: Mapping[str, Layer] | None = None,
        clock: Callable[[], datetime] = utc_now,
    ) -> Store:
        """Open a project by its folder or by the URL of its database; old tables are brought along.

        Raises:
            InputError: there is no project in the folder.
            ConfigError: there is none in the database, or a newer diglot has made it.
            RunError: the database cannot be reached.
        """
        if "://" in str(place):
            found = project.Place(name="", url=str(place), folder=None)
        else:
            found = project.found(Path(place))
        return cls._start(found, kinds, clock, create=False)

    @classmethod
    def _start(
        cls,
        place: project.Place,
        kinds: Mapping[str, Layer] | None,
        clock: Callable[[], datetime],
        *,
        create: bool,
    ) -> Store:
        if kinds is None:
            from diglot.annotate.layers import LAYERS

            kinds = LAYERS
        database = Database(place.url, clock=clock)
        try:
            schema.upgrade(database, create=create)
            if create:
                _name(database, place.name)
            return cls(database, folder=place.folder, kinds=kinds)
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        """Let go of the database."""
        self.database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()


def _name(database: Database, name: str) -> None:
    with database.writing() as connection:
        if connection.execute(select(PROJECT.c.id)).first() is None:
            connection.execute(insert(PROJECT), {"name": name, "created": database.now()})
