"""Everything that was said of a layer's items: raw, and as gold."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import or_, select

from diglot.annotate.store import cells
from diglot.annotate.store.items import record
from diglot.annotate.store.pseudonyms import shown
from diglot.annotate.store.records import GoldRecord, JudgementRecord
from diglot.annotate.store.tables import ANNOTATION, ASSIGNMENT, ITEM, PERSON

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Literal

    from sqlalchemy import Connection

    from diglot.annotate.store.database import Database

PIECE = 200
"""Bodies that are read at once."""


@dataclass(frozen=True, slots=True)
class Decision:
    """Where an item's answer stands: the annotation that holds it, and how it came about."""

    annotation: int
    source: Literal["adjudicated", "unanimous", "single"]


class Judgements:
    """What was said of a layer's items."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def all(self, layer_id: int) -> Iterator[JudgementRecord]:
        """Every judgement that has been begun, by item and role, annotators under pseudonyms.

        Drafts are among them: look at the state. Those that an adjudication copied are not.
        """
        query = (
            select(
                ANNOTATION,
                ITEM.c.seq,
                ITEM.c.key,
                ITEM.c.sandbox,
                ITEM.c.hidden_digest,
                PERSON.c.pseudonym,
            )
            .join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
            .join(PERSON, PERSON.c.id == ANNOTATION.c.person_id)
            .where(ITEM.c.layer_id == layer_id, ANNOTATION.c.rev > 0)
            .where(ANNOTATION.c.copied.is_(False))
            .order_by(ITEM.c.seq, ANNOTATION.c.role.desc(), PERSON.c.pseudonym)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        for start in range(0, len(rows), PIECE):
            piece = rows[start : start + PIECE]
            with self._database.reading() as connection:
                bodies = cells.read_many(connection, [row.id for row in piece])
            for row in piece:
                yield JudgementRecord(
                    item=row.item_id,
                    seq=row.seq,
                    key=row.key,
                    user=shown(row.pseudonym),
                    role=row.role,
                    state=row.state,
                    cells=bodies[row.id],
                    label=row.label,
                    seconds=row.seconds,
                    scheme_version=row.scheme_version,
                    sandbox=row.sandbox,
                    hidden_gold=row.hidden_digest is not None,
                )

    def gold(self, layer_id: int) -> Iterator[GoldRecord]:
        """The answer of every item that has one, by number; sandbox and hidden items have none.

        An item has one if an adjudicator has decided it, if two or more people are done with it and
        agree, or if it is for one person, who is done with it. While others to whom it is assigned
        are not done it has none.
        """
        kept = select(ITEM.c.id).where(
            ITEM.c.layer_id == layer_id,
            ITEM.c.sandbox.is_(False),
            ITEM.c.hidden_digest.is_(None),
        )
        with self._database.reading() as connection:
            found = decisions(connection, layer_id)
            wanted = [
                each for each in connection.scalars(kept.order_by(ITEM.c.seq)) if each in found
            ]
        for start in range(0, len(wanted), PIECE):
            piece = wanted[start : start + PIECE]
            with self._database.reading() as connection:
                rows = connection.execute(select(ITEM).where(ITEM.c.id.in_(piece)))
                items = {row.id: record(row) for row in rows}
                bodies = cells.read_many(connection, [found[each].annotation for each in piece])
            for each in piece:
                decision = found[each]
                yield GoldRecord(items[each], bodies[decision.annotation], decision.source)

    def open_items(self, layer_id: int) -> list[int]:
        """Numbers of the items without an answer, in order; sandbox and hidden ones left out."""
        query = select(ITEM.c.id, ITEM.c.seq).where(
            ITEM.c.layer_id == layer_id,
            ITEM.c.sandbox.is_(False),
            ITEM.c.hidden_digest.is_(None),
        )
        with self._database.reading() as connection:
            found = decisions(connection, layer_id)
            rows = connection.execute(query.order_by(ITEM.c.seq))
            return [row.seq for row in rows if row.id not in found]


def decisions(connection: Connection, layer_id: int) -> dict[int, Decision]:
    """The answers of a layer's items as far as there are any, by item."""
    inside = select(ITEM.c.id).where(ITEM.c.layer_id == layer_id)
    waiting = _waiting(connection, layer_id)
    query = (
        select(
            ANNOTATION.c.id,
            ANNOTATION.c.item_id,
            ANNOTATION.c.state,
            ANNOTATION.c.digest,
            ANNOTATION.c.copied,
        )
        .where(ANNOTATION.c.item_id.in_(inside))
        .where(or_(ANNOTATION.c.state == "done", ANNOTATION.c.state == "adjudicated"))
        .order_by(ANNOTATION.c.copied.desc(), ANNOTATION.c.updated, ANNOTATION.c.id)
    )
    judged: defaultdict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        judged[row.item_id].append(row)
    found = {item: _decision(rows, waiting=item in waiting) for item, rows in judged.items()}
    return {item: decision for item, decision in found.items() if decision is not None}


def _decision(rows: list[Any], *, waiting: bool) -> Decision | None:
    # Copies come first in the order, so the last adjudication is a person's if there is one.
    adjudicated = [row for row in rows if row.state == "adjudicated"]
    if adjudicated:
        last = adjudicated[-1]
        return Decision(last.id, "unanimous" if last.copied else "adjudicated")
    if waiting or len({row.digest for row in rows}) > 1:
        return None
    first = min(rows, key=lambda row: int(row.id))
    return Decision(first.id, "unanimous" if len(rows) > 1 else "single")


def _waiting(connection: Connection, layer_id: int) -> set[int]:
    """Items that somebody they are assigned to has not finished."""
    own = (
        (ANNOTATION.c.item_id == ASSIGNMENT.c.item_id)
        & (ANNOTATION.c.person_id == ASSIGNMENT.c.person_id)
        & (ANNOTATION.c.role == "annotator")
        & (ANNOTATION.c.state == "done")
    )
    query = (
        select(ASSIGNMENT.c.item_id)
        .join(ITEM, ITEM.c.id == ASSIGNMENT.c.item_id)
        .outerjoin(ANNOTATION, own)
        .where(ITEM.c.layer_id == layer_id, ANNOTATION.c.id.is_(None))
    )
    return set(connection.scalars(query))
