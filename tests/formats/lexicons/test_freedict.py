"""FreeDict TEI: what entries of every version of TEI say, and what is written reads the same."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from hypothesis import given
from hypothesis import strategies as st

from diglot.formats.blocks import Skips
from diglot.formats.lexicons import read_translations as read_any
from diglot.formats.lexicons.freedict import (
    read_origin,
    read_signature,
    write_lexicon,
)
from diglot.model import Signature
from diglot.model.lexicon import LexicalPath, Lexicon, Origin, Translation
from tests.formats.lexicons.strategies import translations

read_translations = partial(read_any, format="freedict")

HEADER = """<teiHeader><fileDesc><titleStmt><title>English-French FreeDict Dictionary</title>
</titleStmt><publicationStmt><availability><p>GNU General Public License</p></availability>
</publicationStmt><sourceDesc><p>Home: <ptr target="http://a.org/"/></p>
<p>Generated from   ergane.</p></sourceDesc></fileDesc></teiHeader>"""


def document(entries: str, header: str = HEADER) -> str:
    return (
        f'<TEI xmlns="http://www.tei-c.org/ns/1.0">{header}'
        f"<text><body>{entries}</body></text></TEI>"
    )


def read(tmp_path, content, name="eng-fra.tei", **options):
    path = tmp_path / name
    path.write_text(content, encoding="utf-8")
    return list(read_translations(path, **options))


def pairs(found):
    return [(each.source, each.target) for each in found]


def test_every_written_form_translates_every_quote(tmp_path):
    (one, two, *rest) = read(
        tmp_path,
        document(
            """<entry><form><orth>colour</orth><orth>color</orth><pron>x</pron></form>
            <gramGrp><pos>n</pos><gen>m</gen></gramGrp>
            <sense><cit type="trans"><quote>couleur</quote><gramGrp><pos>nf</pos></gramGrp></cit>
            <cit type="translation"><quote>teinte</quote></cit></sense></entry>"""
        ),
    )
    assert one == Translation("colour", "couleur", "eng", "fra", "n", "nf")
    assert two == Translation("color", "couleur", "eng", "fra", "n", "nf")
    assert pairs(rest) == [("colour", "teinte"), ("color", "teinte")]
    assert rest[0].target_pos is None


def test_nested_senses_carry_the_labels_above_them(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>bank</orth></form><gramGrp><pos>n</pos></gramGrp>
            <sense><usg type="dom">money</usg><def>an   institution</def>
              <cit type="trans"><quote>banque</quote></cit>
              <sense><usg>building</usg><cit type="trans"><quote>agence</quote></cit></sense>
            </sense>
            <sense><gramGrp><pos>v</pos></gramGrp>
              <cit type="trans"><quote>miser</quote></cit></sense></entry>"""
        ),
    )
    assert [(each.target, each.source_pos, each.sense) for each in found] == [
        ("banque", "n", "money; an institution"),
        ("agence", "n", "money; an institution; building"),
        ("miser", "v", None),
    ]


def test_numbers_tell_senses_apart_only_where_nothing_else_does(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>a</orth></form>
            <sense n="1"><cit type="trans"><quote>x</quote></cit></sense>
            <sense n="2"><usg>hint</usg><cit type="trans"><quote>y</quote></cit></sense></entry>
            <entry><form><orth>b</orth></form>
            <sense n="1"><cit type="trans"><quote>z</quote></cit></sense></entry>"""
        ),
    )
    assert [each.sense for each in found] == ["1", "hint", None]


def test_the_older_trans_and_tr_are_read(tmp_path):
    found = read(
        tmp_path,
        "<TEI.2><text><body><entry><form><orth>dog</orth></form><trans><tr>chien</tr></trans>"
        "</entry></body></text></TEI.2>",
    )
    assert pairs(found) == [("dog", "chien")]


def test_lex_0_says_languages_parts_of_speech_and_forms_in_its_own_way(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry xml:lang="en"><form type="lemma"><orth>dog</orth>
            <form type="variant"><orth>dogg</orth></form></form>
            <gramGrp><gram type="pos">noun</gram></gramGrp>
            <sense><cit type="translationEquivalent" xml:lang="pt-BR">
            <form><orth>cachorro</orth></form></cit></sense></entry>"""
        ),
    )
    assert found == [
        Translation("dog", "cachorro", "en", "pt-BR", "noun"),
        Translation("dogg", "cachorro", "en", "pt-BR", "noun"),
    ]


