import re
import tempfile
import zipfile
from dataclasses import replace
from pathlib import Path

import openpyxl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from diglot.errors import FormatError, InputError, UnsafeFileError
from diglot.formats import read, workbooks
from diglot.formats.blocks import Skips
from diglot.formats.units import xlsx
from diglot.model import Unit, Variant
from tests.formats.strategies import texts
from tests.formats.units.test_tables import rich_units

PAIR = ("en", "fr")


def unit(source="a", target="b", **fields):
    return Unit((Variant("en", source), Variant("fr", target)), **fields)


def texts_of(path, **options):
    return [tuple(v.text for v in each.variants) for each in xlsx.read_units(path, **options)]


def rounded(found):
    """A spreadsheet keeps 15 digits of a number."""
    return replace(found, score=None if found.score is None else round(found.score, 9))


@pytest.mark.slow
@settings(max_examples=20)
@given(
    st.lists(
        rich_units().filter(lambda each: any(v.text for v in each.variants)).map(rounded),
        max_size=3,
    )
)
def test_what_is_written_is_read_again(found):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.xlsx"
        assert xlsx.write_units(path, found) == ()
        assert list(xlsx.read_units(path, languages=PAIR)) == found


@settings(max_examples=20)
@given(texts())
def test_other_programs_see_text_and_never_a_formula(text):
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "t.xlsx"
        xlsx.write_units(path, [unit(text + "x"), unit("=" + text)])
        for row in openpyxl.load_workbook(path).active.iter_rows(min_row=2, max_col=2):
            assert row[0].data_type in {"s", "inlineStr"}


def test_sheet_is_laid_out_for_review(tmp_path):
    path = tmp_path / "t.xlsx"
    xlsx.write_units(
        path,
        [unit(score=0.99), unit(score=0.1), unit(score=0.9, reasons=("12 ≠ 21",)), unit("-dash")],
    )
    sheet = openpyxl.load_workbook(path).active
    assert [cell.value for cell in sheet[1]][:6] == [
        "source",
        "target",
        "probability",
        "look",
        "type",
        "comment",
    ]
    assert sheet.freeze_panes == "A2"
    assert sheet.auto_filter.ref == "A1:L5"
    assert sheet["A2"].alignment.wrap_text
    assert [sheet[f"D{row}"].value for row in (2, 3, 4)] == [None, "doubtful", "doubtful: 12 ≠ 21"]
    assert sheet["A2"].fill.fill_type is None
    assert sheet["A3"].fill.fill_type == sheet["C4"].fill.fill_type == "solid"
    assert sheet["C3"].value == 0.1
    assert sheet["A5"].quotePrefix
    assert not sheet["A2"].quotePrefix


def test_same_units_give_the_same_bytes(tmp_path, monkeypatch):
    for name, moment in (("a", 1_600_000_000), ("b", 1_700_000_000)):
        monkeypatch.setattr("time.time", lambda moment=moment: moment)
        xlsx.write_units(tmp_path / name, [unit(score=0.5)])
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes()


def test_rows_beyond_a_sheet_go_to_the_next(tmp_path, monkeypatch):
    monkeypatch.setattr(workbooks, "MAX_ROWS", 4)
    found = [unit(str(number)) for number in range(7)]
    xlsx.write_units(tmp_path / "t.xlsx", found)
    assert openpyxl.load_workbook(tmp_path / "t.xlsx").sheetnames == [
        "bitext",
        "bitext 2",
        "bitext 3",
    ]
    assert list(xlsx.read_units(tmp_path / "t.xlsx", languages=PAIR)) == found


def test_text_longer_than_a_cell_is_cut_and_listed(tmp_path):
    lost = xlsx.write_units(tmp_path / "t.xlsx", [unit("x" * 40_000)])
    assert lost[0].kind == "end of a text longer than 32767 characters"
    assert len(texts_of(tmp_path / "t.xlsx")[0][0]) == 32_767


def saved(folder, fill):
    book = openpyxl.Workbook()
    fill(book)
    book.save(folder / "t.xlsx")
    return folder / "t.xlsx"


