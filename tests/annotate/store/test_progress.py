"""How far the work is, how fast it went, who hurried."""

from __future__ import annotations

import pytest

from diglot.annotate.items import NewSuggestion
from diglot.annotate.records import LayerRecord, NewJudgement, Turn, UserRecord
from diglot.annotate.store import Store
from diglot.annotate.store.progress import Counts, hasty_items
from tests.annotate.store.conftest import Clock, add, judged, pair, step


def test_items_count_by_the_furthest_state(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, judge: UserRecord
) -> None:
    items = add(store, layer, 5)
    turns = [Turn(item, user.id, 0) for item in items[:2] for user in (anna, bert)]
    store.queue.assign(layer.id, turns)
    judged(store, items[0], anna, "a")
    judged(store, items[0], bert, "b")
    judged(store, items[1], anna, "a")
    decision = store.adjudication.open(items[0], judge.id)
    store.annotations.finish(decision.id, judge.id, 0)
    mine = store.annotations.open(items[2], bert.id)
    store.annotations.apply(mine.id, bert.id, 0, [step("1", label=(None, "x"))])
    assert store.progress.counts(layer.id) == Counts(open=2, draft=1, done=1, adjudicated=1)
    assert store.progress.counts(layer.id, bert.id) == Counts(3, 1, 0, 1)


def test_a_person_has_times_and_a_last_save(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord, clock: Clock
) -> None:
    items = add(store, layer, 3)
    store.annotations.put_many(
        [
            NewJudgement(item, anna.id, {"label": "a"}, seconds=seconds)
            for item, seconds in zip(items, (10, 20, 90), strict=True)
        ]
    )
    clock.wait(hours=1)
    item = add(store, layer, 4)[3]
    judged(store, item, bert, "b", odd=1, **{"ack:plain.odd": True})
    store.queue.assign(layer.id, [Turn(items[0], bert.id, 0)])
    first, second = store.progress.layer(layer.id).annotators
    assert (first.name, first.done, first.median_seconds, first.per_minute) == ("Anna", 3, 20, 1.5)
    assert (second.assigned, second.done, second.acknowledged) == (1, 1, 1)
    assert second.last_saved == clock.moment


def test_the_share_of_suggestions_taken_is_told_by_method(
    store: Store, layer: LayerRecord, anna: UserRecord
) -> None:
    suggestions = (
        NewSuggestion("aligner", "1", {"label": "yes", "s0": 3}),
        NewSuggestion("model", "1", {"label": "no"}),
    )
    store.items.add_many(layer.id, [pair(1, suggestions=suggestions), pair(2)])
    for item in [each.id for each in store.items.each(layer.id)]:
        judged(store, item, anna, "yes", s0=4)
    found = store.progress.layer(layer.id).annotators[0]
    assert (found.suggested, found.taken) == (
        {"aligner": 2, "model": 1},
        {"aligner": 1, "model": 0},
    )


def test_hidden_items_watch_quality(
    store: Store, layer: LayerRecord, anna: UserRecord, clock: Clock
) -> None:
    known = {"label": "yes"}
    store.items.add_many(layer.id, [pair(n, hidden_gold=known) for n in range(1, 4)])
    for item, label in zip(list(store.items.each(layer.id)), ["yes", "no", "yes"], strict=True):
        judged(store, item.id, anna, label, note="hm")
        clock.wait(minutes=1)
    found = store.progress.layer(layer.id).annotators[0]
    assert (found.gold_right, found.gold_seen) == (2, 3)


def test_disagreements_are_counted(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(item, anna.id, 0), Turn(item, bert.id, 0)])
    judged(store, item, anna, "a")
    judged(store, item, bert, "b")
    assert store.progress.layer(layer.id).disagreements == 1


@pytest.mark.parametrize(
    ("seconds", "found"),
    [
        ([20, 22, 18, 25, 21, 1], (6,)),
        ([20, 22, 18, 25, 21, 400], ()),
        ([20, 22, 18, 25, 21, 0], ()),
        ([1, 20, 20], ()),
        ([20, 20, 20, 20, 1], ()),
    ],
    ids=["hurried", "slow", "unknown time", "too few", "no spread"],
)
def test_who_hurried(seconds: list[float], found: tuple[int, ...]) -> None:
    assert hasty_items(dict(enumerate(seconds, start=1))) == found
