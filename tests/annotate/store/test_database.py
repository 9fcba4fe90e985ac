"""Projects on disk: made, opened, brought to the present tables, refused when they are newer."""

from __future__ import annotations

import gc
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy import Index, event, text
from sqlalchemy.exc import DBAPIError, ProgrammingError

from diglot.annotate.records import LayerRecord, NotFoundError, StateError, UserRecord
from diglot.annotate.store import Store, history
from diglot.annotate.store import database as schema
from diglot.annotate.store.database import PRAGMAS, Database
from diglot.annotate.store.tables import METADATA
from diglot.errors import ConfigError, DiglotError, FormatError, InputError, RunError
from tests.annotate.store.conftest import KINDS, Clock, add, judged


def test_a_project_is_a_folder(tmp_path: Path) -> None:
    with Store.create(tmp_path / "p", name='Paris "1"\n', kinds=KINDS) as made:
        name = made.project.name
    assert sorted(path.name for path in (tmp_path / "p").iterdir()) == [
        "annotations.sqlite",
        "guidelines",
        "project.toml",
        "releases",
    ]
    with Store.open(tmp_path / "p", kinds=KINDS) as again:
        assert (again.project.name, again.folder) == (name, tmp_path / "p")


def test_a_project_is_not_made_over_another(folder: Path) -> None:
    with pytest.raises(InputError, match="already"):
        Store.create(folder, name="Other", kinds=KINDS)


def test_a_project_opens_by_the_url_of_its_database(store: Store, layer: LayerRecord) -> None:
    url = store.database.engine.url.render_as_string(hide_password=False)
    if store.database.schema:
        url += f"?schema={store.database.schema}"
    with Store.open(url, kinds=KINDS) as again:
        assert (again.folder, again.layers.all()) == (None, [layer])


@pytest.mark.parametrize(
    ("content", "said"),
    [
        ('name = "x"\n[database]\nurl = 3', "url"),
        ("name = 3", "name"),
        ("name = ", "TOML"),
        ('name = "x"\ndatabase = 3', "url"),
        ('name = "x"\n[database]\nurl = "mysql://x/y"', "SQLite or PostgreSQL"),
        ('name = "x"\n[database]\nurl = "::"', "not a URL"),
        ('name = "x"', "no annotation project"),
    ],
)
def test_a_broken_project_is_refused_in_one_line(tmp_path: Path, content: str, said: str) -> None:
    (tmp_path / "project.toml").write_text(content)
    with pytest.raises(DiglotError, match=said) as caught:
        Store.open(tmp_path, kinds=KINDS)
    assert "\n" not in str(caught.value)
    assert caught.value.exit_code == 2


def test_a_folder_without_a_project_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="annotate init"):
        Store.open(tmp_path, kinds=KINDS)
    with pytest.raises(InputError, match="no such"):
        Store.open(tmp_path / "nowhere", kinds=KINDS)


def test_a_file_that_is_no_database_is_refused_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_text('name = "x"')
    (tmp_path / "annotations.sqlite").write_bytes(b"no database at all" * 100)
    with pytest.raises(DiglotError) as caught:
        Store.open(tmp_path, kinds=KINDS)
    assert "\n" not in str(caught.value)


