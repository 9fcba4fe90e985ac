"""What the server computes for an item: divisions of a pair, links aligned again."""

from __future__ import annotations

from diglot.annotate.items import NewItem
from tests.annotate.server.conftest import Alone, side

PAIR = {
    "source": side("one two three four"),
    "target": side("un deux trois quatre"),
    "links": [[0, 0, 0.9], [4, 3, 0.9], [8, 8, 0.9], [14, 14, 0.9]],
}
SEGMENTS = {"s0": 7, "s8": 18, "t0": 7, "t8": 20}


def added(alone: Alone, kind: str) -> int:
    layer = alone.store.layers.add(kind, kind)
    cells = {**SEGMENTS, "b0-0": [18, 20]} if kind == "sentences" else {}
    alone.store.items.add_many(layer.id, [NewItem(key="pair", payload=PAIR, cells=cells)])
    return alone.store.items.by_seq(layer.id, 1).id


def test_divisions_are_ranked(alone: Alone) -> None:
    item = added(alone, "trees")
    found = alone.page.get(f"/api/items/{item}/splits?source=0-18&target=0-20").json()
    best = found["splits"][0]
    assert (best["op"], best["i"], best["j"]) == ("direct", 8, 8)
    assert len(found["splits"]) >= 5


def test_divisions_are_for_trees_only(alone: Alone) -> None:
    answer = alone.page.get("/api/items/1/splits?source=0-1&target=0-1")
    assert answer.status_code == 400
    assert "trees" in answer.json()["error"]


def test_a_span_is_two_numbers(alone: Alone) -> None:
    item = added(alone, "trees")
    answer = alone.page.get(f"/api/items/{item}/splits?source=0&target=0-1")
    assert answer.status_code == 400


def test_links_are_aligned_again(alone: Alone) -> None:
    item = added(alone, "sentences")
    cells = {**SEGMENTS, "b0-0": [18, 20]}
    answer = alone.page.post(f"/api/items/{item}/realign", json={"cells": cells, "from": [0, 0]})
    assert answer.status_code == 200, answer.text
    changes = answer.json()["changes"]
    assert all(len(pair) == 2 for pair in changes.values())
    assert not {"s0", "t0"} & set(changes)


def test_what_is_confirmed_stays(alone: Alone) -> None:
    item = added(alone, "sentences")
    cells = {**SEGMENTS, "b0-0": [18, 20], "c0-0": True}
    answer = alone.page.post(f"/api/items/{item}/realign", json={"cells": cells, "from": [0, 0]})
    assert answer.json() == {"changes": {}}


def test_cells_that_are_none_are_refused(alone: Alone) -> None:
    item = added(alone, "sentences")
    body = {"cells": {"b0-0": "x"}, "from": [0, 0]}
    answer = alone.page.post(f"/api/items/{item}/realign", json=body)
    assert answer.status_code == 400
    assert "b0-0" in answer.json()["error"]
