"""One item: as it is judged, and what can be computed for it."""

import re
from typing import Annotated, TypeAlias

from fastapi import APIRouter, HTTPException, Query

from diglot.annotate.layers import LAYERS
from diglot.annotate.server.identity import RIGHTS, Judge, Project
from diglot.annotate.server.report_models import Changes, Realign, Splits
from diglot.annotate.server.wire import Id
from diglot.annotate.server.wire_judgements import ItemView, JudgementView
from diglot.annotate.store import Store
from diglot.annotate.store.records import (
    AnnotationRecord,
    ItemRecord,
    LayerRecord,
    Part,
    UserRecord,
)

router = APIRouter(tags=["items"])

Span: TypeAlias = Annotated[str, Query(pattern=r"^[0-9]{1,9}-[0-9]{1,9}$")]


@router.get("/layers/{layer_id}/items/{seq}")
def item(store: Project, user: Judge, layer_id: Id, seq: Id, role: Part = "annotator") -> ItemView:
    """An item with the caller's own judgement, which begins here; for adjudicators, all of them."""
    record = store.items.by_seq(layer_id, seq)
    own = opened(store, user, record, role)
    place = store.items.neighbours(record.id)
    judgements = None
    if role == "adjudicator":
        judgements = [
            JudgementView(name=each.name, state=each.state, cells=dict(each.cells))
            for each in store.adjudication.judgements(record.id, user.id)
        ]
    fields = {
        "id": record.id,
        "layer": layer_id,
        "seq": record.seq,
        "of": place.of,
        "previous": place.previous,
        "next": place.next,
        "payload": record.payload,
        "annotation": {
            "id": own.id,
            "rev": own.rev,
            "state": own.state,
            "cells": own.cells,
            "seconds": own.seconds,
        },
        "suggestions": [
            {"method": s.method, "version": s.version, "score": s.score, "cells": s.cells}
            for s in store.items.suggestions(record.id)
        ],
        "problems": store.annotations.problems(own.id, user.id),
        "judgements": judgements,
    }
    return ItemView.model_validate(fields, from_attributes=True)


@router.get("/items/{item_id}/splits")
def splits(
    store: Project,
    user: Judge,
    item_id: Id,
    source: Span,
    target: Span,
    role: Part = "annotator",
) -> Splits:
    """The best divisions of a block between two stretches of characters."""
    from diglot.annotate.suggesting.divisions import divisions_of

    record = store.items.get(item_id)
    opened(store, user, record, role)
    _of_kind(store, record, "trees")
    found = divisions_of(record.payload, _span(source), _span(target))
    return Splits.model_validate(found)


@router.post("/items/{item_id}/realign")
def realign(
    store: Project, user: Judge, item_id: Id, given: Realign, role: Part = "annotator"
) -> Changes:
    """Align again what is not confirmed, from a place on; nothing is stored."""
    from diglot.annotate.suggesting.realigning import realigned

    record = store.items.get(item_id)
    opened(store, user, record, role)
    layer = _of_kind(store, record, "sentences")
    rules = LAYERS[layer.kind]
    for cell, value in given.cells.items():
        if fault := rules.fault(record.payload, layer.scheme, cell, value):
            raise HTTPException(400, f"cells.{cell}: {fault}")
    changes = realigned(record.payload, given.cells, (given.start[0], given.start[1]))
    return Changes(changes={name: list(change) for name, change in changes.items()})


def opened(store: Store, user: UserRecord, record: ItemRecord, role: Part) -> AnnotationRecord:
    """The caller's judgement of an item; who may not judge it may not see it either."""
    if role == "adjudicator":
        if user.role not in RIGHTS["adjudicate"]:
            raise HTTPException(403, f"{user.role}s may not do this")
        return store.adjudication.open(record.id, user.id)
    return store.annotations.open(record.id, user.id)


def _of_kind(store: Store, record: ItemRecord, kind: str) -> LayerRecord:
    layer = store.layers.get(record.layer)
    if layer.kind != kind:
        raise HTTPException(400, f"this is for layers of {kind}, not of {layer.kind}")
    return layer


def _span(text: str) -> tuple[int, int]:
    start, end = (int(part) for part in re.split("-", text))
    return start, end
