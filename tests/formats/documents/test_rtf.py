"""RTF."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError
from diglot.formats.documents import rtf
from tests.formats.documents import packages

HEAD = (
    r"{\rtf1\ansi\ansicpg1252\deff0{\fonttbl{\f0\fswiss Arial;}{\f1\fcharset204 Arial Cyr;}"
    r"{\f2\fcharset128 Gothic;}}"
)


def read(tmp_path, body: str, **options):
    path = tmp_path / "a.rtf"
    path.write_bytes(f"{HEAD}{body}}}".encode("latin-1"))
    document = rtf.read(path, **options)
    packages.check(document)
    return document


def test_characters_of_code_pages_fonts_and_unicode(tmp_path):
    body = (
        r"\pard caf\'e9 {\f1 \'cc\'e8\'f0} {\f2 \'93\'fa\'96\'7b}\par"
        r"\uc1\u8220?quoted\u8221? \u-10179?\u-8704? {\uc2\u20013xx}\emdash\~end\par"
    )
    assert packages.texts(read(tmp_path, body)) == [
        "café Мир 日本",
        "“quoted” 😀 中—\xa0end",
    ]


def test_raw_bytes_of_a_named_encoding(tmp_path):
    assert packages.texts(read(tmp_path, "\\pard \xec\xe8\xf0\\par", encoding="cp1251")) == ["мир"]


def test_headings_cells_footnotes_and_text_boxes_are_blocks(tmp_path):
    body = (
        r"{\stylesheet{\s0 Normal;}{\s1\sbasedon0 heading 1;}}"
        r"{\pard\s1 Title\par}{\pard\outlinelevel1 Sub\par}"
        r"\pard Before{\footnote\pard Note one.\par Note two.} after.\par"
        r"\trowd\pard\intbl a\cell b\cell\row"
        r"\pard{\shp{\*\shpinst{\sp{\sn x}{\sv 1}}{\shptxt Box\par}}}Last\par"
    )
    assert packages.blocks(read(tmp_path, body)) == [
        ("heading", "Title"),
        ("heading", "Sub"),
        ("paragraph", "Before after."),
        ("footnote", "Note one."),
        ("footnote", "Note two."),
        ("cell", "a"),
        ("cell", "b"),
        ("paragraph", "Last"),
        ("textbox", "Box"),
    ]


def test_what_is_no_text_of_the_body_is_listed_or_silent(tmp_path):
    body = (
        r"{\info{\title Secret}}{\header \pard\plain Head\par}{\footer\pard\plain\tab}"
        r"{\*\generator Riched}{\colortbl;\red0;}"
        r"\pard Kept {\deleted gone}{\v hidden}{\field{\*\fldinst HYPERLINK x}{\fldrslt link}}"
        r"{\pict\pngblip 89504e}{\*\unknown nothing}{\*\annotation why}{\listtext 1.\tab}\par"
    )
    document = read(tmp_path, body)
    assert packages.texts(document) == ["Kept link"]
    assert packages.skipped(document) == {
        "header": 1,
        "deleted text": 1,
        "hidden text": 1,
        "picture": 1,
        "comment": 1,
    }


def test_binary_data_are_passed_over(tmp_path):
    assert packages.texts(read(tmp_path, "{\\pict\\bin4 }}{\\}\\pard a\\par")) == ["a"]


def test_another_file_is_refused(tmp_path):
    path = tmp_path / "a.rtf"
    path.write_text("Just text")
    with pytest.raises(FormatError, match=r"not an RTF file.*save it as"):
        rtf.read(path)
