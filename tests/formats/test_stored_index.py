"""An index gives every text that holds a string, and reads no file but its own."""

from __future__ import annotations

import sqlite3
import tempfile
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.formats import stored
from diglot.formats.stored import open_index, write_index

LETTERS = st.sampled_from("abc中文語\"' %_*^\n\ufffd𠮷é\U0010ffff")
TEXTS = st.lists(st.text(alphabet=LETTERS, max_size=12), max_size=12)


def write(path: Path, *texts: str, key: str = "k") -> Path:
    write_index(path, {"source": texts}, forms={}, key=key)
    return path


@given(TEXTS, st.lists(st.text(alphabet=LETTERS, min_size=1, max_size=6), max_size=8))
def test_candidates_lack_no_text_that_holds_the_string(
    texts: list[str], needles: list[str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = write(Path(folder) / "i", *texts)
        with open_index(path, key="k") as index:
            for needle in needles:
                holding = [number for number, text in enumerate(texts) if needle in text]
                found = index.candidates("source", [[needle]])[0]
                assert set(holding) <= set(found)
                assert found == sorted(set(found))
                # One sequence says all, but for the line ends that texts are padded with.
                if len(needle) <= 3 and "\n" not in needle:
                    assert found == holding


def test_collections_are_searched_one_by_one(tmp_path: Path) -> None:
    write_index(tmp_path / "i", {"source": ["water"], "target": ["", "l'eau"]}, forms={}, key="k")
    with open_index(tmp_path / "i", key="k") as index:
        assert index.candidates("source", [["wat"]])[0] == [0]
        assert index.candidates("target", [["eau"]])[0] == [1]
        assert index.candidates("source", [["eau"]])[0] == []


def test_a_long_string_is_found(tmp_path: Path) -> None:
    text = "".join(chr(0x4E00 + number) for number in range(3000))
    path = write(tmp_path / "i", "short", text)
    with open_index(path, key="k") as index:
        assert index.candidates("source", [[text]])[0] == [1]


def test_the_same_texts_give_the_same_bytes(tmp_path: Path) -> None:
    one = write(tmp_path / "one", "water", "fire").read_bytes()
    assert one == write(tmp_path / "two", "water", "fire").read_bytes()


def test_a_protected_file_in_a_protected_folder_is_read(tmp_path: Path) -> None:
    path = write(tmp_path / "i", "water")
    path.chmod(0o444)
    tmp_path.chmod(0o555)
    try:
        with open_index(path, key="k") as index:
            assert index.candidates("source", [["wa"]])[0] == [0]
        assert [each.name for each in tmp_path.iterdir()] == ["i"]
    finally:
        tmp_path.chmod(0o755)


def test_an_index_of_other_texts_is_refused(tmp_path: Path) -> None:
    path = write(tmp_path / "i", "water", key="then")
    with pytest.raises(FormatError, match="other texts"), open_index(path, key="now"):
        pass


def test_a_missing_index_is_an_input_error_and_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"), open_index(tmp_path / "i", key="k"):
        pass
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("content", [b"", b"SQLite format 3\0", b"\x89PNG" * 2000])
def test_what_is_no_index_is_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "i"
    path.write_bytes(content)
    with pytest.raises(FormatError), open_index(path, key="k"):
        pass


def test_a_foreign_database_is_refused(tmp_path: Path) -> None:
    with closing(sqlite3.connect(tmp_path / "i")) as base:
        base.execute("CREATE TABLE about (name, value)")
        base.commit()
    with pytest.raises(FormatError), open_index(tmp_path / "i", key="k"):
        pass


@pytest.mark.parametrize("cut", [600, 4096, 5000, 8192, 20000])
def test_a_cut_index_never_says_that_nothing_is_there(tmp_path: Path, cut: int) -> None:
    texts = [f"text {number} of {number * 7919}" for number in range(500)]
    whole = write(tmp_path / "i", *texts).read_bytes()
    assert len(whole) > cut
    (tmp_path / "i").write_bytes(whole[:cut])
    with pytest.raises(FormatError), open_index(tmp_path / "i", key="k") as index:
        assert index.candidates("source", [["text"]])[0] != list(range(500))


def test_an_unwritable_folder_is_one_line(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="cannot be written"):
        write(tmp_path / "nowhere" / "i", "water")


def test_without_full_text_search_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(base: object, name: str) -> None:
        raise sqlite3.OperationalError("no such module: fts5")

    assert stored.supports_trigrams()
    monkeypatch.setattr(stored, "_create", fail)
    assert not stored.supports_trigrams()
