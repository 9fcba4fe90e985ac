"""Releases of gold data: what was released when, and whether it is ready."""

from sqlalchemy import Connection, insert, select, update

from diglot.annotate.store.database import Database
from diglot.annotate.store.history import record
from diglot.annotate.store.records import NotFoundError, ReleaseRecord, StateError
from diglot.annotate.store.tables import RELEASE, from_row, line


class Releases:
    """The releases of a project; a version that is ready never changes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(self, version: str, *, folder: str = "", user: int | None = None) -> ReleaseRecord:
        """Note that a release is being built; a version that failed may be tried again.

        Raises:
            StateError: this version is ready or being built.
            InputError: the version is too long.
        """
        row = {
            "version": line(version, "the version", longest=100),
            "state": "building",
            "folder": line(folder or version, "the folder", longest=200),
            "sha256": "",
            "message": "",
            "person_id": user,
            "created": self._database.now(),
        }
        with self._database.writing() as connection:
            query = select(RELEASE).where(RELEASE.c.version == version).with_for_update()
            old = connection.execute(query).first()
            if old is None:
                connection.execute(insert(RELEASE), row)
            elif old.state == "failed":
                connection.execute(update(RELEASE).where(RELEASE.c.id == old.id).values(row))
            else:
                raise StateError(f"release {version} is {old.state}", cure="choose another version")
            details = {"version": version}
            record(self._database, connection, "start release", user=user, details=details)
            return from_row(ReleaseRecord, connection.execute(query).one())

    def mark_ready(self, release_id: int, *, sha256: str) -> ReleaseRecord:
        """Note that a release is complete, with the SHA-256 of its manifest.

        Raises:
            NotFoundError: there is none of this number.
            StateError: it is not being built.
        """
        return self._end(release_id, state="ready", sha256=sha256)

    def mark_failed(self, release_id: int, message: str) -> ReleaseRecord:
        """Note that a release could not be made, and why.

        Raises:
            NotFoundError: there is none of this number.
            StateError: it is not being built.
        """
        return self._end(release_id, state="failed", message=message.replace("\0", " ")[:2000])

    def get(self, release_id: int) -> ReleaseRecord:
        """A release by its number.

        Raises:
            NotFoundError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, release_id)

    def all(self) -> list[ReleaseRecord]:
        """Every release, latest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(RELEASE).order_by(RELEASE.c.id.desc()))
            return [from_row(ReleaseRecord, row) for row in rows]

    def _end(self, release_id: int, **values: str) -> ReleaseRecord:
        with self._database.writing() as connection:
            found = _get(connection, release_id)
            statement = update(RELEASE).where(
                RELEASE.c.id == release_id, RELEASE.c.state == "building"
            )
            if connection.execute(statement.values(values)).rowcount != 1:
                raise StateError(f"release {found.version} is {found.state}")
            details = {"version": found.version, **values}
            record(self._database, connection, "end release", user=found.user, details=details)
            return _get(connection, release_id)


def _get(connection: Connection, release_id: int) -> ReleaseRecord:
    row = connection.execute(select(RELEASE).where(RELEASE.c.id == release_id)).first()
    if row is None:
        raise NotFoundError(f"there is no release {release_id}")
    return from_row(ReleaseRecord, row)
