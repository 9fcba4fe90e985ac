"""A second run does again what has changed and nothing else; nobody's files are lost."""

from __future__ import annotations

import fcntl
import os
import shutil
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from diglot.errors import ConfigError, InputError
from diglot.formats import read_units
from diglot.formats.termbases import read_termbase
from diglot.pipeline.build import building
from diglot.pipeline.build.building import Build
from diglot.pipeline.stored import folder as stored
from diglot.report.build.page import build as build_files
from tests.pipeline.built import ENGLISH, FRENCH, build, contents, manifest, redone, texts
from tests.struck import struck

UNUSABLE = (
    b'{"schema": "diglot-build", "format": 1, "version": "0", "state": "complete", "inputs": [],'
    b' "stages": [], "outputs": [], "counts": {}, "notes": []}'
)
ALL = ["sentences", "tokens", "words", "index", "terms", "bitext.tmx", "termbase.tbx", "terms.xlsx"]


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the sample and what was built of it."""
    folder = tmp_path_factory.mktemp("first")
    texts(folder)
    assert redone(build(folder)) == ALL
    return folder


@pytest.fixture
def folder(first: Path, tmp_path: Path) -> Path:
    """A copy of it."""
    shutil.copytree(first, tmp_path, dirs_exist_ok=True)
    return tmp_path


def never(*_: object, **__: object) -> None:
    pytest.fail("a step was done again")


def test_the_second_run_does_nothing_again(
    folder: Path, first: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = contents(folder / "out")
    # The manifest of a first run and of a second are the same but for where the texts are.
    before["manifest.json"] = before["manifest.json"].replace(bytes(first), bytes(folder))
    times = {path: path.stat().st_mtime_ns for path in (folder / "out").glob("*.t*")}
    for name in ("read_bitexts", "pairs_of", "align_pairs", "find_terms", "load_bitexts"):
        monkeypatch.setattr(building, name, never)
    made = build(folder)
    assert redone(made) == []
    assert contents(folder / "out") == before
    assert {path: path.stat().st_mtime_ns for path in times} == times


@pytest.mark.parametrize(
    ("changed", "again"),
    [
        ({"min_score": 0.9}, ["terms"]),
        ({"min_frequency": 2}, ["terms"]),
        ({"seed": 7}, ["words"]),
        ({"jobs": 2}, []),
    ],
)
def test_a_changed_option_does_later_steps_again_only(
    folder: Path, changed: dict[str, float], again: list[str]
) -> None:
    stages = [name for name in redone(build(folder, **changed)) if name in ALL[:5]]
    # Where the result is the same as before, what comes after it holds.
    assert stages[: len(again)] == again
    assert set(stages) <= {*again, "terms"}


def test_a_changed_file_of_an_option_counts_by_its_content(folder: Path) -> None:
    known = folder / "known.tsv"
    known.write_text("annual fee\tredevance annuelle\n", encoding="utf-8")
    assert redone(build(folder, existing=(known,))) == ["terms", "termbase.tbx", "terms.xlsx"]
    known.rename(folder / "other.tsv")
    assert redone(build(folder, existing=(folder / "other.tsv",))) == []
    (folder / "other.tsv").write_text("pump\tpompe\n", encoding="utf-8")
    assert "terms" in redone(build(folder, existing=(folder / "other.tsv",)))


def test_a_changed_text_is_built_again(folder: Path) -> None:
    english, french = folder / "contract.en.txt", folder / "contract.fr.txt"
    english.write_text(ENGLISH + "The pump is blue.\n", encoding="utf-8")
    french.write_text(FRENCH + "La pompe est bleue.\n", encoding="utf-8")
    made = build(folder)
    assert redone(made) == ALL
    assert len(made.pairs.value) == 9


def test_an_untouched_text_that_was_only_copied_is_not_built_again(folder: Path) -> None:
    path = folder / "contract.en.txt"
    os.utime(path, (0, 0))
    assert redone(build(folder)) == []


def test_another_version_builds_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stored, "__version__", "9.9.9")
    assert redone(build(folder)) == ALL
    assert manifest(folder / "out")["version"] == "9.9.9"


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", ["sentences.arrays", "pairs.arrays", "words.arrays", "index.sqlite", "terms.jsonl"]
)
def test_a_damaged_or_missing_step_is_done_again(folder: Path, name: str) -> None:
    path = folder / "out" / "work" / name
    whole = path.read_bytes()
    for content in (whole[: len(whole) // 2], b"", whole[:-1] + bytes([whole[-1] ^ 1]), None):
        path.unlink()
        if content is not None:
            path.write_bytes(content)
        # What it gives is the same as before, so what comes after it holds; but the aligned
        # texts know where they come from, and this folder is a copy.
        again = redone(build(folder))
        assert again[0] == {"pairs": "tokens"}.get(path.stem, path.stem)
        assert set(again[1:]) <= ({"tokens", "bitext.tmx"} if path.stem == "sentences" else set())
        whole = path.read_bytes()


@pytest.mark.parametrize("name", ["bitext.tmx", "termbase.tbx", "terms.xlsx"])
def test_a_missing_output_is_written_again(folder: Path, name: str) -> None:
    path = folder / "out" / name
    whole = path.read_bytes()
    path.unlink()
    assert redone(build(folder)) == [name]
    assert path.read_bytes() == whole


@pytest.mark.parametrize("step", ["pairs_of", "align_pairs", "find_terms", "write_termbase"])
@pytest.mark.parametrize("error", [KeyboardInterrupt, MemoryError])
def test_an_interrupted_build_leaves_valid_files_and_goes_on(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    step: str,
    error: type[BaseException],
) -> None:
    older = contents(folder / "out")
    english, french = folder / "contract.en.txt", folder / "contract.fr.txt"
    english.write_text(ENGLISH + "The pump is blue.\n", encoding="utf-8")
    french.write_text(FRENCH + "La pompe est bleue.\n", encoding="utf-8")

    def interrupt(*_: object, **__: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr(building, step, interrupt)
        with pytest.raises(error):
            build(folder)
    assert manifest(folder / "out")["state"] == "unfinished"
    assert len(list(read_units(folder / "out" / "bitext.tmx"))) == 9
    # The termbase of the run before still stands, whole.
    assert (folder / "out" / "termbase.tbx").read_bytes() == older["termbase.tbx"]
    assert not list((folder / "out" / "work").glob("new-*"))
    made = build(folder)
    assert manifest(folder / "out")["state"] == "complete"
    done = {"pairs_of": 1, "align_pairs": 2, "find_terms": 4, "write_termbase": 5}[step]
    assert not set(redone(made)) & set(ALL[:done])
    assert not [path for path in (folder / "out").iterdir() if "before" in path.name]


def test_going_back_after_an_interruption_finds_what_still_holds(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(building, "align_pairs", interrupt)
        with pytest.raises(KeyboardInterrupt):
            build(folder, seed=3)
    assert redone(build(folder)) == []


@pytest.mark.slow
def test_a_killed_process_leaves_a_folder_that_goes_on(tmp_path: Path) -> None:
    source, target = texts(tmp_path)
    out = tmp_path / "out"
    command = ["build", source, target, "-o", out, "-s", "en", "-t", "fr", "--min-frequency", "1"]
    done = struck(
        signal.SIGKILL,
        "diglot.pipeline.build.building.align_pairs",
        *command,
        "--quiet",
        "--no-report",
    )
    assert done.returncode == -signal.SIGKILL
    assert len(list(read_units(out / "bitext.tmx"))) == 8
    made = build(tmp_path)
    assert "sentences" not in redone(made)
    assert manifest(out)["state"] == "complete"
    assert not list((out / "work").glob("*.part"))


def test_an_edited_file_is_left_alone_while_nothing_changes(folder: Path) -> None:
    path = folder / "out" / "termbase.tbx"
    path.write_text("edited", encoding="utf-8")
    made = build(folder)
    assert redone(made) == []
    assert path.read_text(encoding="utf-8") == "edited"
    assert any("termbase.tbx was changed" in note for note in made.manifest.notes)


def test_an_edited_file_is_kept_beside_the_new_one(folder: Path) -> None:
    path = folder / "out" / "termbase.tbx"
    for number, score in ((1, 0.9), (2, 0.95)):
        path.write_text(f"edited {number}", encoding="utf-8")
        made = build(folder, min_score=score, min_frequency=number)
        kept = folder / "out" / f"termbase.before-{number}.tbx"
        assert kept.read_text(encoding="utf-8") == f"edited {number}"
        assert any(kept.name in note for note in made.manifest.notes)
        assert read_termbase(path).concepts
    assert not any("before" in note for note in build(folder, min_score=0.95).manifest.notes)


def test_foreign_files_stay(tmp_path: Path) -> None:
    texts(tmp_path)
    out = tmp_path / "out"
    (out / "work" / "mine").mkdir(parents=True)
    foreign = {
        "notes.txt": b"mine",
        "report.html": b"my page",
        "work/mine/deep.bin": b"\0mine",
        "work/plan.txt": b"mine",
    }
    for name, content in foreign.items():
        (out / name).write_bytes(content)
    (out / "bitext.tmx").write_bytes(b"my memory")
    (out / "manifest.json").write_bytes(b'{"name": "a web app"}')
    for _ in range(2):
        build(tmp_path)
    for name, content in foreign.items():
        assert (out / name).read_bytes() == content
    assert (out / "bitext.before-1.tmx").read_bytes() == b"my memory"
    assert (out / "manifest.before-1.json").read_bytes() == b'{"name": "a web app"}'


@pytest.mark.parametrize(
    "content",
    [
        b"",
        b"[]",
        b"null",
        b"\xff\xfe",
        b'{"schema": "diglot-build", "format": 99}',
        UNUSABLE.replace(b'"stages": []', b'"stages": [{"name": 1}]'),
        UNUSABLE.replace(b'"outputs": []', b'"outputs": [{"file": "../../x", "lost": 3}]'),
        UNUSABLE.replace(b'"counts": {}', b'"counts": [1]'),
        b"[" * 100_000,
    ],
)
def test_a_manifest_that_cannot_be_used_is_kept_and_all_is_built_again(
    folder: Path, content: bytes
) -> None:
    (folder / "out" / "manifest.json").write_bytes(content)
    made = build(folder)
    assert set(ALL[:5]) <= set(redone(made))
    assert (folder / "out" / "manifest.before-1.json").read_bytes() == content


def test_a_manifest_from_elsewhere_reaches_no_file_outside(folder: Path) -> None:
    path = folder / "out" / "manifest.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("work/sentences.arrays", "../../secret"), encoding="utf-8")
    assert redone(build(folder)) == []
    assert manifest(folder / "out")["stages"][0]["file"] == "work/sentences.arrays"


def test_two_builds_do_not_share_a_folder_at_one_time(folder: Path) -> None:
    with (folder / "out" / "work" / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        with pytest.raises(ConfigError, match="another build is running"):
            build(folder)
    assert redone(build(folder)) == []


@pytest.mark.parametrize(
    "make",
    [
        lambda out: out.write_text("a file", encoding="utf-8"),
        lambda out: (out / "termbase.tbx").mkdir(parents=True),
    ],
)
def test_a_place_that_cannot_be_a_folder_of_results(
    tmp_path: Path, make: Callable[[Path], object]
) -> None:
    texts(tmp_path)
    make(tmp_path / "out")
    with pytest.raises(InputError, match="is a f"):
        build(tmp_path)


def test_a_folder_that_cannot_be_made(tmp_path: Path) -> None:
    texts(tmp_path)
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(InputError, match="cannot be written"):
        build(tmp_path, tmp_path / "file" / "out")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is protected from root")
def test_a_protected_folder(tmp_path: Path) -> None:
    texts(tmp_path)
    (tmp_path / "out").mkdir(mode=0o555)
    with pytest.raises(InputError, match="cannot be written"):
        build(tmp_path)


def test_an_output_that_is_an_input_is_refused(folder: Path) -> None:
    from diglot.pipeline.build.building import build_files

    memory = folder / "out" / "bitext.tmx"
    with pytest.raises(ConfigError, match="both input and output"):
        build_files(memory, out=folder / "out")


def test_results_of_an_earlier_build_are_named(folder: Path) -> None:
    made: Build = build_files(
        folder / "contract.en.txt",
        folder / "contract.fr.txt",
        out=folder / "out",
        source_language="en",
        target_language="fr",
        min_frequency=1,
    )
    assert redone(made) == ["report.html"]
    without = build(folder)
    assert any("report.html is of an earlier build" in note for note in without.manifest.notes)
    assert (folder / "out" / "report.html").exists()
