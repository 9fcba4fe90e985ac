"""Operations on judgements: all or none, once, on the revision they were made on."""

from __future__ import annotations

import pytest

from diglot.annotate.bodies import Operation
from diglot.annotate.records import (
    AnnotationRecord,
    FaultError,
    LayerRecord,
    NotFoundError,
    StaleRevisionError,
    StateError,
    UserRecord,
)
from diglot.annotate.store import Store
from diglot.errors import InputError
from tests.annotate.store.conftest import Clock, add, inverse, step


@pytest.fixture
def draft(store: Store, layer: LayerRecord, anna: UserRecord) -> AnnotationRecord:
    items = add(store, layer, 1, cells={"z": 1, "b": [1, 2], "a": "x"})
    return store.annotations.open(items[0], anna.id)


def test_a_new_judgement_has_the_items_first_cells_in_alphabetical_order(
    draft: AnnotationRecord,
) -> None:
    assert (list(draft.cells.items()), draft.rev) == ([("a", "x"), ("b", [1, 2]), ("z", 1)], 0)
    assert draft.state == "draft"


def test_opening_twice_gives_the_same_judgement(store: Store, draft: AnnotationRecord) -> None:
    assert store.annotations.open(draft.item, draft.user) == draft


def test_an_unknown_item_cannot_be_opened(store: Store, anna: UserRecord) -> None:
    with pytest.raises(NotFoundError, match="no item 99"):
        store.annotations.open(99, anna.id)


def test_operations_set_change_and_remove_cells(store: Store, draft: AnnotationRecord) -> None:
    steps = [step("1", n=(None, True), z=(1, 2)), step("2", a=("x", None))]
    saved = store.annotations.apply(draft.id, draft.user, 0, steps)
    assert saved.rev == 2
    assert store.annotations.get(draft.id, draft.user).cells == {"b": [1, 2], "n": True, "z": 2}


def test_a_cell_may_hold_any_text(store: Store, draft: AnnotationRecord) -> None:
    note = 'NUL \0, "quotes", \\u0000, 𝔘, 漢, \u202e, \n'
    name = "vs\"\\u0041'%:x 漢𝔘"
    store.annotations.apply(
        draft.id, draft.user, 0, [Operation("1", "set", {"note": (None, note), name: (None, 1)})]
    )
    with Store.open(store.folder, kinds=store.layers._kinds) as again:
        cells = again.annotations.get(draft.id, draft.user).cells
    assert (cells["note"], cells[name]) == (note, 1)


def test_one_and_true_and_one_point_nought_are_kept_apart(
    store: Store, draft: AnnotationRecord
) -> None:
    store.annotations.apply(
        draft.id, draft.user, 0, [step("1", p=(None, 1), q=(None, True), r=(None, 1.0))]
    )
    with Store.open(store.folder, kinds=store.layers._kinds) as again:
        cells = again.annotations.get(draft.id, draft.user).cells
    assert [repr(cells[name]) for name in "pqr"] == ["1", "True", "1.0"]


def test_undoing_restores_the_number_as_it_was_written(
    store: Store, draft: AnnotationRecord
) -> None:
    store.annotations.apply(draft.id, draft.user, 0, [step("1", z=(1.0, 5))])
    done = store.annotations.events(draft.id, draft.user)[0]
    store.annotations.apply(draft.id, draft.user, 1, [inverse(done, "2")])
    assert repr(store.annotations.get(draft.id, draft.user).cells["z"]) == "1"


def test_a_stale_revision_is_refused_with_what_has_happened_since(
    store: Store, draft: AnnotationRecord
) -> None:
    store.annotations.apply(draft.id, draft.user, 0, [step("1", n=(None, 1)), step("2", n=(1, 2))])
    with pytest.raises(StaleRevisionError) as caught:
        store.annotations.apply(draft.id, draft.user, 1, [step("3", m=(None, 1))])
    assert [event.id for event in caught.value.since] == ["2"]
    assert caught.value.since[0].changes == {"n": (1, 2)}
    assert (caught.value.rev, caught.value.cells["n"]) == (2, 2)
    assert "m" not in store.annotations.get(draft.id, draft.user).cells


