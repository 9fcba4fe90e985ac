import importlib
import subprocess
import sys

import pytest

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.model import Bitext, Block, Document, Link, Segment


def bitext():
    def side(text, language):
        return Document(text, (Block(0, len(text)),), (Segment(0, len(text)),), language, name="d")

    return Bitext(side("A.", "en"), side("B.", "fr"), (Link((0,), (0,), 0.9),))


def test_every_extension_leads_to_a_module_that_can_do_it():
    for table, function in (
        (formats.READERS, "read"),
        (formats.UNIT_FORMATS, "read_units"),
        (formats.LINK_FORMATS, "read_links"),
        (formats.WORD_LINK_FORMATS, "read"),
    ):
        for name in table.values():
            assert hasattr(formats.module_of(name), function), name
    for name in formats.WRITABLE:
        function = "write_links" if name in formats.LINKS else "write_units"
        function = "write" if name in formats.WORD_LINKS else function
        assert hasattr(formats.module_of(name), function), name
    documents = formats.DOCUMENTS | formats.UNITS
    assert set(formats.MODULES) == documents | formats.LINKS | formats.WORD_LINKS


def test_registry_loads_no_format():
    program = (
        "import sys, diglot.formats; "
        "print([m for m in ('lxml', 'openpyxl', 'polib', 'selectolax') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=True
    )
    assert result.stdout.strip() == "[]"


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
    assert formats.format_of(tmp_path / "d.xml", look=True) == "tmx"
    assert formats.read(tmp_path / "d.xml").source.text == "A."
    (tmp_path / "d.xml").write_text("<unheard-of/>")
    with pytest.raises(FormatError, match="<unheard-of> belongs to no format"):
        formats.format_of(tmp_path / "d.xml", look=True)


def test_format_can_be_named_by_name_or_extension():
    assert formats.format_of("x", "TMX") == "tmx"
    assert formats.format_of("x", ".xlf") == "xliff"
    assert formats.format_of("x", "txt") == "text"
    assert formats.format_of("X.TSV") == "tsv"


def test_unknown_format_lists_the_names():
    for arguments in (("x.tmx", "nonsense"), ("x.nonsense",), ("x",)):
        with pytest.raises(ConfigError, match="tmx, xliff, tsv"):
            formats.format_of(*arguments)


@pytest.mark.parametrize("name", ["po", "text", "docx"])
def test_what_cannot_be_written_says_what_can(tmp_path, name):
    with pytest.raises(ConfigError, match="csv, jsonl, moses, tmx, tsv, xliff, xlsx can"):
        formats.write(tmp_path / "x", bitext(), format=name)


def test_wrong_kind_of_file_says_which_are_right(tmp_path):
    with pytest.raises(ConfigError, match="use read_links"):
        formats.read(tmp_path / "x.links")
    with pytest.raises(ConfigError, match="hold no links"):
        formats.read_links(tmp_path / "x.tmx")
    with pytest.raises(ConfigError, match="hold no translation units"):
        formats.read_units(tmp_path / "x.txt")
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


def test_packages_have_documentation():
    for name in set(formats.MODULES.values()):
        assert importlib.import_module(f"diglot.formats.{name}").__doc__
