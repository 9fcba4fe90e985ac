"""Every route for every role: who may do what, and that nobody reads what others have said."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import pytest

from diglot.annotate.items import NewItem
from diglot.annotate.records import NewJudgement, Turn
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.annotate.server.conftest import ROLES, SECRET, browser, served, side

if TYPE_CHECKING:
    from pathlib import Path

    from httpx import Response

    from tests.annotate.server.conftest import Team

EVERYBODY = frozenset(ROLES)
JUDGES = EVERYBODY - {"viewer"}
LEADERS = frozenset({"owner", "manager"})
DECIDERS = frozenset({"owner", "adjudicator"})
REPORTED = EVERYBODY - {"annotator"}

# Method and path as described, to the roles that may. Strangers may only what PUBLIC says.
PUBLIC = {
    ("get", "/api/session"),
    ("post", "/api/login"),
    ("post", "/api/join"),
    ("post", "/api/invitation"),
}
ALLOWED: dict[tuple[str, str], frozenset[str]] = {
    ("post", "/api/logout"): EVERYBODY,
    ("put", "/api/settings"): EVERYBODY,
    ("put", "/api/password"): EVERYBODY,
    ("get", "/api/sessions"): EVERYBODY,
    ("delete", "/api/sessions/{session_id}"): EVERYBODY,
    ("get", "/api/agenda"): EVERYBODY,
    ("get", "/api/people"): LEADERS,
    ("post", "/api/people/{person_id}/reset"): LEADERS,
    ("delete", "/api/people/{person_id}/sessions"): LEADERS,
    ("delete", "/api/invitations/{invitation_id}"): LEADERS,
    ("get", "/api/items/{item_id}/remarks"): JUDGES,
    ("post", "/api/items/{item_id}/remarks"): JUDGES,
    ("post", "/api/items/{item_id}/remarks/resolve"): JUDGES,
    ("patch", "/api/people/{person_id}"): LEADERS,
    ("get", "/api/invitations"): LEADERS,
    ("post", "/api/invitations"): LEADERS,
    ("get", "/api/layers/{layer_id}"): EVERYBODY,
    ("get", "/api/layers/{layer_id}/items"): JUDGES,
    ("get", "/api/layers/{layer_id}/next"): JUDGES,
    ("get", "/api/layers/{layer_id}/ahead"): JUDGES,
    ("get", "/api/layers/{layer_id}/open"): JUDGES,
    ("get", "/api/layers/{layer_id}/items/{seq}"): JUDGES,
    ("get", "/api/items/{item_id}/splits"): JUDGES,
    ("post", "/api/items/{item_id}/realign"): JUDGES,
    ("post", "/api/annotations"): JUDGES,
    ("put", "/api/annotations/{annotation_id}"): JUDGES,
    ("post", "/api/annotations/{annotation_id}/done"): JUDGES,
    ("post", "/api/annotations/{annotation_id}/reopen"): JUDGES,
    ("get", "/api/annotations/{annotation_id}/events"): JUDGES,
    ("get", "/api/layers/{layer_id}/adjudication"): DECIDERS,
    ("get", "/api/layers/{layer_id}/agreement"): REPORTED,
    ("get", "/api/progress"): JUDGES,
    ("get", "/api/audit"): LEADERS,
    ("post", "/api/imports"): LEADERS,
    ("post", "/api/previews"): LEADERS,
    ("get", "/api/imports"): LEADERS,
    ("delete", "/api/imports/{import_id}"): LEADERS,
    ("post", "/api/imports/{import_id}/restore"): LEADERS,
    ("post", "/api/layers/{layer_id}/assign"): LEADERS,
    ("get", "/api/layers/{layer_id}/export"): LEADERS,
    ("get", "/api/review"): LEADERS,
    ("get", "/api/jobs"): LEADERS,
    ("post", "/api/jobs"): LEADERS,
    ("post", "/api/jobs/sample"): LEADERS,
    ("post", "/api/encodings"): LEADERS,
    ("post", "/api/jobs/{job_id}/files"): LEADERS,
    ("post", "/api/jobs/{job_id}/start"): LEADERS,
    ("delete", "/api/jobs/{job_id}"): LEADERS,
    ("post", "/api/jobs/{job_id}/restore"): LEADERS,
    ("post", "/api/jobs/{job_id}/exchange"): LEADERS,
    ("get", "/api/jobs/{job_id}/results/{name}"): LEADERS,
    ("post", "/api/quit"): LEADERS,
    ("get", "/api/releases"): EVERYBODY,
    ("post", "/api/releases"): LEADERS,
    ("get", "/api/releases/{release_id}/files"): REPORTED,
}
# Requests that reach the decision about the role and change nothing: what they ask for is not
# there, or not well-formed in a way that is looked at later.
BODIES: dict[tuple[str, str], dict[str, Any]] = {
    ("put", "/api/settings"): {"json": {}},
    ("put", "/api/password"): {"json": {"old": "a long password", "new": "short"}},
    ("post", "/api/items/{item_id}/remarks"): {"json": {}},
    ("post", "/api/invitation"): {"json": {"token": "x"}},
    ("patch", "/api/people/{person_id}"): {"json": {}},
    ("post", "/api/invitations"): {"json": {"role": "viewer"}},
    ("post", "/api/items/{item_id}/realign"): {"json": {"cells": {}, "from": [0, 0]}},
    ("put", "/api/annotations/{annotation_id}"): {"json": {"operations": []}},
    ("post", "/api/annotations"): {"json": {"saves": []}},
    ("post", "/api/jobs"): {"json": {"name": "x"}},
    ("post", "/api/jobs/{job_id}/files"): {"params": {"side": "source", "name": "x"}},
    ("post", "/api/encodings"): {"content": b"x"},
    ("post", "/api/jobs/{job_id}/start"): {"json": {}},
    ("get", "/api/layers/{layer_id}/open"): {"params": {"seqs": "999999"}},
    ("post", "/api/annotations/{annotation_id}/reopen"): {"json": {}},
    ("post", "/api/imports"): {"params": {"name": "x.exe"}, "content": b"x"},
    ("post", "/api/previews"): {"params": {"name": "x.exe"}, "content": b"x"},
    ("post", "/api/layers/{layer_id}/assign"): {"json": {"to": ["nobody"]}},
    ("post", "/api/releases"): {"json": {"version": "1.0", "datasheet": {"purpose": "x"}}},
    ("get", "/api/items/{item_id}/splits"): {"params": {"source": "0-1", "target": "0-1"}},
    ("post", "/api/login"): {"json": {"name": "nobody", "password": "x"}},
    ("post", "/api/join"): {"json": {"token": "x", "name": "x", "password": "long enough"}},
}
NOT_THERE = 999_999


def described(team: Team) -> set[tuple[str, str]]:
    paths = browser(team.app).get("/api/openapi.json").json()["paths"]
    return {(method, path) for path, methods in paths.items() for method in methods}


def request(team: Team, page: Any, method: str, path: str) -> Response:
    """Ask for something that is not there, except for what everybody may see."""
    values = {"layer_id": team.layer, "seq": NOT_THERE}
    url = re.sub(r"{(\w+)}", lambda m: str(values.get(m[1], NOT_THERE)), path)
    found: Response = page.request(method.upper(), url, **BODIES.get((method, path), {}))
    return found


@pytest.mark.slow
def test_the_table_names_every_route(team: Team) -> None:
    assert described(team) == PUBLIC | set(ALLOWED)


@pytest.mark.parametrize("role", ROLES)
@pytest.mark.parametrize(
    ("method", "path"), [each for each in ALLOWED if each != ("post", "/api/logout")]
)
def test_a_role_may_what_the_table_says(team: Team, role: str, method: str, path: str) -> None:
    answer = request(team, team.pages[role], method, path)
    if role in ALLOWED[method, path]:
        assert answer.status_code not in (401, 403), answer.text
    else:
        assert answer.status_code == 403
        assert answer.json() == {"error": f"{role}s may not do this"}


@pytest.mark.parametrize(("method", "path"), list(ALLOWED))
def test_strangers_may_nothing_of_it(team: Team, method: str, path: str) -> None:
    answer = request(team, browser(team.app), method, path)
    assert answer.status_code == 401
    assert answer.json() == {"error": "sign in first"}


def test_a_session_of_another_project_opens_nothing(team: Team, tmp_path: Path) -> None:
    page = browser(team.app)
    with Store.create(tmp_path / "other", name="Other") as other:
        page.cookies.set("diglot", other.sessions.start(other.people.local_owner().id))
    for method, path in ALLOWED:
        answer = request(team, page, method, path)
        assert (answer.status_code, answer.json()) == (401, {"error": "sign in first"}), path


# What people may with an item in a state: see it to annotate it, see it to adjudicate it, change,
# reopen and read the judgement of the other annotator, read the discussion.
STATES = {
    # whose the item is: what owner, manager, adjudicator, annotator, viewer and "other" may
    # for whoever comes
    "free": (
        "see decide discuss",
        "see discuss",
        "see decide discuss",
        "see discuss",
        "",
        "see discuss",
    ),
    # assigned to the one who asks
    "mine": ("see discuss", "see discuss", "see discuss", "see discuss", "", "see discuss"),
    # assigned to "other", who has begun
    "begun": (
        "see decide reopen read discuss",
        "see reopen read discuss",
        "decide discuss",
        "",
        "",
        "see change read discuss",
    ),
    # assigned to "other", who is done: who looks at it does not annotate it afterwards
    "done": (
        "decide reopen read discuss",
        "see reopen read discuss",
        "decide discuss",
        "",
        "",
        "see reopen read discuss",
    ),
    # the same, and an adjudicator has decided
    "decided": ("decide read discuss", "see read discuss", "discuss", "", "", "see read discuss"),
    # assigned to both, and "other" is done: nobody sees of it who is to judge, too
    "both": (
        "see discuss",
        "see discuss",
        "see discuss",
        "see discuss",
        "",
        "see reopen read discuss",
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("state", STATES)
def test_people_may_with_an_item_what_its_state_allows(tmp_path: Path, state: str) -> None:
    with Store.create(tmp_path / "project", name="States") as store:
        layer = store.layers.add("confidence", "confidence")
        people = {role: store.people.add(role, role).id for role in ROLES}
        people["other"] = store.people.add("other", "annotator").id
        decider = store.people.add("decider", "adjudicator").id
        app = served(store, Entrance("team"))
        found = {}
        for seq, (name, person) in enumerate(people.items(), start=1):
            payload = {"source": side("one"), "target": side("eins")}
            store.items.add_many(layer.id, [NewItem(key=name, payload=payload)])
            item = store.items.by_seq(layer.id, seq).id
            turns = {"mine": [person], "both": [person, people["other"]], "free": []}
            given = turns.get(state, [people["other"]])
            store.queue.assign(layer.id, [Turn(item, each, seq) for each in set(given)])
            theirs = NOT_THERE
            if state not in ("free", "mine"):
                judgement = NewJudgement(
                    item, people["other"], {"label": "sure"}, done=state != "begun"
                )
                store.annotations.put_many([judgement])
                theirs = store.annotations.open(item, people["other"]).id
            if state == "decided":
                cells = {"label": "sure"}
                store.annotations.put_many(
                    [NewJudgement(item, decider, cells, role="adjudicator", done=True)]
                )
            page = browser(app)
            page.cookies.set("diglot", store.sessions.start(person))
            url, other = f"/api/layers/{layer.id}/items/{seq}", f"/api/annotations/{theirs}"
            rev = "1" if state == "begun" else "2"
            change = {"id": "x", "name": "x", "changes": {"label": ["sure", "partial"]}}
            answers = (
                page.get(f"/api/items/{item}/remarks"),
                page.put(other, json={"operations": [change]}, headers={"If-Match": rev}),
                page.get(f"{url}?role=adjudicator"),
                page.get(url),
                page.get(f"{other}/events"),
                page.post(f"{other}/reopen", json={}, headers={"If-Match": rev}),
            )
            statuses = [each.status_code for each in answers]
            asked = ("discuss", "change", "decide", "see", "read", "reopen")
            found[name] = {
                what for what, status in zip(asked, statuses, strict=True) if status < 300
            }
            assert set(statuses) <= {200, 403, 404, 409}
        wanted = (set(each.split()) for each in STATES[state])
        assert found == dict(zip((*ROLES, "other"), wanted, strict=True))


@pytest.mark.slow
@pytest.mark.parametrize(("method", "path"), sorted(PUBLIC))
def test_what_is_public_needs_no_session(team: Team, method: str, path: str) -> None:
    answer = request(team, browser(team.app), method, path)
    assert answer.status_code in (200, 400, 401)
    assert "sign in first" not in answer.text


def everything(team: Team) -> list[tuple[str, str]]:
    """Every address that can be read, with every number that there is."""
    found = []
    for method, path in sorted(described(team)):
        if method == "get":
            numbers = range(1, 12)
            names = re.findall(r"{(\w+)}", path)
            urls = [path]
            for name in names:
                values = [team.layer] if name == "layer_id" else numbers
                urls = [url.replace(f"{{{name}}}", str(v)) for url in urls for v in values]
            found += [(path, url) for url in urls]
    return found


@pytest.mark.slow
@pytest.mark.parametrize("role", ["annotator", "viewer"])
def test_no_address_shows_what_another_annotator_has_said(team: Team, role: str) -> None:
    page = team.pages[role]
    seen = 0
    for path, url in everything(team):
        for query in ("", "?role=adjudicator", "?judgements=true", f"?search={SECRET}"):
            answer = page.get(url + query, params=None)
            assert answer.status_code < 500
            if answer.status_code == 200 and "openapi" not in path:
                seen += 1
                assert SECRET not in answer.text, url + query
    assert seen > 5


def test_a_list_has_no_labels_of_others(team: Team) -> None:
    for role in ("annotator", "adjudicator", "manager"):
        rows = team.pages[role].get(f"/api/layers/{team.layer}/items").json()["items"]
        assert [row["label"] for row in rows if row["seq"] == 1] == [""]


def test_the_owner_of_a_word_finds_it(team: Team) -> None:
    """The test above would see a leak: the word is there for whom it belongs to."""
    assert SECRET in team.pages["other"].get(f"/api/annotations/{team.foreign}/events").text
    assert SECRET in team.pages["other"].get(f"/api/layers/{team.layer}/items/1").text


@pytest.mark.parametrize("role", [role for role in ROLES if role != "viewer"])
@pytest.mark.parametrize("rev", ["0", "1", "99"])
def test_nobody_changes_another_judgement_nor_reads_it_by_a_conflict(
    team: Team, role: str, rev: str
) -> None:
    page, url = team.pages[role], f"/api/annotations/{team.foreign}"
    change = {"id": "mine", "name": "x", "changes": {"label": [None, "sure"]}}
    tries = [
        page.put(url, json={"operations": [change]}, headers={"If-Match": rev}),
        page.put(url, json={"operations": []}, headers={"If-Match": rev}),
        page.post(f"{url}/done", headers={"If-Match": rev}),
    ]
    if role not in LEADERS:
        reopen = page.post(f"{url}/reopen", json={}, headers={"If-Match": rev})
        tries += [reopen, page.get(f"{url}/events")]
    for answer in tries:
        assert answer.status_code == 403
        assert SECRET not in answer.text
    save = {"id": team.foreign, "rev": int(rev), "operations": [change]}
    many = page.post("/api/annotations", json={"saves": [save]})
    assert [each["status"] for each in many.json()["results"]] == [403]
    assert SECRET not in many.text


def test_an_annotator_sees_own_assignments_only(team: Team) -> None:
    page = team.pages["annotator"]
    rows = page.get(f"/api/layers/{team.layer}/items").json()["items"]
    assert 3 not in [row["seq"] for row in rows]
    assert page.get(f"/api/layers/{team.layer}/items/3").status_code == 403
    for query in ("ahead", "open?seqs=1,3"):
        items = page.get(f"/api/layers/{team.layer}/{query}").json()["items"]
        assert 3 not in [item["seq"] for item in items]


def test_an_annotator_is_no_adjudicator_by_asking(team: Team) -> None:
    answer = team.pages["annotator"].get(f"/api/layers/{team.layer}/items/1?role=adjudicator")
    assert answer.status_code == 403


def test_an_adjudicator_sees_judgements_without_names(team: Team) -> None:
    answer = team.pages["adjudicator"].get(f"/api/layers/{team.layer}/items/1?role=adjudicator")
    assert answer.status_code == 200
    judgements = answer.json()["judgements"]
    assert {each["name"] for each in judgements} <= {"A", "B"}
    assert "other" not in {value for each in judgements for value in each["cells"].values()}
    assert str(team.people["other"]) not in [str(each.get("user")) for each in judgements]


def test_an_annotator_sees_own_pace_only(team: Team) -> None:
    layers = team.pages["annotator"].get("/api/progress").json()["layers"]
    names = {person["name"] for layer in layers for person in layer["annotators"]}
    assert names <= {"annotator"}
    everyone = team.pages["manager"].get("/api/progress").json()["layers"]
    assert "other" in {person["name"] for layer in everyone for person in layer["annotators"]}


def test_a_manager_makes_no_owners(team: Team) -> None:
    page = team.pages["manager"]
    assert page.post("/api/invitations", json={"role": "owner"}).status_code == 403
    for person, body in (
        (team.people["viewer"], {"role": "owner"}),
        (team.people["owner"], {"role": "viewer"}),
        (team.people["owner"], {"active": False}),
    ):
        assert page.patch(f"/api/people/{person}", json=body).status_code == 403


def test_who_is_sent_away_is_out_at_once(team: Team) -> None:
    owner = team.pages["owner"]
    person = team.store.people.add("passing", "annotator")
    page = browser(team.app)
    page.cookies.set("diglot", team.store.sessions.start(person.id))
    assert page.get(f"/api/layers/{team.layer}").status_code == 200
    assert owner.patch(f"/api/people/{person.id}", json={"active": False}).json()["active"] is False
    assert page.get(f"/api/layers/{team.layer}").status_code == 401


def test_an_owner_gives_another_role(team: Team) -> None:
    person = team.store.people.add("rising", "annotator")
    answer = team.pages["owner"].patch(f"/api/people/{person.id}", json={"role": "adjudicator"})
    assert answer.json()["role"] == "adjudicator"
