"""Termbases by the names of their files."""

from __future__ import annotations

import pytest

from diglot.errors import ConfigError, FormatError, InputError
from diglot.formats import read_termbase, write_termbase
from diglot.formats.registry import TERMBASE, extensions_of, formats_of
from diglot.model import Concept, ConceptTerm, Termbase

OMEGAT = {"omegat", ".utf8"}  # says no languages and keeps no ids; tested by itself
SMALL = Termbase((Concept("a", (ConceptTerm("bread", "en"), ConceptTerm("pain", "fr"))),))


WRITTEN = {name for name, each in extensions_of(TERMBASE).items() if each.writes}


@pytest.mark.parametrize("extension", sorted(WRITTEN - OMEGAT))
def test_every_extension_is_written_and_read(tmp_path, extension):
    path = tmp_path / f"t{extension.upper()}"
    assert write_termbase(path, SMALL) == ()
    assert read_termbase(path).concepts == SMALL.concepts


@pytest.mark.parametrize(
    "name", sorted({each.name for each in formats_of(TERMBASE, writes=True)} - OMEGAT)
)
def test_every_format_is_written_and_read_by_name(tmp_path, name):
    path = tmp_path / "t.data"
    write_termbase(path, SMALL, format=name)
    assert read_termbase(path, format=name).concepts == SMALL.concepts


@pytest.mark.parametrize("extension", ["tbx", "rdf"])
def test_xml_files_are_told_apart_by_their_root(tmp_path, extension):
    write_termbase(tmp_path / f"t.{extension}", SMALL)
    (tmp_path / f"t.{extension}").rename(tmp_path / "t.xml")
    assert read_termbase(tmp_path / "t.xml").concepts == SMALL.concepts


def test_xml_of_another_kind_is_one_clear_line(tmp_path):
    (tmp_path / "t.xml").write_text("<tmx/>")
    with pytest.raises(FormatError, match="<tmx> belongs to no format of terms that is read"):
        read_termbase(tmp_path / "t.xml")


@pytest.mark.parametrize(("path", "told"), [("t.docx", None), ("t.tbx", "odt")])
def test_unknown_formats_list_the_known_ones(path, told):
    with pytest.raises(ConfigError, match="tbx, csv, tsv, xlsx, rdf"):
        read_termbase(path, format=told)


def test_an_option_that_a_format_does_not_have_is_an_error(tmp_path):
    with pytest.raises(ConfigError, match="no option layout"):
        write_termbase(tmp_path / "t.tbx", SMALL, layout="pairs")


def test_an_empty_termbase_is_written_and_read_with_a_note(tmp_path):
    for name in ("t.tbx", "t.csv", "t.xlsx", "t.ttl"):
        write_termbase(tmp_path / name, Termbase())
        back = read_termbase(tmp_path / name)
        assert back.concepts == ()
        assert f'1 file without concepts: "{name}"' in back.notes


@pytest.mark.parametrize("name", ["t.tbx", "t.csv", "t.xlsx", "t.ttl"])
def test_a_target_in_a_missing_folder_is_one_clear_line(tmp_path, name):
    with pytest.raises(InputError, match="create the folder first"):
        write_termbase(tmp_path / "no" / name, SMALL)
