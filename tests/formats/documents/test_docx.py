"""The DOCX reader: what Word shows, in the order in which Word shows it."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from diglot.errors import ConfigError, FormatError
from diglot.formats.documents import docx
from tests.formats.documents import packages
from tests.formats.documents.packages import p, r

INSERTED = '<w:ins w:id="1" w:author="A"><w:r><w:t>INS </w:t></w:r></w:ins>'
DELETED = '<w:del w:id="2" w:author="A"><w:r><w:delText>DEL </w:delText></w:r></w:del>'
LINK = '<w:hyperlink r:id="rL"><w:r><w:t>LINK</w:t></w:r></w:hyperlink>'
LINK_TARGET = (
    f'<Relationship Id="rL" Type="{packages.R}/hyperlink" Target="https://example.org" '
    'TargetMode="External"/>'
)
BOX = "<w:txbxContent>{}</w:txbxContent>"
BOX_TWICE = (
    "<w:r><mc:AlternateContent><mc:Choice Requires='wps'><w:drawing><wp:inline>"
    f"<wps:txbx>{BOX.format(p('In the box'))}</wps:txbx></wp:inline></w:drawing></mc:Choice>"
    f"<mc:Fallback><w:pict><v:textbox>{BOX.format(p('In the box'))}</v:textbox></w:pict>"
    "</mc:Fallback></mc:AlternateContent></w:r>"
)


def cell(content: str) -> str:
    return f"<w:tc><w:tcPr/>{content}</w:tc>"


def row(*cells: str, properties: str = "") -> str:
    return f"<w:tr>{properties}{''.join(cells)}</w:tr>"


def table(*rows: str) -> str:
    return f"<w:tbl><w:tblPr/>{''.join(rows)}</w:tbl>"


def field(instruction: str, result: str) -> str:
    def mark(kind: str) -> str:
        return f'<w:r><w:fldChar w:fldCharType="{kind}"/></w:r>'

    return (
        f"{mark('begin')}<w:r><w:instrText>{instruction}</w:instrText></w:r>"
        f"{mark('separate')}{result}{mark('end')}"
    )


EIGHT_BLOCKS = (
    p("First paragraph")
    + p(r("Kept ") + INSERTED + DELETED + LINK)
    + table(row(cell(p("A1")), cell(p("B1"))), row(cell(p("A2")), cell(p("B2"))))
    + f"<w:sdt><w:sdtPr/><w:sdtContent>{p('In a control')}</w:sdtContent></w:sdt>"
    + p("Last paragraph")
)


def read(tmp_path: Path, body: str, tracked: docx.Tracked = "accepted", **parts: str):
    document = docx.read(packages.docx(tmp_path / "a.docx", body, **parts), tracked=tracked)
    packages.check(document)
    return document


def test_all_bodies_of_joined_files_are_read(tmp_path: Path) -> None:
    assert packages.texts(read(tmp_path, p("One.") + "</w:body><w:body>" + p("Two."))) == [
        "One.",
        "Two.",
    ]


@pytest.mark.parametrize(
    ("tracked", "changed"), [("accepted", "Kept INS LINK"), ("original", "Kept DEL LINK")]
)
def test_all_eight_blocks_in_order_under_both_policies(tmp_path, tracked, changed):
    document = read(tmp_path, EIGHT_BLOCKS, tracked, links=LINK_TARGET)
    assert packages.blocks(document) == [
        ("paragraph", "First paragraph"),
        ("paragraph", changed),
        ("cell", "A1"),
        ("cell", "B1"),
        ("cell", "A2"),
        ("cell", "B2"),
        ("paragraph", "In a control"),
        ("paragraph", "Last paragraph"),
    ]
    assert document.blocks[4].anchor == "table 1 row 2 cell 1"
    dropped = "deleted revision" if tracked == "accepted" else "inserted revision"
    assert packages.skipped(document) == {dropped: 1}
    assert packages.marked(document, "a") == ["LINK"]
    assert "https://example.org" in [mark.data for mark in document.markup]
    assert packages.marked(document, "ins" if tracked == "accepted" else "del") == [changed[5:9]]


def test_refuse_counts_the_tracked_changes(tmp_path):
    with pytest.raises(FormatError, match="2 tracked changes"):
        read(tmp_path, EIGHT_BLOCKS, "refuse")
    assert read(tmp_path, p("No changes"), "refuse").text == "No changes"


def test_unknown_policy_is_an_error_that_lists_the_policies(tmp_path):
    with pytest.raises(ConfigError, match="accepted"):
        docx.read(tmp_path / "a.docx", tracked="both")  # type: ignore[arg-type]


def test_moved_text_stands_at_one_place_only(tmp_path):
    body = p(f"<w:moveFrom>{r('Moved.')}</w:moveFrom>{r('Rest.')}") + p(
        f"<w:moveTo>{r('Moved.')}</w:moveTo>"
    )
    assert packages.texts(read(tmp_path, body)) == ["Rest.", "Moved."]
    assert packages.texts(read(tmp_path, body, "original")) == ["Moved.Rest."]


def test_deleted_paragraph_mark_joins_two_paragraphs(tmp_path):
    body = p("One ", "<w:rPr><w:del w:id='1'/></w:rPr>") + p("two.") + p("Three.")
    assert packages.texts(read(tmp_path, body)) == ["One two.", "Three."]
    assert packages.texts(read(tmp_path, body, "original")) == ["One", "two.", "Three."]


def test_inserted_paragraph_mark_parts_only_when_accepted(tmp_path):
    body = p("One. ", "<w:rPr><w:ins w:id='1'/></w:rPr>") + p("Two.")
    assert packages.texts(read(tmp_path, body)) == ["One.", "Two."]
    assert packages.texts(read(tmp_path, body, "original")) == ["One. Two."]


def test_deleted_and_inserted_table_rows(tmp_path):
    deleted = row(cell(p("gone")), properties="<w:trPr><w:del w:id='1'/></w:trPr>")
    inserted = row(cell(p("new")), properties="<w:trPr><w:ins w:id='2'/></w:trPr>")
    body = table(deleted, inserted)
    document = read(tmp_path, body)
    assert packages.texts(document) == ["new"]
    assert document.blocks[0].anchor == "table 1 row 1 cell 1"
    assert packages.texts(read(tmp_path, body, "original")) == ["gone"]


def test_a_cell_has_the_number_of_its_first_column(tmp_path):
    wide = f"<w:tc><w:tcPr><w:gridSpan w:val='2'/></w:tcPr>{p('wide')}</w:tc>"
    later = row(cell(p("later")), properties="<w:trPr><w:gridBefore w:val='1'/></w:trPr>")
    document = read(tmp_path, table(row(wide, cell(p("third"))), later))
    places = ["row 1 cell 1", "row 1 cell 3", "row 2 cell 2"]
    assert [block.anchor for block in document.blocks] == [f"table 1 {each}" for each in places]


def test_nested_table_follows_its_place_in_the_cell(tmp_path):
    inner = table(row(cell(p("inner"))))
    body = table(row(cell(p("before") + inner + p("after")), cell(p("next"))))
    document = read(tmp_path, body)
    assert [
        (b.anchor, t) for b, t in zip(document.blocks, packages.texts(document), strict=True)
    ] == [
        ("table 1 row 1 cell 1", "before"),
        ("table 1 row 1 cell 1 / table 1 row 1 cell 1", "inner"),
        ("table 1 row 1 cell 1", "after"),
        ("table 1 row 1 cell 2", "next"),
    ]


def test_runs_cut_in_a_word_are_joined(tmp_path):
    body = p(r("docu") + "<w:proofErr w:type='spellStart'/>" + r("ment", "<w:b/>"))
    assert read(tmp_path, body).text == "document"


def test_tabs_breaks_and_special_characters(tmp_path):
    content = (
        "<w:r><w:t>a</w:t><w:tab/><w:t>b</w:t><w:br/><w:t>c</w:t><w:noBreakHyphen/><w:t>d</w:t>"
        "<w:softHyphen/><w:t>e</w:t><w:cr/><w:sym w:font='Symbol' w:char='F061'/>"
        "<w:sym w:font='Wingdings' w:char='F0E0'/></w:r>"
    )
    document = read(tmp_path, p(content))
    assert document.text == "a\tb c\u2011d\u00ade α\uf0e0"
    assert packages.marked(document, "sym") == ["α", "\uf0e0"]


def test_line_feed_in_the_file_is_no_paragraph(tmp_path):
    assert read(tmp_path, p("one\ntwo")).text == "one two"


def test_field_results_are_text_and_instructions_are_not(tmp_path):
    nested = field(f"IF {field('PAGE', r('1'))} = 1", r("see clause 4"))
    simple = f"<w:fldSimple w:instr='DATE'>{r(' today')}</w:fldSimple>"
    document = read(tmp_path, p(r("Please ") + nested + simple))
    assert document.text == "Please see clause 4 today"


def test_text_box_under_alternate_content_is_read_once(tmp_path):
    document = read(tmp_path, p(r("Before") + BOX_TWICE + r(" after")) + p("Next"))
    assert packages.blocks(document) == [
        ("paragraph", "Before after"),
        ("textbox", "In the box"),
        ("paragraph", "Next"),
    ]
    assert document.blocks[1].anchor == "text box 1"


def test_text_box_of_old_word_alone(tmp_path):
    shape = f"<v:shape><v:textbox>{BOX.format(p('Old'))}</v:textbox></v:shape>"
    body = p(f"<w:r><w:pict>{shape}</w:pict></w:r>")
    assert packages.texts(read(tmp_path, body)) == ["Old"]


def test_notes_are_appended_in_the_order_of_their_marks(tmp_path):
    def note(kind: str, key: int, text: str, type_: str = "") -> str:
        content = p(f"<w:r><w:{kind}Ref/></w:r>" + r(" " + text))
        return f"<w:{kind} w:id='{key}'{type_}>{content}</w:{kind}>"

    def mark(kind: str, key: int) -> str:
        return f"<w:r><w:{kind}Reference w:id='{key}'/></w:r>"

    body = p(r("A") + mark("footnote", 5) + r(" b") + mark("footnote", 2) + mark("endnote", 3))
    document = read(
        tmp_path,
        body,
        footnotes=note("footnote", 0, "---", " w:type='separator'")
        + note("footnote", 2, "second")
        + note("footnote", 5, "first")
        + note("footnote", 9, "lost"),
        endnotes=note("endnote", 3, "end"),
    )
    assert packages.blocks(document) == [
        ("paragraph", "A b"),
        ("footnote", "first"),
        ("footnote", "second"),
        ("footnote", "end"),
    ]
    assert [block.anchor for block in document.blocks[1:]] == [
        "footnote 1",
        "footnote 2",
        "endnote 1",
    ]
    assert [(m.start, m.data) for m in document.markup] == [
        (1, "footnote 1"),
        (3, "footnote 2"),
        (3, "endnote 1"),
    ]
    assert packages.skipped(document) == {"footnote without a mark in the text": 1}


def test_headers_footers_and_comments_are_listed_not_read(tmp_path):
    comments = "".join(f"<w:comment w:id='{n}'>{p(f'Note {n}')}</w:comment>" for n in (1, 2))
    document = read(
        tmp_path, p("Body"), header=p("Secret header"), footer=p("Page 1"), comments=comments
    )
    assert document.text == "Body"
    assert packages.skipped(document) == {"header": 1, "footer": 1, "comment": 2}
    assert document.skipped[0].example == "Secret header"


def test_hidden_text_is_listed(tmp_path):
    document = read(
        tmp_path, p(r("seen") + r("unseen", "<w:vanish/>") + r("!", '<w:vanish w:val="0"/>'))
    )
    assert document.text == "seen!"
    assert packages.skipped(document) == {"hidden text": 1}


def test_unknown_elements_with_words_are_listed(tmp_path):
    document = read(tmp_path, p("x") + f"<w:strange>{p('lost words')}</w:strange>")
    assert packages.skipped(document) == {"unknown element strange": 1}


@pytest.mark.parametrize(
    ("name", "level"),
    [("heading 1", 1), ("Überschrift 2", 2), ("Titre 3", 3), ("Заголовок 4", 4), ("Title", 1)],
)
def test_heading_styles_in_any_language(tmp_path, name, level):
    styles = (
        f"<w:style w:type='paragraph' w:styleId='S'><w:name w:val='{name}'/></w:style>"
        "<w:style w:type='paragraph' w:styleId='T'><w:basedOn w:val='S'/></w:style>"
    )
    body = p("Own", "<w:pStyle w:val='S'/>") + p("Inherited", "<w:pStyle w:val='T'/>") + p("Text")
    document = read(tmp_path, body, styles=styles)
    assert [(block.kind, block.level) for block in document.blocks] == [
        ("heading", level),
        ("heading", level),
        ("paragraph", 0),
    ]


def test_outline_level_of_a_paragraph_wins_over_its_style(tmp_path):
    styles = (
        "<w:style w:type='paragraph' w:styleId='H'><w:name w:val='heading 1'/></w:style>"
        "<w:style w:type='paragraph' w:styleId='O'><w:name w:val='Mine'/>"
        "<w:pPr><w:outlineLvl w:val='2'/></w:pPr></w:style>"
    )
    body = (
        p("a", "<w:pStyle w:val='H'/><w:outlineLvl w:val='9'/>")
        + p("b", "<w:pStyle w:val='O'/>")
        + p("c", "<w:outlineLvl w:val='0'/>")
        + p("d", "<w:pStyle w:val='Heading2'/>")
    )
    document = read(tmp_path, body, styles=styles)
    assert [block.level for block in document.blocks] == [0, 3, 1, 2]


def test_styles_that_inherit_in_a_circle_end(tmp_path):
    styles = (
        "<w:style w:type='paragraph' w:styleId='A'><w:basedOn w:val='B'/></w:style>"
        "<w:style w:type='paragraph' w:styleId='B'><w:basedOn w:val='A'/></w:style>"
    )
    assert read(tmp_path, p("x", "<w:pStyle w:val='A'/>"), styles=styles).blocks[0].level == 0


def test_list_items_keep_their_text_without_numbers(tmp_path):
    numbered = "<w:numPr><w:ilvl w:val='0'/><w:numId w:val='3'/></w:numPr>"
    off = "<w:numPr><w:numId w:val='0'/></w:numPr>"
    document = read(tmp_path, p("One", numbered) + p("Two", off))
    assert packages.blocks(document) == [("item", "One"), ("paragraph", "Two")]


def test_language_of_the_runs_not_of_the_template(tmp_path):
    styles = (
        "<w:docDefaults><w:rPrDefault><w:rPr><w:lang w:val='en-US'/></w:rPr></w:rPrDefault>"
        "</w:docDefaults><w:style w:type='paragraph' w:default='1' w:styleId='N'>"
        "<w:rPr><w:lang w:val='en-US'/></w:rPr></w:style>"
    )
    french = p(r("Bonjour tout le monde", "<w:lang w:val='fr-CA'/>"))
    assert read(tmp_path, french, styles=styles).language == "fr-CA"
    assert read(tmp_path, p("Bonjour"), styles=styles).language is None


def test_language_of_asian_and_right_to_left_text(tmp_path):
    stated = "<w:lang w:val='en-US' w:eastAsia='zh-CN' w:bidi='ar-SA'/>"
    assert read(tmp_path, p(r("合同", stated))).language == "zh-CN"
    assert read(tmp_path, p(r("عقد", stated))).language == "ar-SA"


def test_main_part_with_another_name_and_strict_namespaces(tmp_path):
    path = packages.docx(tmp_path / "a.docx", p("Strict"), main="doc/main2.xml")
    with zipfile.ZipFile(path) as archive:
        members = {name: archive.read(name) for name in archive.namelist()}
    strict = b"http://purl.oclc.org/ooxml/wordprocessingml/main"
    members["doc/main2.xml"] = members["doc/main2.xml"].replace(packages.W.encode(), strict)
    assert docx.read(packages.zipped(path, members)).text == "Strict"


def test_embedded_workbook_and_chart_do_not_stop_the_reader(tmp_path):
    arrows = (
        f'<Relationship Id="e" Type="{packages.R}/package" Target="embeddings/book.xlsx"/>'
        f'<Relationship Id="d" Type="{packages.R}/diagramData" Target="diagrams/data1.xml"/>'
    )
    path = packages.docx(tmp_path / "a.docx", p("Text"), links=arrows)
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr("word/embeddings/book.xlsx", b"PK\x03\x04nested")
        archive.writestr("word/diagrams/data1.xml", "<d xmlns:a='x'><a:t>Step one</a:t></d>")
    document = docx.read(path)
    assert packages.skipped(document) == {"diagram": 1, "embedded object": 1}


def test_formula_text_is_kept_with_markup(tmp_path):
    body = p(r("Let ") + "<m:oMath><m:r><m:t>x=1</m:t></m:r></m:oMath>" + r(" be."))
    document = read(tmp_path, body)
    assert document.text == "Let x=1 be."
    assert packages.marked(document, "math") == ["x=1"]


def test_document_without_text_says_what_it_left_out(tmp_path):
    with pytest.raises(FormatError, match=r"holds no text.*1 header"):
        read(tmp_path, p(""), header=p("Only this"))


def test_provenance_and_name(tmp_path):
    document = read(tmp_path, p("x"))
    assert document.name == "a"
    assert document.source is not None
    assert document.source.reader == "docx"
    assert len(document.source.digest) == 64


def test_a_strict_document_is_read_as_any_other(tmp_path):
    """ISO/IEC 29500 Strict has other namespaces for everything, relationships included."""
    path = packages.docx(
        tmp_path / "a.docx",
        p("T", "<w:pStyle w:val='h'/>")
        + p(r("a") + "<w:del><w:r><w:delText>b</w:delText></w:r></w:del>")
        + "<w:tbl><w:tr><w:tc>" + p("c") + "</w:tc></w:tr></w:tbl>"
        + p("<w:r><w:footnoteReference w:id='1'/></w:r>" + r("d", "<w:lang w:val='fr-FR'/>")),
        footnotes=f"<w:footnote w:id='1'>{p('n')}</w:footnote>",
        styles="<w:style w:type='paragraph' w:styleId='h'><w:name w:val='heading 1'/></w:style>",
    )  # fmt: skip
    usual = docx.read(path)
    document = docx.read(packages.strict(path))
    assert packages.blocks(document) == packages.blocks(usual)
    assert packages.blocks(document)[0] == ("heading", "T")
    assert packages.texts(document)[-1] == "n"
    assert (document.markup, document.skipped) == (usual.markup, usual.skipped)
