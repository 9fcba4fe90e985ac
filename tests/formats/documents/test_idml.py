"""IDML."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError
from diglot.formats.documents import idml
from tests.formats.documents import packages

PKG = 'xmlns:idPkg="http://ns.adobe.com/AdobeInDesign/idml/1.0/packaging"'


def story(key: str, content: str) -> str:
    return (
        f'<idPkg:Story {PKG}><Story Self="{key}"><ParagraphStyleRange><CharacterStyleRange>'
        f"{content}</CharacterStyleRange></ParagraphStyleRange></Story></idPkg:Story>"
    )


def package(path, **stories: str):
    listed = "".join(f'<idPkg:Story src="Stories/{key}.xml"/>' for key in stories)
    return packages.zipped(
        path,
        {
            "designmap.xml": f'<Document {PKG}><idPkg:Spread src="Spreads/s.xml"/>'
            f"{listed}</Document>",
            "Spreads/s.xml": f'<idPkg:Spread {PKG}><Spread><TextFrame ParentStory="u2"/>'
            '<TextFrame ParentStory="u1"/></Spread></idPkg:Spread>',
            **{f"Stories/{key}.xml": story(key, content) for key, content in stories.items()},
        },
    )


def test_stories_come_in_the_order_of_their_frames(tmp_path):
    path = package(
        tmp_path / "a.idml",
        u1="<Content>Third</Content>",
        u2="<Content>Fir</Content><Content>st</Content><Br/><Content>Second</Content>",
        u3="<Content>Shown nowhere</Content>",
    )
    document = idml.read(path)
    packages.check(document)
    assert packages.texts(document) == ["First", "Second", "Third", "Shown nowhere"]
    assert [block.anchor for block in document.blocks] == ["u2", "u2", "u1", "u3"]


def test_cells_footnotes_and_what_is_left_out(tmp_path):
    path = package(
        tmp_path / "a.idml",
        u1="<Content>a</Content><Footnote><Content>note</Content></Footnote><Content>b</Content><Br/>"
        "<Table><Cell Name='0:0'><Content>c</Content></Cell></Table>"
        "<Note><Content>remark</Content></Note>"
        "<Change ChangeType='DeletedText'><Content>gone</Content></Change>"
        "<Change ChangeType='InsertedText'><Content>new</Content></Change>",
    )
    document = idml.read(path)
    packages.check(document)
    assert sorted(packages.blocks(document)) == [
        ("cell", "c"),
        ("footnote", "note"),
        ("paragraph", "ab"),
        ("paragraph", "new"),
    ]
    assert packages.skipped(document) == {"note": 1, "tracked change": 1}


def test_another_container_is_refused(tmp_path):
    with pytest.raises(FormatError, match="not an IDML file"):
        idml.read(packages.zipped(tmp_path / "a.idml", {"a": "b"}))
