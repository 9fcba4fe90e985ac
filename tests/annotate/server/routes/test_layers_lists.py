"""Layers, lists of items, and what comes next."""

from __future__ import annotations

import re
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import pytest

from diglot.annotate.items import NewItem, NewSuggestion
from diglot.annotate.records import NewJudgement, NotFoundError, StateError
from diglot.annotate.server.routes.layers import ahead, open_numbered
from diglot.annotate.store import Store
from diglot.annotate.store.annotations import Annotations
from diglot.annotate.store.items import Items
from tests.annotate.server.conftest import Alone, labelled, side
from tests.effort import statements

if TYPE_CHECKING:
    from pathlib import Path


def test_a_layer_brings_labels_and_guideline(alone: Alone) -> None:
    found = alone.page.get(f"/api/layers/{alone.layer}").json()
    assert found["guideline"] == "# Look twice"
    assert [label["name"] for label in found["scheme"]["labels"]][:2] == ["sure", "partial"]
    assert {"key", "colour", "sign", "meaning", "links"} <= set(found["scheme"]["labels"][0])


def test_a_list_is_read_page_by_page(alone: Alone) -> None:
    found = alone.page.get(f"/api/layers/{alone.layer}/items?offset=1&limit=2").json()
    assert found["total"] == 5
    assert [row["seq"] for row in found["items"]] == [2, 3]
    assert found["items"][0]["source"] == "the 2"
    assert found["items"][0]["state"] == "open"


def test_a_list_is_searched(alone: Alone) -> None:
    found = alone.page.get(f"/api/layers/{alone.layer}/items", params={"search": "the 4"}).json()
    assert [row["seq"] for row in found["items"]] == [4]


def test_views_follow_the_state(alone: Alone) -> None:
    own = alone.item(3)["annotation"]["id"]
    alone.save(own, 0, labelled("a", None, "sure"))
    alone.page.post(f"/api/annotations/{own}/done", headers={"If-Match": "1"})
    found = alone.page.get(f"/api/layers/{alone.layer}/items?view=done").json()
    assert [(row["seq"], row["label"]) for row in found["items"]] == [(3, "sure")]


@pytest.mark.parametrize(
    "query", ["view=mad", "order=x", "limit=0", "limit=501", "offset=-1", f"offset={2**40}"]
)
def test_a_wrong_list_is_refused_in_one_line(alone: Alone, query: str) -> None:
    answer = alone.page.get(f"/api/layers/{alone.layer}/items?{query}")
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]


def test_the_next_item_follows_the_last(alone: Alone) -> None:
    assert alone.page.get(f"/api/layers/{alone.layer}/next?after=2").json() == {"item": 3}


def test_the_next_item_is_one_of_the_view(alone: Alone) -> None:
    own = alone.item(4)["annotation"]["id"]
    alone.save(own, 0, labelled("a", None, "sure"))
    found = alone.page.get(f"/api/layers/{alone.layer}/next?after=1&view=draft")
    assert found.json() == {"item": 4}


@pytest.mark.parametrize("path", ["", "/items", "/next", "/items/1", "/adjudication", "/agreement"])
def test_a_layer_that_is_not_there_is_not_found(alone: Alone, path: str) -> None:
    answer = alone.page.get(f"/api/layers/77{path}")
    assert answer.status_code == 404
    assert list(answer.json()) == ["error"]


def test_an_item_that_is_not_there_is_not_found(alone: Alone) -> None:
    assert alone.page.get(f"/api/layers/{alone.layer}/items/99").status_code == 404


@pytest.mark.parametrize("path", ["ahead?after=5&count=20", "open?seqs=6,1,7", "items/6"])
@pytest.mark.parametrize(
    "reads", [(Items, "several"), (Items, "neighbours"), (Annotations, "inspect")]
)
def test_an_import_may_be_deleted_while_its_items_are_read(
    alone: Alone, monkeypatch: pytest.MonkeyPatch, path: str, reads: tuple[Any, str]
) -> None:
    number = alone.store.imports.begin(alone.layer, ["more.tsv"])
    payload = {"source": side("one"), "target": side("eins")}
    brought = [NewItem(f"more {n}", payload) for n in range(2)]
    alone.store.items.add_many(alone.layer, brought, import_id=number)
    owner, name = reads
    read = getattr(owner, name)

    def late(*given: Any, **options: Any) -> Any:
        with suppress(NotFoundError, StateError):  # it is deleted once
            alone.store.imports.withdraw(number)
            alone.store.imports.delete(number)
        return read(*given, **options)

    monkeypatch.setattr(owner, name, late)
    answer = alone.page.get(f"/api/layers/{alone.layer}/{path}")
    if path.startswith("items") and name != "several":
        assert answer.status_code == 404
        assert list(answer.json()) == ["error"]
    else:
        assert answer.status_code == 200, answer.text
        left = {"ahead": [1, 2, 3, 4, 5], "open": [1], "items": [6]}
        found = answer.json().get("items", [answer.json()])
        assert [each["seq"] for each in found] == left[re.split(r"\W", path)[0]]


def test_forty_items_ahead_take_no_more_statements_than_two(tmp_path: Path) -> None:
    payload = {"source": side("one"), "target": side("eins")}
    proposed = (NewSuggestion("aligner", "1", {"label": "sure"}),)
    with Store.create(tmp_path / "project", name="Ahead") as store:
        layer = store.layers.add("confidence", "confidence").id
        store.items.add_many(
            layer,
            [
                NewItem(str(n), payload, cells={"note": "first"}, suggestions=proposed)
                for n in range(100)
            ],
        )
        anna = store.people.add("Anna", "annotator")
        begun = [item.id for item in store.items.each(layer) if item.seq % 2]
        cells = {"label": "sure"}
        store.annotations.put_many(
            NewJudgement(item=each, user=anna.id, cells=cells, done=False) for each in begun
        )
        ahead(store, anna, layer, count=1)  # she gets her pseudonym

        def sent(first: int, count: int) -> list[str]:
            return statements(
                store.database.engine, lambda: ahead(store, anna, layer, after=first, count=count)
            )

        few, many = sent(2, 2), sent(4, 40)
        assert len(many) == len(few) < 40
        named = ",".join(map(str, range(50, 90)))
        opened = statements(store.database.engine, lambda: open_numbered(store, anna, layer, named))
        assert len(opened) < len(many)
        items = ahead(store, anna, layer, after=4, count=40).items
        assert [each.seq for each in items] == list(range(5, 45))
        assert [each.annotation.cells for each in items[:2]] == [cells, {"note": "first"}]
        assert [len(each.events) for each in items[:2]] == [1, 0]
        assert {each.suggestions[0].method for each in items} == {"aligner"}
        assert [(each.previous, each.next, each.of) for each in items[:1]] == [(4, 6, 100)]
