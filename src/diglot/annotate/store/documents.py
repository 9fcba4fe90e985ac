"""The texts that items were made from, each revision once and unchanged."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from sqlalchemy import select

from diglot.annotate.store.columns import line
from diglot.annotate.store.failures import NotFoundError
from diglot.annotate.store.records import DocumentRecord
from diglot.annotate.store.tables import DOCUMENT
from diglot.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from sqlalchemy import Row

    from diglot.annotate.store.database import Database

_HEADERS = [column for column in DOCUMENT.c if column.name != "text"]


class Documents:
    """The texts of a project."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def add(
        self, name: str, lang: str, text: str, *, provenance: Mapping[str, Any] | None = None
    ) -> DocumentRecord:
        """Add a text; the same one under the same name is there once.

        Raises:
            InputError: the text holds NUL or half a surrogate pair.
        """
        try:
            data = text.encode()
        except UnicodeEncodeError as error:
            raise InputError("the text holds half a surrogate pair", path=name) from error
        if "\0" in text:
            raise InputError("the text holds NUL", path=name, cure="remove it")
        row = {
            "name": line(name, "the name of a document", longest=500),
            "lang": line(lang, "a language", longest=35),
            "sha256": hashlib.sha256(data).hexdigest(),
            "text": text,
            "characters": len(text),
            "provenance": provenance or {},
        }
        query = select(*_HEADERS).where(
            DOCUMENT.c.name == name, DOCUMENT.c.lang == lang, DOCUMENT.c.sha256 == row["sha256"]
        )
        with self._database.writing() as connection:
            connection.execute(self._database.insert(DOCUMENT).values(row).on_conflict_do_nothing())
            return _record(connection.execute(query).one())

    def all(self) -> list[DocumentRecord]:
        """Every text, in the order they were added."""
        with self._database.reading() as connection:
            rows = connection.execute(select(*_HEADERS).order_by(DOCUMENT.c.id))
            return [_record(row) for row in rows]

    def text(self, document_id: int) -> str:
        """A text itself.

        Raises:
            NotFoundError: there is none of this number.
        """
        with self._database.reading() as connection:
            query = select(DOCUMENT.c.text).where(DOCUMENT.c.id == document_id)
            found: str | None = connection.execute(query).scalar()
        if found is None:
            raise NotFoundError(f"there is no document {document_id}")
        return found


def _record(row: Row[Any]) -> DocumentRecord:
    return DocumentRecord(
        id=row.id,
        name=row.name,
        lang=row.lang,
        sha256=row.sha256,
        characters=row.characters,
        provenance=row.provenance,
    )
