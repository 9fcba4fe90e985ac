"""Saving and opening are quick enough for a page that saves every key.

Processor time is taken, since other work on the machine stretches every other clock.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from time import thread_time

import pytest

from diglot.annotate.items import NewItem
from diglot.annotate.store import Store
from tests.annotate.store.conftest import KINDS, step

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


def test_a_small_operation_takes_less_than_5_ms(large: tuple[Store, int, int]) -> None:
    store, _, user = large
    mine = store.annotations.open(store.items.by_seq(1, 2).id, user).id
    times = []
    for rev in range(100):
        begin = thread_time()
        store.annotations.apply(mine, user, rev, [step(f"{rev}", **{f"c{rev}": (None, rev)})])
        times.append(thread_time() - begin)
    assert median(times) < 0.005


def test_a_body_of_10000_cells_opens_in_100_ms(large: tuple[Store, int, int]) -> None:
    store, item, user = large
    mine = store.annotations.open(item, user).id
    times = []
    for _ in range(5):
        with Store.open(store.folder or "", kinds=KINDS) as fresh:
            begin = thread_time()
            cells = fresh.annotations.get(mine, user).cells
            times.append(thread_time() - begin)
    assert (len(cells), min(times) < 0.1) == (10_000, True)


def test_a_bulk_operation_on_10000_cells_takes_half_a_second(
    large: tuple[Store, int, int],
) -> None:
    store, item, user = large
    mine = store.annotations.open(item, user).id
    times = []
    for rev in range(3):
        changes = {name: ([a, b + rev], [a, b + rev + 1]) for name, (a, b) in CELLS.items()}
        begin = thread_time()
        store.annotations.apply(mine, user, rev, [step(f"{rev}", **changes)])
        times.append(thread_time() - begin)
    assert min(times) < 0.5
