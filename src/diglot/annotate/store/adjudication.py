"""Adjudication of judgements, the raw and gold judgements of a layer, and releases of gold."""

import hashlib
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, get_args

from sqlalchemy import ColumnElement, Connection, exists, func, insert, or_, select, update

from diglot.annotate import records
from diglot.annotate.store import access, cells
from diglot.annotate.store.access import claim
from diglot.annotate.store.annotations import Annotations
from diglot.annotate.store.database import Database
from diglot.annotate.store.drafts import require_items
from diglot.annotate.store.history import record as note
from diglot.annotate.store.items import record
from diglot.annotate.store.people import pseudonym_name
from diglot.annotate.store.tables import (
    ANNOTATION,
    ASSIGNMENT,
    ITEM,
    PERSON,
    RELEASE,
    from_row,
    items_of,
    line,
    rows_of,
)

PARTS = get_args(records.Part)
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

    def all(self, layer_id: int) -> Iterator[records.JudgementRecord]:
        """Every judgement that has been begun, by item and role, annotators under pseudonyms.

        Drafts are among them: look at the state.
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
            .where(rows_of(layer_id), ANNOTATION.c.role.in_(PARTS), ANNOTATION.c.rev > 0)
            .order_by(ITEM.c.seq, ANNOTATION.c.role.desc(), PERSON.c.pseudonym)
        )
        with self._database.reading() as connection:
            rows = connection.execute(query).all()
        for start in range(0, len(rows), PIECE):
            piece = rows[start : start + PIECE]
            with self._database.reading() as connection:
                bodies = cells.read_many(connection, [row.id for row in piece])
            for row in piece:
                yield from_row(
                    records.JudgementRecord,
                    row,
                    user=pseudonym_name(row.pseudonym),
                    cells=bodies[row.id],
                    hidden_gold=row.hidden_digest is not None,
                )

    def gold(self, layer_id: int) -> Iterator[records.GoldRecord]:
        """The answer of every item that has one, by number; sandbox and hidden items have none.

        An item has one if an adjudicator has decided it, if two or more people are done with it and
        agree, or if it is for one person, who is done with it. While others to whom it is assigned
        are not done it has none.
        """
        kept = select(ITEM.c.id).where(
            items_of(layer_id),
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
                yield records.GoldRecord(items[each], bodies[decision.annotation], decision.source)


def decisions(connection: Connection, layer_id: int) -> dict[int, Decision]:
    """The answers of a layer's items as far as there are any, by item."""
    inside = select(ITEM.c.id).where(items_of(layer_id))
    waiting = _waiting(connection, layer_id)
    query = (
        select(
            ANNOTATION.c.id,
            ANNOTATION.c.item_id,
            ANNOTATION.c.state,
            ANNOTATION.c.digest,
        )
        .where(ANNOTATION.c.item_id.in_(inside), ANNOTATION.c.role.in_(PARTS))
        .where(or_(ANNOTATION.c.state == "done", ANNOTATION.c.state == "adjudicated"))
        .order_by(ANNOTATION.c.updated, ANNOTATION.c.id)
    )
    judged: defaultdict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        judged[row.item_id].append(row)
    found = {item: _decision(rows, waiting=item in waiting) for item, rows in judged.items()}
    return {item: decision for item, decision in found.items() if decision is not None}


def _decision(rows: list[Any], *, waiting: bool) -> Decision | None:
    adjudicated = [row for row in rows if row.state == "adjudicated"]
    if adjudicated:
        return Decision(adjudicated[-1].id, "adjudicated")
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
        .where(items_of(layer_id), ANNOTATION.c.id.is_(None))
    )
    return set(connection.scalars(query))


# Deciding between judgements: disagreements first, names hidden.

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


@dataclass(frozen=True, slots=True)
class Case:
    """An item that two or more people are done with and nobody has decided."""

    item: int
    seq: int
    labels: tuple[str, ...]
    unanimous: bool