def test_translations_of_examples_are_no_translations(tmp_path):
    skips = Skips()
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>dog</orth></form><sense>
            <cit type="trans"><quote>chien</quote></cit>
            <cit type="example"><quote>A dog barks.</quote>
            <cit type="trans"><quote>Un chien aboie.</quote></cit></cit></sense></entry>"""
        ),
        skips=skips,
    )
    assert pairs(found) == [("dog", "chien")]
    assert [each.kind for each in skips.entries()] == ["example or other citation"]


def test_related_entries_stand_for_themselves(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>dog</orth></form>
            <sense><cit type="trans"><quote>chien</quote></cit></sense>
            <entry><form><orth>dog days</orth></form>
            <sense><cit type="trans"><quote>canicule</quote></cit></sense></entry></entry>
            <superEntry><entry><form><orth>cat</orth></form><hom><gramGrp><pos>n</pos></gramGrp>
            <cit type="trans"><quote>chat</quote></cit></hom></entry></superEntry>"""
        ),
    )
    assert pairs(found) == [("dog", "chien"), ("dog days", "canicule"), ("cat", "chat")]
    assert found[2].source_pos == "n"


def test_remarks_inside_a_word_are_no_part_of_it(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>a <hi>big</hi> dog <note>rare</note></orth></form>
            <cit type="trans"><quote>
              gros <gen>m</gen>\u00a0chien</quote></cit></entry>"""
        ),
    )
    assert pairs(found) == [("a big dog", "gros \u00a0chien")]


def test_entries_without_headword_or_translation_are_counted(tmp_path):
    skips = Skips()
    found = read(
        tmp_path,
        document(
            """<entry><form><orth> </orth></form>
            <cit type="trans"><quote>chien</quote></cit></entry>
            <entry><form><orth>dog</orth><orth>d</orth></form><def>an animal</def></entry>
            <entry><form><orth>cat</orth></form><form type="infl"><orth>cats</orth></form>
            <cit type="trans"><quote/></cit></entry>"""
        ),
        skips=skips,
    )
    assert found == []
    assert {(each.kind, each.example) for each in skips.entries()} == {
        ("entry without a headword", "chien"),
        ("inflected form", "cats"),
        ("entry without a translation", "dog"),
        ("translation without a word", "cat"),
    }


def test_languages_come_from_the_entry_the_user_the_name_the_header_and_the_title(tmp_path):
    entry = '<entry><form><orth>a</orth></form><cit type="trans"><quote>b</quote></cit></entry>'
    used = '<language ident="en" role="sourceLanguage"/><language ident="fr" n="target"/>'
    header = HEADER.replace(
        "</teiHeader>",
        f"<profileDesc><langUsage>{used}</langUsage></profileDesc></teiHeader>",
    )

    def languages(content, name="x.tei", **options):
        (found,) = read(tmp_path, content, name, **options)
        return found.source_language, found.target_language

    assert languages(document(entry)) == ("English", "French")
    assert languages(document(entry, header)) == ("en", "fr")
    assert languages(document(entry, header), "wol-fra.tei") == ("wol", "fra")
    assert languages(document(entry), "eng-fra.tei", languages=("a", "b")) == ("a", "b")
    inner = document(f'<div xml:lang="de">{entry}</div>', header)
    assert languages(inner, "eng-fra.tei") == ("de", "fra")
    around = document(entry).replace("<text>", '<text xml:lang="en">')
    assert languages(around, "wol-fra.tei") == ("wol", "fra")
    assert languages(document(entry, "")) == ("und", "und")


def test_parts_of_speech_stand_in_the_form_or_beside_the_quote(tmp_path):
    found = read(
        tmp_path,
        document(
            """<entry><form><orth>caaxaan</orth><gramGrp><pos>n.</pos></gramGrp></form>
            <sense><gloss>fun</gloss><cit type="trans"><pos>s.</pos><quote>blague</quote></cit>
            </sense></entry>"""
        ),
    )
    assert [(each.source_pos, each.target_pos, each.sense) for each in found] == [
        ("n.", "s.", "fun")
    ]


def test_the_header_says_sources_with_their_addresses_and_the_licence(tmp_path):
    path = tmp_path / "eng-fra.tei"
    path.write_text(document(""), encoding="utf-8")
    assert read_origin(path) == Origin(
        "eng-fra", "Home: http://a.org/ Generated from ergane.", "GNU General Public License"
    )
    path.write_text(
        document("", HEADER.replace("<p>GNU", '<licence target="http://l.org/"/><p>GNU')),
        encoding="utf-8",
    )
    assert read_origin(path).licence == "http://l.org/"
    assert read_signature(path) is None
    path.write_text(document("", ""), encoding="utf-8")
    assert read_origin(path) == Origin("eng-fra")
    assert read_signature(path) is None


def test_a_packed_file_is_read(tmp_path):
    path = tmp_path / "eng-fra.tei.gz"
    entry = '<entry><form><orth>a</orth></form><cit type="trans"><quote>b</quote></cit></entry>'
    path.write_bytes(gzip.compress(document(entry).encode()))
    (found,) = read_translations(path)
    assert (found.source_language, found.target_language) == ("eng", "fra")
    assert read_origin(path).name == "eng-fra"


def test_what_is_written_groups_by_word_and_says_who_made_it(tmp_path):
    path = tmp_path / "en-fr.tei"
    lexicon = Lexicon(
        (
            Translation("bank", "banque", "en", "fr", "noun", "noun", score=0.5, sense="money"),
            Translation("dog", "chien", "en", "fr"),
            Translation("bank", "rive", "en", "fr", "noun", sense="river"),
        ),
        Origin("en-fr", "from a & b", "GPL"),
        signature=Signature("walk", "1.0"),
    )
    assert write_lexicon(path, lexicon) == 3
    text = path.read_text(encoding="utf-8")
    assert text.count("<entry ") == 2
    assert "<p>Inferred by diglot: method:walk|version:1.0</p>" in text
    assert read_origin(path) == Origin("en-fr", "from a & b", "GPL")
    assert read_signature(path) == lexicon.signature
    assert set(read_translations(path)) == set(lexicon.translations)


def test_what_tei_has_no_place_for_is_counted(tmp_path):
    skips = Skips()
    path = LexicalPath(("a", "b"), ("en", "fr"), (("d",),))
    lost = Translation("a", "b", "en", "fr", direction="forward", reasons=("r",), paths=(path,))
    only = Translation("\x01", "b", "en", "fr")
    assert write_lexicon(tmp_path / "x.tei", Lexicon((lost, only)), skips=skips) == 1
    assert [each.kind for each in skips.entries()] == [
        "direction of a translation, not written",
        "reasons of a translation, not written",
        "paths of a translation, not written",
        "translation of characters that XML forbids",
    ]


@given(st.lists(translations(full=False), max_size=5))
def test_what_is_written_is_read_again(found):
    with TemporaryDirectory() as folder:
        path = Path(folder) / "x.tei"
        assert write_lexicon(path, Lexicon(tuple(found))) == len(found)
        again = list(read_translations(path))
    assert sorted(map(repr, again)) == sorted(map(repr, found))
