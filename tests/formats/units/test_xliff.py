import tempfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot.errors import ConfigError, FormatError
from diglot.formats import read
from diglot.formats.blocks import Skips
from diglot.formats.units import xliff
from diglot.model import Markup, Unit, Variant
from tests.formats.strategies import texts, units

PAIR = ("en", "fr")


def codes(version):
    """Codes and a nested element around all, as a reader of that version gives them."""
    wrapper, code = (("g", "x"), ("pc", "ph"))[version == "2.1"]

    def markup(text):
        @st.composite
        def made(draw):
            points = draw(st.lists(st.integers(0, len(text)), max_size=3))
            marks = [
                Markup(place, place, code, f'<{code} id="{number}"/>')
                for number, place in enumerate(sorted(points), 2)
            ]
            if text and draw(st.booleans()):
                marks.append(Markup(0, len(text), wrapper, f'<{wrapper} id="1"/>'))
            return tuple(sorted(marks, key=lambda mark: (mark.start, -mark.end)))

        return made()

    return markup


def read_back(found, version="1.2", **options):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.xlf"
        lost = xliff.write_units(path, found, version=version, **options)
        return list(xliff.read_units(path)), lost


@pytest.mark.slow
@pytest.mark.parametrize("version", ["1.2", "2.1"])
@given(st.data())
def test_what_is_written_is_read_again(version, data):
    found = data.draw(
        st.lists(
            units(text=texts(xml=True), sides=(2, 2), pair=PAIR, markup=codes(version)), max_size=4
        )
    )
    back, lost = read_back(found, version)
    assert back == found
    assert lost == ()


def test_version_2_holds_characters_that_xml_forbids():
    found = [Unit((Variant("en", "a\x01b\ufffe"), Variant("fr", "\x0b")))]
    assert read_back(found, "2.1") == (found, ())
    back, lost = read_back(found, "1.2")
    assert back[0].variants[0].text == "ab"
    assert lost[0].count == 3


def made_1(folder, body, file='source-language="en" target-language="fr" original="d.html"'):
    path = folder / "t.xlf"
    path.write_text(
        '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2" '
        f'xmlns:v="urn:vendor"><file {file}><header/><body>{body}</body></file></xliff>'
    )
    return path


def made_2(folder, body, version="2.0"):
    path = folder / "t.xlf"
    path.write_text(
        f'<xliff version="{version}" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="en" '
        f'trgLang="fr"><file id="f1" original="d.html">{body}</file></xliff>'
    )
    return path


def pairs(path, **options):
    return [tuple(v.text for v in unit.variants) for unit in xliff.read_units(path, **options)]


def test_states_and_attributes_of_1_2_survive(tmp_path):
    path = made_1(
        tmp_path,
        '<trans-unit id="a" approved="yes" resname="title"><source>s</source>'
        '<target state="translated" state-qualifier="exact-match">t</target><note>n</note>'
        "</trans-unit>",
    )
    (unit,) = xliff.read_units(path)
    assert unit.id == "a"
    assert unit.document == "d.html"
    assert unit.notes == ("n",)
    assert dict(unit.properties) == {
        "approved": "yes",
        "resname": "title",
        "state": "translated",
        "state-qualifier": "exact-match",
    }
    xliff.write_units(tmp_path / "again.xlf", [unit])
    assert 'approved="yes"' in (tmp_path / "again.xlf").read_text()
    assert '<target state="translated"' in (tmp_path / "again.xlf").read_text()
    assert list(xliff.read_units(tmp_path / "again.xlf")) == [unit]


def test_proposals_are_never_read_as_the_target(tmp_path):
    skips = Skips()
    path = made_1(
        tmp_path,
        '<trans-unit id="1"><source>s</source><alt-trans><source>x</source>'
        "<target>proposal</target></alt-trans></trans-unit>"
        '<trans-unit id="2"><alt-trans><target>y</target></alt-trans><source>s2</source>'
        "<target>t2</target></trans-unit>",
    )
    assert pairs(path, skips=skips) == [("s",), ("s2", "t2")]
    assert skips.entries()[0].kind == "alternative translation"
    assert skips.entries()[0].count == 2


