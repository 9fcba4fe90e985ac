from __future__ import annotations

import gzip
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError, UnsafeFileError
from diglot.files import lines as _line_blocks
from diglot.files.lines import byte_blocks, count_lines, line_blocks, stream_lines, words_of
from diglot.files.text import split_lines


def small_blocks(patch: pytest.MonkeyPatch, size: int) -> None:
    patch.setattr(byte_blocks, "__kwdefaults__", {"encoding": None, "size": size})


@given(text=st.text(alphabet="ab\n\r\x0b\x0c\x1c\x85\u2028é\ufeff", max_size=40))
@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-32"])
@pytest.mark.parametrize("size", [1, 3, 1 << 20])
def test_lines_do_not_depend_on_how_much_is_read_at_once(
    tmp_path_factory: pytest.TempPathFactory, size: int, encoding: str, packed: bool, text: str
) -> None:
    folder = tmp_path_factory.mktemp("l")
    data = text.encode(encoding)
    text = text.removeprefix("\ufeff") if encoding == "utf-8" else text  # the mark
    (folder / "a").write_bytes(gzip.compress(data) if packed else data)
    with pytest.MonkeyPatch.context() as patch:
        small_blocks(patch, size)
        assert list(stream_lines(folder / "a")) == split_lines(text)
        assert "".join(stream_lines(folder / "a", keep_ends=True)) == text
        assert count_lines(folder / "a") == len(split_lines(text))


def test_only_line_feeds_end_lines(tmp_path: Path) -> None:
    tricky = "a\u2028b\x85c\x0bd\x0ce\x1cf\rg\u2029h"
    (tmp_path / "a").write_bytes(f"{tricky}\r\n{tricky}\n".encode())
    assert list(stream_lines(tmp_path / "a")) == [tricky, tricky]


@pytest.mark.parametrize("encoding", ["utf-16", "utf-32", "utf-8-sig"])
@pytest.mark.parametrize("packed", [False, True])
def test_a_byte_order_mark_decides(tmp_path: Path, encoding: str, packed: bool) -> None:
    data = "né\r\n𝒜\n".encode(encoding)
    (tmp_path / "a").write_bytes(gzip.compress(data) if packed else data)
    assert list(stream_lines(tmp_path / "a")) == ["né", "𝒜"]


@pytest.mark.parametrize("encoding", ["cp1252", "utf-16-le", "koi8-r", "cp500"])
def test_a_named_encoding_is_used(tmp_path: Path, encoding: str) -> None:
    (tmp_path / "a").write_bytes("one\ntwo\n".encode(encoding))
    assert list(stream_lines(tmp_path / "a", encoding=encoding)) == ["one", "two"]


def test_an_unknown_encoding_is_a_configuration_error(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"a\n")
    with pytest.raises(ConfigError, match="unknown text encoding"):
        list(stream_lines(tmp_path / "a", encoding="no-such"))


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize(
    ("bad", "message"), [(b"no\0t", "holds a NUL"), (b"no\xebl", "is not UTF-8: byte 0xEB")]
)
def test_the_line_of_a_bad_byte_is_named_in_later_blocks_too(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, packed: bool, bad: bytes, message: str
) -> None:
    small_blocks(monkeypatch, 8)
    data = b"fine\n" * 20 + bad + b"\nfine\n"
    path = tmp_path / "a"
    path.write_bytes(gzip.compress(data) if packed else data)
    with pytest.raises(FormatError, match=f"a, line 21: {message}"):
        list(stream_lines(path))


def test_other_packed_files_are_named(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"PK\x03\x04\xff\0\0")
    with pytest.raises(FormatError, match="zip container"):
        list(stream_lines(tmp_path / "a"))


@pytest.mark.parametrize("cut", [3, 12, 40, -1])
def test_an_archive_cut_short_is_refused(tmp_path: Path, cut: int) -> None:
    (tmp_path / "a").write_bytes(gzip.compress(b"one two three\n" * 500)[:cut])
    with pytest.raises(FormatError, match=r"a: is not a complete gzip file"):
        list(stream_lines(tmp_path / "a"))


def test_a_damaged_archive_is_refused(tmp_path: Path) -> None:
    data = bytearray(gzip.compress(bytes(range(1, 256)) * 40))
    data[30:40] = bytes(10)
    (tmp_path / "a").write_bytes(data)
    with pytest.raises(FormatError, match="is not a complete gzip file"):
        list(byte_blocks(tmp_path / "a"))


def test_a_line_that_unpacks_without_end_is_stopped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_line_blocks, "MAX_PACKED_LINE", 100_000)
    small_blocks(monkeypatch, 1000)
    (tmp_path / "a").write_bytes(gzip.compress(b"x" * 200_000))
    with pytest.raises(UnsafeFileError, match="a: holds a line of more than 100,000"):
        list(stream_lines(tmp_path / "a"))
    (tmp_path / "b").write_bytes(gzip.compress(b"x" * 200_000 + b"\n", 9))
    with pytest.raises(UnsafeFileError):
        list(stream_lines(tmp_path / "b"))
    (tmp_path / "c").write_bytes(gzip.compress(("x\n" * 100_000).encode("utf-16")))
    with pytest.raises(UnsafeFileError):
        list(stream_lines(tmp_path / "c"))
    (tmp_path / "d").write_bytes(gzip.compress(b"short\n" * 100_000))
    assert sum(map(len, line_blocks(tmp_path / "d"))) == 100_000


def test_missing_files_and_folders_are_refused(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing"):
        with pytest.raises(InputError):
            list(stream_lines(path))


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("", []),
        ("  \t ", []),
        ("a b", ["a", "b"]),
        (" a\t\tb  c ", ["a", "b", "c"]),
        ("10\u00a0000 a\u2028b\x0bc\x85", ["10\u00a0000", "a\u2028b\x0bc\x85"]),
    ],
)
def test_words_stand_between_spaces_and_tabs(line: str, words: list[str]) -> None:
    assert words_of(line) == words