def test_a_sheet_of_notes_beside_a_table_is_left_out_and_listed(tmp_path):
    book = openpyxl.Workbook()
    notes = book.active
    for row in (["Read me", "Read me"], ["Do not edit column A.", None], ["By", "Ann"]):
        notes.append(row)
    for n, head in enumerate((["English", "German"], [])):
        sheet = book.create_sheet(f"part {n}")
        for row in (head, ["One.", "Eins."], ["Two.", "Zwei."]):
            sheet.append(row)
    book.save(tmp_path / "t.xlsx")
    skips = Skips()
    units = list(xlsx.read_units(tmp_path / "t.xlsx", skips=skips))
    assert [unit.variants[0].text for unit in units] == ["One.", "Two."] * 2
    assert [(each.kind, each.example) for each in skips.entries()] == [
        ("sheet without a header", "Sheet, Read me")
    ]


def test_hidden_sheets_and_columns_are_left_out_and_listed(tmp_path):
    def fill(book):
        sheet = book.active
        sheet.append(["source", "secret", "target"])
        sheet.append(["a", "hidden", "b"])
        sheet.column_dimensions["B"].hidden = True
        other = book.create_sheet("old")
        other.append(["x", "y"])
        other.sheet_state = "hidden"

    skips = Skips()
    (found,) = xlsx.read_units(saved(tmp_path, fill), skips=skips)
    assert [variant.text for variant in found.variants] == ["a", "b"]
    assert found.properties == ()
    assert {(skip.kind, skip.example) for skip in skips.entries()} == {
        ("hidden sheet", "old"),
        ("cell in a hidden column", "secret"),
    }


def test_merged_cells_count_for_every_cell_they_cover(tmp_path):
    def fill(book):
        sheet = book.active
        for row in (["source", "target"], ["a", "b"], [None, "c"], ["wide", None]):
            sheet.append(row)
        sheet.merge_cells("A2:A3")
        sheet.merge_cells("A4:B4")

    assert texts_of(saved(tmp_path, fill)) == [("a", "b"), ("a", "c"), ("wide", "wide")]


def test_values_are_read_not_formulas(tmp_path):
    path = saved(tmp_path, lambda book: book.active.append(["source", "target"]))
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = parts[name].replace(
        b"</sheetData>",
        b'<row r="2"><c r="A2" t="str"><f>1+1</f><v>two</v></c><c r="B2"><v>2.5</v></c></row>'
        b'<row><c t="b"><v>1</v></c><c t="e"><v>#REF!</v></c></row></sheetData>',
    )
    with zipfile.ZipFile(path, "w") as new:
        for member, data in parts.items():
            new.writestr(member, data)
    skips = Skips()
    assert texts_of(path, skips=skips) == [("two", "2.5"), ("TRUE", "")]
    assert skips.entries()[0].kind == "cell with an error"


def test_formulas_that_no_spreadsheet_has_worked_out_are_listed(tmp_path):
    path = saved(tmp_path, lambda book: book.active.append(["a", '="b"&"c"']))
    skips = Skips()
    assert texts_of(path, skips=skips) == [("a", "")]
    assert [(each.kind, each.example) for each in skips.entries()] == [
        ("formula without a value", '"b"&"c"')
    ]


def test_runs_of_rich_text_are_joined_without_phonetic_readings(tmp_path):
    path = saved(tmp_path, lambda book: book.active.append(["東京", "target"]))
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = "xl/worksheets/sheet1.xml"
    parts[name] = re.sub(
        rb't="inlineStr"><is><t>&#26481;&#20140;</t></is>', b't="s"><v>0</v>', parts[name]
    )
    parts["xl/sharedStrings.xml"] = (
        "<sst><si><r><t>東</t></r><r><t xml:space='preserve'>京 </t></r>"
        "<rPh sb='0' eb='1'><t>とう</t></rPh></si></sst>"
    ).encode()
    with zipfile.ZipFile(path, "w") as new:
        for member, data in parts.items():
            new.writestr(member, data)
    assert texts_of(path) == [("東京 ", "target")]