def test_segments_of_a_unit_are_paired_by_their_number(tmp_path):
    path = made_1(
        tmp_path,
        '<trans-unit id="7"><source>One. Two.</source><seg-source><g id="1">'
        '<mrk mtype="seg" mid="1">One.</mrk> <mrk mtype="seg" mid="2">Two<x id="2"/>.</mrk></g>'
        '</seg-source><target><mrk mtype="seg" mid="2">Deux.</mrk> '
        '<mrk mtype="seg" mid="1">Un.</mrk></target></trans-unit>',
    )
    found = list(xliff.read_units(path))
    assert [unit.id for unit in found] == ["7:1", "7:2"]
    assert pairs(path) == [("One.", "Un."), ("Two.", "Deux.")]


def test_unsegmented_target_is_paired_with_the_whole_source(tmp_path):
    path = made_1(
        tmp_path,
        '<trans-unit id="7"><source>One. Two.</source><seg-source><mrk mtype="seg" mid="1">One.'
        "</mrk></seg-source><target>Un. Deux.</target></trans-unit>",
    )
    assert pairs(path) == [("One. Two.", "Un. Deux.")]


def test_units_not_to_be_translated_are_listed(tmp_path):
    skips = Skips()
    path = made_1(
        tmp_path,
        '<group translate="no"><trans-unit id="1"><source>s</source></trans-unit>'
        '<trans-unit id="2" translate="yes"><source>u</source></trans-unit></group>'
        '<bin-unit id="3"><bin-source/></bin-unit>',
    )
    assert pairs(path, skips=skips) == [("u",)]
    assert [skip.kind for skip in skips.entries()] == [
        "unit not to be translated",
        "unit with binary content",
    ]


def test_inline_codes_of_1_2_never_leak(tmp_path):
    path = made_1(
        tmp_path,
        '<trans-unit id="1"><source>a<x id="1"/>b<bx id="2"/>c<ex id="2"/>d<ph id="3">code</ph>'
        'e<bpt id="4">&lt;b&gt;</bpt>f<ept id="4">&lt;/b&gt;</ept>g<it id="5" pos="open">c</it>'
        'h<g id="6">i<mrk mtype="term">j</mrk></g></source><target>t</target></trans-unit>',
    )
    (unit,) = xliff.read_units(path)
    assert unit.variants[0].text == "abcdefghij"
    assert len(unit.variants[0].markup) == 9
    xliff.write_units(tmp_path / "again.xlf", [unit])
    assert list(xliff.read_units(tmp_path / "again.xlf")) == [unit]
    assert pairs(path, inline="strip") == [("abcdefghij", "t")]


@pytest.mark.parametrize(
    ("code", "declared"),
    [
        ('<x id="1" ctype="lb"/>', ""),
        ('<x id="1" ctype="x-html" equiv-text="&lt;br/&gt;"/>', ""),
        ('<ph id="1">&lt;w:tab/&gt;</ph>', ""),
        ('<x id="1"/>', '<ph name="tab">&lt;w:tab/&gt;</ph>'),
    ],
)
def test_a_code_for_a_tab_or_a_break_parts_two_words(tmp_path, code, declared):
    path, again = tmp_path / "a.sdlxliff", tmp_path / "again.xlf"
    path.write_text(
        '<xliff version="1.2"><file original="x" source-language="en" datatype="x"><header>'
        f'<tag-defs><tag id="1">{declared}</tag></tag-defs></header><body><trans-unit id="1">'
        f"<source>{code}One{code}Two {code}three</source></trans-unit></body></file></xliff>"
    )
    [unit] = xliff.read_units(path)
    assert unit.variants[0].text == "One Two three"
    xliff.write_units(again, [unit])
    # What is declared elsewhere stays behind.
    between = code.replace("/>", ' ctype="lb"/>') if "tab" in declared else code
    assert f"<source>{code}One{between}Two {code}three</source>" in again.read_text()
    assert next(iter(xliff.read_units(again))).variants[0].text == "One Two three"


