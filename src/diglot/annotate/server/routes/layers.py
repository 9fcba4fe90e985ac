"""Routes of layers, the lists of their items, and single items."""

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any, Literal, TypeAlias

from fastapi import APIRouter, HTTPException, Query
from pydantic import Field

from diglot.annotate.layers import LAYERS
from diglot.annotate.layers.sentences.realigning import realign_unconfirmed
from diglot.annotate.layers.trees.nodes import divisions_of
from diglot.annotate.records import (
    AnnotationRecord,
    ItemRecord,
    LayerRecord,
    NotFoundError,
    Order,
    Part,
    UserRecord,
    View,
)
from diglot.annotate.server import wire
from diglot.annotate.server.identity import RIGHTS, Judge, Member, Project
from diglot.annotate.store import Store
from diglot.annotate.store.items import CONCEALED, conceal
from diglot.annotate.store.progress import Counts

layers_router = APIRouter(tags=["layers"])


class Realign(wire.Request):
    """What is confirmed so far, and from where on everything else is aligned again."""

    cells: wire.Cells
    # "from" is a word of Python.
    start: Annotated[list[int], Field(alias="from", min_length=2, max_length=2)]


class Changes(wire.Answer):
    """What an operation would change; the page makes it."""

    changes: dict[str, list[Any]]


class SplitView(wire.Answer):
    """A division of a block, in characters of both texts."""

    op: Literal["direct", "inverse"]
    i: int
    j: int
    crossed: float
    balance: float


class TrimView(wire.Answer):
    """Words to drop at one edge of a block, in characters."""

    side: Literal["source", "target"]
    edge: Literal["left", "right"]
    offset: int


class Splits(wire.Answer):
    """What may be done with a block, the best first; ``closed`` needs no question.

    ``follow`` says, by side, where the cursor of the other side goes for each place of this one.
    """

    splits: list[SplitView]
    trim: TrimView | None
    leaf: bool
    closed: bool
    follow: dict[Literal["source", "target"], dict[str, int]]


MOST_ROWS = 500
MOST_OPENED = 60
"""Items that are sent whole at once."""
LAST_SEQ = 2**31 - 1

Offset = Annotated[int, Query(ge=0, le=LAST_SEQ)]
Numbers = Annotated[str, Query(pattern=r"^[0-9]{1,9}(,[0-9]{1,9})*$", max_length=1000)]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS)]


def count_items(store: Store, layer_id: int, user: UserRecord) -> Counts:
    """Items by state as somebody sees them: those who judge see how far they are themselves."""
    return store.progress.counts(layer_id, user.id if user.role == "annotator" else None)


def summary(store: Store, layer: LayerRecord, user: UserRecord) -> wire.LayerSummary:
    """One line of the list of layers."""
    return wire.LayerSummary.model_validate(
        {
            "id": layer.id,
            "kind": layer.kind,
            "name": layer.name,
            "counts": count_items(store, layer.id, user),
        }
    )


@layers_router.get("/layers/{layer_id}")
def layer(store: Project, user: Member, layer_id: wire.Id) -> wire.LayerView:
    """A layer with its labels and its guideline."""
    found = store.layers.get(layer_id)
    return wire.LayerView.make(
        id=found.id,
        kind=found.kind,
        name=found.name,
        counts=count_items(store, found.id, user),
        scheme=found.scheme,
        guideline=found.guideline or LAYERS[found.kind].guideline,
        guideline_sha=found.guideline_sha,
    )


@layers_router.get("/layers/{layer_id}/items")
def items(
    store: Project,
    user: Judge,
    layer_id: wire.Id,
    view: View = "all",
    search: wire.Line = "",
    order: Order = "seq",
    offset: Offset = 0,
    limit: Limit = 100,
) -> wire.ItemPage:
    """Lines of a layer's list, as the caller has judged them."""
    if "\0" in search:
        raise HTTPException(400, "search: texts cannot hold the character NUL")
    hidden = fields_to_conceal(store, layer_id, user)
    rows, total = store.items.page(
        layer_id, user.id, view=view, text=search, order=order, offset=offset, limit=limit
    )
    if "score" in hidden or "reasons" in hidden:
        rows = [replace(row, score=None, reasons=()) for row in rows]
    return wire.ItemPage.make(total=total, items=rows)


@layers_router.get("/layers/{layer_id}/next")
def following(
    store: Project,
    user: Judge,
    layer_id: wire.Id,
    after: Annotated[int | None, Query(ge=0, le=LAST_SEQ)] = None,
    view: View = "all",
    order: Order = "seq",
) -> wire.NextItem:
    """The number of the caller's next item, leased for a while so that nobody else gets it."""
    store.layers.get(layer_id)
    item = store.queue.next(layer_id, user.id, after_seq=after, order=order, view=view)
    return wire.NextItem(item=None if item is None else store.items.get(item).seq)


def fields_to_conceal(store: Store, layer_id: int, user: UserRecord) -> frozenset[str]:
    """What of the items of a layer somebody is not shown, as it tells known answers."""
    settings = store.layers.get(layer_id).settings
    leads = user.role in RIGHTS["lead"]
    return frozenset(() if leads else settings.get(CONCEALED, ()))