def test_a_database_whose_address_names_nobody_is_asked_as_the_user_of_the_system(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setenv("PGUSER", "anna")
    assert schema._parsed("postgresql://host/gold").username == "anna"
    assert schema._parsed("postgresql://ben@host/gold").username == "ben"
    monkeypatch.delenv("PGUSER")
    assert schema._parsed("postgresql://host/gold").username


def test_a_server_that_lets_nobody_in_is_told_in_one_line() -> None:
    answer = {"S": "FATAL", "C": "3D000", "M": 'database "gold" does not exist'}
    told = 'used: database "gold" does not exist; check'
    with pytest.raises(RunError, match=told), schema._in_words():
        raise ProgrammingError(None, None, Exception(answer))
    with pytest.raises(ProgrammingError), schema._in_words():
        raise ProgrammingError(None, None, Exception(answer | {"S": "ERROR"}))


def test_a_newer_schema_is_refused_in_one_line(sqlite_template: Path, tmp_path: Path) -> None:
    folder = tmp_path / "p"
    shutil.copytree(sqlite_template, folder)
    with Store.open(folder, kinds=KINDS) as store, store.database.writing() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = 'v9999'"))
    with pytest.raises(ConfigError, match="newer diglot") as caught:
        Store.open(folder, kinds=KINDS)
    assert "\n" not in str(caught.value)


def test_the_known_versions_are_those_of_the_migrations() -> None:
    config = Config()
    config.set_main_option("script_location", "diglot.annotate.store:migrations")
    script = ScriptDirectory.from_config(config)
    revisions = [each.revision for each in script.walk_revisions()]
    assert tuple(reversed(revisions)) == schema.VERSIONS
    assert script.get_current_head() == schema.HEAD


@pytest.mark.filterwarnings("ignore:.*expression-based index")
def test_the_migrations_make_the_tables_that_the_code_expects(store: Store) -> None:
    def is_here(part: object, *_: object) -> bool:
        dialect = connection.dialect.name
        return not isinstance(part, Index) or part.info.get("dialect", dialect) == dialect

    with store.database.engine.connect() as connection:
        opts = {"compare_type": True, "include_object": is_here}
        context = MigrationContext.configure(connection, opts=opts)
        assert compare_metadata(context, METADATA) == []


def test_a_migration_that_fails_leaves_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = Database(f"sqlite:///{tmp_path / 'x.sqlite'}")
    with database.writing() as connection:
        connection.execute(text("CREATE TABLE release (id INTEGER)"))  # in the last one's way
    with pytest.raises(DiglotError, match="already exists"):
        schema.upgrade(database, create=True)
    with database.reading() as connection:
        assert schema.found_version(connection) is None
        tables = connection.scalars(text("SELECT name FROM sqlite_master WHERE type = 'table'"))
        assert list(tables) == ["release"]
    database.close()


def test_sqlite_is_asked_to_wait_for_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(schema, "PRAGMAS", PRAGMAS)  # as they were before all tests
    with (
        Store.create(tmp_path / "p", name="x", kinds=KINDS) as store,
        store.database.reading() as it,
    ):
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        found = [it.execute(text(f"PRAGMA {name}")).scalar() for name in names]
    assert found == ["wal", 2, 1, 5000]


@pytest.mark.parametrize("table", ["event", "audit"])
@pytest.mark.parametrize("verb", ["UPDATE {} SET at = 'x'", "DELETE FROM {}"])
def test_history_and_audit_cannot_be_rewritten(
    store: Store, layer: LayerRecord, anna: UserRecord, table: str, verb: str
) -> None:
    judged(store, add(store, layer, 1)[0], anna, "x")
    with pytest.raises(DBAPIError, match="append-only"), store.database.writing() as connection:
        connection.execute(text(verb.format(table)))


def test_releases_are_built_once(store: Store, clock: Clock) -> None:
    first = store.releases.start("1.0")
    with pytest.raises(StateError, match="building"):
        store.releases.start("1.0")
    assert store.releases.mark_failed(first.id, "no datasheet").message == "no datasheet"
    again = store.releases.start("1.0")
    assert (again.id, again.state, again.message) == (first.id, "building", "")
    assert store.releases.mark_ready(again.id, sha256="ab").state == "ready"
    with pytest.raises(StateError, match="ready"):
        store.releases.start("1.0")
    with pytest.raises(StateError, match="ready"):
        store.releases.mark_failed(again.id, "late")
    assert [each.version for each in store.releases.all()] == ["1.0"]
    with pytest.raises(NotFoundError):
        store.releases.get(99)


def test_opening_does_not_import_alembic(sqlite_template: Path, tmp_path: Path) -> None:
    shutil.copytree(sqlite_template, tmp_path / "p")
    code = (
        "import sys; from diglot.annotate.store import Store; "
        f"Store.open({str(tmp_path / 'p')!r}, kinds={{}}).close(); "
        "sys.exit('alembic' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=600).returncode == 0


def test_toml_errors_are_about_the_file(tmp_path: Path) -> None:
    (tmp_path / "project.toml").write_bytes(b"\xff")
    with pytest.raises(FormatError, match=r"project\.toml"):
        Store.open(tmp_path, kinds=KINDS)


def test_a_project_that_could_not_be_made_can_be_tried_again(tmp_path: Path) -> None:
    with pytest.raises(DiglotError):
        Store.create(tmp_path / "trial", name="Trial", url="mysql://nobody/nothing")
    assert list(tmp_path.iterdir()) == []
    Store.create(tmp_path / "trial", name="Trial").close()


def test_a_layer_that_is_not_there_is_answered_with_those_that_are(
    store: Store, layer: LayerRecord
) -> None:
    with pytest.raises(InputError, match=f"available: {layer.name}"):
        store.layers.get("nothing of the kind")


# The driver leaves the socket of a broken connection to the collector of garbage.
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_a_save_that_a_restart_of_the_server_cuts_is_refused_and_the_next_one_is_stored(
    store: Store,
) -> None:
    if store.database.sqlite:
        pytest.skip("there is no server")
    other = Database(store.database.engine.url.render_as_string(hide_password=False))

    def cut(number: int) -> None:
        with other.writing() as connection:
            connection.execute(text(f"SELECT pg_terminate_backend({number})"))

    def save() -> None:
        with store.database.writing() as connection:
            connection.execute(text("UPDATE project SET name = 'x'"))
            cut(connection.scalar(text("SELECT pg_backend_pid()")) or 0)
            connection.execute(text("SELECT 1"))

    with pytest.raises(RunError, match="the database"):
        save()
    with store.database.reading() as connection:
        idle = connection.scalar(text("SELECT pg_backend_pid()")) or 0
    cut(idle)
    assert store.people.add("Anna", "annotator").name == "Anna"
    assert [each.name for each in store.people.all()] == ["Anna"]
    other.close()
    gc.collect()


@pytest.mark.slow
def test_writes_that_wait_reach_the_disk_together_and_fail_alone(tmp_path: Path) -> None:
    with Store.create(tmp_path / "project", name="Test", kinds=KINDS) as store:
        database, commits = store.database, []
        event.listen(database.engine, "commit", lambda _: commits.append(1))
        inside, go_on = Event(), Event()

        def write(number: int) -> None:
            with database.writing() as connection:
                history.record(database, connection, f"write {number}")
                if number == 0:
                    inside.set()
                    go_on.wait()
                if number == 3:
                    raise ValueError

        with ThreadPoolExecutor(6) as pool:
            first = pool.submit(write, 0)
            inside.wait()
            others = [pool.submit(write, number) for number in range(1, 6)]
            while database.waiting < 5:
                time.sleep(0.001)
            go_on.set()
            failed = [number for number, each in enumerate([first, *others]) if each.exception()]
        assert failed == [3]
        assert len(commits) == 1
        entries, _ = store.audit.page()
        written = {each.action for each in entries if each.action.startswith("write")}
        assert written == {f"write {number}" for number in (0, 1, 2, 4, 5)}
