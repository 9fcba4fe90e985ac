"""Discussions of items: who reads what, who is mentioned, and what waits for each."""

from __future__ import annotations

import pytest

from diglot.annotate.records import ForbiddenError, LayerRecord, Turn, UserRecord
from diglot.annotate.store import Store
from diglot.errors import InputError
from tests.annotate.store.conftest import add, judged


@pytest.fixture
def item(store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord) -> int:
    found = add(store, layer, 1)[0]
    store.queue.assign(layer.id, [Turn(found, each.id, 1) for each in (anna, bert)])
    return found


def texts(store: Store, item: int, reader: UserRecord) -> list[tuple[str, str]]:
    return [(each.author, each.text) for each in store.remarks.thread(item, reader.id)[0]]


def test_annotators_do_not_read_each_other_before_the_decision(
    store: Store, item: int, anna: UserRecord, bert: UserRecord, judge: UserRecord
) -> None:
    owner = store.people.local_owner()
    store.remarks.add(item, anna.id, "is it partial?")
    store.remarks.add(item, owner.id, "see the guideline")
    assert texts(store, item, bert) == [("owner", "see the guideline")]
    assert texts(store, item, anna)[0] == ("Anna", "is it partial?")
    assert texts(store, item, judge)[0] == ("an annotator", "is it partial?")
    assert texts(store, item, owner)[0] == ("Anna", "is it partial?")
    for each in (anna, bert):
        judged(store, item, each, "x")
    decision = store.adjudication.open(item, judge.id)
    store.annotations.finish(decision.id, judge.id, 0)
    assert texts(store, item, bert)[0] == ("an annotator", "is it partial?")


def test_training_items_are_discussed_openly(
    store: Store, layer: LayerRecord, anna: UserRecord, bert: UserRecord
) -> None:
    item = add(store, layer, 1, sandbox=True)[0]
    store.queue.assign(layer.id, [Turn(item, each.id, 1) for each in (anna, bert)])
    store.remarks.add(item, anna.id, "is it partial?")
    assert texts(store, item, bert) == [("Anna", "is it partial?")]


def test_who_is_mentioned_or_answered_finds_it_until_it_is_resolved(
    store: Store, item: int, anna: UserRecord, judge: UserRecord
) -> None:
    store.remarks.add(item, anna.id, "what of this, @Judge?")
    assert [each.seq for each in store.remarks.agenda(judge.id).remarks] == [1]
    assert store.remarks.agenda(anna.id).remarks == ()
    store.remarks.add(item, judge.id, "take the first")
    assert [each.author for each in store.remarks.agenda(anna.id).remarks] == ["Judge"]
    store.remarks.resolve(item, judge.id)
    assert store.remarks.agenda(anna.id).remarks == store.remarks.agenda(judge.id).remarks == ()
    assert all(each.resolved for each in store.remarks.thread(item, anna.id)[0])


def test_annotators_can_name_only_those_who_lead_or_decide(
    store: Store, item: int, anna: UserRecord, bert: UserRecord, judge: UserRecord
) -> None:
    store.people.local_owner()
    assert store.remarks.thread(item, anna.id)[1] == ["Judge", "owner"]
    store.remarks.add(item, anna.id, "@Bert what do you say?")
    assert store.remarks.agenda(bert.id).remarks == ()


def test_flags_wait_for_those_who_lead_and_drafts_for_oneself(
    store: Store, layer: LayerRecord, item: int, anna: UserRecord, bert: UserRecord
) -> None:
    owner = store.people.local_owner()
    store.remarks.add(item, anna.id, "", flag=True)
    judgement = judged(store, item, anna, "x")
    store.annotations.reopen(judgement, anna.id, "again")
    assert [each.flag for each in store.remarks.agenda(owner.id).flags] == [True]
    mine = store.remarks.agenda(anna.id)
    assert (len(mine.flags), mine.drafts) == (1, ((layer.id, 1),))
    assert store.remarks.agenda(bert.id).flags == ()


def test_remarks_are_for_those_who_may_see_the_item(
    store: Store, item: int, anna: UserRecord
) -> None:
    carla = store.people.add("Carla", "annotator")
    viewer = store.people.add("Vera", "viewer")
    for person in (carla, viewer):
        with pytest.raises(ForbiddenError):
            store.remarks.thread(item, person.id)
        with pytest.raises(ForbiddenError):
            store.remarks.add(item, person.id, "x")
    with pytest.raises(InputError):
        store.remarks.add(item, anna.id, " ")
    with pytest.raises(InputError):
        store.remarks.add(item, anna.id, "x" * 4001)


def test_an_annotator_closes_only_what_the_annotator_began(
    store: Store, item: int, anna: UserRecord, bert: UserRecord
) -> None:
    store.remarks.add(item, anna.id, "is it partial?")
    with pytest.raises(ForbiddenError):
        store.remarks.resolve(item, bert.id)
    store.remarks.resolve(item, anna.id)
    assert store.remarks.thread(item, anna.id)[0][0].resolved is not None