def test_a_revision_of_the_future_is_refused(store: Store, draft: AnnotationRecord) -> None:
    with pytest.raises(StaleRevisionError):
        store.annotations.apply(draft.id, draft.user, 7, [step("1", n=(None, 1))])


def test_a_repeated_request_is_carried_out_once(store: Store, draft: AnnotationRecord) -> None:
    for _ in range(3):
        saved = store.annotations.apply(
            draft.id, draft.user, 0, [step("1", n=(None, 1))], seconds=2
        )
    assert saved.rev == 1
    assert store.annotations.get(draft.id, draft.user).seconds == 2
    assert len(store.annotations.events(draft.id, draft.user)) == 1


def test_a_request_whose_first_part_had_arrived_brings_the_rest(
    store: Store, draft: AnnotationRecord
) -> None:
    store.annotations.apply(draft.id, draft.user, 0, [step("1", n=(None, 1))])
    steps = [step("1", n=(None, 1)), step("2", n=(1, 2))]
    assert store.annotations.apply(draft.id, draft.user, 0, steps).rev == 2
    assert store.annotations.get(draft.id, draft.user).cells["n"] == 2


def test_an_id_twice_in_one_request_counts_once(store: Store, draft: AnnotationRecord) -> None:
    steps = [step("1", n=(None, 1)), step("1", n=(None, 1))]
    assert store.annotations.apply(draft.id, draft.user, 0, steps).rev == 1


def test_operations_are_carried_out_all_or_none(store: Store, draft: AnnotationRecord) -> None:
    with pytest.raises(FaultError) as caught:
        store.annotations.apply(
            draft.id, draft.user, 0, [step("1", n=(None, 1)), step("2", z=(77, 2))]
        )
    assert [(problem.code, problem.cells) for problem in caught.value.problems] == [
        ("cells.stale", ("z",))
    ]
    assert store.annotations.get(draft.id, draft.user) == draft


def test_a_value_of_the_wrong_shape_is_refused(store: Store, draft: AnnotationRecord) -> None:
    with pytest.raises(FaultError, match="no cell 'bad1'"):
        store.annotations.apply(draft.id, draft.user, 0, [step("1", bad1=(None, 1))])
    assert store.annotations.get(draft.id, draft.user) == draft


@pytest.mark.parametrize(
    "operation",
    [
        Operation("x" * 101, "set", {}),
        Operation("1", "a\0b", {}),
        Operation("1", "set", {"n\0": (None, 1)}),
        Operation("1", "set", {"n" * 501: (None, 1)}),
        Operation("1", "set", {"n": (None, "\ud800")}),
        Operation("1", "set", {"n": (None, float("nan"))}),
        Operation("1", "set", {}, undoes="\udfff"),
    ],
    ids=["long id", "NUL", "NUL in a cell's name", "long name", "surrogate", "NaN", "undoes"],
)
def test_what_no_database_can_hold_is_refused_in_one_line(
    store: Store, draft: AnnotationRecord, operation: Operation
) -> None:
    with pytest.raises(InputError) as caught:
        store.annotations.apply(draft.id, draft.user, 0, [operation])
    assert "\n" not in str(caught.value)
    assert store.annotations.get(draft.id, draft.user) == draft


def test_a_bulk_change_is_one_event_and_its_inverse_another(
    store: Store, draft: AnnotationRecord
) -> None:
    bulk = step("1", **{f"c{number}": (None, number) for number in range(2000)})
    store.annotations.apply(draft.id, draft.user, 0, [bulk])
    store.annotations.apply(draft.id, draft.user, 1, [inverse(bulk, "2")])
    events = store.annotations.events(draft.id, draft.user)
    assert [(event.rev, event.undoes) for event in events] == [(1, None), (2, "1")]
    assert store.annotations.get(draft.id, draft.user).cells == draft.cells


def test_seconds_are_counted_as_sent(store: Store, draft: AnnotationRecord) -> None:
    store.annotations.apply(
        draft.id, draft.user, 0, [step("1", n=(None, 1)), step("2", n=(1, 2))], seconds=2.5
    )
    store.annotations.apply(draft.id, draft.user, 2, [], seconds=1.5)
    store.annotations.finish(draft.id, draft.user, 2, seconds=3)
    events = store.annotations.events(draft.id, draft.user)
    assert [event.seconds for event in events] == [0, 2.5, 3]
    assert store.annotations.get(draft.id, draft.user).seconds == 7


