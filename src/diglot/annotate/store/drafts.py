"""Judgements as they change inside a transaction, also when a scheme changes."""

import json
from collections.abc import Callable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from sqlalchemy import Connection, bindparam, select

from diglot.annotate.bodies import (
    UNCHECKED,
    Body,
    Problem,
    StaleOperationError,
    Value,
    difference,
)
from diglot.annotate.layers.layer import Layer
from diglot.annotate.records import FaultError, LayerRecord, NotFoundError, Part
from diglot.annotate.schemes import Scheme
from diglot.annotate.store import access, cells, history
from diglot.annotate.store.cells import Recent, digest
from diglot.annotate.store.database import Database
from diglot.annotate.store.history import Header, Step
from diglot.annotate.store.layers import Layers
from diglot.annotate.store.people import give_pseudonym
from diglot.annotate.store.tables import ANNOTATION, ITEM, LAYER, TAKEN_BACK

KEPT_CHARACTERS = 16_000_000
"""Characters of payloads, as JSON, that are held in memory at most."""

CHECKED_CELLS = 100_000
"""Cells up to which a judgement is checked at every step: a million take five seconds."""


# Statements are built once: that takes longer than a small database needs to answer.
_WANTED = ITEM.c.id.in_(bindparam("items", expanding=True))
_FIRST = (
    select(ITEM.c.id, ITEM.c.cells, LAYER.c.scheme_version)
    .join(LAYER, LAYER.c.id == ITEM.c.layer_id)
    .where(_WANTED)
)
_PAYLOADS = select(ITEM.c.id, ITEM.c.payload).where(_WANTED)
_KNOWN = select(ITEM.c.id).where(_WANTED)


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked in an item, and under which scheme."""

    layer: Layer
    scheme: Scheme
    payload: Mapping[str, Any]

    def problems(self, body: Body) -> tuple[Problem, ...]:
        """What is wrong or doubtful in a judgement."""
        return tuple(self.layer.rules.problems(self.payload, self.scheme, body))

    def label(self, body: Body) -> str:
        """The judgement in a word or two."""
        return self.layer.rules.label(self.payload, body)

    def faults(self, steps: list[Step]) -> list[Problem]:
        """Values of the wrong shape that steps would set."""
        return [
            Problem("cells.fault", "error", fault, (name,))
            for step in steps
            for name, (_, after) in step.operation.changes.items()
            if after is not None
            and (fault := self.layer.rules.fault(self.payload, self.scheme, name, after))
            is not None
        ]


class Drafts:
    """What every change of a judgement goes through.

    Attributes:
        bodies: of judgements, the latest ones in memory.
    """

    def __init__(self, database: Database, layers: Layers) -> None:
        self.bodies = cells.Bodies()
        self._database = database
        self._layers = layers
        database.when_lost.append(self.bodies.forget)
        self._payloads: Recent[Mapping[str, Any]] = Recent(KEPT_CHARACTERS)
        self._problems: Recent[tuple[Problem, ...]] = Recent(CHECKED_CELLS)

    def ensure(
        self, connection: Connection, item_ids: Sequence[int], user_id: int, role: Part
    ) -> dict[int, Header]:
        """A person's annotations of items, by item, made with the items' first cells if new.

        Raises:
            NotFoundError: there is no such item.
        """
        found = history.headers_of(connection, item_ids, user_id, role)
        new = [each for each in item_ids if each not in found]
        if not new:
            return found
        first = {row.id: row for row in connection.execute(_FIRST, {"items": new})}
        if unknown := [each for each in new if each not in first]:
            raise NotFoundError(f"there is no item {unknown[0]}")
        begun = {
            "person_id": user_id,
            "role": role,
            "rev": 0,
            "state": "draft",
            "seconds": 0.0,
            "label": "",
            "digest": "",
            "copied": False,
            "updated": self._database.now(),
        }
        statement = self._database.insert(ANNOTATION).on_conflict_do_nothing()
        made = connection.execute(
            statement.returning(ANNOTATION.c.id, ANNOTATION.c.item_id),
            [
                {**begun, "item_id": each, "scheme_version": first[each].scheme_version}
                for each in new
            ],
        ).all()
        if made:
            give_pseudonym(connection, user_id)
            cells.write_many(
                connection, {row.id: json.loads(first[row.item_id].cells) for row in made}
            )
        return found | history.headers_of(connection, new, user_id, role)

    def advance(
        self,
        connection: Connection,
        head: Header,
        body: Body,
        steps: list[Step],
        *,
        person: int | None = None,
        closing: Step | None = None,
        import_id: int | None = None,
    ) -> tuple[Header, dict[str, Value]]:
        """Append steps and bring the annotation's columns along; both after them.

        Args:
            connection: of a transaction that writes.
            head: the annotation as it stands.
            body: its body as it stands.
            steps: to be appended.
            person: whose doing it is; the annotator's unless told.
            closing: comes after them and makes the judgement done, whatever its problems.
            import_id: what brings the steps; none makes the judgement the annotator's own.

        Raises:
            FaultError: a value has the wrong shape, or a cell does not hold what it should before.
        """
        now = self._database.now()
        question = self.question(connection, head)
        faults = question.faults(steps)
        if faults:
            raise FaultError(faults)
        state = head.state
        if closing is not None:
            state = "adjudicated" if head.role == "adjudicator" else "done"
            steps = [*steps, closing]
        try:
            after = history.append(
                connection, head.id, body, steps, rev=head.rev, person=person or head.user, at=now
            )
        except StaleOperationError as error:
            problem = Problem("cells.stale", "error", str(error), tuple(error.cells))
            raise FaultError([problem]) from error
        taken_back = ""
        if state == "draft" and steps and steps[-1].operation.undoes is not None:
            first = connection.execute(_FIRST, {"items": [head.item]}).one().cells
            taken_back = TAKEN_BACK if after == json.loads(first) else ""
        head = history.touch(
            connection,
            head,
            rev=head.rev + len(steps),
            state=state,
            seconds=head.seconds + sum(step.seconds for step in steps),
            label=question.label(after),
            digest=digest(question.layer, after) if state != "draft" else taken_back,
            scheme_version=head.scheme_now,
            updated=now,
            import_id=import_id,
        )
        return head, after

    def claim(self, connection: Connection, head: Header) -> None:
        """Let pass the first event only while the item is the person's to judge.

        What was opened long ago may meanwhile be another person's.

        Raises:
            ForbiddenError: the item is assigned to others by now.
            TakenError: another person has begun it.
        """
        if head.rev == 0:
            access.require_turn(self._database, connection, head.item, head.user, head.role)

    def problems(
        self, head: Header, question: Question, body: Body, changed: AbstractSet[str] | None = None
    ) -> tuple[Problem, ...]:
        """What is wrong or doubtful in a judgement.

        Where it is told which cells have changed in one that is too long to be checked at every
        step, it is what was found before in all others, with `UNCHECKED`.
        """
        if len(body) <= CHECKED_CELLS:
            return question.problems(body)
        known = self._problems.get(head.id)
        if changed is None or known is None:
            found = question.problems(body)
        elif changed:
            still = (
                problem
                for problem in known
                if problem.cells
                and all(each in body and each not in changed for each in problem.cells)
            )
            found = (*still, UNCHECKED)
        else:
            found = known
        self._problems.keep(head.id, found, weight=len(found))
        return found

    def question(self, connection: Connection, head: Header) -> Question:
        """What an annotation answers, for asking what the layer says of its bodies."""
        return self.questions(connection, [head])[head.id]

    def questions(self, connection: Connection, heads: Sequence[Header]) -> dict[int, Question]:
        """What annotations answer, by their numbers."""
        kept = {head.item: self._payloads.get(head.item) for head in heads}
        payloads = {item: payload for item, payload in kept.items() if payload is not None}
        missing = [item for item in kept if item not in payloads]
        for item, text in connection.execute(_PAYLOADS, {"items": missing}) if missing else ():
            payloads[item] = json.loads(text)
            self._payloads.keep(item, payloads[item], weight=len(text))
        return {
            head.id: Question(
                layer=self._layers.kind(head.kind),
                scheme=self._layers.scheme_at(connection, head.layer, head.scheme_now),
                payload=payloads[head.item],
            )
            for head in heads
        }


def require_items(connection: Connection, item_ids: Sequence[int]) -> None:
    """Let pass only the numbers of items.

    Raises:
        NotFoundError: there is no item of such a number.
    """
    known = set(connection.scalars(_KNOWN, {"items": item_ids}))
    for each in item_ids:
        if each not in known:
            raise NotFoundError(f"there is no item {each}")


# Labels and rules of a layer change, and its judgements come along.


class SchemeChanges:
    """New versions of schemes."""

    def __init__(self, database: Database, layers: Layers, drafts: Drafts) -> None:
        self._database = database
        self._layers = layers
        self._drafts = drafts

    def replace(
        self,
        layer_id: int,
        scheme: Scheme,
        *,
        migrate: Callable[[Body], Body] | None = None,
        by: int | None = None,
    ) -> LayerRecord:
        """Give a layer a new version of its scheme, and bring its judgements along.

        Args:
            layer_id: of the layer.
            scheme: its version is set to the next one.
            migrate: from a body under the old scheme to one under the new one; none leaves bodies
                as they are, under the version they were made in.
            by: whose doing it is; the annotators' own unless told.

        Raises:
            NotFoundError: there is no such layer.
            FaultError: a migrated value has the wrong shape.
        """
        with self._database.writing() as connection:
            self._layers.replace_scheme(connection, layer_id, scheme, by)
            query = select(ANNOTATION.c.id).join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
            numbers = connection.scalars(query.where(ITEM.c.layer_id == layer_id)).all()
            for number in numbers:
                if migrate is None:
                    break
                head = history.header(connection, number, lock=True)
                body = cells.read(connection, number)
                operation = difference(body, migrate(body), id=uuid4().hex, name="migrate")
                if operation.changes:
                    self._drafts.advance(connection, head, body, [Step(operation)], person=by)
        return self._layers.get(layer_id)
