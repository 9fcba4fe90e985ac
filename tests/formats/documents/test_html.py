"""The HTML reader: what a reader of the page sees, block by block."""

from __future__ import annotations

import pytest

from diglot.errors import FormatError, UnsafeFileError
from diglot.formats.documents import html
from tests.formats.documents import packages

read = packages.reader_of("a.html", html.read)


def test_blocks_headings_items_and_cells(tmp_path):
    document = read(
        tmp_path,
        "<h1>Title</h1><div>Loose <p>Inner</p> tail</div>"
        "<ul><li>One<ul><li>Deep</ul><li><p>Two</ul>"
        "<h3 id=k>Sub</h3><table><tr><th>A<th>B<tr><td>c<td>d</table>",
    )
    assert packages.blocks(document) == [
        ("heading", "Title"),
        ("paragraph", "Loose"),
        ("paragraph", "Inner"),
        ("paragraph", "tail"),
        ("item", "One"),
        ("item", "Deep"),
        ("item", "Two"),
        ("heading", "Sub"),
        ("cell", "A"),
        ("cell", "B"),
        ("cell", "c"),
        ("cell", "d"),
    ]
    assert [block.level for block in document.blocks if block.kind == "heading"] == [1, 3]
    assert document.blocks[7].anchor == "#k"
    assert document.blocks[-1].anchor == "table 1 row 2 cell 2"


def test_nested_table_is_counted_in_its_cell(tmp_path):
    document = read(tmp_path, "<table><tr><td>a<table><tr><td>b</table>c<td>d</table><table><td>e")
    assert [block.anchor for block in document.blocks] == [
        "table 1 row 1 cell 1",
        "table 1 row 1 cell 1 / table 1 row 1 cell 1",
        "table 1 row 1 cell 1",
        "table 1 row 1 cell 2",
        "table 2 row 1 cell 1",
    ]


def test_white_space_collapses_but_no_break_spaces_stay(tmp_path):
    document = read(tmp_path, "<p>\n  a\tb\r\n c&nbsp;&nbsp;d\u202fe <b> f </b> g</p>")
    assert document.text == "a b c\u00a0\u00a0d\u202fe f g"


def test_line_ends_between_chinese_or_japanese_characters_are_no_blanks(tmp_path):
    page = "<p>中文\n  继续。\n<b>强调</b>\n吧<i>啊\n</i>日本 語\nabc\n中文</p><p>한국\n어</p>"
    document = read(tmp_path, page)
    assert document.text == "中文继续。强调吧啊日本 語 abc 中文\n한국 어"
    assert [document.text[mark.start : mark.end] for mark in document.markup] == ["强调", "啊"]


def test_br_is_a_soft_break_and_two_part_paragraphs(tmp_path):
    assert packages.texts(read(tmp_path, "a<br>b<br><br>c<br>\n<br>d<br>")) == ["a b", "c", "d"]


def test_preformatted_text_parts_at_blank_lines(tmp_path):
    listings = "<pre><code>x = 1\n</code></pre><pre class='a screen'>apt-get build-dep foo</pre>"
    document = read(tmp_path, f"<pre>one\ntwo\n\nthree</pre>{listings}")
    assert packages.texts(document) == ["one two", "three"]
    assert packages.skipped(document) == {"code block": 2}


def test_inline_markup_stands_beside_the_text(tmp_path):
    document = read(tmp_path, '<p>See <a href="/x">the <b>page</b></a><img src=i.png>.</p>')
    assert document.text == "See the page."
    assert [(m.kind, m.start, m.end, m.data) for m in document.markup] == [
        ("a", 4, 12, 'href="/x"'),
        ("b", 8, 12, ""),
        ("img", 12, 12, "i.png"),
    ]


def test_markup_that_spans_blocks_is_kept_in_each(tmp_path):
    document = read(tmp_path, "<b>one<div>two</div>three</b>")
    assert packages.marked(document, "b") == ["one", "two", "three"]


def test_translate_no_is_markup(tmp_path):
    document = read(tmp_path, "<p>Run <kbd translate=no>make</kbd> <i class='x notranslate'>it</i>")
    assert packages.marked(document, "notranslate") == ["make", "it"]


def test_what_nobody_sees_is_listed(tmp_path):
    document = read(
        tmp_path,
        "<title>T</title><meta name=description content=D><script>a<b</script><style>p{}</style>"
        "<p>Seen</p><p hidden>h1</p><p style='color:red;DISPLAY : none'>h2</p>"
        "<noscript>n</noscript><template>t</template><!-- c --><svg><text>s</text></svg>"
        "<img alt=Alt><select><option>o"
        "</select><input placeholder=ph><input type=hidden value=v><iframe>f</iframe>"
        "<ruby>漢<rt>kan</rt></ruby>",
    )
    assert packages.texts(document) == ["Seen", "漢"]
    assert packages.skipped(document) == {
        "title": 1,
        "meta description": 1,
        "script": 1,
        "style": 1,
        "hidden element": 2,
        "noscript": 1,
        "template": 1,
        "comment": 1,
        "drawing": 1,
        "alternative text": 1,
        "form field": 2,
        "embedded object": 1,
        "ruby annotation": 1,
    }


