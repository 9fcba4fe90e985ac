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


def test_roles_and_what_links_show_are_read_as_such(tmp_path):
    text = "[#i .index]##See [.pkg .x]#gdm3# and link:u[image:a.png[the picture] *here*].\n"
    assert packages.texts(read(tmp_path, text)) == ["See gdm3 and the picture here."]
