"""Qt Linguist, TTX and TXML."""

from __future__ import annotations

import gzip

import pytest

from diglot import formats
from diglot.errors import ConfigError, InputError
from diglot.formats.blocks import Skips
from diglot.model import Unit, Variant

QT = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de_DE"{attributes}><context><name>Main</name>
<message><source>Open &amp;file</source><comment>menu</comment>
<translation>&amp;Datei</translation></message>
<message numerus="yes"><source>%n files</source><translation><numerusform>%n Datei</numerusform>
<numerusform>%n Dateien</numerusform></translation></message>
<message><source>none</source><translation type="unfinished"></translation></message>
<message><source>doubt</source><translation type="unfinished">Zweifel</translation></message>
<message><source>old</source><translation type="vanished">alt</translation></message>
</context></TS>"""
TTX = """<TRADOStag Version="2.0"><FrontMatter>
<UserSettings SourceLanguage="EN-US" TargetLanguage="DE-DE"/></FrontMatter><Body><Raw>
<Tu MatchPercent="100"><Tuv>Hello <ut Type="start">&lt;b&gt;</ut>world<ut
DisplayText="tab">&lt;t&gt;</ut>now</Tuv>
<Tuv Lang="DE-AT">Hallo Welt jetzt</Tuv></Tu> <df Size="9">outside<ut>&lt;p&gt;</ut> of
<Tu><Tuv Lang="EN-US">alone</Tuv></Tu></df></Raw></Body></TRADOStag>"""
TXML = """<txml locale="en-US" targetlocale="fr-FR"><translatable><segment segmentId="1">
<source>Hello <ut x="1">&lt;b&gt;</ut>you</source><target>Salut toi</target></segment>
<segment segmentId="2"><source>alone</source></segment></translatable></txml>"""


def read(tmp_path, name: str, text: str, encoding: str = "utf-8"):
    path = tmp_path / name
    path.write_text(text, encoding=encoding)
    skips = Skips()
    units = list(formats.read_units(path, skips=skips))
    texts = [tuple((each.language, each.text) for each in unit.variants) for unit in units]
    return units, texts, {skip.kind: skip.count for skip in skips.entries()}


@pytest.mark.parametrize(
    ("attributes", "source"), [("", "en"), (' sourcelanguage="fr_FR"', "fr-FR")]
)
def test_qt_messages_with_plural_forms(tmp_path, attributes, source):
    units, texts, skipped = read(tmp_path, "a.ts", QT.format(attributes=attributes))
    assert texts == [
        ((source, "Open &file"), ("de-DE", "&Datei")),
        ((source, "%n files"), ("de-DE", "%n Datei")),
        ((source, "%n files"), ("de-DE", "%n Dateien")),
    ]
    assert units[0].notes == ("menu",)
    assert units[0].properties == (("context", "Main"),)
    assert skipped == {
        "message without a translation": 1,
        "unfinished message": 1,
        "obsolete message": 1,
    }


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_ttx_units_with_their_tags_beside_the_text(tmp_path, encoding):
    units, texts, skipped = read(tmp_path, "a.ttx", TTX, encoding)
    assert texts == [(("EN-US", "Hello world now"), ("DE-AT", "Hallo Welt jetzt"))]
    marks = units[0].variants[0].markup
    assert [(mark.start, mark.end, mark.kind) for mark in marks] == [(6, 6, "ut"), (11, 12, "ut")]
    assert skipped == {"text outside units": 2, "unit without a translation": 1}


def test_txml_segments(tmp_path):
    units, texts, skipped = read(tmp_path, "a.txml", TXML)
    assert texts == [(("en-US", "Hello you"), ("fr-FR", "Salut toi"))]
    assert units[0].id == "1"
    assert skipped == {"unit without a translation": 1}


@pytest.mark.parametrize("name", ["a.ts", "a.ttx", "a.txml"])
def test_another_file_is_refused(tmp_path, name):
    with pytest.raises(InputError, match=name):
        read(tmp_path, name, "<html/>")
    with pytest.raises(InputError, match=name):
        read(tmp_path, name, "const a = 1;")


@pytest.mark.parametrize("extension", ["tmx", "tsv", "csv", "jsonl", "xlf", "po"])
def test_units_may_be_packed(tmp_path, extension):
    path = tmp_path / f"a.{extension}"
    formats.write_units(path, [Unit((Variant("en", "One"), Variant("fr", "Un")))])
    packed = tmp_path / f"b.{extension}.gz"
    packed.write_bytes(gzip.compress(path.read_bytes()))
    [unit] = formats.read_units(packed)
    assert [each.text for each in unit.variants] == ["One", "Un"]
    formats.write_units(packed, [unit])
    assert gzip.decompress(packed.read_bytes()) == path.read_bytes()


def test_a_packed_container_says_what_to_do(tmp_path):
    (tmp_path / "a.xlsx.gz").write_bytes(b"")
    with pytest.raises(ConfigError, match="unpack it"):
        formats.read_units(tmp_path / "a.xlsx.gz")
