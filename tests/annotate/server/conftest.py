"""A project with people of every role, and browsers that talk to its server without a network."""

from __future__ import annotations

import shutil
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

import pytest

from diglot.annotate.items import NewItem
from diglot.annotate.records import Turn
from diglot.annotate.server.app import make_app
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store

with warnings.catch_warnings():
    # It prefers a successor of httpx that Debian and others do not have yet.
    warnings.simplefilter("ignore")
    from fastapi.testclient import TestClient

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi import FastAPI

TOKEN = "token-of-the-address"
HOSTILE = '<img src=x onerror="alert(1)">'
ROLES = ("owner", "manager", "adjudicator", "annotator", "viewer")


def side(text: str) -> dict[str, Any]:
    """One side of a payload; words are divided by spaces."""
    tokens, start = [], 0
    for word in text.split(" "):
        tokens.append([start, start + len(word)])
        start += len(word) + 1
    return {"lang": "en", "dir": "ltr", "text": text, "tokens": tokens, "doc": "d", "start": 0}


def browser(app: FastAPI, *, base: str = "http://localhost:8427", **headers: str) -> TestClient:
    """A browser with a page of the server open."""
    given = {"Origin": base, "X-Diglot": "1", **headers}
    return TestClient(app, base_url=base, headers=given, raise_server_exceptions=False)


ROUTES = make_app(cast("Store", None), entrance=Entrance("team")).routes


def served(store: Store, entrance: Entrance) -> FastAPI:
    """The server of a project, with the routes of all others.

    An app makes the models of its routes at the first request, which takes longer than a test.
    """
    app = make_app(store, entrance=entrance)
    app.router.routes[:] = ROUTES
    return app


def fill(store: Store) -> int:
    """Add a layer of five pairs to be labelled; its id."""
    layer = store.layers.add("confidence", "confidence", guideline="# Look twice")
    items = [
        NewItem(key=f"pair-{n}", payload={"source": side(f"the {n}"), "target": side(HOSTILE)})
        for n in range(1, 6)
    ]
    store.items.add_many(layer.id, items)
    return layer.id


@dataclass
class Alone:
    """A project of one person, who has come in by the address."""

    store: Store
    app: FastAPI
    layer: int
    page: TestClient

    def item(self, seq: int = 1) -> dict[str, Any]:
        """An item as the page gets it."""
        found: dict[str, Any] = self.page.get(f"/api/layers/{self.layer}/items/{seq}").json()
        return found

    def save(self, annotation: int, rev: int | None, *operations: dict[str, Any]) -> Any:
        """Send operations."""
        headers = {} if rev is None else {"If-Match": str(rev)}
        body = {"operations": list(operations), "seconds": 1.5}
        return self.page.put(f"/api/annotations/{annotation}", json=body, headers=headers)


def labelled(name: str, before: str | None, after: str | None) -> dict[str, Any]:
    """An operation that changes the label."""
    return {"id": name, "name": "set_label", "changes": {"label": [before, after]}}


@pytest.fixture(scope="package")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A project that tests copy: making its tables takes longer than most of them."""
    folder = tmp_path_factory.mktemp("pairs") / "project"
    store = Store.create(folder, name="Pairs")
    fill(store)
    store.close()
    return folder


@pytest.fixture
def alone(tmp_path: Path, pairs: Path) -> Iterator[Alone]:
    shutil.copytree(pairs, tmp_path / "project")
    store = Store.open(tmp_path / "project")
    layer = store.layers.all()[0].id
    app = served(store, Entrance("local", TOKEN, 8427))
    with browser(app) as page:
        page.get(f"/?token={TOKEN}", follow_redirects=False)
        yield Alone(store, app, layer, page)
    store.close()


@dataclass
class Team:
    """A project with one person of every role, and two annotators who judge the same items."""

    store: Store
    app: FastAPI
    layer: int
    people: dict[str, int]
    pages: dict[str, TestClient]
    foreign: int


@pytest.fixture(scope="package")
def team(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Team]:
    store = Store.create(tmp_path_factory.mktemp("team") / "project", name="Team")
    layer = fill(store)
    app = served(store, Entrance("team"))
    people = {
        name: store.people.add(name, role, password="a long password").id
        for name, role in [*((role, role) for role in ROLES), ("other", "annotator")]
    }
    store.queue.assign(
        layer,
        [
            *(Turn(store.items.by_seq(layer, n).id, people["annotator"], n) for n in (1, 2)),
            *(Turn(store.items.by_seq(layer, n).id, people["other"], n) for n in (1, 3)),
        ],
    )
    pages = {name: browser(app) for name in people}
    for name, page in pages.items():
        answer = page.post("/api/login", json={"name": name, "password": "a long password"})
        assert answer.status_code == 200, answer.text
    # What the other annotator says of an item that both have, with a word to look for.
    item = pages["other"].get(f"/api/layers/{layer}/items/1").json()
    foreign = item["annotation"]["id"]
    secret = {
        "id": "secret-1",
        "name": "edit",
        "changes": {"label": [None, "erroneous"], "note": [None, SECRET]},
    }
    answer = pages["other"].put(
        f"/api/annotations/{foreign}", json={"operations": [secret]}, headers={"If-Match": "0"}
    )
    assert answer.status_code == 200, answer.text
    yield Team(store, app, layer, people, pages, foreign)
    for page in pages.values():
        page.close()
    store.close()


SECRET = "what-only-the-other-has-said"
