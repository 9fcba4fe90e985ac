"""DocBook and DITA."""

from __future__ import annotations

import pytest

from diglot import formats
from diglot.errors import FormatError, UnsafeFileError
from tests.formats.documents import packages


def read(tmp_path, text: str):
    path = tmp_path / "a.xml"
    path.write_text(text)
    document = formats.read(path)
    packages.check(document)
    return document


def test_docbook_blocks_with_their_kinds_ids_and_language(tmp_path):
    document = read(
        tmp_path,
        '<article xmlns="http://docbook.org/ns/docbook" xml:lang="pt-BR">'
        "<info><title>T</title></info>"
        '<section xml:id="s"><title>S</title><para>An <emphasis>em</emphasis> word'
        "<footnote><para>Note.</para></footnote> goes on"
        "<itemizedlist><listitem><para>one</para></listitem></itemizedlist>and on.</para>"
        "<informaltable><tgroup><tbody><row><entry>c</entry></row></tbody></tgroup></informaltable>"
        "<programlisting>x = 1</programlisting></section></article>",
    )
    assert packages.blocks(document) == [
        ("heading", "T"),
        ("heading", "S"),
        ("paragraph", "An em word goes on"),
        ("footnote", "Note."),
        ("item", "one"),
        ("paragraph", "and on."),
        ("cell", "c"),
    ]
    assert document.language == "pt-BR"
    assert {block.anchor for block in document.blocks[1:]} == {"#s"}
    assert [block.level for block in document.blocks[:2]] == [1, 2]
    assert packages.marked(document, "emphasis") == ["em"]
    assert packages.skipped(document) == {"code": 1}


def test_dita_task(tmp_path):
    document = read(
        tmp_path,
        '<!DOCTYPE task PUBLIC "-//OASIS//DTD DITA Task//EN" "task.dtd">'
        '<task id="t"><title>Do</title><shortdesc>Short.</shortdesc><taskbody><steps><step>'
        "<cmd>Press <uicontrol>OK</uicontrol>.</cmd><info>Now.</info></step></steps>"
        "<result>Done.</result></taskbody></task>",
    )
    assert packages.texts(document) == ["Do", "Short.", "Press OK.", "Now.", "Done."]
    assert packages.marked(document, "uicontrol") == ["OK"]


def test_an_id_that_is_used_twice_is_no_reason_to_refuse(tmp_path):
    text = '<article><para xml:id="a">One</para><para xml:id="a">Two</para></article>'
    assert packages.texts(read(tmp_path, text)) == ["One", "Two"]


def test_map_and_entities_are_refused(tmp_path):
    with pytest.raises(FormatError, match=r"DITA map.*topics"):
        read(tmp_path, "<map><topicref href='a.dita'/></map>")
    with pytest.raises(UnsafeFileError, match="entit"):
        read(tmp_path, "<!DOCTYPE book [<!ENTITY a 'b'>]><book><title>&a;</title></book>")
