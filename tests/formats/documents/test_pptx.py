"""PPTX."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError
from diglot.formats.documents import pptx
from tests.formats.documents import packages

A = "http://schemas.openxmlformats.org/drawingml/2006/main"
P = "http://schemas.openxmlformats.org/presentationml/2006/main"
SPACES = f'xmlns:a="{A}" xmlns:p="{P}" xmlns:r="{packages.R}"'


def relations(*targets: tuple[str, str]) -> str:
    inner = "".join(
        f'<Relationship Id="r{number}" Type="{packages.R}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets)
    )
    return f'<Relationships xmlns="{packages.RELATIONS}">{inner}</Relationships>'


def shape(text: str, role: str = "") -> str:
    holder = f'<p:nvSpPr><p:nvPr><p:ph type="{role}"/></p:nvPr></p:nvSpPr>' if role else ""
    paragraphs = "".join(f"<a:p><a:r><a:t>{line}</a:t></a:r></a:p>" for line in text.split("|"))
    return f"<p:sp>{holder}<p:txBody>{paragraphs}</p:txBody></p:sp>"


def slide(content: str, attributes: str = "") -> str:
    return f"<p:sld {SPACES}{attributes}><p:cSld><p:spTree>{content}</p:spTree></p:cSld></p:sld>"


def presentation(path, slides: dict[str, str], **parts: str):
    order = "".join(f'<p:sldId id="{256 + n}" r:id="r{n}"/>' for n in range(len(slides)))
    members = {
        "ppt/presentation.xml": f"<p:presentation {SPACES}><p:sldIdLst>{order}</p:sldIdLst>"
        "</p:presentation>",
        "ppt/_rels/presentation.xml.rels": relations(*(("slide", f"slides/{n}") for n in slides)),
        **{f"ppt/slides/{name}": content for name, content in slides.items()},
        **parts,
    }
    return packages.zipped(path, members)


def test_slides_in_their_order_with_titles_cells_and_notes(tmp_path):
    table = (
        "<p:graphicFrame><a:tbl><a:tr><a:tc><a:txBody><a:p><a:r><a:t>c</a:t></a:r></a:p></a:txBody>"
        "</a:tc></a:tr></a:tbl></p:graphicFrame>"
    )
    path = presentation(
        tmp_path / "a.pptx",
        {
            "slide2.xml": slide(shape("First", "title") + shape("a|b") + shape("7", "sldNum")),
            "slide1.xml": slide(table, ' show="0"'),
        },
        **{
            "ppt/slides/_rels/slide2.xml.rels": relations(("notesSlide", "../notes/n.xml")),
            "ppt/notes/n.xml": slide(shape("Say this")),
        },
    )
    document = pptx.read(path)
    packages.check(document)
    assert packages.blocks(document) == [
        ("heading", "First"),
        ("paragraph", "a"),
        ("paragraph", "b"),
        ("paragraph", "Say this"),
        ("cell", "c"),
    ]
    assert [block.anchor for block in document.blocks][2:] == [
        "slide 1",
        "slide 1, notes",
        "slide 2 table 1 row 1 cell 1",
    ]
    assert packages.skipped(document) == {
        "date, footer or number of a slide": 1,
        "hidden slide (read as the others)": 1,
    }


def test_sections_do_not_hide_the_slides(tmp_path):
    path = tmp_path / "a.pptx"
    again = "<s:sldIdLst xmlns:s='s'><s:sldId id='256'/></s:sldIdLst>"
    content = (
        f"<p:presentation {SPACES}><p:sldIdLst><p:sldId id='256' r:id='r0'/></p:sldIdLst>"
        f"<p:extLst><p:ext>{again}</p:ext></p:extLst></p:presentation>"
    )
    presentation(path, {"s.xml": slide(shape("Text"))}, **{"ppt/presentation.xml": content})
    assert packages.texts(pptx.read(path)) == ["Text"]


def test_runs_are_joined_and_breaks_are_spaces(tmp_path):
    runs = "<a:r><a:t>on</a:t></a:r><a:r><a:t>e</a:t></a:r><a:br/><a:r><a:t>two</a:t></a:r>"
    path = presentation(
        tmp_path / "a.pptx",
        {"slide1.xml": slide(f"<p:sp><p:txBody><a:p>{runs}</a:p></p:txBody></p:sp>")},
    )
    assert packages.texts(pptx.read(path)) == ["one two"]


@pytest.mark.parametrize("members", [{"a": "b"}, {"ppt/presentation.xml": "<p/>"}])
def test_container_without_slides_is_refused(tmp_path, members):
    with pytest.raises(FormatError, match=r"not a PPTX file|holds no text"):
        pptx.read(packages.zipped(tmp_path / "a.pptx", members))


def test_a_strict_presentation_is_read_as_any_other(tmp_path):
    path = presentation(tmp_path / "a.pptx", {"s.xml": slide(shape("Title", "title") + shape("a"))})
    usual = pptx.read(path)
    assert packages.blocks(pptx.read(packages.strict(path))) == packages.blocks(usual)
