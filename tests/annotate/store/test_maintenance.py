"""Backups, restorations, newer tables, and what an examination finds."""

from __future__ import annotations

import shutil
import sqlite3
import zipfile
from typing import TYPE_CHECKING

import pytest
from sqlalchemy import select, text

from diglot.annotate.records import LayerRecord, Turn, UserRecord
from diglot.annotate.store import Store
from diglot.annotate.store import database as schema
from diglot.annotate.store.database import Database
from diglot.annotate.store.maintenance import back_up, examine, restore, upgrade
from diglot.annotate.store.tables import METADATA
from diglot.errors import ConfigError, DiglotError
from tests.annotate.store.conftest import KINDS, add, judged

if TYPE_CHECKING:
    from pathlib import Path

PASSWORD = "correct horse"


def contents(of: Store) -> dict[str, list[object]]:
    tables = ("project", "person", "item", "annotation", "cell", "event", "audit", "assignment")
    with of.database.reading() as connection:
        return {
            name: sorted(map(repr, connection.execute(select(METADATA.tables[name]))))
            for name in tables
        }


def test_a_backup_becomes_the_same_project_in_a_file(
    store: Store,
    folder: Path,
    layer: LayerRecord,
    anna: UserRecord,
    tmp_path: Path,
) -> None:
    first, second = add(store, layer, 2)
    judged(store, first, anna, "x", note="„é”")
    store.queue.assign(layer.id, [Turn(second, anna.id, 1)])
    (folder / "guidelines" / "plain.md").write_text("# Look")
    store.people.add("Olga", "owner", password=PASSWORD)
    copy = back_up(folder, tmp_path / "copy.zip")
    assert (copy.rows["item"], copy.rows["annotation"], copy.files) == (2, 1, 1)
    assert (tmp_path / "copy.zip").stat().st_mode & 0o777 == 0o600
    restore(tmp_path / "copy.zip", tmp_path / "again")
    with Store.open(tmp_path / "again", kinds=KINDS) as again:
        assert contents(again) == contents(store)
        assert again.sessions.login("olga", PASSWORD, "a")[0].name == "Olga"
        judged(again, second, anna, "y")
        assert (tmp_path / "again" / "guidelines" / "plain.md").read_text() == "# Look"


def test_a_backup_goes_into_postgresql_and_can_be_worked_on(
    postgresql: str,
    tmp_path: Path,
) -> None:
    with Store.create(tmp_path / "p", name="Moved", kinds=KINDS) as made:
        found = made.layers.add("plain", "plain")
        person = made.people.add("Anna", "annotator")
        judged(made, add(made, found, 1)[0], person, "x")
        before = contents(made)
    back_up(tmp_path / "p", tmp_path / "copy.zip")
    base, _, _ = postgresql.partition("?")
    url = f"{base}?schema=restored"
    database = Database(base)
    with database.writing() as connection:
        connection.execute(text("DROP SCHEMA IF EXISTS restored CASCADE"))
    restore(tmp_path / "copy.zip", tmp_path / "again", url=url)
    with Store.open(tmp_path / "again", kinds=KINDS) as again:
        assert contents(again) == before
        assert states(tmp_path / "again")["database"] == "ok"
        assert again.people.add("Bert", "annotator").id == person.id + 1
    with pytest.raises(ConfigError, match="holds an annotation project"):
        restore(tmp_path / "copy.zip", tmp_path / "third", url=url)
    assert not (tmp_path / "third").exists()
    with database.writing() as connection:
        connection.execute(text("DROP SCHEMA restored CASCADE"))
    database.close()


@pytest.mark.parametrize("harm", ["no zip", "cut", "rows", "newer"])
def test_a_damaged_backup_is_refused_and_leaves_nothing(tmp_path: Path, harm: str) -> None:
    Store.create(tmp_path / "p", name="Whole").close()
    source = tmp_path / "copy.zip"
    back_up(tmp_path / "p", source)
    if harm == "no zip":
        source.write_bytes(b"PK")
    elif harm == "cut":
        source.write_bytes(source.read_bytes()[:-100])
    else:
        parts = {}
        with zipfile.ZipFile(source) as packed:
            parts = {name: packed.read(name) for name in packed.namelist()}
        old, new = (
            (b'"audit": 0', b'"audit": 7') if harm == "rows" else (schema.HEAD.encode(), b"v9999")
        )
        parts["manifest.json"] = parts["manifest.json"].replace(old, new)
        with zipfile.ZipFile(source, "w") as packed:
            for name, data in parts.items():
                packed.writestr(name, data)
    with pytest.raises(DiglotError, match="newer" if harm == "newer" else "not a complete backup"):
        restore(source, tmp_path / "again")
    assert not (tmp_path / "again").exists()


