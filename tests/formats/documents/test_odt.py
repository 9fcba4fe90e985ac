"""The ODT reader."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError
from diglot.formats.documents import odt
from tests.formats.documents import packages

CHANGES = (
    "<text:tracked-changes><text:changed-region xml:id='d'><text:deletion><office:change-info/>"
    "<text:p>DEL </text:p></text:deletion></text:changed-region><text:changed-region xml:id='i'>"
    "<text:insertion/></text:changed-region></text:tracked-changes>"
    "<text:p>Kept <text:change-start text:change-id='i'/>INS <text:change-end text:change-id='i'/>"
    "<text:change text:change-id='d'/><text:a xlink:href='http://x'>LINK</text:a></text:p>"
)


def read(tmp_path, text: str, tracked: odt.Tracked = "accepted", **parts: str):
    document = odt.read(packages.odt(tmp_path / "a.odt", text, **parts), tracked=tracked)
    packages.check(document)
    return document


def test_a_cell_has_the_number_of_its_column_behind_covered_and_empty_ones(tmp_path):
    row = (
        "<table:table-cell><text:p>a</text:p></table:table-cell><table:covered-table-cell>"
        "<text:p>below</text:p></table:covered-table-cell><table:table-cell "
        "table:number-columns-repeated='2'/><table:table-cell><text:p>b</text:p></table:table-cell>"
    )
    document = read(
        tmp_path, f"<table:table><table:table-row>{row}</table:table-row></table:table>"
    )
    assert [block.anchor for block in document.blocks] == [
        "table 1 row 1 cell 1",
        "table 1 row 1 cell 5",
    ]
    assert packages.skipped(document) == {"text below a merged cell": 1}


def test_headings_lists_and_tables_in_order(tmp_path):
    document = read(
        tmp_path,
        "<text:sequence-decls/><text:h text:outline-level='2'>Head</text:h><text:section>"
        "<text:p>Para</text:p></text:section><text:list><text:list-item><text:p>One</text:p>"
        "<text:list><text:list-item><text:p>Deep</text:p></text:list-item></text:list>"
        "</text:list-item></text:list><table:table><table:table-column/><table:table-header-rows>"
        "<table:table-row><table:table-cell><text:p>A</text:p></table:table-cell>"
        "<table:covered-table-cell/></table:table-row></table:table-header-rows><table:table-row>"
        "<table:table-cell><text:p>B</text:p></table:table-cell><table:table-cell>"
        "<text:p>C</text:p></table:table-cell></table:table-row></table:table>",
    )
    assert packages.blocks(document) == [
        ("heading", "Head"),
        ("paragraph", "Para"),
        ("item", "One"),
        ("item", "Deep"),
        ("cell", "A"),
        ("cell", "B"),
        ("cell", "C"),
    ]
    assert document.blocks[0].level == 2
    assert document.blocks[-1].anchor == "table 1 row 2 cell 2"
    assert document.skipped == ()


def test_spaces_tabs_and_breaks(tmp_path):
    body = "<text:p> a\n  b<text:s text:c='3'/>c<text:tab/>d<text:line-break/>e<text:s/>f</text:p>"
    assert read(tmp_path, body).text == "a b   c\td e f"


def test_notes_are_appended_and_citations_are_not_text(tmp_path):
    def note(kind: str, text: str) -> str:
        return (
            f"<text:note text:note-class='{kind}'><text:note-citation>9</text:note-citation>"
            f"<text:note-body><text:p>{text}</text:p></text:note-body></text:note>"
        )

    body = f"<text:p>A{note('footnote', 'foot')} b{note('endnote', 'end')}.</text:p>"
    document = read(tmp_path, body)
    assert packages.blocks(document) == [
        ("paragraph", "A b."),
        ("footnote", "foot"),
        ("footnote", "end"),
    ]
    assert [block.anchor for block in document.blocks[1:]] == ["footnote 1", "endnote 1"]


@pytest.mark.parametrize(
    ("tracked", "text", "dropped"),
    [
        ("accepted", "Kept INS LINK", "deleted revision"),
        ("original", "Kept DEL LINK", "inserted revision"),
    ],
)
def test_tracked_changes(tmp_path, tracked, text, dropped):
    document = read(tmp_path, CHANGES, tracked)
    assert document.text == text
    assert packages.skipped(document) == {dropped: 1}
    assert packages.marked(document, "a") == ["LINK"]


def test_tracked_changes_can_be_refused(tmp_path):
    with pytest.raises(FormatError, match="2 tracked changes"):
        read(tmp_path, CHANGES, "refuse")


def test_text_boxes_comments_headers_and_alternative_texts(tmp_path):
    document = read(
        tmp_path,
        "<text:p>Body<draw:frame><draw:text-box><text:p>Box</text:p></draw:text-box><svg:desc>Alt"
        "</svg:desc></draw:frame><office:annotation><dc:creator>X</dc:creator><text:p>Comment"
        "</text:p></office:annotation></text:p>",
        styles="<office:master-styles><style:header><text:p>Head</text:p></style:header>"
        "<style:footer><text:p>Foot</text:p></style:footer></office:master-styles>",
    )
    assert packages.blocks(document) == [("paragraph", "Body"), ("textbox", "Box")]
    assert packages.skipped(document) == {
        "alternative text": 1,
        "comment": 1,
        "header": 1,
        "footer": 1,
    }
    assert {skip.kind: skip.example for skip in document.skipped}["comment"] == "Comment"


def test_cells_said_to_repeat_a_million_times_are_capped(tmp_path):
    body = (
        "<table:table><table:table-row table:number-rows-repeated='1000000'><table:table-cell "
        "table:number-columns-repeated='16384'/></table:table-row><table:table-row>"
        "<table:table-cell table:number-columns-repeated='2000'><text:p>x</text:p>"
        "</table:table-cell></table:table-row></table:table>"
    )
    document = read(tmp_path, body)
    assert len(document.blocks) == 100
    assert packages.skipped(document) == {"repeated cell": 1900}


def test_language_of_the_properties(tmp_path):
    meta = "<office:meta><dc:language>fr-FR</dc:language></office:meta>"
    assert read(tmp_path, "<text:p>x</text:p>", meta=meta).language == "fr-FR"


def test_password_is_named(tmp_path):
    manifest = "<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>"
    with pytest.raises(FormatError, match="password"):
        read(tmp_path, "<text:p>x</text:p>", manifest=manifest)


def test_other_containers_are_refused(tmp_path):
    with pytest.raises(FormatError, match="not an ODT file"):
        odt.read(packages.docx(tmp_path / "a.odt", packages.p("x")))
