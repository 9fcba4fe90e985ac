"""Dictionaries of Apertium: what their elements mean, paradigms, restrictions, drafts."""

from __future__ import annotations

import gzip
from collections import Counter
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from lxml import etree

from diglot.errors import FormatError, UnsafeFileError
from diglot.files.xml import remove_illegal_characters
from diglot.formats.blocks import Skips
from diglot.formats.lexicons import dix, read_lexicon, read_origin, read_translations, write_lexicon
from diglot.formats.lexicons.tables import format_confidence
from diglot.model.lexicon import Lexicon, Translation
from tests.formats.lexicons.strategies import translations, words

FOLDER = settings(max_examples=20, suppress_health_check=[HealthCheck.function_scoped_fixture])


def read(tmp_path: Path, entries: str, paradigms: str = "", **options) -> list[Translation]:
    path = tmp_path / "apertium-eng-spa.dix"
    path.write_text(
        f"<dictionary><alphabet/><sdefs><sdef n='n'/></sdefs><pardefs>{paradigms}</pardefs>"
        f"<section id='main' type='standard'>\n{entries}</section></dictionary>",
        encoding="utf-8",
    )
    return list(read_translations(path, **options))


def lemmas(found: list[Translation]) -> list[tuple[str, str]]:
    return [(each.source, each.target) for each in found]


def test_an_entry_gives_two_lemmas_and_their_first_tags(tmp_path: Path) -> None:
    entry = '<e><p><l>house<s n="n"/></l><r>casa<s n="np"/><s n="f"/></r></p></e>'
    assert read(tmp_path, entry) == [Translation("house", "casa", "eng", "spa", "n", "np")]


def test_a_side_without_a_tag_takes_that_of_the_other(tmp_path: Path) -> None:
    (found,) = read(tmp_path, '<e><p><l>so</l><r>pues<s n="adv"/></r></p></e>')
    assert (found.source_pos, found.target_pos) == ("adv", "adv")
    (found,) = read(tmp_path, "<e><p><l>so</l><r>pues</r></p></e>")
    assert (found.source_pos, found.target_pos) == (None, None)


@pytest.mark.parametrize(
    ("side", "lemma"),
    [
        ("take<b/>care", "take care"),
        ("de<j/>el", "de+el"),
        ("take<g><b/>off</g>", "take off"),
        ("<a/>the<m/>", "the"),
        ("\n   house \n", "house"),
        ("a<b/><b/>b", "a b"),
        ("R&amp;D", "R&D"),
        ("no\u00a0break", "no\u00a0break"),
        ("a<!-- remark -->b", "ab"),
    ],
)
def test_a_lemma_is_made_of_text_blanks_joins_and_groups(
    tmp_path: Path, side: str, lemma: str
) -> None:
    found = read(tmp_path, f'<e><p><l>{side}<s n="n"/></l><r>x<s n="n"/></r></p></e>')
    assert lemmas(found) == [(lemma, "x")]


def test_what_is_identical_stands_on_both_sides(tmp_path: Path) -> None:
    found = read(tmp_path, '<e><i>Google<b/>Maps<s n="np"/></i></e>')
    assert found == [Translation("Google Maps", "Google Maps", "eng", "spa", "np", "np")]


def test_parts_of_an_entry_are_chained(tmp_path: Path) -> None:
    entry = '<e><i>re</i><p><l>do</l><r>hacer</r></p><i><s n="vblex"/></i></e>'
    assert read(tmp_path, entry) == [Translation("redo", "rehacer", "eng", "spa", "vblex", "vblex")]


@pytest.mark.parametrize(
    ("restriction", "direction"), [("LR", "forward"), ("RL", "backward"), ("", "both")]
)
def test_a_restriction_is_a_direction(tmp_path: Path, restriction: str, direction: str) -> None:
    (found,) = read(tmp_path, f'<e r="{restriction}"><p><l>a</l><r>b</r></p></e>')
    assert found.direction == direction


def test_a_paradigm_gives_every_form_once_with_the_directions_united(tmp_path: Path) -> None:
    paradigm = (
        '<pardef n="num">'
        '<e r="LR"><p><l><s n="num"/></l><r><s n="num"/><s n="GD"/></r></p></e>'
        '<e r="RL"><p><l><s n="num"/></l><r><s n="num"/><s n="m"/></r></p></e>'
        '<e r="RL"><p><l><b/>hundred<s n="num"/></l><r>cientos<s n="num"/></r></p></e>'
        "</pardef>"
    )
    entry = '<e><p><l>two</l><r>dos</r></p><par n="num"/></e>'
    assert read(tmp_path, entry, paradigm) == [
        Translation("two", "dos", "eng", "spa", "num", "num"),
        Translation("two hundred", "doscientos", "eng", "spa", "num", "num", "backward"),
    ]
    restricted = entry.replace("<e>", '<e r="LR">')
    assert read(tmp_path, restricted, paradigm) == [
        Translation("two", "dos", "eng", "spa", "num", "num", "forward")
    ]


