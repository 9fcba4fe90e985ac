"""The page and its files."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from sqlalchemy import event

from diglot.annotate.server import app
from diglot.errors import RunError
from tests.annotate.server.conftest import Alone

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><p>page</p>")
    (tmp_path / "assets" / "main.js").write_text("export {}")
    paths = [path for path in tmp_path.rglob("*") if path.is_file()]
    files = {path.relative_to(tmp_path).as_posix(): path.read_bytes() for path in paths}
    monkeypatch.setattr(app, "page_files", lambda: files)


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize("address", ["/", "/l/3", "/l/3/i/17?view=doubtful", "/join/abc", "/x.y"])
def test_every_address_of_the_page_gives_the_page(alone: Alone, address: str) -> None:
    answer = alone.page.get(address)
    assert answer.status_code == 200
    assert "<p>page</p>" in answer.text
    assert answer.headers["cache-control"] == "no-cache"


@pytest.mark.usefixtures("built")
def test_files_with_a_hash_in_their_name_are_kept(alone: Alone) -> None:
    answer = alone.page.get("/assets/main.js")
    assert answer.headers["content-type"].startswith("text/javascript")
    assert "immutable" in answer.headers["cache-control"]


@pytest.mark.usefixtures("built")
@pytest.mark.parametrize(
    "address", ["/assets/gone.js", "/assets/../../secret", "/assets/%2e%2e/%2e%2e/page.py"]
)
def test_no_other_file_can_be_asked_for(alone: Alone, address: str) -> None:
    assert alone.page.get(address).status_code == 404 or "<p>page</p>" in (
        alone.page.get(address).text
    )


def test_a_page_that_is_not_built_says_how_to(
    alone: Alone, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app, "page_files", dict)
    answer = alone.page.get("/")
    assert "make annotate" in answer.text
    assert "<script" not in answer.text


@pytest.mark.parametrize("address", ["/api", "/api/", "/api/nothing", "/api/docs"])
def test_unknown_addresses_of_the_api_are_json(alone: Alone, address: str) -> None:
    answer = alone.page.get(address)
    assert answer.status_code == 404
    assert list(answer.json()) == ["error"]


def test_a_method_that_an_address_does_not_have_is_one_line(alone: Alone) -> None:
    answer = alone.page.request("DELETE", "/api/session")
    assert answer.status_code == 405
    assert list(answer.json()) == ["error"]


def test_a_full_disk_is_said_at_once_and_nothing_is_lost(alone: Alone) -> None:
    """As a database that may not grow answers; sign-ins and imports write as saving does."""
    database = alone.store.database
    with database.reading() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar()

    def limit(connection: Any, _: object) -> None:
        connection.execute(f"PRAGMA max_page_count={pages}")

    database.close()
    event.listen(database.engine, "connect", limit)
    lines = "".join(f"{'word ' * 50}{n}\t{'mot ' * 50}{n}\n" for n in range(500))
    answer = alone.page.post("/api/imports?name=x.tsv", content=f"Source\tTarget\n{lines}")
    assert answer.status_code == 503
    assert "full" in answer.json()["error"]

    def sign_in_often() -> None:
        for _ in range(500):
            alone.store.sessions.start(1, agent="x" * 200)

    with pytest.raises(RunError, match="full"):
        sign_in_often()
    database.close()
    event.remove(database.engine, "connect", limit)
    assert alone.page.get(f"/api/layers/{alone.layer}/items").json()["total"] == 5
    assert alone.store.people.add("Anna", "annotator").name == "Anna"
