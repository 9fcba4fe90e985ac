"""Deciding between judgements: disagreements first, names hidden, what all agree on copied."""

from __future__ import annotations

import hashlib
import random
from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from sqlalchemy import exists, select

from diglot.annotate.bodies import between
from diglot.annotate.store import access, cells, history
from diglot.annotate.store.audit import record
from diglot.annotate.store.drafts import require_item
from diglot.annotate.store.history import Step
from diglot.annotate.store.leases import claim
from diglot.annotate.store.records import AdjudicationGroup, HiddenJudgement
from diglot.annotate.store.tables import ANNOTATION, ITEM

if TYPE_CHECKING:
    from sqlalchemy import Connection

    from diglot.annotate.store.annotations import Annotations
    from diglot.annotate.store.database import Database
    from diglot.annotate.store.drafts import Drafts
    from diglot.annotate.store.records import AnnotationRecord

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

    def __init__(self, database: Database, annotations: Annotations, drafts: Drafts) -> None:
        self._database = database
        self._drafts = drafts
        self._annotations = annotations

    def queue(self, layer_id: int, user_id: int) -> list[AdjudicationGroup]:
        """Items to be decided, by the labels given: the commonest disagreement first.

        After the disagreements come items that all agree on and nobody has copied.

        Raises:
            ForbiddenError: the person is no adjudicator, manager or owner.
        """
        with self._database.reading() as connection:
            access.require(connection, user_id, access.DECIDING)
            found = cases(connection, layer_id)
        groups: defaultdict[tuple[bool, tuple[str, ...]], list[int]] = defaultdict(list)
        for case in found:
            labels = case.labels[:1] if case.unanimous else case.labels
            groups[case.unanimous, labels].append(case.seq)
        ordered = sorted(groups, key=lambda group: (group[0], -len(groups[group]), group[1]))
        return [AdjudicationGroup(key[1], tuple(groups[key])) for key in ordered]

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
                if not access.impartial(connection, item_id, user_id):
                    continue
                if claim(self._database, connection, item_id, "adjudicator", user_id):
                    return item_id
        return None

    def judgements(self, item_id: int, user_id: int) -> list[HiddenJudgement]:
        """What people who are done have said of an item, as A, B, ... in an order by the item.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person is no adjudicator, manager or owner.
        """
        query = select(ANNOTATION).where(
            ANNOTATION.c.item_id == item_id,
            ANNOTATION.c.role == "annotator",
            ANNOTATION.c.state == "done",
        )
        with self._database.reading() as connection:
            access.require(connection, user_id, access.DECIDING)
            require_item(connection, item_id)
            rows = sorted(connection.execute(query), key=_hidden_order)
            bodies = cells.read_many(connection, [row.id for row in rows])
        return [
            HiddenJudgement(letter, row.state, bodies[row.id], row.label)
            for letter, row in zip(LETTERS, rows, strict=False)
        ]

    def open(self, item_id: int, user_id: int) -> AnnotationRecord:
        """The person's decision on an item, begun if it is new.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person is no adjudicator, or has judged the item.
            TakenError: another adjudicator works on it.
        """
        return self._annotations.open(item_id, user_id, role="adjudicator")

    def copy_unanimous(
        self, layer_id: int, user_id: int, *, sample: float = 0.0, seed: int = 0
    ) -> int:
        """Decide every item that all agree on as they have judged it; how many.

        Args:
            layer_id: where to look.
            user_id: in whose name.
            sample: share of them, 0 to 1, that is left for adjudicators to look at.
            seed: of the choice.

        Raises:
            ForbiddenError: the person is no adjudicator, manager or owner.
        """
        with self._database.writing() as connection:
            access.require(connection, user_id, access.DECIDING)
            found = [each.item for each in cases(connection, layer_id) if each.unanimous]
            chance = random.Random(seed)  # noqa: S311 - a sample, no secret
            left = set(chance.sample(found, round(sample * len(found))))
            copied = [item for item in found if item not in left]
            for item in copied:
                self._copy(connection, item, user_id)
            details = {"layer": layer_id, "items": len(copied), "left": len(left), "seed": seed}
            record(self._database, connection, "copy unanimous", user=user_id, details=details)
        return len(copied)

    def _copy(self, connection: Connection, item_id: int, user_id: int) -> None:
        query = select(ANNOTATION.c.id).where(
            ANNOTATION.c.item_id == item_id,
            ANNOTATION.c.role == "annotator",
            ANNOTATION.c.state == "done",
        )
        first: int = connection.scalars(query.order_by(ANNOTATION.c.id)).all()[0]
        mine = self._drafts.ensure(connection, item_id, user_id, "adjudicator")
        head = history.header(connection, mine, lock=True)
        body = cells.read(connection, mine)
        operation = between(
            body,
            cells.read(connection, first),
            id=f"unanimous-{first}-{head.rev}",
            name="unanimous",
        )
        steps = [Step(operation)]
        self._drafts.advance(
            connection, head, body, steps, closing=history.marker("done"), copied=True
        )


def cases(connection: Connection, layer_id: int) -> list[Case]:
    """Items that two or more people are done with and nobody has decided, by number."""
    decision = ANNOTATION.alias("decision")
    open_items = ~exists().where(decision.c.item_id == ITEM.c.id, decision.c.state == "adjudicated")
    query = (
        select(ITEM.c.id, ITEM.c.seq, ANNOTATION.c.label, ANNOTATION.c.digest)
        .join(ANNOTATION, ANNOTATION.c.item_id == ITEM.c.id)
        .where(ITEM.c.layer_id == layer_id, ITEM.c.sandbox.is_(False))
        .where(ANNOTATION.c.role == "annotator", ANNOTATION.c.state == "done", open_items)
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
