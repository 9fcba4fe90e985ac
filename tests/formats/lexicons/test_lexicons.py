"""Dictionaries by the name and content of their file, and what the file's name says."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest

import diglot
from diglot.errors import ConfigError, FormatError
from diglot.formats import read_lexicon, write_lexicon
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_origin, read_translations
from diglot.formats.lexicons.sources import languages_of, name_of
from diglot.formats.registry import LEXICON, find_format
from diglot.model.lexicon import Lexicon, Origin, Translation

PAIR = Translation("house", "casa", "eng", "spa")


@pytest.mark.parametrize(
    ("name", "languages"),
    [
        ("eng-spa.tsv.gz", ("eng", "spa")),
        ("apertium-eng-spa.dix", ("eng", "spa")),
        ("apertium-eng-spa.eng-spa.metadix", ("eng", "spa")),
        ("freedict.eng-fra.tsv", ("eng", "fra")),
        ("TransSetEN-ES.csv", ("EN", "ES")),
        ("trans_CA-IT.tsv", ("CA", "IT")),
        ("en-fr.0-5000.txt", ("en", "fr")),
        ("fr-es.dict.dz", ("fr", "es")),
        ("my-eng-spa.tsv", ("eng", "spa")),
        ("house.tsv", ("und", "und")),
        ("my-dictionary.tsv", ("und", "und")),
        ("xx-qq.tsv", ("und", "und")),
        ("en.tsv", ("und", "und")),
        (".tsv", ("und", "und")),
    ],
)
def test_the_name_of_a_file_tells_languages_where_two_codes_stand_side_by_side(
    name: str, languages: tuple[str, str]
) -> None:
    assert languages_of(Path("some-en-fr-folder") / name) == languages


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("a/eng-spa.tsv.gz", "eng-spa"),
        ("freedict.eng-fra.tsv", "freedict.eng-fra"),
        ("eng-fra.dict.dz", "eng-fra"),
    ],
)
def test_a_dictionary_has_the_name_of_its_file_without_extensions(path: str, name: str) -> None:
    assert name_of(path) == name


@pytest.mark.parametrize(
    ("name", "content", "expected"),
    [
        ("a.xml", "<dictionary/>", "dix"),
        ("a.xml", "<TEI xmlns='http://www.tei-c.org/ns/1.0'/>", "freedict"),
        ("a.xml", "<LexicalResource/>", "wordnet"),
        ("a.xml", "<martif/>", "tbx"),
        ("a.rdf", "anything", "ontolex"),
        ("a.jsonl", '{"pos": "noun", "word": "dog", "lang_code": "en"}', "wiktextract"),
        ("a.jsonl", '{"source": "dog"}', "jsonl"),
        ("a.csv", '"written_rep_a" , "lex_entry_a"', "tiad-csv"),
        ("a.csv", "source,target", "csv"),
        ("a.tsv", "dog\tchien", "tsv"),
        ("a.dix", "", "dix"),
        ("a.dict.dz", "", "dictd"),
    ],
)
def test_content_decides_where_an_extension_has_several_formats(
    tmp_path: Path, name: str, content: str, expected: str
) -> None:
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    assert find_format(path, LEXICON, look=True).name == expected
    if not name.endswith(".dz"):
        packed = tmp_path / f"{name}.gz"
        packed.write_bytes(gzip.compress(content.encode()))
        assert find_format(packed, LEXICON, look=True).name == expected


@pytest.mark.parametrize("name", ["a.unknown", "a", "a.gz"])
def test_an_extension_that_tells_nothing_lists_the_formats(name: str) -> None:
    with pytest.raises(ConfigError, match=r"names no format of dictionaries; .*tiad.*dix"):
        find_format(name, LEXICON)


def test_an_unknown_format_lists_the_formats() -> None:
    with pytest.raises(
        ConfigError, match=r"unknown format of dictionaries 'word'; available: tsv, tiad"
    ):
        read_lexicon("a.tsv", format="word")


@pytest.mark.parametrize(
    ("given", "expected"), [("TIAD", "tiad"), (".dix", "dix"), ("ttl", "ontolex")]
)
def test_a_format_may_be_named_by_name_or_extension(given: str, expected: str) -> None:
    assert find_format("a", LEXICON, format=given).name == expected


def test_xml_of_another_kind_is_refused_by_its_root(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("<html/>", encoding="utf-8")
    with pytest.raises(FormatError, match="<html> belongs to no format of dictionaries"):
        find_format(tmp_path / "a.xml", LEXICON, look=True)
    (tmp_path / "b.xml").write_text("word\tWort", encoding="utf-8")
    with pytest.raises(FormatError, match="not an XML file"):
        find_format(tmp_path / "b.xml", LEXICON, look=True)


def test_an_option_the_format_does_not_have_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a.tsv").write_text("a\tb\n", encoding="utf-8")
    with pytest.raises(ConfigError, match="tsv has no option colour"):
        read_lexicon(tmp_path / "a.tsv", colour="red")


def test_packed_files_are_not_written(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="packed files are read, not written"):
        write_lexicon(tmp_path / "a.tsv.gz", Lexicon((PAIR,)))


def test_a_format_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="wiktextract dictionaries are read, not written"):
        write_lexicon(tmp_path / "a.jsonl", Lexicon((PAIR,)), format="wiktextract")


def test_a_lexicon_holds_a_repeated_translation_once_and_says_so(tmp_path: Path) -> None:
    path = tmp_path / "eng-spa.tsv"
    path.write_text("house\tcasa\nhouse\tcasa\nHouse\tcasa\n\n", encoding="utf-8")
    lexicon = diglot.read_lexicon(path)
    assert lexicon.translations == (PAIR, Translation("House", "casa", "eng", "spa"))
    assert lexicon.notes == (
        '1 duplicate translation: "house | casa"',
        "1 blank line",
    )
    assert lexicon.origin == Origin("eng-spa")


def test_an_empty_file_is_a_lexicon_without_translations(tmp_path: Path) -> None:
    path = tmp_path / "a.tsv"
    path.write_text("", encoding="utf-8")
    assert read_lexicon(path).notes == ('1 file without translations: "a.tsv"',)


def test_given_languages_come_before_those_of_the_name(tmp_path: Path) -> None:
    path = tmp_path / "eng-spa.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    (found,) = read_translations(path, languages=("fr", "it"))
    assert (found.source_language, found.target_language) == ("fr", "it")


def test_the_folder_of_tables_may_say_where_they_come_from(tmp_path: Path) -> None:
    path = tmp_path / "eng-spa.tsv"
    path.write_text("a\tb\n", encoding="utf-8")
    beside = tmp_path / "meta.json"
    beside.write_text('{"origin": "Apertium RDF", "licence": "GPL", "pairs": 27}', encoding="utf-8")
    assert read_origin(path) == Origin("eng-spa", "Apertium RDF", "GPL")
    beside.write_text('{"license": "CC0", "origin": 3}', encoding="utf-8")
    assert read_origin(path) == Origin("eng-spa", "", "CC0")
    beside.write_text("[]", encoding="utf-8")
    assert read_origin(path) == Origin("eng-spa")
    beside.write_text("{", encoding="utf-8")
    with pytest.raises(FormatError, match=r"meta\.json: is not JSON"):
        read_origin(path)


def test_what_a_format_cannot_carry_is_counted(tmp_path: Path) -> None:
    skips = Skips()
    full = Translation("a", "b", "en", "fr", "noun", "noun", "forward", None, "x", ("why",))
    assert write_lexicon(tmp_path / "a.tsv", Lexicon((full,)), skips=skips) == 1
    assert [each.kind for each in skips.entries()] == [
        "direction of a translation, not written",
        "reasons of a translation, not written",
        "sense of a translation, not written",
        "translation without a confidence, written with 1",
    ]