def test_paradigms_may_hold_paradigms(tmp_path: Path) -> None:
    inner = "<pardef n='a'><e><i>x</i></e><e><i>y</i></e></pardef>"
    outer = "<pardef n='b'><e><par n='a'/><par n='a'/></e></pardef>"
    found = read(tmp_path, "<e><i>w</i><par n='b'/></e>", inner + outer)
    assert [each.source for each in found] == ["wxx", "wxy", "wyx", "wyy"]


def test_what_cannot_be_listed_is_left_out_and_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dix, "MAX_FORMS", 3)
    skips = Skips()
    entries = (
        '<e><re>[0-9]+</re><p><l><s n="num"/></l><r><s n="num"/></r></p></e>'
        '<e i="yes"><p><l>as</l><r>según</r></p></e>'
        "<e><p><l>patent</l><r/></p></e>"
        "<e><i>a</i><par n='absent'/></e>"
        "<e><par n='two'/><par n='two'/></e>"
        "<e r='XX'><i>b</i></e>"
        "<e><par n='none'/></e>"
        "<e r='LR'><par n='back'/></e>"
    )
    paradigms = (
        "<pardef n='two'><e><i>x</i></e><e><i>y</i></e></pardef><pardef n='none'/>"
        "<pardef n='back'><e r='RL'><i>z</i></e></pardef>"
    )
    found = read(tmp_path, entries, paradigms, skips=skips)
    assert lemmas(found) == [("a", "a"), ("b", "b")]
    assert [(each.kind, each.count) for each in skips.entries()] == [
        ("entry with a regular expression", 1),
        ("entry that is switched off (i)", 1),
        ("entry without a lemma on one side", 1),
        ("paradigm that the file does not hold", 1),
        ("entry of too many forms", 1),
        ("restriction that is neither LR nor RL", 1),
        ("entry whose paradigm has no forms", 1),
        ("entry whose restrictions exclude each other", 1),
    ]


def test_a_chain_of_paradigms_does_not_explode(tmp_path: Path) -> None:
    forms = "".join(f"<e><i>{letter}</i></e>" for letter in "abcdefghij")
    chain = "".join(
        f"<pardef n='p{n}'><e><par n='p{n - 1}'/><par n='p{n - 1}'/></e></pardef>"
        for n in range(1, 60)
    )
    skips = Skips()
    read(tmp_path, "<e><par n='p59'/></e>", f"<pardef n='p0'>{forms}</pardef>{chain}", skips=skips)
    assert "entry of too many forms" in {each.kind for each in skips.entries()}


def test_a_pair_without_a_side_is_named_or_counted(tmp_path: Path) -> None:
    entries = "<e><i>a</i></e>\n<e><p><l>b</l></p></e>"
    with pytest.raises(FormatError, match="line 3: holds a pair without <l> or <r>"):
        read(tmp_path, entries)
    skips = Skips()
    assert lemmas(read(tmp_path, entries, skip_bad=True, skips=skips)) == [("a", "a")]
    assert skips.entries()[0].example == "line 3: b"


def test_names_with_a_prefix_are_taken_without_it(tmp_path: Path) -> None:
    path = tmp_path / "en-es.metadix"
    path.write_text(
        '<dictionary xmlns:alt="x" xmlns:xi="y"><section><alt:e><p><l>a</l><r>b</r></p></alt:e>'
        '<xi:include href="more.dix"/></section></dictionary>',
        encoding="utf-8",
    )
    assert lemmas(list(read_translations(path))) == [("a", "b")]


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("<dictionary><section><e>", FormatError, "not well-formed XML"),
        ('<!DOCTYPE dictionary [<!ENTITY x "y">]><dictionary/>', UnsafeFileError, "entity 'x'"),
        ("<html/>", FormatError, "the root element is <html>"),
        ("", FormatError, "not well-formed"),
    ],
)
def test_broken_xml_is_refused(tmp_path: Path, text: str, error: type, message: str) -> None:
    path = tmp_path / "a.dix"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(error, match=message):
        list(read_translations(path))


