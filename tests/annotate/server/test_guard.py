"""Hosts, origins, sizes and headers."""

from __future__ import annotations

import pytest

from diglot.annotate.server.guard import BODY_LIMIT, UPLOAD_LIMIT, Hosts
from tests.annotate.server.conftest import Alone, browser


@pytest.mark.parametrize("host", ["localhost", "localhost:8427", "127.0.0.1:80", "[::1]:9"])
def test_this_machine_is_known_by_its_loopback_names(host: str) -> None:
    assert Hosts().allow(host)


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "localhost.evil.example",
        "10.0.0.1",
        "",
        "[::1",
        "a@localhost",
        "localhost/x",
    ],
)
def test_other_names_are_not_known(host: str) -> None:
    assert not Hosts().allow(host)


def test_beyond_loopback_addresses_are_known_and_foreign_names_are_not() -> None:
    hosts = Hosts(frozenset({"gold.example"}), addresses=True)
    assert [hosts.allow(h) for h in ("10.0.0.1:5", "GOLD.example", "evil.example")] == [
        True,
        True,
        False,
    ]


@pytest.mark.parametrize("path", ["/", "/api/session", "/api/openapi.json", "/assets/x.js"])
def test_a_rebound_name_reaches_nothing(alone: Alone, path: str) -> None:
    answer = alone.page.get(path, headers={"Host": "evil.example"})
    assert answer.status_code == 400
    assert "has another name" in answer.json()["error"]


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
        {"Origin": ""},
        {"Origin": "http://localhost:9999"},
        {"Origin": "http://localhost:8427.evil.example"},
        {"X-Diglot": ""},
        {"X-Diglot": "2"},
    ],
)
@pytest.mark.parametrize("method", ["POST", "PUT", "PATCH", "DELETE"])
def test_requests_of_other_pages_change_nothing(
    alone: Alone, method: str, headers: dict[str, str]
) -> None:
    answer = alone.page.request(method, "/api/settings", json={"keys": {}}, headers=headers)
    assert answer.status_code == 403
    assert "\n" not in answer.json()["error"]


def test_a_request_without_an_origin_changes_nothing(alone: Alone) -> None:
    alone.page.headers.pop("Origin")
    assert alone.page.put("/api/settings", json={}).status_code == 403


def test_pages_carry_a_policy_without_inline_code(alone: Alone) -> None:
    for path in ("/", "/l/1", "/api/session", "/api/nothing"):
        headers = alone.page.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "frame-ancestors 'none'" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"


def test_answers_of_the_api_are_kept_by_nobody(alone: Alone) -> None:
    assert alone.page.get("/api/session").headers["cache-control"] == "no-store"


def test_refusals_carry_the_policy_too(alone: Alone) -> None:
    answer = alone.page.get("/", headers={"Host": "evil.example"})
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]


def test_a_body_that_says_it_is_too_large_is_refused_unread(alone: Alone) -> None:
    headers = {"Content-Length": str(BODY_LIMIT + 1)}
    answer = alone.page.post("/api/login", content=b"{}", headers=headers)
    assert answer.status_code == 413
    assert answer.json() == {"error": "at most 10 MB can be sent at once"}


def test_an_upload_may_be_larger_but_not_too_large(alone: Alone) -> None:
    headers = {"Content-Length": str(UPLOAD_LIMIT + 1)}
    answer = alone.page.post("/api/imports?name=a.tmx", content=b"<", headers=headers)
    assert answer.status_code == 413
    assert answer.json() == {"error": "at most 50 MB can be sent at once"}


def test_a_body_that_does_not_say_its_length_is_counted(alone: Alone) -> None:
    pieces = (b" " * 1_000_000 for _ in range(11))
    headers = {"Content-Type": "application/json"}
    answer = alone.page.post("/api/login", content=pieces, headers=headers)
    assert answer.status_code == 413


def test_a_length_that_is_no_number_is_refused(alone: Alone) -> None:
    headers = {"Content-Length": "many"}
    assert alone.page.post("/api/login", content=b"{}", headers=headers).status_code == 400


def test_a_bug_is_one_line_without_a_trace(
    alone: Alone, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("secret inside")

    monkeypatch.setattr(type(alone.store.layers), "all", broken)
    answer = alone.page.get("/api/session")
    assert answer.status_code == 500
    assert answer.json() == {"error": "the server failed; see its log"}
    assert "frame-ancestors 'none'" in answer.headers["content-security-policy"]
    assert "secret inside" in caplog.text


def test_under_tls_the_origin_has_to_be_of_tls_too(alone: Alone) -> None:
    page = browser(alone.app, base="https://localhost")
    assert page.put("/api/settings", json={}).status_code == 401
    assert page.put("/api/settings", json={}, headers={"Origin": "http://localhost:80"}).status_code


def test_under_tls_a_browser_is_told_not_to_come_back_without(alone: Alone) -> None:
    encrypted = browser(alone.app, base="https://localhost:8427").get("/api/session")
    assert encrypted.headers["strict-transport-security"] == "max-age=31536000"
    assert "strict-transport-security" not in alone.page.get("/api/session").headers
