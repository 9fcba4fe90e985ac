"""What translation tools export is read, and what is written is what they import.

The samples are made by us, in the form that the tools' manuals and their own files have. The table
"Who takes what" of docs/formats.md is this module in words.
"""

from __future__ import annotations

import csv
import zipfile

import pytest
from lxml import etree

from diglot import formats
from diglot.errors import ConfigError, FormatError
from diglot.formats.blocks import Skips
from diglot.model import Concept, ConceptTerm, Markup, Termbase, Unit, Variant

XLIFF = 'xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2"'
FILE = '<file original="guide.docx" datatype="plaintext" source-language="en" target-language="de">'
EXPORTS = {
    "Trados Studio": (
        "guide.docx.sdlxliff",
        f"""<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" {XLIFF} sdl:version="1.0">
{FILE}<header><tag-defs xmlns="http://sdl.com/FileTypes/SdlXliff/1.0"><tag id="1"><bpt name="b">
&lt;b&gt;</bpt></tag></tag-defs></header><body><group><sdl:cxts><sdl:cxt id="1"/></sdl:cxts>
<trans-unit id="d1"><source>Open the <g id="1">valve</g>. Wait.</source><seg-source>
<mrk mtype="seg" mid="1">Open the <g id="1">valve</g>.</mrk> <mrk mtype="seg" mid="2">Wait.</mrk>
</seg-source><target><mrk mtype="seg" mid="1">Das <g id="1">Ventil</g> öffnen.</mrk>
<mrk mtype="seg" mid="2">Warten.</mrk></target><sdl:seg-defs>
<sdl:seg id="1" conf="ApprovedTranslation" origin="tm" origin-system="pumps" percent="98">
<sdl:value key="created_by">ann</sdl:value></sdl:seg>
<sdl:seg id="2" conf="Draft" origin="mt" locked="true"/></sdl:seg-defs></trans-unit></group>
</body></file></xliff>""",
        [
            {"status": "ApprovedTranslation", "origin": "tm", "match": "98"},
            {"status": "Draft", "origin": "mt", "locked": "yes"},
        ],
    ),
    "memoQ": (
        "guide.mqxliff",
        f"""<xliff xmlns:mq="MQXliff" {XLIFF}>{FILE}<body><trans-unit id="1" mq:percent="101"
mq:status="ManuallyConfirmed"><source xml:space="preserve">Open the <bpt id="1"
ctype="bold">{{}}</bpt>valve<ept id="1">{{}}</ept>.</source><target>Das <bpt id="1"
ctype="bold">{{}}</bpt>Ventil<ept id="1">{{}}</ept> öffnen.</target>
<mq:minorversions><mq:historical-unit><target>y</target></mq:historical-unit>
</mq:minorversions></trans-unit><trans-unit id="2" mq:status="NotStarted" mq:locked="locked">
<source>Wait.</source><target>Warten.</target></trans-unit></body></file></xliff>""",
        [
            {"status": "ManuallyConfirmed", "match": "101"},
            {"status": "NotStarted", "locked": "yes"},
        ],
    ),
    "Phrase": (
        "guide.mxliff",
        f"""<xliff xmlns:m="http://www.memsource.com/mxlf/2.0" {XLIFF} m:version="2.4">{FILE}<body>
<group id="1" m:para-id="1"><trans-unit id="j:0" m:score="1.01" m:confirmed="1" m:locked="false"
m:trans-origin="tm"><source>Open {{1&gt;the&lt;1}} {{b&gt;valve&lt;b}}.</source>
<target>{{1&gt;Das&lt;1}} {{b&gt;Ventil&lt;b}} öffnen.</target>
<m:tunit-metadata><m:mark id="1"><m:content>i</m:content></m:mark></m:tunit-metadata>
<alt-trans origin="memsource-tm"><target>Ventil öffnen.</target></alt-trans></trans-unit>
<trans-unit id="j:1" m:confirmed="0" m:locked="true"><source>Wait.</source><target>Warten.</target>
</trans-unit></group></body></file></xliff>""",
        [
            {"match": "1.01", "status": "1", "origin": "tm"},
            {"status": "0", "locked": "yes"},
        ],
    ),
    "Crowdin": (
        "strings.xliff",
        f"""<xliff {XLIFF}>{FILE}<header><tool tool-id="crowdin.com" tool-name="Crowdin"/></header>
<body><trans-unit id="12" approved="yes"><source>Open the valve.</source>
<target state="final">Das Ventil öffnen.</target></trans-unit><trans-unit id="13">
<source>Wait.</source><target state="needs-translation">Warten.</target></trans-unit></body>
</file></xliff>""",
        [{"approved": "yes", "state": "final"}, {"state": "needs-translation"}],
    ),
    "OmegaT": (
        "project_save.tmx",
        """<!DOCTYPE tmx SYSTEM "tmx11.dtd"><tmx version="1.1"><header creationtool="OmegaT"
creationtoolversion="6.0" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext"
segtype="sentence" srclang="en"/><body><!-- Default translations -->
<tu><tuv lang="en"><seg>Open the valve.</seg></tuv>
<tuv lang="de"><seg>Das Ventil öffnen.</seg></tuv></tu>
<!-- Alternative translations --><tu><prop type="file">a.txt</prop><tuv lang="en">
<seg>Wait.</seg></tuv><tuv lang="de"><seg>Warten.</seg></tuv></tu></body></tmx>""",
        [{}, {"file": "a.txt"}],
    ),
    "Weblate": (
        "catalogue-de.csv",
        (
            '"location","source","target","id","fuzzy","context","translator_comments"\n'
            '"a.c:1","Open the valve.","Das Ventil öffnen.","","False","menu",""\n'
            '"a.c:2","Wait.","Warten.","","True","",""\n'
        ),
        [{"location": "a.c:1", "fuzzy": "False", "context": "menu"}, {"fuzzy": "True"}],
    ),
    "Microsoft": (
        "glossary.csv",
        (
            "Source Term,Translation,String Category,Platform,Product,Version\n"
            'Open the valve.,"Das Ventil öffnen.","User interface text",x86,Windows,10\n'
            "Wait.,Warten.,Documentation,x86,Windows,10\n"
        ),
        [{"Product": "Windows", "String Category": "User interface text"}, {"Version": "10"}],
    ),
}


