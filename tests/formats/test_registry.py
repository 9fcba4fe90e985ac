import pytest

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.registry import FORMATS, GENERAL, Kind, find_format, formats_of
from diglot.model import Bitext, Block, Document, Link, Segment


def bitext():
    def side(text, language):
        return Document(text, (Block(0, len(text)),), (Segment(0, len(text)),), language, name="d")

    return Bitext(side("A.", "en"), side("B.", "fr"), (Link((0,), (0,), 0.9),))


FUNCTIONS = {
    Kind.DOCUMENT: ("read", ""),
    Kind.UNITS: ("read_units", "write_units"),
    Kind.LINKS: ("read_links", "write_links"),
    Kind.WORD_LINKS: ("read", "write"),
    Kind.TERMBASE: ("read_concepts", "write"),
    Kind.LEXICON: ("read_translations", "write_lexicon"),
}


@pytest.mark.parametrize("record", FORMATS, ids=lambda each: f"{each.kind}-{each.name}")
def test_every_record_leads_to_a_module_that_can_do_it(record):
    module = record.load()
    assert module.__doc__
    assert record.reads
    if record.sniffed:
        assert not module.is_own("")
    if record.kind in FUNCTIONS:
        read, write = FUNCTIONS[record.kind]
        assert hasattr(module, read)
        assert hasattr(module, write) or not record.writes


def test_no_kind_has_two_formats_of_one_name():
    names = [(each.kind, each.name) for each in FORMATS]
    assert len(names) == len(set(names))


def test_general_names_and_extensions_are_those_of_one_format():
    records = formats_of(*GENERAL)
    assert len({each.name for each in records}) == len(records)
    # Those that their first line tells come before the one format of the extension.
    plain = [each for each in records if not each.sniffed]
    extensions = [extension for each in plain for extension in each.extensions]
    assert len(extensions) == len(set(extensions))


@pytest.mark.parametrize("extension", ["tmx", "xlf", "tsv", "csv", "xlsx", "jsonl", "moses"])
def test_bitext_is_written_and_read_by_extension(tmp_path, extension):
    path = tmp_path / f"d.{extension}"
    assert all(lost.kind.startswith("score") for lost in formats.write(path, bitext()))
    back = formats.read(path, source_language="en", target_language="fr")
    assert back.source.segment_texts == ["A."]
    assert back.target.segment_texts == ["B."]
    assert (back.source.language, back.target.language) == ("en", "fr")
    assert [link.type for link in back.links] == ["1-1"]
    if extension != "moses":
        assert back.links[0].score == 0.9
        assert back.source.source.path == path
        assert len(back.source.source.digest) == 64


def test_xml_files_are_told_apart_by_their_root(tmp_path):
    formats.write(tmp_path / "d.xml", bitext(), format="tmx")
    assert find_format(tmp_path / "d.xml", look=True).name == "tmx"
    assert formats.read(tmp_path / "d.xml").source.text == "A."
    (tmp_path / "d.xml").write_text("<unheard-of/>")
    with pytest.raises(FormatError, match="<unheard-of> belongs to no format"):
        find_format(tmp_path / "d.xml", look=True)


def test_format_can_be_named_by_name_or_extension():
    assert find_format("x", format="TMX").name == "tmx"
    assert find_format("x", format=".xlf").name == "xliff"
    assert find_format("x", format="txt").name == "text"
    assert find_format("X.TSV").name == "tsv"


def test_unknown_format_lists_the_names():
    for path, name in (("x.tmx", "nonsense"), ("x.nonsense", None), ("x", None)):
        with pytest.raises(ConfigError, match="tmx, xliff, tsv"):
            find_format(path, format=name)


@pytest.mark.parametrize("name", ["qt", "text", "docx"])
def test_what_cannot_be_written_says_what_can(tmp_path, name):
    with pytest.raises(ConfigError, match="moses, parquet, po, tmx, tsv, xliff, xlsx can"):
        formats.write(tmp_path / "x", bitext(), format=name)


def test_wrong_kind_of_file_says_which_are_right(tmp_path):
    with pytest.raises(ConfigError, match="use read_links"):
        formats.read(tmp_path / "x.links")
    with pytest.raises(ConfigError, match="hold no links"):
        formats.read_links(tmp_path / "x.tmx")
    written = tmp_path / "x.txt"
    written.write_text("one language")
    with pytest.raises(ConfigError, match="hold no translation units"):
        formats.read_units(written)
    with pytest.raises(ConfigError, match="one pair of documents each"):
        formats.write(tmp_path / "x.links", [bitext(), bitext()])


def test_unknown_option_is_named(tmp_path):
    with pytest.raises(ConfigError, match="tmx has no option colour"):
        formats.write(tmp_path / "x.tmx", bitext(), colour="red")
    with pytest.raises(ConfigError, match="no option colour"):
        formats.read_units(tmp_path / "x.tmx", colour="red")


def test_links_of_one_pair_are_written_as_links(tmp_path):
    formats.write(tmp_path / "x.links", [bitext()])
    assert formats.read_links(tmp_path / "x.links") == bitext().links


@pytest.mark.parametrize(
    ("begin", "name"),
    [
        ('<?xml version="1.0"?>\n<tmx/>', "XML"),
        ("\ufeff<!DOCTYPE html>\n<p>a", "HTML"),
        ("  <html><body>a", "HTML"),
        ("{\\rtf1 a}", "RTF"),
        ("\\documentclass{article}", "LaTeX"),
        ("WEBVTT\n\n00:01.000 --> 00:02.000\na", "WebVTT"),
    ],
)
def test_text_that_begins_as_another_format_is_refused(tmp_path, begin, name):
    path = tmp_path / "a.txt"
    path.write_text(begin, encoding="utf-8")
    with pytest.raises(FormatError, match=f"begins as {name} does"):
        formats.read(path)
    assert (
        formats.read(path, format="text")
        .text.strip("\ufeff ")
        .startswith(begin.strip("\ufeff ")[:5])
    )


def test_a_tab_in_a_compiled_catalogue_is_no_column(tmp_path):
    path = tmp_path / "a.mo"
    path.write_bytes(b"\xde\x12\x04\x95\0\0\t\0\n")
    with pytest.raises(ConfigError, match="msgunfmt"):
        find_format(path, look=True)
    path.rename(tmp_path / "a.bin")
    with pytest.raises(ConfigError, match="names no format"):
        find_format(tmp_path / "a.bin", look=True)