class Adjudication:
    """Decisions between the judgements of a project."""

    def __init__(self, database: Database, annotations: Annotations) -> None:
        self._database = database
        self._annotations = annotations

    def queue(self, layer_id: int, user_id: int) -> list[records.AdjudicationGroup]:
        """Items to be decided, by the labels given: the commonest disagreement first.

        After the disagreements come items that all agree on. What the person judges, or is to
        judge, is not among them.

        Raises:
            ForbiddenError: the person is no adjudicator, manager or owner.
        """
        with self._database.reading() as connection:
            access.require(connection, user_id, access.DECIDING)
            found = cases(connection, layer_id)
            if not access.own_adjudication(connection, layer=layer_id):
                parties = access.party_items(connection, user_id)
                found = [case for case in found if case.item not in parties]
        groups: defaultdict[tuple[bool, tuple[str, ...]], list[int]] = defaultdict(list)
        for case in found:
            labels = case.labels[:1] if case.unanimous else case.labels
            groups[case.unanimous, labels].append(case.seq)
        ordered = sorted(groups, key=lambda group: (group[0], -len(groups[group]), group[1]))
        return [records.AdjudicationGroup(key[1], tuple(groups[key])) for key in ordered]

    def next(self, layer_id: int, user_id: int, *, after_seq: int | None = None) -> int | None:
        """The next item to be decided in the order of `queue`, leased; None if there is none.

        Raises:
            ForbiddenError: the person is no adjudicator, manager or owner.
        """
        order = [seq for group in self.queue(layer_id, user_id) for seq in group.items]
        if after_seq in order:
            place = order.index(after_seq) + 1
            order = order[place:] + order[:place]
        for seq in order:
            with self._database.writing() as connection:
                query = select(ITEM.c.id).where(ITEM.c.layer_id == layer_id, ITEM.c.seq == seq)
                item_id: int = connection.execute(query).scalar_one()
                if claim(self._database, connection, item_id, "adjudicator", user_id):
                    return item_id
        return None

    def judgements(self, item_id: int, user_id: int) -> list[records.HiddenJudgement]:
        """What people who are done have said of an item, as A, B, ... in an order by the item.

        Who has seen it is not asked to judge the item any more.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person is no adjudicator, manager or owner, or judges the item.
        """
        query = select(ANNOTATION).where(
            ANNOTATION.c.item_id == item_id,
            ANNOTATION.c.role == "annotator",
            ANNOTATION.c.state == "done",
        )
        with self._database.writing() as connection:
            access.require(connection, user_id, access.DECIDING)
            require_items(connection, [item_id])
            access.require_impartial(connection, item_id, user_id)
            rows = sorted(connection.execute(query), key=_hidden_order)
            if rows:
                access.note_sight(self._database, connection, item_id, user_id)
            bodies = cells.read_many(connection, [row.id for row in rows])
        return [
            records.HiddenJudgement(letter, row.state, bodies[row.id], row.label)
            for letter, row in zip(LETTERS, rows, strict=False)
        ]

    def open(self, item_id: int, user_id: int) -> records.AnnotationRecord:
        """The person's decision on an item, begun if it is new.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person is no adjudicator, or has judged the item.
            TakenError: another adjudicator works on it.
        """
        return self._annotations.open(item_id, user_id, role="adjudicator")


def _undecided(layer_id: int) -> tuple[ColumnElement[bool], ...]:
    """Judgements of a layer that are done, of items that nobody has decided."""
    decision = ANNOTATION.alias("decision")
    open_items = ~exists().where(decision.c.item_id == ITEM.c.id, decision.c.state == "adjudicated")
    return (rows_of(layer_id), ITEM.c.sandbox.is_(False), open_items, *_DONE)


_DONE = (ANNOTATION.c.role == "annotator", ANNOTATION.c.state == "done")


