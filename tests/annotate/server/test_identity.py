"""Coming in by the address, by password, by invitation; and going out."""

from __future__ import annotations

import shutil
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.annotate.server.conftest import TOKEN, Alone, Team, browser, served

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PASSWORD = "a long password"


@pytest.fixture
def joined(tmp_path: Path, pairs: Path) -> Iterator[Store]:
    shutil.copytree(pairs, tmp_path / "project")
    with Store.open(tmp_path / "project") as store:
        store.people.add("Ann", "owner", password=PASSWORD)
        yield store


def test_the_token_becomes_a_cookie_and_leaves_the_address(alone: Alone) -> None:
    page = browser(alone.app)
    answer = page.get(f"/l/1?view=open&token={TOKEN}", follow_redirects=False)
    assert answer.status_code == 303
    assert answer.headers["location"] == "/l/1?view=open"
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=lax" in cookie
    assert page.get("/api/session").json()["user"]["role"] == "owner"


@pytest.mark.parametrize("token", ["", "wrong", TOKEN[:-1], TOKEN + "x", "é"])
def test_a_wrong_token_opens_nothing(alone: Alone, token: str) -> None:
    page = browser(alone.app)
    page.get("/", params={"token": token}, follow_redirects=False)
    assert page.get("/api/session").json()["user"] is None
    assert page.get("/api/layers/1").status_code == 401


def test_a_redirect_never_leaves_the_server(alone: Alone) -> None:
    answer = alone.page.get(f"//evil.example/?token={TOKEN}", follow_redirects=False)
    assert answer.headers["location"].startswith("/")
    assert not answer.headers["location"].startswith("//")


def test_projects_on_one_machine_have_cookies_of_their_own(alone: Alone) -> None:
    assert list(alone.page.cookies) == ["diglot-8427"]


def test_nobody_signs_in_to_a_local_project(alone: Alone) -> None:
    body = {"name": "a", "password": "b"}
    assert alone.page.post("/api/login", json=body).status_code == 403
    body = {"token": "t", "name": "a", "password": PASSWORD}
    assert alone.page.post("/api/join", json=body).status_code == 403


def test_the_session_says_what_there_is_to_do(alone: Alone) -> None:
    found = alone.page.get("/api/session").json()
    assert found["project"] == {"name": "Pairs"}
    assert found["mode"] == "local"
    counts = {"open": 5, "draft": 0, "done": 0, "adjudicated": 0}
    assert found["layers"] == [
        {"id": alone.layer, "kind": "confidence", "name": "confidence", "counts": counts}
    ]


def test_strangers_learn_only_that_there_is_a_project(team: Team) -> None:
    found = browser(team.app).get("/api/session").json()
    assert (found["user"], found["layers"]) == (None, [])


def test_settings_are_kept(alone: Alone) -> None:
    mine = {"keys": {"merge": "m"}, "views": {"list": {"order": "doubt"}}}
    assert alone.page.put("/api/settings", json=mine).json() == mine
    assert alone.page.get("/api/session").json()["settings"] == mine


def test_who_goes_out_is_out(alone: Alone) -> None:
    assert alone.page.post("/api/logout").status_code == 204
    assert alone.page.get("/api/session").json()["user"] is None


def test_under_tls_the_cookie_is_secure(joined: Store) -> None:
    page = browser(served(joined, Entrance("team")), base="https://localhost")
    answer = page.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    cookie = answer.headers["set-cookie"]
    assert cookie.startswith("__Host-diglot=")
    assert "Secure" in cookie
    assert "HttpOnly" in cookie


def test_a_session_ends_for_good(joined: Store) -> None:
    page = browser(served(joined, Entrance("team")))
    page.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    stolen = dict(page.cookies)
    page.post("/api/logout")
    page.cookies.update(stolen)
    assert page.get("/api/layers/1").status_code == 401


def test_an_invitation_is_accepted_once(joined: Store) -> None:
    app = served(joined, Entrance("team"))
    owner = browser(app)
    owner.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    answer = owner.post("/api/invitations", json={"role": "annotator"})
    assert answer.status_code == 201
    token = answer.json()["token"]
    assert token not in owner.get("/api/invitations").text
    guest = browser(app)
    body = {"token": token, "name": "Ben", "password": PASSWORD}
    assert guest.post("/api/join", json=body).json()["user"]["role"] == "annotator"
    again = browser(app).post("/api/join", json={**body, "name": "Eve"})
    assert again.status_code == 400
    assert [p["name"] for p in owner.get("/api/people").json()["people"]] == ["Ann", "Ben"]


def test_a_short_password_is_refused(joined: Store) -> None:
    page = browser(served(joined, Entrance("team")))
    _, token = joined.people.invite("annotator")
    body = {"token": token, "name": "Ben", "password": "short"}
    answer = page.post("/api/join", json=body)
    assert answer.status_code == 400
    assert "password" in answer.json()["error"]


def test_guessing_passwords_is_slowed_down(joined: Store) -> None:
    page = browser(served(joined, Entrance("team")))
    statuses = []
    for _ in range(30):
        answer = page.post("/api/login", json={"name": "Ann", "password": "guess"})
        statuses.append(answer.status_code)
        if statuses[-1] == 429:
            break
    assert set(statuses) == {401, 429}
    assert int(answer.headers["retry-after"]) > 0
    right = page.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    assert right.status_code == 429


def test_an_invitation_says_when_it_expires(joined: Store) -> None:
    page = browser(served(joined, Entrance("team")))
    page.post("/api/login", json={"name": "Ann", "password": PASSWORD})
    expires = page.post("/api/invitations", json={"role": "viewer"}).json()["expires"]
    assert datetime.fromisoformat(expires) > datetime.now(UTC)