@pytest.mark.parametrize("tool", EXPORTS)
def test_texts_that_a_tool_exports_are_read_with_their_status(tmp_path, tool):
    name, content, judgements = EXPORTS[tool]
    (tmp_path / name).write_text(content)
    units = list(formats.read_units(tmp_path / name))
    assert [[variant.text for variant in unit.variants] for unit in units] == [
        ["Open the valve.", "Das Ventil öffnen."],
        ["Wait.", "Warten."],
    ]
    for unit, expected in zip(units, judgements, strict=True):
        assert expected.items() <= dict(unit.properties).items()


@pytest.mark.parametrize("version", ["1.2", "2.1"])
def test_status_and_match_rate_survive_our_own_xliff(tmp_path, version):
    name, content, _ = EXPORTS["Trados Studio"]
    (tmp_path / name).write_text(content)
    units = list(formats.read_units(tmp_path / name))
    formats.write_units(tmp_path / "a.xlf", units, version=version)
    assert [unit.properties for unit in formats.read_units(tmp_path / "a.xlf")] == [
        unit.properties for unit in units
    ]


def test_what_a_tracked_change_of_trados_deleted_is_no_text(tmp_path):
    head = '<doc-info><cmt-defs><cmt-def id="c">why?</cmt-def></cmt-defs></doc-info>'
    (tmp_path / "a.sdlxliff").write_text(
        f"""<xliff xmlns:sdl="http://sdl.com/FileTypes/SdlXliff/1.0" {XLIFF}>{head}{FILE}<body>
<trans-unit id="1"><source>Price</source><target><mrk mtype="x-sdl-deleted" sdl:revid="1">Ko<x
id="2"/>sten</mrk><mrk mtype="x-sdl-added" sdl:revid="2">Preis</mrk></target></trans-unit></body>
</file></xliff>"""
    )
    skips = Skips()
    (unit,) = formats.read_units(tmp_path / "a.sdlxliff", skips=skips)
    assert unit.variants[1].text == "Preis"
    assert [(skip.kind, skip.example) for skip in skips.entries()] == [
        ("comment", "why?"),
        ("deleted revision", "Kosten"),
    ]