@pytest.mark.parametrize("seconds", [-1.0, float("nan"), float("inf")])
def test_impossible_seconds_are_refused(
    store: Store, draft: AnnotationRecord, seconds: float
) -> None:
    with pytest.raises(InputError, match="seconds"):
        store.annotations.apply(draft.id, draft.user, 0, [], seconds=seconds)


def test_an_error_does_not_block_saving_but_done(store: Store, draft: AnnotationRecord) -> None:
    saved = store.annotations.apply(draft.id, draft.user, 0, [step("1", wrong=(None, 1))])
    assert [problem.code for problem in saved.problems] == ["plain.wrong"]
    with pytest.raises(FaultError) as caught:
        store.annotations.finish(draft.id, draft.user, 1)
    assert [problem.code for problem in caught.value.problems] == ["plain.wrong"]
    assert store.annotations.get(draft.id, draft.user).state == "draft"


def test_a_warning_informs_and_only_an_error_blocks_done(
    store: Store, draft: AnnotationRecord
) -> None:
    saved = store.annotations.apply(draft.id, draft.user, 0, [step("1", odd=(None, 1))], done=True)
    assert [each.severity for each in saved.problems] == ["warning"]
    assert (saved.state, saved.rev) == ("done", 2)


def test_what_is_saved_as_done_stays_a_draft_with_an_error(
    store: Store, draft: AnnotationRecord
) -> None:
    saved = store.annotations.apply(
        draft.id, draft.user, 0, [step("1", wrong=(None, 1))], done=True
    )
    assert (saved.state, saved.rev) == ("draft", 1)
    mended = [step("2", wrong=(1, None))]
    assert store.annotations.apply(draft.id, draft.user, 1, mended, done=True).state == "done"


def test_what_is_done_is_opened_again_and_changed_in_one_go(
    store: Store, draft: AnnotationRecord
) -> None:
    store.annotations.finish(draft.id, draft.user, 0)
    steps = [step("1", n=(None, 1))]
    for _ in range(2):  # the answer to the first was lost
        saved = store.annotations.apply(
            draft.id, draft.user, 1, steps, done=True, reopening="changed again"
        )
        assert (saved.state, saved.rev) == ("done", 4)


def test_what_is_done_changes_only_after_reopening(store: Store, draft: AnnotationRecord) -> None:
    store.annotations.finish(draft.id, draft.user, 0)
    with pytest.raises(StateError, match="reopen"):
        store.annotations.apply(draft.id, draft.user, 1, [step("1", n=(None, 1))])
    reopened = store.annotations.reopen(draft.id, draft.user, "a slip")
    assert (reopened.state, reopened.rev) == ("draft", 2)
    assert store.annotations.apply(draft.id, draft.user, 2, [step("1", n=(None, 1))]).rev == 3
    events = store.annotations.events(draft.id, draft.user)
    assert [(event.name, event.reason) for event in events] == [
        ("done", ""),
        ("reopen", "a slip"),
        ("set", ""),
    ]


def test_finishing_twice_is_finishing_once(store: Store, draft: AnnotationRecord) -> None:
    first = store.annotations.finish(draft.id, draft.user, 0)
    again = store.annotations.finish(draft.id, draft.user, 0)
    assert (first.rev, again.rev, again.state) == (1, 1, "done")


def test_finishing_on_a_stale_revision_is_refused(store: Store, draft: AnnotationRecord) -> None:
    store.annotations.apply(draft.id, draft.user, 0, [step("1", n=(None, 1))])
    with pytest.raises(StaleRevisionError):
        store.annotations.finish(draft.id, draft.user, 0)


def test_two_processes_see_each_others_changes(
    store: Store, draft: AnnotationRecord, clock: Clock
) -> None:
    with Store.open(store.folder, kinds=store.layers._kinds, clock=clock) as other:
        store.annotations.apply(draft.id, draft.user, 0, [step("1", n=(None, 1))])
        other.annotations.apply(draft.id, draft.user, 1, [step("2", n=(1, 2))])
        store.annotations.apply(draft.id, draft.user, 2, [step("3", n=(2, 3))])
        assert other.annotations.get(draft.id, draft.user).cells["n"] == 3
