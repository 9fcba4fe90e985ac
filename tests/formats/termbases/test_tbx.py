"""TBX: golden files of every version and style, what is written, and back again."""

from __future__ import annotations

import tracemalloc

import pytest
from hypothesis import given, settings

from diglot.errors import ConfigError, FormatError
from diglot.formats import read_termbase, write_termbase
from diglot.formats.termbases import read_concepts
from diglot.formats.termbases.data_categories import plain_id, status_of, xml_id
from diglot.model import Concept, ConceptTerm, Context, Signature, Termbase
from tests.formats.termbases import tbx_structure
from tests.formats.termbases.strategies import in_order, termbases

VERSIONS = ("3-dca", "3-dct", "2")

V2 = """<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE martif SYSTEM "TBXcoreStructV02.dtd">
<martif type="TBX" xml:lang="en">
  <martifHeader>
    <fileDesc><titleStmt><title>Bread</title></titleStmt>
      <sourceDesc><p>by hand</p></sourceDesc></fileDesc>
    <encodingDesc><p type="XCSURI">TBXXCSV02.xcs</p></encodingDesc>
  </martifHeader>
  <text><body>
    <termEntry id="c5">
      <descrip type="subjectField">baking</descrip>
      <descripGrp>
        <descrip type="definition">what
          dough becomes</descrip>
        <admin type="source">a handbook</admin>
      </descripGrp>
      <transacGrp><transac type="transactionType">origination</transac>
        <date>2024-01-01</date></transacGrp>
      <langSet xml:lang="en">
        <ntig>
          <termGrp>
            <term>bread</term>
            <termNote type="partOfSpeech">noun</termNote>
            <termNote type="administrativeStatus">preferredTerm-admn-sts</termNote>
            <termCompList type="syllabification"><termComp>bread</termComp></termCompList>
          </termGrp>
          <descripGrp><descrip type="context">Fresh <hi>bread</hi>.</descrip>
            <admin type="source">a menu</admin></descripGrp>
        </ntig>
        <tig><term> loaf
          </term><termNote type="termType">fullForm</termNote>
          <descrip type="reliabilityCode">8</descrip></tig>
      </langSet>
      <langSet lang="fr">
        <descrip type="definition">ce que devient la pâte</descrip>
        <note>said of all</note>
        <tig><term>pain</term><note>common</note><note>short</note></tig>
      </langSet>
    </termEntry>
  </body></text>
</martif>
"""

DCA = """<tbx style="dca" type="TBX-Basic" xml:lang="en" xmlns="urn:iso:std:iso:30042:ed-2">
<tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
<conceptEntry id="id.7"><descrip type="subjectField">baking</descrip>
<langSec xml:lang="de"><termSec><term>Brot</term>
<termNote type="administrativeStatus">supersededTerm-admn-sts</termNote>
<termNote type="grammaticalGender">neuter</termNote>
<descrip type="nearness">far</descrip>
<admin type="projectSubset">menu</admin></termSec></langSec></conceptEntry>
</body></text></tbx>
"""

DCT = """<tbx style="dct" type="TBX-Basic" xml:lang="en" xmlns="{core}"
  xmlns:min="http://www.tbxinfo.net/ns/min" xmlns:basic="http://www.tbxinfo.net/ns/basic">
<tbxHeader><fileDesc><sourceDesc><p>x</p></sourceDesc></fileDesc></tbxHeader>
<text><body>
<conceptEntry id="c7"><min:subjectField>baking</min:subjectField>
<descripGrp><basic:definition>a loaf</basic:definition><basic:source>me</basic:source></descripGrp>
<transacGrp><basic:transactionType>origination</basic:transactionType><date>2024-01-01</date></transacGrp>
<langSec xml:lang="de"><termSec><term>Brot</term>
<min:administrativeStatus>deprecatedTerm-admn-sts</min:administrativeStatus>
<min:partOfSpeech>noun</min:partOfSpeech><basic:termType>shortForm</basic:termType>
<basic:context>Das Brot.</basic:context></termSec></langSec></conceptEntry>
</body></text></tbx>
"""


