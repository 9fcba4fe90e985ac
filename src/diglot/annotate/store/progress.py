"""Progress of the work on a layer: how far, how fast, and how well."""

import math
from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from statistics import median
from typing import Any

from sqlalchemy import Connection, and_, case, func, or_, select

from diglot.annotate.bodies import ACKNOWLEDGED, same_value
from diglot.annotate.store import queue
from diglot.annotate.store.adjudication import disagreements
from diglot.annotate.store.cells import read_many
from diglot.annotate.store.database import Database
from diglot.annotate.store.tables import (
    ANNOTATION,
    ASSIGNMENT,
    CELL,
    ITEM,
    PERSON,
    SUGGESTION,
    items_of,
    rows_of,
    says_something,
)


@dataclass(frozen=True, slots=True)
class Counts:
    """How many items of a layer are in which state."""

    open: int
    draft: int
    done: int
    adjudicated: int


@dataclass(frozen=True, slots=True)
class AnnotatorProgress:
    """How far a person is in a layer, and how fast.

    Attributes:
        assigned: items that are the person's by assignment.
        median_seconds: active time of an item that is done; None before the first.
        per_minute: items done a minute of active time.
        hasty: numbers of items done much faster than the person's others.
        suggested: cells that methods had proposed on the items done, by method.
        taken: of these, the ones that stand in the judgement, by method.
        acknowledged: warnings seen and kept.
        gold_right, gold_seen: hidden items answered as known, of those done; None where that is
            not told.
        last_saved: None before the first.
    """

    user: int
    name: str
    assigned: int
    draft: int
    done: int
    median_seconds: float | None
    per_minute: float | None
    hasty: tuple[int, ...]
    suggested: Mapping[str, int]
    taken: Mapping[str, int]
    acknowledged: int
    gold_right: int | None
    gold_seen: int | None
    last_saved: datetime | None


@dataclass(frozen=True, slots=True)
class LayerProgress:
    """How far the work on a layer is.

    Attributes:
        states: items by the furthest state that anybody has brought them to.
        disagreements: items that wait for an adjudicator.
    """

    layer: int
    states: Counts
    disagreements: int
    annotators: tuple[AnnotatorProgress, ...]


# How far the work is, how fast it goes, and where somebody may have hurried.


FEWEST = 5
"""Items that somebody must have done before a hurried one can stand out."""

OUTLYING = 3.5
"""Modified z-score beyond which a value is an outlier.

Reference: Iglewicz & Hoaglin 1993, How to detect and handle outliers, p. 11.
"""

PIECE = 200
"""Bodies that are read at once."""


class Progress:
    """How far the layers of a project are."""

    def __init__(self, database: Database) -> None:
        self._database = database

    def counts(self, layer_id: int, user_id: int | None = None) -> Counts:
        """Items by state: as a person sees them, or by the furthest that anybody has brought them.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: the person has been deactivated.
        """
        with self._database.reading() as connection:
            if user_id is None:
                return _furthest(connection, layer_id)
            seen = queue.personal_queue(connection, layer_id, user_id)
            decided = ITEM.c.decided
            states = (decided, and_(~decided, seen.done), and_(~decided, seen.draft))
            sums = (func.sum(case((each, 1), else_=0)) for each in states)
            query = select(func.count(), *sums).select_from(ITEM)
            found = connection.execute(query.where(items_of(layer_id), seen.visible)).one()
        total, adjudicated, finished, draft = (int(each or 0) for each in found)
        return Counts(total - adjudicated - finished - draft, draft, finished, adjudicated)

    def confirmations(self, layer_id: int, user_id: int) -> dict[int, tuple[int, bool]]:
        """Links that a person has confirmed in each item they opened, and whether it is done."""
        confirmed = and_(
            CELL.c.annotation_id == ANNOTATION.c.id,
            CELL.c.name.startswith("c"),
            CELL.c.value == "true",
        )
        query = (
            select(ITEM.c.seq, func.count(CELL.c.name), ANNOTATION.c.state)
            .join(ANNOTATION, ANNOTATION.c.item_id == ITEM.c.id)
            .outerjoin(CELL, confirmed)
            .where(rows_of(layer_id), ANNOTATION.c.person_id == user_id)
            .group_by(ITEM.c.seq, ANNOTATION.c.state)
        )
        with self._database.reading() as connection:
            return {row[0]: (row[1], row[2] == "done") for row in connection.execute(query)}

    def layer(self, layer_id: int) -> LayerProgress:
        """All there is to know of the work on a layer, by annotator."""
        with self._database.reading() as connection:
            states = _furthest(connection, layer_id)
            differing = disagreements(connection, layer_id)
            rows = _judged(connection, layer_id)
            assigned = _assigned(connection, layer_id)
            taken = _taken(connection, layer_id, rows)
            acknowledged = _acknowledged(connection, layer_id)
            query = select(PERSON.c.id, PERSON.c.name).order_by(PERSON.c.id)
            people = connection.execute(query).all()
        own: defaultdict[int, list[Any]] = defaultdict(list)
        for row in rows:
            own[row.person_id].append(row)
        return LayerProgress(
            layer=layer_id,
            states=states,
            disagreements=differing,
            annotators=tuple(
                _annotator(
                    person, own[person.id], assigned[person.id], taken, acknowledged[person.id]
                )
                for person in people
                if own[person.id] or assigned[person.id]
            ),
        )


