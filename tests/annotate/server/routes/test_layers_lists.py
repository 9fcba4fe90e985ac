"""Layers, lists of items, and what comes next."""

from __future__ import annotations

import pytest

from tests.annotate.server.conftest import Alone, labelled


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