def test_remarks_above_the_dictionary_are_its_statement(tmp_path: Path) -> None:
    path = tmp_path / "apertium-eng-spa.dix.gz"
    remark = "<!-- Made by A and B.\n Under the GNU General Public License v2. -->"
    head = f"<?xml version='1.0'?>\n{remark}"
    path.write_bytes(gzip.compress(f"{head}<dictionary><!-- GPL? --></dictionary>".encode()))
    origin = read_origin(path)
    assert origin.name == "apertium-eng-spa"
    assert origin.statement == "Made by A and B. Under the GNU General Public License v2."
    assert origin.licence == "Under the GNU General Public License v2"


def test_a_draft_says_author_score_restriction_and_tags(tmp_path: Path) -> None:
    path = tmp_path / "out.dix"
    found = (
        Translation("ice cream", "R&D", "en", "es", "noun", None, "forward", 0.87, 'a "b"'),
        Translation("red", "rojo", "en", "es", "noun phrase", "adj"),
    )
    skips = Skips()
    written = write_lexicon(
        path, Lexicon(found), format="dix", tags={"noun": "n", "adj": "adj"}, skips=skips
    )
    assert written == 2
    text = path.read_text(encoding="utf-8")
    assert (
        """<e a="diglot" c='score:0.87; sense:a "b"' r="LR">"""
        '<p><l>ice<b/>cream<s n="n"/></l><r>R&amp;D<s n="n"/></r></p></e>' in text
    )
    assert '<e a="diglot"><p><l>red<s n="noun_phrase"/></l><r>rojo<s n="adj"/></r></p></e>' in text
    assert [each.get("n") for each in etree.fromstring(text.encode()).iter("sdef")] == [
        "adj",
        "n",
        "noun_phrase",
    ]
    assert [each.kind for each in skips.entries()] == [
        "part of speech that is not a name of a symbol, changed"
    ]


def test_a_draft_holds_one_language_pair_in_one_order(tmp_path: Path) -> None:
    path = tmp_path / "en-es.dix"
    found = (
        Translation("dog", "perro", "en", "es"),
        Translation("gato", "cat", "es", "en", "n", "noun", "forward", 0.5),
        Translation("dog", "chien", "en", "fr"),
    )
    skips = Skips()
    assert write_lexicon(path, Lexicon(found), skips=skips) == 2
    assert list(read_translations(path)) == [
        found[0],
        Translation("cat", "gato", "en", "es", "noun", "n", "backward", 0.5),
    ]
    assert skips.entries()[0].kind == "translation of another language pair"


@pytest.mark.slow
@FOLDER
@given(found=st.lists(translations(word=words | st.text(min_size=1)), max_size=6))
def test_what_is_written_is_read_again(tmp_path: Path, found) -> None:
    path = tmp_path / "a.dix"
    number = write_lexicon(path, Lexicon(tuple(found)))
    etree.parse(path)
    again = list(read_translations(path, languages=("en", "fr")))
    kept = [each for each in map(carried, found) if each is not None]
    assert again == kept
    assert number == len(kept)


def carried(each: Translation) -> Translation | None:
    """What a draft keeps of a translation; its symbols are names in XML."""
    skips = Skips()
    source, target, sense = (
        dix.in_one_line(remove_illegal_characters(text)[0])
        for text in (each.source, each.target, each.sense or "")
    )
    if not source.strip() or not target.strip():
        return None
    part, other = (dix.tag_of(tag, {}, skips) for tag in (each.source_pos, each.target_pos))
    score = None if each.score is None else float(format_confidence(each.score))
    tags = (part or other or None, other or part or None)
    return Translation(source, target, "en", "fr", *tags, each.direction, score, sense or None)


@pytest.mark.parametrize(
    ("name", "counts"),
    [
        # In eng-spa 268 of them are forms of paradigms, which other counts leave out.
        ("apertium-eng-spa", {"both": 29_964, "forward": 3_913, "backward": 3_979}),
        ("apertium-fr-es", {"both": 18_803, "forward": 3_634, "backward": 4_575}),
        ("apertium-es-pt", {"both": 13_806, "forward": 957, "backward": 810}),
    ],
)
def test_real_dictionaries_have_the_counted_restrictions(
    shared_data: Path, name: str, counts: dict[str, int]
) -> None:
    found = read_translations(shared_data / "lexicons" / "dix" / f"{name}.dix.gz")
    assert Counter(each.direction for each in found) == counts


def test_a_real_dictionary_written_again_is_the_same(shared_data: Path, tmp_path: Path) -> None:
    lexicon = read_lexicon(shared_data / "lexicons" / "dix" / "apertium-es-pt.dix.gz")
    write_lexicon(tmp_path / "es-pt.dix", lexicon)
    assert read_lexicon(tmp_path / "es-pt.dix").translations == lexicon.translations
