from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.formats.documents.srx import read_rules
from diglot.model import Document
from diglot.model.document import SrxLanguageMap, SrxRule, SrxRules
from diglot.text.segmentation import segment

SRX2 = r"""<?xml version="1.0" encoding="UTF-8"?>
<srx xmlns="http://www.lisa.org/srx20" xmlns:x="urn:other" version="2.0">
<header segmentsubflows="no" cascade="yes"><formathandle type="start" include="no"/>
<x:options oneSegmentIncludesAll="no"/></header>
<body><languagerules>
<languagerule languagerulename="English"><rule break="no"><beforebreak>\bMr\.</beforebreak>
<afterbreak>\s</afterbreak></rule></languagerule>
<languagerule languagerulename="Default"><rule><beforebreak>[\.\?!]+</beforebreak>
<afterbreak>\s</afterbreak></rule>
<rule break="yes"><afterbreak>\n</afterbreak></rule></languagerule>
</languagerules><maprules>
<languagemap languagepattern="[Ee][Nn].*" languagerulename="English"/>
<languagemap languagepattern=".*" languagerulename="Default"/>
</maprules></body></srx>"""

SRX1 = r"""<srx version="1.0"><header segmentsubflows="yes"/>
<body><languagerules><languagerule languagerulename="D"><rule break="yes">
<beforebreak>\.</beforebreak><afterbreak>\s</afterbreak></rule></languagerule></languagerules>
<maprules><maprule maprulename="First"><languagemap languagepattern="FR.*" languagerulename="D"/>
</maprule><maprule maprulename="Second"><languagemap languagepattern=".*" languagerulename="D"/>
</maprule></maprules></body></srx>"""


def written(folder: Path, text: str) -> Path:
    path = folder / "mine.srx"
    path.write_text(text, encoding="utf-8")
    return path


def test_version_2_is_read(tmp_path: Path) -> None:
    rules = read_rules(written(tmp_path, SRX2))
    assert rules.languages == (
        ("English", (SrxRule(False, r"\bMr\.", r"\s"),)),
        ("Default", (SrxRule(True, r"[\.\?!]+", r"\s"), SrxRule(True, "", r"\n"))),
    )
    assert rules.maps == (
        SrxLanguageMap("[Ee][Nn].*", "English"),
        SrxLanguageMap(".*", "Default"),
    )
    assert (rules.cascade, rules.segment_subflows) == (True, False)
    assert rules.handles == (("start", False),)
    assert (rules.version, rules.name, len(rules.digest)) == ("2.0", "mine.srx", 64)


def test_version_1_uses_its_first_map_and_no_cascade(tmp_path: Path) -> None:
    rules = read_rules(written(tmp_path, SRX1))
    assert rules.maps == (SrxLanguageMap("FR.*", "D"),)
    assert (rules.cascade, rules.segment_subflows, rules.version) == (False, True, "1.0")


def test_a_file_of_rules_cuts_a_document(tmp_path: Path) -> None:
    rules = read_rules(written(tmp_path, SRX2))
    document = segment(Document("Mr. Low came. He sat! So."), language="en-GB", srx=rules)
    assert document.segment_texts == ["Mr. Low came.", "He sat!", "So."]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("<srx/>", "no <languagerule>"),
        ("<tmx/>", "root element is <tmx>"),
        (SRX2.replace(' languagepattern=".*"', ""), "line 13: <languagemap> without"),
        (SRX2.replace('break="no"', 'break="maybe"'), "neither yes nor no"),
        (SRX2.replace("languagemap", "other"), "no <languagemap>"),
        (SRX2[:300], "not well-formed"),
    ],
)
def test_malformed_files_are_refused(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(FormatError) as caught:
        read_rules(written(tmp_path, text))
    assert words in str(caught.value)


def test_entities_and_rubbish_are_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsafeFileError):
        read_rules(written(tmp_path, '<!DOCTYPE srx [<!ENTITY a "b">]><srx>&a;</srx>'))
    path = tmp_path / "x.srx"
    for rubbish in (b"", b"\x00\xff", b"PK\x03\x04"):
        path.write_bytes(rubbish)
        with pytest.raises(InputError):
            read_rules(path)


