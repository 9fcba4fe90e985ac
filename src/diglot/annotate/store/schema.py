"""The tables are brought to the version that this diglot knows, before anything else happens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import inspect, text

from diglot.errors import ConfigError

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from diglot.annotate.store.database import Database

HEAD = "v0001"
"""The newest version that the migrations reach."""

VERSIONS = (HEAD,)
"""Every version there has been, oldest first."""


def upgrade(database: Database, *, create: bool = False) -> None:
    """Bring the tables to `HEAD`; with ``create``, make them where there are none.

    Raises:
        ConfigError: there is no project, or a newer diglot has made it.
    """
    if create and database.schema is not None:
        _make_schema(database, database.schema)
    with database.reading() as connection:
        found = version(connection)
    if found == HEAD:
        return
    if found is None and not create:
        raise ConfigError(
            "there is no annotation project in this place: make one with diglot annotate init"
        )
    if found is not None and found not in VERSIONS:
        raise ConfigError(
            f"a newer diglot has made this project (tables {found}, known are up to {HEAD}): "
            "update diglot"
        )
    with database.writing() as connection:
        _migrate(connection)


def version(connection: Connection) -> str | None:
    """The version that the tables have; None where there are none."""
    if not inspect(connection).has_table("alembic_version"):
        return None
    found: str | None = connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    return found


def _make_schema(database: Database, schema: str) -> None:
    with database.writing() as connection:
        quoted = schema.replace('"', '""')
        connection.execute(text(f'CREATE SCHEMA IF NOT EXISTS "{quoted}"'))


def _migrate(connection: Connection) -> None:
    # Alembic costs a tenth of a second to import, and most openings have nothing to migrate.
    from alembic import command
    from alembic.config import Config

    config = Config()
    config.set_main_option("script_location", "diglot.annotate.store:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, HEAD)