def read(tmp_path, content, **options):
    path = tmp_path / "t.tbx"
    path.write_text(content, encoding="utf-8")
    return read_termbase(path, **options)


def test_version_2_is_read_with_all_synonyms_levels_and_counts(tmp_path):
    termbase = read(tmp_path, V2)
    (concept,) = termbase.concepts
    assert termbase.title == "Bread"
    assert (concept.id, concept.subject) == ("c5", "baking")
    assert concept.definitions == (("", "what dough becomes"), ("fr", "ce que devient la pâte"))
    assert [(term.text, term.language) for term in concept.terms] == [
        ("bread", "en"),
        ("loaf", "en"),
        ("pain", "fr"),
    ]
    bread, loaf, pain = concept.terms
    assert (bread.status, bread.part_of_speech) == ("preferred", "noun")
    assert bread.contexts == (Context("Fresh bread.", None, "a menu"),)
    assert (loaf.kind, loaf.score) == ("full form", 0.8)
    assert pain.note == "common\nshort"
    assert dict(concept.properties) == {
        "note@fr": "said of all",
        "definition source": "a handbook",
    }
    assert termbase.notes == (
        '1 transaction: "origination 2024-01-01"',
        '1 list of the components of a term: "bread"',
        '1 highlighting: "bread"',
    )


def test_style_dca_keeps_what_has_no_field(tmp_path):
    termbase = read(tmp_path, DCA)
    (concept,) = termbase.concepts
    (term,) = concept.terms
    assert concept.id == "7"
    assert term.status == "forbidden"
    assert term.properties == (
        ("termNote:grammaticalGender", "neuter"),
        ("descrip:nearness", "far"),
        ("admin:projectSubset", "menu"),
        ("termNote:administrativeStatus", "supersededTerm-admn-sts"),
    )
    assert termbase.notes == ('1 data category that is not known, kept as a property: "nearness"',)


@pytest.mark.parametrize("core", ["urn:iso:std:iso:30042:ed-2", "iso.org/ns/tbx/2016"])
def test_style_dct_is_read_in_any_namespace_of_the_core(tmp_path, core):
    (concept,) = read(tmp_path, DCT.replace("{core}", core)).concepts
    assert concept.subject == "baking"
    assert concept.definitions == (("", "a loaf"),)
    assert concept.terms == (
        ConceptTerm(
            "Brot", "de", "forbidden", "noun", "short form", contexts=(Context("Das Brot."),)
        ),
    )


def test_unknown_dialect_is_read_with_a_note(tmp_path):
    termbase = read(tmp_path, DCA.replace("TBX-Basic", "TBX-Kitchen"))
    assert len(termbase.concepts) == 1
    assert '1 dialect that is not known: "TBX-Kitchen"' in termbase.notes


@pytest.mark.parametrize(
    ("told", "status"),
    [
        ("preferredTerm-admn-sts", "preferred"),
        ("preferredTerm", "preferred"),
        ("admitted", "admitted"),
        ("deprecatedTerm-admn-sts", "forbidden"),
        ("supersededTerm-admn-sts", "forbidden"),
        ("forbidden", "forbidden"),
        ("obsolete", "forbidden"),
        ("Whatever", None),
    ],
)
def test_statuses_are_understood_however_they_are_spelt(told, status):
    assert status_of(told) == status


def test_a_status_of_another_tool_is_written_back_while_it_holds(tmp_path):
    termbase = read(tmp_path, DCA)
    write_termbase(tmp_path / "o.tbx", termbase)
    assert "supersededTerm-admn-sts" in (tmp_path / "o.tbx").read_text()
    assert read_termbase(tmp_path / "o.tbx").concepts[0].terms[0].status == "forbidden"


