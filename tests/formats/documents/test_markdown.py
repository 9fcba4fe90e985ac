"""The Markdown reader."""

from __future__ import annotations

from diglot.formats.documents import markdown
from tests.formats.documents import packages

read = packages.reader_of("a.md", markdown.read)


def test_blocks_with_kinds_levels_and_lines(tmp_path):
    document = read(
        tmp_path,
        "# One *two*\n\nWrapped\nparagraph.\n\nSetext\n------\n\n- item\n\n  more\n  1. deep\n\n"
        "> quote\n\n| A | B |\n|---|---|\n| c | d |\n",
    )
    assert packages.blocks(document) == [
        ("heading", "One two"),
        ("paragraph", "Wrapped paragraph."),
        ("heading", "Setext"),
        ("item", "item"),
        ("item", "more"),
        ("item", "deep"),
        ("paragraph", "quote"),
        ("cell", "A"),
        ("cell", "B"),
        ("cell", "c"),
        ("cell", "d"),
    ]
    assert [b.anchor for b in document.blocks[:4]] == ["line 1", "line 3", "line 6", "line 9"]
    assert document.blocks[2].level == 2
    assert document.blocks[-1].anchor == "table 1 row 2 cell 2"


def test_inline_marks_stand_beside_the_text(tmp_path):
    document = read(tmp_path, "A **b *c*** [d](http://x.y) `e` ~~f~~ ![g](h.png)i<br>j")
    assert document.text == "A b c d e f i j"
    assert packages.marked(document, "strong") == ["b c"]
    assert packages.marked(document, "em") == ["c"]
    assert packages.marked(document, "a") == ["d"]
    assert packages.marked(document, "code") == ["e"]
    assert packages.marked(document, "s") == ["f"]
    assert packages.skipped(document) == {"alternative text": 1}


def test_code_blocks_are_listed(tmp_path):
    document = read(tmp_path, "a\n\n```py\nprint()\n```\n\n    indented\n")
    assert document.text == "a"
    assert packages.skipped(document) == {"code block": 2}


def test_front_matter_is_listed_and_may_name_the_language(tmp_path):
    document = read(tmp_path, "---\ntitle: T\nlang: pt-BR\n---\n\nText\n")
    assert document.text == "Text"
    assert document.language == "pt-BR"
    assert document.blocks[0].anchor == "line 6"
    assert packages.skipped(document) == {"front matter": 1}


def test_thematic_break_is_no_front_matter(tmp_path):
    assert packages.texts(read(tmp_path, "---\n\nOne\n\n---\n\nTwo\n")) == ["One", "Two"]


def test_footnotes_are_blocks_and_their_marks_are_points(tmp_path):
    document = read(
        tmp_path, "Text[^1] and[^n].\n\n[^1]: Word\n[^n]: A longer\nnote.\n\n[ref]: /x\n"
    )
    assert packages.blocks(document) == [
        ("paragraph", "Text and."),
        ("footnote", "Word"),
        ("footnote", "A longer note."),
    ]
    assert [(m.start, m.data) for m in document.markup] == [(4, "footnote 1"), (8, "footnote n")]


def test_html_in_markdown_is_read(tmp_path):
    document = read(tmp_path, "<div><h2>Sub</h2><p>In <b>HTML</b></p></div>\n\n<!-- no -->\n\nEnd")
    assert packages.texts(document) == ["Sub", "In HTML", "End"]
    assert packages.skipped(document) == {"comment": 1}


def test_windows_line_ends(tmp_path):
    assert packages.texts(read(tmp_path, "a\r\nb\r\n\r\nc\r\n")) == ["a b", "c"]


def test_attributes_and_divisions_are_no_text(tmp_path):
    """Pandoc, Quarto, kramdown, MyST and Docusaurus; what programs fill in stays."""
    document = read(
        tmp_path,
        '# Title {#t .plain}\n\n::: {.note #n}\nInside *it*{.x}, [a link](u){target="_blank"} and '
        "[a [nested](u) span]{.term\nlang=la}.\n:::\n\n:::tip A tip\n{name} {0} {{var}} "
        "{n, plural, one {#}}\n:::\n\n:::info[Named]\nEnd ::: here.\n:::\n\nLast.\n{: .lead}\n",
    )
    assert packages.texts(document) == [
        "Title",
        "Inside it, a link and a nested span.",
        "A tip",
        "{name} {0} {{var}} {n, plural, one {#}}",
        "Named",
        "End ::: here.",
        "Last.",
    ]
    assert packages.marked(document, "attributes")
