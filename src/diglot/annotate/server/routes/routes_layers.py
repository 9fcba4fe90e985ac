"""Layers, the lists of their items, and which item comes next."""

from typing import Annotated, Any

from fastapi import APIRouter, HTTPException, Query

from diglot.annotate.server.identity import Judge, Member, Project
from diglot.annotate.server.wire import Id, Line
from diglot.annotate.server.wire_layers import ItemPage, ItemRow, LayerSummary, LayerView, NextItem
from diglot.annotate.store import Store
from diglot.annotate.store.records import LayerRecord, Order, UserRecord, View

router = APIRouter(tags=["layers"])

MOST_ROWS = 500
LAST_SEQ = 2**31 - 1

Offset = Annotated[int, Query(ge=0, le=LAST_SEQ)]
Limit = Annotated[int, Query(ge=1, le=MOST_ROWS)]


def counted(store: Store, layer_id: int, user: UserRecord) -> dict[str, int]:
    """Items by state as somebody sees them: those who judge see how far they are themselves."""
    own = user.id if user.role == "annotator" else None
    counts = store.progress.counts(layer_id, own)
    return {
        "open": counts.open,
        "draft": counts.draft,
        "done": counts.done,
        "adjudicated": counts.adjudicated,
    }


def summary(store: Store, layer: LayerRecord, user: UserRecord) -> LayerSummary:
    """One line of the list of layers."""
    return LayerSummary.model_validate(
        {
            "id": layer.id,
            "kind": layer.kind,
            "name": layer.name,
            "counts": counted(store, layer.id, user),
        }
    )


@router.get("/layers/{layer_id}")
def layer(store: Project, user: Member, layer_id: Id) -> LayerView:
    """A layer with its labels and its guideline."""
    found = store.layers.get(layer_id)
    scheme: dict[str, Any] = {
        "version": found.scheme.version,
        "labels": found.scheme.labels,
        "settings": dict(found.scheme.settings),
    }
    return LayerView.model_validate(
        {
            "id": found.id,
            "kind": found.kind,
            "name": found.name,
            "counts": counted(store, found.id, user),
            "scheme": scheme,
            "guideline": found.guideline,
            "guideline_sha": found.guideline_sha,
        },
        from_attributes=True,
    )


@router.get("/layers/{layer_id}/items")
def items(
    store: Project,
    user: Judge,
    layer_id: Id,
    view: View = "all",
    search: Line = "",
    order: Order = "seq",
    offset: Offset = 0,
    limit: Limit = 100,
) -> ItemPage:
    """Lines of a layer's list, as the caller has judged them."""
    if "\0" in search:
        raise HTTPException(400, "search: texts cannot hold the character NUL")
    store.layers.get(layer_id)
    rows, total = store.items.page(
        layer_id, user.id, view=view, text=search, order=order, offset=offset, limit=limit
    )
    return ItemPage(total=total, items=[_row(each) for each in rows])


def _row(record: object) -> ItemRow:
    fields = ItemRow.model_fields
    return ItemRow.model_validate({name: getattr(record, name) for name in fields})


@router.get("/layers/{layer_id}/next")
def following(
    store: Project,
    user: Judge,
    layer_id: Id,
    after: Annotated[int | None, Query(ge=0, le=LAST_SEQ)] = None,
    view: View = "all",
    order: Order = "seq",
) -> NextItem:
    """The number of the caller's next item, leased for a while so that nobody else gets it."""
    store.layers.get(layer_id)
    item = store.queue.next(layer_id, user.id, after_seq=after, order=order, view=view)
    return NextItem(item=None if item is None else store.items.get(item).seq)
