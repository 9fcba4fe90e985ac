"""Judgements: opened, changed by operations, finished, reopened; their history."""

import math
from collections.abc import Iterable, Sequence
from uuid import uuid4

from sqlalchemy import Connection, exists, func, select

from diglot.annotate.bodies import Body, Operation, Problem, Value, blocking_problems, difference
from diglot.annotate.records import (
    AnnotationRecord,
    EventRecord,
    FaultError,
    NewJudgement,
    Part,
    SaveResult,
    StaleRevisionError,
    State,
    StateError,
)
from diglot.annotate.store import access, cells, history
from diglot.annotate.store.database import Database
from diglot.annotate.store.drafts import Drafts, require_items
from diglot.annotate.store.history import Header, Step, record
from diglot.annotate.store.imports import operation_prefix
from diglot.annotate.store.people import person
from diglot.annotate.store.tables import ANNOTATION, ITEM, line
from diglot.errors import InputError


class Annotations:
    """The judgements of a project."""

    def __init__(self, database: Database, drafts: Drafts) -> None:
        self._database = database
        self._drafts = drafts

    def open(self, item_id: int, user_id: int, *, role: Part = "annotator") -> AnnotationRecord:
        """A person's own judgement of an item, made from the item's first cells if it is new.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person may not judge this item in that role.
            TakenError: another person works on it, and it is for one only.
        """
        with self._database.reading() as connection:
            access.role_of(connection, user_id)
            if found := self._begun(connection, [item_id], user_id, role):
                return found[item_id]
        with self._database.writing() as connection:
            require_items(connection, [item_id])
            access.require_turn(self._database, connection, item_id, user_id, role)
            return self._open(connection, [item_id], user_id, role)[item_id]

    def open_many(self, item_ids: Iterable[int], user_id: int) -> list[AnnotationRecord]:
        """A person's own judgements of items in one transaction, those left out that others have.

        Raises:
            NotFoundError: there is no such item.
            ForbiddenError: the person is no longer a member.
        """
        wanted = list(dict.fromkeys(item_ids))
        with self._database.writing() as connection:
            access.role_of(connection, user_id)
            opened = self._begun(connection, wanted, user_id, "annotator")
            if new := [each for each in wanted if each not in opened]:
                require_items(connection, new)
                refused = access.refusals(self._database, connection, new, user_id, "annotator")
                free = [each for each in new if each not in refused]
                opened |= self._open(connection, free, user_id, "annotator")
        return [opened[each] for each in wanted if each in opened]

    def _begun(
        self, connection: Connection, item_ids: Sequence[int], user_id: int, role: Part
    ) -> dict[int, AnnotationRecord]:
        """What a person has said of items, as far as it is anything, by item."""
        heads = history.headers_of(connection, item_ids, user_id, role).values()
        return self._records(connection, [head for head in heads if head.rev > 0])

    def _open(
        self, connection: Connection, item_ids: Sequence[int], user_id: int, role: Part
    ) -> dict[int, AnnotationRecord]:
        heads = self._drafts.ensure(connection, item_ids, user_id, role)
        return self._records(connection, list(heads.values()))

    def get(self, annotation_id: int, user_id: int) -> AnnotationRecord:
        """A judgement, for its annotator, a manager or an owner.

        Whoever reads another person's is not asked to judge the item any more.

        Raises:
            NotFoundError: there is no such judgement.
            ForbiddenError: it is another person's, and this one no manager, or judges the item.
        """
        with self._database.reading() as connection:
            head = history.header(connection, annotation_id)
            access.require_readable(connection, head, user_id)
            found = self._records(connection, [head])[head.item]
        self._note_sight(head, user_id)
        return found

    def apply(
        self,
        annotation_id: int,
        user_id: int,
        expected_rev: int,
        operations: Sequence[Operation],
        *,
        seconds: float = 0.0,
        done: bool = False,
        reopening: str | None = None,
    ) -> SaveResult:
        """Carry out operations on a draft, all or none; those that are known already are skipped.

        Args:
            annotation_id: of a judgement that is the person's own.
            user_id: who does it.
            expected_rev: the revision that the operations were made on.
            operations: in their order; each makes one event and one revision. Without any, only
                the seconds are added.
            seconds: active time since the last call.
            done: declare the draft done afterwards, unless an error stands in the way.
            reopening: why a judgement that is done is opened again before.

        Raises:
            NotFoundError: there is no such judgement.
            ForbiddenError: it is another person's.
            StateError: it is done: reopen it first.
            StaleRevisionError: it has changed meanwhile.
            TakenError: another person has begun the item since it was opened.
            FaultError: a value has the wrong shape, or a cell does not hold what it should before.
            InputError: a name is too long, or a text cannot be kept.
        """
        seconds = _sane(seconds)
        with self._database.writing() as connection:
            head = history.header(connection, annotation_id, lock=True)
            access.require_own(connection, head, user_id)
            body = self._drafts.bodies.get(connection, head.id, head.rev)
            question = self._drafts.question(connection, head)
            fresh = _fresh(connection, head.id, operations)
            now = self._database.now()
            if fresh:
                self._require_current(connection, head, body, expected_rev, operations)
                if reopening is not None:
                    head = self._reopen(connection, head, body, user_id, reopening)
                head, body = self._apply(connection, head, body, fresh, seconds=seconds)
            elif not operations and seconds:
                total = head.seconds + seconds
                head = history.touch(connection, head, seconds=total, updated=now)
            problems = None
            if done and head.state == "draft":
                problems = self._drafts.problems(head, question, body)
                if not blocking_problems(problems):
                    if not operations:
                        self._require_current(connection, head, body, expected_rev, ())
                    head = self._close(connection, head, body)
        self._drafts.bodies.keep(head.id, head.rev, body)
        if problems is None:
            # What only informs is found when others can write again.
            changed = frozenset(name for each in fresh for name in each.changes)
            problems = self._drafts.problems(head, question, body, changed)
        return self._saved(head.rev, head.state, problems)

    def inspect(
        self, item_ids: Sequence[int], user_id: int, *, role: Part = "annotator"
    ) -> dict[int, tuple[tuple[Problem, ...], list[EventRecord]]]:
        """What is wrong or doubtful in a person's own judgements, and their histories, by item.

        Raises:
            NotFoundError: there is no such person.
            ForbiddenError: the person has been deactivated.
        """
        with self._database.snapshot() as connection:
            access.role_of(connection, user_id)
            heads = list(history.headers_of(connection, item_ids, user_id, role).values())
            bodies = self._drafts.bodies.get_many(connection, {each.id: each.rev for each in heads})
            questions = self._drafts.questions(connection, heads)
            events = history.events_of(connection, [each.id for each in heads])
        return {
            head.item: (
                self._drafts.problems(head, questions[head.id], bodies[head.id]),
                events[head.id],
            )
            for head in heads
        }

    def finish(
        self, annotation_id: int, user_id: int, expected_rev: int, *, seconds: float = 0.0
    ) -> SaveResult:
        """Declare a draft done, one of an adjudicator adjudicated; what is done stays so.

        Raises:
            NotFoundError: there is no such judgement.
            ForbiddenError: it is another person's.
            TakenError: another person has begun the item since it was opened.
            StaleRevisionError: it has changed meanwhile.
            FaultError: errors stand in the way.
        """
        seconds = _sane(seconds)
        with self._database.writing() as connection:
            head = history.header(connection, annotation_id, lock=True)
            access.require_own(connection, head, user_id)
            body = self._drafts.bodies.get(connection, head.id, head.rev)
            if head.state == "draft":
                self._require_current(connection, head, body, expected_rev, ())
            problems = self._drafts.problems(head, self._drafts.question(connection, head), body)
            if head.state == "draft":
                blockers = blocking_problems(problems)
                if blockers:
                    raise FaultError(blockers)
                head = self._close(connection, head, body, seconds=seconds)
        self._drafts.bodies.keep(head.id, head.rev, body)
        return self._saved(head.rev, head.state, problems)

    def reopen(self, annotation_id: int, user_id: int, reason: str) -> SaveResult:
        """Make a draft again of what is done, with a reason that stays in the history.

        Raises:
            NotFoundError: there is no such judgement.
            ForbiddenError: it is neither the person's own nor the person a manager or owner.
            StateError: the item has been adjudicated, so its judgements stay as they are.
        """
        with self._database.writing() as connection:
            head = history.header(connection, annotation_id, lock=True)
            access.require_manageable(connection, head, user_id)
            body = self._drafts.bodies.get(connection, head.id, head.rev)
            question = self._drafts.question(connection, head)
            head = self._reopen(connection, head, body, user_id, reason)
        self._drafts.bodies.keep(head.id, head.rev, body)
        problems = self._drafts.problems(head, question, body) if head.user == user_id else ()
        return self._saved(head.rev, "draft", problems)

    def _close(
        self, connection: Connection, head: Header, body: Body, *, seconds: float = 0.0
    ) -> Header:
        self._drafts.claim(connection, head)
        done = history.marker("done", seconds=seconds)
        return self._drafts.advance(connection, head, body, [], closing=done)[0]

    def _reopen(
        self, connection: Connection, head: Header, body: Body, user_id: int, reason: str
    ) -> Header:
        if head.state == "draft":
            return head
        if head.role == "annotator" and _adjudicated(connection, head.item):
            raise StateError("the item has been adjudicated")
        step = history.marker("reopen", reason=line(reason, "the reason", longest=2000))
        now = self._database.now()
        history.append(connection, head.id, body, [step], rev=head.rev, person=user_id, at=now)
        return history.touch(
            connection, head, rev=head.rev + 1, state="draft", updated=now, import_id=None
        )

    def events(self, annotation_id: int, user_id: int) -> list[EventRecord]:
        """The history of a judgement, oldest first, for whom `get` gives it to.

        Raises:
            NotFoundError: there is no such judgement.
            ForbiddenError: it is another person's.
        """
        with self._database.reading() as connection:
            head = history.header(connection, annotation_id)
            access.require_readable(connection, head, user_id)
            found = history.events(connection, annotation_id)
        self._note_sight(head, user_id)
        return found

    def revision(self, layer_ids: Iterable[int]) -> int:
        """A number that grows with every step on an item of these layers."""
        query = select(func.sum(ANNOTATION.c.rev)).join(ITEM, ITEM.c.id == ANNOTATION.c.item_id)
        with self._database.reading() as connection:
            found = connection.execute(query.where(ITEM.c.layer_id.in_(list(layer_ids))))
            return int(found.scalar() or 0)

    def put_many(self, judgements: Iterable[NewJudgement], *, import_id: int | None = None) -> int:
        """Store judgements made elsewhere in one transaction; how many have changed.

        A judgement equal to what the person has already is left alone, one that differs gets the
        difference as one operation, even if it is done. Problems do not keep a judgement out.
        What an import brings leaves the item to others, and goes when that is taken back.

        Raises:
            NotFoundError: there is no such item or person.
            FaultError: a value has the wrong shape.
        """
        changed = 0
        people: set[int] = set()
        with self._database.writing() as connection:
            for judgement in judgements:
                if judgement.user not in people:
                    person(connection, judgement.user)
                    people.add(judgement.user)
                changed += self._put(connection, judgement, import_id)
            details = {"judgements": changed, "people": sorted(people)}
            record(self._database, connection, "import", details=details)
        return changed

    def _put(self, connection: Connection, judgement: NewJudgement, import_id: int | None) -> bool:
        item, user, role = judgement.item, judgement.user, judgement.role
        there = self._drafts.ensure(connection, [item], user, role)[item]
        head = history.header(connection, there.id, lock=True)
        body: Body = cells.read(connection, head.id)
        own = uuid4().hex
        if import_id is not None and head.rev:
            own = f"{operation_prefix(import_id)}{own}"
        operation = difference(body, judgement.cells, id=own, name="import")
        closing = judgement.done and head.state == "draft"
        if not operation.changes and not closing:
            return False
        done = history.marker("done") if closing else None
        steps = [Step(operation, judgement.seconds)]
        origin = head.import_id if head.rev else import_id
        self._drafts.advance(connection, head, body, steps, closing=done, import_id=origin)
        return True

    def _apply(
        self,
        connection: Connection,
        head: Header,
        body: Body,
        fresh: list[Operation],
        *,
        seconds: float,
    ) -> tuple[Header, dict[str, Value]]:
        if head.state != "draft":
            raise StateError("the judgement is done", cure="reopen it first")
        self._drafts.claim(connection, head)
        # The time went into all of them; it is told with the last.
        steps = [Step(operation) for operation in fresh[:-1]] + [Step(fresh[-1], seconds)]
        return self._drafts.advance(connection, head, body, steps)

    @staticmethod
    def _require_current(
        connection: Connection,
        head: Header,
        body: Body,
        expected_rev: int,
        operations: Sequence[Operation],
    ) -> None:
        if head.rev == expected_rev:
            return
        # What this very request has brought before, its answer lost, is no one else's change.
        own = {operation.id for operation in operations}
        since = [
            event
            for event in history.events(connection, head.id, after=max(expected_rev, 0))
            if event.id not in own
        ]
        if since or expected_rev > head.rev:
            raise StaleRevisionError(rev=head.rev, state=head.state, cells=body, since=since)

    def _note_sight(self, head: Header, user_id: int) -> None:
        if head.user != user_id:
            with self._database.writing() as connection:
                access.note_sight(self._database, connection, head.item, user_id)

    def _saved(self, rev: int, state: State, problems: tuple[Problem, ...]) -> SaveResult:
        return SaveResult(rev=rev, state=state, at=self._database.now(), problems=problems)

    def _records(
        self, connection: Connection, heads: Sequence[Header]
    ) -> dict[int, AnnotationRecord]:
        bodies = self._drafts.bodies.get_many(connection, {each.id: each.rev for each in heads})
        return {
            head.item: AnnotationRecord(
                id=head.id,
                item=head.item,
                user=head.user,
                role=head.role,
                rev=head.rev,
                state=head.state,
                cells=dict(bodies[head.id]),
                seconds=head.seconds,
                scheme_version=head.scheme_version,
                updated=head.updated,
            )
            for head in heads
        }


def _adjudicated(connection: Connection, item_id: int) -> bool:
    decided = exists().where(
        ANNOTATION.c.item_id == item_id,
        ANNOTATION.c.state == "adjudicated",
    )
    return bool(connection.execute(select(decided)).scalar_one())


def _fresh(
    connection: Connection, annotation_id: int, operations: Sequence[Operation]
) -> list[Operation]:
    """Operations that the annotation does not have yet, each once."""
    ids = {operation.id: operation for operation in reversed(operations)}
    old = history.known_operations(connection, annotation_id, list(ids))
    return [each for each in operations if each.id not in old and ids[each.id] is each]


def _sane(seconds: float) -> float:
    if not math.isfinite(seconds) or seconds < 0:
        raise InputError("seconds must be a number, 0 or more", cure="send the active time")
    return float(seconds)
