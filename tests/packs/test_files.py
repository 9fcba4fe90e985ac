"""Language packs as files: the same bytes, nothing lost, nothing believed that is damaged."""

from __future__ import annotations

import lzma
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError
from diglot.files.arrays import write_arrays
from diglot.packs import files
from diglot.packs.files import read_pack, verify_pack, write_pack
from tests.packs import SOURCE, links_of, pack_of
from tests.packs.test_pack import LINKS

SMALL = {("house", "ház"): 9.0, ("dog", "kutya"): 2.0, ("the", "a"): 300.0}


@given(LINKS)
def test_a_pack_comes_back_with_counts_within_five_percent(
    tmp_path_factory: pytest.TempPathFactory, links: dict[tuple[str, str], float]
) -> None:
    path = tmp_path_factory.mktemp("pack") / "en_hu.pack"
    pack = pack_of("en", "hu", links)
    write_pack(path, pack)
    again = read_pack(path)
    assert again.sources == (SOURCE,)
    assert (again.languages, again.date) == (("en", "hu"), "2026-01-31")
    found = links_of(again)
    assert found.keys() == links.keys()
    for pair, count in found.items():
        assert count == pytest.approx(links[pair], rel=0.05)


def test_equal_packs_have_equal_bytes_and_digests(tmp_path: Path) -> None:
    digests = [write_pack(tmp_path / name, pack_of("en", "hu", SMALL)) for name in ("a", "b")]
    assert digests[0] == digests[1] == read_pack(tmp_path / "a").digest
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_the_unpacked_copy_is_made_once(tmp_path: Path) -> None:
    path, cache = tmp_path / "en_hu.pack", tmp_path / "cache"
    write_pack(path, pack_of("en", "hu", SMALL))
    first = read_pack(path, cache=cache)
    copies = [(copy, copy.stat().st_mtime_ns) for copy in cache.iterdir()]
    assert links_of(read_pack(path, cache=cache)) == links_of(first)
    assert [(copy, copy.stat().st_mtime_ns) for copy in cache.iterdir()] == copies
    assert len(copies) == 1


def test_a_damaged_copy_is_made_again(tmp_path: Path) -> None:
    path, cache = tmp_path / "en_hu.pack", tmp_path / "cache"
    write_pack(path, pack_of("en", "hu", SMALL))
    first = links_of(read_pack(path, cache=cache))
    (copy,) = cache.iterdir()
    for damaged in (copy.read_bytes()[:-9], b"", b"x" * 200):
        copy.write_bytes(damaged)
        assert links_of(read_pack(path, cache=cache)) == first


@pytest.mark.parametrize("language", ["../../other", "/tmp/other", "", "e\nn", "de_AT"])
def test_a_language_that_could_be_a_path_is_refused(tmp_path: Path, language: str) -> None:
    path = tmp_path / "en_hu.pack"
    write_pack(path, pack_of(language, "hu", SMALL))
    with pytest.raises(FormatError, match="is no code of a language"):
        read_pack(path)


def test_a_cache_that_cannot_be_written_is_done_without(tmp_path: Path) -> None:
    path = tmp_path / "en_hu.pack"
    write_pack(path, pack_of("en", "hu", SMALL))
    (tmp_path / "file").touch()
    assert links_of(read_pack(path, cache=tmp_path / "file" / "folder")).keys() == SMALL.keys()


@pytest.mark.parametrize(
    "content", [b"", b"words", lzma.compress(b"words"), lzma.compress(b""), b"\xfd7zXZ\x00rest"]
)
def test_what_is_no_pack_is_refused_in_one_line(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "no.pack"
    path.write_bytes(content)
    with pytest.raises(InputError) as caught:
        read_pack(path)
    assert "no.pack" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_a_pack_cut_short_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "en_hu.pack"
    write_pack(path, pack_of("en", "hu", SMALL))
    path.write_bytes(path.read_bytes()[:-9])
    with pytest.raises(FormatError, match="cut short"):
        read_pack(path)


@given(st.data())
def test_a_changed_byte_is_found_by_verifying(
    tmp_path_factory: pytest.TempPathFactory, data: st.DataObject
) -> None:
    path = tmp_path_factory.mktemp("pack") / "en_hu.pack"
    write_pack(path, pack_of("en", "hu", SMALL))
    plain = bytearray(lzma.decompress(path.read_bytes()))
    place = data.draw(st.integers(0, len(plain) - 1))
    plain[place] ^= data.draw(st.integers(1, 255))
    path.write_bytes(lzma.compress(bytes(plain)))
    with pytest.raises(InputError):
        verify_pack(path)


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("columns", np.array([0, 1, 9], np.uint32)),
        ("lengths", np.array([2, 2, 2], np.uint32)),
        ("counts", np.array([1], np.uint8)),
        ("source_lengths", np.array([200, 1, 1], np.uint16)),
        ("target_frequency", np.array([1], np.uint32)),
        ("target_text", np.array([255] * 9, np.uint8)),
        ("lengths", np.array([5, -3, 1], np.int64)),
        ("columns", np.array([[0], [1], [1]], np.uint32)),
        ("counts", np.array([1, 1, 999], np.uint16)),
        ("counts", np.array([1, 1, 1], np.float32)),
    ],
)
def test_arrays_that_contradict_each_other_are_refused(
    tmp_path: Path, name: str, values: np.ndarray, monkeypatch: pytest.MonkeyPatch
) -> None:
    def crafted(path: Path, arrays: dict, metadata: dict, **how: object) -> None:
        assert name in arrays
        write_arrays(path, {**arrays, name: values}, metadata, **how)

    monkeypatch.setattr(files, "write_arrays", crafted)
    write_pack(tmp_path / "en_hu.pack", pack_of("en", "hu", SMALL))
    with pytest.raises(FormatError):
        read_pack(tmp_path / "en_hu.pack")