def hasty_items(seconds: dict[int, float]) -> tuple[int, ...]:
    """Those items, by number, that took much less time than the others; times of 0 are unknown.

    Times are taken in logarithms, since they spread by factors.
    """
    logs = {item: math.log(time) for item, time in seconds.items() if time > 0}
    if len(logs) < FEWEST:
        return ()
    middle = median(logs.values())
    spread = median(abs(value - middle) for value in logs.values())
    if spread == 0:
        return ()
    limit = middle - OUTLYING * spread / 0.6745
    return tuple(sorted(item for item, value in logs.items() if value < limit))


def _furthest(connection: Connection, layer_id: int) -> Counts:
    rank = case(
        (ANNOTATION.c.state == "adjudicated", 3), (ANNOTATION.c.state == "done", 2), else_=1
    )
    # What was judged elsewhere is its maker's: here nobody has been asked yet.
    here = and_(ANNOTATION.c.role == "annotator", ANNOTATION.c.import_id.is_(None))
    judged = (
        select(func.max(rank).label("rank"))
        .join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
        .where(rows_of(layer_id), says_something())
        .where(or_(here, ANNOTATION.c.state == "adjudicated"))
        .group_by(ANNOTATION.c.item_id)
        .subquery()
    )
    counts = select(judged.c.rank, func.count()).group_by(judged.c.rank)
    found: Counter[int] = Counter(dict(connection.execute(counts).all()))
    total = select(func.count()).select_from(ITEM).where(items_of(layer_id))
    untouched = connection.execute(total).scalar_one() - found.total()
    return Counts(untouched, found[1], found[2], found[3])


_TOLD = ("id", "item_id", "person_id", "state", "seconds", "digest", "updated")


def _judged(connection: Connection, layer_id: int) -> list[Any]:
    query = (
        select(*(ANNOTATION.c[name] for name in _TOLD), ITEM.c.seq, ITEM.c.hidden_digest)
        .join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
        .where(rows_of(layer_id), ANNOTATION.c.role == "annotator", says_something())
    )
    return list(connection.execute(query))


def _assigned(connection: Connection, layer_id: int) -> Counter[int]:
    query = (
        select(ASSIGNMENT.c.person_id, func.count())
        .join(ITEM, ITEM.c.id == ASSIGNMENT.c.item_id)
        .where(rows_of(layer_id))
        .group_by(ASSIGNMENT.c.person_id)
    )
    return Counter(dict(connection.execute(query).all()))


def _acknowledged(connection: Connection, layer_id: int) -> Counter[int]:
    query = (
        select(ANNOTATION.c.person_id, func.count())
        .join(CELL, CELL.c.annotation_id == ANNOTATION.c.id)
        .join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
        .where(rows_of(layer_id), ANNOTATION.c.role == "annotator")
        .where(CELL.c.name.startswith(ACKNOWLEDGED, autoescape=True))
        .group_by(ANNOTATION.c.person_id)
    )
    return Counter(dict(connection.execute(query).all()))


def _taken(
    connection: Connection, layer_id: int, rows: list[Any]
) -> dict[int, tuple[Counter[str], Counter[str]]]:
    """By person: cells that methods had proposed on items done, and those that stand, by method."""
    if not any(row.state == "done" for row in rows):
        return {}
    query = (
        select(SUGGESTION.c.item_id, SUGGESTION.c.method, SUGGESTION.c.cells)
        .join(ITEM, ITEM.c.id == SUGGESTION.c.item_id)
        .where(items_of(layer_id))
    )
    proposed: defaultdict[int, list[Any]] = defaultdict(list)
    for row in connection.execute(query):
        proposed[row.item_id].append(row)
    found: defaultdict[int, tuple[Counter[str], Counter[str]]] = defaultdict(
        lambda: (Counter(), Counter())
    )
    done = [row for row in rows if row.state == "done" and row.item_id in proposed]
    for start in range(0, len(done), PIECE):
        piece = done[start : start + PIECE]
        bodies = read_many(connection, [row.id for row in piece])
        for row in piece:
            suggested, taken = found[row.person_id]
            for each in proposed[row.item_id]:
                suggested[each.method] += len(each.cells)
                body = bodies[row.id]
                taken[each.method] += sum(
                    same_value(body.get(name), value) for name, value in each.cells.items()
                )
    return dict(found)


def _annotator(
    person: Any,
    rows: list[Any],
    assigned: int,
    taken: dict[int, tuple[Counter[str], Counter[str]]],
    acknowledged: int,
) -> AnnotatorProgress:
    done = [row for row in rows if row.state == "done"]
    seconds = {row.seq: row.seconds for row in done}
    timed = [time for time in seconds.values() if time > 0]
    hidden = [row for row in done if row.hidden_digest is not None]
    suggested, kept = taken.get(person.id, (Counter(), Counter()))
    return AnnotatorProgress(
        user=person.id,
        name=person.name,
        assigned=assigned,
        draft=len(rows) - len(done),
        done=len(done),
        median_seconds=median(timed) if timed else None,
        per_minute=60 * len(timed) / sum(timed) if timed else None,
        hasty=hasty_items(seconds),
        suggested=dict(suggested),
        taken=dict(kept),
        acknowledged=acknowledged,
        gold_right=sum(row.digest == row.hidden_digest for row in hidden),
        gold_seen=len(hidden),
        last_saved=max((row.updated for row in rows), default=None),
    )
