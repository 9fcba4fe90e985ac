"""What an import brought: taken back with all that was said of it, brought again, deleted."""

from __future__ import annotations

import pytest
from sqlalchemy import func, select

from diglot.annotate.records import (
    LayerRecord,
    NewJudgement,
    NotFoundError,
    StateError,
    UserRecord,
)
from diglot.annotate.store import Store
from diglot.annotate.store.tables import ANNOTATION, CELL, EVENT, ITEM
from tests.annotate.store.conftest import add, judged, pair, step


def brought(store: Store, layer: LayerRecord, *keys: int) -> int:
    number = store.imports.begin(layer.id, ["pairs.tmx"])
    store.items.add_many(layer.id, [pair(key) for key in keys], import_id=number)
    return number


def keys_of(store: Store, layer: LayerRecord) -> list[tuple[int, str]]:
    return [(item.seq, item.key) for item in store.items.each(layer.id)]


def test_items_go_with_what_was_said_of_them_and_come_back(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    add(store, layer, 2)
    number = brought(store, layer, 8, 9)
    before = keys_of(store, layer)
    item = store.items.by_seq(layer.id, 3).id
    judged(store, item, anna, "yes")
    store.imports.withdraw(number)
    assert keys_of(store, layer) == before[:2]
    assert store.progress.counts(layer.id).open == 2
    assert list(store.judgements.all(layer.id)) == []
    (found,) = store.imports.all()
    assert (found.items, found.answered, found.removed is not None) == (2, 1, True)
    store.imports.restore(number)
    assert keys_of(store, layer) == before
    assert [each.label for each in store.judgements.all(layer.id)] == ["yes"]


def test_a_layer_goes_with_its_only_import_and_keeps_its_guideline_for_the_next(
    store: Store, layer: LayerRecord
) -> None:
    first = brought(store, layer, 1)
    store.imports.withdraw(first)
    assert store.layers.all() == []
    again = store.layers.add("plain", "plain")
    assert again.id == layer.id
    brought(store, again, 1)
    with pytest.raises(StateError, match="a later import has brought the same items"):
        store.imports.restore(first)


def test_what_was_taken_back_can_be_deleted_and_nothing_else(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    add(store, layer, 1)
    number = brought(store, layer, 8)
    judged(store, store.items.by_seq(layer.id, 2).id, anna, "yes")
    with pytest.raises(StateError, match="is not undone"):
        store.imports.delete(number)
    store.imports.withdraw(number)
    store.imports.delete(number)
    with store.database.reading() as connection:
        left = [connection.scalar(select(func.count()).select_from(t)) for t in (ANNOTATION, CELL)]
        events = connection.scalar(select(func.count()).select_from(EVENT))
        items = connection.scalar(select(func.count()).select_from(ITEM))
    assert (left, events, items) == ([0, 0], 0, 1)
    assert store.imports.all() == []
    with pytest.raises(NotFoundError):
        store.imports.restore(number)


def test_judgements_of_items_that_stay_are_taken_back_alone(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    one, two = add(store, layer, 2)
    number = store.imports.begin(layer.id, ["anna.jsonl"])
    store.annotations.put_many(
        [NewJudgement(item, anna.id, {"label": "yes"}) for item in (one, two)], import_id=number
    )
    own = store.annotations.open(two, anna.id)
    store.annotations.apply(
        own.id, anna.id, own.rev, [step("b", label=("yes", "no"))], reopening="looked again"
    )
    store.imports.withdraw(number)
    assert [(e.seq, e.cells["label"]) for e in store.judgements.all(layer.id)] == [(2, "no")]
    store.imports.restore(number)
    assert [e.cells["label"] for e in store.judgements.all(layer.id)] == ["yes", "no"]


def test_what_an_import_changed_in_a_judgement_is_undone_and_done_again(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    (item,) = add(store, layer, 1)
    mine = judged(store, item, anna, "no")
    number = store.imports.begin(layer.id, ["anna.jsonl"])
    store.annotations.put_many([NewJudgement(item, anna.id, {"label": "yes"})], import_id=number)
    labels = []
    for turn in (store.imports.withdraw, store.imports.restore, store.imports.withdraw):
        turn(number)
        labels.append(store.annotations.get(mine, anna.id).cells["label"])
    assert labels == ["no", "yes", "no"]


def test_an_imported_judgement_leaves_its_item_to_others(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    (item,) = add(store, layer, 1)
    number = store.imports.begin(layer.id, ["anna.jsonl"])
    store.annotations.put_many([NewJudgement(item, anna.id, {"label": "yes"})], import_id=number)
    assert store.progress.counts(layer.id).open == 1
    assert store.queue.next(layer.id, bert.id) == item
    assert store.queue.next(layer.id, anna.id) is None
    judged(store, item, bert, "no")
    assert [group.labels for group in store.adjudication.queue(layer.id, _judge(store))] == [
        ("no", "yes")
    ]


def _judge(store: Store) -> int:
    return store.people.add("Jo", "adjudicator").id
