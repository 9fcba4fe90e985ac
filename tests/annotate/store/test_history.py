"""Laws of histories: every state is the fold of events, every undo gives back every byte."""

from __future__ import annotations

import json
from itertools import count

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot.annotate.bodies import Body, Value, difference
from diglot.annotate.items import NewItem
from diglot.annotate.records import LayerRecord, UserRecord
from diglot.annotate.store import Store
from tests.annotate.store.conftest import KINDS, inverse, replay

NUMBERS = count()

TEXTS = st.text(st.characters(exclude_categories=["Cs"]), max_size=5)
NUMERALS = st.integers(-(10**9), 10**9) | st.floats(allow_nan=False, allow_infinity=False)
SCALARS = TEXTS | NUMERALS | st.booleans()
VALUES: st.SearchStrategy[Value] = st.recursive(
    SCALARS, lambda inner: st.lists(inner, max_size=3), max_leaves=5
)
NAMES = st.sampled_from(["a", "b", "c0-0", 'q"\\u0041', "Zé", "漢𝔘"])
BODIES = st.dictionaries(NAMES, VALUES, max_size=5)

both = settings(suppress_health_check=[HealthCheck.function_scoped_fixture])


def written(body: Body) -> str:
    return json.dumps(body)


def begun(store: Store, layer: LayerRecord, user: UserRecord, cells: Body) -> int:
    """A new item with these first cells, opened; other examples have others."""
    key = f"item-{next(NUMBERS)}"
    store.items.add_many(layer.id, [NewItem(key=key, payload={}, cells=cells)])
    item = next(each for each in store.items.each(layer.id) if each.key == key)
    return store.annotations.open(item.id, user.id).id


@pytest.mark.slow
@both
@given(first=BODIES, bodies=st.lists(BODIES, max_size=6), cuts=st.integers(1, 4))
def test_the_stored_body_is_the_fold_of_the_stored_events(
    store: Store, layer: LayerRecord, anna: UserRecord, first: Body, bodies: list[Body], cuts: int
) -> None:
    mine = begun(store, layer, anna, first)
    body, steps = first, []
    for number, after in enumerate(bodies):
        steps.append(difference(body, after, id=str(number), name="set"))
        body = after
    rev = 0
    for start in range(0, len(steps), cuts):
        rev = store.annotations.apply(mine, anna.id, rev, steps[start : start + cuts]).rev
    with Store.open(store.folder, kinds=KINDS) as again:
        stored = again.annotations.get(mine, anna.id)
        events = again.annotations.events(mine, anna.id)
    assert written(stored.cells) == written(replay(events, first))
    assert stored.rev == len(events) == len(steps)


@pytest.mark.slow
@both
@given(first=BODIES, bodies=st.lists(BODIES, min_size=1, max_size=6))
def test_undoing_every_operation_passes_every_body_again_byte_by_byte(
    store: Store, layer: LayerRecord, anna: UserRecord, first: Body, bodies: list[Body]
) -> None:
    mine = begun(store, layer, anna, first)
    passed: list[str] = []
    body: Body = store.annotations.get(mine, anna.id).cells
    for number, after in enumerate(bodies):
        passed.append(written(body))
        operation = difference(body, after, id=f"do-{number}", name="set")
        store.annotations.apply(mine, anna.id, number, [operation])
        body = store.annotations.get(mine, anna.id).cells
    rev = len(bodies)
    for event in reversed(store.annotations.events(mine, anna.id)):
        undo = inverse(event, f"un{event.id}")
        rev = store.annotations.apply(mine, anna.id, rev, [undo]).rev
        assert written(store.annotations.get(mine, anna.id).cells) == passed.pop()
