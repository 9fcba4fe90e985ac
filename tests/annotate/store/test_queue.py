"""Whose turn it is: own assignments in their order, then what nobody else has."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from sqlalchemy import insert, select

from diglot.annotate.bodies import Operation
from diglot.annotate.records import (
    LayerRecord,
    NewJudgement,
    NotFoundError,
    TakenError,
    Turn,
    UserRecord,
)
from diglot.annotate.store import Store
from diglot.annotate.store.access import MINUTES
from diglot.annotate.store.tables import ITEM, PERSON
from tests.annotate.store.conftest import Clock, add, judged, pair, step, turns_of


def test_what_lists_are_counted_by_is_what_was_done_with_an_item(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    def standing(item: int) -> list[object]:
        columns = (ITEM.c.turns, ITEM.c.hands, ITEM.c.brought, ITEM.c.decided)
        with store.database.reading() as connection:
            row = connection.execute(select(*columns).where(ITEM.c.id == item)).one()
        return [*(sorted(each.split()) for each in row[:3]), row[3]]

    first, second = add(store, layer, 2)
    a, b = str(anna.id), str(bert.id)
    store.queue.assign(layer.id, [Turn(first, anna.id, 1), Turn(first, bert.id, 1)])
    store.queue.assign(layer.id, [Turn(first, anna.id, 7)])  # a turn that is there moves
    judged(store, first, anna, "x")
    begun = store.annotations.open(first, bert.id)
    assert standing(first) == [sorted((a, b)), [f"{a}=d"], [], False]
    store.annotations.apply(begun.id, bert.id, 0, [step("one", label=(None, "x"))])
    assert standing(first) == [sorted((a, b)), sorted((f"{a}=d", f"{b}=b")), [], False]
    number = store.imports.begin(layer.id, ["answers.json"])
    said = NewJudgement(item=second, user=anna.id, cells={"label": "x"}, done=True)
    store.annotations.put_many([said], import_id=number)
    assert standing(second) == [[], [], [f"{a}=d"], False]
    store.imports.withdraw(number)
    assert standing(second) == [[], [], [], False]


def test_what_was_taken_back_counts_as_untouched_until_more_is_said(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    def seen(user: UserRecord) -> tuple[int, list[str], list[int], int | None]:
        rows, _ = store.items.page(layer.id, user.id, order="updated")
        begun = store.progress.counts(layer.id, user.id).draft
        following = store.queue.next(layer.id, user.id)
        return begun, [row.state for row in rows], [row.seq for row in rows], following

    first, second = add(store, layer, 2)
    mine = store.annotations.open(first, anna.id)
    done = Operation("one", "set", {"label": (None, "x")})
    store.annotations.apply(mine.id, anna.id, 0, [done])
    assert seen(anna) == (1, ["draft", "open"], [1, 2], first)
    undone = Operation("two", "set", {"label": ("x", None)}, undoes="one")
    store.annotations.apply(mine.id, anna.id, 1, [undone])
    assert seen(anna) == (0, ["open", "open"], [1, 2], first)
    assert store.progress.counts(layer.id).draft == 0
    assert store.progress.layer(layer.id).annotators == ()
    assert store.items.page(layer.id, anna.id, view="draft")[1] == 0
    assert seen(bert)[-1] == second  # it stays hers
    again = Operation("three", "set", {"label": (None, "x")}, undoes="two")
    store.annotations.apply(mine.id, anna.id, 2, [again])
    assert seen(anna) == (1, ["draft", "open"], [1, 2], first)


@pytest.mark.slow
def test_any_number_of_people_may_have_an_item(store: Store, layer: LayerRecord) -> None:
    (item,) = add(store, layer, 1)
    numbers = [10_000_000 + 7_919 * person for person in range(600)]
    with store.database.writing() as connection:
        common = {"role": "annotator", "active": True, "settings": {}, "created": Clock()()}
        people = [
            {"id": each, "name": f"{each}", "name_key": f"{each}"} | common for each in numbers
        ]
        connection.execute(insert(PERSON), people)
    store.queue.assign(layer.id, [Turn(item, each, 1) for each in numbers])
    with store.database.reading() as connection:
        turns = connection.scalar(select(ITEM.c.turns).where(ITEM.c.id == item))
    assert sorted(map(int, turns.split())) == numbers


def test_threads_never_lease_one_item_twice(store: Store, layer: LayerRecord) -> None:
    add(store, layer, 10)
    people = [store.people.add(f"P{number}", "annotator") for number in range(12)]
    start = Barrier(len(people))

    def lease(user: UserRecord) -> int | None:
        start.wait()
        return store.queue.next(layer.id, user.id)

    with ThreadPoolExecutor(len(people)) as pool:
        leased = [item for item in pool.map(lease, people) if item is not None]
    assert len(leased) == len(set(leased)) == 10


@pytest.mark.slow
def test_threads_never_open_one_item_twice(store: Store, layer: LayerRecord) -> None:
    item = add(store, layer, 1)[0]
    people = [store.people.add(f"P{number}", "annotator") for number in range(8)]
    start = Barrier(len(people))

    def begin(user: UserRecord) -> bool:
        start.wait()
        try:
            store.annotations.open(item, user.id)
        except TakenError:
            return False
        return True

    with ThreadPoolExecutor(len(people)) as pool:
        assert sum(pool.map(begin, people)) == 1


def test_the_same_person_gets_the_leased_item_again(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    first, second = add(store, layer, 2)
    assert [store.queue.next(layer.id, anna.id) for _ in range(2)] == [first, first]
    assert store.queue.next(layer.id, bert.id) == second


def test_a_lease_ends_with_time_and_when_it_is_given_back(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, clock: Clock
) -> None:
    item = add(store, layer, 1)[0]
    assert store.queue.next(layer.id, anna.id) == item
    assert store.queue.next(layer.id, bert.id) is None
    clock.wait(minutes=MINUTES + 1)
    assert store.queue.next(layer.id, bert.id) == item
    store.queue.release(bert.id)
    assert store.queue.next(layer.id, anna.id) == item


def test_an_old_page_does_not_write_into_an_item_that_is_now_anothers(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, clock: Clock
) -> None:
    item = add(store, layer, 1)[0]
    old = store.annotations.open(item, anna.id)
    clock.wait(minutes=MINUTES + 1)
    judged(store, item, bert, "x")
    with pytest.raises(TakenError):
        store.annotations.apply(old.id, anna.id, 0, [step("1", label=(None, "y"))])


def test_what_is_begun_stays_with_who_has_begun_it(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, clock: Clock
) -> None:
    item = add(store, layer, 1)[0]
    mine = store.annotations.open(item, anna.id)
    store.annotations.apply(mine.id, anna.id, 0, [step("1", label=(None, "y"))])
    clock.wait(days=30)
    assert store.queue.next(layer.id, bert.id) is None
    assert store.queue.next(layer.id, anna.id) == item


def test_own_turns_come_first_and_in_their_order(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    one, two, three = add(store, layer, 3)
    store.queue.assign(layer.id, [Turn(three, anna.id, 0), Turn(two, anna.id, 1)])
    assert store.queue.next(layer.id, anna.id) == three
    assert store.queue.next(layer.id, anna.id, after_seq=3) == two
    judged(store, three, anna, "x")
    judged(store, two, anna, "x")
    assert store.queue.next(layer.id, anna.id) == one


def test_after_the_last_item_skipped_ones_come_again(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    items = add(store, layer, 3)
    judged(store, items[2], anna, "x")
    assert store.queue.next(layer.id, anna.id, after_seq=1) == items[1]
    assert store.queue.next(layer.id, anna.id, after_seq=2) == items[0]
    judged(store, items[0], anna, "x")
    judged(store, items[1], anna, "x")
    assert store.queue.next(layer.id, anna.id, after_seq=2) is None


def test_the_least_certain_comes_first_on_request(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    scores = [0.9, None, 0.2, 0.2]
    store.items.add_many(layer.id, [pair(n, score=score) for n, score in enumerate(scores)])
    order = []
    after = None
    for _ in range(4):
        item = store.queue.next(layer.id, anna.id, after_seq=after, order="doubt")
        assert item is not None
        after = store.items.get(item).seq
        order.append(after)
    assert order == [3, 4, 1, 2]


def test_doubtful_items_only_on_request(store: Store, layer: LayerRecord, anna: UserRecord) -> None:
    store.items.add_many(layer.id, [pair(1, score=0.9), pair(2, score=0.4)])
    found = store.queue.next(layer.id, anna.id, view="doubtful")
    assert found == store.items.by_seq(layer.id, 2).id


def test_viewers_get_nothing(store: Store, layer: LayerRecord) -> None:
    add(store, layer, 1)
    assert store.queue.next(layer.id, store.people.add("V", "viewer").id) is None


def test_assigning_again_moves_turns(store: Store, layer: LayerRecord, anna: UserRecord) -> None:
    items = add(store, layer, 2)
    store.queue.assign(layer.id, [Turn(item, anna.id, n) for n, item in enumerate(items)])
    store.queue.assign(layer.id, [Turn(items[0], anna.id, 5)])
    assert turns_of(store, anna.id) == [items[1], items[0]]


def test_items_of_another_layer_cannot_be_assigned(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    other = store.layers.add("plain", "other")
    with pytest.raises(NotFoundError, match="in this layer"):
        store.queue.assign(other.id, [Turn(item, anna.id, 0)])
