"""Tables in documents with a text and its translation side by side."""

import re
import zipfile

import pytest

from diglot.errors import FormatError
from diglot.formats import find_format, read
from diglot.formats.blocks import Skips
from diglot.formats.units import document_tables
from diglot.model import Bitext
from diglot.pipeline.documents import segment_file
from diglot.pipeline.options import DocumentOptions
from tests.formats.documents.test_pptx import presentation
from tests.formats.documents.test_pptx import slide as a_slide

GERMAN = (
    "Der Vertrag beginnt am ersten Januar.",
    "Der Mieter zahlt die Miete monatlich im Voraus.",
    "Änderungen bedürfen der Schriftform.",
)
ENGLISH = (
    "The contract starts on the first of January.",
    "The tenant pays the rent monthly in advance.",
    "Changes must be made in writing.",
)
ROWS = tuple(zip(GERMAN, ENGLISH, strict=True))
WORD = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
OFFICE = (
    'xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0"'
    ' xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0"'
    ' xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0"'
)


def docx(path, *tables, text=()):
    def paragraph(words):
        return f"<w:p><w:r><w:t>{words}</w:t></w:r></w:p>"

    def table(rows):
        cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
        return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"

    body = "".join(map(paragraph, text)) + "".join(map(table, tables))
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(
            "word/document.xml", f"<w:document {WORD}><w:body>{body}</w:body></w:document>"
        )
    return path


def odt(path, rows):
    cells = (
        "".join(f"<table:table-cell><text:p>{cell}</text:p></table:table-cell>" for cell in row)
        for row in rows
    )
    table = "".join(f"<table:table-row>{row}</table:table-row>" for row in cells)
    content = (
        f"<office:document-content {OFFICE}><office:body><office:text><table:table>{table}"
        "</table:table></office:text></office:body></office:document-content>"
    )
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("mimetype", "application/vnd.oasis.opendocument.text")
        archive.writestr("content.xml", content)
    return path


def rtf(path, rows):
    def code(text):
        return re.sub(r"[^ -~]", lambda sign: rf"\u{ord(sign[0])}?", text)

    lines = (rf"\trowd\pard\intbl {code(one)}\cell {code(other)}\cell\row" for one, other in rows)
    path.write_text(r"{\rtf1\ansi " + "\n".join(lines) + r"\pard\par}", "ascii")
    return path


def html(path, rows):
    """Write rows of cells; a cell may say how many columns and rows it takes: ``text|2|1``."""

    def cell(told):
        text, columns, lines = (*told.split("|"), "1", "1")[:3]
        return f'<td colspan="{columns}" rowspan="{lines}">{text}</td>'

    lines = ("".join(map(cell, row)) for row in rows)
    path.write_text(f"<table>{''.join(f'<tr>{line}</tr>' for line in lines)}</table>", "utf-8")
    return path


def md(path, rows):
    lines = (f"| {one} | {other} |" for one, other in [(" ", " "), ("-", "-"), *rows])
    path.write_text("\n".join(lines), "utf-8")
    return path


def rst(path, rows):
    lines = (f"   * - {one}\n     - {other}" for one, other in rows)
    path.write_text(".. list-table::\n\n" + "\n".join(lines), "utf-8")
    return path


def adoc(path, rows):
    path.write_text(
        "|===\n" + "\n".join(f"|{one}|{other}" for one, other in rows) + "\n|===", "utf-8"
    )
    return path


def tex(path, rows):
    lines = "\\\\\n".join(f"{one} & {other}" for one, other in rows)
    path.write_text(f"\\begin{{tabular}}{{ll}}\n{lines}\n\\end{{tabular}}", "utf-8")
    return path


def xml(path, rows):
    cells = (f"<entry>{one}</entry><entry>{other}</entry>" for one, other in rows)
    table = "".join(f"<row>{row}</row>" for row in cells)
    whole = f"<informaltable><tgroup><tbody>{table}</tbody></tgroup></informaltable>"
    path.write_text(f"<article>{whole}</article>", "utf-8")
    return path


def pptx(path, rows):
    def cell(text):
        return f"<a:tc><a:txBody><a:p><a:r><a:t>{text}</a:t></a:r></a:p></a:txBody></a:tc>"

    table = "".join(f"<a:tr>{''.join(map(cell, row))}</a:tr>" for row in rows)
    slide = f"<p:graphicFrame><a:tbl>{table}</a:tbl></p:graphicFrame>"
    return presentation(path, {"s.xml": a_slide(slide)})


def texts_of(path, **options):
    units = document_tables.read_units(path, **options)
    return [tuple(variant.text for variant in unit.variants) for unit in units]


@pytest.mark.parametrize("write", [docx, odt, rtf, html, md, rst, adoc, tex, xml, pptx])
def test_two_columns_in_two_languages_are_a_text_and_its_translation(tmp_path, write):
    path = write(tmp_path / f"both.{write.__name__}", ROWS)
    assert find_format(path, look=True).name == "table"
    found = read(path)
    assert isinstance(found, Bitext)
    assert tuple(map(found.source.segment_text, range(3))) == GERMAN
    assert tuple(map(found.target.segment_text, range(3))) == ENGLISH


def test_cells_that_are_merged_do_not_move_those_beside_them(tmp_path):
    merged = ("Vertrag|2|1", "Contract"), ("1|1|2", *ROWS[0]), ROWS[1], ("3", *ROWS[2])
    path = html(tmp_path / "merged.html", merged)
    assert texts_of(path, columns=(2, 3))[1:] == list(ROWS)


def one_row(path, *sides):
    cells = ("".join(f"<p>{text}</p>" for text in side) for side in sides)
    row = "".join(f"<td>{cell}</td>" for cell in cells)
    path.write_text(f"<table><tr>{row}</tr></table>", "utf-8")
    return path


