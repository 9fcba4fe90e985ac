"""Saving under optimistic locking, finishing, opening again."""

from __future__ import annotations

import pytest

from diglot.annotate.bodies import Operation
from diglot.annotate.server.routes.annotations import offer
from tests.annotate.server.conftest import HOSTILE, Alone, labelled


def test_an_item_begins_as_a_draft_of_its_own(alone: Alone) -> None:
    item = alone.item(2)
    assert (item["seq"], item["of"], item["previous"], item["next"]) == (2, 5, 1, 3)
    assert item["annotation"]["rev"] == 0
    assert item["annotation"]["state"] == "draft"
    assert "judgements" not in item or item["judgements"] is None


def test_text_with_markup_passes_through_as_data(alone: Alone) -> None:
    answer = alone.page.get(f"/api/layers/{alone.layer}/items/1")
    assert answer.json()["payload"]["target"]["text"] == HOSTILE
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["x-content-type-options"] == "nosniff"


def test_a_step_is_saved(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.save(own, 0, labelled("a", None, "sure"))
    assert answer.status_code == 200
    assert answer.json()["rev"] == 1
    assert answer.json()["state"] == "draft"
    assert alone.item()["annotation"]["cells"] == {"label": "sure"}


def test_a_request_sent_twice_is_applied_once(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    first = alone.save(own, 0, labelled("a", None, "sure"))
    again = alone.save(own, 0, labelled("a", None, "sure"))
    assert again.status_code == 200
    assert again.json()["rev"] == first.json()["rev"] == 1
    assert len(alone.page.get(f"/api/annotations/{own}/events").json()["events"]) == 1


def test_a_stale_revision_gets_the_servers_copy_and_an_offer(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    alone.save(own, 0, labelled("theirs", None, "sure"))
    note = {"id": "mine-1", "name": "edit", "changes": {"note": [None, "look"]}}
    answer = alone.save(own, 0, note, labelled("mine-2", None, "erroneous"))
    assert answer.status_code == 409
    found = answer.json()
    assert found["rev"] == 1
    assert found["cells"] == {"label": "sure"}
    assert [each["id"] for each in found["since"]] == ["theirs"]
    assert found["since"][0]["changes"] == {"label": [None, "sure"]}
    assert found["offer"] == {"operations": ["mine-1"], "conflicts": ["label"]}
    assert alone.item()["annotation"]["cells"] == {"label": "sure"}


def test_what_is_offered_can_be_saved_as_it_is(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    alone.save(own, 0, labelled("theirs", None, "sure"))
    note = {"id": "mine", "name": "edit", "changes": {"note": [None, "look"]}}
    rev = alone.save(own, 0, note).json()["rev"]
    assert alone.save(own, rev, note).status_code == 200
    assert alone.item()["annotation"]["cells"] == {"label": "sure", "note": "look"}


def test_an_offer_leaves_out_what_rests_on_a_conflict() -> None:
    mine = [
        Operation("1", "x", {"a": (None, 1)}),
        Operation("2", "x", {"a": (1, 2)}),
        Operation("3", "x", {"b": (None, 1)}),
    ]
    found = offer({"a": 7}, mine)
    assert (found.operations, found.conflicts) == (["3"], ["a"])


def test_a_revision_has_to_be_named(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.save(own, None, labelled("a", None, "sure"))
    assert answer.status_code == 428
    assert "If-Match" in answer.json()["error"]


@pytest.mark.parametrize("header", ["x", "1.5", "-1", "W/1", "99999999999999999999"])
def test_a_revision_is_a_number(alone: Alone, header: str) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.page.put(
        f"/api/annotations/{own}", json={"operations": []}, headers={"If-Match": header}
    )
    assert answer.status_code == 400


def test_a_quoted_revision_is_understood(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.page.put(
        f"/api/annotations/{own}",
        json={"operations": [labelled("a", None, "sure")]},
        headers={"If-Match": '"0"'},
    )
    assert answer.status_code == 200


def test_a_value_of_the_wrong_shape_names_the_problem(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.save(own, 0, labelled("a", None, "excellent"))
    assert answer.status_code == 422
    assert answer.json()["problems"]
    assert alone.item()["annotation"]["rev"] == 0


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"operations": [{}]},
        {"operations": [], "more": 1},
        {"operations": [{"id": "a", "name": "x", "changes": {"label": ["sure"]}}]},
        {"operations": [{"id": "a", "name": "x", "changes": {}, "by": "me"}]},
        {"operations": [{"id": 7, "name": "x", "changes": {}}]},
        {"operations": [], "seconds": -1},
        {"operations": [], "seconds": "1"},
        {"operations": [{"id": "a", "name": "x", "changes": {"note": [None, "\0"]}}]},
        {"operations": [{"id": "a", "name": "x", "changes": {"note": [None, 2**60]}}]},
        [],
        "x",
        None,
    ],
)
def test_a_malformed_request_is_refused_in_one_line(alone: Alone, body: object) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.page.put(f"/api/annotations/{own}", json=body, headers={"If-Match": "0"})
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "content",
    [
        b'{"operations": [], "seconds": NaN}',
        b'{"operations": [{"id": "a", "name": "x", "changes": {"note": [null, Infinity]}}]}',
        b'{"operations": [{"id": "a", "name": "x", "changes": {"note": [null, "\\ud800"]}}]}',
        b'{"operations": ' + b"[" * 100_000,
        b'{"operations": ' + b"[" * 5_000 + b"]" * 5_000 + b"}",
        b"\xff\xfe",
        b"{",
    ],
)
def test_what_cannot_be_stored_is_refused(alone: Alone, content: bytes) -> None:
    own = alone.item()["annotation"]["id"]
    headers = {"If-Match": "0", "Content-Type": "application/json"}
    answer = alone.page.put(f"/api/annotations/{own}", content=content, headers=headers)
    assert answer.status_code == 400
    assert list(answer.json()) == ["error"]


def test_a_judgement_without_a_label_cannot_be_done(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    answer = alone.page.post(f"/api/annotations/{own}/done", headers={"If-Match": "0"})
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["code"].startswith("confidence.")


def test_a_judgement_is_done_and_opened_again(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    rev = alone.save(own, 0, labelled("a", None, "sure")).json()["rev"]
    done = alone.page.post(f"/api/annotations/{own}/done", headers={"If-Match": str(rev)})
    assert done.json()["state"] == "done"
    closed = alone.save(own, done.json()["rev"], labelled("b", "sure", "erroneous"))
    assert closed.status_code == 409
    assert closed.json()["state"] == "done"
    headers = {"If-Match": str(done.json()["rev"])}
    again = alone.page.post(
        f"/api/annotations/{own}/reopen", json={"reason": "a slip"}, headers=headers
    )
    assert again.json()["state"] == "draft"
    rev = again.json()["rev"]
    assert alone.save(own, rev, labelled("c", "sure", "erroneous")).status_code == 200


@pytest.mark.parametrize("act", ["done", "reopen"])
def test_states_are_locked_as_cells_are(alone: Alone, act: str) -> None:
    own = alone.item()["annotation"]["id"]
    alone.save(own, 0, labelled("a", None, "sure"))
    url = f"/api/annotations/{own}/{act}"
    body = {"json": {"reason": "x"}} if act == "reopen" else {}
    assert alone.page.post(url, **body).status_code == 428
    stale = alone.page.post(url, headers={"If-Match": "0"}, **body)
    assert stale.status_code == 409
    assert stale.json()["rev"] == 1


def test_the_history_rebuilds_undo(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    alone.save(own, 0, labelled("a", None, "sure"))
    undo = {**labelled("b", "sure", None), "name": "undo", "undoes": "a"}
    alone.save(own, 1, undo)
    events = alone.page.get(f"/api/annotations/{own}/events").json()["events"]
    assert [(e["rev"], e["id"], e["undoes"]) for e in events] == [(1, "a", None), (2, "b", "a")]
    assert events[1]["changes"] == {"label": ["sure", None]}


def test_characters_beyond_the_first_plane_survive(alone: Alone) -> None:
    own = alone.item()["annotation"]["id"]
    note = {"id": "n", "name": "edit", "changes": {"note": [None, "𝔘 👩‍💻 עברית"]}}
    alone.save(own, 0, note)
    assert alone.item()["annotation"]["cells"]["note"] == "𝔘 👩‍💻 עברית"


@pytest.mark.parametrize("own", [0, 999_999, 2**31, "x"])
def test_a_judgement_that_is_not_there_is_not_found(alone: Alone, own: object) -> None:
    answer = alone.page.put(
        f"/api/annotations/{own}", json={"operations": []}, headers={"If-Match": "0"}
    )
    assert answer.status_code in (400, 404)
