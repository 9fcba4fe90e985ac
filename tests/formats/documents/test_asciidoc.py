"""AsciiDoc."""

from __future__ import annotations

from diglot.formats.documents import asciidoc
from tests.formats.documents import packages

read = packages.reader_of("a.adoc", asciidoc.read)


def test_blocks_with_their_kinds_and_lines(tmp_path):
    document = read(
        tmp_path,
        "= Title\n:lang: de\n\n== Part\n\nA paragraph\nof two lines +\nand a break.\n\n* one\n"
        "** two\n"
        ". three\n\nTerm:: Meaning.\n\nOld style\n---------\n\n[cols=2]\n|===\n|a |b\nc\n|===\n\n"
        "NOTE: Mind it.\n",
    )
    assert packages.blocks(document) == [
        ("heading", "Title"),
        ("heading", "Part"),
        ("paragraph", "A paragraph of two lines and a break."),
        ("item", "one"),
        ("item", "two"),
        ("item", "three"),
        ("item", "Term"),
        ("item", "Meaning."),
        ("heading", "Old style"),
        ("cell", "a"),
        ("cell", "b c"),
        ("paragraph", "NOTE: Mind it."),
    ]
    assert document.language == "de"
    assert document.blocks[2].anchor == "line 6"


def test_inline_markup(tmp_path):
    document = read(
        tmp_path,
        "A *bold* and _soft_ `+__init__+` word, snake_case_name, "
        "https://x.y[a link,window=_blank], "
        '<<part,the part>>, ((index)), "`quoted`"footnote:[A *note*.] end.\n',
    )
    assert packages.texts(document) == [
        "A bold and soft __init__ word, snake_case_name, a link, the part, index, “quoted” end.",
        "A note.",
    ]
    assert packages.marked(document, "strong") == ["bold"]
    assert packages.marked(document, "a") == ["a link"]


def test_code_comments_and_includes_are_listed(tmp_path):
    document = read(
        tmp_path,
        "Text.\n\n----\ncode *x*\n----\n\n// remark\n\n////\nlong\n////\n\ninclude::a.adoc[]\n\n"
        "image::a.png[Alt]\n\n[source,ruby]\n```ruby\nputs\n```\n\n"
        "====\nInside an example.\n====\n",
    )
    assert packages.texts(document) == ["Text.", "Inside an example."]
    assert packages.skipped(document) == {"code": 2, "comment": 2, "include": 1, "picture": 1}


def test_attributes_stand_for_what_the_file_says(tmp_path):
    document = read(
        tmp_path, ":product: Acme\n:full: {Product} 2\n\nUse {full} with a{vbar}b and {other}.\n"
    )
    assert packages.texts(document) == ["Use Acme 2 with a|b and {other}."]


def test_pictures_in_a_line_are_listed_and_raised_signs_read(tmp_path):
    document = read(
        tmp_path, "image:a.png[Zoom] Press [.k]#[.kbd]##Ctrl##+[.kbd]##C### 10^3^ ~/x.\n"
    )
    assert packages.texts(document) == ["Press Ctrl+C 103 ~/x."]
    assert packages.skipped(document) == {"picture": 1}


def test_cells_have_their_places_in_rows_that_their_columns_tell(tmp_path):
    document = read(
        tmp_path,
        '[cols="1,1"]\n|===\n|a|b \\| c\n\n|d\n|e\n2+|f\n.2+|g\n|h\n|i\na|* j\n* k\n|l\n\nm\n'
        "|===\n\n|===\n|n |o\n|p\n|q\n|===\n",
    )
    assert packages.anchored(document) == [
        ("table 1 row 1 cell 1", "a"),
        ("table 1 row 1 cell 2", "b | c"),
        ("table 1 row 2 cell 1", "d"),
        ("table 1 row 2 cell 2", "e"),
        ("table 1 row 3 cell 1", "f"),
        ("table 1 row 4 cell 1", "g"),
        ("table 1 row 4 cell 2", "h"),
        ("table 1 row 5 cell 2", "i"),
        ("table 1 row 6 cell 1", "j"),
        ("table 1 row 6 cell 1", "k"),
        ("table 1 row 6 cell 2", "l"),
        ("table 1 row 6 cell 2", "m"),
        ("table 2 row 1 cell 1", "n"),
        ("table 2 row 1 cell 2", "o"),
        ("table 2 row 2 cell 1", "p"),
        ("table 2 row 2 cell 2", "q"),
    ]


def test_roles_and_what_links_show_are_read_as_such(tmp_path):
    text = "[#i .index]##See [.pkg .x]#gdm3# and link:u[image:a.png[the picture] *here*].\n"
    assert packages.texts(read(tmp_path, text)) == ["See gdm3 and here."]