def test_codes_that_phrase_writes_into_the_text_are_codes(tmp_path):
    path, again = tmp_path / "a.mxliff", tmp_path / "again.xlf"
    path.write_text(
        '<xliff xmlns:m="http://www.memsource.com/mxlf/2.0" version="1.2"><file original="x" '
        'source-language="en" datatype="x"><body><trans-unit id="1"><source>{i&gt;One&lt;i}{2}'
        "{1&gt;two&lt;1} of {3} {x}, {0}</source><m:tunit-metadata><m:mark id='1'><m:type>g"
        "</m:type></m:mark><m:mark id='2'><m:content>&lt;br/&gt;</m:content></m:mark>"
        "</m:tunit-metadata></trans-unit></body></file></xliff>"
    )
    [unit] = xliff.read_units(path)
    assert unit.variants[0].text == "One two of {3} {x}, {0}"
    xliff.write_units(again, [unit])
    assert '<ph id="2" ctype="lb">{2}</ph><ph id="1">{1&gt;</ph>two' in again.read_text()


def test_elements_and_attributes_of_vendors_are_counted(tmp_path):
    skips = Skips()
    path = made_1(
        tmp_path,
        '<trans-unit id="1" v:quality="1"><source>s</source><target>t</target>'
        "<v:count>2</v:count><v:source>not this</v:source></trans-unit>",
    )
    assert pairs(path, skips=skips) == [("s", "t")]
    assert {skip.kind for skip in skips.entries()} == {
        "attribute of another tool",
        "element <count> of another tool",
        "element <source> of another tool",
    }


def test_several_files_keep_their_languages_and_names(tmp_path):
    found = [
        Unit((Variant("en", "a"), Variant("fr", "b")), document="one"),
        Unit((Variant("en", "c"), Variant("fr", "d")), document="two"),
        Unit((Variant("de", "e"), Variant("it", "f")), document="two"),
        Unit((Variant("de", "g"),)),
    ]
    assert read_back(found) == (found, ())


def test_a_target_says_its_language_where_the_file_does_not(tmp_path):
    path = tmp_path / "d.xlf"
    path.write_text(
        '<xliff version="1.2"><file source-language="en"><body><trans-unit id="1">'
        '<source>s</source><target xml:lang="am">t</target></trans-unit></body></file></xliff>'
    )
    (unit,) = xliff.read_units(path)
    assert [variant.language for variant in unit.variants] == ["en", "am"]


def test_line_breaks_of_pretty_printing_are_unwrapped_and_preserved_space_kept(tmp_path):
    body = (
        '<trans-unit id="1"{}><source>\n   one  two\n   <x id="1"/>three\n</source>'
        "<target>t</target></trans-unit>"
    )
    (unit,) = xliff.read_units(made_1(tmp_path, body.format("")))
    assert unit.variants[0].text == "one  two three"
    assert unit.variants[0].markup[0].start == len("one  two ")
    preserved = made_1(tmp_path, body.format(' xml:space="preserve"'))
    assert pairs(preserved)[0][0] == "\n   one  two\n   three\n"


def test_segments_of_2_are_units_with_states(tmp_path):
    path = made_2(
        tmp_path,
        '<unit id="u1"><notes><note>n</note></notes><originalData><data id="d1">&lt;br/&gt;</data>'
        '</originalData><segment id="s1" state="final"><source>One<ph id="1" dataRef="d1"/>.'
        "</source><target>Un.</target></segment><ignorable><source> </source></ignorable>"
        '<segment state="initial"><source>Two <pc id="2">x</pc><cp hex="0001"/></source></segment>'
        "</unit>",
    )
    skips = Skips()
    first, second = xliff.read_units(path, skips=skips)
    assert (first.id, second.id) == ("u1:s1", "u1:2")
    assert first.properties == (("state", "final"), ("originalData:d1", "<br/>"))
    assert first.variants[0] == Variant(
        "en", "One.", (Markup(3, 3, "ph", '<ph id="1" dataRef="d1"/>'),)
    )
    assert second.variants == (Variant("en", "Two x\x01", (Markup(4, 5, "pc", '<pc id="2"/>'),)),)
    assert first.notes == ("n",)
    assert skips.entries() == ()
    xliff.write_units(tmp_path / "again.xlf", [first], version="2.1")
    assert '<data id="d1">&lt;br/&gt;</data>' in (tmp_path / "again.xlf").read_text()
    assert list(xliff.read_units(tmp_path / "again.xlf")) == [first]


def test_reference_to_lost_data_is_not_written():
    mark = Markup(1, 1, "ph", '<ph id="1" dataRef="d1"/>')
    back, _ = read_back([Unit((Variant("en", "a", (mark,)), Variant("fr", "b")))], "2.1")
    assert back[0].variants[0].markup[0].data == '<ph id="1"/>'


