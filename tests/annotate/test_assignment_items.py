"""Items shared out among people: by design, with training, known answers and repeats."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from diglot.annotate.assignment import assign, repeated_answers
from diglot.annotate.items import AGAIN, NewItem
from diglot.annotate.options import AssignOptions, Design
from diglot.annotate.records import NewJudgement
from diglot.annotate.store import Store
from diglot.errors import ConfigError
from tests.annotate.store.conftest import turns_of

PAYLOAD = {
    "source": {"lang": "en", "dir": "ltr", "text": "a b", "tokens": [[0, 1], [2, 3]]},
    "target": {"lang": "fr", "dir": "ltr", "text": "c", "tokens": [[0, 1]]},
}


@pytest.fixture
def store(tmp_path: Path, template: Path) -> Iterator[Store]:
    """Twelve items, two of them with known answers, and one to train with."""
    shutil.copytree(template, tmp_path / "project")
    made = Store.open(tmp_path / "project")
    layer = made.layers.add("confidence", "confidence")
    items = [NewItem(str(n), PAYLOAD, score=n / 20) for n in range(12)]
    known = [NewItem(f"known{n}", PAYLOAD, hidden_gold={"label": "sure"}) for n in range(2)]
    made.items.add_many(layer.id, [*items, *known, NewItem("train", PAYLOAD, sandbox=True)])
    yield made
    made.close()


def _keys(store: Store, name: str) -> list[str]:
    person = next(each for each in store.people.all() if each.name == name)
    keys = {item.id: item.key for item in store.items.each(store.layers.get("confidence").id)}
    return [keys[item] for item in turns_of(store, person.id)]


@pytest.mark.parametrize("design", get_args(Design))
def test_every_design_gives_every_item_to_somebody(store: Store, design: str) -> None:
    assign(store, "confidence", ("ann", "bo", "cy"), AssignOptions(design=design, shared=3))
    given = {key for name in ("ann", "bo", "cy") for key in _keys(store, name)}
    assert {str(n) for n in range(12)} <= given


def test_ranges_give_each_item_to_two_of_three(store: Store) -> None:
    counts = assign(store, "confidence", ("ann", "bo", "cy"), AssignOptions(known=0))
    assert counts == {"ann": 9, "bo": 9, "cy": 9}


def test_training_comes_first(store: Store) -> None:
    assign(store, "confidence", ("ann", "bo", "cy"))
    assert [_keys(store, name)[0] for name in ("ann", "bo", "cy")] == ["train"] * 3


def test_known_answers_are_mixed_in(store: Store) -> None:
    assign(store, "confidence", ("ann", "bo", "cy"), AssignOptions(known=0.2))
    keys = _keys(store, "ann")
    assert any(key.startswith("known") for key in keys)


def test_the_least_certain_come_first_in_the_active_design(store: Store) -> None:
    options = AssignOptions(design="active", per_item=1, random=0, known=0)
    assign(store, "confidence", ("ann",), options)
    assert _keys(store, "ann")[1:] == [str(n) for n in range(12)]


def test_repeats_are_items_of_their_own_and_no_data(store: Store) -> None:
    options = AssignOptions(design="full", repeat=0.25, distance=3, known=0)
    assign(store, "confidence", ("ann",), options)
    keys = _keys(store, "ann")
    again = [key for key in keys if key.endswith(AGAIN)]
    assert len(again) == 3
    assert all(keys.index(key) - keys.index(key.removesuffix(AGAIN)) > 3 for key in again)
    layer = store.layers.get("confidence")
    assert all(item.sandbox for item in store.items.each(layer.id) if item.key.endswith(AGAIN))


def test_what_people_say_the_second_time_is_compared(store: Store) -> None:
    options = AssignOptions(design="full", repeat=0.25, distance=3, known=0)
    assign(store, "confidence", ("ann",), options)
    person = next(each for each in store.people.all() if each.name == "ann")
    layer = store.layers.get("confidence")
    store.annotations.put_many(
        NewJudgement(
            item=item.id,
            user=person.id,
            cells={"label": "erroneous" if item.key.endswith(AGAIN) else "sure"},
        )
        for item in store.items.each(layer.id)
    )
    assert repeated_answers(store, "confidence") == [("A1", "sure", "erroneous")] * 3


@pytest.mark.parametrize(
    ("people", "options", "message"),
    [
        (("ann", "ann"), AssignOptions(), "each annotator once"),
        ((), AssignOptions(), "each annotator once"),
        (("ann",), AssignOptions(), "cannot judge an item 2 times"),
        (("ann", "bo"), AssignOptions(design="sample"), "--shared"),
    ],
)
def test_what_cannot_be_shared_out_is_said(
    store: Store, people: tuple[str, ...], options: AssignOptions, message: str
) -> None:
    with pytest.raises(ConfigError, match=message):
        assign(store, "confidence", people, options)
