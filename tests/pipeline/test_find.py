"""What is searched: a folder that was built, whatever became of its index, or a bitext."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats import stored
from diglot.pipeline import find
from diglot.pipeline.build.options import Query
from diglot.pipeline.find import Concordance, open_workspace
from diglot.pipeline.steps.words.alignment import align_words
from tests.pipeline.built import build, options, texts
from tests.pipeline.sentences_in_two import ENGLISH, FRENCH, write_sides

QUERY = Query("pump", side="source")


@pytest.fixture(scope="module")
def first(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("first")
    texts(folder)
    return build(folder).folder


@pytest.fixture
def folder(first: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(first, tmp_path / "out"))


def look(path: Path) -> Concordance:
    with open_workspace(path, options=options()) as opened:
        return opened.find(QUERY)[0]


def test_a_build_is_searched(folder: Path) -> None:
    found = look(folder)
    assert found.count == 4
    assert found.groups[0].translation == "pompe"


def test_the_index_is_used(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    expected = look(folder)

    def nothing(*_: object, **__: object) -> tuple[list[int], int]:
        return [], 0

    with monkeypatch.context() as patch:
        patch.setattr(stored.TrigramIndex, "candidates", nothing)
        assert look(folder).count == 0
    assert look(folder) == expected


@pytest.mark.parametrize("content", [None, b"", b"no database" * 999])
def test_a_missing_or_damaged_index_is_made_again(folder: Path, content: bytes | None) -> None:
    index = folder / "work" / "index.sqlite"
    whole, expected = index.read_bytes(), look(folder)
    index.unlink()
    if content is not None:
        index.write_bytes(content)
    assert look(folder) == expected
    assert index.read_bytes() == whole


def test_an_index_of_other_sentences_is_made_again(folder: Path) -> None:
    index = folder / "work" / "index.sqlite"
    whole = index.read_bytes()
    stored.write_index(index, {"source": ["other"], "target": ["autre"]}, forms={}, key="other")
    assert look(folder).count == 4
    assert index.read_bytes() == whole


def test_without_an_index_all_sentences_are_read(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    expected = look(folder)
    (folder / "work" / "index.sqlite").unlink()

    def fail(*_: object) -> None:
        raise InputError("cannot be written")

    monkeypatch.setattr(find, "write_index", fail)
    assert look(folder) == expected


@pytest.mark.slow
def test_a_build_without_full_text_search_has_no_index_and_is_searched(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise stored.sqlite3.OperationalError("no such module: fts5")

    texts(tmp_path)
    monkeypatch.setattr(stored, "_create", fail)
    made = build(tmp_path)
    assert not (made.folder / "work" / "index.sqlite").exists()
    assert look(made.folder).count == 4


@pytest.mark.slow
def test_a_memory_is_aligned_and_searched_and_nothing_stays(folder: Path, tmp_path: Path) -> None:
    memory = tmp_path / "memory.tmx"
    shutil.copy(folder / "bitext.tmx", memory)
    expected = look(folder)
    before = sorted(tmp_path.rglob("*"))
    assert look(memory) == expected or look(memory).count == 4
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.slow
def test_a_bitext_that_is_kept_is_searched_like_a_build(folder: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept"
    with open_workspace(folder / "bitext.tmx", options=options(), keep=kept) as opened:
        expected = opened.find(QUERY)[0]
    assert look(kept) == expected
    with (
        pytest.raises(ConfigError, match="--keep needs a bitext"),
        open_workspace(kept, keep=folder),
    ):
        pass


def test_files_are_read_through_once_and_again_when_they_have_changed(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = []
    monkeypatch.setattr(find.arrays, "verify", lambda path, **_: read.append(path.name))
    look(folder)
    look(folder)
    assert read == ["pairs.arrays", "words.arrays"]
    os.utime(folder / "work" / "pairs.arrays", (1, 1))
    look(folder)
    assert len(read) == 4


@pytest.mark.parametrize("name", ["pairs.arrays", "words.arrays"])
def test_a_damaged_build_says_so(folder: Path, name: str) -> None:
    path = folder / "work" / name
    whole = bytearray(path.read_bytes())
    whole[-9] ^= 1
    path.write_bytes(whole)
    with pytest.raises(FormatError, match="damaged"):
        look(folder)
    path.unlink()
    with pytest.raises(InputError, match="holds no finished word links; make it with diglot build"):
        look(folder)


def test_a_folder_that_is_no_build_says_what_to_do(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="make it with diglot build"):
        look(tmp_path)


@pytest.mark.slow
def test_word_links_of_other_sentences_are_seen(folder: Path, tmp_path: Path) -> None:
    texts(tmp_path)
    for name, line in (("en", "The end.\n"), ("fr", "Fin.\n")):
        with (tmp_path / f"contract.{name}.txt").open("a", encoding="utf-8") as file:
            file.write(line)
    longer = build(tmp_path, tmp_path / "longer").folder
    shutil.copy(longer / "work" / "pairs.arrays", folder / "work" / "pairs.arrays")
    with pytest.raises(InputError, match="build it again"):
        look(folder)


def test_aligned_words_are_searched(tmp_path: Path) -> None:
    sides = write_sides(tmp_path, [*ENGLISH], [*FRENCH])
    run = align_words(*sides, tokenised=True, packs=("none",), encoder="none")
    find.write_workspace(tmp_path / "kept", run)
    word = ENGLISH[0].split()[0]
    with open_workspace(tmp_path / "kept") as opened:
        (found,) = opened.find(Query(word, side="source", whole_words=True))
    holding = [number for number, line in enumerate(ENGLISH) if word in line.split()]
    assert sorted({hit.pair for each in found.groups for hit in each.hits}) == holding
    hit = next(hit for each in found.groups for hit in each.hits if each.translation)
    assert hit.translation in FRENCH
    assert hit.translation[slice(*hit.translation_marks[0])] in hit.translation.split()