def disagreements(connection: Connection, layer_id: int) -> int:
    """How many of `cases` are not unanimous."""
    differing = (
        select(ANNOTATION.c.item_id)
        .join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
        .where(*_undecided(layer_id))
        .group_by(ANNOTATION.c.item_id)
        .having(func.min(ANNOTATION.c.digest) != func.max(ANNOTATION.c.digest))
    )
    count = select(func.count()).select_from(differing.subquery())
    return connection.execute(count).scalar_one()


def cases(connection: Connection, layer_id: int) -> list[Case]:
    """Items that two or more people are done with and nobody has decided, by number."""
    several = select(ANNOTATION.c.item_id).where(*_DONE).group_by(ANNOTATION.c.item_id)
    several = several.having(func.count() > 1)
    query = (
        select(ITEM.c.id, ITEM.c.seq, ANNOTATION.c.label, ANNOTATION.c.digest)
        .join(ANNOTATION, ANNOTATION.c.item_id == ITEM.c.id)
        .where(*_undecided(layer_id))
        .where(ITEM.c.id.in_(several))
        .order_by(ITEM.c.seq)
    )
    judged: defaultdict[tuple[int, int], list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        judged[row.id, row.seq].append(row)
    return [
        Case(
            item=item,
            seq=seq,
            labels=tuple(sorted(row.label for row in rows)),
            unanimous=len({row.digest for row in rows}) == 1,
        )
        for (item, seq), rows in judged.items()
        if len(rows) > 1
    ]


def _hidden_order(row: Any) -> str:
    # By chance, but the same at every look: who is A on one item is B on the next.
    return hashlib.sha256(f"{row.item_id}/{row.person_id}".encode()).hexdigest()


# Releases: what was released when, and whether it is ready.


class Releases:
    """The releases of a project; a version that is ready never changes."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def start(
        self, version: str, *, folder: str = "", user: int | None = None
    ) -> records.ReleaseRecord:
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
                raise records.StateError(
                    f"release {version} is {old.state}", cure="choose another version"
                )
            details = {"version": version}
            note(self._database, connection, "start release", user=user, details=details)
            return from_row(records.ReleaseRecord, connection.execute(query).one())

    def mark_ready(self, release_id: int, *, sha256: str) -> records.ReleaseRecord:
        """Note that a release is complete, with the SHA-256 of its manifest.

        Raises:
            NotFoundError: there is none of this number.
            StateError: it is not being built.
        """
        return self._end(release_id, state="ready", sha256=sha256)

    def mark_failed(self, release_id: int, message: str) -> records.ReleaseRecord:
        """Note that a release could not be made, and why.

        Raises:
            NotFoundError: there is none of this number.
            StateError: it is not being built.
        """
        return self._end(release_id, state="failed", message=message.replace("\0", " ")[:2000])

    def get(self, release_id: int) -> records.ReleaseRecord:
        """A release by its number.

        Raises:
            NotFoundError: there is none.
        """
        with self._database.reading() as connection:
            return _get(connection, release_id)

    def all(self) -> list[records.ReleaseRecord]:
        """Every release, latest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(RELEASE).order_by(RELEASE.c.id.desc()))
            return [from_row(records.ReleaseRecord, row) for row in rows]

    def _end(self, release_id: int, **values: str) -> records.ReleaseRecord:
        with self._database.writing() as connection:
            found = _get(connection, release_id)
            statement = update(RELEASE).where(
                RELEASE.c.id == release_id, RELEASE.c.state == "building"
            )
            if connection.execute(statement.values(values)).rowcount != 1:
                raise records.StateError(f"release {found.version} is {found.state}")
            details = {"version": found.version, **values}
            note(self._database, connection, "end release", user=found.user, details=details)
            return _get(connection, release_id)


def _get(connection: Connection, release_id: int) -> records.ReleaseRecord:
    row = connection.execute(select(RELEASE).where(RELEASE.c.id == release_id)).first()
    if row is None:
        raise records.NotFoundError(f"there is no release {release_id}")
    return from_row(records.ReleaseRecord, row)