@pytest.mark.parametrize(
    ("page", "language"),
    [
        ("<html lang=fr><p>x", "fr"),
        ("<html lang=de_AT><p>x", "de-AT"),
        ("<html xml:lang=it><p>x", "it"),
        ("<meta http-equiv=content-language content=es><p>x", "es"),
        ("<html lang='not a language'><p>x", None),
        ("<p lang=en>x", None),
    ],
)
def test_language_of_the_page(tmp_path, page, language):
    assert read(tmp_path, page).language == language


@pytest.mark.parametrize(
    ("declaration", "codec"),
    [
        ("<meta charset=iso-8859-2>", "iso8859-2"),
        ('<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', "cp1252"),
        ('<?xml version="1.0" encoding="iso-8859-2"?>', "iso8859-2"),
        ("<meta charset='utf-8'>", "utf-8"),
        ("", "utf-8-sig"),
        ("", "utf-16"),
    ],
)
def test_encoding_by_mark_declaration_or_utf_8(tmp_path, declaration, codec):
    assert read(tmp_path, f"{declaration}<p>Ärger</p>".encode(codec)).text == "Ärger"


@pytest.mark.parametrize(
    ("label", "codec", "text"),
    [
        ("x-sjis", "cp932", "農業"),
        ("ISO-8859-8-I", "iso8859-8", "שלום"),
        ("x-mac-roman", "mac-roman", "é"),
    ],
)
def test_names_of_encodings_that_browsers_know_are_known(tmp_path, label, codec, text):
    assert read(tmp_path, f"<meta charset={label}><p>{text}".encode(codec)).text == text


def test_a_deletion_does_not_run_into_what_was_inserted(tmp_path):
    document = read(tmp_path, "<p>It costs <del>30</del><ins>45</ins> euros, <s>not 20</s>.")
    assert document.text == "It costs 45 euros, not 20."
    assert [(each.kind, each.example) for each in document.skipped] == [("deleted revision", "30")]


def test_signs_that_are_links_within_the_page_are_listed(tmp_path):
    page = (
        "<h2>Scope<a class=headerlink href='#scope'>¶</a></h2>"
        "<p>Kept.<a href='#n1'>[1]</a> See <a href='#scope'>§ 2</a> and <a href='/x'>#</a></p>"
        "<p>A note. <a href='#r1'>↩︎</a></p>"
    )
    document = read(tmp_path, page.encode())
    assert packages.texts(document) == ["Scope", "Kept.[1] See § 2 and #", "A note."]
    assert packages.skipped(document)["permalink"] == 2


def test_utf_8_under_another_name_is_read_as_such_and_told(tmp_path):
    document = read(tmp_path, "<meta charset=iso-8859-1><p>für heißen Tee".encode())
    assert document.text == "für heißen Tee"
    assert [(each.kind, each.example) for each in document.skipped] == [
        ("wrong name of the encoding, which is UTF-8", "iso-8859-1")
    ]
    assert read(tmp_path, "<meta charset=utf-8><p>für heißen Tee".encode()).skipped == ()


def test_latin_1_means_windows_1252_on_the_web(tmp_path):
    page = "<meta charset=iso-8859-1><p>“quoted”</p>".encode("cp1252")
    assert read(tmp_path, page).text == "“quoted”"


def test_undecodable_page_names_line_and_option(tmp_path):
    with pytest.raises(FormatError, match=r"line 2.*--encoding"):
        read(tmp_path, b"<p>one\n<p>\xe9t\xe9")
    assert read(tmp_path, b"<p>\xe9t\xe9", encoding="latin-1").text == "été"


def test_unknown_encoding_is_named(tmp_path):
    with pytest.raises(FormatError, match=r"klingon.*--encoding"):
        read(tmp_path, b"<meta charset=klingon><p>x")


def test_xhtml_with_empty_elements_and_cdata(tmp_path):
    page = (
        '<?xml version="1.0"?><html><head><title/><script src="a.js"/></head><body>'
        '<p><a id="x"/>One<br/>two<i/> <![CDATA[a < b]]></p></body></html>'
    )
    assert read(tmp_path, page).text == "One two a < b"


def test_xhtml_with_entity_declarations_is_refused(tmp_path):
    page = '<?xml version="1.0"?><!DOCTYPE html [<!ENTITY a "b">]><html><p>&a;</p></html>'
    with pytest.raises(UnsafeFileError, match="declares entities"):
        read(tmp_path, page)


def test_page_without_text_is_an_error_that_says_what_was_there(tmp_path):
    with pytest.raises(FormatError, match=r"holds no text.*1 script"):
        read(tmp_path, "<script>app()</script><div id=root></div>")
