"""Adjudication and gold: disagreements first."""

from __future__ import annotations

import pytest

from diglot.annotate.records import (
    LayerRecord,
    NewJudgement,
    StateError,
    TakenError,
    Turn,
    UserRecord,
)
from diglot.annotate.store import Store
from tests.annotate.store.conftest import add, judged, pair, step


@pytest.fixture
def items(store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord) -> list[int]:
    """Six items judged by two: a-b, c-a, a-a, a-b, b-b, and one by the first only."""
    found = add(store, layer, 6)
    turns = [Turn(item, user.id, 0) for item in found for user in (anna, bert)]
    store.queue.assign(layer.id, turns)
    for item, labels in zip(found, ["ab", "ca", "aa", "ab", "bb", "a"], strict=True):
        for user, label in zip((anna, bert), labels, strict=False):
            judged(store, item, user, label)
    return found


def gold(store: Store, layer: LayerRecord) -> dict[int, tuple[object, str]]:
    found = store.judgements.gold(layer.id)
    return {each.item.seq: (each.cells.get("label"), each.source) for each in found}


def test_disagreements_come_first_the_commonest_before_others(
    store: Store, layer: LayerRecord, items: list[int], judge: UserRecord
) -> None:
    groups = store.adjudication.queue(layer.id, judge.id)
    assert [(group.labels, group.items) for group in groups] == [
        (("a", "b"), (1, 4)),
        (("a", "c"), (2,)),
        (("a",), (3,)),
        (("b",), (5,)),
    ]


def test_the_same_label_with_other_cells_is_a_disagreement(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, judge: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0), Turn(item, bert.id, 0)])
    judged(store, item, anna, "a", s0=3)
    judged(store, item, bert, "a", s0=4)
    assert store.adjudication.queue(layer.id, judge.id)[0].labels == ("a", "a")


def test_notes_and_acknowledgements_are_no_disagreement(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0), Turn(item, bert.id, 0)])
    judged(store, item, anna, "a", note="hm", **{"ack:plain.odd": True})
    judged(store, item, bert, "a")
    assert gold(store, layer) == {1: ("a", "unanimous")}


def test_groups_are_alike_whatever_their_numbers(
    store: Store, anna: UserRecord, bert: UserRecord
) -> None:
    layer = store.layers.add("groups", "groups")
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0), Turn(item, bert.id, 0)])
    judged(store, item, anna, "a", g1=[[0], [0], "S"], g2=[[4], [5], "P"])
    judged(store, item, bert, "a", g7=[[4], [5], "P"], g8=[[0], [0], "S"])
    assert gold(store, layer) == {1: ("a", "unanimous")}


def test_an_adjudicators_decision_is_gold_and_changes_no_judgement(
    store: Store, layer: LayerRecord, items: list[int], judge: UserRecord, anna: UserRecord
) -> None:
    raw = list(store.judgements.all(layer.id))
    decision = store.adjudication.open(items[0], judge.id)
    saved = store.annotations.apply(decision.id, judge.id, 0, [step("1", label=(None, "b"))])
    assert gold(store, layer).get(1) is None
    assert store.annotations.finish(decision.id, judge.id, saved.rev).state == "adjudicated"
    assert gold(store, layer)[1] == ("b", "adjudicated")
    kept = [each for each in store.judgements.all(layer.id) if each.role == "annotator"]
    assert kept == raw
    mine = store.annotations.open(items[0], anna.id)
    with pytest.raises(StateError, match="adjudicated"):
        store.annotations.reopen(mine.id, anna.id, "late")


def test_two_adjudicators_do_not_decide_one_item(
    store: Store, layer: LayerRecord, items: list[int], judge: UserRecord
) -> None:
    other = store.people.add("Other", "adjudicator")
    assert store.adjudication.next(layer.id, judge.id) == items[0]
    assert store.adjudication.next(layer.id, other.id) == items[3]
    with pytest.raises(TakenError):
        store.adjudication.open(items[0], other.id)


def test_the_next_disagreement_follows_the_queue_and_begins_again(
    store: Store, layer: LayerRecord, items: list[int], judge: UserRecord
) -> None:
    order: list[int | None] = [None]
    for _ in range(6):
        item = store.adjudication.next(layer.id, judge.id, after_seq=order[-1])
        order.append(None if item is None else store.items.get(item).seq)
    assert order[1:] == [1, 4, 2, 3, 5, 1]


def test_gold_of_one_person_is_called_single_and_waits_for_all_assigned(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    alone, shared = add(store, layer, 2)
    store.queue.assign(layer.id, [Turn(shared, anna.id, 0), Turn(shared, bert.id, 0)])
    judged(store, alone, anna, "a")
    judged(store, shared, anna, "a")
    assert gold(store, layer) == {1: ("a", "single")}


def test_a_seeded_draft_never_counts(store: Store, layer: LayerRecord, anna: UserRecord) -> None:
    item = add(store, layer, 1, cells={"label": "seeded"})[0]
    store.annotations.open(item, anna.id)
    assert (list(store.judgements.all(layer.id)), gold(store, layer)) == ([], {})
    assert store.progress.counts(layer.id).open == 1


def test_sandbox_and_hidden_items_are_no_gold(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    known = {"label": "x"}
    store.items.add_many(layer.id, [pair(1, sandbox=True), pair(2, hidden_gold=known), pair(3)])
    for item in [each.id for each in store.items.each(layer.id)]:
        judged(store, item, anna, "a")
    assert list(gold(store, layer)) == [3]
    flags = [(each.sandbox, each.hidden_gold) for each in store.judgements.all(layer.id)]
    assert flags == [(True, False), (False, True), (False, False)]


def test_judgements_of_a_file_are_stored_once(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    items = add(store, layer, 3, cells={"label": "seed"})
    found = [
        NewJudgement(item, user.id, {"label": "a"}, seconds=3)
        for item in items
        for user in (anna, bert)
    ]
    assert (store.annotations.put_many(found), store.annotations.put_many(found)) == (6, 0)
    assert gold(store, layer)[1] == ("a", "unanimous")
    assert {each.seconds for each in store.judgements.all(layer.id)} == {3}
    assert store.annotations.put_many([NewJudgement(items[0], anna.id, {"label": "b"})]) == 1
    mine = store.annotations.open(items[0], anna.id)
    assert (mine.state, mine.cells) == ("done", {"label": "b"})
    assert [event.name for event in store.annotations.events(mine.id, anna.id)] == [
        "import",
        "done",
        "import",
    ]
    assert gold(store, layer).get(1) is None


@pytest.mark.slow
def test_many_judgements_are_read_in_pieces(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    items = add(store, layer, 210)
    store.annotations.put_many(
        [NewJudgement(item, anna.id, {"label": str(item)}) for item in items]
    )
    assert [each.cells["label"] for each in store.judgements.all(layer.id)] == list(map(str, items))
    assert [each.cells["label"] for each in store.judgements.gold(layer.id)] == list(
        map(str, items)
    )
