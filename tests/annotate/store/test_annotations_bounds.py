"""Saving and opening cost little enough for a page that saves every key, counted in calls."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from diglot.annotate.bodies import UNCHECKED, Body
from diglot.annotate.items import NewItem
from diglot.annotate.records import FaultError
from diglot.annotate.store import Store
from tests.annotate.store.conftest import KINDS, step
from tests.effort import calls

CELLS = {f"b{number}-{number}": [number, number + 10] for number in range(10_000)}


@pytest.fixture
def large(sqlite_template: Path, tmp_path: Path) -> Iterator[tuple[Store, int, int]]:
    """A project on SQLite with one item of 10,000 cells: the store, the annotation, the person."""
    folder = tmp_path / "p"
    shutil.copytree(sqlite_template, folder)
    with Store.open(folder, kinds=KINDS) as store:
        user = store.people.local_owner().id
        layer = store.layers.add("plain", "plain")
        store.items.add_many(layer.id, [NewItem("large", {}, cells=CELLS), NewItem("small", {})])
        yield store, store.items.by_seq(layer.id, 1).id, user


def test_a_small_operation_makes_few_calls(large: tuple[Store, int, int]) -> None:
    store, _, user = large
    mine = store.annotations.open(store.items.by_seq(1, 2).id, user).id
    counts = [
        calls(
            lambda rev=rev: store.annotations.apply(
                mine, user, rev, [step(f"{rev}", **{f"c{rev}": (None, rev)})]
            )
        )
        for rev in range(20)
    ]
    assert max(counts[1:]) < 2_500


@pytest.mark.slow
def test_a_body_of_10000_cells_opens_in_a_few_calls_a_cell(large: tuple[Store, int, int]) -> None:
    store, item, user = large
    mine = store.annotations.open(item, user).id
    with Store.open(store.folder or "", kinds=KINDS) as fresh:
        found: list[Body] = []
        assert calls(lambda: found.append(fresh.annotations.get(mine, user).cells)) < 5 * len(CELLS)
    assert len(found[0]) == len(CELLS)


@pytest.mark.slow
def test_a_bulk_operation_takes_a_few_calls_a_cell(large: tuple[Store, int, int]) -> None:
    store, item, user = large
    mine = store.annotations.open(item, user).id
    changes = {name: ([a, b], [a, b + 1]) for name, (a, b) in CELLS.items()}
    saved = calls(lambda: store.annotations.apply(mine, user, 0, [step("0", **changes)]))
    assert saved < 80 * len(CELLS)


def test_what_is_too_long_is_checked_when_it_is_opened_or_finished(
    large: tuple[Store, int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    store, item, user = large
    notes = store.annotations
    mine = notes.open(item, user).id
    monkeypatch.setattr("diglot.annotate.store.drafts.CHECKED_CELLS", len(CELLS) - 1)
    odd = notes.apply(mine, user, 0, [step("odd", odd=(None, True))]).problems
    assert [each.code for each in odd] == ["plain.odd"]
    # What was found stays where nothing has changed, and it is said that this is not all.
    wrong = notes.apply(mine, user, 1, [step("wrong", wrong=(None, True))]).problems
    assert wrong == (*odd, UNCHECKED)
    assert notes.apply(mine, user, 2, [], seconds=1).problems == wrong
    assert notes.apply(mine, user, 2, [step("gone", odd=(True, None))]).problems == (UNCHECKED,)
    with pytest.raises(FaultError, match="this is wrong"):
        notes.finish(mine, user, 3)
    assert [each.code for each in notes.inspect([item], user)[item][0]] == ["plain.wrong"]
