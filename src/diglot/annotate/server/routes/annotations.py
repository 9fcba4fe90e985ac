"""Judgements: saved step by step under optimistic locking, finished, opened again, told."""

import re
from collections.abc import Sequence
from typing import Annotated, Any

from fastapi import APIRouter, Header, HTTPException
from fastapi.responses import JSONResponse

from diglot.annotate.bodies import Body, Operation, StaleOperationError, apply_operation
from diglot.annotate.records import (
    AnnotationRecord,
    EventRecord,
    StaleRevisionError,
    StateError,
    UserRecord,
)
from diglot.annotate.server import wire
from diglot.annotate.server.identity import Judge, Project
from diglot.annotate.server.refusals import describe_refusals, refusal_of
from diglot.annotate.store import Store
from diglot.errors import DiglotError

router = APIRouter(tags=["annotations"])

IfMatch = Annotated[str | None, Header(alias="If-Match", max_length=40)]
_REVISION = re.compile(r'"?([0-9]{1,9})"?')
CONFLICT: dict[int | str, dict[str, Any]] = {409: {"model": wire.Conflict}}


@router.post("/annotations", response_model=wire.SavedMany)
def save_many(store: Project, user: Judge, given: wire.SaveMany) -> wire.SavedMany:
    """Save several judgements, each as if it came alone: one that is refused stops no other."""
    return wire.SavedMany(
        results=[
            wire.SavedOne(id=each.id, status=status, body=body)
            for each in given.saves
            for status, body in [_outcome(store, user, each.id, each.rev, each)]
        ]
    )


@router.put(
    "/annotations/{annotation_id}",
    responses={**describe_refusals(422, 428), **CONFLICT},
    response_model=wire.SavedJudgement,
)
def save(
    store: Project, user: Judge, annotation_id: wire.Id, given: wire.Save, if_match: IfMatch = None
) -> wire.SavedJudgement | JSONResponse:
    """Apply operations, all or none; those that are stored already are skipped."""
    saved = _save(store, user, annotation_id, _revision(if_match), given)
    return saved if isinstance(saved, wire.SavedJudgement) else _refused(saved)


def _outcome(
    store: Store, user: UserRecord, annotation_id: int, rev: int, given: wire.Save
) -> tuple[int, dict[str, Any]]:
    """Status and body of one of several."""
    try:
        saved = _save(store, user, annotation_id, rev, given)
    except DiglotError as error:
        return refusal_of(error)
    return 200 if isinstance(saved, wire.SavedJudgement) else 409, saved.model_dump()


def _save(
    store: Store, user: UserRecord, annotation_id: int, rev: int, given: wire.Save
) -> wire.SavedJudgement | wire.Conflict:
    operations = [_operation(each) for each in given.operations]
    try:
        saved = store.annotations.apply(
            annotation_id,
            user.id,
            rev,
            operations,
            seconds=given.seconds,
            done=given.done,
            reopening=given.reopening,
        )
    except StaleRevisionError as stale:
        return _conflict(str(stale), stale, stale.since, operations)
    except StateError as closed:
        own = store.annotations.get(annotation_id, user.id)
        since = [e for e in store.annotations.events(own.id, user.id) if e.rev > rev]
        return _conflict(str(closed), own, since, operations)
    return wire.SavedJudgement.make(
        rev=saved.rev, state=saved.state, saved=saved.at, problems=saved.problems
    )


@router.post(
    "/annotations/{annotation_id}/done",
    responses={**describe_refusals(422, 428), **CONFLICT},
    response_model=wire.MovedJudgement,
)
def finish(
    store: Project, user: Judge, annotation_id: wire.Id, if_match: IfMatch = None
) -> wire.MovedJudgement | JSONResponse:
    """Declare a judgement done; errors and warnings that nobody has seen stand in the way."""
    try:
        saved = store.annotations.finish(annotation_id, user.id, _revision(if_match))
    except StaleRevisionError as stale:
        return _refused(_conflict(str(stale), stale, stale.since, []))
    return wire.MovedJudgement.model_validate(saved)


@router.post(
    "/annotations/{annotation_id}/reopen",
    responses={**describe_refusals(428), **CONFLICT},
    response_model=wire.MovedJudgement,
)
def reopen(
    store: Project,
    user: Judge,
    annotation_id: wire.Id,
    given: wire.Reason,
    if_match: IfMatch = None,
) -> wire.MovedJudgement | JSONResponse:
    """Make a draft again of what is done; the reason stays in the history."""
    rev = _revision(if_match)
    own = store.annotations.get(annotation_id, user.id)
    if own.rev != rev:
        since = [e for e in store.annotations.events(own.id, user.id) if e.rev > rev]
        message = f"the annotation is now at revision {own.rev}; merge and try again"
        return _refused(_conflict(message, own, since, []))
    return wire.MovedJudgement.model_validate(
        store.annotations.reopen(annotation_id, user.id, given.reason)
    )


@router.get("/annotations/{annotation_id}/events")
def events(store: Project, user: Judge, annotation_id: wire.Id) -> wire.Events:
    """Everything that was done to a judgement, from which a page builds its undo again."""
    return wire.Events.make(events=store.annotations.events(annotation_id, user.id))


def _revision(header: str | None) -> int:
    if header is None:
        raise HTTPException(428, "name the revision that you have seen in the header If-Match")
    match = _REVISION.fullmatch(header.strip())
    if match is None:
        raise HTTPException(400, "the header If-Match must be the number of a revision")
    return int(match[1])


def _operation(given: wire.OperationIn) -> Operation:
    changes = {cell: (pair[0], pair[1]) for cell, pair in given.changes.items()}
    return Operation(given.id, given.name, changes, given.undoes)


def _conflict(
    message: str,
    stored: AnnotationRecord | StaleRevisionError,
    since: Sequence[EventRecord],
    operations: list[Operation],
) -> wire.Conflict:
    return wire.Conflict.make(
        error=message,
        rev=stored.rev,
        state=stored.state,
        cells=stored.cells,
        since=since,
        offer=offer(stored.cells, operations),
    )


def _refused(conflict: wire.Conflict) -> JSONResponse:
    return JSONResponse(conflict.model_dump(), 409)


def offer(cells: Body, operations: list[Operation]) -> wire.Offer:
    """What of the operations can be joined to another copy without asking anybody."""
    body, fitting, conflicts = dict(cells), [], set[str]()
    for operation in operations:
        try:
            body = apply_operation(body, operation)
        except StaleOperationError as stale:
            conflicts.update(stale.cells)
        else:
            fitting.append(operation.id)
    return wire.Offer(operations=fitting, conflicts=sorted(conflicts))
