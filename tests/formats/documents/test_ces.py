"""CES and TEI documents: their tree, SGML of the 1990s, and what is refused."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from diglot import formats
from diglot.errors import DiglotError, FormatError, UnsafeFileError
from diglot.formats.documents.ces import parse_sgml, read, sentence_ids

SGML = """<!DOCTYPE CESDOC PUBLIC "-//CES//DTD cesDoc//EN" [<!ENTITY x "y">]>
<!-- a comment with <p> in it -->
<CESDOC LANG=fr VERSION="3.9"><CESHEADER><TITLE>Journal officiel<P>header</CESHEADER>
<TEXT><BODY>
<DIV1 N=1><HEAD><S ID=s1>Question &eacute;crite n&deg; 1</HEAD>
<P ID=p1><S ID=s2>La Commission&nbsp;: <HI REND=it>oui</HI>.<S ID=s3>Le Parlement &amp; le Conseil.
<P><S>Fin &unknown; ici.
<DIV1><HEAD><S>Deux</HEAD>
<DIV2><P><S>Dedans.
<DIV1><LIST><ITEM><S>Un.<ITEM><S>Deux.</LIST>
</BODY></TEXT></CESDOC>
"""


@pytest.fixture
def sgml(tmp_path: Path) -> Path:
    path = tmp_path / "jo.sgm"
    path.write_text(SGML, "latin-1")
    return path


def test_sgml_without_end_tags_is_read(sgml: Path) -> None:
    document = formats.read(sgml)
    assert document.segment_texts == [
        "Question écrite n° 1",
        "La Commission : oui.",
        "Le Parlement & le Conseil.",
        "Fin &unknown; ici.",
        "Deux",
        "Dedans.",
        "Un.",
        "Deux.",
    ]
    assert [(block.kind, block.division, block.anchor) for block in document.blocks] == [
        ("heading", (1,), None),
        ("paragraph", (1,), "p1"),
        ("paragraph", (1,), None),
        ("heading", (2,), None),
        ("paragraph", (2, 1), None),
        ("item", (3,), None),
        ("item", (3,), None),
    ]
    assert document.language == "fr"
    assert sentence_ids(document)[:3] == ("s1", "s2", "s3")
    assert [str(each) for each in document.skipped] == [
        '1 unknown entity: "&unknown;"',
        '1 header: "Journal officielheader"',
    ]


def test_latin_1_is_read_when_it_is_named(tmp_path: Path) -> None:
    path = tmp_path / "x.sgml"
    path.write_bytes("<cesdoc><text><p><s>\xe9t\xe9</text></cesdoc>".encode("latin-1"))
    assert read(path, encoding="latin-1").segment_texts == ["été"]
    with pytest.raises(DiglotError, match="encoding"):
        read(path)


XML = """<?xml version="1.0" encoding="ISO-8859-1"?>
<cesDoc><text><body><p><s>d\xe9j\xe0 la premi&egrave;re &amp; &#233;</s><!-- &egrave; --></p>
{}</body></text></cesDoc>"""


@pytest.mark.parametrize(
    ("name", "rest"), [("a.xml", ""), ("a.sgm", ""), ("a.sgm", "<p><s>Une autre<p>Fin")]
)
def test_entities_of_iso_are_read_in_what_begins_like_xml(
    tmp_path: Path, name: str, rest: str
) -> None:
    path = tmp_path / name
    path.write_text(XML.format(rest), "latin-1")
    found = formats.read(path).segment_texts
    assert found[0] == "déjà la première & é"
    assert found[1:] == (["Une autre", "Fin"] if rest else [])


def test_sgml_that_is_called_xml_is_refused_with_the_cure(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<cesDoc><text><p><s>One<p><s>Two</text></cesDoc>")
    with pytest.raises(FormatError, match=r"if it is SGML, call it \.sgm"):
        read(path)


TEI = """<TEI xmlns="http://www.tei-c.org/ns/1.0"><teiHeader><p>no text</p></teiHeader>
<text xml:lang="en"><body><div><head>One</head><p>First. <hi>Second</hi>.</p>
<div><p>Third.<lb/>Fourth.</p></div></div></body></text></TEI>"""


def test_tei_texts_without_sentences_are_blocks_to_be_segmented(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(TEI)
    document = formats.read(path)
    assert document.text == "One\nFirst. Second.\nThird. Fourth."
    assert document.segments == ()
    assert [block.division for block in document.blocks] == [(1,), (1,), (1, 1)]


def test_a_quotation_within_a_sentence_does_not_part_it(tmp_path: Path) -> None:
    path = tmp_path / "a.tei"
    body = "<p>Read <quote>this</quote> now.</p><p><quote>Alone</quote></p>"
    path.write_text(f"<TEI><text><body>{body}</body></text></TEI>", "utf-8")
    document = formats.read(path)
    assert [document.text[each.start : each.end] for each in document.blocks] == [
        "Read this now.",
        "Alone",
    ]


def test_tei_links_are_still_links(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(
        "<TEI><teiHeader><p>x</p></teiHeader><text><body><linkGrp>"
        '<link target="a.xml#s1 b.xml#s1"/></linkGrp></body></text></TEI>'
    )
    assert len(formats.read_links(path)) == 1


def test_links_given_as_a_text_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text("<TEI><text><linkGrp><link target='#a #b'/></linkGrp></text></TEI>")
    with pytest.raises(FormatError, match="holds links without texts"):
        read(path)


def test_deep_sgml_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnsafeFileError, match="deep"):
        parse_sgml("<a>" + "<b>" * 300, tmp_path / "x.sgm")


@given(
    st.lists(
        st.sampled_from(
            ["<P>", "<S>", "</s>", "<DIV1>", "</div1>", "<div>", "</>", "<list>", "<item>",
             "x &lt; y", "&#0;", "&#x1F600;", "&e", "<a b='", "<!--", "]]>",
             "<w>", "</body>", "<?x", "<head>"]
        ),
        max_size=30,
    )
)  # fmt: skip
def test_no_sgml_breaks_the_reader(parts: list[str]) -> None:
    root, _ = parse_sgml("<text>" + " ".join(parts), Path("x.sgm"))
    assert root.tag == "text"
