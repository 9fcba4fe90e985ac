"""Attacks on tables of translations and on Apertium dictionaries: one line, or sane values."""

from __future__ import annotations

import gzip
import random
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError, InputError, UnsafeFileError
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_lexicon, read_origin, read_translations, write_lexicon
from diglot.model.lexicon import DIRECTIONS, Lexicon, Translation
from tests.hostile.damage import mutated, refusal

PAIRS = (
    Translation("hot dog", "chien chaud", "eng", "fra", "noun", "noun", score=0.5),
    Translation("red", "rouge", "eng", "fra", "adj", "adj", "forward", 0.25, "of colour"),
    Translation("=1+1", "'deux", "eng", "fra"),
)
FORMATS = {
    "tiad": "tsv",
    "graph": "tsv",
    "goel": "tsv",
    "pairs": "txt",
    "acoli": "tsv",
    "tiad-csv": "csv",
    "csv": "csv",
    "xlsx": "xlsx",
    "dix": "dix",
}
FOLDER = settings(max_examples=30, suppress_health_check=[HealthCheck.function_scoped_fixture])


def check(path: Path, *, skip_bad: bool, format: str | None = None) -> None:  # noqa: A002
    """Read a file; what comes out is sane, or the complaint names the file in one line."""
    found: list[Translation] = []
    if refusal(
        lambda each: found.extend(read_translations(each, skip_bad=skip_bad, format=format)), path
    ):
        return
    for each in found:
        assert each.source.strip()
        assert each.target.strip()
        assert each.direction in DIRECTIONS
        assert each.score is None or 0 <= each.score <= 1
        assert each.source_language
        assert each.target_language
    assert read_origin(path, format=format).name


@pytest.mark.parametrize("name", FORMATS)
def test_mutated_dictionaries_are_read_sanely_or_refused(tmp_path: Path, name: str) -> None:
    path = tmp_path / f"eng-fra.{FORMATS[name]}"
    write_lexicon(path, Lexicon(PAIRS * 3), format=name)
    whole = path.read_bytes()
    rng = random.Random(20_21)
    for round_ in range(60 if name != "xlsx" else 15):
        path.write_bytes(mutated(whole, rng))
        check(path, skip_bad=bool(round_ % 2))
        if round_ % 3 == 0:
            check(path, skip_bad=True, format=name)


@FOLDER
@given(data=st.binary(max_size=400))
def test_any_bytes_are_read_sanely_or_refused(tmp_path: Path, data: bytes) -> None:
    for extension in ("tsv", "csv", "dix"):
        path = tmp_path / f"a.{extension}"
        path.write_bytes(data)
        check(path, skip_bad=False)
        check(path, skip_bad=True)


@FOLDER
@given(text=st.text(alphabet='abh\t\n\r ",.0159;|#<>\ufeff\u2028', max_size=200))
def test_any_table_is_read_sanely_or_refused(tmp_path: Path, text: str) -> None:
    for extension in ("tsv", "csv"):
        path = tmp_path / f"eng-fra.{extension}"
        path.write_bytes(text.encode())
        check(path, skip_bad=False)
        check(path, skip_bad=True)


def test_with_bad_lines_skipped_no_line_of_a_table_is_lost_silently(tmp_path: Path) -> None:
    path = tmp_path / "eng-fra.tsv"
    lines = [
        b"dog\tchien\tnoun\t1",
        b"caf\xe9\tcoffee\tnoun\t1",
        b"nul\0\tzero\tnoun\t1",
        b"one",
        b"",
        b"red\trouge\tadj\t2",
        b"x" * 25_000,
        b"cat\tchat\tnoun\t1",
    ]
    path.write_bytes(b"\n".join(lines))
    with pytest.raises(FormatError, match=r"eng-fra\.tsv, line 2: is not UTF-8: byte 0xE9"):
        list(read_translations(path))
    skips = Skips()
    found = list(read_translations(path, skip_bad=True, skips=skips))
    assert [each.source for each in found] == ["dog", "cat"]
    bad = [each for each in skips.entries() if each.kind.startswith("bad line")]
    assert sum(each.count for each in bad) == 5
    # A line that is no text is left behind as an empty one.
    assert sum(each.count for each in skips.entries()) - 5 == 3


@pytest.mark.parametrize("data", [b"\x00\x01\x02\x03", b"%PDF-1.7\n", b"\x89PNG\r\n", b"caf\xe9\n"])
def test_a_file_that_is_no_text_at_all_is_refused_even_with_bad_lines_skipped(
    tmp_path: Path, data: bytes
) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes(data)
    with pytest.raises(FormatError):
        list(read_translations(path, skip_bad=True))


def test_another_encoding_is_read_by_its_name(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_bytes("café\tcoffee\n".encode("cp1252"))
    with pytest.raises(FormatError, match="--encoding NAME"):
        list(read_translations(path))
    (found,) = read_translations(path, encoding="cp1252")
    assert found.source == "café"
    with pytest.raises(ConfigError, match="unknown text encoding 'cp99'"):
        list(read_translations(path, encoding="cp99"))


@pytest.mark.parametrize("extension", ["tsv", "csv", "dix"])
def test_a_damaged_archive_is_refused(tmp_path: Path, extension: str) -> None:
    path = tmp_path / f"a.{extension}"
    write_lexicon(path, Lexicon(PAIRS * 200))
    packed = tmp_path / f"a.{extension}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes())[:-20])
    with pytest.raises(FormatError, match="is not a complete gzip file"):
        list(read_translations(packed))


@pytest.mark.parametrize("extension", ["tsv", "csv", "dix"])
def test_a_bomb_is_stopped(tmp_path: Path, extension: str) -> None:
    packed = tmp_path / f"a.{extension}.gz"
    packed.write_bytes(gzip.compress(b"<dictionary>" + b" " * 20_000_000))
    with pytest.raises(UnsafeFileError):
        list(read_translations(packed))


def test_a_missing_file_and_a_folder_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no such file"):
        list(read_translations(tmp_path / "a.tsv"))
    (tmp_path / "b.tsv").mkdir()
    with pytest.raises(InputError, match="is a folder"):
        list(read_translations(tmp_path / "b.tsv"))


def test_entities_in_a_dictionary_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.dix"
    path.write_text(
        '<!DOCTYPE dictionary [<!ENTITY a "b">]><dictionary><section>'
        "<e><p><l>&a;</l><r>c</r></p></e></section></dictionary>",
        encoding="utf-8",
    )
    with pytest.raises(UnsafeFileError, match="declares the entity 'a'"):
        read_lexicon(path)


def test_forbidden_characters_never_reach_the_xml(tmp_path: Path) -> None:
    path = tmp_path / "a.dix"
    skips = Skips()
    wild = (
        Translation("a\x00b<&>", 'c"\x0bd', "en", "fr", "<n>", 'n"x', score=0.5, sense="]]>\x01"),
        Translation("\x01", "e", "en", "fr"),
    )
    assert write_lexicon(path, Lexicon(wild), skips=skips) == 1
    (found,) = read_translations(path)
    assert (found.source, found.target, found.sense) == ("ab<&>", 'c"d', "]]>")
    assert {each.kind for each in skips.entries()} == {
        "character that XML forbids",
        "part of speech that is not a name of a symbol, changed",
        "word that XML cannot hold",
    }