@pytest.mark.parametrize("name", ["a.sdlxliff", "a.mqxliff", "a.mxliff", "a.txlf", "a.xlz"])
def test_no_file_pretends_to_be_one_of_a_tool(tmp_path, name):
    with pytest.raises(ConfigError, match="cannot be written"):
        formats.write_units(tmp_path / name, [Unit((Variant("en", "a"), Variant("de", "b")))])
    assert not (tmp_path / name).exists()


def test_packed_xliff_gives_the_units_of_the_files_inside(tmp_path):
    """XLZ of translation servers and MQXLZ of memoQ: XLIFF beside a skeleton."""
    for name in ("a.xlz", "a.mqxlz"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("content.xlf", EXPORTS["Crowdin"][1])
            archive.writestr("skeleton.skl", "x")
        skips = Skips()
        units = list(formats.read_units(tmp_path / name, skips=skips))
        assert [unit.variants[0].text for unit in units] == ["Open the valve.", "Wait."]
        assert [skip.kind for skip in skips.entries()] == ["other file in the container"]
    with zipfile.ZipFile(tmp_path / "b.xlz", "w") as archive:
        archive.writestr("skeleton.skl", "x")
    with pytest.raises(FormatError, match="holds no XLIFF file"):
        list(formats.read_units(tmp_path / "b.xlz"))


GLOSSARIES = {
    "Crowdin": "Term [en],Description [en],Part of Speech [en],Status [en],Term [de],Status [de]\n"
    "valve,it opens,noun,preferred,Ventil,not recommended\n",
    "memoQ": "Entry_ID;Entry_Note;English;English_Def;German\n1;n;valve;it opens;Ventil\n",
    "Phrase": "en,de\nvalve,Ventil\n",
}


@pytest.mark.parametrize("tool", GLOSSARIES)
def test_glossaries_that_a_tool_exports_are_read(tmp_path, tool):
    (tmp_path / "a.csv").write_text(GLOSSARIES[tool])
    (concept,) = formats.read_termbase(tmp_path / "a.csv").concepts
    assert [(term.language, term.text) for term in concept.terms] == [
        ("en", "valve"), ("de", "Ventil"),
    ]  # fmt: skip
    if tool != "Phrase":
        assert concept.definitions == (("en", "it opens"),)
    if tool == "Crowdin":
        assert [term.status for term in concept.terms] == ["preferred", "forbidden"]
        assert concept.terms[0].part_of_speech == "noun"


UNITS = [
    Unit((Variant("en", "A & b <c>"), Variant("de", "Ä")), "1", 0.9),
    Unit((Variant("en", '"=x"'), Variant("de", "y\tz"))),
]


def test_tmx_has_what_its_definition_demands(tmp_path):
    """Trados, memoQ, Phrase, Crowdin, OmegaT and Weblate import TMX 1.4 (LISA, tmx14.dtd)."""
    formats.write_units(tmp_path / "a.tmx", UNITS)
    root = etree.parse(tmp_path / "a.tmx").getroot()
    assert (root.tag, root.get("version")) == ("tmx", "1.4")
    required = "creationtool creationtoolversion segtype o-tmf adminlang srclang datatype"
    assert set(required.split()) <= set(root.find("header").attrib)
    language = "{http://www.w3.org/XML/1998/namespace}lang"
    for unit in root.iter("tu"):
        assert [part.get(language) for part in unit.iter("tuv")] == ["en", "de"]
        order = [part.tag for part in unit]
        assert order == sorted(order, key=("note", "prop", "tuv").index) or "note" not in order


def test_xliff_has_what_its_definition_demands(tmp_path):
    """Every tool imports XLIFF 1.2: languages, original and datatype of a file, ids of units."""
    formats.write_units(tmp_path / "a.xlf", UNITS)
    root = etree.parse(tmp_path / "a.xlf").getroot()
    for file in root.iter("{*}file"):
        assert {"original", "source-language", "target-language", "datatype"} <= set(file.attrib)
    identifiers = [unit.get("id") for unit in root.iter("{*}trans-unit")]
    assert len(set(identifiers)) == 2


def test_csv_has_the_columns_that_weblate_and_phrase_ask_for(tmp_path):
    formats.write_units(tmp_path / "a.csv", UNITS)
    with (tmp_path / "a.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["source"], row["target"]) for row in rows] == [
        ("A & b <c>", "Ä"), ('"=x"', "y\tz"),
    ]  # fmt: skip


def test_terms_are_what_tools_import(tmp_path):
    """TBX 2 for Weblate, Crowdin, memoQ and MultiTerm; tabs for OmegaT; columns for Phrase."""
    terms = (ConceptTerm("valve", "en"), ConceptTerm("Ventil", "de", "forbidden"))
    termbase = Termbase((Concept("c1", terms),))
    formats.write_termbase(tmp_path / "a.tbx", termbase)
    root = etree.parse(tmp_path / "a.tbx").getroot()
    assert (root.tag, root.get("type")) == ("martif", "TBX")
    assert [each.text for each in root.iter("term")] == ["valve", "Ventil"]
    formats.write_termbase(tmp_path / "a.utf8", termbase, languages=("en", "de"))
    lines = (tmp_path / "a.utf8").read_text().splitlines()
    assert lines[-1].split("\t")[:2] == ["valve", "Ventil"]


CODES = {
    "tmx": '<ph type="lb" x="1">&lt;br/&gt;</ph>',
    "xliff 1.2": '<x id="1" ctype="lb"/>',
    "xliff 2.1": '<ph id="1" subType="xlf:lb"/>',
}


@pytest.mark.parametrize("code", CODES.values(), ids=CODES)
@pytest.mark.parametrize("to", CODES)
def test_a_code_for_a_line_break_stays_one_in_every_format(tmp_path, code, to):
    """It parts words where it is read, and is a code without text where it is written."""
    kind = code[1:].partition(" ")[0]
    marked = Variant("en", "Press enter", (Markup(5, 6, kind, code),))
    name, _, version = to.partition(" ")
    options = {"version": version} if version else {}
    path = tmp_path / f"a.{name}"
    formats.write_units(path, [Unit((marked, Variant("de", "Ä")))], format=name, **options)
    (unit,) = formats.read_units(path)
    assert unit.variants[0].text == "Press enter"
    (mark,) = unit.variants[0].markup
    assert (mark.start, mark.end, mark.kind in {"ph", "x"}) == (5, 6, True)
    (again,) = [each for each in etree.parse(path).iter() if each.text == "Press"]
    assert again[0].tail == "enter"


def test_paired_codes_have_the_attributes_that_each_format_demands(tmp_path):
    """``i`` in TMX, ``id`` in XLIFF 1.2, whose pairs share ``rid``."""
    marks = (
        Markup(0, 0, "bpt", '<bpt i="7" type="bold">b</bpt>'),
        Markup(1, 1, "ept", '<ept i="7"/>'),
    )
    unit = Unit((Variant("en", "a", marks), Variant("de", "Ä")))
    assert not formats.write_units(tmp_path / "a.xlf", [unit])
    (unit,) = formats.read_units(tmp_path / "a.xlf")
    begin, end = (etree.fromstring(mark.data) for mark in unit.variants[0].markup)
    assert dict(begin.attrib) == {"id": "7", "rid": "7", "ctype": "bold"}
    assert end.get("rid") == "7"
    assert not formats.write_units(tmp_path / "a.tmx", [unit])
    (unit,) = formats.read_units(tmp_path / "a.tmx")
    begin, end = (etree.fromstring(mark.data) for mark in unit.variants[0].markup)
    assert (dict(begin.attrib), begin.text) == ({"i": "7", "type": "bold"}, "b")
    assert end.get("i") == "7"


def test_attributes_that_another_format_has_no_place_for_are_told(tmp_path):
    code = Markup(0, 0, "ph", '<ph id="1" equiv-text="picture" xid="u9">i</ph>')
    unit = Unit((Variant("en", "a", (code,)), Variant("de", "Ä")))
    (lost,) = formats.write_units(tmp_path / "a.tmx", [unit])
    assert lost.kind == "inline code of another format, simplified"