@layers_router.get("/layers/{layer_id}/ahead")
def ahead(
    store: Project,
    user: Judge,
    layer_id: wire.Id,
    after: Annotated[int | None, Query(ge=0, le=LAST_SEQ)] = None,
    count: Annotated[int, Query(ge=1, le=MOST_OPENED)] = 20,
    view: View = "all",
    order: Order = "seq",
) -> wire.Items:
    """The caller's next items, whole, so that a page has them before they are asked for."""
    store.layers.get(layer_id)
    numbers = store.queue.next_many(
        layer_id, user.id, count=count, after_seq=after, order=order, view=view
    )
    return open_items(store, user, layer_id, numbers)


@layers_router.get("/layers/{layer_id}/open")
def open_numbered(store: Project, user: Judge, layer_id: wire.Id, seqs: Numbers) -> wire.Items:
    """Items of a list, whole, those left out that the caller may not judge now."""
    numbers = [int(each) for each in seqs.split(",")][:MOST_OPENED]
    return open_items(store, user, layer_id, store.items.ids(layer_id, numbers))


def open_items(store: Store, user: UserRecord, layer_id: int, numbers: Sequence[int]) -> wire.Items:
    """Items of a layer with the caller's judgements of them."""
    hidden = fields_to_conceal(store, layer_id, user)
    opened = store.annotations.open_many(numbers, user.id)
    found = {item.id: item for item in store.items.several(each.item for each in opened)}
    pairs = [(found[own.item], own) for own in opened if own.item in found]
    return wire.Items(items=view_items(store, user, pairs, hidden))


# One item: as it is judged, and what can be computed for it.

items_router = APIRouter(tags=["items"])

Span: TypeAlias = Annotated[str, Query(pattern=r"^[0-9]{1,9}-[0-9]{1,9}$")]


@items_router.get("/layers/{layer_id}/items/{seq}")
def item(
    store: Project, user: Judge, layer_id: wire.Id, seq: wire.Id, role: Part = "annotator"
) -> wire.ItemView:
    """An item with the caller's own judgement, which begins here; for adjudicators, all of them."""
    record = store.items.by_seq(layer_id, seq)
    own = open_judgement(store, user, record, role)
    hidden = fields_to_conceal(store, layer_id, user)
    for view in view_items(store, user, [(record, own)], hidden, role):
        return view
    raise NotFoundError(f"there is no item {seq} in this layer")


def view_items(
    store: Store,
    user: UserRecord,
    pairs: Sequence[tuple[ItemRecord, AnnotationRecord]],
    hidden: frozenset[str],
    role: Part = "annotator",
) -> list[wire.ItemView]:
    """Items with the caller's judgements, and what is known of them but ``hidden`` fields.

    An item is left out whose import has been deleted since it was read.
    """
    numbers = [record.id for record, _ in pairs]
    places = store.items.neighbours(numbers)
    suggestions = {} if "suggestions" in hidden else store.items.suggestions(numbers)
    inspected = store.annotations.inspect(numbers, user.id, role=role)
    views = []
    for record, own in pairs:
        if record.id not in places or record.id not in inspected:
            continue
        problems, events = inspected[record.id]
        decides = role == "adjudicator"
        view = wire.ItemView.make(
            id=record.id,
            layer=record.layer,
            seq=record.seq,
            of=places[record.id].of,
            previous=places[record.id].previous,
            next=places[record.id].next,
            payload=conceal(record.payload, hidden) if hidden else record.payload,
            annotation=own,
            suggestions=suggestions.get(record.id, []),
            problems=problems,
            judgements=store.adjudication.judgements(record.id, user.id) if decides else None,
            events=events,
        )
        views.append(view)
    return views


@items_router.get("/items/{item_id}/splits")
def splits(
    store: Project,
    user: Judge,
    item_id: wire.Id,
    source: Span,
    target: Span,
    role: Part = "annotator",
) -> Splits:
    """The best divisions of a block between two stretches of characters."""
    record = store.items.get(item_id)
    open_judgement(store, user, record, role)
    _of_kind(store, record, "trees")
    found = divisions_of(record.payload, _span(source), _span(target))
    return Splits.model_validate(found)


@items_router.post("/items/{item_id}/realign")
def realign(
    store: Project, user: Judge, item_id: wire.Id, given: Realign, role: Part = "annotator"
) -> Changes:
    """Align again what is not confirmed, from a place on; nothing is stored."""
    record = store.items.get(item_id)
    open_judgement(store, user, record, role)
    layer = _of_kind(store, record, "sentences")
    rules = LAYERS[layer.kind].rules
    for cell, value in given.cells.items():
        if fault := rules.fault(record.payload, layer.scheme, cell, value):
            raise HTTPException(400, f"cells.{cell}: {fault}")
    changes = realign_unconfirmed(record.payload, given.cells, (given.start[0], given.start[1]))
    return Changes.make(changes=changes)


def open_judgement(
    store: Store, user: UserRecord, record: ItemRecord, role: Part
) -> AnnotationRecord:
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