@pytest.mark.parametrize(
    ("told", "status"), [("rejected", "rejected"), ("DNT", "do-not-translate")]
)
def test_a_status_that_tbx_does_not_know_is_read(tmp_path, told, status):
    (term, *_) = read(tmp_path, DCA.replace("supersededTerm-admn-sts", told)).concepts[0].terms
    assert term.status == status
    assert ("termNote:administrativeStatus", told) in term.properties


def test_an_unknown_status_is_kept_and_counted(tmp_path):
    termbase = read(tmp_path, DCA.replace("supersededTerm-admn-sts", "odd"))
    term = termbase.concepts[0].terms[0]
    assert term.status is None
    assert ("termNote:administrativeStatus", "odd") in term.properties
    assert any("status that is not known" in note for note in termbase.notes)


def test_concepts_without_id_or_with_the_same_get_their_own(tmp_path):
    entry = '<termEntry{}><langSet xml:lang="en"><tig><term>{}</term></tig></langSet></termEntry>'
    body = "".join(
        entry.format(attribute, form)
        for attribute, form in ((' id="a"', "x"), (' id="a"', "y"), ("", "z"))
    )
    termbase = read(tmp_path, f"<martif type='TBX'><text><body>{body}</body></text></martif>")
    assert [concept.id for concept in termbase.concepts] == ["a", "a~2", "c3"]
    assert termbase.notes == ('1 id that two concepts have, changed: "a"',)


def test_missing_languages_and_empty_terms_are_counted(tmp_path):
    section = "<langSet><tig><term>x</term></tig><tig><term> </term></tig></langSet>"
    body = f"<body><termEntry>{section}</termEntry><termEntry/></body>"
    termbase = read(tmp_path, f"<martif type='TBX'><text>{body}</text></martif>")
    assert termbase.concepts[0].terms == (ConceptTerm("x", "und"),)
    assert termbase.notes == (
        "1 language missing, taken as unknown",
        '1 term without text: "und"',
        '1 concept without terms: "c2"',
    )


def test_attributes_without_a_place_are_counted(tmp_path):
    termbase = read(tmp_path, DCA.replace("<termSec>", '<termSec id="t1" datatype="x">'))
    assert termbase.notes[:2] == (
        '1 attribute id of <termSec>: "t1"',
        '1 attribute datatype of <termSec>: "x"',
    )


def test_a_language_tag_that_is_none_is_counted(tmp_path):
    termbase = Termbase((Concept("a", (ConceptTerm("x", "no tag"), ConceptTerm("y", "pt_BR"))),))
    (lost,) = write_termbase(tmp_path / "t.tbx", termbase)
    assert (lost.kind, lost.example) == (
        "language tag that TBX does not allow, written as it is",
        "no tag",
    )
    assert read_termbase(tmp_path / "t.tbx").languages == ("no tag", "pt-BR")


@pytest.mark.parametrize("version", VERSIONS)
def test_what_is_written_follows_the_standard(tmp_path, version):
    termbase = Termbase(
        (
            Concept(
                "594",
                (
                    ConceptTerm(
                        "bread & butter",
                        "en",
                        "do-not-translate",
                        "proper noun",
                        "inflection",
                        0.875,
                        12,
                        (Context("Bread & butter.", "Du pain et du beurre.", "menu 3"),),
                        "a book",
                        "a note",
                        (
                            ("admin:projectSubset", "menu"),
                            ("termNote:grammaticalGender", "none"),
                            ("termNote:administrativeStatus", "standardizedTerm-admn-sts"),
                            ("xref:externalCrossReference", "https://a.org/b see there"),
                            ("colour", "brown"),
                        ),
                    ),
                    ConceptTerm("pain", "fr", "forbidden"),
                ),
                (("", "food"), ("fr", "aliment"), ("de", "Speise")),
                "kitchen",
                0.5,
                "the house",
                "of the concept",
                (
                    ("definition source@fr", "a dictionary"),
                    ("ref:crossReference", "#12 see"),
                    ("descrip:level@fr", "low"),
                    ("admin:x@de", "y"),
                ),
            ),
        ),
        "Food",
        (),
        Signature("terms", "1.0"),
    )
    path = tmp_path / "t.tbx"
    assert write_termbase(path, termbase, version=version) == ()
    tbx_structure.check(path, version=version)
    back = read_termbase(path)
    assert (back.title, back.signature) == (termbase.title, termbase.signature)
    assert [in_order(each) for each in back.concepts] == [
        in_order(each) for each in termbase.concepts
    ]


