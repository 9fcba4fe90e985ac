"""Adjudication, agreement, assignment, exports and releases over HTTP."""

from __future__ import annotations

import io
import json
import shutil
import zipfile
from typing import TYPE_CHECKING, Any

import pytest

from diglot.annotate.exchange.release import QUESTIONS
from diglot.annotate.items import NewItem
from diglot.annotate.records import NewJudgement
from diglot.annotate.server.identity import Entrance
from diglot.annotate.store import Store
from tests.annotate.server.conftest import browser, served, side

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from fastapi.testclient import TestClient

ANSWERS = {each.key: "as it says" for each in QUESTIONS}


@pytest.fixture
def judged(tmp_path: Path, pairs: Path) -> Iterator[tuple[Store, TestClient]]:
    """Five pairs labelled by two people, who differ on the second; an owner looks at them."""
    shutil.copytree(pairs, tmp_path / "project")
    store = Store.open(tmp_path / "project")
    layer = store.layers.all()[0].id
    people = [store.people.add(name, "annotator").id for name in ("Ann", "Ben")]
    for seq in range(1, 6):
        item = store.items.by_seq(layer, seq).id
        for number, person in enumerate(people):
            label = "erroneous" if (seq, number) == (2, 1) else "sure"
            store.annotations.put_many([NewJudgement(item, person, {"label": label}, seconds=3.0)])
    page = browser(served(store, Entrance("team")))
    page.cookies.set("diglot", store.sessions.start(store.people.local_owner().id))
    yield store, page
    store.close()


def test_disagreements_come_first(judged: tuple[Store, TestClient]) -> None:
    groups = judged[1].get("/api/layers/1/adjudication").json()["groups"]
    assert groups[0] == {"labels": ["erroneous", "sure"], "items": [2]}


def test_an_adjudicator_decides(judged: tuple[Store, TestClient]) -> None:
    _, page = judged
    item = page.get("/api/layers/1/items/2?role=adjudicator").json()
    assert sorted(each["cells"]["label"] for each in item["judgements"]) == ["erroneous", "sure"]
    own = item["annotation"]
    before = own["cells"].get("label")
    changes = {"reason": [None, "slip"]} | ({} if before == "sure" else {"label": [before, "sure"]})
    operation = {"id": "decide", "name": "take", "changes": changes}
    saved = page.put(
        f"/api/annotations/{own['id']}",
        json={"operations": [operation]},
        headers={"If-Match": str(own["rev"])},
    ).json()
    done = page.post(f"/api/annotations/{own['id']}/done", headers={"If-Match": str(saved["rev"])})
    assert done.json()["state"] == "adjudicated"
    row = page.get("/api/layers/1/items").json()["items"][1]
    assert row["state"] == "adjudicated"


def test_agreement_is_never_one_number(judged: tuple[Store, TestClient]) -> None:
    found = judged[1].get("/api/layers/1/agreement?resamples=50").json()
    [report] = found["reports"]
    assert set(report["labels"]["figures"]) == {"raw", "alpha", "fleiss", "kappa"}
    assert report["labels"]["figures"]["raw"]["value"] == pytest.approx(0.8)
    assert report["labels"]["confusion"]
    assert report["labels"]["missing"] == {"A1": 0, "A2": 0}
    assert len(found["guide"]) > 3


def test_a_layer_that_nobody_has_judged_says_so(judged: tuple[Store, TestClient]) -> None:
    store, page = judged
    layer = store.layers.add("matches", "none yet")
    found = page.get(f"/api/layers/{layer.id}/agreement").json()
    assert "no item has two judgements" in found["reports"][0]["remarks"][0]


@pytest.mark.slow
def test_progress_has_everybody(judged: tuple[Store, TestClient]) -> None:
    [layer] = judged[1].get("/api/progress").json()["layers"]
    people = {person["name"]: person for person in layer["annotators"]}
    assert people["Ann"]["done"] == people["Ben"]["done"] == 5
    assert people["Ann"]["median_seconds"] == 3.0
    assert layer["disagreements"] == 1


