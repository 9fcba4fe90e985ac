from __future__ import annotations

import gzip
from pathlib import Path

import pytest

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.model import Skipped
from tests.formats.word_links.strategies import same


@pytest.mark.parametrize(
    ("name", "format_name"),
    [
        ("a.pharaoh", "pharaoh"),
        ("a.align", "pharaoh"),
        ("gold.txt", "pharaoh"),
        ("out.grow-diag-final", "pharaoh"),
        ("aligned", "pharaoh"),
        ("a.pharaoh.gz", "pharaoh"),
        ("gold.txt.gz", "pharaoh"),
        ("a.talp", "talp"),
        ("test.wa", "naacl"),
        ("test.wa.nonullalign", "naacl"),
        ("a.NAACL", "naacl"),
        ("en-fr.A3.final", "giza"),
        ("en-fr.A3.final.gz", "giza"),
        ("en-fr.A3.final.part003", "giza"),
        ("a.a3", "giza"),
        ("a.giza", "giza"),
    ],
)
def test_the_name_of_a_file_tells_its_format(name: str, format_name: str) -> None:
    assert formats.word_link_format(name).name == format_name


def test_a_format_can_be_named_by_name_or_extension() -> None:
    assert formats.word_link_format("gold.txt", "naacl").name == "naacl"
    assert formats.word_link_format("gold.txt", ".wa").name == "naacl"
    assert formats.word_link_format("x.tmx", "pharaoh").name == "pharaoh"


@pytest.mark.parametrize(("name", "given"), [("a.tmx", None), ("a.links", None), ("a", "tsv")])
def test_files_of_other_kinds_say_which_are_right(name: str, given: str | None) -> None:
    with pytest.raises(ConfigError, match="hold no word links; giza, naacl, pharaoh, talp"):
        formats.word_link_format(name, given)


def test_an_unknown_format_lists_the_known_ones() -> None:
    with pytest.raises(ConfigError, match=r"unknown format 'nonsense'; available: .*pharaoh"):
        formats.word_link_format("a.txt", "nonsense")


@pytest.mark.parametrize("name", ["a.pharaoh", "b.txt", "c.naacl", "d.talp"])
def test_links_survive_every_format(tmp_path: Path, name: str) -> None:
    (tmp_path / "gold.txt").write_text("0-0:0.5 1p2:0.25\n\n3-1:1\n")
    links = formats.read_word_links(tmp_path / "gold.txt")
    options = {"base": 1} if name.endswith("talp") else {}
    scores = {} if name.endswith("naacl") else {"scores": True}
    assert formats.write_word_links(tmp_path / name, links, **options, **scores) == ()
    assert same(formats.read_word_links(tmp_path / name, **options), links)


def test_the_base_of_talp_has_to_be_given(tmp_path: Path) -> None:
    (tmp_path / "a.pharaoh").write_text("0-0 1p2\n\n2-1\n")
    links = formats.read_word_links(tmp_path / "a.pharaoh")
    path = tmp_path / "a.talp"
    with pytest.raises(ConfigError, match="do not say which; give the base"):
        formats.write_word_links(path, links)
    assert not path.exists()
    formats.write_word_links(path, links, base=1)
    with pytest.raises(ConfigError, match="give the base"):
        formats.read_word_links(path)
    with pytest.raises(FormatError, match="line 1: links word 3 of a source sentence of 2"):
        formats.read_word_links(path, base=0, lengths=([2, 0, 3], [3, 0, 2]))


def test_packed_files_are_read_not_written(tmp_path: Path) -> None:
    path = tmp_path / "a.pharaoh.gz"
    path.write_bytes(gzip.compress(b"0-0\n"))
    links = formats.read_word_links(path)
    assert links.of(0) == [(0, 0)]
    with pytest.raises(ConfigError, match=r"leave \.gz out"):
        formats.write_word_links(path, links)


def test_giza_is_read_only(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("0-0\n")
    links = formats.read_word_links(tmp_path / "a")
    able = "naacl, pharaoh, talp, yawat can"
    with pytest.raises(ConfigError, match=f"giza files cannot be written; {able}"):
        formats.write_word_links(tmp_path / "a.A3.final", links)


def test_options_reach_the_format_and_unknown_ones_are_named(tmp_path: Path) -> None:
    (tmp_path / "a.wa").write_text("1 2 1\n1 0 1\n")
    skips = Skips()
    links = formats.read_word_links(tmp_path / "a.wa", pairs=2, reverse=True, skips=skips)
    assert [links.of(pair) for pair in range(links.pairs)] == [[(0, 1)], []]
    assert skips.entries() == (Skipped("link with the empty word", 1),)
    with pytest.raises(ConfigError, match="naacl has no option base"):
        formats.read_word_links(tmp_path / "a.wa", base=0)


def test_readers_of_texts_point_to_the_right_door(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="use read_word_links"):
        formats.read(tmp_path / "a.pharaoh")