def test_sheets_without_texts_are_listed(tmp_path):
    def fill(book):
        book.active.append(["only one"])
        book.create_sheet("empty")
        book.create_sheet("texts").append(["a", "b"])

    skips = Skips()
    assert texts_of(saved(tmp_path, fill), skips=skips) == [("a", "b")]
    assert {skip.kind for skip in skips.entries()} == {"sheet without two columns", "empty sheet"}


@pytest.mark.parametrize("header", [None, False])
def test_titles_above_a_header_are_left_out_unless_there_is_none(tmp_path, header):
    def fill(book):
        for row in (["Memory of the project", ""], ["Deutsch", "English (US)"], ["eins", "one"]):
            book.active.append(row)

    skips = Skips()
    found = texts_of(saved(tmp_path, fill), header=header, skips=skips)
    assert found[-1] == ("eins", "one")
    assert (len(found), len(skips.entries())) == ((1, 1) if header is None else (3, 0))


def test_a_form_above_a_header_is_left_out(tmp_path):
    def fill(book):
        for row in (
            ["Website"],
            ["Stand", "2026"],
            [],
            ["ID", "Englisch", "Max. Länge", "Deutsch"],
        ):
            book.active.append(row)
        book.active.append(["a", "one", 30, "eins"])

    skips = Skips()
    (found,) = xlsx.read_units(saved(tmp_path, fill), skips=skips)
    assert [(each.language, each.text) for each in found.variants] == [
        ("en", "one"),
        ("de", "eins"),
    ]
    assert found.properties == (("Max. Länge", "30"),)
    assert [str(each) for each in skips.entries()] == [
        '2 titles above the table, the first: "Website"'
    ]


def test_workbook_as_a_bitext(tmp_path):
    xlsx.write_units(tmp_path / "t.xlsx", [unit("A.", "B."), unit("C.", "D.")])
    bitext = read(tmp_path / "t.xlsx", source_language="en", target_language="fr")
    assert bitext.source.segment_texts == ["A.", "C."]
    assert bitext.target.language == "fr"


def test_entities_inside_the_workbook_are_refused(tmp_path):
    path = saved(tmp_path, lambda book: book.active.append(["a", "b"]))
    with zipfile.ZipFile(path) as old:
        parts = {name: old.read(name) for name in old.namelist()}
    name = "xl/worksheets/sheet1.xml"
    start = parts[name].index(b"<worksheet")
    parts[name] = b'<!DOCTYPE w [<!ENTITY a "x">]>' + parts[name][start:]
    with zipfile.ZipFile(path, "w") as new:
        for member, data in parts.items():
            new.writestr(member, data)
    with pytest.raises(UnsafeFileError, match=r"sheet1.xml: declares the entity"):
        texts_of(path)


@pytest.mark.parametrize("data", [b"", b"text", b"\xd0\xcf\x11\xe0 old Excel"])
def test_what_is_no_workbook_is_one_clear_line(tmp_path, data):
    (tmp_path / "t.xlsx").write_bytes(data)
    with pytest.raises(FormatError, match="not a complete XLSX file"):
        texts_of(tmp_path / "t.xlsx")


def test_zip_of_something_else_is_an_error(tmp_path):
    with zipfile.ZipFile(tmp_path / "t.xlsx", "w") as archive:
        archive.writestr("word/document.xml", "<a/>")
    with pytest.raises(InputError, match="has no part"):
        texts_of(tmp_path / "t.xlsx")


def test_sheet_is_known_after_a_reviewer_added_a_column(tmp_path):
    found = unit(score=0.5, reasons=("length 2.4×",), document="d")
    xlsx.write_units(tmp_path / "t.xlsx", [found])
    book = openpyxl.load_workbook(tmp_path / "t.xlsx")
    book.active.insert_cols(1)
    book.active["A1"], book.active["A2"] = "verdict", "fine"
    book.save(tmp_path / "t.xlsx")
    (back,) = xlsx.read_units(tmp_path / "t.xlsx", languages=PAIR)
    assert back == replace(found, properties=(("verdict", "fine"),))
