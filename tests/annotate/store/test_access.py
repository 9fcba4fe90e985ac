"""Nobody reads or changes another's judgement before adjudication, and then under no name."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from diglot.annotate.records import ForbiddenError, LayerRecord, Role, Turn, UserRecord
from diglot.annotate.store import Store
from tests.annotate.store.conftest import add, judged, step

CALLS: dict[str, Callable[[Store, int, int, int], object]] = {
    "get": lambda store, mine, _, user: store.annotations.get(mine, user),
    "events": lambda store, mine, _, user: store.annotations.events(mine, user),
    "apply": lambda store, mine, _, user: store.annotations.apply(mine, user, 0, [step("x")]),
    "heartbeat": lambda store, mine, _, user: store.annotations.apply(mine, user, 2, [], seconds=1),
    "finish": lambda store, mine, _, user: store.annotations.finish(mine, user, 2),
    "reopen": lambda store, mine, _, user: store.annotations.reopen(mine, user, "mine"),
    "judgements": lambda store, _, item, user: store.adjudication.judgements(item, user),
    "adjudicate": lambda store, _, item, user: store.adjudication.open(item, user),
    "queue": lambda store, _, item, user: store.adjudication.queue(1, user),
    "next": lambda store, _, item, user: store.adjudication.next(1, user),
}


@pytest.mark.parametrize("role", ["annotator", "viewer"])
@pytest.mark.parametrize("call", CALLS)
def test_another_persons_judgement_is_out_of_reach(
    store: Store, layer: LayerRecord, anna: UserRecord, call: str, role: Role
) -> None:
    item = add(store, layer, 1)[0]
    mine = judged(store, item, anna, "secret")
    other = store.people.add("Other", role)
    with pytest.raises(ForbiddenError) as caught:
        CALLS[call](store, mine, item, other.id)
    assert "secret" not in str(caught.value)
    assert [event.name for event in store.annotations.events(mine, anna.id)] == ["set", "done"]


def test_two_judgements_of_one_item_are_apart(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1, cells={"first": 1})[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0), Turn(item, bert.id, 0)])
    judged(store, item, anna, "secret")
    assert store.annotations.open(item, bert.id).cells == {"first": 1}
    rows, _ = store.items.page(layer.id, bert.id)
    assert [(row.state, row.label, row.updated) for row in rows] == [("open", "", None)]


def test_what_is_assigned_to_others_is_not_opened(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0)])
    with pytest.raises(ForbiddenError, match="assigned to others"):
        store.annotations.open(item, bert.id)


def test_an_item_that_another_has_begun_is_not_opened(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    judged(store, item, anna, "x")
    with pytest.raises(ForbiddenError, match="another person"):
        store.annotations.open(item, bert.id)


def test_managers_read_judgements_and_change_none(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    mine = judged(store, item, anna, "x")
    manager = store.people.add("Manager", "manager")
    assert store.annotations.get(mine, manager.id).cells == {"label": "x"}
    with pytest.raises(ForbiddenError):
        store.annotations.apply(mine, manager.id, 2, [step("b", label=("x", "y"))])


@pytest.mark.slow
def test_adjudicators_see_letters_in_an_order_without_a_meaning(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, judge: UserRecord
) -> None:
    items = add(store, layer, 12)
    turns = [Turn(item, user.id, 0) for item in items for user in (anna, bert)]
    store.queue.assign(layer.id, turns)
    for item in items:
        judged(store, item, anna, "anna's")
        judged(store, item, bert, "bert's")
    seen = [store.adjudication.judgements(item, judge.id) for item in items]
    assert {tuple(each.name for each in found) for found in seen} == {("A", "B")}
    assert {found[0].label for found in seen} == {"anna's", "bert's"}
    assert store.adjudication.judgements(items[0], judge.id) == seen[0]


def test_an_adjudicator_does_not_decide_on_the_own_judgement(
    store: Store, layer: LayerRecord, judge: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    judged(store, item, judge, "x")
    with pytest.raises(ForbiddenError, match="or adjudicate"):
        store.adjudication.open(item, judge.id)
    store.layers.set_settings(layer.id, {"own_adjudication": True})
    assert store.adjudication.open(item, judge.id).role == "adjudicator"


def test_who_has_been_deactivated_reads_nothing_more(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    mine = judged(store, item, anna, "x")
    store.people.deactivate(anna.id)
    for call in ("get", "events", "heartbeat"):
        with pytest.raises(ForbiddenError, match="no longer a member"):
            CALLS[call](store, mine, item, anna.id)


def test_who_is_to_judge_an_item_does_not_see_what_others_say_of_it(
    store: Store, layer: LayerRecord, judge: UserRecord, anna: UserRecord
) -> None:
    """With the design ``full`` a member who adjudicates, too, read the other's work and judged."""
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 1), Turn(item, judge.id, 1)])
    judged(store, item, anna, "x")
    for look in (store.adjudication.open, store.adjudication.judgements):
        with pytest.raises(ForbiddenError, match="cannot see"):
            look(item, judge.id)
    assert store.adjudication.queue(layer.id, judge.id) == []
    assert store.annotations.open(item, judge.id).cells == {}


def test_who_has_seen_what_others_say_of_an_item_does_not_judge_it(
    store: Store, layer: LayerRecord, judge: UserRecord, anna: UserRecord, bert: UserRecord
) -> None:
    first, second = add(store, layer, 2)
    opened = store.annotations.open(second, judge.id)
    for item in (first, second):
        store.queue.assign(layer.id, [Turn(item, each.id, 1) for each in (anna, bert)])
        judged(store, item, anna, "x")
        assert len(store.adjudication.judgements(item, judge.id)) == 1
    store.queue.assign(layer.id, [Turn(item, judge.id, 1) for item in (first, second)])
    with pytest.raises(ForbiddenError, match="cannot annotate"):
        store.annotations.open(first, judge.id)
    with pytest.raises(ForbiddenError, match="cannot annotate"):
        store.annotations.apply(opened.id, judge.id, 0, [step("1", label=(None, "x"))])
    assert store.queue.next(layer.id, judge.id) is None


def test_a_manager_who_judges_an_item_does_not_read_the_judgements_of_others(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    manager = store.people.add("Mary", "manager")
    first, second = add(store, layer, 2)
    store.queue.assign(layer.id, [Turn(first, each.id, 1) for each in (anna, manager)])
    theirs = [judged(store, item, anna, "x") for item in (first, second)]
    for look in (store.annotations.get, store.annotations.events):
        with pytest.raises(ForbiddenError, match="cannot see"):
            look(theirs[0], manager.id)
    assert store.annotations.events(theirs[1], manager.id)
    with pytest.raises(ForbiddenError, match="cannot annotate"):
        store.annotations.open(second, manager.id)