def test_text_and_modules_of_2_that_are_left_out_are_listed(tmp_path):
    skips = Skips()
    path = made_2(
        tmp_path,
        '<group id="g" translate="no"><unit id="1"><segment><source>no</source></segment></unit>'
        '</group><unit id="2"><m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"/>'
        "<ignorable><source>stray</source></ignorable><segment><source>yes</source></segment>"
        "</unit>",
    )
    assert pairs(path, skips=skips) == [("yes",)]
    assert {skip.kind for skip in skips.entries()} == {
        "unit not to be translated",
        "ignorable text between segments",
        "element <matches> of a unit",
    }


def test_codes_of_tmx_become_codes_of_xliff():
    marks = (Markup(0, 2, "hi", '<hi type="b"/>'), Markup(1, 1, "bpt", '<bpt i="1">&lt;</bpt>'))
    unit = Unit((Variant("en", "ab", marks), Variant("fr", "c")))
    for version in ("1.2", "2.1"):
        back, lost = read_back([unit], version)
        assert back[0].variants[0].text == "ab"
        assert len(back[0].variants[0].markup) == 2
        assert lost[0].kind == "inline code of another format, simplified"


def test_other_languages_do_not_fit_into_one_file_of_version_2():
    found = [
        Unit((Variant("en", "a"),)),
        Unit((Variant("en", "b"), Variant("fr", "c"))),
        Unit((Variant("en", "d"), Variant("de", "e"))),
    ]
    back, lost = read_back(found, "2.1")
    assert back == found[:2]
    assert lost[0].kind == "unit in other languages than the first"


def test_more_than_two_languages_and_their_properties_are_listed():
    unit = Unit((Variant("en", "a", (), (), (("p", "v"),)), Variant("fr", "b"), Variant("de", "c")))
    for version in ("1.2", "2.1"):
        _, lost = read_back([unit, Unit(())], version)
        assert {skip.kind for skip in lost} == {
            "further text of a unit",
            "property of one language",
            "unit without text",
        }


@pytest.mark.parametrize("version", ["1.2", "2.1"])
def test_file_without_units_is_well_formed(version):
    assert read_back([], version) == ([], ())


def test_bitext_of_an_xliff_file(tmp_path):
    path = made_1(
        tmp_path,
        '<trans-unit id="1"><source>s</source><target>t</target></trans-unit>'
        '<trans-unit id="2"><source>s</source></trans-unit>',
    )
    bitext = read(path)
    assert (bitext.source.language, bitext.target.language) == PAIR
    assert bitext.source.skipped[0].kind == "unit without fr"


def test_other_root_and_options_are_refused(tmp_path):
    (tmp_path / "t.xlf").write_text("<tmx/>")
    with pytest.raises(FormatError, match="<tmx>, not <xliff>"):
        pairs(tmp_path / "t.xlf")
    with pytest.raises(ConfigError, match=r"1\.2, 2\.1"):
        xliff.write_units(tmp_path / "t.xlf", [], version="3")
    with pytest.raises(ConfigError, match="keep or strip"):
        pairs(tmp_path / "t.xlf", inline="x")
    with pytest.raises(ConfigError, match="keep or strip"):
        xliff.write_units(tmp_path / "t.xlf", [], inline="x")


LOCKED_UNITS = {
    "attribute of the unit": (
        '<trans-unit id="1" v:locked="true"><source>s</source><target>t</target></trans-unit>'
        '<trans-unit id="2" v:locked="false"><source>s</source><target>t</target>'
    ),
    "definition of a segment": (
        '<trans-unit id="1"><source>s u</source><seg-source><mrk mtype="seg" mid="1">s</mrk> '
        '<mrk mtype="seg" mid="2">u</mrk></seg-source><target><mrk mtype="seg" mid="1">t</mrk> '
        '<mrk mtype="seg" mid="2">v</mrk></target>'
        '<v:seg-defs><v:seg id="1" locked="true"/><v:seg id="2"/></v:seg-defs>'
    ),
}


@pytest.mark.parametrize("way", LOCKED_UNITS)
def test_units_that_a_tool_has_locked_say_so(tmp_path, way):
    path = made_1(tmp_path, LOCKED_UNITS[way] + "</trans-unit>")
    first, second = xliff.read_units(path)
    assert ("locked", "yes") in first.properties
    assert ("locked", "yes") not in second.properties
