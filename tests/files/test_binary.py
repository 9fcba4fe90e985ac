"""Packed files: streamed, bounded, and refused when they are damaged."""

from __future__ import annotations

import gzip
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from diglot.errors import FormatError, UnsafeFileError
from diglot.files import binary as _binary
from diglot.files.binary import open_bounded_gzip, read_bytes
from diglot.files.xml import iterparse, root_of


def packed(path: Path, data: bytes) -> Path:
    path.write_bytes(gzip.compress(data))
    return path


def test_a_packed_stream_gives_what_was_packed_and_can_begin_again(tmp_path: Path) -> None:
    data = b"word\n" * 1000
    with open_bounded_gzip(packed(tmp_path / "a.gz", data)) as file:
        assert file.read(9) == data[:9]
        file.seek(0)
        assert file.read() == data


@pytest.mark.parametrize("pack", [bytes, gzip.compress])
def test_a_small_file_takes_little_memory(tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
    (tmp_path / "a").write_bytes(pack(b"word\n" * 1000))
    tracemalloc.start()
    data = read_bytes(tmp_path / "a")
    most = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert len(data) == 5000
    assert most < 5_000_000


def test_a_packed_stream_stops_at_the_limit(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.gz", b" " * 3_000_000)
    with (
        pytest.raises(UnsafeFileError, match="unpacks to more than"),
        open_bounded_gzip(path) as file,
    ):
        file.read()


def test_packed_xml_is_parsed_as_it_is_unpacked(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.xml.gz", b"<r><e n='1'/><e n='2'/></r>")
    assert root_of(path) == "r"
    assert [each.get("n") for each in iterparse(path, ("e",))] == ["1", "2"]
    again = iterparse(path, ("e",), encoding="utf-8")
    assert [each.get("n") for each in again] == ["1", "2"]


def test_a_bomb_of_xml_is_refused_while_it_is_parsed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_binary, "RATIO_FLOOR", 1000)
    path = packed(tmp_path / "a.xml.gz", b"<r>" + b"<e/>" * 500_000 + b"</r>")
    with pytest.raises(UnsafeFileError, match="unpacks to more than"):
        list(iterparse(path, ("e",)))


def test_a_cut_packed_file_is_named(tmp_path: Path) -> None:
    path = packed(tmp_path / "a.xml.gz", b"<r>" + bytes(range(65, 91)) * 50 + b"</r>")
    path.write_bytes(path.read_bytes()[:-12])
    with pytest.raises(FormatError, match=r"a\.xml\.gz: is not a complete gzip file"):
        list(iterparse(path, ("e",)))