def test_version_2_has_a_rounded_score_and_the_exact_one(tmp_path):
    termbase = Termbase((Concept("a", (ConceptTerm("x", "en", score=0.8312),)),))
    write_termbase(tmp_path / "t.tbx", termbase, version="2")
    text = (tmp_path / "t.tbx").read_text()
    assert '<descrip type="reliabilityCode">8</descrip>' in text
    assert "<note>x-diglot-score: 0.8312</note>" in text


def test_rejected_terms_are_not_handed_over(tmp_path):
    source, translation = ConceptTerm("x", "en"), ConceptTerm("y", "fr", "rejected")
    termbase = Termbase(
        (
            Concept("a", (source, translation, ConceptTerm("z", "fr"))),
            Concept("b", (source, translation)),
            Concept("c", (ConceptTerm("x", "en", "preferred"), translation)),
            Concept("d", (translation,)),
            Concept("e", ()),
        )
    )
    lost = write_termbase(tmp_path / "t.tbx", termbase)
    assert [(each.kind, each.count, each.example) for each in lost] == [
        ("rejected term", 4, "y"),
        ("concept of which nothing was accepted", 2, "b"),
        ("concept without terms", 1, "e"),
    ]
    first, second = read_termbase(tmp_path / "t.tbx").concepts
    assert first.terms == (source, ConceptTerm("z", "fr"))
    assert second.terms == (ConceptTerm("x", "en", "preferred"),)


def test_unknown_version_is_one_clear_line(tmp_path):
    with pytest.raises(ConfigError, match=r"'4'; it can be 3-dca, 3-dct, 2"):
        write_termbase(tmp_path / "t.tbx", Termbase(), version="4")


def test_another_root_is_one_clear_line(tmp_path):
    with pytest.raises(FormatError, match="the root element is <tmx>, not <martif> or <tbx>"):
        read(tmp_path, "<tmx/>")


@pytest.mark.parametrize(
    "name", ["594", "c1", "id.594", "id.c1", "id._41_", "_41_", "a b", "é", "id.", "", "日本", "_"]
)
def test_any_id_becomes_an_xml_id_and_itself_again(name):
    written = xml_id(name)
    assert tbx_structure.NCNAME.fullmatch(written)
    assert plain_id(written) == name


@pytest.mark.slow
@pytest.mark.parametrize("version", VERSIONS)
@settings(max_examples=10)
@given(termbase=termbases(rejected=False))
def test_every_termbase_comes_back(tmp_path_factory, version, termbase):
    path = tmp_path_factory.mktemp("tbx") / "t.tbx"
    assert write_termbase(path, termbase, version=version) == ()
    tbx_structure.check(path, version=version)
    assert list(map(in_order, read_termbase(path).concepts)) == list(
        map(in_order, termbase.concepts)
    )


@pytest.mark.slow
def test_reading_concepts_one_by_one_needs_no_more_memory_for_more_of_them(tmp_path):
    def peak(count):
        path = tmp_path / f"{count}.tbx"
        term = "<langSec xml:lang='en'><termSec><term>term {}</term></termSec></langSec>"
        body = "".join(
            f"<conceptEntry id='a{i}'>{term.format(i)}</conceptEntry>" for i in range(count)
        )
        path.write_text(f"<tbx type='TBX-Basic' style='dca'><text><body>{body}</body></text></tbx>")
        tracemalloc.start()
        assert sum(1 for _ in read_concepts(path)) == count
        most = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        return most

    # The ids that must stay unique are all that grows.
    assert peak(8_000) - peak(2_000) < 6_000 * 300