def test_an_old_project_is_copied_and_upgraded(tmp_path: Path) -> None:
    Store.create(tmp_path / "p", name="Old").close()
    (tmp_path / "p" / "annotations.sqlite").unlink()
    database = Database(f"sqlite:///{tmp_path}/p/annotations.sqlite")
    schema.upgrade(database, create=True, version="v0001")
    with database.writing() as connection:
        connection.execute(text("INSERT INTO project VALUES (1, 'Old', '2026-01-01T00:00:00.0')"))
        expires = "'2099-01-01T00:00:00.0'"
        connection.execute(
            text(f"INSERT INTO invitation VALUES (1, 'x', 'viewer', NULL, {expires}, {expires}, 0)")
        )
        connection.execute(text("INSERT INTO layer VALUES (1, 'sentences', 'old', 1, 1, '{}')"))
        item = "(1, 1, 'a', 1, '{}', '{}', NULL, NULL, NULL, 0, 'A b', 'C', 'a b c', '[]')"
        connection.execute(text(f"INSERT INTO item VALUES {item}"))
    database.close()
    before, now, backup = upgrade(tmp_path / "p")
    assert (before, now) == ("v0001", schema.HEAD)
    assert backup is not None
    assert upgrade(tmp_path / "p") == (now, now, None)
    restore(backup, tmp_path / "again")
    for place in ("p", "again"):
        with Store.open(tmp_path / place) as found:
            assert [(each.name, each.user) for each in found.people.invitations()] == [("", None)]
            reader = found.people.add("Reader", "owner")
            assert [found.items.page(1, reader.id, text=words)[1] for words in "bx"] == [1, 0]


def states(folder: Path) -> dict[str, str]:
    return {each.what: each.state for each in examine(folder)}


def test_the_doctor_finds_nothing_in_a_whole_project(tmp_path: Path) -> None:
    with Store.create(tmp_path / "p", name="Whole") as made:
        found = made.layers.add("confidence", "confidence")
        judged(made, add(made, found, 1)[0], made.people.add("Anna", "annotator"), "sure")
    said = states(tmp_path / "p")
    assert {"disk", "tables", "database", "judgements", "releases"} <= said.keys()
    assert {state for what, state in said.items() if what not in ("page", "disk")} == {"ok"}


def test_the_doctor_finds_what_is_wrong(tmp_path: Path) -> None:
    with Store.create(tmp_path / "p", name="Broken") as made:
        found = made.layers.add("confidence", "confidence")
        judged(made, add(made, found, 1)[0], made.people.add("Anna", "annotator"), "sure")
        made.releases.mark_ready(made.releases.start("1.0").id, sha256="x")
    file = tmp_path / "p" / "annotations.sqlite"
    connection = sqlite3.connect(file)
    with connection:
        connection.execute("UPDATE cell SET value = '\"erroneous\"'")
    connection.close()
    file.chmod(0o644)
    said = states(tmp_path / "p")
    assert (said["judgements"], said["releases"]) == ("problem", "problem")
    assert said["database file"] == "problem"
    shutil.copyfile(__file__, file)
    assert states(tmp_path / "p")["database"] == "problem"


def test_a_password_of_the_database_is_for_its_owner_only(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from diglot.annotate.store.store import find_project, make_folder

    url = "postgresql://anna:s%40crét@db/gold?schema=x"
    assert make_folder(tmp_path / "p", name="P", url=url).url == url
    assert "s%40" not in (tmp_path / "p" / "project.toml").read_text()
    secret = tmp_path / "p" / "database.password"
    assert (secret.read_text(), secret.stat().st_mode & 0o777) == ("s@crét\n", 0o600)
    assert find_project(tmp_path / "p").url == "postgresql://anna:s%40cr%C3%A9t@db/gold?schema=x"
    secret.chmod(0o640)
    with pytest.raises(ConfigError, match="chmod 600"):
        find_project(tmp_path / "p")
    assert states(tmp_path / "p") == {"password": "problem"}
    secret.unlink()
    monkeypatch.setenv("DIGLOT_DATABASE_PASSWORD", "other")
    assert find_project(tmp_path / "p").url == "postgresql://anna:other@db/gold?schema=x"


def test_a_password_in_the_project_file_is_taken_if_nobody_else_can_read_it(tmp_path: Path) -> None:
    from diglot.annotate.store.store import find_project

    file = tmp_path / "project.toml"
    file.write_text('name = "P"\n[database]\nurl = "postgresql://anna:secret@db/gold"\n')
    file.chmod(0o600)
    assert find_project(tmp_path).url == "postgresql://anna:secret@db/gold"
    file.chmod(0o644)
    with pytest.raises(ConfigError, match="chmod 600"):
        find_project(tmp_path)