def test_items_are_shared_out(judged: tuple[Store, TestClient]) -> None:
    store, page = judged
    layer = store.layers.add("confidence", "more")
    pair = {"source": side("a"), "target": side("b")}
    store.items.add_many(layer.id, [NewItem(key=f"{n}", payload=pair) for n in range(4)])
    answer = page.post(f"/api/layers/{layer.id}/assign", json={"design": "full", "to": ["Ann"]})
    assert answer.json() == {"items": {"Ann": 4}}
    entries = page.get("/api/audit").json()["entries"]
    assert {"layer": "more", "design": "full"} in [each["details"] for each in entries]


def test_a_design_takes_its_figures(judged: tuple[Store, TestClient]) -> None:
    store, page = judged
    layer = store.layers.add("confidence", "more")
    pair = {"source": side("a"), "target": side("b")}
    store.items.add_many(
        layer.id,
        [
            NewItem(key=f"{n}", payload=pair, hidden_gold={"label": "sure"} if n < 4 else None)
            for n in range(14)
        ],
    )
    design = {"design": "sample", "to": ["Ann", "Ben"], "shared": 4, "known": 0, "repeat": 0}
    answer = page.post(f"/api/layers/{layer.id}/assign", json=design)
    assert answer.json() == {"items": {"Ann": 7, "Ben": 7}}
    answer = page.post(f"/api/layers/{layer.id}/assign", json=design | {"known": 0.3})
    assert answer.json() == {"items": {"Ann": 10, "Ben": 10}}
    for wrong in ({"known": 2}, {"shared": -1}, {"repeat": "much"}):
        answer = page.post(f"/api/layers/{layer.id}/assign", json=design | wrong)
        assert answer.status_code in (400, 422)


def test_only_members_are_given_items(judged: tuple[Store, TestClient]) -> None:
    answer = judged[1].post("/api/layers/1/assign", json={"to": ["Ann", "Eve"]})
    assert answer.status_code == 400
    assert "Eve" in answer.json()["error"]


def test_judgements_are_exported_under_pseudonyms(judged: tuple[Store, TestClient]) -> None:
    answer = judged[1].get("/api/layers/1/export?judgements=true")
    assert answer.headers["content-disposition"].startswith("attachment")
    records = [json.loads(line) for line in answer.text.splitlines()]
    said = [each for each in records if each.get("record") == "judgement"]
    assert {each["annotator"] for each in said} == {"A1", "A2"}
    assert "Ann" not in answer.text


def test_a_format_that_is_not_there_names_the_formats(judged: tuple[Store, TestClient]) -> None:
    answer = judged[1].get("/api/layers/1/export?format=poem")
    assert answer.status_code == 400
    assert "standoff" in answer.json()["error"]


def release(page: TestClient, **body: Any) -> Any:
    return page.post("/api/releases", json={"version": "1.0", "datasheet": ANSWERS, **body})


def test_a_release_with_an_open_item_is_refused(judged: tuple[Store, TestClient]) -> None:
    answer = release(judged[1])
    assert answer.status_code == 400
    assert "without a decision" in answer.json()["error"]


def test_a_release_is_made_and_read(judged: tuple[Store, TestClient]) -> None:
    store, page = judged
    own = store.adjudication.open(store.items.by_seq(1, 2).id, store.people.local_owner().id)
    store.annotations.put_many(
        [NewJudgement(own.item, own.user, {"label": "sure", "reason": "slip"}, role="adjudicator")]
    )
    answer = release(page)
    assert answer.status_code == 202, answer.text
    [made] = page.get("/api/releases").json()["releases"]
    assert (made["version"], made["state"]) == ("1.0", "ready")
    files = page.get(f"/api/releases/{made['id']}/files")
    names = zipfile.ZipFile(io.BytesIO(files.content)).namelist()
    assert "manifest.json" in names
    assert release(page).status_code == 400


@pytest.mark.parametrize("version", ["", "../1", "a/b", ".hidden", "x" * 50])
def test_a_version_is_a_plain_name(judged: tuple[Store, TestClient], version: str) -> None:
    assert release(judged[1], version=version).status_code == 400


def test_an_empty_field_of_the_datasheet_is_named(judged: tuple[Store, TestClient]) -> None:
    answer = release(judged[1], datasheet={"purpose": "to learn"})
    assert answer.status_code == 400
    assert "licence" in answer.json()["error"]