def test_paragraphs_of_cells_are_pairs_where_both_have_as_many(tmp_path):
    path = one_row(tmp_path / "long.html", GERMAN, ENGLISH)
    assert find_format(path, look=True).name == "table"
    assert texts_of(path) == list(ROWS)


def test_cells_with_other_numbers_of_paragraphs_are_one_pair_which_is_told(tmp_path):
    path = one_row(tmp_path / "long.html", GERMAN, ENGLISH[:2])
    assert find_format(path, look=True).name == "table"
    skips = Skips()
    assert texts_of(path, skips=skips) == [(" ".join(GERMAN), " ".join(ENGLISH[:2]))]
    (told,) = skips.entries()
    assert told.kind == "row whose cells have other numbers of paragraphs, joined"


def test_texts_in_two_columns_of_different_rows_are_no_pairs(tmp_path):
    path = html(tmp_path / "apart.html", [(GERMAN[0], ""), ("", ENGLISH[0]), ROWS[1], ("", "")])
    assert find_format(path, look=True).name == "html"


def test_tables_in_one_language_are_a_document(tmp_path):
    same = docx(tmp_path / "same.docx", tuple(zip(GERMAN, reversed(GERMAN), strict=True)))
    assert find_format(same, look=True).name == "docx"


def test_a_small_table_in_a_text_does_not_make_it_bilingual(tmp_path):
    path = docx(tmp_path / "text.docx", ROWS, text=(" ".join(GERMAN * 4),))
    assert find_format(path, look=True).name == "docx"


def test_a_header_names_the_columns_and_their_languages(tmp_path):
    rows = [("Segment ID", "Source segment (de)", "Target segment (en-GB)", "Status")]
    rows += [(str(n), *row, "ok") for n, row in enumerate(ROWS, 1)]
    found = list(document_tables.read_units(docx(tmp_path / "review.docx", rows)))
    assert [variant.language for variant in found[0].variants] == ["de", "en-GB"]
    assert found[2].properties == (("Segment ID", "3"), ("Status", "ok"))


def test_numbers_beside_the_texts_are_no_text(tmp_path):
    path = docx(tmp_path / "numbered.docx", [(f"{n}.", *row) for n, row in enumerate(ROWS)])
    assert find_format(path, look=True).name == "table"
    assert texts_of(path) == list(ROWS)


def test_a_table_goes_on_after_a_break_without_its_header(tmp_path):
    rows = (("Comment", "Deutsch", "English"), ("well", *ROWS[0]))
    path = docx(tmp_path / "parts.docx", rows, [("look here", *ROWS[1])])
    assert texts_of(path) == list(ROWS[:2])


def test_what_stands_outside_is_listed(tmp_path):
    skips = Skips()
    path = docx(tmp_path / "some.docx", ROWS, [("alone",)], text=("Title",))
    assert texts_of(path, skips=skips) == list(ROWS)
    kinds = {entry.kind: entry.example for entry in skips.entries()}
    assert kinds == {"paragraph outside a table": "Title", "table without two columns": "alone"}


def test_columns_can_be_chosen(tmp_path):
    path = docx(tmp_path / "t.docx", [("note", *row) for row in ROWS])
    assert texts_of(path, columns=(3, 2))[0] == (ENGLISH[0], GERMAN[0])


def test_a_plain_text_with_tabs_between_two_languages_is_a_table(tmp_path):
    path = tmp_path / "both.txt"
    path.write_text("\n".join("\t".join(row) for row in ROWS), "utf-8")
    assert find_format(path, look=True).name == "tsv"
    path.write_text("\n".join(f"{n}\t{each}" for n, each in enumerate(GERMAN)), "utf-8")
    assert find_format(path, look=True).name == "text"


def test_a_document_with_both_languages_is_no_side_of_a_pair_and_the_cure_says_what_to_do(tmp_path):
    path = docx(tmp_path / "both.docx", ROWS)
    with pytest.raises(FormatError, match=r"diglot convert .*, or --input-format docx"):
        segment_file(path)
    document, _ = segment_file(path, options=DocumentOptions(input_format="docx"))
    assert len(document.blocks) == 6


KEYS = (
    (
        "Press Alt and F2",
        "Öffnet das Fenster für Befehle, die Programme starten.",
    ),
    ("Press the Super key", "Wechselt zur Übersicht."),
    ("Hold Ctrl and press Alt, then Tab", "Gibt dem nächsten Bereich den Fokus."),
    ("Press Super and A", "Zeigt die Liste aller Anwendungen, die auf dem Rechner zu finden sind."),
    ("Hold Super and press Page Up or Page Down", "Wechselt die Arbeitsfläche."),
    ("Press Super and L", "Sperrt den Bildschirm, bis das Passwort wieder eingegeben wird."),
    ("Press the Print Screen key", "Macht ein Bild."),
    (
        "Press Super and V",
        "Zeigt die Benachrichtigungen, oder schließt sie wieder.",
    ),
)


def test_keys_beside_what_they_do_are_no_translations(tmp_path):
    assert not document_tables.is_bilingual(docx(tmp_path / "a.docx", KEYS))
    assert document_tables.is_bilingual(docx(tmp_path / "b.docx", ROWS * 3))


def test_one_table_of_two_languages_among_larger_ones_makes_no_document_of_two(tmp_path):
    prices = [(f"Artikel {k} ist nicht mehr lieferbar", "siehe auch Seite 3") for k in range(20)]
    assert not document_tables.is_bilingual(docx(tmp_path / "a.docx", prices, ROWS[:2]))
    assert document_tables.is_bilingual(docx(tmp_path / "b.docx", prices[:2], ROWS * 3))
