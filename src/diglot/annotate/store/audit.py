"""What was done to the project, by whom and when: written once, never changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sqlalchemy import func, insert, select

from diglot.annotate.store.records import AuditRecord
from diglot.annotate.store.tables import AUDIT

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Connection

    from diglot.annotate.store.database import Database


def record(
    database: Database,
    connection: Connection,
    action: str,
    *,
    user: int | None = None,
    details: Mapping[str, Any] | None = None,
) -> None:
    """Note an action in the transaction that does it."""
    row = {"at": database.now(), "person_id": user, "action": action, "details": details or {}}
    connection.execute(insert(AUDIT), row)


class Audit:
    """The audit log of a project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, action: str, *, user: int | None = None, details: Mapping[str, Any] | None = None
    ) -> None:
        """Note an action that is not the store's own, such as an export."""
        with self._database.writing() as connection:
            record(self._database, connection, action, user=user, details=details)

    def page(self, *, offset: int = 0, limit: int = 100) -> tuple[list[AuditRecord], int]:
        """A stretch of the log, latest first, and how many entries there are."""
        latest = select(AUDIT).order_by(AUDIT.c.id.desc()).offset(offset).limit(limit)
        with self._database.reading() as connection:
            total = connection.execute(select(func.count()).select_from(AUDIT)).scalar_one()
            rows = [
                AuditRecord(
                    id=row.id,
                    at=row.at,
                    user=row.person_id,
                    action=row.action,
                    details=row.details,
                )
                for row in connection.execute(latest)
            ]
        return rows, total
