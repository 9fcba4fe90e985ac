"""DocBook, DITA and Mallard."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError, UnsafeFileError
from tests.formats.documents import packages

read = packages.reader_of("a.xml")


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
    assert {block.anchor for block in document.blocks[1:-1]} == {"#s"}
    assert document.blocks[-1].anchor == "#s table 1 row 1 cell 1"
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


def test_entities_that_are_declared_are_expanded_and_others_stay_as_written(tmp_path):
    document = read(
        tmp_path,
        '<?xml version="1.0" encoding="iso-8859-1"?>\n<!DOCTYPE book SYSTEM "kde.dtd" [\n'
        '<!ENTITY one "a &two;"><!ENTITY two "<emphasis>b</emphasis>">\n'
        '<!ENTITY more SYSTEM "more.docbook"><!ENTITY % lang "INCLUDE">]>\n'
        "<book lang='&language;'><para>&one; &amp; &eacute;&LT; &kde;</para>&more;</book>",
    )
    assert packages.texts(document) == ["a b & é< &kde;"]
    assert packages.marked(document, "emphasis") == ["b"]
    assert packages.skipped(document) == {"reference to another file": 1}


def test_entities_of_a_part_without_declarations_stay_as_written(tmp_path):
    assert packages.texts(read(tmp_path, "<chapter><para>&kde;</para></chapter>")) == ["&kde;"]


@pytest.mark.parametrize("count", [8, 26])
def test_entities_that_would_fill_the_memory_are_refused(tmp_path, count):
    names = "abcdefghijklmnopqrstuvwxyz"[:count]
    several = "".join(
        f'<!ENTITY {name} "{f"&{inner};" * (10 if count < 10 else 1)}">'
        for inner, name in zip("0" + names, names, strict=False)
    ).replace("&0;", "x" * 10)
    with pytest.raises(UnsafeFileError, match="too much text"):
        read(tmp_path, f"<!DOCTYPE book [{several}]><book><title>&{names[-1]};</title></book>")


def test_mallard_page_with_menus_and_keys(tmp_path):
    document = read(
        tmp_path,
        '<page xmlns="http://projectmallard.org/1.0/" id="p"><info><credit><name>N</name></credit>'
        "<desc>Short.</desc></info><title>T</title><steps><item><p>Go to <guiseq><gui>A</gui>"
        "<gui>B</gui></guiseq>.</p></item><item><p>Type <cmd>ls</cmd>.</p></item></steps></page>",
    )
    assert packages.blocks(document) == [
        ("paragraph", "Short."),
        ("heading", "T"),
        ("item", "Go to A B."),
        ("item", "Type ls."),
    ]
    assert packages.skipped(document) == {"metadata element": 1}


def test_a_map_is_refused(tmp_path):
    with pytest.raises(FormatError, match=r"DITA map.*topics"):
        read(tmp_path, "<map><topicref href='a.dita'/></map>")