PATTERNS = st.text(
    st.characters(codec="utf-8", exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff")
    | st.sampled_from(list("\t\n\r<>&\"'\\[]() ")),
    max_size=20,
)
RULES = st.lists(st.builds(SrxRule, st.booleans(), PATTERNS, PATTERNS), max_size=3).map(tuple)
NAMES = st.text(st.characters(codec="ascii", categories=["L", "N"]), min_size=1, max_size=8)


def write_rules(path: Path, rules: SrxRules) -> None:
    """Write rules as other tools do: element by element, by a library for XML."""

    def add(parent: etree._Element, name: str, text: str = "", **attributes: str) -> etree._Element:
        child = etree.SubElement(parent, f"{{http://www.lisa.org/srx20}}{name}", attributes)
        child.text = text
        return child

    def yes(value: bool) -> str:
        return "yes" if value else "no"

    root = etree.Element("{http://www.lisa.org/srx20}srx", {"version": "2.0"})
    flags = {"segmentsubflows": yes(rules.segment_subflows), "cascade": yes(rules.cascade)}
    header, body = add(root, "header", **flags), add(root, "body")
    for kind, include in rules.handles:
        add(header, "formathandle", type=kind, include=yes(include))
    languages, maps = add(body, "languagerules"), add(body, "maprules")
    for name, listed in rules.languages:
        holder = add(languages, "languagerule", languagerulename=name)
        for rule in listed:
            element = add(holder, "rule", **{"break": yes(rule.breaks)})
            add(element, "beforebreak", rule.before)
            add(element, "afterbreak", rule.after)
    for each in rules.maps:
        add(maps, "languagemap", languagepattern=each.pattern, languagerulename=each.rules)
    etree.ElementTree(root).write(path, encoding="utf-8")


@given(
    st.lists(st.tuples(NAMES, RULES), min_size=1, max_size=3, unique_by=lambda pair: pair[0]),
    st.lists(st.builds(SrxLanguageMap, PATTERNS, NAMES), min_size=1, max_size=3),
    st.booleans(),
    st.booleans(),
    st.lists(st.tuples(NAMES, st.booleans()), max_size=3),
)
def test_round_trip(
    tmp_path_factory: pytest.TempPathFactory,
    languages: list[tuple[str, tuple[SrxRule, ...]]],
    maps: list[SrxLanguageMap],
    cascade: bool,
    subflows: bool,
    handles: list[tuple[str, bool]],
) -> None:
    rules = SrxRules(
        tuple(languages), tuple(maps), cascade, subflows, tuple(handles), name="mine.srx"
    )
    path = tmp_path_factory.mktemp("srx") / "mine.srx"
    write_rules(path, rules)
    assert replace(read_rules(path), digest="") == rules


OMEGAT = r"""<?xml version="1.0" encoding="UTF-8"?>
<java version="1.8.0" class="java.beans.XMLDecoder">
<object class="org.omegat.core.segmentation.SRX"><void property="mappingRules">
<void method="add"><object class="org.omegat.core.segmentation.MapRule">
<void property="languageCode"><string>English</string></void>
<void property="pattern"><string>EN.*</string></void>
<void property="rules">
<void method="add"><object class="org.omegat.core.segmentation.Rule">
<void property="afterbreak"><string>\s</string></void>
<void property="beforebreak"><string>Mr\.</string></void></object></void>
<void method="add"><object class="org.omegat.core.segmentation.Rule">
<void property="afterbreak"><string>\s</string></void>
<void property="beforebreak"><string>\.</string></void>
<void property="breakRule"><boolean>true</boolean></void></object></void>
</void></object></void></void></object></java>"""


def test_rules_of_an_older_omegat(tmp_path):
    path = tmp_path / "segmentation.conf"
    path.write_text(OMEGAT, encoding="utf-8")
    rules = read_rules(path)
    assert rules.maps == (SrxLanguageMap("EN.*", "English"),)
    ((name, found),) = rules.languages
    assert name == "English"
    assert found == (SrxRule(False, r"Mr\.", r"\s"), SrxRule(True, r"\.", r"\s"))
    path.write_text("<java/>", encoding="utf-8")
    with pytest.raises(FormatError, match="holds no segmentation rules"):
        read_rules(path)
